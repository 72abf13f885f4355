// Ctrl-C and kill: a long job looks here now and then, ends cleanly and returns 128 plus the signal.
#ifndef TOOL_CLI_INTERRUPT_H
#define TOOL_CLI_INTERRUPT_H

#include <stdatomic.h>

typedef atomic_int stop_flag;

/// The number of the signal that came since catch_interrupts, or 0.
extern stop_flag interrupted;

/// From now on SIGINT and SIGTERM are noted; a second SIGINT ends the command at once. Signals that were ignored stay
/// ignored.
void catch_interrupts(void);

#endif
