// Windows hands arguments in its code page to main, ends lines by two bytes, and shows text in another code page.
#include "cli/console.h"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#include <shellapi.h>

static char* in_utf8(const wchar_t* text)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char* copy = size > 0 ? malloc((size_t)size) : NULL;
    if (copy)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, copy, size, NULL, NULL);
    return copy;
}

char** console_begin(int* argc, char** argv)
{
    int count = 0;
    wchar_t** wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char** made = wide ? calloc((size_t)count + 1, sizeof *made) : NULL;
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    // They live as long as the command does. Without memory for them the plain ones must do.
    for (int i = 0; made && i < count; i++) {
        made[i] = in_utf8(wide[i]);
        if (!made[i])
            made = NULL;
    }
    if (wide)
        LocalFree((void*)wide);
    if (!made)
        return argv;
    *argc = count;
    return made;
}

#else

char** console_begin(int* argc, char** argv)
{
    (void)argc;
    return argv;
}

#endif
