/* Commands: the subcommands, each described in its own file. */
#ifndef CONDYLE_TOOLS_COMMAND_H
#define CONDYLE_TOOLS_COMMAND_H

#include "options/options.h"
#include "run/output.h"

#include <stddef.h>

typedef struct command {
    const char *name;
    const char *summary;         /* line in the list of subcommands */
    const char *description;     /* paragraphs of the help */
    const char *examples;        /* working command lines, one a line */
    const char *usage;           /* robots on the command line; NULL: ROBOT */
    size_t most_robots;          /* number of robots that it takes; 0: one */
    const char *standard_robot;  /* ROBOT where none is given; NULL: a robot is needed */
    bool robot_optional;         /* `complete` of its options decides whether a robot is needed */
    const option_table *options; /* its options */
    size_t size;                 /* size of the struct of its options, which begins with an invocation */
    bool uses_mass;              /* computes forces, masses or energies: warn of a robot without mass */
    bool needs_file;             /* takes no compiled model, which holds the numbers of the dynamics only */
    exit_code (*run)(const void *options, output *out);
} command;

extern const command command_show, command_id, command_fd, command_mass, command_gravity, command_coriolis,
    command_transform, command_jacobian, command_com, command_energy, command_derivatives, command_ik, command_sim,
    command_identify, command_random, command_export, command_compile, command_check, command_diff, command_xacro,
    command_bench, command_list, command_inertia, command_draw;

/* Every subcommand, in the order of the list; ends with NULL. */
extern const command *const commands[];

/* Reads the arguments after the name of a subcommand, as options_read() does. */
exit_code command_read(const command *c, int count, char **arguments, invocation **values);

/* Returns the subcommand of this name; reports an unknown name, with the nearest, and returns NULL. */
const command *command_find(const char *name);

/* Writes the help of the whole command, or of one subcommand. */
void help_write(output *out);
void help_write_command(output *out, const command *c);

#endif
