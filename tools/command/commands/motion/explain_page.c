/* The page of condyle explain: the numbers of each joint, and plots of torque, model and residual. */
#include "commands/motion/explain.h"

#include "commands/motion/report_style.h"
#include "page/plot.h"
#include "writing/markup.h"

#include <math.h>

/* The curves of a joint over time. */
enum { CURVE_MEASURED, CURVE_MODEL, CURVE_RESIDUAL, CURVES };

static double residual_of(const explained_row *row)
{
    return row->measured - explain_model(row);
}

/* Adds the rows up to where time goes back or rows were held out by a file. */
static void fill_curves(const explained_row *rows, size_t count, envelope *curves)
{
    for (size_t i = 0; i < count && (i == 0 || rows[i].t >= rows[i - 1].t); i++) {
        const double values[CURVES] = {rows[i].measured, explain_model(&rows[i]), residual_of(&rows[i])};
        envelope_add(curves, rows[i].t, values);
    }
}

/* Draws a curve of a joint over time, above another. */
static void write_curves(output *out, const envelope *curves, const plot_text *text, size_t above, size_t below)
{
    double a[2], b[2];
    if (curves->count == 0 || !envelope_extent(curves, above, a) || !envelope_extent(curves, below, b)) {
        return;
    }
    plot p = {.out = out,
              .x = axis_fit(curves->x[0], curves->x[2 * curves->count - 1], 5, false),
              .y = plot_axis(fmin(a[0], b[0]), fmax(a[1], b[1]), -HUGE_VAL, HUGE_VAL, true, false),
              .paint = "q"};
    plot_begin(&p, text);
    if (below != above) {
        plot_curve(&p, curves, below, 0, 1);
    }
    p.paint = "tau";
    plot_curve(&p, curves, above, 0, 1);
    plot_end(&p);
}

/* What the residual is drawn over. */
typedef double (*abscissa)(const explained_row *row);

static double velocity_of(const explained_row *row)
{
    return row->velocity;
}

static void write_plane(output *out, const explained_row *rows, size_t count, abscissa x, const plot_text *text)
{
    static plane line;
    plane_open(&line);
    for (size_t i = 0; i < count; i++) {
        plane_add(&line, x(&rows[i]), residual_of(&rows[i]));
    }
    const plot p = {.out = out,
                    .x = plot_axis(-line.most[0], line.most[0], -HUGE_VAL, HUGE_VAL, true, false),
                    .y = plot_axis(-line.most[1], line.most[1], -HUGE_VAL, HUGE_VAL, true, false),
                    .paint = "power",
                    .boxed = true};
    plot_begin(&p, text);
    plot_plane(&p, &line, (const double[2]){1, 1});
    plot_end(&p);
}

static bool write_plots(output *out, const explained_row *rows, size_t count, const char *name, bool timed,
                        bool angular)
{
    const char *const unit = angular ? "N m" : "N", *const time = timed ? "time, s" : "row";
    const plot_text torque = {"Torque", name, unit, time}, rest = {"Residual", name, unit, time};
    const plot_text velocity = {"Residual", name, unit, angular ? "velocity, rad/s" : "velocity, m/s"};
    const plot_text load = {"Residual", name, unit, angular ? "load of the gear, N m" : "load, N"};
    envelope curves;
    const bool opened = envelope_open(&curves, CURVES);
    if (opened) {
        fill_curves(rows, count, &curves);
        write_curves(out, &curves, &torque, CURVE_MEASURED, CURVE_MODEL);
        write_curves(out, &curves, &rest, CURVE_RESIDUAL, CURVE_RESIDUAL);
        write_plane(out, rows, count, velocity_of, &velocity);
        write_plane(out, rows, count, explain_load, &load);
    }
    envelope_close(&curves);
    return opened;
}

/* ---- numbers ---- */

static void write_fact(output *out, const char *name, double value, const char *unit)
{
    output_format(out, "<tr><th>%s</th><td>%.4g%s%s</td></tr>\n", name, value, *unit ? " " : "", unit);
}

static void write_facts(output *out, const explained_joint *j, const char *unit)
{
    output_text(out, "<table class=\"facts\"><tbody>\n");
    write_fact(out, "measured, rms", j->measured_rms, unit);
    write_fact(out, "variation", j->measured_deviation, unit);
    write_fact(out, "residual, rms", j->residual_rms, unit);
    write_fact(out, "residual at rest", j->rest_rms, unit);
    write_fact(out, "residual moving", j->moving_rms, unit);
    if (j->held.rows > 0) {
        write_fact(out, "residual of rows held out", j->held.residual_rms, unit);
    }
    write_fact(out, "delay of the torques", j->delay, "s");
    for (int k = 0; k < PART_COUNT; k++) {
        if (j->parts[k] > 0) {
            write_fact(out, part_names[k], j->parts[k], unit);
        }
    }
    output_text(out, "</tbody></table>\n");
}

static bool write_joint(const recording *r, const explanation *e, int index, text_buffer *text, output *out)
{
    const cdy_coordinate c = vector_coordinate(r->robot.model, VECTOR_TAU, index);
    const explained_row *rows = e->rows + (size_t)index * e->capacity;
    const sink to = output_sink(out);
    output_text(out, "<section class=\"joint\">\n<h3>");
    markup_breakable(&to, c.joint);
    output_text(out, "</h3>\n<p>");
    text_reset(text);
    explain_add_finding(&e->joints[index], c.joint, text);
    markup_text(&to, text_get(text));
    output_text(out, "</p>\n<div class=\"plots\">\n");
    const bool drawn = write_plots(out, rows, e->counts[index], c.joint, !e->untimed, c.angular);
    write_facts(out, &e->joints[index], c.angular ? "N m" : "N");
    output_text(out, "</div>\n</section>\n");
    return drawn;
}

static void write_head(const recording *r, const explanation *e, output *out)
{
    const sink to = output_sink(out);
    output_text(out, "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                     "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'\"/>\n<title>Torques of ");
    markup_text(&to, robot_name(&r->robot));
    output_text(out, "</title>\n");
    report_write_style(out);
    output_text(out, "</head>\n<body>\n<main>\n<header>\n<h1>Torques of ");
    markup_text(&to, robot_name(&r->robot));
    output_format(out,
                  "</h1>\n<p>%zu rows. Measured torques stand above those of the model, in the other color.</p>\n"
                  "</header>\n",
                  e->count);
}

exit_code explain_write_page(const recording *r, const explanation *e, output *out)
{
    text_buffer text = {0};
    bool drawn = true;
    write_head(r, e, out);
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        drawn = (e->counts[i] == 0 || write_joint(r, e, i, &text, out)) && drawn;
    }
    output_format(out,
                  "<footer>condyle %s explain. Numbers are those of the table and of --format json.</footer>\n</main>\n"
                  "</body>\n</html>\n",
                  cdy_version());
    const bool failed = text.failed || !drawn;
    text_clear(&text);
    return failed ? fail_memory() : EXIT_FINE;
}
