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
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan pick --up '
y	which axis of the model points up, y or z (z)
z	which axis of the model points up, y or z (z)
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan completion '
bash
fish
zsh
$ mkdir models; touch models.txt
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan pick mod'
models.txt
models/
$ try() { fish -c "source hitscan.fish; complete -C '$1' | sort"; }; try 'hitscan demo --out mod'
models/	Directory
