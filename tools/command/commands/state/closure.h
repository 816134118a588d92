/* Closure: the mechanism of the command line, which closes a robot's loops by moving the joints without drives. */
#ifndef CONDYLE_TOOLS_CLOSURE_H
#define CONDYLE_TOOLS_CLOSURE_H

#include "commands/state/constraint_list.h"

#include <condyle/mechanism.h>

/* --actuated, --loop and --constraints. */
typedef struct closure_options {
    loop_options loops;
    text_list actuated;
    double tolerance; /* which joints count as dependent; 0: the library's default */
} closure_options;

/* --actuated; the struct is a text_list. */
extern const option_table actuated_table;

/* Of closure_options, for subcommands whose help does not describe the objects of --constraints. */
extern const option_table closure_table;

typedef struct closure {
    const robot *robot;
    constraint_list list;
    cdy_constraint *constraints; /* of the list */
    cdy_mechanism *mechanism;
    bool *actuated, *held; /* n: degrees of freedom with drives; independent coordinates */
    double *u, *du;        /* n: of the independent coordinates */
    double *start;         /* nq: where independent joints are that a row leaves out; home, or that of the options */
    double *last;          /* nq: the configuration that was assembled last; `start` before */
    double *beyond; /* nq: by how much dependent positions were beyond limits at most; negative: below the lower */
    unsigned long long assemblies, outside; /* how many there were, and with how many a position is beyond its limits */
    bool *given;                            /* nq: positions that the row gives */
    unsigned long long untold;              /* rows that give only positions that depend on others */
    int untold_position;                    /* one of these */
    bool chosen;
} closure;

/* Returns whether the robot's file states loops, or the options give some. */
bool closure_is_needed(const robot *r, const closure_options *o);

/* Fails for --actuated of a robot without loops. */
exit_code closure_refuse_drives(const robot *r);

/* Makes the mechanism of the loops of the file and of the options, and of the joints with drives; fails without loops
 * for `command`. closure_close() frees it, also after a failure. */
exit_code closure_open(closure *c, const robot *r, const closure_options *o, const char *command);
void closure_close(closure *c);

/* Closes the loops at q, with the independent coordinates as they are; at the first call these are chosen, and a note
 * names them. */
cdy_status closure_assemble(closure *c, cdy_workspace *workspace, double *q, cdy_error *error);

/* Notes which joints the assemblies moved beyond their limits, and how far: assemblies look at no limits. */
void closure_tell_limits(const closure *c, bool degrees);

/* Returns whether a joint has an independent degree of freedom. */
bool closure_holds(const closure *c, const cdy_moving_joint *joint);

/* Begins the first row at q (nq). */
void closure_begin(closure *c, const double *q);

/* Notes which rows gave only positions that depend on others: these only tell where the search begins. */
void closure_tell_untold(const closure *c);

/* Fills the positions that are NaN: where the last assembly has them, those of independent joints where the first row
 * begins. */
void closure_fill(const closure *c, double *q);

/* Replaces the coordinates of joints without an independent degree of freedom by those of the last assembly. */
void closure_follow(const closure *c, double *q);

/* Writes the independent velocities and accelerations of all joints' (n; NULL: zero) to c->u and c->du. */
void closure_pick(closure *c, const double *qd, const double *qdd);

/* Fails where a degree of freedom without a drive has a torque (n). */
cdy_status closure_check_torques(const closure *c, const double *tau, cdy_error *error);

#endif
