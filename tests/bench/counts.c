/* Counts of instructions, so that "close to the limit" is a number: the instructions of a call, those that compute with
 * floating-point numbers, their operations, and how near these come to the rate at which the processor can issue fused
 * multiply-adds.
 *
 *     bench_counts [[--floating-base] ROBOT.urdf]...
 *
 * A child process runs a call instruction by instruction (ptrace), and objdump (binutils) gives the name of each
 * instruction: this works with every instruction that the processor has, and no load on the machine changes the counts.
 * Times are the least of many calls without the child, and the rate of multiply-adds is measured between them, of one
 * number for the calls for one state and in the widest registers for batches. Operations: one a lane of a register, two
 * of a fused multiply-add. For Linux on x86-64 with FMA. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "rounds.h"

#include <condyle/condyle.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATES = 64, MOST_STEPS = 1 << 22 };

typedef struct subject {
    cdy_model *model;
    cdy_workspace *work;
    cdy_batch *batch;
    double *q, *qd, *qdd, *out[3];
} subject;

static cdy_status inverse_dynamics(const subject *s)
{
    return cdy_inverse_dynamics(s->model, s->work, s->q, s->qd, s->qdd, NULL, s->out[0], NULL);
}

static cdy_status mass_matrix(const subject *s)
{
    return cdy_mass_matrix(s->model, s->work, s->q, s->out[0], NULL);
}

static cdy_status forward_dynamics(const subject *s)
{
    return cdy_forward_dynamics(s->model, s->work, s->q, s->qd, s->qdd, NULL, s->out[0], NULL);
}

static cdy_status inverse_derivatives(const subject *s)
{
    return cdy_inverse_dynamics_derivatives(s->model, s->work, s->q, s->qd, s->qdd, NULL, s->out[0], s->out[1], NULL);
}

static cdy_status forward_derivatives(const subject *s)
{
    return cdy_forward_dynamics_derivatives(s->model, s->work, s->q, s->qd, s->qdd, NULL,
                                            &(const cdy_forward_derivatives){s->out[0], s->out[1], s->out[2]}, NULL);
}

static cdy_status jacobian(const subject *s)
{
    return cdy_geometric_jacobian(s->model, s->work, cdy_model_frame_count(s->model) - 1, CDY_AXES_BASE, s->q,
                                  s->out[0], NULL);
}

static cdy_status batch_inverse_dynamics(const subject *s)
{
    return cdy_batch_inverse_dynamics(s->model, s->batch, STATES, s->q, s->qd, s->qdd, NULL, s->out[0], NULL, NULL);
}

static cdy_status batch_mass_matrix(const subject *s)
{
    return cdy_batch_mass_matrix(s->model, s->batch, STATES, s->q, s->out[0], NULL, NULL);
}

static cdy_status batch_forward_dynamics(const subject *s)
{
    return cdy_batch_forward_dynamics(s->model, s->batch, STATES, s->q, s->qd, s->qdd, NULL, s->out[0], NULL, NULL);
}

static cdy_status batch_inverse_derivatives(const subject *s)
{
    return cdy_batch_inverse_dynamics_derivatives(s->model, s->batch, STATES, s->q, s->qd, s->qdd, NULL, s->out[0],
                                                  s->out[1], NULL, NULL);
}

static const struct call {
    const char *name;
    cdy_status (*run)(const subject *s);
    int states;
} calls[] = {
    {"inverse dynamics", inverse_dynamics, 1},
    {"mass matrix", mass_matrix, 1},
    {"forward dynamics", forward_dynamics, 1},
    {"derivatives of inverse dynamics", inverse_derivatives, 1},
    {"derivatives of forward dynamics", forward_derivatives, 1},
    {"Jacobian", jacobian, 1},
    {"batch, inverse dynamics", batch_inverse_dynamics, STATES},
    {"batch, mass matrix", batch_mass_matrix, STATES},
    {"batch, forward dynamics", batch_forward_dynamics, STATES},
    {"batch, derivatives of inverse dynamics", batch_inverse_derivatives, STATES},
};

/* ---- the instructions that a call runs ---- */

