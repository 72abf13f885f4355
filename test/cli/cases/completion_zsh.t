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
$ zsh -f try.zsh hitscan explain ''
-S
--at=[which pixel; must be given]:X,Y:
--part=[which part, by its number or its name; must be given]:PART:
--camera=[iso, front, back, left, right, top, bottom; or eye=X,Y,Z/at=X,Y,Z/up=X,Y,Z/fov=DEGREES]:CAMERA:
--size=[pixels across and down, up to 32768 each (960x600)]:WxH:
--up=[which axis of the model points up, y or z (z)]:AXIS:(y z)
--json[print JSON, for machines]
--quiet[no progress, notes and tables; the exit code tells]
--threads=[at most 256; 0\: one for each processor (0)]:N:
--help[print this]
1: :_files
$ zsh -f try.zsh hitscan completion '' | tail -n 1
1: :(bash zsh fish)
$ zsh -f try.zsh hitscan demo '' | grep -e --out
--out=[where the pictures go, PNGs; it must exist (.)]:FOLDER:_files -/
