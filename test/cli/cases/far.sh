# Makes square.ply: a square of 10 cm in double, near 5,400,000, where floats are 0.5 apart.
cat > square.ply <<'END'
ply
format ascii 1.0
element vertex 4
property double x
property double y
property double z
element face 1
property list uchar int vertex_indices
end_header
5400000.03 5399999.98 431.27
5400000.13 5399999.98 431.27
5400000.13 5400000.08 431.27
5400000.03 5400000.08 431.27
4 0 1 2 3
END
