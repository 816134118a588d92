/* Results of the limits subcommand as table, csv and JSON. */
#include "commands/motion/limits.h"

#include "rows/json.h"
#include "run/csv.h"

#include <math.h>
#include <string.h>

/* ---- table ---- */

/* A column of the table: the number, and whether it exceeds its limit. */
typedef struct limit_column {
    limit_number number;
    const char *title;
    bool (*exceeds)(const limit_row *row);
} limit_column;

static bool exceeds_effort(const limit_row *row)
{
    return row->use.effort_exceeded;
}

static bool exceeds_velocity(const limit_row *row)
{
    return row->use.velocity_exceeded;
}

static bool exceeds_position(const limit_row *row)
{
    return row->use.position_exceeded;
}

static const limit_column value_columns[] = {{PEAK_TORQUE, "torque", NULL},
                                             {EFFORT_PERCENT, "% effort", exceeds_effort},
                                             {RMS_TORQUE, "rms", NULL},
                                             {PEAK_VELOCITY, "velocity", NULL},
                                             {VELOCITY_PERCENT, "% limit", exceeds_velocity},
                                             {LEAST_MARGIN, "margin", exceeds_position},
                                             {PEAK_POWER, "power", NULL},
                                             {ENERGY_DRIVEN, "driven", NULL},
                                             {ENERGY_BRAKED, "braked", NULL}};

static const limit_column place_columns[] = {{PEAK_TORQUE_ROW, "torque", NULL},     {PEAK_TORQUE_TIME, "t", NULL},
                                             {PEAK_VELOCITY_ROW, "velocity", NULL}, {PEAK_VELOCITY_TIME, "t", NULL},
                                             {LEAST_MARGIN_ROW, "margin", NULL},    {LEAST_MARGIN_TIME, "t", NULL},
                                             {PEAK_POWER_ROW, "power", NULL},       {PEAK_POWER_TIME, "t", NULL}};

enum { WIDTH = 11 };

static size_t label_width(const limit_row *row)
{
    return output_short_columns(row->coordinate.joint) + (row->coordinate.count > 1 ? 3 : 0);
}

static void write_label(const limit_row *row, size_t width, output *out)
{
    output_text(out, "  ");
    output_short_name(out, row->coordinate.joint);
    if (row->coordinate.count > 1) {
        output_format(out, "[%d]", row->coordinate.component);
    }
    output_repeat(out, ' ', width - label_width(row));
}

static void write_number(const limit_row *row, const limit_column *column, output *out)
{
    const double value = row->numbers[column->number];
    const char *mark = column->exceeds && column->exceeds(row) ? "!" : " ";
    if (isnan(value)) {
        const bool limit = (column->number == EFFORT_PERCENT && !row->passive) || column->number == VELOCITY_PERCENT;
        output_format(out, "%*s ", WIDTH, limit ? "unknown" : "-");
    } else {
        output_format(out, "%*.5g%s", WIDTH, value, mark);
    }
}

static void write_grid(const limit_results *results, const limit_column *columns, size_t count, output *out)
{
    size_t width = strlen("joint");
    for (int i = 0; i < results->count; i++) {
        const size_t own = label_width(&results->rows[i]);
        width = own > width ? own : width;
    }
    output_text(out, "\n  joint");
    output_repeat(out, ' ', width - strlen("joint"));
    for (size_t k = 0; k < count; k++) {
        output_format(out, "%*s ", WIDTH, columns[k].title);
    }
    output_text(out, "\n  ");
    output_repeat(out, '-', width + count * (WIDTH + 1));
    output_text(out, "\n");
    for (int i = 0; i < results->count; i++) {
        write_label(&results->rows[i], width, out);
        for (size_t k = 0; k < count; k++) {
            write_number(&results->rows[i], &columns[k], out);
        }
        output_text(out, "\n");
    }
}

static void write_clearance(const clearance *c, output *out)
{
    output_format(out, "\n  Least distance between bodies, m; nowhere below %.6f\n\n  ", c->bound);
    output_name(out, c->first);
    output_text(out, "  ");
    output_name(out, c->second);
    output_format(out, "  %.6f%s  ", c->least, c->least <= c->margin ? "!" : "");
    clearance_write_place(c, out);
    output_text(out, "\n");
}

