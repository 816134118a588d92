/* Results of the drives subcommand as table, csv and JSON. */
#include "commands/motion/drives.h"

#include "rows/json.h"
#include "run/csv.h"

#include <math.h>
#include <string.h>

#define RPM (3.14159265358979323846 / 30)

/* A number of a drive's use. */
typedef struct use_column {
    const char *name;
    size_t offset; /* in a cdy_drive_use */
    double unit;
} use_column;

static const use_column columns[] = {
    {"peak_torque", offsetof(cdy_drive_use, peak_torque), 1},
    {"rms_torque", offsetof(cdy_drive_use, rms_torque), 1},
    {"peak_speed", offsetof(cdy_drive_use, peak_speed), RPM},
    {"mean_speed", offsetof(cdy_drive_use, mean_speed), RPM},
    {"peak_current", offsetof(cdy_drive_use, peak_current), 1},
    {"rms_current", offsetof(cdy_drive_use, rms_current), 1},
    {"peak_power", offsetof(cdy_drive_use, peak_power), 1},
    {"energy", offsetof(cdy_drive_use, energy), 1},
    {"losses", offsetof(cdy_drive_use, losses), 1},
    {"inertia_ratio", offsetof(cdy_drive_use, inertia_ratio), 1},
    {"winding_temperature", offsetof(cdy_drive_use, winding_temperature), 1},
    {"housing_temperature", offsetof(cdy_drive_use, housing_temperature), 1},
    {"gear_peak_torque", offsetof(cdy_drive_use, gear_peak_torque), 1},
    {"gear_mean_torque", offsetof(cdy_drive_use, gear_mean_torque), 1},
    {"gear_mean_speed", offsetof(cdy_drive_use, gear_mean_speed), RPM},
    {"gear_life", offsetof(cdy_drive_use, life), 1},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static double number_of(const cdy_drive_choice *c, int column)
{
    double value = (double)NAN;
    if (c->drive >= 0) {
        memcpy(&value, (const char *)&c->use + columns[column].offset, sizeof value);
    }
    return value / columns[column].unit;
}

static double used_of(const cdy_drive_choice *c, int limit)
{
    return c->drive < 0 || limit >= CDY_DRIVE_LIMITS ? (double)NAN : 100 * c->use.used[limit];
}

static const char *nearest_of(const cdy_drive_choice *c)
{
    return c->drive >= 0 && c->use.nearest < CDY_DRIVE_LIMITS ? cdy_drive_limit_name(c->use.nearest) : "";
}

static const char *joint_of(const robot *r, int i)
{
    return vector_coordinate(r->model, VECTOR_QD, i).joint;
}

/* ---- table ---- */

static void write_cell(output *out, int width, double value)
{
    if (isnan(value)) {
        output_format(out, "%*s", width, "-");
    } else {
        output_format(out, "%*.4g", width, value);
    }
}

static void write_name(output *out, const char *name, size_t width)
{
    const size_t own = output_short_columns(name);
    output_short_name(out, name);
    output_repeat(out, ' ', own < width ? width - own : 1);
}

static void write_row(const sized *s, const robot *r, int i, output *out)
{
    const cdy_drive_choice *c = &s->choices[i];
    const cdy_motor_drive *d = sized_drive(s, i);
    const char *type = d ? cdy_drive_catalogue_type(s->catalogue, c->drive) : "no such drive";
    const double numbers[] = {d ? d->mass : (double)NAN,
                              d ? c->use.rms_torque : (double)NAN,
                              d ? c->use.peak_torque : (double)NAN,
                              d ? c->use.peak_speed / RPM : (double)NAN,
                              d ? c->use.gear_mean_torque : (double)NAN,
                              d ? c->use.life : (double)NAN,
                              d ? c->use.winding_temperature : (double)NAN,
                              d ? used_of(c, (int)c->use.nearest) : (double)NAN};
    output_text(out, "  ");
    write_name(out, joint_of(r, i), 22);
    write_name(out, type, 18);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        write_cell(out, 10, numbers[k]);
    }
    output_format(out, "%s  %s\n", sized_does(s, i) ? " " : "!", d ? sized_limit_words(c->use.nearest) : "");
}

void drives_write_table(const sized *s, const robot *r, output *out)
{
    double mass = 0, energy = 0;
    output_text(out, "Drives of ");
    output_name(out, robot_name(r));
    output_format(out, " for a motion of %zu rows, %g s, repeated\n\n", s->count, s->time[s->count - 1] - s->time[0]);
    output_text(out, "  Mass in kg, torques at the motor in N m, speed in rpm, mean output torque of the gear in N m,\n"
                     "  life in h, temperature of the winding in C, use of the nearest limit in %.  !: the drive does "
                     "not do.\n\n");
    output_text(out, "  joint                 drive                   mass       rms      peak     speed      gear"
                     "      life   winding      used   nearest limit\n  ");
    output_repeat(out, '-', 139);
    output_text(out, "\n");
    for (int i = 0; i < s->n; i++) {
        const cdy_motor_drive *d = sized_drive(s, i);
        write_row(s, r, i, out);
        mass += d ? d->mass : (double)NAN;
        energy += s->choices[i].drive < 0 ? (double)NAN : s->choices[i].use.energy;
    }
    output_text(out, "\n  All drives: ");
    write_cell(out, 1, mass);
    output_text(out, " kg, ");
    write_cell(out, 1, energy);
    output_format(out, " J a cycle; settled in %d round%s.\n", s->rounds, s->rounds == 1 ? "" : "s");
}

