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
    size_t most_robots;          /* number of robots in the command line; 0: one */
    const char *standard_robot;  /* ROBOT where none is given; NULL: a robot is needed */
    bool robot_optional;         /* `complete` of its options decides whether a robot is needed */
    const option_table *options; /* its options */
    size_t size;                 /* size of the struct of its options, which begins with an invocation */
    bool uses_mass;              /* computes forces, masses or energies: warn of a robot without mass */
    bool closes_loops;           /* closes the loops that the file of the robot states: none is told of */
    bool writes_folder;          /* --output names a folder for its files, not the file of its results */
    const char *const *endings;  /* that the name of --output may have; NULL: those of rows of numbers */
    bool no_robot;               /* takes another file, or none */
    bool needs_file;             /* takes no compiled model, which holds the numbers of the dynamics only */
    exit_code (*run)(const void *options, output *out);
} command;

/* The subcommands, in the order of the list: COMMAND(NAME) for command_NAME in commands/GROUP/NAME.c. */
#define COMMANDS                                                                                                       \
    COMMAND(show)                                                                                                      \
    COMMAND(id)                                                                                                        \
    COMMAND(fd)                                                                                                        \
    COMMAND(constrained)                                                                                               \
    COMMAND(mechanism)                                                                                                 \
    COMMAND(reactions)                                                                                                 \
    COMMAND(mass)                                                                                                      \
    COMMAND(gravity)                                                                                                   \
    COMMAND(coriolis)                                                                                                  \
    COMMAND(transform)                                                                                                 \
    COMMAND(velocity)                                                                                                  \
    COMMAND(acceleration)                                                                                              \
    COMMAND(jacobian)                                                                                                  \
    COMMAND(manipulability)                                                                                            \
    COMMAND(task)                                                                                                      \
    COMMAND(com)                                                                                                       \
    COMMAND(energy)                                                                                                    \
    COMMAND(regressor)                                                                                                 \
    COMMAND(derivatives)                                                                                               \
    COMMAND(ik)                                                                                                        \
    COMMAND(sim)                                                                                                       \
    COMMAND(identify)                                                                                                  \
    COMMAND(explain)                                                                                                   \
    COMMAND(observe)                                                                                                   \
    COMMAND(distance)                                                                                                  \
    COMMAND(limits)                                                                                                    \
    COMMAND(report)                                                                                                    \
    COMMAND(workspace)                                                                                                 \
    COMMAND(contact)                                                                                                   \
    COMMAND(drives)                                                                                                    \
    COMMAND(stop)                                                                                                      \
    COMMAND(payload)                                                                                                   \
    COMMAND(rows)                                                                                                      \
    COMMAND(motion)                                                                                                    \
    COMMAND(random)                                                                                                    \
    COMMAND(trajectory)                                                                                                \
    COMMAND(smooth)                                                                                                    \
    COMMAND(excite)                                                                                                    \
    COMMAND(export)                                                                                                    \
    COMMAND(edit)                                                                                                      \
    COMMAND(compile)                                                                                                   \
    COMMAND(generate)                                                                                                  \
    COMMAND(check)                                                                                                     \
    COMMAND(diff)                                                                                                      \
    COMMAND(xacro)                                                                                                     \
    COMMAND(bench)                                                                                                     \
    COMMAND(list)                                                                                                      \
    COMMAND(inertia)                                                                                                   \
    COMMAND(draw)                                                                                                      \
    COMMAND(view)

#define COMMAND(name) extern const command command_##name;
COMMANDS
#undef COMMAND

/* Every subcommand; ends with NULL. */
extern const command *const commands[];

/* Reads the arguments after the name of a subcommand, as options_read() does. */
exit_code command_read(const command *c, int count, char **arguments, invocation **values);

/* Returns the subcommand of this name; reports an unknown name, with the nearest, and returns NULL. */
const command *command_find(const char *name);

/* Writes the help of the whole command, or of one subcommand. */
void help_write(output *out);
void help_write_command(output *out, const command *c);

#endif
