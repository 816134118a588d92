/* condyle drives: motors and gears for the joints of a robot that makes a motion. */
#include "commands/motion/drives.h"

#include "options/command.h"
#include "options/ending.h"
#include "rows/payload.h"

static exit_code complete(void *values, const invocation *given)
{
    const drives_options *o = values;
    if (!o->recording.rows.input) {
        return fail(EXIT_USAGE, "'drives' needs --input FILE: rows of t, q, qd and qdd");
    }
    if (!o->sizing.catalogue) {
        return fail(EXIT_USAGE, "'drives' needs --catalogue FILE, a catalogue of drives (docs/drives.md)");
    }
    if (format_or(&o->format, FORMAT_TABLE) == FORMAT_NPY) {
        return fail(EXIT_USAGE, "'drives' has no npy output; expected --format table, csv or json");
    }
    return sizing_check(&o->sizing, &o->recording.drives, given);
}

static const option_row option_rows[] = {
    {.kind = OPTION_READ_FILE,
     .name = "--catalogue",
     .metavar = "FILE",
     .offset = offsetof(drives_options, sizing.catalogue),
     .help = "the drives to choose from, CSV: type, maker, gear, ratio, ... (docs/drives.md)"},
    INCLUDE_TABLE(sizing_table, drives_options, sizing),
    {.kind = OPTION_FLAG,
     .name = "--strict",
     .offset = offsetof(drives_options, strict),
     .help = "take no drive of which a limit that matters is not known"},
    INCLUDE_TABLE(row_table, drives_options, recording.rows),
    INCLUDE_TABLE(payload_table, drives_options, recording.payloads),
    INCLUDE_TABLE(drive_table, drives_options, recording.drives),
    INCLUDE_TABLE(robot_table, drives_options, recording.robot),
    INCLUDE_TABLE(degree_table, drives_options, recording.degrees),
    INCLUDE_TABLE(format_table, drives_options, format),
    {.kind = OPTION_INTEGER,
     .name = "--precision",
     .metavar = "D",
     .offset = offsetof(drives_options, precision),
     .help = "significant digits of csv, 1 to 17 (default: as many as read back exactly)",
     .least = 1,
     .most = 17},
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* A motion whose rows are gathered. */
typedef struct gathering {
    recording recording;
    sized sized;
} gathering;

static cdy_status add_row(void *to, uint64_t row, const double *t, const double *q, const double *qd, const double *tau,
                          cdy_error *error)
{
    gathering *g = to;
    (void)row;
    (void)tau;
    return sized_add(&g->sized, &g->recording, t, q, qd, error);
}

static exit_code write_results(const drives_options *o, const gathering *g, output *out)
{
    exit_code code = EXIT_FINE;
    switch (format_or(&o->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: drives_write_table(&g->sized, &g->recording.robot, out); break;
    case FORMAT_CSV: code = drives_write_csv(&g->sized, &g->recording.robot, o->precision, out); break;
    case FORMAT_JSON: code = drives_write_json(&g->sized, &g->recording.robot, out); break;
    case FORMAT_NPY: break; /* refused by complete() */
    }
    return code == EXIT_FINE ? sized_judge(&g->sized, out) : code;
}

static exit_code run(const void *options, output *out)
{
    const drives_options *o = options;
    gathering g = {0};
    exit_code code = recording_open(&g.recording, &o->recording, o->invocation.robot);
    code = code == EXIT_FINE ? sized_open(&g.sized, &o->sizing, o->strict, &g.recording.robot) : code;
    code = code == EXIT_FINE ? recording_read(&g.recording, add_row, &g) : code;
    code = code == EXIT_FINE ? sized_choose(&g.sized, &g.recording.robot) : code;
    code = code == EXIT_FINE ? write_results(o, &g, out) : code;
    sized_close(&g.sized);
    recording_close(&g.recording);
    return code;
}

const command command_drives = {
    .name = "drives",
    .summary = "motors and gears of a catalogue for the joints of a robot that makes a motion",
    .description =
        "Drives: for each joint the lightest drive of --catalogue that does the motion of the rows of --input\n"
        "(t, q, qd, qdd), repeated without end, and what the motion uses of this drive: root mean square and\n"
        "peak of torque and speed at the motor, currents and electrical power, energy, the ratio of inertias,\n"
        "temperatures of winding and housing, mean torque and mean speed of the gear and its life L10.\n"
        "\n"
        "nearest is the limit that is used most, used_percent how much; above 100 % the drive does not do.\n"
        "Drives weigh on the body before their joint, less what --included says, and are chosen again until\n"
        "nothing changes.  Where no drive does, the nearest one is told, and the exit code is 5.\n"
        "\n"
        "Torques are those of inverse dynamics, with the friction of --drives damping,friction and payloads;\n"
        "rotors and efficiencies are those of the catalogue.  docs/drives.md has the formulas, the columns of\n"
        "a catalogue and of the results: csv has one row a joint, JSON \"drives\" with the same names.\n"
        "Speeds are rpm (m/s at the output of sliding joints).\n",
    .examples = "condyle drives universalUR5e --input motion.csv --catalogue drives.csv\n"
                "condyle drives universalUR5e --input motion.csv --catalogue drives.csv --life 20000 "
                "--payload tool0:5\n"
                "condyle drives universalUR5e --input motion.csv --catalogue drives.csv "
                "--assign elbow_joint=FHA-25C-100 --format json\n",
    .options = &table,
    .endings = ending_table,
    .size = sizeof(drives_options),
    .uses_mass = true,
    .run = run,
};
