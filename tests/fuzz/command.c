/* Command lines, an argument a line, the subcommand first: read by the command's own parsers and, where that takes
 * neither long nor writes a file, run on a robot of ours.  Every argument, and all of the text, is read as numbers too,
 * and the bytes are taken for numbers to write. */
#include "run/command.h"
#include "fuzz.h"
#include "fuzz_robot.h"
#include "options/vector.h"
#include "options/wrench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 64, MOST_ROWS = 3 };

/* Splits a text at its line feeds, up to its first 0. */
static int split(char *text, char **arguments)
{
    int count = 0;
    while (count < MOST_ARGUMENTS) {
        arguments[count++] = text;
        text = strchr(text, '\n');
        if (!text) {
            break;
        }
        *text++ = 0;
        if (!*text) {
            break;
        }
    }
    return count;
}

/* The subcommands whose time the options do not set. */
static bool is_quick(const command *c)
{
    return c != &command_bench && c != &command_diff && c != &command_sim && c != &command_identify &&
           c != &command_ik && c != &command_compile;
}

static void run_on_our_robot(const command *c, options *o)
{
    output out = {.file = fopen("/dev/null", "w")};
    const char *ours[] = {FUZZ_ROBOT}, **robots = o->robots;
    require(out.file, "cannot open /dev/null");
    o->robot = ours[0];
    o->robots = ours;
    o->robot_count = 1;
    o->output = o->input = NULL;
    o->rows = o->rows < MOST_ROWS ? o->rows : MOST_ROWS;
    exit_code code = c->run(o, &out);
    require(code >= EXIT_FINE && code <= EXIT_NUMERICAL, "exit code %d", (int)code);
    o->robots = robots;
    fclose(out.file);
}

/* What the options of numbers stand for. */
static void read_vectors(options *o)
{
    robot r;
    wrench_list wrenches = {0};
    o->robot = FUZZ_ROBOT;
    require(robot_load(&r, o) == EXIT_FINE || !r.model, "a model after a failure");
    for (int kind = 0; kind < VECTOR_COUNT && r.model; kind++) {
        double values[64];
        if (vector_read(&r, (vector_kind)kind, "--q", o->vectors[kind], o->seed, o->degrees, values) == EXIT_FINE) {
            for (int i = 0; i < vector_length(r.model, (vector_kind)kind); i++) {
                require(isfinite(values[i]), "'%s': not finite", o->vectors[kind] ? o->vectors[kind] : "");
            }
        }
    }
    if (r.model) {
        wrench_list_read(&wrenches, &r, o);
        wrench_list_clear(&wrenches);
    }
    robot_clear(&r);
}

static void run_line(int count, char **arguments)
{
    const command *c = command_find(arguments[0]);
    options o;
    if (!c) {
        return;
    }
    exit_code code = options_read(&o, c->name, c->options, c->many ? SIZE_MAX : 1, count - 1, arguments + 1);
    require(code == EXIT_FINE || code == EXIT_USAGE || code == EXIT_IO, "exit code %d", (int)code);
    if (code == EXIT_FINE && !o.help) {
        const options read = o;
        read_vectors(&o);
        o.robot = read.robot;
        if (is_quick(c) && !o.fix && !o.in_place) {
            run_on_our_robot(c, &o);
        }
    }
    options_clear(&o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_allocate(size + 1, 1), *arguments[MOST_ARGUMENTS];
    memcpy(text, data, size);
    text[size] = 0;
    exercise_number(text, size);
    exercise_writing(data, size);
    int count = split(text, arguments);
    for (int i = 0; i < count && count > 1; i++) {
        exercise_number(arguments[i], strlen(arguments[i]));
    }
    run_line(count, arguments);
    free(text);
    return 0;
}
