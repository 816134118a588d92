#include "options/robot_options.h"

static const char *const format_words[] = {"content", "urdf", "mjcf", "sdf", "usd", NULL};

static const option_row reading_rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--from",
     .offset = offsetof(reading_options, from),
     .standard = "content",
     .help =
         "format that the robot's file must have, urdf in xacro too; the content tells it in any case, whatever the "
         "file's name",
     .words = format_words},
    {.kind = OPTION_INTEGER,
     .name = "--max-depth",
     .metavar = "N",
     .offset = offsetof(reading_options, depth),
     .standard = "256",
     .help = "refuse robot files with elements nested deeper",
     .least = 1,
     .most = 100000},
    {0},
};
const option_table reading_table = {.title = "Robot", .rows = reading_rows};

static exit_code complete(void *values, const invocation *given)
{
    robot_options *o = values;
    o->uses_mass = given->uses_mass;
    o->closes_loops = given->closes_loops;
    return EXIT_FINE;
}

static const char *const mimic_words[] = {"tied", "independent", NULL};

static const option_row rows[] = {
    {.kind = OPTION_NUMBERS,
     .name = "--gravity",
     .metavar = "X,Y,Z",
     .offset = offsetof(robot_options, gravity),
     .given = offsetof(robot_options, gravity_given),
     .standard = "0,0,-9.81",
     .help = "gravity in the base frame, m/s2",
     .count = 3,
     .expected = "X,Y,Z in m/s2"},
    {.kind = OPTION_CHOICE,
     .name = "--mimic",
     .offset = offsetof(robot_options, mimic_independent),
     .given = offsetof(robot_options, mimic_given),
     .standard = "tied",
     .help = "mimic joints follow their leaders, or are degrees of freedom of their own",
     .words = mimic_words},
    {.kind = OPTION_FLAG,
     .name = "--floating-base",
     .offset = offsetof(robot_options, floating_base),
     .help = "free the root link: a joint named floating_base with six degrees of freedom moves it (default: fixed)"},
    {.kind = OPTION_TEXT,
     .name = "--model",
     .metavar = "NAME",
     .offset = offsetof(robot_options, model),
     .help = "the model of an SDF file with several, or the articulation of one in USD"},
    {.kind = OPTION_TABLE, .table = &source_table, .offset = offsetof(robot_options, source)},
    {.kind = OPTION_TABLE, .table = &reading_table, .offset = offsetof(robot_options, reading)},
    {0},
};
const option_table robot_table = {.title = "Robot", .rows = rows, .complete = complete};
