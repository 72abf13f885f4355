# Makes models with nothing to hit in some or all of their parts, and a script that tries every verb on one.
printf 'OFF\n0 0 0\n' > empty.off
printf '%s\n' ply 'format ascii 1.0' 'element vertex 2' 'property float x' 'property float y' 'property float z' \
    end_header '0 0 0' '1 2 3' > cloud.ply
printf '%s\n' 'solid none' endsolid 'solid one' facet 'outer loop' 'vertex 0 0 0' 'vertex 1 0 0' 'vertex 0 1 0' \
    endloop endfacet endsolid > part.stl
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 1\n' > flat.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > one.obj
printf '0.25,0.25,5,0,0,-1\n' > rays.csv
cat > every_verb.sh <<'END'
echo "== $1"
camera=eye=0.25,0.25,5/at=0.25,0.25,0/up=0,1,0
for verb in "info $1 --quiet" "cast $1 --rays rays.csv --mode any" "pick $1 --camera $camera --at 480,300" \
    "pick $1 --camera $camera --at 480,300 --radius 2" "select $1 --camera $camera --rect 0,0,960,600 --ids" \
    "explain $1 --camera $camera --at 480,300 --part 0" "render $1 --camera $camera --size 16x16 -o p.png" \
    "lidar $1 --up z --path 0.25,0.25,0.1 --sensor beams=2/fov=-89,-80/range=0.01,9/columns=4" \
    "bench $1 --rounds 1 --rays 16 --quiet" "tree $1 -o again.hit --quiet"; do
    text=$(hitscan $verb 2>&1)
    code=$?
    echo "${verb%% *} [$code]" $(echo "$text" | grep 'hitscan: ' | sed 's/; 0.*//')
done
END
