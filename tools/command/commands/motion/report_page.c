/* The page of the report: its head, the verdict, and the parts in their order. */
#include "commands/motion/report.h"

#include "rows/payload.h"
#include "run/text.h"
#include "text/decimal.h"
#include "writing/markup.h"

#include <math.h>
#include <string.h>

/* ---- common parts ---- */

shown_joint report_joint(const report *r, int index)
{
    const robot *shown = &r->recording->robot;
    const limit_row *row = &r->results->rows[index];
    const cdy_coordinate *c = &row->coordinate;
    shown_joint j = {.row = row, .factor = r->results->degrees && c->angular ? 1 / radians(1) : 1};
    cdy_model_joint(shown->model, cdy_model_find_joint(shown->model, c->joint), &j.joint);
    /* The plots of a joint with a quaternion show its vector beside w, then those of a floating joint x y z beside v.
     */
    j.position = j.joint.position + c->component + (cdy_joint_type_traits(c->type)->quaternion >= 0 ? 1 : 0);
    const int body = shown->tree ? cdy_tree_find_joint(shown->tree, c->joint) : -1;
    j.given = body >= 0 ? &cdy_tree_body(shown->tree, body)->joint : NULL;
    j.geared = j.given && c->count == 1 && fabs(j.given->gear_ratio - 1) > 0 && fabs(j.given->gear_ratio) > 0;
    return j;
}

double report_use_of(const limit_row *row, limit_kind kind)
{
    const double range = row->upper - row->lower;
    switch (kind) {
    case LIMIT_TORQUE: return row->use.effort_used;
    case LIMIT_VELOCITY: return row->use.velocity_used;
    case LIMIT_POSITION: return isfinite(range) && range > 0 ? 1 - 2 * row->use.margin.value / range : (double)NAN;
    case LIMIT_KINDS: break;
    }
    return (double)NAN;
}

bool report_exceeds(const limit_row *row, limit_kind kind)
{
    switch (kind) {
    case LIMIT_TORQUE: return row->use.effort_exceeded;
    case LIMIT_VELOCITY: return row->use.velocity_exceeded;
    case LIMIT_POSITION: return row->use.position_exceeded;
    case LIMIT_KINDS: break;
    }
    return false;
}

int report_nearest(const report *r, limit_kind kind)
{
    int nearest = -1;
    double most = -HUGE_VAL;
    for (int i = 0; i < r->results->count; i++) {
        const double used = report_use_of(&r->results->rows[i], kind);
        if (used > most) {
            most = used;
            nearest = i;
        }
    }
    return nearest;
}

void report_write_name(const report *r, const limit_row *row)
{
    const sink to = output_sink(r->out);
    const cdy_coordinate *c = &row->coordinate;
    markup_breakable(&to, c->joint);
    if (c->count > 1) {
        output_format(r->out, "[%d] <small>%s</small>", c->component, coordinate_component(VECTOR_QD, c));
    }
}

void report_write_number(const report *r, double value, int digits)
{
    const sink to = output_sink(r->out);
    char text[CDY_DECIMAL_SIZE];
    if (isnan(value)) {
        output_text(r->out, "\u2013");
        return;
    }
    cdy_write_decimal(value, digits, text);
    output_text(r->out, "<data value=\"");
    markup_number(&to, value, 0);
    output_text(r->out, "\">");
    markup_figure(&to, text);
    output_text(r->out, "</data>");
}

/* The number of digits that distinguish times a thousandth of the motion apart. */
static int time_digits(const trace *t)
{
    const double span = t->last - t->first, size = fmax(fabs(t->first), fabs(t->last));
    return span > 0 ? (int)fmin(fmax(ceil(log10(size / span)) + 3, 4), 15) : 6;
}

void report_write_place(const report *r, const cdy_limit_peak *peak)
{
    if (r->trace->timed) {
        output_format(r->out, "<span title=\"row %llu\">at ", peak->row + 1);
        report_write_number(r, peak->time, time_digits(r->trace));
        output_text(r->out, " s</span>");
    } else {
        output_format(r->out, "in row %llu", peak->row + 1);
    }
}

const char *report_unit(const report *r, const cdy_coordinate *coordinate)
{
    return !coordinate->angular ? "m" : r->results->degrees ? "deg" : "rad";
}

