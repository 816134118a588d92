#include "options.h"

#include "nearest.h"
#include "number.h"

#include <stdlib.h>
#include <string.h>

/* One option: how it is written, what it means, and how its value is kept. */
typedef struct option {
    option_id id;
    const char *name;     /* with its dashes */
    const char *argument; /* what stands for its value in the help; NULL: it takes none */
    const char *help;     /* lines of the help, separated by line feeds */
    exit_code (*keep)(options *o, const char *value);
} option;

static exit_code keep_q(options *o, const char *value)
{
    o->vectors[VECTOR_Q] = value;
    return EXIT_FINE;
}

static exit_code keep_qd(options *o, const char *value)
{
    o->vectors[VECTOR_QD] = value;
    return EXIT_FINE;
}

static exit_code keep_qdd(options *o, const char *value)
{
    o->vectors[VECTOR_QDD] = value;
    return EXIT_FINE;
}

static exit_code keep_tau(options *o, const char *value)
{
    o->vectors[VECTOR_TAU] = value;
    return EXIT_FINE;
}

/* The array has room for every argument of the command line. */
static exit_code keep_wrench(options *o, const char *value)
{
    o->wrenches[o->wrench_count++] = value;
    return EXIT_FINE;
}

static exit_code keep_seed(options *o, const char *value)
{
    return number_read_whole("--seed", value, &o->seed);
}

static exit_code keep_gravity(options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list("--gravity", value, o->gravity, 3, &count);
    if (code == EXIT_FINE && count != 3) {
        return fail(EXIT_USAGE, "--gravity has %zu values; expected 3: X,Y,Z in m/s2", count);
    }
    return code;
}