static unsigned long long steps[MOST_STEPS]; /* addresses */

/* In the child: run the call between two stops. */
static _Noreturn void run_traced(const subject *s, const struct call *c)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    __asm__ volatile("int3");
    const cdy_status status = c->run(s);
    __asm__ volatile("int3");
    _exit(status != CDY_OK);
}

/* Whether the child stopped at int3 instead of after a step. */
static bool is_at_mark(pid_t child)
{
    siginfo_t info;
    return !ptrace(PTRACE_GETSIGINFO, child, NULL, &info) && info.si_code == SI_KERNEL;
}

/* Fills `steps` and returns their number; 0 where the child cannot be traced. */
static size_t trace(const subject *s, const struct call *c)
{
    size_t count = 0;
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        run_traced(s, c);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status)) {
        return 0;
    }
    while (count < MOST_STEPS) {
        struct user_regs_struct registers;
        if (ptrace(PTRACE_GETREGS, child, NULL, &registers)) {
            break;
        }
        steps[count] = registers.rip;
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) || waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status) ||
            is_at_mark(child)) {
            break;
        }
        count++;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return count;
}

/* ---- the kinds of instructions ---- */

typedef struct counts {
    size_t all, outside, arithmetic, operations;
} counts;

typedef struct library {
    unsigned long long start; /* address at which address 0 of its file is loaded */
    char path[1024];
} library;

static int find_library(struct dl_phdr_info *info, size_t size, void *found)
{
    library *l = found;
    (void)size;
    if (!strstr(info->dlpi_name, "libcondyle")) {
        return 0;
    }
    l->start = info->dlpi_addr;
    snprintf(l->path, sizeof l->path, "%s", info->dlpi_name);
    return 1;
}

/* Numbers in the registers of an instruction on packed or single, double or float numbers. */
static size_t count_lanes(const char *name, const char *operands)
{
    const size_t length = strlen(name), bytes = name[length - 1] == 'd' ? 8 : 4;
    if (name[length - 2] == 's') {
        return 1;
    }
    return (strstr(operands, "zmm") ? 64 : strstr(operands, "ymm") ? 32 : 16) / bytes;
}

/* Operations of an instruction: of an addition, product, quotient or root, or of a fused multiply-add. */
static size_t count_operations(const char *name, const char *operands)
{
    static const char *const plain[] = {"add", "sub", "mul", "div", "sqrt", "min", "max"};
    const size_t length = strlen(name);
    const char *kind = name + (name[0] == 'v');
    if (length < 4 || (strcmp(name + length - 2, "pd") != 0 && strcmp(name + length - 2, "sd") != 0 &&
                       strcmp(name + length - 2, "ps") != 0 && strcmp(name + length - 2, "ss") != 0)) {
        return 0;
    }
    if (!strncmp(kind, "fmadd", 5) || !strncmp(kind, "fmsub", 5) || !strncmp(kind, "fnm", 3)) {
        return 2 * count_lanes(name, operands);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strlen(kind) == strlen(plain[i]) + 2 && !strncmp(kind, plain[i], strlen(plain[i]))) {
            return count_lanes(name, operands);
        }
    }
    return 0;
}

static int compare_addresses(const void *a, const void *b)
{
    const unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
    return (x > y) - (x < y);
}

/* The first of the sorted steps at or after an address. */
static size_t first_step(size_t count, unsigned long long address)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (steps[middle] < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Counts the steps by kind of instruction, from the disassembly of the library in `file`. */
static counts classify(size_t count, const library *l, FILE *file)
{
    counts c = {.all = count, .outside = count};
    char line[512], name[32], operands[256];
    unsigned long long address;
    qsort(steps, count, sizeof *steps, compare_addresses);
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        operands[0] = '\0';
        if (sscanf(line, " %llx:%31s %255[^\n]", &address, name, operands) < 2) {
            continue;
        }
        const size_t operations = count_operations(name, operands);
        for (size_t i = first_step(count, l->start + address); i < count && steps[i] == l->start + address; i++) {
            c.outside--;
            c.arithmetic += operations > 0;
            c.operations += operations;
        }
    }
    return c;
}

