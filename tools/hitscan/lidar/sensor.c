// Sensors by name and by their fields.
//
// The numbers of the names are those of public data sheets, at ten turns per second: 16 beams of ±15 degrees and 32
// beams from -30.67 to 10.67 degrees, both to 100 m and with one firing each 0.2 and 0.16 degrees; 64 and 128 beams of
// ±22.5 degrees to 120 m with 1,024 firings per turn.
#include "lidar/sensor.h"
#include "cli/verb.h"

#include <math.h>
#include <string.h>

enum { WORD_MAX = 64 };

const char* const sensor_names[] = {"vlp16", "hdl32", "os1-64", "os1-128", NULL};

static const sensor known[] = {
    {16, -15.0, 15.0, 0.5, 100.0, 10.0, 0.2},
    {32, -30.67, 10.67, 0.5, 100.0, 10.0, 0.16},
    {64, -22.5, 22.5, 0.5, 120.0, 10.0, 360.0 / 1024.0},
    {128, -22.5, 22.5, 0.5, 120.0, 10.0, 360.0 / 1024.0},
};

static const char* const fields[] = {"beams", "fov", "range", "rate", "step", "columns", NULL};

// The value of a field: so many numbers.
static bool want(const char* field, const char* value, double* numbers, uint32_t count)
{
    if (read_numbers(value, numbers, 2) == count)
        return true;
    print_error("lidar: --sensor: %s= wants %s, not \"%s\"", field,
                count == 1 ? "a number" : "two numbers with a comma between", value);
    return false;
}

static bool refuse(const char* what)
{
    print_error("lidar: --sensor: %s", what);
    return false;
}

static bool read_field(sensor* s, const char* field, const char* value)
{
    double n[2] = {0.0, 0.0};
    if (strcmp(field, "fov") == 0) {
        if (!want(field, value, n, 2))
            return false;
        s->low = n[0];
        s->high = n[1];
        return (n[0] >= -90.0 && n[0] <= n[1] && n[1] <= 90.0) ||
               refuse("fov= wants the lowest and the highest beam, from -90 to 90 degrees above the horizon");
    }
    if (strcmp(field, "range") == 0) {
        if (!want(field, value, n, 2))
            return false;
        s->near = n[0];
        s->far = n[1];
        return (n[0] >= 0.0 && n[0] < n[1] && n[1] <= 1e6) ||
               refuse("range= wants the shortest and the longest range, from 0 to 1000000 metres");
    }
    if (!want(field, value, n, 1))
        return false;
    if (strcmp(field, "beams") == 0) {
        if (n[0] < 1.0 || n[0] > SENSOR_BEAMS_MAX || n[0] != floor(n[0]))
            return refuse("beams= must be a whole number from 1 to 1024");
        s->beams = (uint32_t)n[0];
        return true;
    }
    if (strcmp(field, "rate") == 0) {
        s->rate = n[0];
        return (n[0] > 0.0 && n[0] <= 1e4) || refuse("rate= must be above 0 and at most 10000 turns per second");
    }
    s->step = strcmp(field, "columns") == 0 ? 360.0 / n[0] : n[0];
    return (s->step >= 1e-4 && s->step <= 360.0) || refuse("step= must be from 0.0001 to 360 degrees, columns= from 1");
}

static bool read_word(sensor* s, char* word)
{
    char* equals = strchr(word, '=');
    const char* near;
    if (!equals) {
        for (int i = 0; sensor_names[i]; i++)
            if (strcmp(word, sensor_names[i]) == 0) {
                *s = known[i];
                return true;
            }
        near = suggest(word, sensor_names);
        if (near)
            print_error("lidar: --sensor has no \"%s\"; did you mean %s?", word, near);
        else
            print_error("lidar: --sensor has no \"%s\"; it is vlp16, hdl32, os1-64, os1-128 or fields as in "
                        "beams=64/fov=-25,15/range=0.5,120/rate=10/step=0.2",
                        word);
        return false;
    }
    *equals = '\0';
    for (int i = 0; fields[i]; i++)
        if (strcmp(word, fields[i]) == 0)
            return read_field(s, word, equals + 1);
    near = suggest(word, fields);
    if (near)
        print_error("lidar: --sensor has no field \"%s\"; did you mean %s?", word, near);
    else
        print_error("lidar: --sensor has no field \"%s\"; it has beams, fov, range, rate, step and columns", word);
    return false;
}

bool sensor_read(const char* description, sensor* s)
{
    *s = known[0];
    for (const char* text = description;;) {
        char word[WORD_MAX];
        const size_t length = strcspn(text, "/");
        if (length == 0 || length >= sizeof word) {
            print_error("lidar: --sensor: \"%s\" has a field that is %s", description,
                        length == 0 ? "empty" : "too long");
            return false;
        }
        memcpy(word, text, length);
        word[length] = '\0';
        if (!read_word(s, word))
            return false;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

double sensor_interval(const sensor* s)
{
    return s->step / (360.0 * s->rate);
}

double sensor_elevation(const sensor* s, uint32_t beam)
{
    if (s->beams == 1)
        return 0.5 * (s->low + s->high);
    return s->low + (s->high - s->low) * (double)beam / (double)(s->beams - 1);
}
