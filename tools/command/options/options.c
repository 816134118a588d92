#include "options/options.h"

#include "options/option_table.h"
#include "report/quantity.h"

#include <stdlib.h>
#include <string.h>

static bool is_named(const char *text, const char *name, size_t length)
{
    return text && strlen(text) == length && memcmp(text, name, length) == 0;
}

/* Returns the option of this name, or NULL. Of two options with one name, the one that the subcommand takes is
 * preferred. */
static const option *find_option(const char *name, size_t length, option_set taken)
{
    const option *found = NULL;
    for (size_t i = 0; i < OPTION_ROWS_COUNT; i++) {
        const option *o = &option_table[i];
        const bool named = is_named(o->name, name, length) || is_named(o->letter, name, length);
        if (named && (!found || taken & (option_set)1 << o->id)) {
            found = o;
        }
    }
    return found;
}

/* Whether an option may be repeated. */
static bool may_repeat(option_id id)
{
    return id == OPTION_WRENCH || id == OPTION_HELP || id == OPTION_DISABLE || id == OPTION_PACKAGE_PATH;
}

/* Reports an option that the subcommand does not take, with the nearest name. */
static exit_code fail_option(const char *command, option_set taken, const char *name, size_t length)
{
    text_buffer typed = {0}, message = {0};
    text_add_bytes(&typed, name, length);
    bool known = find_option(name, length, taken) != NULL;
    text_add(&message, known ? "'%s' takes no option '%s'" : "'%s' has no option '%s'", command, text_get(&typed));
    cdy_nearest search = cdy_nearest_to(text_get(&typed));
    for (size_t i = 0; i < OPTION_ROWS_COUNT && !known; i++) {
        if (taken & (option_set)1 << option_table[i].id) {
            cdy_nearest_consider(&search, option_table[i].name);
        }
    }
    message_suggest(&search, &message);
    if (!search.name) {
        text_add(&message, "; see 'condyle %s --help'", command);
    }
    message.failed = message.failed || typed.failed;
    text_clear(&typed);
    return fail_text(EXIT_USAGE, &message);
}

/* Reads the option at arguments[*i] and its value; *i then is the index of the option's last argument. */
static exit_code read_option(options *o, const char *command, option_set taken, int count, char **arguments, int *i)
{
    const char *argument = arguments[*i];
    size_t length = strcspn(argument, "=");
    const char *value = argument[length] ? argument + length + 1 : NULL;
    const option *found = find_option(argument, length, taken);
    if (!found || !(taken & (option_set)1 << found->id)) {
        return fail_option(command, taken, argument, length);
    }
    if (o->named[found - option_table] && !may_repeat(found->id)) {
        return fail(EXIT_USAGE, "%s is given twice", found->name);
    }
    o->named[found - option_table] = true;
    o->given |= (option_set)1 << found->id;
    if (!found->argument && value) {
        return fail(EXIT_USAGE, "%s takes no value", found->name);
    }
    if (found->argument && !value) {
        if (*i + 1 == count || strncmp(arguments[*i + 1], "--", 2) == 0) {
            return fail(EXIT_USAGE, "%s needs a value: %s %s", found->name, found->name, found->argument);
        }
        value = arguments[++*i];
    }
    return found->store(found, o, value);
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

/* Returns the output format where --format is not given. */
static output_format_kind default_format(const options *o, option_set taken)
{
    static const struct {
        const char *ending;
        output_format_kind format;
    } endings[] = {{".csv", FORMAT_CSV}, {".json", FORMAT_JSON}, {".jsonl", FORMAT_JSON}, {".npy", FORMAT_NPY}};
    for (size_t i = 0; o->output && i < sizeof endings / sizeof *endings; i++) {
        if (ends_in(o->output, endings[i].ending)) {
            return endings[i].format;
        }
    }
    return o->input || taken & (WITH(ROWS) | WITH(TIME)) ? FORMAT_CSV : FORMAT_TABLE;
}

/* Checks combinations of options and sets defaults that depend on other options. */
static exit_code complete_options(options *o, const char *command, option_set taken)
{
    if (!o->robot && taken & WITH(ALGORITHMS)) {
        o->robot = DEFAULT_ROBOT;
    }
    if (!o->robot && !o->explain) {
        return fail(EXIT_USAGE, "'%s' needs a robot: a file, - for standard input, or a bundled name", command);
    }
    if (o->input && o->robot && strcmp(o->input, "-") == 0 && strcmp(o->robot, "-") == 0) {
        return fail(EXIT_USAGE, "the robot and --input cannot both come from the standard input");
    }
    if (!o->input && taken & WITH(INPUT) && options_given(o, OPTION_THREADS)) {
        return fail(EXIT_USAGE, "--threads needs --input FILE: threads share rows");
    }
    if (!o->input && (o->keep_going || o->input_format)) {
        return fail(EXIT_USAGE, "%s needs --input FILE", o->keep_going ? "--keep-going" : "--input-format");
    }
    if (options_given(o, OPTION_FRICTION_WIDTH) && !o->drives.friction && !o->friction) {
        return fail(EXIT_USAGE, "--friction-width needs %s",
                    taken & WITH(FRICTION) ? "--friction" : "--drives friction");
    }
    if (!options_given(o, OPTION_FORMAT) && !options_given(o, OPTION_LAYOUT)) {
        o->format = default_format(o, taken);
    }
    for (int i = 3; i < 6 && o->degrees; i++) {
        o->pose[i] = radians(o->pose[i]);
    }
    return EXIT_FINE;
}

bool options_given(const options *o, option_id id)
{
    return o->given & (option_set)1 << id;
}

/* Allocates the lists, each with room for every argument. */
static bool make_lists(options *o, int count)
{
    const size_t room = count > 0 ? (size_t)count : 1;
    const char ***const lists[] = {&o->wrenches, &o->robots, &o->disabled, &o->packages};
    o->arguments = calloc(room, sizeof *o->arguments);
    bool made = o->arguments != NULL;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        *lists[i] = calloc(room, sizeof **lists[i]);
        made = made && *lists[i];
    }
    return made;
}

