/* Results of the distance subcommand as table, csv and JSON. */
#include "commands/motion/clearance.h"

#include "rows/json.h"
#include "run/csv.h"

#include <math.h>
#include <string.h>

static const measured_body *body_of(const distance_results *r, int body)
{
    return &r->shapes->named[body];
}

/* ---- table ---- */

static size_t widest(const distance_results *r, bool second, size_t shown)
{
    size_t width = strlen("body");
    for (size_t i = 0; i < shown; i++) {
        const size_t own = output_short_columns(body_of(r, second ? r->pairs[i].second : r->pairs[i].first)->name);
        width = own > width ? own : width;
    }
    return width;
}

static void write_name(const measured_body *body, size_t width, output *out)
{
    output_text(out, "  ");
    output_short_name(out, body->name);
    output_repeat(out, ' ', width - output_short_columns(body->name));
}

/* How often two bodies touch, in words where it is always or never. */
static void write_touches(const distance_results *r, const body_pair *p, output *out)
{
    if (p->touches == r->states || p->touches == 0) {
        output_format(out, "  %9s", p->touches ? "always" : "never");
    } else {
        output_format(out, "  %7.3g %%", 100. * (double)p->touches / (double)r->states);
    }
}

static void write_pair(const distance_results *r, const body_pair *p, const size_t widths[2], output *out)
{
    write_name(body_of(r, p->first), widths[0], out);
    write_name(body_of(r, p->second), widths[1], out);
    output_format(out, "  %11.6f%s", p->separation.distance, p->separation.distance <= r->margin ? "!" : " ");
    if (r->rows || r->sampled) {
        output_format(out, " %10.6f", p->most);
        write_touches(r, p, out);
    }
    if (r->rows) {
        output_format(out, "  %7llu", p->row);
    }
    output_text(out, body_of(r, p->second)->obstacle || body_of(r, p->first)->obstacle ? "  obstacle\n" : "\n");
}

static void write_pairs(const distance_results *r, output *out)
{
    const size_t shown = r->most > 0 && (size_t)r->most < r->count ? (size_t)r->most : r->count;
    const size_t widths[2] = {widest(r, false, shown), widest(r, true, shown)};
    output_text(out, "\n  body");
    output_repeat(out, ' ', widths[0] - strlen("body"));
    output_text(out, "  body");
    output_repeat(out, ' ', widths[1] - strlen("body"));
    output_format(out, "  %11s %s\n", r->rows || r->sampled ? "least" : "distance",
                  r->rows      ? "      most    touches      row"
                  : r->sampled ? "      most    touches"
                               : "");
    for (size_t i = 0; i < shown; i++) {
        write_pair(r, &r->pairs[i], widths, out);
    }
    if (shown < r->count) {
        output_format(out, "  and %zu more, which are farther apart (--most 0: all)\n", r->count - shown);
    }
}

/* A number as the table shows it: no minus before zeros. */
static double plain(double x)
{
    return fabs(x) < 5e-7 ? 0 : x;
}

static void write_point(const char *title, const double point[3], output *out)
{
    output_format(out, "  %-8s %10.6f %10.6f %10.6f\n", title, plain(point[0]), plain(point[1]), plain(point[2]));
}

static void write_nearest(const distance_results *r, output *out)
{
    const body_pair *p = &r->pairs[0];
    output_text(out, "\n  Nearest: ");
    output_name(out, body_of(r, p->first)->name);
    output_text(out, " and ");
    output_name(out, body_of(r, p->second)->name);
    output_text(out, "; points in the base frame, m, and the unit vector from the first body to the second\n\n");
    write_point("first", p->separation.on_a, out);
    write_point("second", p->separation.on_b, out);
    write_point("normal", p->separation.normal, out);
    output_text(out, "\n  Derivative of its distance by q, m/rad or 1\n\n ");
    for (int i = 0; i < cdy_model_nv(r->robot->model); i++) {
        output_format(out, " %10.6f", plain(r->gradient[i]));
    }
    output_text(out, "\n");
}

static void write_between(const clearance *c, output *out)
{
    output_format(out, "\n  In rows and between them nowhere below %.6f; least ", c->bound);
    output_format(out, "%.6f%s, ", c->least, c->least <= c->margin ? "!" : "");
    output_name(out, c->first);
    output_text(out, " and ");
    output_name(out, c->second);
    output_text(out, ", ");
    clearance_write_place(c, out);
    output_text(out, "\n");
}

exit_code distance_write_table(const distance_results *r, output *out)
{
    output_text(out, "Distances of ");
    output_name(out, robot_name(r->robot));
    if (r->sampled || r->rows) {
        output_format(out, " in %llu %s", r->states,
                      r->sampled       ? "random configurations"
                      : r->states == 1 ? "row"
                                       : "rows");
    }
    output_format(out, "\n\n  %zu pair%s of bodies, m; negative: so deep inside each other.  !: within %g m\n",
                  r->count, r->count == 1 ? "" : "s", r->margin);
    if (r->count > 0) {
        write_pairs(r, out);
    }
    if (r->between) {
        write_between(r->between, out);
    }
    if (r->count > 0 && !r->sampled) {
        write_nearest(r, out);
    }
    return EXIT_FINE;
}

