/* Results of the observe subcommand as table, csv and JSON. */
#include "commands/motion/observe.h"

#include "base/format.h"
#include "rows/json.h"
#include "run/csv.h"
#include "values/coordinates.h"

#include <math.h>

static exit_code coordinate_of(const observation *o, int joint, cdy_coordinate *c)
{
    cdy_error error = {.status = CDY_ERROR_ARGUMENT, .text = "there is no such joint"};
    return cdy_model_velocity(o->robot->model, joint, c) == CDY_OK ? EXIT_FINE : fail_library(&error);
}

/* The largest residual of a joint, and its mean square's root. */
static void measure(const observation *o, int joint, double *peak, double *rms)
{
    double squares = 0;
    *peak = 0;
    for (size_t row = 0; row < o->motion.rows; row++) {
        const double residual = observed_residual(o, row, joint);
        *peak = fmax(*peak, fabs(residual));
        squares += residual * residual;
    }
    *rms = sqrt(squares / (double)(o->motion.rows ? o->motion.rows : 1));
}

static const char *unit_of(const cdy_coordinate *c)
{
    return c->angular ? "N m" : "N";
}

/* Writes the name of a joint, with the component of one with several degrees of freedom. */
static const char *name_of(const cdy_coordinate *c, char name[112])
{
    const char *part = coordinate_component(VECTOR_TAU, c);
    cdy_print(name, 112, "%.80s%s%s", c->joint, *part ? " " : "", part);
    return name;
}

static exit_code write_joints(const observation *o, output *out)
{
    output_format(out, "  %-24s %12s %12s %12s\n", "joint", "rms", "largest", "threshold");
    for (int i = 0; i < (int)o->motion.n; i++) {
        cdy_coordinate c;
        char name[112];
        double peak, rms;
        if (coordinate_of(o, i, &c) != EXIT_FINE) {
            return EXIT_NUMERICAL;
        }
        measure(o, i, &peak, &rms);
        output_format(out, "  %-24s %12.5g %12.5g ", name_of(&c, name), rms, peak);
        if (o->judged) {
            output_format(out, "%12.5g %s\n", o->thresholds[i], unit_of(&c));
        } else {
            output_format(out, "%12s %s\n", "-", unit_of(&c));
        }
    }
    return EXIT_FINE;
}

exit_code observe_write_table(const observation *o, output *out)
{
    output_format(out, "External torques of %.80s\n\n", robot_name(o->robot));
    output_format(out, "  rows %zu, gain %.6g 1/s", o->motion.rows, o->gain);
    if (o->alarms > 0) {
        output_format(out, "; thresholds for %.3g false alarms an hour, from %.4g s of free motion", o->alarms,
                      o->free_time);
    }
    output_text(out, "\n\n");
    const exit_code code = write_joints(o, out);
    if (code != EXIT_FINE || !o->judged) {
        return code;
    }
    output_format(out, "\n%zu event%s\n", o->event_count, o->event_count == 1 ? "" : "s");
    for (size_t k = 0; k < o->event_count; k++) {
        const observed_event *e = &o->events[k];
        cdy_coordinate c;
        char name[112];
        if (coordinate_of(o, e->joint, &c) != EXIT_FINE) {
            return EXIT_NUMERICAL;
        }
        output_format(out, "  %zu: t %.6g to %.6g s, largest at %.6g s: %.5g %s in joint %s\n", k + 1,
                      observed_time(o, e->first), observed_time(o, e->last), observed_time(o, e->peak),
                      observed_residual(o, e->peak, e->joint), unit_of(&c), name_of(&c, name));
    }
    return EXIT_FINE;
}

/* Adds the title residual.JOINT, with the component of joints of several degrees of freedom. */
static void add_title(csv_row *csv, const cdy_coordinate *c, text_buffer *title)
{
    text_reset(title);
    text_add(title, "residual.");
    coordinate_add_label(c, title);
    csv_add_text(csv, text_get(title));
}

exit_code observe_write_csv(const observation *o, output *out)
{
    csv_row csv = {.out = out};
    text_buffer title = {0};
    csv_add_text(&csv, "t");
    exit_code code = EXIT_FINE;
    for (int i = 0; i < (int)o->motion.n && code == EXIT_FINE; i++) {
        cdy_coordinate c;
        code = coordinate_of(o, i, &c);
        if (code == EXIT_FINE) {
            add_title(&csv, &c, &title);
        }
    }
    code = title.failed ? fail_memory() : code;
    text_clear(&title);
    if (o->judged) {
        csv_add_text(&csv, "event");
    }
    csv_end_row(&csv);
    size_t event = 0;
    for (size_t row = 0; row < o->motion.rows && code == EXIT_FINE; row++) {
        for (size_t i = 0; i <= o->motion.n; i++) {
            csv_add_number(&csv, o->motion.numbers[row * (o->motion.n + 1) + i], o->precision);
        }
        event += event < o->event_count && row > o->events[event].last;
        if (o->judged) {
            csv_add_integer(&csv, event < o->event_count && row >= o->events[event].first ? (int)event + 1 : 0);
        }
        csv_end_row(&csv);
    }
    return code;
}

static json_t *joint_to_json(const observation *o, int joint)
{
    json_builder object = json_build_object();
    cdy_coordinate c;
    double peak, rms;
    text_buffer label = {0};
    if (coordinate_of(o, joint, &c) == EXIT_FINE) {
        coordinate_add_label(&c, &label);
    }
    measure(o, joint, &peak, &rms);
    json_put(&object, "name", label.failed ? NULL : json_from_text(text_get(&label)));
    json_put(&object, "residual_rms", json_from_number(rms));
    json_put(&object, "residual_peak", json_from_number(peak));
    json_put(&object, "threshold", json_from_number(o->judged ? o->thresholds[joint] : (double)NAN));
    text_clear(&label);
    return json_built(&object);
}

static json_t *event_to_json(const observation *o, const observed_event *e)
{
    json_builder object = json_build_object();
    double *residual = &o->motion.numbers[e->peak * (o->motion.n + 1) + 1];
    json_put(&object, "start", json_from_number(observed_time(o, e->first)));
    json_put(&object, "end", json_from_number(observed_time(o, e->last)));
    json_put(&object, "peak", json_from_number(observed_time(o, e->peak)));
    json_put(&object, "joint", json_integer(e->joint + 1));
    json_put(&object, "residual", json_from_numbers(residual, o->motion.n));
    return json_built(&object);
}

exit_code observe_write_json(const observation *o, output *out)
{
    json_builder object = json_build_object(), joints = json_build_array(), events = json_build_array();
    for (int i = 0; i < (int)o->motion.n; i++) {
        json_add(&joints, joint_to_json(o, i));
    }
    for (size_t k = 0; k < o->event_count; k++) {
        json_add(&events, event_to_json(o, &o->events[k]));
    }
    json_put(&object, "command", json_string("observe"));
    json_put(&object, "robot", json_from_text(cdy_model_name(o->robot->model)));
    json_put(&object, "rows", json_integer((json_int_t)o->motion.rows));
    json_put(&object, "gaps", json_integer((json_int_t)o->motion.gaps));
    json_put(&object, "gain", json_from_number(o->gain));
    json_put(&object, "false_alarms_per_hour", json_from_number(o->alarms > 0 ? o->alarms : (double)NAN));
    json_put(&object, "joints", json_built(&joints));
    json_put(&object, "events", o->judged ? json_built(&events) : json_null());
    if (!o->judged) {
        json_decref(json_built(&events));
    }
    return json_write_line(out, json_built(&object));
}
