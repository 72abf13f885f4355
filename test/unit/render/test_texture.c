// Pictures of textures: every kind is read; damaged ones are told; small files cannot take much time or memory.
#include "support/base/cmocka_all.h"
#include "support/render/pictures.h"

#include "format/picture_file.h"
#include "render/surface.h"

static const char* make(const picture_bytes* p, uint64_t pixels, texture** t)
{
    const hit_model_texture from = {.name = "", .bytes = p->bytes, .size = p->size, .transform = {1, 0, 0, 0, 1, 0}};
    *t = NULL;
    return texture_make(&from, &pixels, t);
}

static void assert_read(const picture_bytes* p)
{
    float size[2], colour[4];
    texture* t;
    assert_null(make(p, 1 << 20, &t));
    texture_size(t, size);
    assert_true(size[0] == PICTURE_SIDE && size[1] == PICTURE_SIDE + 1);
    for (float footprint = 0.5f; footprint < 1e6f; footprint *= 3.0f) {
        texture_at(t, 0.3f, 0.7f, footprint, colour);
        for (int k = 0; k < 4; k++)
            assert_true(colour[k] >= 0.0f && colour[k] <= 1.0001f);
    }
    texture_free(t);
}

static void every_kind_is_read(void** state)
{
    static picture_bytes p;
    int kinds = 0;
    (void)state;
    for (unsigned bits = 1; bits <= 16; bits *= 2)
        for (unsigned type = 0; type <= 6; type++)
            for (int interlaced = 0; interlaced < 2; interlaced++)
                if (picture_png(&p, bits, type, interlaced, PICTURE_SIDE, PICTURE_SIDE + 1)) {
                    assert_read(&p);
                    kinds++;
                }
    assert_int_equal(kinds, 2 * 15);
#if defined(HITSCAN_HAVE_JPEG)
    for (int channels = 1; channels <= 4; channels++)
        for (int progressive = 0; progressive < 2 && channels != 2; progressive++) {
            picture_jpeg(&p, channels, progressive, PICTURE_SIDE, PICTURE_SIDE + 1);
            assert_read(&p);
        }
#endif
}

static void read_damaged(const picture_bytes* from)
{
    static picture_bytes p;
    texture* t;
    for (size_t size = 0; size < from->size; size++) {
        // Memory of exactly that size, so that reading behind it is seen.
        hit_model_texture cut = {.size = size};
        uint8_t* bytes = malloc(size + (size == 0));
        uint64_t pixels = 1 << 20;
        assert_non_null(bytes);
        memcpy(bytes, from->bytes, size);
        cut.bytes = bytes;
        t = NULL;
        assert_true((texture_make(&cut, &pixels, &t) == NULL) == (t != NULL));
        texture_free(t);
        free(bytes);
    }
    for (size_t bit = 0; bit < 8 * from->size; bit++) {
        p = *from;
        p.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (bit / 8 > 8)
            picture_repair_png(p.bytes, p.bytes[0] == 0x89 ? p.size : 0);
        assert_true((make(&p, 1 << 14, &t) == NULL) == (t != NULL));
        texture_free(t);
    }
}

static void damaged_pictures_are_told(void** state)
{
    static picture_bytes p;
    (void)state;
    assert_true(picture_png(&p, 8, 6, false, PICTURE_SIDE, PICTURE_SIDE));
    read_damaged(&p);
    assert_true(picture_png(&p, 4, 3, true, PICTURE_SIDE, PICTURE_SIDE));
    read_damaged(&p);
#if defined(HITSCAN_HAVE_JPEG)
    picture_jpeg(&p, 3, true, PICTURE_SIDE, PICTURE_SIDE);
    read_damaged(&p);
#endif
}

// A picture is refused by its header, whatever its size: 4 GiB, in 60 bytes.
static void small_files_with_large_pictures_took_all_memory(void** state)
{
    static picture_bytes p;
    texture* t;
    (void)state;
    assert_true(picture_png(&p, 1, 0, false, 1, 1));
    picture_put32(picture_put32(p.bytes + 16, 32768), 32768);
    picture_repair_png(p.bytes, p.size);
    assert_string_equal(make(&p, UINT64_MAX, &t), "has too many pixels");
    assert_true(picture_png(&p, 8, 2, false, PICTURE_SIDE, PICTURE_SIDE));
    assert_string_equal(make(&p, PICTURE_SIDE * PICTURE_SIDE - 1, &t),
                        "has more pixels than --max-memory leaves for textures");
    assert_null(make(&p, PICTURE_SIDE * PICTURE_SIDE, &t));
    texture_free(t);
}

#if defined(HITSCAN_HAVE_JPEG)
// The scans of a progressive JPEG, a few bytes each, are as much work as all of the picture.
static void scans_without_end_took_hours(void** state)
{
    enum { SCANS = 1000000, SCAN = 10 };
    static const uint8_t scan[SCAN] = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0};
    static picture_bytes p;
    uint8_t* bytes = malloc(PICTURE_ROOM + (size_t)SCANS * SCAN);
    hit_model_texture from = {.bytes = bytes};
    uint64_t pixels = 1 << 26;
    texture* t = NULL;
    (void)state;
    assert_non_null(bytes);
    picture_jpeg(&p, 1, true, 8, 8);
    for (size_t i = 0; i + 8 < p.size; i++)
        if (p.bytes[i] == 0xff && p.bytes[i + 1] == 0xc2) { // the header of a progressive frame: it becomes 2048x2048
            p.bytes[i + 5] = p.bytes[i + 7] = 8;
            p.bytes[i + 6] = p.bytes[i + 8] = 0;
        }
    memcpy(bytes, p.bytes, p.size - 2); // but for the end
    for (size_t i = 0; i < SCANS; i++)
        memcpy(bytes + p.size - 2 + i * SCAN, scan, SCAN);
    from.size = p.size - 2 + (size_t)SCANS * SCAN;
    assert_string_equal(texture_make(&from, &pixels, &t), "is a damaged JPEG");
    free(bytes);
}
#endif

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read),
        cmocka_unit_test(damaged_pictures_are_told),
        cmocka_unit_test(small_files_with_large_pictures_took_all_memory),
#if defined(HITSCAN_HAVE_JPEG)
        cmocka_unit_test(scans_without_end_took_hours),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