/* ---- csv and JSON ---- */

/* Whether two bodies are those that come nearest on the way. */
static bool is_nearest_between(const distance_results *r, const body_pair *p)
{
    return r->between->first == body_of(r, p->first)->name && r->between->second == body_of(r, p->second)->name;
}

/* Adds the columns of --between: the least distance and its place at the pair that has it, the bound at all. */
static void add_between(const distance_results *r, const body_pair *p, csv_row *csv)
{
    const clearance *c = r->between;
    const double nearest[] = {c->least, (double)(c->between ? c->before : c->row), (double)c->row, c->time};
    const bool has_least = is_nearest_between(r, p);
    for (int i = 0; i < 4; i++) {
        csv_add_number(csv, has_least ? nearest[i] : (double)NAN, i == 1 || i == 2 ? 0 : r->precision);
    }
    csv_add_number(csv, c->bound, r->precision);
}

exit_code distance_write_csv(const distance_results *r, output *out)
{
    static const char *const names[] = {"first", "second", "obstacle", "distance", "most",  "touches", "states", "row",
                                        "ax",    "ay",     "az",       "bx",       "by",    "bz",      "nx",     "ny",
                                        "nz",    "way",    "way_from", "way_to",   "way_t", "bound"};
    const size_t count = sizeof names / sizeof *names - (r->between ? 0 : 5);
    csv_row csv = {.out = out};
    for (size_t i = 0; i < count; i++) {
        csv_add_text(&csv, names[i]);
    }
    csv_end_row(&csv);
    for (size_t i = 0; i < r->count; i++) {
        const body_pair *p = &r->pairs[i];
        const cdy_separation *s = &p->separation;
        csv_add_text(&csv, body_of(r, p->first)->name);
        csv_add_text(&csv, body_of(r, p->second)->name);
        csv_add_integer(&csv, body_of(r, p->first)->obstacle || body_of(r, p->second)->obstacle);
        csv_add_number(&csv, s->distance, r->precision);
        csv_add_number(&csv, p->most, r->precision);
        csv_add_number(&csv, (double)p->touches, 0);
        csv_add_number(&csv, (double)r->states, 0);
        csv_add_number(&csv, (double)p->row, 0);
        const double *vectors[] = {s->on_a, s->on_b, s->normal};
        for (int k = 0; k < 9; k++) {
            csv_add_number(&csv, vectors[k / 3][k % 3], r->precision);
        }
        if (r->between) {
            add_between(r, p, &csv);
        }
        csv_end_row(&csv);
    }
    return EXIT_FINE;
}

static json_t *pair_to_json(const distance_results *r, const body_pair *p)
{
    json_builder object = json_build_object();
    json_put(&object, "first", json_from_text(body_of(r, p->first)->name));
    json_put(&object, "second", json_from_text(body_of(r, p->second)->name));
    json_put(&object, "obstacle", json_boolean(body_of(r, p->first)->obstacle || body_of(r, p->second)->obstacle));
    json_put(&object, "distance", json_from_number(p->separation.distance));
    json_put(&object, "most", json_from_number(p->most));
    json_put(&object, "touches", json_integer((json_int_t)p->touches));
    json_put(&object, "row", json_integer((json_int_t)p->row));
    json_put(&object, "on_first", json_from_numbers(p->separation.on_a, 3));
    json_put(&object, "on_second", json_from_numbers(p->separation.on_b, 3));
    json_put(&object, "normal", json_from_numbers(p->separation.normal, 3));
    return json_built(&object);
}

/* Whether bodies come within the margin, in rows or between them. */
static bool collides(const distance_results *r)
{
    return (r->count > 0 && r->pairs[0].separation.distance <= r->margin) ||
           (r->between && r->between->least <= r->margin);
}

exit_code distance_write_json(const distance_results *r, output *out)
{
    json_builder object = json_build_object(), pairs = json_build_array();
    for (size_t i = 0; i < r->count; i++) {
        json_add(&pairs, pair_to_json(r, &r->pairs[i]));
    }
    json_put(&object, "command", json_string("distance"));
    json_put(&object, "robot", json_from_text(cdy_model_name(r->robot->model)));
    json_put(&object, "states", json_integer((json_int_t)r->states));
    json_put(&object, "margin", json_from_number(r->margin));
    json_put(&object, "distance", json_from_number(r->count ? r->pairs[0].separation.distance : (double)INFINITY));
    json_put(&object, "collides", json_boolean(collides(r)));
    if (!r->sampled) {
        json_put(&object, "t", json_from_number(r->time));
        json_put(&object, "joints", json_labels(r->robot->model, VECTOR_QD));
        json_put(&object, "gradient", json_from_numbers(r->gradient, (size_t)cdy_model_nv(r->robot->model)));
    }
    if (r->between) {
        json_put(&object, "between", clearance_to_json(r->between));
    }
    json_put(&object, "pairs", json_built(&pairs));
    return json_write_line(out, json_built(&object));
}
