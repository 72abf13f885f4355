// What the command's readers of pictures need of it besides themselves: it refuses endings by a message, and tests that
// have its files without its verbs never ask for that.
#include "cli/verb.h"

#include <stdlib.h>

void print_error(const char* format, ...)
{
    (void)format;
    abort();
}