/* ---- verdict ---- */

static const char *const kind_names[LIMIT_KINDS] = {"torque", "velocity", "position"};

static const cdy_limit_peak *peak_of(const limit_row *row, limit_kind kind)
{
    return kind == LIMIT_TORQUE ? &row->use.torque : kind == LIMIT_VELOCITY ? &row->use.speed : &row->use.margin;
}

/* Writes "elbow_joint, torque, 93 % of the limit at 1.2 s". */
static void write_one_use(const report *r, int index, limit_kind kind)
{
    const limit_row *row = &r->results->rows[index];
    const double used = report_use_of(row, kind);
    output_format(r->out, "%s of <b>", kind_names[kind]);
    report_write_name(r, row);
    output_text(r->out, "</b>");
    if (isnan(used)) {
        output_text(r->out, " beyond its limit ");
    } else {
        output_format(r->out, ", %.4g %% of %s, ", 100 * used, kind == LIMIT_POSITION ? "half its range" : "its limit");
    }
    report_write_place(r, peak_of(row, kind));
}

/* Lists the excesses of limits, the first few in full. */
static void write_exceeded(const report *r)
{
    enum { MOST = 12 };
    int count = 0;
    output_text(r->out, "<ul>\n");
    for (int i = 0; i < r->results->count; i++) {
        for (limit_kind kind = 0; kind < LIMIT_KINDS; kind++) {
            if (report_exceeds(&r->results->rows[i], kind) && count++ < MOST) {
                output_text(r->out, "<li>");
                write_one_use(r, i, kind);
                output_text(r->out, "</li>\n");
            }
        }
    }
    if (count > MOST) {
        output_format(r->out, "<li>and %d more: see the tables</li>\n", count - MOST);
    }
    output_text(r->out, "</ul>\n");
}

bool report_is_unknown(const limit_row *row, limit_kind kind)
{
    switch (kind) {
    case LIMIT_TORQUE: return row->use.effort_unknown;
    case LIMIT_VELOCITY: return row->use.velocity_unknown;
    case LIMIT_POSITION: return row->use.position_unknown;
    case LIMIT_KINDS: break;
    }
    return false;
}

/* Says of which limits it is open whether they are kept, by kind. */
static void write_unknown(const report *r)
{
    enum { MOST = 8 };
    for (limit_kind kind = 0; kind < LIMIT_KINDS; kind++) {
        int count = 0;
        for (int i = 0; i < r->results->count; i++) {
            count += report_is_unknown(&r->results->rows[i], kind);
        }
        if (count == 0) {
            continue;
        }
        output_format(r->out,
                      "<p class=\"open\">Not known: whether the limit of %s is kept by %d of %d: ", kind_names[kind],
                      count, r->results->count);
        int written = 0;
        for (int i = 0; i < r->results->count && written < MOST; i++) {
            if (report_is_unknown(&r->results->rows[i], kind)) {
                output_text(r->out, written++ ? ", " : "");
                report_write_name(r, &r->results->rows[i]);
            }
        }
        output_format(r->out, "%s.</p>\n", count > MOST ? " ..." : "");
    }
}

static void write_verdict(const report *r)
{
    int index = -1;
    limit_kind nearest = LIMIT_TORQUE;
    for (limit_kind kind = 0; kind < LIMIT_KINDS; kind++) {
        const int other = report_nearest(r, kind);
        if (other >= 0 && (index < 0 || report_use_of(&r->results->rows[other], kind) >
                                            report_use_of(&r->results->rows[index], nearest))) {
            index = other;
            nearest = kind;
        }
    }
    const int exceeded = r->results->exceeded, unknown = r->results->unknown;
    output_format(r->out, "<section class=\"verdict%s\">\n<p>",
                  exceeded               ? " bad"
                  : unknown || index < 0 ? " none"
                                         : "");
    if (exceeded) {
        output_format(r->out, "%d of %d degrees of freedom exceed a limit</p>\n", exceeded, r->results->count);
        write_exceeded(r);
    } else if (index < 0) {
        output_text(r->out, "No limit is known that the motion could exceed</p>\n");
    } else {
        output_format(r->out, "%s</p>\n<p>Nearest limit: ",
                      unknown ? "No known limit is exceeded, but not all are known" : "No limit is exceeded");
        write_one_use(r, index, nearest);
        output_text(r->out, ".</p>\n");
    }
    write_unknown(r);
    output_text(r->out, "</section>\n");
}

