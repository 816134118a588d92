#define _GNU_SOURCE /* dl_iterate_phdr */
#include "bench/bench_code.h"

#include "bench/bench_trace.h"

#include <stdlib.h>

#if defined __linux__ && defined __x86_64__

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- one instruction ---- */

/* Numbers in the registers of an instruction on packed or single numbers, by the end of its name: pd, sd, ps, ss. */
static unsigned count_lanes(const char *ending, const char *operands)
{
    const unsigned bytes = ending[1] == 'd' ? 8 : 4;
    if (ending[0] == 's') {
        return 1;
    }
    return (strstr(operands, "zmm") ? 64 : strstr(operands, "ymm") ? 32 : 16) / bytes;
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static unsigned count_operations(const char *name, const char *operands)
{
    static const char *const plain[] = {"add", "sub", "mul", "div", "sqrt", "min", "max"};
    const size_t length = strlen(name);
    const char *kind = name + (name[0] == 'v'), *ending = length < 4 ? "" : name + length - 2;
    if (!*ending || !strchr("ps", ending[0]) || !strchr("ds", ending[1])) {
        return 0;
    }
    if (begins_with(kind, "fmadd") || begins_with(kind, "fmsub") || begins_with(kind, "fnm")) {
        return 2 * count_lanes(ending, operands);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (begins_with(kind, plain[i]) && kind + strlen(plain[i]) == ending) {
            return count_lanes(ending, operands);
        }
    }
    return 0;
}

/* ---- one object ---- */

static bool add_instruction(bench_object *object, size_t *room, uint64_t address, unsigned operations)
{
    if (object->count == *room) {
        *room = *room ? 2 * *room : 1 << 14;
        bench_instruction *larger = realloc(object->instructions, *room * sizeof *larger);
        if (!larger) {
            return false;
        }
        object->instructions = larger;
    }
    object->instructions[object->count++] = (bench_instruction){address, operations};
    return true;
}

/* Reads the instructions that compute from a disassembly; `base` is where address 0 of the file is loaded. */
static bool read_instructions(FILE *disassembly, uint64_t base, bench_object *object)
{
    char line[512], name[32], operands[256];
    size_t room = 0;
    while (fgets(line, sizeof line, disassembly)) {
        char *end;
        const uint64_t address = strtoull(line, &end, 16);
        operands[0] = '\0';
        if (*end != ':' || sscanf(end + 1, "%31s %255[^\n]", name, operands) < 1) {
            continue;
        }
        operands[strcspn(operands, "#")] = '\0'; /* names of symbols follow */
        const unsigned operations = count_operations(name, operands);
        if (operations && !add_instruction(object, &room, base + address, operations)) {
            return false;
        }
    }
    return true;
}

/* Starts objdump, whose output *output receives. */
static bool start_objdump(const char *path, int *output, pid_t *process)
{
    char program[] = "objdump", disassemble[] = "-d", brief[] = "--no-show-raw-insn", end[] = "--", file[4096];
    char *const arguments[] = {program, disassemble, brief, end, file, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];
    if ((size_t)snprintf(file, sizeof file, "%s", path) >= sizeof file || pipe(ends)) {
        return false;
    }
    bool started = false;
    if (!fcntl(ends[0], F_SETFD, FD_CLOEXEC) && !fcntl(ends[1], F_SETFD, FD_CLOEXEC) &&
        !posix_spawn_file_actions_init(&actions)) {
        started = !posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) &&
                  !posix_spawnp(process, program, &actions, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (!started) {
        close(ends[0]);
    }
    *output = ends[0];
    return started;
}

static const char *disassemble(const char *path, uint64_t base, bench_object *object)
{
    int output = -1, status = 1;
    pid_t process;
    if (!start_objdump(path, &output, &process)) {
        return "the program objdump (binutils) cannot be started";
    }
    FILE *disassembly = fdopen(output, "r");
    const bool read = disassembly && read_instructions(disassembly, base, object);
    if (disassembly) {
        fclose(disassembly);
    } else {
        close(output);
    }
    const bool ended = waitpid(process, &status, 0) == process;
    if (!read) {
        return bench_no_memory;
    }
    return ended && status == 0 && object->count ? NULL : "the program objdump (binutils) cannot read the library";
}

/* ---- all objects ---- */

typedef struct reading {
    bench_code *code;
    uint64_t library;   /* an address in the library; 0: it is a part of the program */
    const char *reason; /* NULL: no failure so far */
} reading;

static void set_addresses(const struct dl_phdr_info *info, bench_object *object)
{
    object->first = UINT64_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD) {
            const uint64_t first = info->dlpi_addr + part->p_vaddr, end = first + part->p_memsz;
            object->first = first < object->first ? first : object->first;
            object->end = end > object->end ? end : object->end;
        }
    }
}

