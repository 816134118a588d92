/* The robot in the report: a picture of its motion and the table of its joints. */
#include "commands/motion/report.h"

#include "compute/picture.h"
#include "draw/svg.h"
#include "writing/markup.h"

#include <math.h>
#include <stdlib.h>

enum { WIDE = 640, HIGH = 520, SHOWN_POSES = 2 };

/* ---- picture ---- */

/* Puts poses at equal distances of the motion into a scene: later ones are less faint, and the last has full colors. */
static cdy_status add_poses(const report *r, subject *s, const camera *view, scene *to, cdy_error *error)
{
    const trace *t = r->trace;
    const pose_style plain = {0};
    const size_t step = (t->pose_count + SHOWN_POSES - 1) / SHOWN_POSES;
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < t->pose_count && status == CDY_OK && t->rows > 1; i += step) {
        const double faint = 0.85 - 0.2 * (double)i / (double)t->pose_count;
        status = subject_add(s, t->poses + i * t->nq, &plain, faint, to, error);
    }
    scene_recede(to, view->toward, LAST_POSE_NEARER * s->size);
    return status == CDY_OK ? subject_add(s, t->poses + t->pose_count * t->nq, &plain, 0, to, error) : status;
}

static exit_code draw(const report *r, subject *s)
{
    scene shown = {0};
    image made = {0};
    extent covered = {0};
    camera view = camera_from(0.87, 0.35);
    const sink to = output_sink(r->out);
    cdy_error error;
    exit_code code = add_poses(r, s, &view, &shown, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
    camera_extend(&view, &shown, &covered);
    camera_fit(&view, &covered, WIDE, HIGH);
    if (code == EXIT_FINE && (!raster_draw(&shown, &view, WIDE, HIGH, false, &made) ||
                              !svg_write(&shown, &view, &made, robot_name(&r->recording->robot), picture_pack, &to))) {
        code = fail_memory();
    }
    free(made.pixels);
    scene_clear(&shown);
    return code;
}

static exit_code write_picture(const report *r)
{
    subject s;
    output_text(r->out, "<div class=\"picture\">\n");
    exit_code code = picture_open(&s, &r->recording->robot, r->meshes, false);
    code = code == EXIT_FINE ? draw(r, &s) : code;
    subject_close(&s);
    output_format(r->out, "<p class=\"soft\">%s</p>\n</div>\n",
                  r->trace->rows > 1
                      ? "Poses of the motion, from the palest, the first, to the last one in full colors."
                      : "The pose of the only row.");
    return code;
}

/* ---- table ---- */

static void write_range(const report *r, const shown_joint *j)
{
    const cdy_coordinate *c = &j->row->coordinate;
    if (isinf(j->row->lower) && isinf(j->row->upper)) {
        output_text(r->out, "<td>no limits</td>");
        return;
    }
    output_text(r->out, "<td>");
    report_write_number(r, j->factor * j->row->lower, 4);
    output_text(r->out, " to ");
    report_write_number(r, j->factor * j->row->upper, 4);
    output_format(r->out, " %s</td>", report_unit(r, c));
}

static void write_limit(const report *r, double value, const char *unit, const char *per)
{
    output_text(r->out, "<td>");
    if (isinf(value)) {
        output_text(r->out, "not known");
    } else {
        report_write_number(r, value, 4);
        output_format(r->out, " %s%s", unit, per);
    }
    output_text(r->out, "</td>");
}

static void write_joint(const report *r, int index, bool any_gear)
{
    const shown_joint j = report_joint(r, index);
    const cdy_coordinate *c = &j.row->coordinate;
    output_text(r->out, "<tr><th>");
    report_write_name(r, j.row);
    output_format(r->out, "</th><td class=\"left\">%s</td>", cdy_joint_type_name(c->type));
    write_range(r, &j);
    write_limit(r, j.factor * c->velocity, report_unit(r, c), "/s");
    write_limit(r, c->effort, c->angular ? "N m" : "N", "");
    if (any_gear) {
        output_text(r->out, "<td>");
        report_write_number(r, j.geared ? j.given->gear_ratio : (double)NAN, 5);
        output_text(r->out, "</td>");
    }
    output_text(r->out, "</tr>\n");
}

static void write_table(const report *r)
{
    bool any_gear = false;
    for (int i = 0; i < r->results->count; i++) {
        any_gear = any_gear || report_joint(r, i).geared;
    }
    output_format(r->out,
                  "<div class=\"scroll\"><table class=\"wide\">\n<thead><tr><th>Joint</th><th class=\"left\">Type</th>"
                  "<th>Positions</th><th>Velocity limit</th><th>Effort limit</th>%s</tr></thead>\n<tbody>\n",
                  any_gear ? "<th>Gear</th>" : "");
    for (int i = 0; i < r->results->count; i++) {
        write_joint(r, i, any_gear);
    }
    output_text(r->out, "</tbody></table></div>\n");
}

exit_code report_write_robot(const report *r)
{
    exit_code code = EXIT_FINE;
    output_format(r->out, "<h2>Robot</h2>\n<div%s>\n", r->meshes ? " class=\"robot\"" : "");
    if (r->meshes) {
        code = write_picture(r);
    }
    output_text(r->out, "<div>\n");
    write_table(r);
    if (!r->meshes) {
        output_text(r->out, "<p class=\"soft\">A compiled model has neither shapes nor gears: the file of the robot "
                            "gives a picture, and the planes of the motors.</p>\n");
    }
    output_text(r->out, "</div>\n</div>\n");
    return code;
}
