# requires: zsh
# What zsh is told: _arguments gets one word per option.
$ hitscan completion zsh > _hitscan && zsh -n _hitscan
$ cat > try.zsh << 'END'
compdef() { : }
source ./_hitscan
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- "${(@P)2}" }
compadd() { print -rl -- "$@" }
words=("$@") CURRENT=$#
_hitscan
END
$ zsh -f try.zsh hitscan '' | grep -e pick -e demo
pick:tell what is under a pixel
explain:tell why a pixel does not pick a part
demo:draw a town by casting rays, and select in it\: click, rectangle, lasso, cone
$ zsh -f try.zsh hitscan --
--
--help
--version
# Words that an option may be, numbers, and models by their endings.
$ zsh -f try.zsh hitscan lidar '' | grep -e '^--sensor' -e '^--frame' -e '^--threads' -e _files | sed 's/|ply.*|mdl/|...|mdl/'
--sensor=[vlp16, hdl32, os1-64, os1-128, or fields\:]:SENSOR:(vlp16 hdl32 os1-64 os1-128)
--path=[X,Y,Z\: stands still; X,Y,Z/X,Y,Z/...\: moves on; or a CSV file of t,x,y,z\[,yaw\]]:PATH:_files
--frame=[of the points\: world, or sensor\: x ahead, y left, z up (world)]:FRAME:(world sensor)
-o[where the points go\: .ply, .csv or .npy; - is the standard output (only count them)]:FILE:_files
--threads=[at most 256; 0\: one for each processor (0)]:N:
*: :_files -g "*.(obj|OBJ|...|mdl|MDL)"
$ zsh -f try.zsh hitscan explain '' | grep -e '^--camera' -e '^--at' -e '^--json' | sed 's/\[.*\]/[]/'
--at=[]:X,Y:
--camera=[]:CAMERA:(iso front back left right top bottom)
--json[]
$ zsh -f try.zsh hitscan help '' | grep pick
pick:tell what is under a pixel
explain:tell why a pixel does not pick a part
$ zsh -f try.zsh hitscan completion '' | tail -n 1
1: :(bash zsh fish)
$ zsh -f try.zsh hitscan demo '' | grep -e --out
--out=[where the pictures go, PNGs; it must exist (.)]:FOLDER:_files -/
