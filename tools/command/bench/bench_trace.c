#include "bench/bench_trace.h"

#include <stdlib.h>

#if defined __linux__ && defined __x86_64__

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* The number of registers' bytes before the instruction pointer, for PTRACE_PEEKUSER. */
static const size_t pointer_offset = offsetof(struct user_regs_struct, rip);

/* In the child: runs the case between two stops. */
static _Noreturn void run_between_stops(const bench_case *c, size_t repeats)
{
    cdy_error error;
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    const cdy_status status = c->run(c, repeats, &error);
    raise(SIGSTOP);
    _exit(status != CDY_OK);
}

/* Appends an address; false where memory runs out. An instruction that repeats itself (rep stosb) is one. */
static bool add_address(bench_trace *trace, uint64_t address)
{
    if (trace->count && trace->addresses[trace->count - 1] == address) {
        return true;
    }
    if (trace->count == trace->room) {
        const size_t room = trace->room ? 2 * trace->room : (size_t)1 << 16;
        uint64_t *larger = realloc(trace->addresses, room * sizeof *larger);
        if (!larger) {
            return false;
        }
        trace->addresses = larger;
        trace->room = room;
    }
    trace->addresses[trace->count++] = address;
    return true;
}

/* Lets the child run until it stops; returns the signal that stopped it, 0 where it ended. */
static int wait_for_stop(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return 0;
        }
    }
    return WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
}

/* Steps the child from its first stop to its second. */
static const char *follow(pid_t child, bench_trace *trace)
{
    static const char *const refused = "this system does not let a process run another step by step (ptrace)";
    int stop = wait_for_stop(child);
    if (stop != SIGSTOP || ptrace(PTRACE_SETOPTIONS, child, NULL, (uintptr_t)PTRACE_O_EXITKILL)) {
        return refused;
    }
    do {
        errno = 0;
        const long address = ptrace(PTRACE_PEEKUSER, child, pointer_offset, NULL);
        if (errno || ptrace(PTRACE_SINGLESTEP, child, NULL, NULL)) {
            return refused;
        }
        if (!add_address(trace, (uint64_t)address)) {
            return "out of memory";
        }
        stop = wait_for_stop(child);
    } while (stop == SIGTRAP);
    return stop == SIGSTOP ? NULL : "the process that is run step by step ended early";
}

static int compare_addresses(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

bool bench_trace_run(const bench_case *c, size_t repeats, bench_trace *trace, const char **reason)
{
    *trace = (bench_trace){0};
    const pid_t child = fork();
    if (child == 0) {
        run_between_stops(c, repeats);
    }
    *reason = child < 0 ? "no process can be started" : follow(child, trace);
    if (child > 0) {
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    trace->count = *reason ? 0 : trace->count;
    if (trace->count) {
        qsort(trace->addresses, trace->count, sizeof *trace->addresses, compare_addresses);
    }
    return *reason == NULL;
}

#else

bool bench_trace_run(const bench_case *c, size_t repeats, bench_trace *trace, const char **reason)
{
    (void)c, (void)repeats;
    *trace = (bench_trace){0};
    *reason = "instructions can be counted on Linux and x86-64 alone";
    return false;
}

#endif

void bench_trace_clear(bench_trace *trace)
{
    free(trace->addresses);
    *trace = (bench_trace){0};
}