/* ---- times ---- */

/* Twelve multiply-adds that are independent of each other, in registers named PREFIX0 to PREFIX15. */
#define MULTIPLY_ADD(name, prefix, to) name " %%" prefix "15, %%" prefix "14, %%" prefix #to "\n\t"
#define MULTIPLY_ADDS(name, prefix)                                                                                    \
    __asm__ volatile(                                                                                                  \
        MULTIPLY_ADD(name, prefix, 0) MULTIPLY_ADD(name, prefix, 1) MULTIPLY_ADD(name, prefix, 2)                      \
            MULTIPLY_ADD(name, prefix, 3) MULTIPLY_ADD(name, prefix, 4) MULTIPLY_ADD(name, prefix, 5)                  \
                MULTIPLY_ADD(name, prefix, 6) MULTIPLY_ADD(name, prefix, 7) MULTIPLY_ADD(name, prefix, 8)              \
                    MULTIPLY_ADD(name, prefix, 9) MULTIPLY_ADD(name, prefix, 10) MULTIPLY_ADD(name, prefix, 11)        \
        :                                                                                                              \
        :                                                                                                              \
        : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11")

/* Time of a multiply-add, ns: of one number, which most instructions of the calls for one state have, or in the widest
 * registers. */
static double time_of_multiply_add(bool wide)
{
    enum { LOOPS = 20000, AT_ONCE = 12 };
    const bool widest = wide && __builtin_cpu_supports("avx512f");
    const double start = now();
    for (int i = 0; i < LOOPS; i++) {
        if (widest) {
            MULTIPLY_ADDS("vfmadd231pd", "zmm");
        } else if (wide) {
            MULTIPLY_ADDS("vfmadd231pd", "ymm");
        } else {
            MULTIPLY_ADDS("vfmadd231sd", "xmm");
        }
    }
    return (now() - start) / ((double)LOOPS * (double)AT_ONCE);
}

/* Least times of a call and of a multiply-add, taken in turns. */
static int measure(const subject *s, const struct call *c, double *least, double *multiply_add)
{
    static double times[ROUNDS], peaks[ROUNDS];
    const int repeats = 1 + 2000 / c->states;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (int i = 0; i < repeats; i++) {
            if (c->run(s)) {
                return 1;
            }
        }
        times[round] = (now() - start) / repeats;
        peaks[round] = time_of_multiply_add(c->states > 1);
    }
    *least = sum_up(times, ROUNDS).least;
    *multiply_add = sum_up(peaks, ROUNDS).least;
    return 0;
}

/* ---- subjects ---- */

static int make_subject(subject *s, const cdy_tree *tree)
{
    uint64_t seed = 1;
    if (!tree || cdy_model_create(tree, &s->model, NULL) || cdy_workspace_create(s->model, &s->work, NULL) ||
        cdy_batch_create(s->model, NULL, &s->batch, NULL)) {
        return 1;
    }
    const size_t nq = (size_t)cdy_model_nq(s->model), nv = (size_t)cdy_model_nv(s->model);
    s->q = calloc(STATES * nq, sizeof *s->q);
    s->qd = calloc(STATES * nv, sizeof *s->qd);
    s->qdd = calloc(STATES * nv, sizeof *s->qdd);
    int failed = !s->q || !s->qd || !s->qdd;
    for (int i = 0; i < 3; i++) {
        s->out[i] = calloc(STATES * (nv + 6) * nv, sizeof *s->out[i]);
        failed |= !s->out[i];
    }
    for (size_t i = 0; !failed && i < STATES; i++) {
        cdy_random_configuration(s->model, &seed, s->q + i * nq);
    }
    for (size_t i = 0; !failed && i < STATES * nv; i++) {
        s->qd[i] = 0.1 * (double)(i % 13);
        s->qdd[i] = 0.2 * (double)(i % 17);
    }
    return failed;
}

