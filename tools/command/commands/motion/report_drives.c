/* The drives in the report: torque over speed of each motor within its regions, temperatures, life. */
#include "commands/motion/report.h"

#include "page/plot.h"
#include "writing/markup.h"

#include <math.h>
#include <stdlib.h>

#define RPM (3.14159265358979323846 / 30)

/* A drive of a joint with the history of its motor. */
typedef struct shown_drive {
    const report *report;
    int joint;
    const cdy_motor_drive *drive;
    const cdy_drive_choice *choice;
    cdy_drive_duty duty;
    double *columns, *torque, *winding, *housing; /* of one piece of memory */
} shown_drive;

static const char *joint_name(const shown_drive *s)
{
    return s->report->results->rows[s->joint].coordinate.joint;
}

/* ---- torque over speed ---- */

/* Draws a region within a torque up to a knee and a speed, both ways. */
static void draw_region(const plot *p, double torque, double knee, double speed, const char *label)
{
    if (isnan(torque) || isnan(speed)) {
        return;
    }
    const bool falls = knee < speed;
    const double x = falls ? knee : speed, end = falls ? 0 : torque;
    const double points[][2] = {{-x, torque}, {x, torque},   {speed, end},   {speed, -end},
                                {x, -torque}, {-x, -torque}, {-speed, -end}, {-speed, end}};
    plot_outline(p, points, sizeof points / sizeof *points, label);
}

/* The speed to which a drive's continuous torque goes, rad/s. */
static double continuous_speed_of(const cdy_motor_drive *d)
{
    return isnan(d->continuous_speed) ? d->peak_speed : d->continuous_speed;
}

/* The axes hold the motion and both regions, as far as they are known: fmax() drops what is not a number. */
static exit_code write_plane(const shown_drive *s)
{
    const cdy_motor_drive *d = s->drive;
    const cdy_drive_use *u = &s->choice->use;
    const double speed = fmax(fmax(u->peak_speed, d->peak_speed), continuous_speed_of(d)) / RPM;
    const double torque = fmax(fmax(u->peak_torque, d->peak_torque), d->continuous_torque);
    plane *line = calloc(1, sizeof *line);
    if (!line) {
        return fail_memory();
    }
    const plot_text text = {"Motor torque", joint_name(s), "N m", "speed of the motor, rpm"};
    const plot p = {.out = s->report->out,
                    .x = axis_fit(-1.05 * speed, 1.05 * speed, 4, false),
                    .y = axis_fit(-1.1 * torque, 1.1 * torque, 4, false),
                    .paint = "tau",
                    .boxed = true};
    plane_open(line);
    for (size_t i = 0; i < s->duty.count; i++) {
        plane_add(line, d->ratio * s->duty.speed[i] / RPM, s->torque[i]);
    }
    plot_begin(&p, &text);
    draw_region(&p, d->peak_torque, d->knee_speed / RPM, d->peak_speed / RPM, "peak");
    draw_region(&p, d->continuous_torque, (double)NAN, continuous_speed_of(d) / RPM, "continuous");
    plot_plane(&p, line, (double[2]){1, 1});
    plot_peak(&p, u->mean_speed / RPM, u->rms_torque);
    plot_end(&p);
    free(line);
    return EXIT_FINE;
}

/* ---- temperature ---- */

static exit_code write_temperature(const shown_drive *s)
{
    envelope curves;
    double extent[2], other[2];
    if (isnan(s->winding[0]) || isinf(s->winding[0])) {
        return EXIT_FINE;
    }
    const bool opened = envelope_open(&curves, 2);
    for (size_t i = 0; opened && i < s->duty.count; i++) {
        envelope_add(&curves, s->duty.time[i] - s->duty.time[0],
                     (double[2]){s->winding[i], isnan(s->housing[i]) ? s->winding[i] : s->housing[i]});
    }
    if (opened && envelope_extent(&curves, 0, extent) && envelope_extent(&curves, 1, other)) {
        const double limit = isnan(s->drive->winding_limit) ? HUGE_VAL : s->drive->winding_limit;
        const double span = s->duty.time[s->duty.count - 1] - s->duty.time[0];
        const plot_text text = {isnan(s->housing[0]) ? "Winding" : "Winding and housing", joint_name(s), "\u00b0C",
                                "time of the cycle, warm, s"};
        const plot p = {
            .out = s->report->out,
            .x = axis_fit(0, span, 5, false),
            .y = plot_axis(fmin(extent[0], other[0]), fmax(extent[1], other[1]), -HUGE_VAL, limit, false, false),
            .paint = "power"};
        plot_begin(&p, &text);
        plot_limit(&p, limit, true);
        plot_curve(&p, &curves, 0, 0, 1);
        plot_curve(&p, &curves, 1, 0, 1);
        plot_end(&p);
    }
    envelope_close(&curves);
    return opened ? EXIT_FINE : fail_memory();
}

