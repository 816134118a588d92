#include "bench/bench_trace.h"

#include <stdlib.h>

const char *const bench_no_memory = "out of memory";

#if defined __linux__ && defined __x86_64__

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the instruction pointer lies among the registers, bytes, for PTRACE_PEEKUSER. */
static const size_t pointer_offset = offsetof(struct user_regs_struct, rip);

/* Where a run ends. */
static __attribute__((noinline)) void mark_end(void)
{
    __asm__ volatile("");
}

/* In the child: stops, then runs the case up to mark_end(). It ends with its parent, whatever ends that. */
static _Noreturn void run_until_end(const bench_case *c, size_t repeats)
{
    cdy_error error;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || ptrace(PTRACE_TRACEME, 0, NULL, NULL)) {
        _exit(1);
    }
    raise(SIGSTOP);
    const cdy_status status = c->run(c, repeats, &error);
    mark_end();
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

/* Whether a signal tells of a fault in the child, or that it ended; others, such as that of a window whose size
 * changes, do not matter to it. */
static bool is_fatal(int stop)
{
    return stop == 0 || stop == SIGSEGV || stop == SIGBUS || stop == SIGILL || stop == SIGFPE || stop == SIGABRT;
}

/* Steps the child from its stop to mark_end(). Returns NULL, or why that is impossible. */
static const char *follow(pid_t child, bench_trace *trace)
{
    static const char *const refused = "this system does not let a process run another step by step (ptrace)";
    const uint64_t end = (uint64_t)(uintptr_t)&mark_end;
    int stop = wait_for_stop(child);
    if (is_fatal(stop) || ptrace(PTRACE_SETOPTIONS, child, NULL, (uintptr_t)PTRACE_O_EXITKILL)) {
        return refused;
    }
    do {
        errno = 0;
        const long address = ptrace(PTRACE_PEEKUSER, child, pointer_offset, NULL);
        if (errno) {
            return refused;
        }
        if ((uint64_t)address == end) {
            return NULL;
        }
        if (!add_address(trace, (uint64_t)address)) {
            return bench_no_memory;
        }
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL)) {
            return refused;
        }
        stop = wait_for_stop(child);
    } while (!is_fatal(stop));
    return "the process that is run step by step ended early";
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
        run_until_end(c, repeats);
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
