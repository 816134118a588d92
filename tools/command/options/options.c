#include "options/options.h"

#include "options/option_value.h"

#include <stdlib.h>
#include <string.h>

static const option_row invocation_rows[] = {
    {.kind = OPTION_WRITE_FILE,
     .name = "--output",
     .letter = "-o",
     .metavar = "FILE",
     .offset = offsetof(invocation, output),
     .help = "write to a file, whole or not at all (default: -, standard output); endings of what is not written are "
             "refused unless an option tells the format"},
    {.kind = OPTION_FLAG,
     .name = "--force",
     .offset = offsetof(invocation, force),
     .help = "replace an existing file, but never an input file"},
    {.kind = OPTION_FLAG,
     .name = "--help",
     .letter = "-h",
     .offset = offsetof(invocation, help),
     .help = "print this help"},
    {0},
};
const option_table invocation_table = {.title = "Output", .rows = invocation_rows};

/* The parser of one command line. */
typedef struct parser {
    const options_request *request;
    option_list list;
    bool *seen; /* for each entry of the list */
    int count;
    char **arguments;
    invocation *values;
} parser;

/* Reports an option that the subcommand does not take, with the nearest name. */
static exit_code fail_option(const parser *p, const char *name, size_t length)
{
    text_buffer typed = {0}, message = {0};
    text_add_bytes(&typed, name, length);
    const bool known = p->request->known(name, length);
    text_add(&message, known ? "'%s' takes no option '%s'" : "'%s' has no option '%s'", p->request->command,
             text_get(&typed));
    cdy_nearest search = cdy_nearest_to(text_get(&typed));
    for (size_t i = 0; i < p->list.count && !known; i++) {
        cdy_nearest_consider(&search, p->list.entries[i].row->name);
    }
    message_suggest(&search, &message);
    if (!search.name) {
        text_add(&message, "; see 'condyle %s --help'", p->request->command);
    }
    message.failed = message.failed || typed.failed;
    text_clear(&typed);
    return fail_text(EXIT_USAGE, &message);
}

static exit_code fail_missing_value(const option_row *row)
{
    text_buffer metavar = {0};
    option_add_metavar(row, &metavar);
    exit_code code = metavar.failed
                         ? fail_memory()
                         : fail(EXIT_USAGE, "%s needs a value: %s %s", row->name, row->name, text_get(&metavar));
    text_clear(&metavar);
    return code;
}

/* Returns whether the next argument is the value of an option that may stand without one: only a number is. */
static bool follows_number(const parser *p, int i)
{
    const char *next = i + 1 < p->count ? p->arguments[i + 1] : "";
    return *next && !next[strspn(next, "0123456789")];
}

/* Reads the option at arguments[*i] and its value; *i then is the index of the option's last argument. */
static exit_code read_option(parser *p, int *i)
{
    const char *argument = p->arguments[*i];
    const size_t length = strcspn(argument, "=");
    const char *value = argument[length] ? argument + length + 1 : NULL;
    const option_entry *found = option_list_find(&p->list, argument, length);
    if (!found) {
        return fail_option(p, argument, length);
    }
    const option_row *row = found->row;
    bool *seen = &p->seen[found - p->list.entries];
    if (*seen && !option_value_may_repeat(row)) {
        return fail(EXIT_USAGE, "%s is given twice", row->name);
    }
    *seen = true;
    if (row->given) {
        *(bool *)((char *)p->values + found->base + row->given) = true;
    }
    p->values->content_told = p->values->content_told || row->tells_content;
    if (row->kind == OPTION_FLAG && value) {
        return fail(EXIT_USAGE, "%s takes no value", row->name);
    }
    if (row->bare && !value && !follows_number(p, *i)) {
        value = row->bare;
    }
    if (row->kind != OPTION_FLAG && !value) {
        if (*i + 1 == p->count || strncmp(p->arguments[*i + 1], "--", 2) == 0) {
            return fail_missing_value(row);
        }
        value = p->arguments[++*i];
    }
    if (row->step) {
        p->values->steps.items[p->values->steps.count++] = row->name;
        p->values->steps.items[p->values->steps.count++] = value;
    }
    return option_value_read(row, value, option_value(found, p->values));
}

/* NAME:=VALUE is an argument for a xacro file, "./NAME:=VALUE" a file. */
static bool is_assignment(const char *argument)
{
    const char *sign = strstr(argument, ":=");
    return sign && sign > argument && !memchr(argument, '/', (size_t)(sign - argument));
}

