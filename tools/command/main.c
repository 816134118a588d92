/* condyle: robots from URDF files and their dynamics, on the command line. */
#include "rows/collision.h"
#include "run/command.h"
#include "run/interrupt.h"

#include <stdint.h>
#include <string.h>

const command *const commands[] = {&command_show,        &command_id,
                                   &command_fd,          &command_mass,
                                   &command_gravity,     &command_coriolis,
                                   &command_transform,   &command_jacobian,
                                   &command_com,         &command_energy,
                                   &command_derivatives, &command_ik,
                                   &command_sim,         &command_identify,
                                   &command_random,      &command_export,
                                   &command_compile,     &command_check,
                                   &command_diff,        &command_xacro,
                                   &command_bench,       NULL};

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
    text_buffer message = {0};
    text_add(&message, "unknown command '%s'", name);
    message_suggest(&search, &message);
    if (!search.name) {
        text_add(&message, "; 'condyle help' lists the commands");
    }
    fail_text(EXIT_USAGE, &message);
    return NULL;
}

/* condyle help [COMMAND] */
static exit_code run_help(int count, char **arguments, output *out)
{
    if (count > 1) {
        return fail(EXIT_USAGE, "'help' takes one command at most");
    }
    if (count == 0 || strcmp(arguments[0], "help") == 0 || strcmp(arguments[0], "--help") == 0) {
        help_write(out);
        return EXIT_FINE;
    }
    const command *c = command_find(arguments[0]);
    if (!c) {
        return EXIT_USAGE;
    }
    help_write_command(out, c);
    return EXIT_FINE;
}

static exit_code run_command(const command *c, int count, char **arguments, output *out)
{
    options o;
    exit_code code = options_read(&o, c->name, c->options, c->many ? SIZE_MAX : 1, count, arguments);
    if (code == EXIT_FINE && o.help) {
        help_write_command(out, c);
    } else if (code == EXIT_FINE) {
        o.uses_mass = c->uses_mass;
        code = collision_refuse(&o);
        code = code == EXIT_FINE && o.output ? output_open(out, o.output, o.force) : code;
        code = code == EXIT_FINE ? c->run(&o, out) : code;
    }
    options_clear(&o);
    return code;
}

/* Runs an option in the position of the subcommand. */
static exit_code run_option(const char *name, output *out)
{
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
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
        fputs(" help\n'condyle help' tells more.\n", stderr);
        return EXIT_USAGE;
    }
    if (arguments[0][0] == '-') {
        return run_option(arguments[0], out);
    }
    if (strcmp(arguments[0], "help") == 0) {
        return run_help(count - 1, arguments + 1, out);
    }
    const command *c = command_find(arguments[0]);
    return c ? run_command(c, count - 1, arguments + 1, out) : EXIT_USAGE;
}

int main(int argc, char **argv)
{
    output out = {.file = stdout};
    interrupt_fail_large_files();
    exit_code code = run(argc > 0 ? argc - 1 : 0, argv + 1, &out);
    return (int)output_finish(&out, code);
}
