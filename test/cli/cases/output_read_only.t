# A file that one may not write is not replaced. For root there is no such file.
# requires: setpriv
$ [ $(id -u) = 0 ] && drop='setpriv --reuid 65534 --clear-groups'; chmod 777 .; chmod 755 $(dirname $(command -v hitscan))
> echo old > old.off; chmod 444 old.off; $drop hitscan gen grid --triangles 12 -o old.off; cat old.off
hitscan: cannot write old.off: Permission denied
old
