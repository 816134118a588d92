/* condyle: robots from their files and their dynamics, on the command line. */
#include "options/collision.h"
#include "options/command.h"
#include "options/ending.h"
#include "run/interrupt.h"
#include "shell/completion.h"
#include "shell/manual_page.h"

#include <stdint.h>
#include <string.h>

#define COMMAND(name) &command_##name,
const command *const commands[] = {COMMANDS NULL};
#undef COMMAND

const command *command_find(const char *name)
{
    cdy_nearest search = cdy_nearest_to(name);
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(name, commands[i]->name) == 0) {
            return commands[i];
        }
        cdy_nearest_consider(&search, commands[i]->name);
    }
    cdy_nearest_consider(&search, "help");
    cdy_nearest_consider(&search, "completion");
    text_buffer message = {0};
    text_add(&message, "unknown command '%s'", name);
    message_suggest(&search, &message);
    if (!search.name) {
        text_add(&message, "; 'condyle help' lists the commands");
    }
    fail_text(EXIT_USAGE, &message);
    return NULL;
}

/* condyle help --man [COMMAND], by which the build makes the manual pages. */
static exit_code run_manual(int count, char **arguments, output *out)
{
    if (count == 0) {
        manual_page_write(out);
        return EXIT_FINE;
    }
    const command *c = command_find(arguments[0]);
    if (c) {
        manual_page_write_command(out, c);
    }
    return c ? EXIT_FINE : EXIT_USAGE;
}

static bool is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

/* condyle help [COMMAND] */
static exit_code run_help(int count, char **arguments, output *out)
{
    if (count > 0 && strcmp(arguments[0], "--man") == 0) {
        return run_manual(count - 1, arguments + 1, out);
    }
    if (count > 1) {
        return fail(EXIT_USAGE, "'help' takes one command at most");
    }
    if (count == 0 || strcmp(arguments[0], "help") == 0 || is_help(arguments[0])) {
        help_write(out);
        return EXIT_FINE;
    }
    if (strcmp(arguments[0], "completion") == 0) {
        char option[] = "--help", *asked = option;
        return completion_run(1, &asked, out);
    }
    const command *c = command_find(arguments[0]);
    if (!c) {
        return EXIT_USAGE;
    }
    help_write_command(out, c);
    return EXIT_FINE;
}

/* Returns whether any subcommand has this option. */
static bool is_option(const char *name, size_t length)
{
    bool found = false;
    for (size_t i = 0; commands[i] && !found; i++) {
        option_list list;
        found = option_list_make(&list, commands[i]->options) && option_list_find(&list, name, length);
        option_list_clear(&list);
    }
    return found;
}

exit_code command_read(const command *c, int count, char **arguments, invocation **values)
{
    const options_request request = {.command = c->name,
                                     .table = c->options,
                                     .size = c->size,
                                     .most_robots = c->most_robots ? c->most_robots : 1,
                                     .standard_robot = c->standard_robot,
                                     .robot_optional = c->robot_optional,
                                     .uses_mass = c->uses_mass,
                                     .closes_loops = c->closes_loops,
                                     .known = is_option};
    return options_read(&request, count, arguments, values);
}

/* Returns the option of a command that says what --output is; NULL: there is none. */
static const char *content_teller(const command *c)
{
    const char *name = NULL;
    option_list list;
    const bool listed = option_list_make(&list, c->options);
    for (size_t i = 0; i < list.count && listed; i++) {
        name = list.entries[i].row->tells_content ? list.entries[i].row->name : name;
    }
    option_list_clear(&list);
    return name;
}

/* Refuses a name of --output whose ending is of a content that the command does not write. */
static exit_code check_ending(const command *c, const invocation *values)
{
    const bool lacks_npy = c->endings == ending_table || c->endings == ending_table_or_svg;
    if (c->writes_folder || values->content_told || !values->output) {
        return EXIT_FINE;
    }
    if (lacks_npy && ending_find(values->output, ending_rows) >= 0) { /* such a command says itself what it lacks */
        return EXIT_FINE;
    }
    const char *teller = content_teller(c);
    text_buffer writer = {0}, otherwise = {0};
    text_add(&writer, "'%s'", c->name);
    text_add(&otherwise, "or %s that says it", teller ? teller : "");
    const exit_code code = writer.failed || otherwise.failed
                               ? fail_memory()
                               : ending_require("--output", values->output, c->endings ? c->endings : ending_rows,
                                                text_get(&writer), teller ? text_get(&otherwise) : NULL);
    text_clear(&writer);
    text_clear(&otherwise);
    return code;
}

static exit_code run_command(const command *c, int count, char **arguments, output *out)
{
    invocation *values;
    exit_code code = command_read(c, count, arguments, &values);
    if (code == EXIT_FINE && values->help) {
        help_write_command(out, c);
    } else if (code == EXIT_FINE) {
        code = collision_refuse(c->options, values);
        code = code == EXIT_FINE ? check_ending(c, values) : code;
        code = code == EXIT_FINE && values->output && !c->writes_folder && !values->shared_output
                   ? output_open(out, values->output, values->force)
                   : code;
        code = code == EXIT_FINE ? c->run(values, out) : code;
    }
    options_free(c->options, values);
    return code;
}

/* Runs an option in the position of the subcommand. */
static exit_code run_option(const char *name, output *out)
{
    if (is_help(name)) {
        help_write(out);
        return EXIT_FINE;
    }
    if (strcmp(name, "--version") == 0) {
        output_format(out, "condyle %s\n", cdy_version());
        return EXIT_FINE;
    }
    cdy_nearest search = cdy_nearest_to(name);
    cdy_nearest_consider(&search, "--help");
    cdy_nearest_consider(&search, "--version");
    text_buffer message = {0};
    text_add(&message, "expected a command before the option '%s'", name);
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

static exit_code run(int count, char **arguments, output *out)
{
    if (count == 0) {
        fputs("Usage: condyle COMMAND ROBOT [options]\nCommands:", stderr);
        for (size_t i = 0; commands[i]; i++) {
            fprintf(stderr, " %s", commands[i]->name);
        }
        fputs(" help completion\n'condyle help' tells more.\n", stderr);
        return EXIT_USAGE;
    }
    if (arguments[0][0] == '-') {
        return run_option(arguments[0], out);
    }
    if (strcmp(arguments[0], "help") == 0) {
        return run_help(count - 1, arguments + 1, out);
    }
    if (strcmp(arguments[0], "completion") == 0) {
        return completion_run(count - 1, arguments + 1, out);
    }
    const command *c = command_find(arguments[0]);
    return c ? run_command(c, count - 1, arguments + 1, out) : EXIT_USAGE;
}

int main(int argc, char **argv)
{
    output out = {.file = stdout};
    interrupt_restore();
    interrupt_fail_large_files();
    exit_code code = run(argc > 0 ? argc - 1 : 0, argv + 1, &out);
    return (int)output_finish(&out, code);
}