static void free_subject(subject *s)
{
    free(s->q);
    free(s->qd);
    free(s->qdd);
    for (int i = 0; i < 3; i++) {
        free(s->out[i]);
    }
    cdy_batch_destroy(s->batch);
    cdy_workspace_destroy(s->work);
    cdy_model_destroy(s->model);
}

static int count_robot(const char *robot, const cdy_tree *tree, const library *l, FILE *disassembly)
{
    subject s = {0};
    int failed = make_subject(&s, tree);
    for (size_t i = 0; !failed && i < sizeof calls / sizeof *calls; i++) {
        double least = 0, multiply_add = 0;
        failed = measure(&s, &calls[i], &least, &multiply_add);
        const size_t count = failed ? 0 : trace(&s, &calls[i]);
        if (failed || !count) {
            fprintf(stderr, "%s, %s: %s\n", robot, calls[i].name, failed ? "fails" : "cannot be traced");
            failed = 1;
            break;
        }
        const counts c = classify(count, l, disassembly);
        const double states = calls[i].states;
        printf("%-20.20s %-39s %9.0f %8.0f %10.0f %10.0f %9.1f %7.1f %7.0f %%\n", robot, calls[i].name,
               (double)c.all / states, (double)c.outside / states, (double)c.arithmetic / states,
               (double)c.operations / states, least / states, (double)c.operations / least,
               100 * (double)c.arithmetic * multiply_add / least);
    }
    free_subject(&s);
    return failed;
}

static int count_file(const char *path, bool floating, const library *l, FILE *disassembly)
{
    cdy_tree *tree = NULL;
    cdy_error error;
    cdy_urdf_options options = cdy_urdf_options_default();
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    options.floating_base = floating;
    options.gravity[2] = -9.81;
    int failed = strchr(path, '.') ? cdy_urdf_load_file(path, &options, &tree, &error) != CDY_OK
                                   : cdy_urdf_load_bundled(path, &options, &tree, &error) != CDY_OK;
    if (failed) {
        fprintf(stderr, "%s\n", error.text);
    }
    failed = failed || count_robot(name, tree, l, disassembly);
    cdy_tree_destroy(tree);
    return failed;
}

/* Disassembles the library to a temporary file. */
static FILE *disassemble(const library *l)
{
    char command[1200];
    char text[65536];
    size_t length;
    FILE *file = tmpfile();
    snprintf(command, sizeof command, "objdump -d --no-show-raw-insn '%s'", l->path);
    FILE *pipe = file ? popen(command, "r") : NULL;
    while (pipe && (length = fread(text, 1, sizeof text, pipe)) > 0) {
        fwrite(text, 1, length, file);
    }
    if (!pipe || pclose(pipe) != 0) {
        fprintf(stderr, "objdump (binutils) cannot read %s\n", l->path);
        exit(1);
    }
    return file;
}

int main(int argc, char **argv)
{
    static const char *const bundled[] = {"universalUR5e", "kukaIiwa14"};
    library l = {0};
    bool floating = false;
    int failed = 0;
    if (!dl_iterate_phdr(find_library, &l)) {
        fprintf(stderr, "the library is not a shared one\n");
        return 1;
    }
    FILE *disassembly = disassemble(&l);
    printf("a state: instructions, those outside of the library, with floating-point arithmetic, operations; least ns; "
           "operations a ns; share of the rate of fused multiply-adds\n");
    printf("%-20s %-39s %9s %8s %10s %10s %9s %7s %9s\n", "robot", "call", "all", "outside", "arithmetic", "operations",
           "ns", "GFLOP/s", "rate");
    for (int i = argc > 1 ? 1 : 0; !failed && i < (argc > 1 ? argc : 2); i++) {
        const char *robot = argc > 1 ? argv[i] : bundled[i];
        if (!strcmp(robot, "--floating-base")) {
            floating = true;
            continue;
        }
        failed = count_file(robot, floating, &l, disassembly);
        floating = false;
    }
    fclose(disassembly);
    return failed;
}