static bool contains(const bench_object *object, uint64_t address)
{
    return object->first <= address && address < object->end;
}

/* Whether a file is code for a robot: these lie in the cache's folder, condyle. */
static bool is_robot_code(const char *path)
{
    const char *name = strrchr(path, '/'), folder[] = "/condyle";
    const size_t length = sizeof folder - 1;
    return name && (size_t)(name - path) >= length && strncmp(name - length, folder, length) == 0;
}

/* Disassembles an object; the name of the main program is empty. */
static const char *disassemble_object(const struct dl_phdr_info *info, bench_object *object)
{
    char program[4096];
    if (*info->dlpi_name) {
        return disassemble(info->dlpi_name, info->dlpi_addr, object);
    }
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) {
        return "the file of the program cannot be found";
    }
    program[length] = '\0';
    return disassemble(program, info->dlpi_addr, object);
}

static int read_object(struct dl_phdr_info *info, size_t size, void *context)
{
    reading *r = context;
    bench_object object = {0};
    const bool is_program = !*info->dlpi_name;
    (void)size;
    set_addresses(info, &object);
    const bool is_library = r->library ? contains(&object, r->library) : is_program;
    object.is_ours = is_library || is_robot_code(info->dlpi_name);
    object.is_caller = is_program && !is_library;
    bench_object *larger = realloc(r->code->objects, (r->code->count + 1) * sizeof *larger);
    if (!larger) {
        r->reason = bench_no_memory;
        return 1;
    }
    r->code->objects = larger;
    if (object.is_ours) {
        r->reason = disassemble_object(info, &object);
    }
    larger[r->code->count++] = object;
    return r->reason != NULL;
}

bool bench_code_read(bench_code *code, const char **reason)
{
    reading r = {.code = code, .library = (uint64_t)(uintptr_t)dlsym(RTLD_DEFAULT, "cdy_version")};
    *code = (bench_code){0};
    dl_iterate_phdr(read_object, &r);
    *reason = r.reason;
    return r.reason == NULL;
}

#else

bool bench_code_read(bench_code *code, const char **reason)
{
    *code = (bench_code){0};
    *reason = "instructions can be counted on Linux and x86-64 alone";
    return false;
}

#endif

const bench_object *bench_find_object(const bench_code *code, uint64_t address)
{
    for (size_t i = 0; i < code->count; i++) {
        if (code->objects[i].first <= address && address < code->objects[i].end) {
            return &code->objects[i];
        }
    }
    return NULL;
}

static int compare_address(const void *key, const void *element)
{
    const uint64_t x = *(const uint64_t *)key, y = ((const bench_instruction *)element)->address;
    return (x > y) - (x < y);
}

unsigned bench_operations_at(const bench_object *object, uint64_t address)
{
    const bench_instruction *found = object->count ? bsearch(&address, object->instructions, object->count,
                                                             sizeof *object->instructions, compare_address)
                                                   : NULL;
    return found ? found->operations : 0;
}

void bench_code_clear(bench_code *code)
{
    for (size_t i = 0; i < code->count; i++) {
        free(code->objects[i].instructions);
    }
    free(code->objects);
    *code = (bench_code){0};
}
