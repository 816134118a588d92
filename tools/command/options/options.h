/* Options: the command line of a subcommand. */
#ifndef CONDYLE_TOOLS_OPTIONS_H
#define CONDYLE_TOOLS_OPTIONS_H

#include "options/coordinates.h"
#include "options/drives.h"
#include "run/message.h"
#include "run/output.h"

#include <condyle/check.h>
#include <condyle/dynamics.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every option of every subcommand; a subcommand takes a set of them. */
typedef enum option_id {
    OPTION_Q = VECTOR_Q,
    OPTION_QD = VECTOR_QD,
    OPTION_QDD = VECTOR_QDD,
    OPTION_TAU = VECTOR_TAU,
    OPTION_WRENCH,
    OPTION_BODY,
    OPTION_TO,
    OPTION_IN,
    OPTION_JACOBIAN,
    OPTION_OF,
    OPTION_POSE,
    OPTION_TARGET,
    OPTION_ROWS,
    OPTION_SEED,
    OPTION_GRAVITY,
    OPTION_DRIVES,
    OPTION_FRICTION_WIDTH,
    OPTION_METHOD,
    OPTION_MIMIC,
    OPTION_FLOATING_BASE,
    OPTION_INPUT,
    OPTION_INPUT_FORMAT,
    OPTION_KEEP_GOING,
    OPTION_FIELDS,
    OPTION_PRECISION,
    OPTION_DEG,
    OPTION_FORMAT,
    OPTION_REPORT,
    OPTION_STRICT, /* includes --for and --all */
    OPTION_DISABLE,
    OPTION_EXPLAIN,
    OPTION_PACKAGE_PATH,
    OPTION_ARGS,
    OPTION_DEPS,
    OPTION_QUIET,
    OPTION_FIX,
    OPTION_IN_PLACE,
    OPTION_LAYOUT,
    OPTION_SAME,
    OPTION_OUTPUT,
    OPTION_FORCE,
    OPTION_FRICTION,
    OPTION_ROTORS,
    OPTION_PRIOR,
    OPTION_WEIGHTS,
    OPTION_NO_CONSISTENCY,
    OPTION_TIME,
    OPTION_DT,
    OPTION_INTEGRATOR,
    OPTION_TOLERANCE,
    OPTION_CONTROL,
    OPTION_GOAL,
    OPTION_FREQUENCY,
    OPTION_DAMPING_RATIO,
    OPTION_KP,
    OPTION_KD,
    OPTION_EVERY,
    OPTION_PLOT,
    OPTION_ALGORITHMS,
    OPTION_BUDGET,
    OPTION_THREADS,
    OPTION_C_ARRAY,
    OPTION_NAME,
    OPTION_MAX_SIZE,
    OPTION_MAX_DEPTH,
    OPTION_HELP,
    OPTION_COUNT
} option_id;

/* Number of rows of the table: some options share an id. */
enum { OPTION_ROWS_COUNT = OPTION_COUNT + 2 };

/* A set of options, and the set of one option. */
__extension__ typedef unsigned __int128 option_set;
/* Default ROBOT of subcommands with --algorithms. */
#define DEFAULT_ROBOT "universalUR5e"

_Static_assert(OPTION_COUNT <= 128, "a set has room for 128 options");
#define WITH(option) ((option_set)1 << OPTION_##option)

/* Options of every subcommand with a robot, of subcommands that write joint values, and of subcommands at a
 * configuration. */
#define OPTIONS_LIMITS (WITH(MAX_SIZE) | WITH(MAX_DEPTH))
#define OPTIONS_ROBOT                                                                                                  \
    (WITH(GRAVITY) | WITH(MIMIC) | WITH(FLOATING_BASE) | WITH(OUTPUT) | WITH(FORCE) | WITH(HELP) |                     \
     WITH(PACKAGE_PATH) | OPTIONS_LIMITS)
#define OPTIONS_NUMBERS (WITH(FORMAT) | WITH(FIELDS) | WITH(PRECISION) | WITH(DEG) | WITH(SEED))
#define OPTIONS_ROWS    (WITH(INPUT) | WITH(INPUT_FORMAT) | WITH(KEEP_GOING) | WITH(THREADS))
#define OPTIONS_STATE   (OPTIONS_NUMBERS | WITH(Q) | OPTIONS_ROWS)

/* Options of subcommands whose results depend on drives. */
#define OPTIONS_DRIVES (WITH(DRIVES) | WITH(FRICTION_WIDTH))