/* Finds the place of a word in a list that ends with NULL; says which words there are where it is not among them. */
static exit_code read_word(const char *name, const char *word, const char *const *words, int *place)
{
    nearest search = nearest_to(word);
    text_buffer message = {0};
    text_add(&message, "%s: '%s' is not one of ", name, word);
    for (*place = 0; words[*place]; ++*place) {
        if (strcmp(word, words[*place]) == 0) {
            text_clear(&message);
            return EXIT_FINE;
        }
        nearest_consider(&search, words[*place]);
        text_add(&message, "%s%s", *place ? ", " : "", words[*place]);
    }
    nearest_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

static exit_code keep_mimic(options *o, const char *value)
{
    static const char *const words[] = {"tied", "independent", NULL};
    int place;
    exit_code code = read_word("--mimic", value, words, &place);
    o->mimic_independent = place == 1;
    return code;
}

static exit_code keep_floating_base(options *o, const char *value)
{
    (void)value;
    o->floating_base = true;
    return EXIT_FINE;
}

static exit_code keep_format(options *o, const char *value)
{
    static const char *const words[] = {"table", "csv", "json", NULL};
    int place;
    exit_code code = read_word("--format", value, words, &place);
    if (code == EXIT_FINE) {
        o->format = (output_format_kind)place;
    }
    return code;
}

static exit_code keep_help(options *o, const char *value)
{
    (void)value;
    o->help = true;
    return EXIT_FINE;
}

/* In the order in which the help lists them. */
static const option table[OPTION_COUNT] = {
    {OPTION_Q, "--q", "VALUES", "configuration, rad or m (default: home)", keep_q},
    {OPTION_QD, "--qd", "VALUES", "velocities, rad/s or m/s (default: zero)", keep_qd},
    {OPTION_QDD, "--qdd", "VALUES", "accelerations, rad/s2 or m/s2 (default: zero)", keep_qdd},
    {OPTION_TAU, "--tau", "VALUES", "torques N m or forces N of the joints (default: zero)", keep_tau},
    {OPTION_WRENCH, "--wrench", "BODY[@body]:Tx,Ty,Tz,Fx,Fy,Fz",
     "moment (N m) and force (N) that the environment applies on a body.\n"
     "BODY: in the base frame, the moment about the base's origin.\n"
     "BODY@body: in the body's frame, about the body's origin.\n"
     "Several add up; a body welded to the base feels none (default: none)",
     keep_wrench},
    {OPTION_SEED, "--seed", "N", "where random values begin, from 0 (default: 0)", keep_seed},
    {OPTION_GRAVITY, "--gravity", "X,Y,Z", "gravity in the base frame, m/s2 (default: 0,0,-9.81)", keep_gravity},
    {OPTION_MIMIC, "--mimic", "tied|independent",
     "joints that mimic another follow it, or move by themselves\n(default: tied)", keep_mimic},
    {OPTION_FLOATING_BASE, "--floating-base", NULL,
     "free the root link: a joint named floating_base with six degrees\n"
     "of freedom carries it (default: it is fixed)",
     keep_floating_base},
    {OPTION_FORMAT, "--format", "table|csv|json", "what is printed (default: table)", keep_format},
    {OPTION_HELP, "--help", NULL, "print this text", keep_help},
};

static const option *find_option(const char *name, size_t length)
{
    if (length == 2 && memcmp(name, "-h", 2) == 0) {
        return &table[OPTION_HELP];
    }
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (strlen(table[i].name) == length && memcmp(table[i].name, name, length) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

/* Says that a subcommand knows no such option, and which one may be meant. */
static exit_code fail_option(const char *command, unsigned taken, const char *name, size_t length)
{
    text_buffer typed = {0}, message = {0};
    text_add_bytes(&typed, name, length);
    bool known = find_option(name, length) != NULL;
    text_add(&message, known ? "'%s' takes no option '%s'" : "'%s' has no option '%s'", command, text_get(&typed));
    nearest search = nearest_to(text_get(&typed));
    for (size_t i = 0; i < OPTION_COUNT && !known; i++) {
        if (taken & 1u << table[i].id) {
            nearest_consider(&search, table[i].name);
        }
    }
    nearest_suggest(&search, &message);
    if (!search.name) {
        text_add(&message, "; see 'condyle %s --help'", command);
    }
    message.failed = message.failed || typed.failed;
    text_clear(&typed);
    return fail_text(EXIT_USAGE, &message);
}

/* Reads the option at arguments[*i] with its value and leaves *i at the last argument that belongs to it. */
static exit_code read_option(options *o, const char *command, unsigned taken, int count, char **arguments, int *i)
{
    const char *argument = arguments[*i];
    size_t length = strcspn(argument, "=");
    const char *value = argument[length] ? argument + length + 1 : NULL;
    const option *found = find_option(argument, length);
    if (!found || !(taken & 1u << found->id)) {
        return fail_option(command, taken, argument, length);
    }
    if (o->given & 1u << found->id && found->id != OPTION_WRENCH && found->id != OPTION_HELP) {
        return fail(EXIT_USAGE, "%s is given twice", found->name);
    }
    o->given |= 1u << found->id;
    if (!found->argument && value) {
        return fail(EXIT_USAGE, "%s takes no value", found->name);
    }
    if (found->argument && !value) {
        if (*i + 1 == count || strncmp(arguments[*i + 1], "--", 2) == 0) {
            return fail(EXIT_USAGE, "%s needs a value: %s %s", found->name, found->name, found->argument);
        }
        value = arguments[++*i];
    }
    return found->keep(o, value);
}

exit_code options_read(options *o, const char *command, unsigned taken, int count, char **arguments)
{
    *o = (options){.gravity = {0, 0, -9.81}};
    o->wrenches = calloc(count > 0 ? (size_t)count : 1, sizeof *o->wrenches);
    if (!o->wrenches) {
        return fail_memory();
    }
    bool behind_end = false;
    exit_code code = EXIT_FINE;
    for (int i = 0; i < count && code == EXIT_FINE && !o->help; i++) {
        const char *argument = arguments[i];
        if (!behind_end && strcmp(argument, "--") == 0) {
            behind_end = true;
        } else if (!behind_end && argument[0] == '-' && argument[1]) {
            code = read_option(o, command, taken, count, arguments, &i);
        } else if (o->robot) {
            code = fail(EXIT_USAGE, "two robots, '%s' and '%s'; '%s' takes one", o->robot, argument, command);
        } else {
            o->robot = argument;
        }
    }
    if (code == EXIT_FINE && !o->robot && !o->help) {
        return fail(EXIT_USAGE, "'%s' needs a robot: a file, - for standard input, or a bundled name", command);
    }
    return code;
}

void options_clear(options *o)
{
    free(o->wrenches);
    *o = (options){0};
}

void options_describe(output *out, unsigned taken)
{
    enum { COLUMN = 22 };
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!(taken & 1u << table[i].id)) {
            continue;
        }
        size_t width = strlen(table[i].name) + (table[i].argument ? 1 + strlen(table[i].argument) : 0);
        output_format(out, "  %s%s%s", table[i].name, table[i].argument ? " " : "",
                      table[i].argument ? table[i].argument : "");
        const char *line = table[i].help;
        for (bool first = true; *line; first = false) {
            bool beside = first && width + 2 < COLUMN;
            if (!beside) {
                output_text(out, "\n");
            }
            output_repeat(out, ' ', beside ? COLUMN - 2 - width + 2 : COLUMN + 2);
            size_t length = strcspn(line, "\n");
            output_bytes(out, line, length);
            line += length + (line[length] == '\n');
        }
        output_text(out, "\n");
    }
}
