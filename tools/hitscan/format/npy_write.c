// NumPy files: numpy.org/doc/stable/reference/generated/numpy.lib.format.html.
//
// The header is padded with spaces so that numbers begin at a multiple of 64 bytes. Numbers are little-endian, whatever
// the machine.
#include "format/npy_write.h"

#include <string.h>

enum { HEADER = 128, CHUNK = 1024 };

void npy_write(FILE* file, const char* type, uint32_t rows, uint32_t columns, uint32_t channels, const uint32_t* bits)
{
    const size_t count = (size_t)rows * columns * channels;
    char header[HEADER + 1], shape[64];
    unsigned char bytes[4 * CHUNK];
    int length;
    if (channels == 1)
        snprintf(shape, sizeof shape, "(%u, %u)", (unsigned)rows, (unsigned)columns);
    else
        snprintf(shape, sizeof shape, "(%u, %u, %u)", (unsigned)rows, (unsigned)columns, (unsigned)channels);
    memset(header, ' ', HEADER);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)(HEADER - 10);
    header[9] = 0;
    length = snprintf(header + 10, HEADER - 10, "{'descr': '<%s', 'fortran_order': False, 'shape': %s, }", type, shape);
    header[10 + length] = ' ';
    header[HEADER - 1] = '\n';
    fwrite(header, 1, HEADER, file);
    for (size_t begin = 0; begin < count; begin += CHUNK) {
        const size_t some = count - begin < CHUNK ? count - begin : CHUNK;
        for (size_t i = 0; i < some; i++)
            for (unsigned k = 0; k < 4; k++)
                bytes[4 * i + k] = (unsigned char)(bits[begin + i] >> 8 * k);
        fwrite(bytes, 4, some, file);
    }
}
