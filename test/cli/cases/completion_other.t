$ hitscan completion
hitscan: completion: bash|zsh|fish is missing; see hitscan completion --help
[2]
$ hitscan completion zhs
hitscan: completion: there is no shell "zhs"; did you mean zsh?
[2]
$ hitscan completion powershell
hitscan: completion: there is nothing for "powershell"; there is bash, zsh and fish
[2]
$ hitscan completion bash --out no/such/folder
hitscan: cannot write no/such/folder: No such file or directory
[3]
$ hitscan completion bash --out script && cmp script <(hitscan completion bash)
$ hitscan completion fish --json | python3 -c "
> import json, sys
> d = json.load(sys.stdin)
> print(d['shell'], d['script'].splitlines()[0])"
fish # fish completion for hitscan; made by `hitscan completion fish`
$ hitscan completion bash > /dev/full
hitscan: cannot write to the standard output
[4]
