// Where this library and Assimp read a model differently, and why: oracle/mesh_io/test_assimp.c.
#ifndef HITSCAN_TEST_MODELS_EXPLAINED_H
#define HITSCAN_TEST_MODELS_EXPLAINED_H

#define OFF_COMMENTS                                                                                                   \
    "Assimp takes each line of comments among the faces for a face, and so leaves as many of the last ones out"
#define UNUSED                                                                                                         \
    "a fault in what a query does not need (materials, names, texture coordinates), which is not looked at here"

// `file` is how the path in build/models ends.
static const struct {
    const char *file, *why;
} models_explained[] = {
    {"OBJ/box_UTF16BE.obj", "text of 16 bits is refused; Assimp finds nothing in it, and is content"},
    {"OFF/invalid.off", "an index that is out of range is an error here; Assimp takes vertex 0 in its place"},
    {"PLY/pond.0.ply", "the file is cut off: three points less than its header promises; Assimp reads what there is"},
    {"BoxWithInfinites.glb", "all triangles have corners at infinity; here such triangles are left out and counted"},
    {"IndexOutOfRange/IndexOutOfRange.gltf",
     "an index that is out of range is an error here; Assimp drops its triangle"},
    {"TestNoRootNode/NoScene.gltf", "a file without scene and nodes is a model without triangles here"},
    {"cameras/Cameras.gltf", "the file's rotation is not of length 1 (1.0000015); here it is normalised"},
    {"simple_skin/simple_skin.gltf", "the skin is shown in its rest pose; Assimp gives the vertices before it"},
    {"invalid/empty.obj", "an empty file is a model of nothing where its format has no header"},
    {"issue_3269/texcoord_crash.gltf", UNUSED},
    {"wrongTypes/badExtension.gltf", UNUSED},
    {"wrongTypes/badNumber.gltf", UNUSED},
    {"wrongTypes/badObject.gltf", UNUSED},
    {"wrongTypes/badString.gltf", UNUSED},
    {"wrongTypes/badUint.gltf", UNUSED},
    {"meshes/blobby-shuffled.off", OFF_COMMENTS},
    {"meshes/cube-shuffled.off", OFF_COMMENTS},
    {"meshes/cube4-shuffled.off", OFF_COMMENTS},
    {"meshes/cube_poly.off", OFF_COMMENTS},
    {"meshes/mpi.off", OFF_COMMENTS},
    {"meshes/mpi_triang.off", OFF_COMMENTS},
    {"meshes/oblong-shuffled.off", OFF_COMMENTS},
    {"meshes/prim.off", OFF_COMMENTS},
    {"meshes/sphere966.off", OFF_COMMENTS},
    {"meshes/mesh_with_colors.off", "comments may stand behind numbers"},
    {"points_3/kitten.off", "a file of points is a model without triangles here"},
};

#endif