/* ---- numbers ---- */

static void write_fact(const shown_drive *s, const char *title, double value, const char *unit)
{
    if (!isnan(value)) {
        output_format(s->report->out, "<tr><th>%s</th><td>", title);
        if (isinf(value)) {
            output_text(s->report->out, "without end");
        } else {
            report_write_number(s->report, value, 4);
            output_format(s->report->out, " %s", unit);
        }
        output_text(s->report->out, "</td></tr>\n");
    }
}

static void write_facts(const shown_drive *s)
{
    const cdy_drive_use *u = &s->choice->use;
    const double share = u->nearest < CDY_DRIVE_LIMITS ? 100 * u->used[u->nearest] : (double)NAN;
    const bool finite = isfinite(share);
    output_text(s->report->out, "<table class=\"facts\"><tbody>\n");
    output_format(s->report->out, "<tr><th>Nearest limit</th><td><span%s>%s%s", u->exceeded ? " class=\"over\"" : "",
                  sized_limit_words(u->nearest),
                  finite         ? ", "
                  : isnan(share) ? ""
                                 : ", without end");
    if (finite) {
        report_write_number(s->report, share, 4);
        output_text(s->report->out, " %");
    }
    output_text(s->report->out, "</span></td></tr>\n");
    write_fact(s, "Mass", s->drive->mass, "kg");
    write_fact(s, "Motor RMS", u->rms_torque, "N m");
    write_fact(s, "Motor peak", u->peak_torque, "N m");
    write_fact(s, "Current RMS", u->rms_current, "A");
    write_fact(s, "Energy", u->energy, "J a cycle");
    write_fact(s, "Inertia ratio", u->inertia_ratio, "");
    write_fact(s, "Winding", u->winding_temperature, "\u00b0C");
    write_fact(s, "Gear mean", u->gear_mean_torque, "N m");
    write_fact(s, "Gear life L10", u->life, "h");
    output_text(s->report->out, "</tbody></table>\n");
}

/* ---- joints ---- */

static exit_code write_drive(shown_drive *s)
{
    const sink to = output_sink(s->report->out);
    const sized *all = s->report->drives;
    cdy_error error;
    output_text(s->report->out, "<section class=\"joint\">\n<h3>");
    report_write_name(s->report, &s->report->results->rows[s->joint]);
    output_text(s->report->out, "<small>");
    if (!s->drive) {
        output_text(s->report->out, "no drive of the catalogue moves as the joint does</small></h3>\n</section>\n");
        return EXIT_FINE;
    }
    markup_text(&to, cdy_drive_catalogue_type(all->catalogue, s->choice->drive));
    output_text(s->report->out, " ");
    markup_text(&to, cdy_drive_catalogue_maker(all->catalogue, s->choice->drive));
    output_text(s->report->out, "</small></h3>\n<div class=\"plots\">\n");
    s->duty = sized_duty(all, s->joint, s->columns);
    if (cdy_drive_history(s->drive, &s->duty, &all->demand, 0, s->torque, s->winding, s->housing, &error) != CDY_OK) {
        return fail_library(&error);
    }
    exit_code code = write_plane(s);
    code = code == EXIT_FINE ? write_temperature(s) : code;
    write_facts(s);
    output_text(s->report->out, "</div>\n</section>\n");
    return code;
}

exit_code report_write_drives(const report *r)
{
    const sized *all = r->drives;
    double *memory = calloc(all->count, 6 * sizeof *memory);
    exit_code code = EXIT_FINE;
    if (!memory) {
        return fail_memory();
    }
    output_text(r->out, "<h2>Drives</h2>\n<p class=\"soft\">The lightest drives of the catalogue that do the motion, "
                        "repeated without end; their masses are part of the torques here, not of those above. Dashed: "
                        "the regions of peak and of continuous use. Ring: mean speed and root mean square torque, "
                        "which belong in the continuous region.</p>\n");
    for (int i = 0; i < all->n && code == EXIT_FINE; i++) {
        shown_drive s = {.report = r,
                         .joint = i,
                         .drive = sized_drive(all, i),
                         .choice = &all->choices[i],
                         .columns = memory,
                         .torque = memory + 3 * all->count,
                         .winding = memory + 4 * all->count,
                         .housing = memory + 5 * all->count};
        code = write_drive(&s);
    }
    free(memory);
    return code;
}
