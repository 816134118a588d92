/* condyle diff: the differences between two robots. */
#include "commands/files/diff.h"

#include "options/command.h"
#include "options/ending.h"
#include "values/state_options.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 1000 };

static const char *const format_words[] = {"table", "json", NULL};
static const char *const endings[] = {".txt", ".json", NULL}; /* in the order of the formats */

static exit_code complete(void *values, const invocation *given)
{
    diff_options *o = values;
    if (!o->json_given) {
        o->json = ending_find(given->output, endings) == 1;
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--body",
     .metavar = "BODY",
     .names = NAMES_BODY,
     .offset = offsetof(diff_options, body),
     .help = "the tool, by the name of its body"},
    {.kind = OPTION_NUMBER,
     .name = "--tolerance",
     .metavar = "T",
     .offset = offsetof(diff_options, same),
     .standard = "1e-9",
     .help = "numbers are equal that differ by at most T times the larger one, or T/1000"},
    {.kind = OPTION_CHOICE,
     .name = "--format",
     .offset = offsetof(diff_options, json),
     .given = offsetof(diff_options, json_given),
     .tells_content = true,
     .help = "format of the differences (default: table, or json if --output ends in .json)",
     .words = format_words},
    INCLUDE_TABLE(seed_table, diff_options, seed),
    INCLUDE_TABLE(robot_table, diff_options, robot),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

void diff_add(diff_report *d, const difference *item)
{
    if (d->count == d->capacity) {
        const size_t capacity = d->capacity ? 2 * d->capacity : 64;
        difference *items = realloc(d->items, capacity * sizeof *items);
        if (!items) {
            d->out_of_memory = true;
            return;
        }
        d->items = items;
        d->capacity = capacity;
    }
    d->items[d->count++] = *item;
}

bool diff_same(const diff_report *d, const double *a, const double *b, int count)
{
    const double same = d->options->same;
    double size = same > 0 ? 1e-3 : 0, most = 0;
    for (int i = 0; i < count; i++) {
        if (isinf(a[i]) || isinf(b[i])) {
            if (a[i] < b[i] || a[i] > b[i]) {
                return false;
            }
            continue;
        }
        size = fmax(size, fmax(fabs(a[i]), fabs(b[i])));
        most = fmax(most, fabs(a[i] - b[i]));
    }
    return most <= same * size;
}

void diff_compare_numbers(diff_report *d, const char *kind, const char *name, const char *what, const char *unit,
                          const double *a, const double *b, int count)
{
    if (diff_same(d, a, b, count)) {
        return;
    }
    difference item = {.kind = kind, .name = name, .what = what, .unit = unit, .a.count = count, .b.count = count};
    memcpy(item.a.numbers, a, (size_t)count * sizeof *a);
    memcpy(item.b.numbers, b, (size_t)count * sizeof *b);
    diff_add(d, &item);
}

void diff_compare_texts(diff_report *d, const char *kind, const char *name, const char *what, const char *a,
                        const char *b)
{
    if (strcmp(a ? a : "", b ? b : "") != 0) {
        const difference item = {.kind = kind, .name = name, .what = what, .unit = "", .a.text = a, .b.text = b};
        diff_add(d, &item);
    }
}

bool diff_add_cause(diff_report *d, const diff_cause *cause)
{
    diff_cause *causes = realloc(d->causes, (d->cause_count + 1) * sizeof *causes);
    if (!causes) {
        return false;
    }
    d->causes = causes;
    causes[d->cause_count] = *cause;
    causes[d->cause_count].number = (int)d->cause_count;
    d->cause_count++;
    return true;
}

static void free_report(diff_report *d)
{
    for (size_t i = 0; i < d->label_count; i++) {
        free(d->labels[i]);
    }
    free(d->labels);
    free(d->items);
    for (size_t i = 0; i < d->cause_count; i++) {
        free(d->causes[i].text);
    }
    free(d->causes);
    free(d->degrees);
}

static exit_code compare(diff_report *d)
{
    diff_trees(d);
    exit_code code = diff_reaches(d);
    if (code == EXIT_FINE) {
        code = diff_torques(d);
    }
    if (code == EXIT_FINE && d->count > 0) {
        code = diff_degrees(d);
    }
    if (code == EXIT_FINE && d->count > 0) {
        code = diff_causes(d);
    }
    return code == EXIT_FINE && d->out_of_memory ? fail_memory() : code;
}

static exit_code write_report(const diff_report *d, output *out)
{
    if (d->options->json) {
        return diff_write_json(d, out);
    }
    diff_write_table(d, out);
    return EXIT_FINE;
}

/* Maps every failure to an exit code other than EXIT_ROBOT, which means a difference. */
static exit_code failure_code(exit_code code)
{
    return code == EXIT_ROBOT ? EXIT_IO : code;
}

static exit_code run(const void *options, output *out)
{
    const diff_options *o = options;
    const text_list *robots = &o->invocation.robots;
    if (robots->count != 2) {
        return fail(EXIT_USAGE, "'diff' needs two robots, not %zu", robots->count);
    }
    robot a, b = {0};
    exit_code code = robot_load(&a, robots->items[0], &o->robot, NULL);
    if (code == EXIT_FINE) {
        code = robot_load(&b, robots->items[1], &o->robot, NULL);
    }
    code = code == EXIT_FINE ? robot_needs_tree(&a, "diff") : code;
    code = code == EXIT_FINE ? robot_needs_tree(&b, "diff") : code;
    code = code == EXIT_FINE ? diff_match(&a, &b) : code;
    diff_report d = {.options = o, .robots = {&a, &b}, .samples = SAMPLES};
    if (code == EXIT_FINE) {
        code = compare(&d);
    }
    code = failure_code(code);
    if (code == EXIT_FINE) {
        code = write_report(&d, out);
        out->complete = code == EXIT_FINE; /* keep the differences that were written */
        code = code == EXIT_FINE && d.count > 0 ? EXIT_ROBOT : code;
    }
    free_report(&d);
    robot_clear(&a);
    robot_clear(&b);
    return code;
}

const command command_diff = {
    .name = "diff",
    .summary = "differences between two robots, in file and in motion",
    .description =
        "Differences of two robots, A and B in this order.  Bodies and joints are matched by name, moving\n"
        "joints with other names by the place where they stand (the rest is added in B or removed from A),\n"
        "and compared in type, parent and child, placement, axis, limits, dynamics,\n"
        "mimic, mass, center of mass, inertia (about the center of mass, in the body's axes) and total\n"
        "mass.  Closed loops are matched by name, others by their bodies, and compared in bodies, type and\n"
        "places.  Then the same 1000 random configurations and motions of both robots (--seed) are compared:\n"
        "\n"
        "  reach   the bounding box of the tool's origin in the base frame, and its largest distance from\n"
        "          the base's origin; the tool is --body, else the farthest body behind most moving joints\n"
        "  torque  the largest difference in inverse dynamics, q within the limits, qd and qdd in [-1, 1];\n"
        "          degrees of freedom that only one robot has are at home and left out; with friction and the\n"
        "          other drives on, the root mean square and the peak of the difference at each joint\n"
        "  cause   each property that differs, by the torques of a robot A that has this one of B alone\n"
        "\n"
        "Shapes, materials and names of robots are not compared.  Different notations of one rotation, axis\n"
        "or inertia are equal.  The exit code is 0 for equal robots, 1 for different ones, 2 for a faulty\n"
        "command line, 3 for a robot that cannot be loaded.\n",
    .examples = "condyle diff universalUR5e universalUR5e\n"
                "condyle diff universalUR5e universalUR5e --format json --seed 7 --body tool0\n",
    .usage = "A B",
    .most_robots = SIZE_MAX,
    .options = &table,
    .endings = endings,
    .size = sizeof(diff_options),
    .run = run,
    .needs_file = true,
};