/* ---- csv and JSON ---- */

exit_code drives_write_csv(const sized *s, const robot *r, int precision, output *out)
{
    static const char *const words[] = {"joint", "drive",   "maker",   "mass",
                                        "does",  "unknown", "nearest", "used_percent"};
    csv_row csv = {.out = out};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        csv_add_text(&csv, words[k]);
    }
    for (int k = 0; k < COLUMNS; k++) {
        csv_add_text(&csv, columns[k].name);
    }
    for (int k = 0; k < CDY_DRIVE_LIMITS; k++) {
        char name[64];
        snprintf(name, sizeof name, "%s_percent", cdy_drive_limit_name((cdy_drive_limit)k));
        csv_add_text(&csv, name);
    }
    csv_end_row(&csv);
    for (int i = 0; i < s->n; i++) {
        const cdy_drive_choice *c = &s->choices[i];
        const cdy_motor_drive *d = sized_drive(s, i);
        csv_add_text(&csv, joint_of(r, i));
        csv_add_text(&csv, d ? cdy_drive_catalogue_type(s->catalogue, c->drive) : "");
        csv_add_text(&csv, d ? cdy_drive_catalogue_maker(s->catalogue, c->drive) : "");
        csv_add_number(&csv, d ? d->mass : (double)NAN, precision);
        csv_add_integer(&csv, sized_does(s, i));
        csv_add_integer(&csv, d ? c->use.unknown : 1);
        csv_add_text(&csv, nearest_of(c));
        csv_add_number(&csv, used_of(c, d ? (int)c->use.nearest : CDY_DRIVE_LIMITS), precision);
        for (int k = 0; k < COLUMNS; k++) {
            csv_add_number(&csv, number_of(c, k), precision);
        }
        for (int k = 0; k < CDY_DRIVE_LIMITS; k++) {
            csv_add_number(&csv, used_of(c, k), precision);
        }
        csv_end_row(&csv);
    }
    return EXIT_FINE;
}

static json_t *text_or_null(const char *text)
{
    return text && *text ? json_from_text(text) : json_null();
}

static json_t *drive_to_json(const sized *s, const robot *r, int i)
{
    const cdy_drive_choice *c = &s->choices[i];
    const cdy_motor_drive *d = sized_drive(s, i);
    json_builder object = json_build_object(), used = json_build_object();
    json_put(&object, "joint", json_from_text(joint_of(r, i)));
    json_put(&object, "drive", text_or_null(cdy_drive_catalogue_type(s->catalogue, c->drive)));
    json_put(&object, "maker", text_or_null(cdy_drive_catalogue_maker(s->catalogue, c->drive)));
    json_put(&object, "source", text_or_null(cdy_drive_catalogue_source(s->catalogue, c->drive)));
    json_put(&object, "mass", json_from_number(d ? d->mass : (double)NAN));
    json_put(&object, "does", json_boolean(sized_does(s, i)));
    json_put(&object, "unknown", json_boolean(!d || c->use.unknown));
    json_put(&object, "nearest", text_or_null(nearest_of(c)));
    json_put(&object, "used_percent", json_from_number(used_of(c, d ? (int)c->use.nearest : CDY_DRIVE_LIMITS)));
    for (int k = 0; k < COLUMNS; k++) {
        json_put(&object, columns[k].name, json_from_number(number_of(c, k)));
    }
    for (int k = 0; k < CDY_DRIVE_LIMITS; k++) {
        json_put(&used, cdy_drive_limit_name((cdy_drive_limit)k), json_from_number(used_of(c, k)));
    }
    json_put(&object, "limits_percent", json_built(&used));
    return json_built(&object);
}

exit_code drives_write_json(const sized *s, const robot *r, output *out)
{
    json_builder object = json_build_object(), drives = json_build_array();
    for (int i = 0; i < s->n; i++) {
        json_add(&drives, drive_to_json(s, r, i));
    }
    json_put(&object, "command", json_string("drives"));
    json_put(&object, "robot", json_from_text(cdy_model_name(r->model)));
    json_put(&object, "rows", json_integer((json_int_t)s->count));
    json_put(&object, "time", json_from_number(s->time[s->count - 1] - s->time[0]));
    json_put(&object, "rounds", json_integer(s->rounds));
    json_put(&object, "drives", json_built(&drives));
    return json_write_line(out, json_built(&object));
}
