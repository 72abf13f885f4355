// JPEG through libjpeg, in a build that has it.
//
// libjpeg leaves an error by a call that must not return: it jumps. What is read after the jump lives in a struct that
// the jump does not touch. The slow and exact transform is the default, so that pictures are the same everywhere.
#include "format/picture_file.h"

#if defined(HITSCAN_HAVE_JPEG)

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum { QUALITY = 92, BUFFER = 1 << 15 };

// A picture may be refined by many scans, each of a few bytes, that go over all of it: encoders make about ten.
enum { SCANS_MAX = 100 };

typedef struct error_manager {
    struct jpeg_error_mgr base;
    jmp_buf leave;
} error_manager;

static void leave(j_common_ptr codec)
{
    error_manager* manager = (error_manager*)(void*)codec->err;
    longjmp(manager->leave, 1);
}

static void be_quiet(j_common_ptr codec, int level)
{
    (void)codec, (void)level;
}

static struct jpeg_error_mgr* errors(error_manager* manager)
{
    jpeg_std_error(&manager->base);
    manager->base.error_exit = leave;
    manager->base.emit_message = be_quiet;
    return &manager->base;
}

// ---- Writing --------------------------------------------------------------------------------------------------------
// libjpeg's own writer to files calls error_exit when a disk is full; this one leaves that to ferror.

typedef struct destination {
    struct jpeg_destination_mgr base;
    FILE* file;
    JOCTET buffer[BUFFER];
} destination;

static void begin_output(j_compress_ptr codec)
{
    destination* to = (destination*)(void*)codec->dest;
    to->base.next_output_byte = to->buffer;
    to->base.free_in_buffer = BUFFER;
}

static boolean write_buffer(j_compress_ptr codec)
{
    destination* to = (destination*)(void*)codec->dest;
    fwrite(to->buffer, 1, BUFFER, to->file); // ferror knows
    begin_output(codec);
    return TRUE;
}

static void end_output(j_compress_ptr codec)
{
    destination* to = (destination*)(void*)codec->dest;
    fwrite(to->buffer, 1, BUFFER - to->base.free_in_buffer, to->file);
}

typedef struct writer {
    struct jpeg_compress_struct codec;
    error_manager errors;
    destination to;
} writer;

bool jpeg_write(FILE* file, const uint8_t* rgb, uint32_t width, uint32_t height)
{
    writer* w = calloc(1, sizeof *w);
    if (!w)
        return false;
    w->codec.err = errors(&w->errors);
    if (setjmp(w->errors.leave)) {
        jpeg_destroy_compress(&w->codec);
        free(w);
        return false;
    }
    jpeg_create_compress(&w->codec);
    w->to.file = file;
    w->to.base.init_destination = begin_output;
    w->to.base.empty_output_buffer = write_buffer;
    w->to.base.term_destination = end_output;
    w->codec.dest = &w->to.base;
    w->codec.image_width = width;
    w->codec.image_height = height;
    w->codec.input_components = 3;
    w->codec.in_color_space = JCS_RGB;
    jpeg_set_defaults(&w->codec);
    jpeg_set_quality(&w->codec, QUALITY, TRUE);
    w->codec.comp_info[0].h_samp_factor = w->codec.comp_info[0].v_samp_factor = 1; // colours as fine as light
    jpeg_start_compress(&w->codec, TRUE);
    while (w->codec.next_scanline < height && !ferror(file)) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(rgb + 3 * (size_t)width * w->codec.next_scanline);
        jpeg_write_scanlines(&w->codec, &row, 1);
    }
    if (!ferror(file))
        jpeg_finish_compress(&w->codec);
    jpeg_destroy_compress(&w->codec);
    free(w);
    return true;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

typedef struct reader {
    struct jpeg_decompress_struct codec;
    error_manager errors;
    struct jpeg_progress_mgr progress;
    uint8_t* row;
    uint8_t* rgba;
} reader;

static void limit_scans(j_common_ptr codec)
{
    if (((j_decompress_ptr)(void*)codec)->input_scan_number > SCANS_MAX)
        leave(codec);
}

static void close_reader(reader* r)
{
    jpeg_destroy_decompress(&r->codec);
    free(r->row);
    free(r->rgba);
    free(r);
}

// A row of RGB, of greys made RGB by libjpeg, or of the inks that Adobe writes the other way round.
static void store_row(const reader* r, uint8_t* to)
{
    const bool inks = r->codec.output_components == 4;
    for (size_t x = 0; x < r->codec.output_width; x++) {
        const uint8_t* from = r->row + (size_t)r->codec.output_components * x;
        for (int k = 0; k < 3; k++)
            to[4 * x + (size_t)k] = inks ? (uint8_t)((unsigned)from[k] * from[3] / 255u) : from[k];
        to[4 * x + 3] = 255;
    }
}

static const char* read_rows(reader* r, uint64_t most, picture_pixels* out)
{
    jpeg_start_decompress(&r->codec);
    out->width = r->codec.output_width;
    out->height = r->codec.output_height;
    if ((uint64_t)out->width * out->height > most)
        return PICTURE_TOO_LARGE;
    r->row = malloc((size_t)r->codec.output_components * out->width);
    r->rgba = malloc(4 * (size_t)out->width * out->height);
    if (!r->row || !r->rgba)
        return "needs more memory than there is";
    while (r->codec.output_scanline < out->height) {
        uint8_t* to = r->rgba + 4 * (size_t)out->width * r->codec.output_scanline;
        JSAMPROW row = r->row;
        jpeg_read_scanlines(&r->codec, &row, 1);
        store_row(r, to);
    }
    jpeg_finish_decompress(&r->codec);
    out->rgba = r->rgba;
    r->rgba = NULL;
    return NULL;
}

const char* jpeg_read(const void* bytes, size_t size, uint64_t most, picture_pixels* out)
{
    reader* r = calloc(1, sizeof *r);
    const char* wrong;
    if (!r)
        return "needs more memory than there is";
    r->codec.err = errors(&r->errors);
    if (setjmp(r->errors.leave)) {
        close_reader(r);
        return "is a damaged JPEG";
    }
    jpeg_create_decompress(&r->codec);
    r->progress.progress_monitor = limit_scans;
    r->codec.progress = &r->progress;
    jpeg_mem_src(&r->codec, (const unsigned char*)bytes, (unsigned long)size);
    jpeg_read_header(&r->codec, TRUE);
    // Refused before libjpeg takes memory for all of a progressive picture.
    if ((uint64_t)r->codec.image_width * r->codec.image_height > most) {
        close_reader(r);
        return PICTURE_TOO_LARGE;
    }
    r->codec.out_color_space = r->codec.num_components == 4 ? JCS_CMYK : JCS_RGB;
    wrong = read_rows(r, most, out);
    close_reader(r);
    return wrong;
}

#else

// A file must have something in it.
typedef int no_jpeg;

#endif
