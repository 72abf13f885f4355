$ hitscan demo --width 64 --height 40 --json > demo.json; ls
demo.json
town-click.png
town-cone.png
town-lasso.png
town-rectangle.png
town.png
$ python3 -c "
> import json
> d = json.load(open('demo.json'))
> print(d['objects'], 'objects,', d['width'], 'x', d['height'], [p['path'] for p in d['pictures']])
> print('rays' in d and d['seconds'] > 0 and d['threads'] > 0, d['cpu'] in ('portable', 'sse4', 'avx2'))
> for s in d['selections']:
>     print(s['way'], s['count'], s['selected'], len(s['outline']), s['found'][0]['name'], s['found'][0]['kind'])
>     assert s['count'] == len(s['found']) and s['selected'] == sum(f['selected'] for f in s['found'])"
797 objects, 64 x 40 ['town.png', 'town-click.png', 'town-rectangle.png', 'town-lasso.png', 'town-cone.png']
True True
click 6 1 1 house 13 mesh
rectangle 99 99 4 crossbar 7 box
lasso 30 30 14 car roof 20 box
cone 55 50 20 lamp 14 sphere
