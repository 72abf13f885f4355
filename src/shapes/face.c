// The names of faces, for tables and messages.
#include <hitscan/shapes.h>

const char* hit_face_name(int face)
{
    static const char* const names[] = {"none", "-x", "+x", "-y", "+y", "-z", "+z", "side", "end a", "end b"};
    return face >= HIT_FACE_NONE && face <= HIT_FACE_END_B ? names[face - HIT_FACE_NONE] : "unknown";
}
