# What bash offers at the end of a line: `try` gives the words as bash does, which takes --name=value apart.
$ cat > try.sh << 'END'
source <(hitscan completion bash)
try()
{
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _hitscan
    printf '%s\n' "${COMPREPLY[@]}" | sort
}
END
$ hitscan completion bash > hitscan.bash && bash -n hitscan.bash
$ . ./try.sh; try hitscan ''
bench
cast
completion
demo
explain
gen
info
lidar
man
pick
render
select
tree
$ . ./try.sh; try hitscan se
select
$ . ./try.sh; try hitscan --
--help
--version
$ . ./try.sh; try hitscan pick --a
--all
--at
$ . ./try.sh; try hitscan pick model.obj --up ''
-x
-y
-z
auto
x
y
z
$ . ./try.sh; try hitscan pick --up =
-x
-y
-z
auto
x
y
z
$ . ./try.sh; try hitscan pick --up = z
z
$ . ./try.sh; try hitscan pick --up z --th
--threads
# Files where a model or a file is due, folders where a folder is, nothing where a number is.
$ mkdir models; touch 'a model.obj' models.txt
$ . ./try.sh; try hitscan pick ''
a model.obj
hitscan.bash
models
models.txt
try.sh
$ . ./try.sh; try hitscan pick a
a model.obj
$ . ./try.sh; try hitscan demo --out m
models
$ . ./try.sh; try hitscan completion bash --out m
models
models.txt
$ . ./try.sh; try hitscan pick --at ''
# Arguments that are words.
$ . ./try.sh; try hitscan man co
completion
$ . ./try.sh; try hitscan completion ''
bash
fish
zsh
$ . ./try.sh; try hitscan nonsense ''
