// A thread that does one job at a time, so that reading and writing go on while rays are cast.
#ifndef TOOL_CAST_WORKER_H
#define TOOL_CAST_WORKER_H

typedef struct worker worker;

typedef void worker_job(void* context);

/// Start the thread. NULL when the system gives none: jobs are then done at once, by who asks for them; all calls take
/// that.
worker* worker_create(void);

/// Begin a job; the one before must have been waited for.
void worker_begin(worker* b, worker_job* job, void* context);

/// Wait for the end of the job, if there is one. What it wrote can then be read.
void worker_wait(worker* b);

/// Wait, and end the thread.
void worker_destroy(worker* b);

/// Sleep.
void worker_pause(long microseconds);

/// Let others go on for a moment, while waiting for what another thread is about to finish.
void worker_yield(void);

#endif
