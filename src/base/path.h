// Files by their names: what the C library does with them, and on Windows the same for names in UTF-8 of any length.
//
// There, the C library takes names in the code page of the system, of up to 260 characters, and renaming does not
// replace. Elsewhere each call is the plain one. On failure errno says why, as usual.
#ifndef HITSCAN_BASE_PATH_H
#define HITSCAN_BASE_PATH_H

#include <stdbool.h>
#include <stdio.h>

#if defined(_WIN32)

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <errno.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <wchar.h>
#include <windows.h>

enum { HIT_PATH_MAX = 32768, HIT_PATH_SHORT = 248 };

// A name as Windows wants it: in UTF-16, and where it is long, whole and marked as such. False, with errno, when it is
// no UTF-8 or beyond all limits.
static inline bool hit_path_widen(const char* name, wchar_t wide[HIT_PATH_MAX])
{
    static const wchar_t mark[] = L"\\\\?\\";
    enum { MARK = 4 };
    int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, wide, HIT_PATH_MAX);
    if (length > HIT_PATH_SHORT && wcsncmp(wide, L"\\\\", 2) != 0) {
        wchar_t whole[HIT_PATH_MAX];
        length = (int)GetFullPathNameW(wide, HIT_PATH_MAX - MARK, whole, NULL);
        if (length > 0 && length < HIT_PATH_MAX - MARK) {
            wmemcpy(wide, mark, MARK);
            wmemcpy(wide + MARK, whole, (size_t)length + 1);
        } else
            length = 0;
    }
    if (length <= 0)
        errno = GetLastError() == ERROR_NO_UNICODE_TRANSLATION ? EILSEQ : ENAMETOOLONG;
    return length > 0;
}

static inline FILE* hit_path_fopen(const char* name, const char* mode)
{
    wchar_t wide[HIT_PATH_MAX], wide_mode[8];
    size_t i = 0;
    for (; mode[i] != '\0' && i + 1 < sizeof wide_mode / sizeof *wide_mode; i++)
        wide_mode[i] = (wchar_t)mode[i];
    wide_mode[i] = L'\0';
    return hit_path_widen(name, wide) ? _wfopen(wide, wide_mode) : NULL;
}

static inline int hit_path_open(const char* name, int flags, int permissions)
{
    wchar_t wide[HIT_PATH_MAX];
    return hit_path_widen(name, wide) ? _wopen(wide, flags, permissions & (_S_IREAD | _S_IWRITE)) : -1;
}

static inline int hit_path_stat(const char* name, struct _stat64* s)
{
    wchar_t wide[HIT_PATH_MAX];
    return hit_path_widen(name, wide) ? _wstat64(wide, s) : -1;
}

static inline bool hit_path_is_writable(const char* name)
{
    wchar_t wide[HIT_PATH_MAX];
    return hit_path_widen(name, wide) && _waccess(wide, 2) == 0;
}

static inline int hit_path_remove(const char* name)
{
    wchar_t wide[HIT_PATH_MAX];
    return hit_path_widen(name, wide) ? _wremove(wide) : -1;
}

// Give a file another name, in place of any that has it, in one step.
static inline bool hit_path_replace(const char* from, const char* to)
{
    wchar_t wide_from[HIT_PATH_MAX], wide_to[HIT_PATH_MAX];
    if (!hit_path_widen(from, wide_from) || !hit_path_widen(to, wide_to))
        return false;
    if (MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return true;
    errno = GetLastError() == ERROR_FILE_NOT_FOUND ? ENOENT : EACCES;
    return false;
}

#else

#if defined(__unix__) || defined(__APPLE__) || defined(__wasi__)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static inline int hit_path_open(const char* name, int flags, int permissions)
{
    return open(name, flags, permissions);
}

static inline int hit_path_stat(const char* name, struct stat* s)
{
    return stat(name, s);
}

static inline bool hit_path_is_writable(const char* name)
{
    return access(name, W_OK) == 0;
}
#endif

static inline FILE* hit_path_fopen(const char* name, const char* mode)
{
    return fopen(name, mode);
}

static inline int hit_path_remove(const char* name)
{
    return remove(name);
}

static inline bool hit_path_replace(const char* from, const char* to)
{
    return rename(from, to) == 0;
}

#endif

#endif