/* Allocates the lists of robots, of xacro arguments and of steps, with room for every argument. */
static bool make_lists(invocation *values, int count)
{
    const size_t capacity = count > 0 ? (size_t)count : 1;
    values->robots.items = calloc(capacity, sizeof *values->robots.items);
    values->arguments.items = calloc(capacity, sizeof *values->arguments.items);
    values->steps.items = calloc(2 * capacity, sizeof *values->steps.items);
    return values->robots.items && values->arguments.items && values->steps.items;
}

static exit_code set_defaults(const parser *p)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < p->list.count && code == EXIT_FINE; i++) {
        const option_entry *entry = &p->list.entries[i];
        if (entry->row->standard) {
            code = option_value_read(entry->row, entry->row->standard, option_value(entry, p->values));
        }
    }
    return code;
}

static exit_code add_robot(const parser *p, const char *robot)
{
    invocation *values = p->values;
    if (values->robots.count == p->request->most_robots) {
        return fail(EXIT_USAGE, "two robots, '%s' and '%s'; '%s' takes one", values->robot, robot, p->request->command);
    }
    values->robots.items[values->robots.count++] = robot;
    values->robot = values->robots.items[0];
    return EXIT_FINE;
}

static exit_code read_arguments(parser *p)
{
    invocation *values = p->values;
    bool after_separator = false;
    exit_code code = set_defaults(p);
    for (int i = 0; i < p->count && code == EXIT_FINE && !values->help; i++) {
        const char *argument = p->arguments[i];
        if (!after_separator && strcmp(argument, "--") == 0) {
            after_separator = true;
        } else if (!after_separator && argument[0] == '-' && argument[1]) {
            code = read_option(p, &i);
        } else if (is_assignment(argument)) {
            values->arguments.items[values->arguments.count++] = argument;
        } else {
            code = add_robot(p, argument);
        }
    }
    return code;
}

/* Completes the structs of the included tables, then the table's own. */
static exit_code complete_table(const option_table *table, char *values, const invocation *given)
{
    exit_code code = EXIT_FINE;
    for (const option_row *row = table->rows; row->kind != OPTION_END && code == EXIT_FINE; row++) {
        if (row->kind == OPTION_TABLE) {
            code = complete_table(row->table, values + row->offset, given);
        }
    }
    return code == EXIT_FINE && table->complete ? table->complete(values, given) : code;
}

exit_code options_fail_robot(const char *command)
{
    return fail(EXIT_USAGE, "'%s' needs a robot: a file, - for standard input, or a bundled name", command);
}

static exit_code complete(const options_request *request, invocation *values)
{
    if (!values->robot) {
        values->robot = request->standard_robot;
    }
    if (!values->robot && !request->robot_optional) {
        return options_fail_robot(request->command);
    }
    return complete_table(request->table, (char *)values, values);
}

exit_code options_read(const options_request *request, int count, char **arguments, invocation **values)
{
    parser p = {.request = request, .count = count, .arguments = arguments};
    const bool listed = option_list_make(&p.list, request->table);
    p.seen = calloc(p.list.count + 1, sizeof *p.seen);
    p.values = *values = calloc(1, request->size);
    exit_code code = EXIT_FINE;
    if (!listed || !p.seen || !p.values || !make_lists(p.values, count)) {
        code = fail_memory();
    } else {
        p.values->uses_mass = request->uses_mass;
        p.values->closes_loops = request->closes_loops;
        code = read_arguments(&p);
        code = code == EXIT_FINE && !p.values->help ? complete(request, p.values) : code;
    }
    free(p.seen);
    option_list_clear(&p.list);
    return code;
}

/* Frees the lists of the options of a table and of the tables that it includes. */
static void free_lists(const option_table *table, char *values)
{
    for (const option_row *row = table->rows; row->kind != OPTION_END; row++) {
        if (row->kind == OPTION_TABLE) {
            free_lists(row->table, values + row->offset);
        } else if (row->kind == OPTION_TEXTS) {
            void *list = values + row->offset;
            free(((text_list *)list)->items);
        }
    }
}

void options_free(const option_table *table, invocation *values)
{
    if (values) {
        free_lists(table, (char *)values);
        free(values->robots.items);
        free(values->arguments.items);
        free(values->steps.items);
    }
    free(values);
}
