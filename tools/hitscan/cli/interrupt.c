// Notes signals. A signal that was ignored stays ignored: the run is in the background.
#include "cli/interrupt.h"

#include <signal.h>

stop_flag interrupted;

static void on_signal(int number)
{
    atomic_store(&interrupted, number);
    signal(number, SIG_DFL);
}

static void catch_signal(int number)
{
    if (signal(number, on_signal) == SIG_IGN)
        signal(number, SIG_IGN);
}

void catch_interrupts(void)
{
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}
