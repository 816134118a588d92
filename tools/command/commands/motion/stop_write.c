/* Stops as a table, csv and JSON. */
#include "commands/motion/stops.h"

#include "rows/json.h"
#include "run/csv.h"
#include "values/vector.h"

#include <math.h>

const char *stops_row_name(const stops *s, const stop_row *row)
{
    return row->joint < 0 ? "all" : vector_coordinate(s->robot.model, VECTOR_QD, row->joint).joint;
}

/* The way of the joint that moves, or of that which moves most. */
static double largest_travel(const stops *s, const stop_row *row)
{
    double most = 0;
    for (int i = 0; i < s->n; i++) {
        most = (row->joint < 0 || row->joint == i) && fabs(row->travel[i]) > fabs(most) ? row->travel[i] : most;
    }
    return most;
}

void stops_write_table(const stops *s, output *out)
{
    const char *angle = s->options->degrees ? "deg" : "rad";
    output_format(out, "Stops of category %d of ", s->options->category);
    output_name(out, robot_name(&s->robot));
    output_format(out,
                  ", no safety assessment\n\n  joint                 load %%  speed %%    time s   way %s, m  point m\n"
                  "  ------------------------------------------------------------------------\n",
                  angle);
    for (int i = 0; i < s->count; i++) {
        const stop_row *row = &s->rows[i];
        const char *name = stops_row_name(s, row);
        const size_t width = output_short_columns(name);
        output_text(out, "  ");
        output_short_name(out, name);
        output_repeat(out, ' ', width < 21 ? 21 - width : 1);
        output_format(out, "%7g %8g %9.4g %11.4g %9.4g%s\n", row->load, row->speed, row->stop.time,
                      largest_travel(s, row), row->stop.length,
                      row->stop.stopped        ? ""
                      : stops_is_stuck(s, row) ? "  cannot brake or hold"
                                               : "  not stopped");
    }
}

exit_code stops_write_csv(const stops *s, output *out)
{
    static const char *const names[] = {"joint", "load_percent", "speed_percent", "stopped", "time", "length"};
    const int precision = s->options->precision;
    csv_row csv = {.out = out};
    text_buffer label = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        csv_add_text(&csv, names[i]);
    }
    for (int i = 0; i < s->n; i++) {
        const cdy_coordinate c = vector_coordinate(s->robot.model, VECTOR_QD, i);
        text_reset(&label);
        text_add(&label, "travel.");
        coordinate_add_label(&c, &label);
        csv_add_text(&csv, text_get(&label));
    }
    csv_end_row(&csv);
    for (int k = 0; k < s->count; k++) {
        const stop_row *row = &s->rows[k];
        csv_add_text(&csv, stops_row_name(s, row));
        csv_add_number(&csv, row->load, precision);
        csv_add_number(&csv, row->speed, precision);
        csv_add_integer(&csv, row->stop.stopped);
        csv_add_number(&csv, row->stop.time, precision);
        csv_add_number(&csv, row->stop.length, precision);
        for (int i = 0; i < s->n; i++) {
            csv_add_number(&csv, row->travel[i], precision);
        }
        csv_end_row(&csv);
    }
    const exit_code code = label.failed ? fail_memory() : EXIT_FINE;
    text_clear(&label);
    return code;
}

static json_t *row_to_json(const stops *s, const stop_row *row)
{
    json_builder object = json_build_object();
    json_put(&object, "joint", json_from_text(stops_row_name(s, row)));
    json_put(&object, "load_percent", json_from_number(row->load));
    json_put(&object, "speed_percent", json_from_number(row->speed));
    json_put(&object, "stopped", json_boolean(row->stop.stopped));
    json_put(&object, "time", json_from_number(row->stop.time));
    json_put(&object, "length", json_from_number(row->stop.length));
    json_put(&object, "travel", json_from_numbers(row->travel, (size_t)s->n));
    return json_built(&object);
}

exit_code stops_write_json(const stops *s, output *out)
{
    json_builder object = json_build_object(), rows = json_build_array();
    for (int i = 0; i < s->count; i++) {
        json_add(&rows, row_to_json(s, &s->rows[i]));
    }
    json_put(&object, "command", json_string("stop"));
    json_put(&object, "robot", json_from_text(cdy_model_name(s->robot.model)));
    json_put(&object, "joints", json_labels(s->robot.model, VECTOR_QD));
    if (s->options->degrees) {
        json_put(&object, "angle_unit", json_string("deg"));
    }
    json_put(&object, "category", json_integer(s->options->category));
    json_put(&object, "stops", json_built(&rows));
    return json_write_line(out, json_built(&object));
}
