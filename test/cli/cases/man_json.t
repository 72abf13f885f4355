# The table behind a page.
$ hitscan man completion --json
{"verb":"completion","summary":"print what lets a shell complete command lines","arguments":"bash|zsh|fish","options":[{"name":"--out","kind":"text","value":"FILE","help":"where it goes (the standard output)"},{"name":"--json","kind":"flag","help":"print JSON, for machines"},{"name":"--quiet","kind":"flag","help":"no progress, notes and tables; the exit code tells"},{"name":"--threads","kind":"count","value":"N","help":"at most 256; 0: one for each processor (0)","low":0,"high":256},{"name":"--help","kind":"flag","help":"print this"}],"details":"Verbs, options, the words that an option takes, models and files are completed. For this shell only:\u000a\u000a  bash   source <(hitscan completion bash)\u000a  zsh    source <(hitscan completion zsh)\u000a  fish   hitscan completion fish | source\u000a\u000aFor good, put it where your shell looks for such files:\u000a\u000a  bash   ~/.local/share/bash-completion/completions/hitscan\u000a  zsh    a file _hitscan in a folder of $fpath\u000a  fish   ~/.config/fish/completions/hitscan.fish\u000a","examples":"source <(hitscan completion bash)\u000ahitscan completion fish --out ~/.config/fish/completions/hitscan.fish\u000a"}
$ hitscan man --json | python3 -c "
> import json, sys
> d = json.load(sys.stdin)
> print(*(v['verb'] for v in d))
> print(*sorted({o['kind'] for v in d for o in v['options']}))
> print([o for v in d for o in v['options'] if v['verb'] == 'pick' and o['name'] == '--up'][0])"
info cast pick select explain render lidar tree bench gen demo man completion
bytes choice count flag number text texts vector
{'name': '--up', 'kind': 'choice', 'value': 'AXIS', 'help': 'which axis of the model points up: x, y, z, -x, -y or -z (as the file or its format says, or z)', 'choices': ['auto', 'x', 'y', 'z', '-x', '-y', '-z']}
