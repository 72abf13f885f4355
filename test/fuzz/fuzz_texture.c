// Any bytes as the picture of a texture: pixels, or what is wrong with them; and samples that are colours.
//
// The pictures are small: how long a large one takes is no fault. Pictures have checksums: the mutator starts from
// small files of every kind, and makes the checksums right again.
#include "format/picture_file.h"
#include "fuzz/require.h"
#include "render/surface.h"
#include "support/render/pictures.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

enum { PIXELS = 1 << 14, HEAD = 16 };

static void look_at(const texture* t, const uint8_t* numbers)
{
    float uv[4];
    memcpy(uv, numbers, sizeof uv);
    for (int i = 0; i < 8; i++) {
        float colour[4], placed[2];
        texture_place(t, uv + i % 3, placed);
        texture_at(t, placed[0], placed[1], i < 4 ? (float)(1 << i) * 0.7f : uv[3], colour);
        for (int k = 0; k < 4; k++)
            REQUIRE(colour[k] >= 0.0f && colour[k] <= 1.0001f);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    picture_pixels pixels;
    hit_model_texture from = {.transform = {1, 0, 0, 0, 1, 0}};
    texture* t = NULL;
    uint64_t left = PIXELS;
    const char *wrong, *other;
    if (size < HEAD)
        return 0;
    from.bytes = data + HEAD;
    from.size = size - HEAD;
    from.clamp_u = data[0] & 1;
    from.clamp_v = data[1] & 1;
    memcpy(&from.transform[2], data, sizeof(float));
    wrong = picture_read(from.bytes, from.size, PIXELS, &pixels);
    REQUIRE((wrong == NULL) == (pixels.rgba != NULL));
    REQUIRE(wrong != NULL || (uint64_t)pixels.width * pixels.height <= PIXELS);
    free(pixels.rgba);
    other = texture_make(&from, &left, &t);
    REQUIRE((other == NULL) == (wrong == NULL && pixels.width > 0 && pixels.height > 0));
    REQUIRE((other == NULL) == (t != NULL));
    REQUIRE(left == PIXELS - (t != NULL ? (uint64_t)pixels.width * pixels.height : 0));
    if (t != NULL)
        look_at(t, data);
    texture_free(t);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    if (seed % 16 == 1 && max_size >= HEAD + PICTURE_ROOM / 2) {
        static picture_bytes p;
        const unsigned kind = seed / 16;
        p.size = 0;
        if (kind % 2 == 0)
            picture_png(&p, 1u << kind / 2 % 5, kind / 16 % 7, kind / 128 % 2, 1 + kind / 256 % 12,
                        1 + kind / 4096 % 12);
#if defined(HITSCAN_HAVE_JPEG)
        else
            picture_jpeg(&p,
                         kind / 2 % 3 == 0   ? 1
                         : kind / 2 % 3 == 1 ? 3
                                             : 4,
                         kind / 8 % 2, 1 + kind / 16 % 40, 1 + kind / 1024 % 40);
#endif
        if (p.size > 0 && p.size <= max_size - HEAD) {
            memset(data, 0, HEAD);
            memcpy(data + HEAD, p.bytes, p.size);
            size = HEAD + p.size;
        }
    }
    size = LLVMFuzzerMutate(data, size, max_size);
    if (size > HEAD + 8 && data[HEAD] == 0x89 && seed / 2 % 4 != 0)
        picture_repair_png(data + HEAD, size - HEAD);
    return size;
}
