/* Options: the command line of a subcommand, read by one table. */
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
    OPTION_STRICT, /* with which come --for and --all */
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

/* The rows of the table: some options come together, under one id. */
enum { OPTION_ROWS_COUNT = OPTION_COUNT + 2 };

/* A set of options, and the set of one. */
__extension__ typedef unsigned __int128 option_set;
/* The robot of a subcommand that can do without ROBOT: one that takes --algorithms. */
#define DEFAULT_ROBOT "universalUR5e"

_Static_assert(OPTION_COUNT <= 128, "a set has room for 128 options");
#define WITH(option) ((option_set)1 << OPTION_##option)

/* What every subcommand with a robot takes; what every subcommand that writes numbers of joints takes; what every
 * subcommand at a configuration takes as well. */
#define OPTIONS_LIMITS (WITH(MAX_SIZE) | WITH(MAX_DEPTH))
#define OPTIONS_ROBOT                                                                                                  \
    (WITH(GRAVITY) | WITH(MIMIC) | WITH(FLOATING_BASE) | WITH(OUTPUT) | WITH(FORCE) | WITH(HELP) |                     \
     WITH(PACKAGE_PATH) | OPTIONS_LIMITS)
#define OPTIONS_NUMBERS (WITH(FORMAT) | WITH(FIELDS) | WITH(PRECISION) | WITH(DEG) | WITH(SEED))
#define OPTIONS_ROWS    (WITH(INPUT) | WITH(INPUT_FORMAT) | WITH(KEEP_GOING) | WITH(THREADS))
#define OPTIONS_STATE   (OPTIONS_NUMBERS | WITH(Q) | OPTIONS_ROWS)

/* What a subcommand takes in whose results drives have a part. */
#define OPTIONS_DRIVES (WITH(DRIVES) | WITH(FRICTION_WIDTH))

/* How findings are printed. */
typedef enum report_format { REPORT_TEXT = 0, REPORT_JSON, REPORT_SARIF } report_format;

typedef enum output_format_kind { FORMAT_TABLE = 0, FORMAT_CSV, FORMAT_JSON, FORMAT_NPY } output_format_kind;

/* How the rows of --input are written. */
typedef enum input_format { INPUT_ANY = 0, INPUT_CSV, INPUT_JSON, INPUT_NPY } input_format;

/* What moves the joints of a simulation: nothing, or a law that brings them somewhere. */
typedef enum control_kind { CONTROL_NONE = 0, CONTROL_HOLD, CONTROL_COMPUTED_TORQUE, CONTROL_PD } control_kind;

/* What a simulation is made of. */
typedef struct simulation_choice {
    double time, step; /* s */
    int integrator;    /* cdy_integrator */
    double tolerance;  /* relative; 0: not given */
    control_kind control;
    const char *goal; /* of --goal; NULL: not given */
    double frequency; /* rad/s */
    double damping_ratio;
    double kp, kd;
    uint64_t every;   /* steps from row to row */
    const char *plot; /* of --plot; NULL: not given */
} simulation_choice;

typedef struct options {
    const char *robot;   /* as given, the first of them; NULL where only help is asked for */
    const char **robots; /* all of them, in their order */
    size_t robot_count;
    const char *vectors[VECTOR_COUNT]; /* the texts of --q, --qd, --qdd, --tau; NULL: not given */
    const char **wrenches;             /* the texts of --wrench, in their order */
    size_t wrench_count;
    const char *body;  /* of --body; NULL: not given */
    const char *to;    /* of --to; NULL: not given */
    bool in_body_axes; /* --in body */
    bool jacobian;
    bool of_forward;   /* --of fd */
    double pose[6];    /* x y z in m, rx ry rz in rad or as --deg says */
    double target[16]; /* 4 x 4, row-major */
    uint64_t rows;     /* of --count; 1 where it is not given */
    uint64_t seed;
    double gravity[3];        /* m/s2, base frame */
    cdy_drive_options drives; /* of --drives and --friction-width */
    cdy_forward_method method;
    bool mimic_independent;
    bool floating_base;
    const char *input; /* of --input; NULL: one state, from the options above */
    input_format input_format;
    bool keep_going;
    const char *fields; /* of --fields; NULL: not given */
    int precision;      /* significant digits; 0: not given */
    bool degrees;
    output_format_kind format;
    report_format report;
    bool strict;
    cdy_program program;   /* of --for */
    bool all;              /* of --all: no findings are folded */
    const char **disabled; /* the texts of --disable */
    size_t disabled_count;
    const char *explain;   /* of --explain; NULL: not given */
    const char **packages; /* the texts of --package-path */
    size_t package_count;
    char **arguments; /* NAME:=VALUE, for xacro files */
    size_t argument_count;
    bool args, deps; /* of xacro: the arguments, or the files, instead of the expansion */
    bool quiet;      /* no warnings */
    const char *fix; /* the copy of --fix; NULL: not given */
    bool in_place;
    double same;        /* of diff: the relative difference that numbers of one value may have */
    const char *output; /* of --output; NULL: the standard output */
    bool force;
    bool friction;      /* of identify: damping and Coulomb friction too */
    bool rotors;        /* rotor inertias too */
    double prior;       /* weight of the given robot's parameters */
    bool equal_weights; /* --weights equal */
    bool no_consistency;
    simulation_choice simulation;
    const char *algorithms; /* of --algorithms; NULL: all */
    double budget;          /* of bench, s */
    int threads;            /* the most; 0: all cores, or not given */
    bool c_array;           /* of compile: C source instead of the model's bytes */
    const char *name;       /* of the array; NULL: not given */
    size_t max_bytes;       /* of a robot file; 0: not given */
    int max_depth;          /* of elements in it; 0: not given */
    bool weighs;            /* forces are computed; of the subcommand, not of an option */
    bool help;
    option_set given;
    bool named[OPTION_ROWS_COUNT]; /* the rows of the table that were given */
} options;

/* Reads the arguments behind the name of subcommand `command`, which takes the options in the set `taken` and as many
 * robots.
 * Reports what is wrong with them; options_clear() frees the result, also after a failure. */
exit_code options_read(options *o, const char *command, option_set taken, size_t most_robots, int count,
                       char **arguments);

/* Tells whether an option was given. */
bool options_given(const options *o, option_id id);

/* Frees what options_read() made. */
void options_clear(options *o);

/* Writes the part of a help text that describes a set of options. */
void options_describe(output *out, option_set taken);

#endif
