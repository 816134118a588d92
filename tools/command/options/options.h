/* Options: the command line of a subcommand, read into the subcommand's own struct. */
#ifndef CONDYLE_TOOLS_OPTIONS_H
#define CONDYLE_TOOLS_OPTIONS_H

#include "options/option.h"

/* Robots and options of every subcommand. The struct of a subcommand begins with an invocation. */
struct invocation {
    const char *robot;   /* the first ROBOT; NULL: none */
    text_list robots;    /* every ROBOT, in order */
    text_list arguments; /* NAME:=VALUE, for xacro files */
    text_list steps;     /* name and value of each option that is a step, in order */
    const char *output;  /* --output; NULL: the standard output */
    bool force, help;
    bool content_told;  /* another option says what --output is, whatever the ending of its name */
    bool shared_output; /* --output is an array that other processes fill too: the row writer opens the file */
    bool uses_mass;     /* copied from the subcommand: masses matter */
    bool closes_loops;  /* copied from the subcommand */
};

/* --output, --force and --help. */
extern const option_table invocation_table;

/* The parts of a subcommand that its command line needs. */
typedef struct options_request {
    const char *command;        /* name of the subcommand, for messages */
    const option_table *table;  /* its options */
    size_t size;                /* size of its struct */
    size_t most_robots;         /* number of robots in the command line */
    const char *standard_robot; /* ROBOT where none is given; NULL: a robot is needed */
    bool robot_optional;        /* `complete` of the table decides whether a robot is needed */
    bool uses_mass, closes_loops;
    bool (*known)(const char *name, size_t length); /* whether another subcommand has this option */
} options_request;

/* Reads the arguments after the name of a subcommand into a new struct, *values. Reports errors; options_free() frees
 * the struct, also after a failure. */
exit_code options_read(const options_request *request, int count, char **arguments, invocation **values);

/* Frees a struct of options_read() and its lists; NULL: nothing. */
void options_free(const option_table *table, invocation *values);

/* Reports that subcommand `command` was given no robot. */
exit_code options_fail_robot(const char *command);

#endif
