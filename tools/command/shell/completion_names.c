#include "shell/completion_names.h"

#include "options/command.h"
#include "run/number.h"
#include "values/coordinates.h"
#include "values/robot.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Options of a subcommand that affect how its robot is loaded. */
typedef struct loading_options {
    invocation invocation;
    robot_options robot;
} loading_options;

static const option_row rows[] = {INCLUDE_TABLE(robot_table, loading_options, robot), {0}};
static const option_table table = {.rows = rows};

/* Copies the robot, the xacro arguments and the options of loading from the words of a command line to `kept`; returns
 * their number. Options that the subcommand does not know, and a last option without its value, are left out. */
static int filter_words(const option_list *options, const option_list *loading, int count, char **words, char **kept)
{
    int size = 0;
    for (int i = 0; i < count; i++) {
        const size_t length = strcspn(words[i], "=");
        if (words[i][0] != '-' || !words[i][1]) {
            kept[size++] = words[i];
            continue;
        }
        const option_entry *entry = option_list_find(options, words[i], length);
        const bool has_value = entry && entry->row->kind != OPTION_FLAG && !words[i][length];
        const bool wanted = option_list_find(loading, words[i], length);
        if (wanted && i + has_value < count) {
            kept[size++] = words[i];
            if (has_value) {
                kept[size++] = words[i + 1];
            }
        }
        i += has_value;
    }
    return size;
}

/* Returns whether a robot can be read twice, by the completion and by the command. */
static bool can_read_again(const char *source)
{
    struct stat status;
    return strcmp(source, "-") != 0 &&
           (stat(source, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/* Prints a value. Names with line feeds and other control characters have no place in a list of lines. */
static void print_value(output *out, const char *beginning, size_t length, const char *name, const char *end)
{
    for (const char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == '\177') {
            return;
        }
    }
    output_bytes(out, beginning, length);
    output_format(out, "%s%s\n", name, end);
}

static void print_bodies(output *out, const cdy_model *model, const char *beginning, size_t length, const char *end)
{
    for (int i = 0; i < cdy_model_frame_count(model); i++) {
        print_value(out, beginning, length, cdy_model_frame_name(model, i), end);
    }
}

/* Returns the length of `BODY,` at the beginning of a value, 0 where the value has none. */
static size_t first_of_pair(const cdy_model *model, const char *value)
{
    size_t longest = 0;
    for (int i = 0; i < cdy_model_frame_count(model); i++) {
        const char *name = cdy_model_frame_name(model, i);
        const size_t length = strlen(name);
        if (strncmp(value, name, length) == 0 && value[length] == ',' && length >= longest) {
            longest = length + 1;
        }
    }
    return longest;
}

static void print_joints(output *out, const cdy_tree *tree, bool fixed)
{
    for (int i = 1; tree && i <= cdy_tree_body_count(tree); i++) {
        const cdy_joint *joint = &cdy_tree_body(tree, i)->joint;
        if ((cdy_joint_type_nv(joint->type) == 0) == fixed) {
            print_value(out, "", 0, joint->name, "");
        }
    }
}

/* Returns the length of the elements joint=number, at the beginning of a list. */
static size_t whole_elements(const char *list)
{
    const char *end = list;
    for (const char *equals = strchr(list, '='); equals; equals = strchr(equals + 1, '=')) {
        double number;
        const char *rest;
        if (number_scan(equals + 1, &number, &rest) == CDY_NUMBER_OK && *rest == ',') {
            end = rest + 1;
        }
    }
    return (size_t)(end - list);
}

static exit_code print_elements(output *out, const option_row *row, const robot *r, const char *value)
{
    const vector_kind kind = row->names == NAMES_POSITIONS ? VECTOR_Q : VECTOR_QD;
    const size_t length = whole_elements(value);
    text_buffer label = {0};
    for (size_t i = 0; row->words && length == 0 && row->words[i]; i++) {
        output_format(out, "%s\n", row->words[i]);
    }
    for (int i = 0; i < vector_length(r->model, kind) && !label.failed; i++) {
        const cdy_coordinate coordinate = vector_coordinate(r->model, kind, i);
        text_reset(&label);
        coordinate_add_label(&coordinate, &label);
        print_value(out, value, length, text_get(&label), "=");
    }
    const exit_code code = label.failed ? fail_memory() : EXIT_FINE;
    text_clear(&label);
    return code;
}

static exit_code print_values(output *out, const option_row *row, const robot *r, const char *value)
{
    switch (row->names) {
    case NAMES_NONE: break;
    case NAMES_BODY: print_bodies(out, r->model, "", 0, ""); break;
    case NAMES_BODY_COLON: print_bodies(out, r->model, "", 0, ":"); break;
    case NAMES_BODY_EQUALS: print_bodies(out, r->model, "", 0, "="); break;
    case NAMES_BODY_PAIR: {
        const size_t first = first_of_pair(r->model, value);
        print_bodies(out, r->model, value, first, first ? "" : ",");
        break;
    }
    case NAMES_FIXED_JOINT: print_joints(out, r->tree, true); break;
    case NAMES_MOVING_JOINT: print_joints(out, r->tree, false); break;
    case NAMES_POSITIONS:
    case NAMES_VELOCITIES: return print_elements(out, row, r, value);
    }
    return EXIT_FINE;
}

/* Loads the robot that the words name, and prints the values of the option. */
static exit_code print_for_words(output *out, const option_row *row, const char *value, int count, char **words)
{
    const options_request request = {.command = "completion",
                                     .table = &table,
                                     .size = sizeof(loading_options),
                                     .most_robots = SIZE_MAX,
                                     .robot_optional = true};
    invocation *values;
    exit_code code = options_read(&request, count, words, &values);
    if (code == EXIT_FINE && values->robot && can_read_again(values->robot)) {
        const loading_options *o = (const loading_options *)values;
        robot r;
        code = robot_load(&r, values->robot, &o->robot, NULL);
        code = code == EXIT_FINE ? print_values(out, row, &r, value) : code;
        robot_clear(&r);
    }
    options_free(&table, values);
    return code;
}

exit_code completion_names_run(int count, char **arguments, output *out)
{
    const command *c = count >= 3 ? command_find(arguments[0]) : NULL;
    if (!c) {
        return count >= 3 ? EXIT_USAGE : fail(EXIT_USAGE, "'completion names' needs COMMAND OPTION VALUE [WORD...]");
    }
    option_list options, loading;
    const bool listed = option_list_make(&options, c->options);
    const bool both = option_list_make(&loading, &table);
    char **words = calloc((size_t)count, sizeof *words);
    const option_entry *entry = option_list_find(&options, arguments[1], strlen(arguments[1]));
    exit_code code = EXIT_FINE;
    if (!listed || !both || !words) {
        code = fail_memory();
    } else if (entry && entry->row->names != NAMES_NONE) {
        const int kept = filter_words(&options, &loading, count - 3, arguments + 3, words);
        code = print_for_words(out, entry->row, arguments[2], kept, words);
    }
    free(words);
    option_list_clear(&options);
    option_list_clear(&loading);
    return code;
}
