/* Each joint in the report: position, velocity, torque and power over time, torque over velocity, and its numbers. */
#include "commands/motion/report.h"

#include "page/plot.h"
#include "writing/markup.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- curves over time ---- */

/* A curve over time, beside its limits. */
typedef struct time_curve {
    plot_text text;
    const char *paint;
    size_t curve;
    double factor;
    double lower, upper;
    bool zero;               /* the axis has 0 */
    bool degrees;            /* angles in degrees */
    cdy_limit_peak peaks[2]; /* marked; NaN: none */
} time_curve;

/* Origin of times and rows in plots: 0, or the first time where it is far from 0, as on a clock. */
static double origin_of(const trace *t)
{
    const double span = t->last - t->first;
    return t->timed && fabs(t->first) > 20 * span ? t->first : 0;
}

static const char *x_label_of(const trace *t)
{
    return !t->timed ? "row" : fabs(origin_of(t)) > 0 ? "time since the first row, s" : "time, s";
}

static void write_curve(const report *r, const time_curve *c)
{
    const trace *t = r->trace;
    const double origin = origin_of(t);
    double extent[2];
    if (!envelope_extent(&t->curves, c->curve, extent)) {
        return;
    }
    const double a = c->factor * extent[0], b = c->factor * extent[1];
    const plot p = {.out = r->out,
                    .x = axis_fit(t->first - origin, t->last - origin, 5, false),
                    .y = plot_axis(a, b, c->lower, c->upper, c->zero, c->degrees),
                    .paint = c->paint};
    plot_begin(&p, &c->text);
    plot_limit(&p, c->lower, false);
    plot_limit(&p, c->upper, true);
    plot_curve(&p, &t->curves, c->curve, origin, c->factor);
    for (int k = 0; k < 2; k++) {
        const cdy_limit_peak *peak = &c->peaks[k];
        plot_peak(&p, t->timed ? peak->time - origin : (double)peak->row + 1, c->factor * peak->value);
    }
    plot_end(&p);
}

static const cdy_limit_peak no_peak = {(double)NAN, 0, (double)NAN};

static void write_position(const report *r, const shown_joint *j, const char *name)
{
    const cdy_coordinate c = vector_coordinate(r->recording->robot.model, VECTOR_Q, j->position);
    const double factor = c.angular && *coordinate_unit(VECTOR_Q, &c, false) ? j->factor : 1;
    const char *component = coordinate_component(VECTOR_Q, &c);
    const time_curve curve = {.text = {*component ? component : "Position", name,
                                       coordinate_unit(VECTOR_Q, &c, r->results->degrees), x_label_of(r->trace)},
                              .paint = "q",
                              .curve = trace_curve(r->trace, TRACE_Q, (size_t)j->position),
                              .factor = factor,
                              .lower = factor * c.lower,
                              .upper = factor * c.upper,
                              .degrees = r->results->degrees && c.angular,
                              .peaks = {no_peak, no_peak}};
    write_curve(r, &curve);
}

static void write_velocity(const report *r, const shown_joint *j, int index, const char *name)
{
    const cdy_coordinate *c = &j->row->coordinate;
    const time_curve curve = {
        .text = {"Velocity", name, coordinate_unit(VECTOR_QD, c, r->results->degrees), x_label_of(r->trace)},
        .paint = "qd",
        .curve = trace_curve(r->trace, TRACE_QD, (size_t)index),
        .factor = j->factor,
        .lower = -j->factor * c->velocity,
        .upper = j->factor * c->velocity,
        .zero = true,
        .degrees = r->results->degrees && c->angular,
        .peaks = {j->row->use.speed, no_peak}};
    write_curve(r, &curve);
}

static void write_torque(const report *r, const shown_joint *j, int index, const char *name)
{
    const cdy_coordinate *c = &j->row->coordinate;
    const time_curve curve = {
        .text = {c->angular ? "Torque" : "Force", name, c->angular ? "N m" : "N", x_label_of(r->trace)},
        .paint = "tau",
        .curve = trace_curve(r->trace, TRACE_TAU, (size_t)index),
        .factor = 1,
        .lower = -c->effort,
        .upper = c->effort,
        .zero = true,
        .peaks = {j->row->use.torque, no_peak}};
    write_curve(r, &curve);
}

static time_curve power_curve(const report *r, trace_group group, int index, const char *title, const char *name)
{
    return (time_curve){.text = {title, name, group == TRACE_ENERGY ? "J" : "W", x_label_of(r->trace)},
                        .paint = "power",
                        .curve = trace_curve(r->trace, group, (size_t)index),
                        .factor = 1,
                        .lower = -HUGE_VAL,
                        .upper = HUGE_VAL,
                        .zero = true,
                        .peaks = {no_peak, no_peak}};
}

static void write_power(const report *r, const shown_joint *j, int index, const char *name)
{
    time_curve curve = power_curve(r, TRACE_POWER, index, "Power", name);
    curve.peaks[0] = j->row->use.power;
    write_curve(r, &curve);
}

/* ---- torque over velocity ---- */

