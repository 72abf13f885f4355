// Points of the screen, from the command line or from a file: the corners of a lasso, or pixels.
#ifndef TOOL_PICK_LASSO_H
#define TOOL_PICK_LASSO_H

#include <stdint.h>

typedef struct lasso {
    double (*points)[2]; ///< malloc'ed
    uint64_t* lines;     ///< malloc'ed: of each, its line in the file, from 1; on the command line 0
    uint32_t count;
} lasso;

/// Read "X,Y,X,Y,...", or with "@FILE" a file of "X,Y" lines; "@-" is the standard input. Empty lines of a file do not
/// count, nor lines that begin with '#'; a space may stand for the comma.
///
/// @param verb_name  for messages
/// @param read  set on success, else untouched
/// @return  an exit code: at least 3 corners there must be
int lasso_read(const char* verb_name, const char* text, lasso* read);

/// Read the pixels of --at: "X,Y", or a file as above, which may also be called "-". The same otherwise, but there need
/// not be more than one.
int pixels_read(const char* verb_name, const char* text, lasso* read);

void lasso_free(lasso* l);

#endif
