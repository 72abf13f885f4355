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
help
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
# Models where one is due, and all files where none is there; folders where a folder is, nothing where a number is.
$ mkdir models; touch 'a model.obj' models.txt BIG.STL.GZ
$ . ./try.sh; try hitscan pick ''
BIG.STL.GZ
a model.obj
models
$ . ./try.sh; try hitscan pick a
a model.obj
$ . ./try.sh; try hitscan info t
try.sh
$ . ./try.sh; try hitscan render B
BIG.STL.GZ
$ . ./try.sh; try hitscan demo --out m
models
$ . ./try.sh; try hitscan completion bash --out m
models
models.txt
$ . ./try.sh; try hitscan pick --at ''
# Arguments that are words, and words that an option may be.
$ . ./try.sh; try hitscan help re
render
$ . ./try.sh; try hitscan lidar --sensor ''
hdl32
os1-128
os1-64
vlp16
$ . ./try.sh; try hitscan pick --camera to
top
$ . ./try.sh; try hitscan man co
completion
$ . ./try.sh; try hitscan completion ''
bash
fish
zsh
$ . ./try.sh; try hitscan nonsense ''
