# Names are made safe for terminals, columns stay aligned, and what is long loses its middle.
$ printf 'v 0 0 0\nv 2 0 0\nv 0 0 2\n' > names.obj
$ printf 'o %s\nf 1 2 3\n' 'häuser' '日本語' $'red\e[31m' $'bad\xff' 'assembly/left_wing/section_12/bracket_0471/bolt_head_17' short >> names.obj
$ hitscan select names.obj --rect 0,0,960,600
part  name                                              triangles
   0  häuser                                                    1
   1  日本語                                                    1
   2  red?[31m                                                  1
   3  bad?                                                      1
   4  assembly/left_wing/section_1...0471/bolt_head_17          1
   5  short                                                     1
6 of 6 parts, 6 triangles
# In JSON they are whole.
$ hitscan select names.obj --rect 0,0,960,600 --json
{"model":"names.obj","area":"rect","contained":false,"visible":false,"count":6,"parts":[{"part":0,"name":"häuser","triangles":1},{"part":1,"name":"日本語","triangles":1},{"part":2,"name":"red?[31m","triangles":1},{"part":3,"name":"bad?","triangles":1},{"part":4,"name":"assembly/left_wing/section_12/bracket_0471/bolt_head_17","triangles":1},{"part":5,"name":"short","triangles":1}]}
