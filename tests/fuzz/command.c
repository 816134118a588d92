/* Command lines, one argument a line, the subcommand first: read by the command's own parsers and, where the subcommand
 * is quick and writes no file, run on a built-in robot.  Every argument, and the whole text, is read as numbers too,
 * and the bytes are taken for numbers to write. */
#include "options/command.h"
#include "fuzz.h"
#include "fuzz_robot.h"
#include "support/steps.h"
#include "values/vector.h"
#include "values/wrench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ARGUMENTS = 64,
    MOST_ROWS = 3,
    RUNS = 8 /* the robot is loaded twice, and written or checked */
};

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
           c != &command_ik && c != &command_compile && c != &command_excite && c != &command_trajectory;
}

/* Returns the member of the subcommand's struct for an option; NULL: the subcommand does not have the option. */
static void *member(const command *c, invocation *values, const char *name)
{
    option_list list;
    require(option_list_make(&list, c->options), "out of memory");
    const option_entry *entry = option_list_find(&list, name, strlen(name));
    void *value = entry ? option_value(entry, values) : NULL;
    option_list_clear(&list);
    return value;
}

/* Returns the robot's options, the struct with --gravity; NULL: the subcommand has none. */
static const robot_options *robot_options_of(const command *c, invocation *values)
{
    option_list list;
    require(option_list_make(&list, c->options), "out of memory");
    const option_entry *entry = option_list_find(&list, "--gravity", 9);
    const void *o = entry ? (char *)values + entry->base : NULL;
    option_list_clear(&list);
    return o;
}

static const char *text_of(const command *c, invocation *values, const char *name)
{
    const char **text = member(c, values, name);
    return text ? *text : NULL;
}

static void run_on_our_robot(const command *c, invocation *values)
{
    output out = {.file = fopen("/dev/null", "w")};
    const char *ours[] = {FUZZ_ROBOT};
    const text_list given = values->robots;
    const char **input = member(c, values, "--input");
    uint64_t *counts[] = {member(c, values, "--count"), member(c, values, "--samples")};
    require(out.file, "cannot open /dev/null");
    values->robot = ours[0];
    values->robots = (text_list){ours, 1};
    values->output = NULL;
    if (input && *input) {
        *input = "/dev/null"; /* the fuzzer must not choose the files to read */
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i] && *counts[i] > MOST_ROWS) {
            *counts[i] = MOST_ROWS;
        }
    }
    exit_code code = c->run(values, &out);
    require(code >= EXIT_FINE && code <= EXIT_NUMERICAL, "exit code %d", (int)code);
    values->robots = given;
    fclose(out.file);
}

/* Reads the vectors and wrenches of the command line for the robot. */
static void read_vectors(const command *c, invocation *values)
{
    static const char *const names[VECTOR_COUNT] = {"--q", "--qd", "--qdd", "--tau"};
    const robot_options *o = robot_options_of(c, values);
    const uint64_t *seed = member(c, values, "--seed");
    const bool *degrees = member(c, values, "--deg");
    const text_list *wrenches = member(c, values, "--wrench");
    robot r = {0};
    wrench_list list = {0};
    if (!o) {
        return;
    }
    require(robot_load(&r, FUZZ_ROBOT, o, NULL) == EXIT_FINE || !r.model, "a model after a failure");
    for (int kind = 0; kind < VECTOR_COUNT && r.model; kind++) {
        double numbers[64];
        const char *text = text_of(c, values, names[kind]);
        if (vector_read(&r, (vector_kind)kind, names[kind], text, seed ? *seed : 0, degrees && *degrees, numbers) ==
            EXIT_FINE) {
            for (int i = 0; i < vector_length(r.model, (vector_kind)kind); i++) {
                require(isfinite(numbers[i]), "'%s': not finite", text ? text : "");
            }
        }
    }
    if (r.model && wrenches) {
        wrench_list_read(&list, &r, wrenches);
        wrench_list_clear(&list);
    }
    robot_clear(&r);
}

static void run_line(int count, char **arguments)
{
    const command *c = command_find(arguments[0]);
    invocation *values;
    if (!c) {
        return;
    }
    exit_code code = command_read(c, count - 1, arguments + 1, &values);
    require(code == EXIT_FINE || code == EXIT_USAGE || code == EXIT_IO, "exit code %d", (int)code);
    if (code == EXIT_FINE && !values->help) {
        const bool *in_place = member(c, values, "--in-place");
        read_vectors(c, values);
        if (is_quick(c) && !text_of(c, values, "--fix") && !(in_place && *in_place)) {
            run_on_our_robot(c, values);
        }
    }
    options_free(c->options, values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_allocate(size + 1, 1), *arguments[MOST_ARGUMENTS];
    memcpy(text, data, size);
    text[size] = 0;
    uint64_t before = steps_taken();
    exercise_number(text, size);
    exercise_writing(data, size);
    int count = split(text, arguments);
    for (int i = 0; i < count && count > 1; i++) {
        exercise_number(arguments[i], strlen(arguments[i]));
    }
    require_steps(before, size, 1, "numbers");
    before = steps_taken();
    run_line(count, arguments);
    require_steps(before, size, RUNS, "a command line");
    free(text);
    return 0;
}
