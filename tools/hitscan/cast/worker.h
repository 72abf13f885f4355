// A thread that does one job at a time, so that reading and writing go on while rays are cast.
#ifndef TOOL_CAST_BACKGROUND_H
#define TOOL_CAST_BACKGROUND_H

typedef struct background background;

typedef void background_job(void* context);

/// Start the thread. NULL when the system gives none: jobs are then done at once, by who asks for them; all calls take
/// that.
background* background_create(void);

/// Begin a job; the one before must have been waited for.
void background_begin(background* b, background_job* job, void* context);

/// Wait for the end of the job, if there is one. What it wrote can then be read.
void background_wait(background* b);

/// Wait, and end the thread.
void background_destroy(background* b);

/// Let others go on for a moment: for who waits for what another thread is about to finish.
void background_rest(void);

#endif
