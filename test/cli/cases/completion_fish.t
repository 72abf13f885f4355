# requires: fish
$ hitscan completion fish > hitscan.fish && fish -n hitscan.fish
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan se'
select	tell what is in a rectangle, a lasso or a cone
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan --'
--help	print the verbs
--version	print the version
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan pick --a'
--all	everything there, the nearest first (only the first)
--at	which pixel; must be given
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort | cut -f 1"; }; try 'hitscan lidar --frame '
sensor
world
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort | cut -f 1"; }; try 'hitscan lidar --sensor os'
os1-128
os1-64
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort | cut -f 1"; }; try 'hitscan help c'
cast
completion
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan completion '
bash
fish
zsh
# Models come first, but other files may be meant.
$ mkdir models; touch models.txt model.glb
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan pick mod'
model.glb
models.txt
models/
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan demo --out mod'
models/	Directory
