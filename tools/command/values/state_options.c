#include "values/state_options.h"

static const char values_help[] =
    "VALUES is one of\n"
    "  home              q only: 0, or the nearest limit where the limits exclude 0\n"
    "  zero              all 0 (a floating joint in q: at the origin with the identity orientation)\n"
    "  random            from --seed: q within its limits, in (-pi, pi] without limits; qd, qdd and tau\n"
    "                    in [-1, 1]\n"
    "  1.5,-2,0,...      numbers in the order of the degrees of freedom in the table of the results\n"
    "  joint=1.5,...     by the names of the joints; other joints are home (q) or 0\n"
    "A joint with several degrees of freedom has values joint[0], joint[1], ...:\n"
    "  planar    q = x y theta                   qd = vx vy w\n"
    "  floating  q = qw qx qy qz x y z           qd = wx wy wz vx vy vz, in the moved frame\n"
    "  spherical q = qw qx qy qz                 qd = wx wy wz, in the moved frame\n"
    "            (qw first: the quaternion)      qdd and tau are ordered like qd\n";

static const char *const q_words[] = {"home", "zero", "random", NULL};
static const char *const v_words[] = {"zero", "random", NULL};

static const option_row q_rows[] = {{.kind = OPTION_TEXT,
                                     .name = "--q",
                                     .metavar = "VALUES",
                                     .offset = offsetof(state_options, vectors[VECTOR_Q]),
                                     .help = "configuration, rad or m (default: home)",
                                     .words = q_words,
                                     .names = NAMES_POSITIONS},
                                    {0}};
static const option_row qd_rows[] = {{.kind = OPTION_TEXT,
                                      .name = "--qd",
                                      .metavar = "VALUES",
                                      .offset = offsetof(state_options, vectors[VECTOR_QD]),
                                      .help = "velocities, rad/s or m/s (default: zero)",
                                      .words = v_words,
                                      .names = NAMES_VELOCITIES},
                                     {0}};
static const option_row qdd_rows[] = {{.kind = OPTION_TEXT,
                                       .name = "--qdd",
                                       .metavar = "VALUES",
                                       .offset = offsetof(state_options, vectors[VECTOR_QDD]),
                                       .help = "accelerations, rad/s2 or m/s2 (default: zero)",
                                       .words = v_words,
                                       .names = NAMES_VELOCITIES},
                                      {0}};
static const option_row tau_rows[] = {{.kind = OPTION_TEXT,
                                       .name = "--tau",
                                       .metavar = "VALUES",
                                       .offset = offsetof(state_options, vectors[VECTOR_TAU]),
                                       .help = "torques N m or forces N of the joints (default: zero)",
                                       .words = v_words,
                                       .names = NAMES_VELOCITIES},
                                      {0}};
const option_table q_table = {.title = "State", .rows = q_rows, .note = values_help};
const option_table qd_table = {.title = "State", .rows = qd_rows};
const option_table qdd_table = {.title = "State", .rows = qdd_rows};
const option_table tau_table = {.title = "State", .rows = tau_rows};

static const option_row wrench_rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--wrench",
     .metavar = "BODY[@body|@base-axes]:Tx,Ty,Tz,Fx,Fy,Fz",
     .names = NAMES_BODY_COLON,
     .help = "moment (N m) and force (N) that the environment applies on a body.\n"
             "BODY: in the base frame, the moment about its origin.\n"
             "BODY@body: in the body's frame, about the body's origin.\n"
             "BODY@base-axes: in the axes of the base, about the body's origin; tool0@base-axes:0,0,0,0,0,-50\n"
             "presses the tool down with 50 N.\n"
             "Several wrenches add up; on a body welded to the base they have no effect (default: none)"},
    {0},
};
const option_table wrench_table = {.title = "State", .rows = wrench_rows};

static const option_row seed_rows[] = {
    {.kind = OPTION_WHOLE, .name = "--seed", .metavar = "N", .standard = "0", .help = "seed of the random values"},
    {0},
};
const option_table seed_table = {.title = "State", .rows = seed_rows};