/* Writes the plane of torque and velocity: of the motor, at rpm, where the gear is known. */
static void write_plane(const report *r, const shown_joint *j, int index, const char *name)
{
    const plane *line = &r->trace->planes[index];
    const cdy_coordinate *c = &j->row->coordinate;
    const double gear = j->geared ? fabs(j->given->gear_ratio) : 1, turns = c->angular ? 30 / pi : 1;
    const double factor[2] = {j->geared ? gear * turns : j->factor, 1 / gear};
    const double velocity = factor[0] * c->velocity, effort = factor[1] * c->effort;
    const double most[2] = {factor[0] * line->most[0], factor[1] * line->most[1]};
    const char *joint_unit = coordinate_unit(VECTOR_QD, c, r->results->degrees);
    const char *unit = j->geared && c->angular ? "rpm" : joint_unit;
    if (isnan(j->row->use.power.value)) {
        return;
    }
    const char *label = j->geared ? c->angular ? "speed of the motor, rpm" : "speed of the motor, m/s"
                        : strcmp(unit, "deg/s") == 0 ? "velocity, deg/s"
                        : c->angular                 ? "velocity, rad/s"
                                                     : "velocity, m/s";
    const plot_text text = {j->geared    ? "Motor torque"
                            : c->angular ? "Torque over velocity"
                                         : "Force over velocity",
                            name, c->angular ? "N m" : "N", label};
    const plot p = {.out = r->out,
                    .x = plot_axis(-most[0], most[0], -velocity, velocity, true, false),
                    .y = plot_axis(-most[1], most[1], -effort, effort, true, false),
                    .paint = "tau",
                    .boxed = true};
    plot_begin(&p, &text);
    plot_box(&p, velocity, effort);
    plot_plane(&p, line, factor);
    plot_end(&p);
}

/* ---- numbers ---- */

static void begin_fact(const report *r, const char *title)
{
    output_format(r->out, "<tr><th>%s</th><td>", title);
}

static void end_fact(const report *r)
{
    output_text(r->out, "</td></tr>\n");
}

/* Writes "101 of 150 N m (67 %) at 1.2 s". */
static void write_used(const report *r, const limit_row *row, limit_kind kind, const cdy_limit_peak *peak,
                       const double of[2], const char *unit)
{
    const double used = report_use_of(row, kind);
    report_write_number(r, of[0], 4);
    if (isnan(used)) {
        output_format(r->out, " %s, limit not known", unit);
    } else {
        output_text(r->out, " of ");
        report_write_number(r, of[1], 4);
        output_format(r->out, " %s <span%s>(%.3g %%)</span>", unit, report_exceeds(row, kind) ? " class=\"over\"" : "",
                      100 * used);
    }
    output_text(r->out, " ");
    report_write_place(r, peak);
}

static void write_margin(const report *r, const limit_row *row)
{
    if (isnan(row->use.margin.value)) {
        return;
    }
    begin_fact(r, "Position");
    output_format(r->out, "<span%s>", report_exceeds(row, LIMIT_POSITION) ? " class=\"over\"" : "");
    report_write_number(r, fabs(row->numbers[LEAST_MARGIN]), 4);
    output_format(r->out, " %s</span> %s a limit ", report_unit(r, &row->coordinate),
                  row->use.margin.value < 0 ? "beyond" : "from");
    report_write_place(r, &row->use.margin);
    end_fact(r);
}

static void write_energy(const report *r, const limit_row *row)
{
    begin_fact(r, "Power");
    report_write_number(r, row->use.power.value, 4);
    output_text(r->out, " W ");
    report_write_place(r, &row->use.power);
    end_fact(r);
    if (!isnan(row->use.energy_driven)) {
        begin_fact(r, "Energy");
        report_write_number(r, row->use.energy_driven, 4);
        output_text(r->out, " J driven, ");
        report_write_number(r, row->use.energy_braked, 4);
        output_text(r->out, " J braked");
        end_fact(r);
    }
}

/* Writes the numbers of the motor behind a gear. */
static void write_motor(const report *r, const shown_joint *j)
{
    const bool angular = j->row->coordinate.angular;
    const double gear = fabs(j->given->gear_ratio), turns = angular ? 30 / pi : 1;
    begin_fact(r, "Motor");
    report_write_number(r, gear * turns * fabs(j->row->use.speed.value), 4);
    output_text(r->out, angular ? " rpm, " : " m/s, ");
    report_write_number(r, fabs(j->row->use.torque.value) / gear, 4);
    output_format(r->out, " %s at most, behind a gear of ", angular ? "N m" : "N");
    report_write_number(r, j->given->gear_ratio, 5);
    end_fact(r);
}

