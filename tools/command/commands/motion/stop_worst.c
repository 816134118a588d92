/* The worst stops over a workspace: as rows, a table and JSON. */
#include "commands/motion/stops.h"

#include "rows/json.h"
#include "run/csv.h"
#include "values/variable.h"

#include <math.h>
#include <stdlib.h>

#define BAND 5 /* per cent of the reach about which poses count */

static exit_code add_worst(stops *s, int joint, double load, double speed, double reach)
{
    stop_row *row = &s->rows[s->count];
    cdy_error error;
    const cdy_stop_state state = stops_state(s, joint, speed);
    const double most = reach + BAND > 100 ? 1 : (reach + BAND) / 100;
    const cdy_stop_region region = {(reach - BAND) / 100, most, (size_t)s->options->worst, s->options->state.seed};
    *row = (stop_row){.joint = joint, .load = load, .speed = speed, .reach = reach};
    if (cdy_find_worst_stop(s->robot.model, &state, &region, &row->worst, NULL, &error) != CDY_OK) {
        return fail_library(&error);
    }
    s->unstopped += row->worst.unstopped;
    s->stuck += row->worst.stuck;
    s->beyond_count += row->worst.beyond;
    s->tried += row->worst.poses;
    s->count++;
    return EXIT_FINE;
}

static exit_code add_joint(stops *s, int joint, double load)
{
    exit_code code = EXIT_FINE;
    for (int k = 0; k < PARTS && code == EXIT_FINE; k++) {
        for (int i = 0; i < PARTS && code == EXIT_FINE; i++) {
            code = add_worst(s, joint, load, stop_parts[k], stop_parts[i]);
        }
    }
    return code;
}

exit_code stops_find_worst(stops *s)
{
    const bool together = s->options->state.vectors[VECTOR_QD] != NULL;
    exit_code code = EXIT_FINE;
    s->rows = calloc((size_t)(s->n + 1) * PARTS * PARTS * PARTS, sizeof *s->rows);
    if (!s->rows) {
        return fail_memory();
    }
    for (int k = s->loaded ? 0 : PARTS - 1; k < PARTS && code == EXIT_FINE; k++) {
        code = stops_set_load(s, stop_parts[k]);
        for (int joint = together ? -1 : 0; joint < (together ? 0 : s->n) && code == EXIT_FINE; joint++) {
            code = together || isfinite(s->full[joint]) ? add_joint(s, joint, stop_parts[k]) : EXIT_FINE;
        }
    }
    return code == EXIT_FINE && s->count == 0
               ? fail(EXIT_ROBOT, "the robot does not tell the velocity limit of a joint; give the motion by --qd")
               : code;
}

/* The name of the joint that travels farthest, "" where none moves. */
static const char *traveller_of(const stops *s, const stop_row *row)
{
    return vector_coordinate(s->robot.model, VECTOR_QD, row->worst.joint).joint;
}

/* The travel in the unit of the results. */
static double travel_of(const stops *s, const stop_row *row)
{
    const cdy_coordinate c = vector_coordinate(s->robot.model, VECTOR_QD, row->worst.joint);
    return row->worst.travel / (s->options->degrees && c.angular ? radians(1) : 1);
}

static void write_table(const stops *s, output *out)
{
    output_format(out, "Worst stops of category %d of ", s->options->category);
    output_name(out, robot_name(&s->robot));
    output_format(out,
                  " over random poses, no safety assessment\n\n"
                  "  joint                 load %%  speed %%  reach %%    time s   way %s, m  point m  poses\n"
                  "  -----------------------------------------------------------------------------------------\n",
                  s->options->degrees ? "deg" : "rad");
    for (int i = 0; i < s->count; i++) {
        const stop_row *row = &s->rows[i];
        const char *name = stops_row_name(s, row);
        const size_t width = output_short_columns(name);
        output_text(out, "  ");
        output_short_name(out, name);
        output_repeat(out, ' ', width < 21 ? 21 - width : 1);
        output_format(out, "%7g %8g %8g %9.4g %11.4g %9.4g %6zu", row->load, row->speed, row->reach, row->worst.time,
                      travel_of(s, row), row->worst.length, row->worst.poses);
        if (row->joint < 0 && row->worst.joint >= 0) {
            output_text(out, "  way of ");
            output_name(out, traveller_of(s, row));
        }
        if (row->worst.unstopped) {
            output_format(out, "  %zu not stopped", row->worst.unstopped);
        }
        output_text(out, "\n");
    }
}