/* Writes a tile: the joint that is nearest to a kind of limit. */
static void write_tile(const report *r, limit_kind kind)
{
    static const char *const paints[LIMIT_KINDS] = {"tau", "qd", "q"};
    static const char *const titles[LIMIT_KINDS] = {"Torque", "Velocity", "Position"};
    const int index = report_nearest(r, kind);
    output_format(r->out, "<div class=\"tile %s\">%s, nearest limit<b>", paints[kind], titles[kind]);
    if (index < 0) {
        output_text(r->out, "not known</b></div>\n");
        return;
    }
    const limit_row *row = &r->results->rows[index];
    output_format(r->out, "%.3g %%</b>", 100 * report_use_of(row, kind));
    report_write_name(r, row);
    output_text(r->out, ", ");
    report_write_place(r, peak_of(row, kind));
    output_text(r->out, "</div>\n");
}

/* The joint whose power, driven or braked, is the largest: it can exceed the peak of the sum. */
static void write_joint_power(const report *r)
{
    const limit_row *most = NULL;
    for (int i = 0; i < r->results->count; i++) {
        const limit_row *row = &r->results->rows[i];
        const double power = fabs(row->use.power.value);
        most = isfinite(power) && (!most || power > fabs(most->use.power.value)) ? row : most;
    }
    if (most) {
        output_text(r->out, "<div class=\"tile power\">Peak power of one joint<b>");
        report_write_number(r, most->use.power.value, 4);
        output_text(r->out, " W</b>");
        report_write_name(r, most);
        output_text(r->out, ", ");
        report_write_place(r, &most->use.power);
        output_text(r->out, "</div>\n");
    }
}

static void write_tiles(const report *r)
{
    output_text(r->out, "<div class=\"tiles\">\n");
    for (limit_kind kind = 0; kind < LIMIT_KINDS; kind++) {
        write_tile(r, kind);
    }
    if (trace_has(r->trace, TRACE_SUPPLY)) {
        output_text(r->out, "<div class=\"tile power\">Peak of the sum of all joints' power<b>");
        report_write_number(r, r->trace->supply.most.value, 4);
        output_text(r->out, " W</b>");
        report_write_place(r, &r->trace->supply.most);
        output_text(r->out, "</div>\n");
        write_joint_power(r);
    }
    output_text(r->out, "</div>\n");
}

/* ---- the motion, the robot's load ---- */

static void write_motion(const report *r)
{
    const sink to = output_sink(r->out);
    const trace *t = r->trace;
    output_text(r->out, "<p>Motion");
    if (strcmp(r->recording->pass.rows.in.name, "<stdin>") != 0) {
        output_text(r->out, " <b>");
        markup_name(&to, r->recording->pass.rows.in.name, 80);
        output_text(r->out, "</b>");
    }
    output_format(r->out, ": %llu row%s", t->rows, t->rows == 1 ? "" : "s");
    if (t->timed) {
        output_text(r->out, ", from ");
        report_write_number(r, t->first, time_digits(t));
        output_text(r->out, " to ");
        report_write_number(r, t->last, time_digits(t));
        output_text(r->out, " s");
        if (t->last > t->first) {
            output_format(r->out, ", %.4g rows a second", (double)(t->rows - 1) / (t->last - t->first));
        }
    }
    output_text(r->out, ".</p>\n");
}

static double mass_of(const cdy_tree *tree)
{
    double sum = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        sum += cdy_tree_body(tree, i)->inertial.given ? cdy_tree_body(tree, i)->inertial.mass : 0;
    }
    return sum;
}

static void write_payloads(const report *r)
{
    const sink to = output_sink(r->out);
    const cdy_model *model = r->recording->robot.model;
    for (int i = 0; i < cdy_model_frame_count(model); i++) {
        cdy_payload payload;
        if (cdy_model_get_payload(model, i, &payload)) {
            output_text(r->out, "; payload of ");
            report_write_number(r, payload.mass, 6);
            output_text(r->out, " kg on ");
            markup_name(&to, cdy_model_frame_name(model, i), 60);
        }
    }
}

