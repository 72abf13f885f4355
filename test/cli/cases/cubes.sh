# Writes cubes.obj, a model for the cases: boxes that a camera at 0,-10,0 sees one behind the other, and a thin pole.
# With an orthographic camera of 6 units and 960x600 pixels a unit is 100 pixels, and the origin is at 480,300.

# box NAME X0 X1 Y0 Y1 Z0 Z1
box()
{
    printf 'o %s\n' "$1"
    for z in "$6" "$7"; do
        printf 'v %s\n' "$2 $4 $z" "$3 $4 $z" "$3 $5 $z" "$2 $5 $z"
    done
    printf 'f %s\n' '-8 -5 -6 -7' '-4 -3 -2 -1' '-8 -7 -3 -4' '-7 -6 -2 -3' '-6 -5 -1 -2' '-5 -8 -4 -1'
}
{
    echo '# z up'
    box front -1 1 -1 1 -1 1
    box back 0 2 4 6 -1 1
    box pole -2.53125 -2.5 -1 1 -1 1
} > cubes.obj