static void write_facts(const report *r, const shown_joint *j)
{
    const limit_row *row = j->row;
    const cdy_coordinate *c = &row->coordinate;
    const char *torque_unit = c->angular ? "N m" : "N";
    output_text(r->out, "<table class=\"facts\"><tbody>\n");
    write_margin(r, row);
    if (!isnan(row->use.speed.value)) {
        const double of[2] = {row->numbers[PEAK_VELOCITY], row->numbers[VELOCITY_LIMIT]};
        begin_fact(r, "Velocity");
        write_used(r, row, LIMIT_VELOCITY, &row->use.speed, of, coordinate_unit(VECTOR_QD, c, r->results->degrees));
        end_fact(r);
    }
    if (!isnan(row->use.torque.value)) {
        const double of[2] = {row->numbers[PEAK_TORQUE], row->numbers[EFFORT_LIMIT]};
        begin_fact(r, c->angular ? "Torque" : "Force");
        write_used(r, row, LIMIT_TORQUE, &row->use.torque, of, torque_unit);
        end_fact(r);
        begin_fact(r, "RMS");
        report_write_number(r, row->use.rms_torque, 4);
        output_format(r->out, " %s", torque_unit);
        end_fact(r);
    }
    if (!isnan(row->use.power.value)) {
        write_energy(r, row);
    }
    if (j->geared && !isnan(row->use.power.value)) {
        write_motor(r, j);
    }
    output_text(r->out, "</tbody></table>\n");
}

/* ---- joints ---- */

static void write_joint(const report *r, int index, text_buffer *name)
{
    const sink to = output_sink(r->out);
    const shown_joint j = report_joint(r, index);
    text_reset(name);
    coordinate_add_label(&j.row->coordinate, name);
    output_text(r->out, "<section class=\"joint\">\n<h3>");
    report_write_name(r, j.row);
    output_format(r->out, "<small>%s, moves ", cdy_joint_type_name(j.row->coordinate.type));
    markup_text(&to, cdy_model_frame_name(r->recording->robot.model, j.joint.frame));
    output_text(r->out, "</small></h3>\n<div class=\"plots\">\n");
    write_position(r, &j, text_get(name));
    write_velocity(r, &j, index, text_get(name));
    write_torque(r, &j, index, text_get(name));
    write_plane(r, &j, index, text_get(name));
    write_power(r, &j, index, text_get(name));
    write_facts(r, &j);
    output_text(r->out, "</div>\n</section>\n");
}

static void write_legend(const report *r)
{
    output_text(
        r->out,
        "<p class=\"legend\">Dashed with shading:"
        "<svg viewBox=\"0 0 34 12\" xmlns=\"http://www.w3.org/2000/svg\"><rect class=\"beyond\" width=\"34\" "
        "height=\"6\"/><path class=\"limit\" d=\"M0 6h34\"/></svg>limit and what is beyond it. An arrow at a limit: "
        "it is outside of the plot. Ring:<svg viewBox=\"0 0 34 12\" xmlns=\"http://www.w3.org/2000/svg\"><path "
        "class=\"curve tau\" d=\"M2 10L17 4L32 9\"/><circle class=\"peak tau\" cx=\"17\" cy=\"4\" r=\"3.2\"/></svg>"
        "the peak of the tables.</p>\n");
}

exit_code report_write_joints(const report *r)
{
    text_buffer name = {0};
    output_text(r->out, "<h2>Joints</h2>\n");
    write_legend(r);
    for (int i = 0; i < r->results->count; i++) {
        write_joint(r, i, &name);
    }
    const exit_code code = name.failed ? fail_memory() : EXIT_FINE;
    text_clear(&name);
    return code;
}

/* ---- all joints together ---- */

static void write_supply_facts(const report *r)
{
    const supply *s = &r->trace->supply;
    output_text(r->out, "<table class=\"facts\"><tbody>\n");
    begin_fact(r, "Largest power");
    report_write_number(r, s->most.value, 4);
    output_text(r->out, " W ");
    report_write_place(r, &s->most);
    end_fact(r);
    begin_fact(r, "Least power");
    report_write_number(r, s->least.value, 4);
    output_text(r->out, " W ");
    report_write_place(r, &s->least);
    end_fact(r);
    if (r->trace->timed) {
        begin_fact(r, "Drawn");
        report_write_number(r, s->drawn, 4);
        output_text(r->out, " J while the power is above 0");
        end_fact(r);
        begin_fact(r, "Returned");
        report_write_number(r, s->returned, 4);
        output_text(r->out, " J while it is below 0");
        end_fact(r);
        begin_fact(r, "Net");
        report_write_number(r, s->drawn - s->returned, 4);
        output_text(r->out, " J");
        end_fact(r);
    }
    output_text(r->out, "</tbody></table>\n");
}

void report_write_supply(const report *r)
{
    if (!trace_has(r->trace, TRACE_SUPPLY)) {
        return;
    }
    time_curve power = power_curve(r, TRACE_SUPPLY, 0, "Power of all joints", NULL);
    const time_curve energy = power_curve(r, TRACE_ENERGY, 0, "Net energy of all joints", NULL);
    power.peaks[0] = r->trace->supply.most;
    power.peaks[1] = r->trace->supply.least;
    output_text(r->out,
                "<h2>Power and energy</h2>\n<p class=\"soft\">Mechanical power at the joints, the sum of torque "
                "times velocity: what one supply for all of them gives and takes back, without losses of motors "
                "and gears.</p>\n<section class=\"joint\">\n<div class=\"plots\">\n");
    write_curve(r, &power);
    write_curve(r, &energy);
    write_supply_facts(r);
    output_text(r->out, "</div>\n</section>\n");
}
