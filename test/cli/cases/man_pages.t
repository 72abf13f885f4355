# requires: mandoc
# No page has anything to complain about, and all sections are there, of all verbs.
$ mkdir pages; hitscan man --out pages; ls pages
hitscan-bench.1
hitscan-cast.1
hitscan-completion.1
hitscan-demo.1
hitscan-explain.1
hitscan-gen.1
hitscan-info.1
hitscan-lidar.1
hitscan-man.1
hitscan-pick.1
hitscan-render.1
hitscan-select.1
hitscan-tree.1
hitscan.1
$ mandoc -Tlint -Wwarning pages/*.1
$ for page in pages/*.1; do
>     for section in NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' ENVIRONMENT 'SEE ALSO'; do
>         grep -q "^.SH $section" $page || echo "$page has no $section"
>     done
> done
$ cmp pages/hitscan-pick.1 <(hitscan man pick); cmp pages/hitscan.1 <(hitscan man)
# What is special in roff comes out as it was: quotes, backslashes, dots, dashes.
$ hitscan man completion | mandoc -Tascii -O width=100 | sed 's/.\x08//g' | grep -e '/.config' -e '<('
         bash   source <(hitscan completion bash)
         zsh    source <(hitscan completion zsh)
         fish   ~/.config/fish/completions/hitscan.fish
       source <(hitscan completion bash)
       hitscan completion fish --out ~/.config/fish/completions/hitscan.fish