/* Format of findings. */
typedef enum report_format { REPORT_TEXT = 0, REPORT_JSON, REPORT_SARIF } report_format;

typedef enum output_format_kind { FORMAT_TABLE = 0, FORMAT_CSV, FORMAT_JSON, FORMAT_NPY } output_format_kind;

/* Format of the rows of --input. */
typedef enum input_format { INPUT_ANY = 0, INPUT_CSV, INPUT_JSON, INPUT_NPY } input_format;

/* Control law of a simulation. */
typedef enum control_kind { CONTROL_NONE = 0, CONTROL_HOLD, CONTROL_COMPUTED_TORQUE, CONTROL_PD } control_kind;

/* Options of a simulation. */
typedef struct simulation_choice {
    double time, step; /* s */
    int integrator;    /* cdy_integrator */
    double tolerance;  /* relative; 0: default */
    control_kind control;
    const char *goal; /* --goal; NULL: not given */
    double frequency; /* rad/s */
    double damping_ratio;
    double kp, kd;
    uint64_t every;   /* steps between two rows */
    const char *plot; /* --plot; NULL: not given */
} simulation_choice;

typedef struct options {
    const char *robot;   /* the first ROBOT; NULL where only help is requested */
    const char **robots; /* every ROBOT, in order */
    size_t robot_count;
    const char *vectors[VECTOR_COUNT]; /* --q, --qd, --qdd, --tau as text; NULL: not given */
    const char **wrenches;             /* --wrench as text, in order */
    size_t wrench_count;
    const char *body;  /* --body; NULL: not given */
    const char *to;    /* --to; NULL: not given */
    bool in_body_axes; /* --in body */
    bool jacobian;
    bool of_forward;   /* --of fd */
    double pose[6];    /* x y z in m, rx ry rz in rad */
    double target[16]; /* 4 x 4, row-major */
    uint64_t rows;     /* --count, default 1 */
    uint64_t seed;
    double gravity[3];        /* m/s2, base frame */
    cdy_drive_options drives; /* --drives and --friction-width */
    cdy_forward_method method;
    bool mimic_independent;
    bool floating_base;
    const char *input; /* --input; NULL: one state, from the options above */
    input_format input_format;
    bool keep_going;
    const char *fields; /* --fields; NULL: not given */
    int precision;      /* significant digits; 0: default */
    bool degrees;
    output_format_kind format;
    report_format report;
    bool strict;
    cdy_program program;   /* --for */
    bool all;              /* --all: list every finding */
    const char **disabled; /* --disable as text */
    size_t disabled_count;
    const char *explain;   /* --explain; NULL: not given */
    const char **packages; /* --package-path as text */
    size_t package_count;
    char **arguments; /* NAME:=VALUE, for xacro files */
    size_t argument_count;
    bool args, deps; /* xacro: list the arguments, or the files, instead of the expansion */
    bool quiet;      /* no warnings */
    const char *fix; /* --fix, the path of the copy; NULL: not given */
    bool in_place;
    double same;        /* diff: relative tolerance of numbers */
    const char *output; /* --output; NULL: the standard output */
    bool force;
    bool friction;      /* identify: damping and Coulomb friction too */
    bool rotors;        /* identify: rotor inertias too */
    double prior;       /* weight of the given robot's parameters */
    bool equal_weights; /* --weights equal */
    bool no_consistency;
    simulation_choice simulation;
    const char *algorithms; /* --algorithms; NULL: all */
    double budget;          /* bench, s */
    int threads;            /* at most; 0: all cores, or not given */
    bool c_array;           /* compile: C source instead of a binary file */
    const char *name;       /* name of the array; NULL: not given */
    size_t max_bytes;       /* of a robot file; 0: default */
    int max_depth;          /* nesting of elements; 0: default */
    bool uses_mass;         /* copied from the subcommand: masses matter */
    bool help;
    option_set given;
    bool named[OPTION_ROWS_COUNT]; /* rows of the table that were given */
} options;

/* Reads the arguments after the name of subcommand `command`, which takes the options in the set `taken` and at most
 * `most_robots` robots. Reports errors; options_clear() frees the result, also after a failure. */
exit_code options_read(options *o, const char *command, option_set taken, size_t most_robots, int count,
                       char **arguments);

/* Returns whether an option was given. */
bool options_given(const options *o, option_id id);

/* Frees the lists of options_read(). */
void options_clear(options *o);

/* Writes the help of a set of options. */
void options_describe(output *out, option_set taken);

#endif