static void write_load(const report *r)
{
    const robot *shown = &r->recording->robot;
    const char *names[MOST_DRIVES];
    cdy_drive_options drives = cdy_drive_options_default();
    double gravity[3];
    cdy_model_get_gravity(shown->model, gravity);
    cdy_model_get_drives(shown->model, &drives);
    output_format(r->out, "<p>%d degree%s of freedom", r->results->count, r->results->count == 1 ? "" : "s");
    if (shown->tree) {
        output_text(r->out, ", total mass ");
        report_write_number(r, mass_of(shown->tree), 5);
        output_text(r->out, " kg, moving mass ");
        report_write_number(r, cdy_total_mass(shown->model), 5);
        output_text(r->out, " kg");
    }
    output_text(r->out, "; gravity");
    for (int k = 0; k < 3; k++) {
        output_text(r->out, " ");
        report_write_number(r, gravity[k], 6);
    }
    output_text(r->out, " m/s\u00b2");
    write_payloads(r);
    const size_t count = drives_names(&drives, names);
    for (size_t k = 0; k < count; k++) {
        output_format(r->out, "%s%s", k ? ", " : "; drives: ", names[k]);
    }
    output_text(r->out, ".</p>\n");
}

/* Writes the source of the torques, and which vectors the rows lack. */
static void write_sources(const report *r)
{
    const recording *m = r->recording;
    const trace *t = r->trace;
    output_text(r->out, "<p class=\"soft\">");
    if (m->torques_given || m->torques_computed) {
        output_format(r->out, "Torques are %s%s%s.", m->torques_given ? "those of the rows" : "",
                      m->torques_given && m->torques_computed ? ", and where a row has none " : "",
                      m->torques_computed ? "computed by inverse dynamics from q, qd and qdd of the rows" : "");
    } else {
        output_text(r->out, "The rows give no torques: neither tau nor qdd, which condyle smooth makes from t and q.");
    }
    if (!trace_has(t, TRACE_QD)) {
        output_text(r->out, " They give no velocities qd.");
    }
    if (!trace_has(t, TRACE_Q)) {
        output_text(r->out, " They give no positions q.");
    }
    if (!t->timed) {
        output_text(r->out, " They give no times t: plots are over rows, and there are no energies.");
    }
    if (m->pass.faults.skipped) {
        output_format(r->out, " %llu faulty row%s skipped.", (unsigned long long)m->pass.faults.skipped,
                      m->pass.faults.skipped == 1 ? " was" : "s were");
    }
    if (t->curves.width > 0) {
        output_text(r->out,
                    " Curves show the least and the largest value of every stretch of time that is narrower than "
                    "the line.");
    }
    output_text(r->out, "</p>\n");
}

/* ---- the page ---- */

static void write_head(const report *r)
{
    const sink to = output_sink(r->out);
    const char *name = robot_name(&r->recording->robot);
    output_text(r->out,
                "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
                "initial-scale=1\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src 'unsafe-inline'; img-src data:\"/>\n");
    output_format(r->out, "<meta name=\"generator\" content=\"condyle %s\"/>\n<title>Motion of ", cdy_version());
    markup_text(&to, name);
    output_text(r->out, "</title>\n");
    report_write_style(r->out);
    output_text(r->out, "</head>\n<body>\n<main>\n<header>\n<h1>Motion of ");
    markup_text(&to, name);
    output_text(r->out, "</h1>\n");
    write_motion(r);
    write_load(r);
    output_text(r->out, "</header>\n");
}

exit_code report_write_page(const report *r)
{
    write_head(r);
    write_verdict(r);
    if (r->clearance) {
        report_write_clearance(r);
    }
    write_tiles(r);
    write_sources(r);
    exit_code code = report_write_robot(r);
    code = code == EXIT_FINE ? report_write_use(r) : code;
    code = code == EXIT_FINE ? report_write_joints(r) : code;
    code = code == EXIT_FINE && r->drives ? report_write_drives(r) : code;
    report_write_supply(r);
    output_format(r->out,
                  "<footer>condyle %s report. Numbers are those of condyle limits; each is in the page in full, as "
                  "the value of its element.</footer>\n</main>\n</body>\n</html>\n",
                  cdy_version());
    return code;
}