exit_code limits_write_table(const limit_results *results, output *out)
{
    const char *angle = results->degrees ? "deg" : "rad";
    output_text(out, "Limits of ");
    output_name(out, robot_name(results->robot));
    output_format(out, " in a motion of %llu row%s\n\n", results->motion_rows, results->motion_rows == 1 ? "" : "s");
    output_format(out,
                  "  Torques in N m or N, velocities in %s/s or m/s, margins to position limits in %s or m, power\n"
                  "  in W, energies driven and braked in J.  !: beyond the limit by more than %g of it.\n"
                  "  -: the rows do not tell.\n",
                  angle, angle, results->tolerance);
    write_grid(results, value_columns, sizeof value_columns / sizeof *value_columns, out);
    output_text(out, "\n  Rows (from 1) and times (s) of the peaks\n");
    write_grid(results, place_columns, sizeof place_columns / sizeof *place_columns, out);
    if (results->clearance) {
        write_clearance(results->clearance, out);
    }
    return EXIT_FINE;
}

/* ---- csv and JSON ---- */

static bool is_row_number(limit_number number)
{
    return number == PEAK_TORQUE_ROW || number == PEAK_VELOCITY_ROW || number == LEAST_MARGIN_ROW ||
           number == PEAK_POWER_ROW;
}

exit_code limits_write_csv(const limit_results *results, output *out)
{
    csv_row csv = {.out = out};
    text_buffer label = {0};
    csv_add_text(&csv, "joint");
    for (limit_number n = 0; n < LIMIT_NUMBERS; n++) {
        csv_add_text(&csv, limit_number_name(n));
    }
    csv_add_text(&csv, "exceeded");
    csv_add_text(&csv, "unknown");
    csv_end_row(&csv);
    for (int i = 0; i < results->count; i++) {
        const limit_row *row = &results->rows[i];
        text_reset(&label);
        coordinate_add_label(&row->coordinate, &label);
        csv_add_text(&csv, text_get(&label));
        for (limit_number n = 0; n < LIMIT_NUMBERS; n++) {
            csv_add_number(&csv, row->numbers[n], results->precision);
        }
        csv_add_integer(&csv, limit_row_exceeds(row));
        csv_add_integer(&csv, limit_row_is_unknown(row));
        csv_end_row(&csv);
    }
    const exit_code code = label.failed ? fail_memory() : EXIT_FINE;
    text_clear(&label);
    return code;
}

static json_t *label_to_json(const limit_row *row)
{
    text_buffer label = {0};
    coordinate_add_label(&row->coordinate, &label);
    json_t *value = label.failed ? NULL : json_from_text(text_get(&label));
    text_clear(&label);
    return value;
}

static json_t *row_to_json(const limit_row *row)
{
    json_builder object = json_build_object();
    json_put(&object, "joint", label_to_json(row));
    for (limit_number n = 0; n < LIMIT_NUMBERS; n++) {
        const double value = row->numbers[n];
        json_put(&object, limit_number_name(n),
                 is_row_number(n) && !isnan(value) ? json_integer((json_int_t)value) : json_from_number(value));
    }
    json_put(&object, "effort_exceeded", json_boolean(row->use.effort_exceeded));
    json_put(&object, "velocity_exceeded", json_boolean(row->use.velocity_exceeded));
    json_put(&object, "position_exceeded", json_boolean(row->use.position_exceeded));
    json_put(&object, "effort_unknown", json_boolean(row->use.effort_unknown));
    json_put(&object, "velocity_unknown", json_boolean(row->use.velocity_unknown));
    json_put(&object, "position_unknown", json_boolean(row->use.position_unknown));
    return json_built(&object);
}

/* The labels of the degrees of freedom that a condition holds for. */
static json_t *labels_to_json(const limit_results *results, bool (*holds)(const limit_row *row))
{
    json_builder labels = json_build_array();
    for (int i = 0; i < results->count; i++) {
        if (holds(&results->rows[i])) {
            json_add(&labels, label_to_json(&results->rows[i]));
        }
    }
    return json_built(&labels);
}

exit_code limits_write_json(const limit_results *results, output *out)
{
    json_builder object = json_build_object(), joints = json_build_array();
    for (int i = 0; i < results->count; i++) {
        json_add(&joints, row_to_json(&results->rows[i]));
    }
    json_put(&object, "command", json_string("limits"));
    json_put(&object, "robot", json_from_text(cdy_model_name(results->robot->model)));
    if (results->degrees) {
        json_put(&object, "angle_unit", json_string("deg"));
    }
    json_put(&object, "rows", json_integer((json_int_t)results->motion_rows));
    json_put(&object, "tolerance", json_from_number(results->tolerance));
    json_put(&object, "exceeded", labels_to_json(results, limit_row_exceeds));
    json_put(&object, "unknown", labels_to_json(results, limit_row_is_unknown));
    if (results->clearance) {
        json_put(&object, "clearance", clearance_to_json(results->clearance));
    }
    json_put(&object, "joints", json_built(&joints));
    return json_write_line(out, json_built(&object));
}
