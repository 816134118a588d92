#include "run/progress.h"

#include <stdio.h>
#include <unistd.h>

static double seconds_since(const struct timespec *then, const struct timespec *now)
{
    return (double)(now->tv_sec - then->tv_sec) + 1e-9 * (double)(now->tv_nsec - then->tv_nsec);
}

progress progress_begin(void)
{
    progress p = {.watched = isatty(STDERR_FILENO) == 1};
    clock_gettime(CLOCK_MONOTONIC, &p.begun);
    p.drawn = p.begun;
    return p;
}

static void draw(double part)
{
    enum { WIDTH = 40 };
    int filled = (int)(part * (double)WIDTH);
    fputs("\r[", stderr);
    for (int i = 0; i < WIDTH; i++) {
        fputc(i < filled ? '#' : '.', stderr);
    }
    fprintf(stderr, "] %3d %%", (int)(100 * part));
    fflush(stderr);
}

void progress_show(progress *p, uint64_t done, uint64_t total)
{
    enum { STEP = 128 }; /* calls between two readings of the clock */
    if (!p->watched || total == 0 || p->calls++ % STEP != 0) {
        return;
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seconds_since(&p->begun, &now) > 1 && (!p->shown || seconds_since(&p->drawn, &now) > 0.1)) {
        draw(done < total ? (double)done / (double)total : 1);
        p->shown = true;
        p->drawn = now;
    }
}

void progress_clear(progress *p)
{
    if (p->shown) {
        fputs("\r\x1b[K", stderr);
        fflush(stderr);
        p->shown = false;
    }
}