/* NAME:=VALUE is an argument for a xacro file, "./NAME:=VALUE" a file. */
static bool is_assignment(const char *argument)
{
    const char *sign = strstr(argument, ":=");
    return sign && sign > argument && !memchr(argument, '/', (size_t)(sign - argument));
}

exit_code options_read(options *o, const char *command, option_set taken, size_t most_robots, int count,
                       char **arguments)
{
    *o = (options){
        .gravity = {0, 0, -9.81},
        .rows = 1,
        .budget = 3,
        .same = 1e-9,
        .drives = cdy_drive_options_default(),
        .simulation = {
            .step = 0.001, .integrator = 1, .frequency = 10, .damping_ratio = 1, .kp = 100, .kd = 10, .every = 1}};
    if (!make_lists(o, count)) {
        return fail_memory();
    }
    bool after_separator = false;
    exit_code code = EXIT_FINE;
    for (int i = 0; i < count && code == EXIT_FINE && !o->help; i++) {
        const char *argument = arguments[i];
        if (!after_separator && strcmp(argument, "--") == 0) {
            after_separator = true;
        } else if (!after_separator && argument[0] == '-' && argument[1]) {
            code = read_option(o, command, taken, count, arguments, &i);
        } else if (is_assignment(argument)) {
            o->arguments[o->argument_count++] = arguments[i];
        } else if (o->robot_count == most_robots) {
            code = fail(EXIT_USAGE, "two robots, '%s' and '%s'; '%s' takes one", o->robot, argument, command);
        } else {
            o->robots[o->robot_count++] = argument;
            o->robot = o->robots[0];
        }
    }
    return code == EXIT_FINE && !o->help ? complete_options(o, command, taken) : code;
}

void options_clear(options *o)
{
    free(o->wrenches);
    free(o->robots);
    free(o->disabled);
    free(o->packages);
    free(o->arguments);
    *o = (options){0};
}

void options_describe(output *out, option_set taken)
{
    enum { COLUMN = 22 };
    for (size_t i = 0; i < OPTION_ROWS_COUNT; i++) {
        if (!(taken & (option_set)1 << option_table[i].id)) {
            continue;
        }
        const char *letter = option_table[i].letter ? option_table[i].letter : "";
        const char *argument = option_table[i].argument ? option_table[i].argument : "";
        size_t width =
            strlen(option_table[i].name) + (*letter ? strlen(letter) + 2 : 0) + (*argument ? 1 + strlen(argument) : 0);
        output_format(out, "  %s%s%s%s%s", letter, *letter ? ", " : "", option_table[i].name, *argument ? " " : "",
                      argument);
        const char *line = option_table[i].help;
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