static void write_csv(const stops *s, output *out)
{
    static const char *const names[] = {"joint",  "load_percent", "speed_percent", "reach_percent", "time",  "length",
                                        "travel", "poses",        "unstopped",     "travel_joint",  "stuck", "beyond"};
    const int precision = s->options->precision;
    csv_row csv = {.out = out};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        csv_add_text(&csv, names[i]);
    }
    csv_end_row(&csv);
    for (int k = 0; k < s->count; k++) {
        const stop_row *row = &s->rows[k];
        csv_add_text(&csv, stops_row_name(s, row));
        csv_add_number(&csv, row->load, precision);
        csv_add_number(&csv, row->speed, precision);
        csv_add_number(&csv, row->reach, precision);
        csv_add_number(&csv, row->worst.time, precision);
        csv_add_number(&csv, row->worst.length, precision);
        csv_add_number(&csv, travel_of(s, row), precision);
        csv_add_integer(&csv, (int)row->worst.poses);
        csv_add_integer(&csv, (int)row->worst.unstopped);
        csv_add_text(&csv, traveller_of(s, row));
        csv_add_integer(&csv, (int)row->worst.stuck);
        csv_add_integer(&csv, (int)row->worst.beyond);
        csv_end_row(&csv);
    }
}

static json_t *row_to_json(const stops *s, const stop_row *row)
{
    json_builder object = json_build_object();
    json_put(&object, "joint", json_from_text(stops_row_name(s, row)));
    json_put(&object, "load_percent", json_from_number(row->load));
    json_put(&object, "speed_percent", json_from_number(row->speed));
    json_put(&object, "reach_percent", json_from_number(row->reach));
    json_put(&object, "time", json_from_number(row->worst.time));
    json_put(&object, "length", json_from_number(row->worst.length));
    json_put(&object, "travel", json_from_number(travel_of(s, row)));
    json_put(&object, "poses", json_integer((json_int_t)row->worst.poses));
    json_put(&object, "unstopped", json_integer((json_int_t)row->worst.unstopped));
    json_put(&object, "travel_joint", json_from_text(traveller_of(s, row)));
    json_put(&object, "stuck", json_integer((json_int_t)row->worst.stuck));
    json_put(&object, "beyond", json_integer((json_int_t)row->worst.beyond));
    return json_built(&object);
}

static exit_code write_json(const stops *s, output *out)
{
    json_builder object = json_build_object(), rows = json_build_array();
    for (int i = 0; i < s->count; i++) {
        json_add(&rows, row_to_json(s, &s->rows[i]));
    }
    json_put(&object, "command", json_string("stop"));
    json_put(&object, "robot", json_from_text(cdy_model_name(s->robot.model)));
    if (s->options->degrees) {
        json_put(&object, "angle_unit", json_string("deg"));
    }
    json_put(&object, "category", json_integer(s->options->category));
    json_put(&object, "reach", json_from_number(s->rows[0].worst.reach));
    json_put(&object, "worst", json_built(&rows));
    return json_write_line(out, json_built(&object));
}

exit_code stops_write_worst(const stops *s, output *out)
{
    switch (format_or(&s->options->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: write_table(s, out); return EXIT_FINE;
    case FORMAT_CSV: write_csv(s, out); return EXIT_FINE;
    case FORMAT_JSON: return write_json(s, out);
    case FORMAT_NPY: break; /* refused by the options */
    }
    return EXIT_FINE;
}
