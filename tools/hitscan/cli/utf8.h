// UTF-8, as far as names need it.
#ifndef TOOL_CLI_UTF8_H
#define TOOL_CLI_UTF8_H

/// The length of the UTF-8 sequence at `text`, from 1 to 4, or 0 when there is none. Reads no byte behind one that does
/// not belong to it, so a zero is the end of what is read.
int utf8_length(const unsigned char* text);

/// Make text safe for terminals, where it stands: each byte that is no UTF-8 or of a control character becomes '?'.
char* utf8_clean(char* text);

#endif
