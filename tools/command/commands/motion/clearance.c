#include "commands/motion/clearance.h"

#include <condyle/configuration.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS = 2000 }; /* most configurations that are looked at between two rows */

static const double tolerance = 1e-4; /* between the least distance and its bound, m */
static const double plain_arc = 1e-3; /* farther from a straight line the way of a joint is told, m */

static const option_row option_rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--clearance",
     .metavar = "M",
     .offset = offsetof(clearance_options, margin),
     .given = offsetof(clearance_options, given),
     .help = "also the least distance between bodies, in rows and between them, which must be above M (m)",
     .most = 1000},
    {.kind = OPTION_TEXTS,
     .name = "--exclude",
     .metavar = "BODY,BODY",
     .names = NAMES_BODY_PAIR,
     .offset = offsetof(clearance_options, excluded),
     .help = "with --clearance: a pair of bodies that is not looked at; may be repeated"},
    {.kind = OPTION_TEXT,
     .name = "--srdf",
     .metavar = "FILE",
     .offset = offsetof(clearance_options, srdf),
     .reads = true,
     .help = "with --clearance: MoveIt's file for the robot, whose pairs of disable_collisions are not looked at"},
    {0},
};

static exit_code complete(void *values, const invocation *given)
{
    const clearance_options *o = values;
    (void)given;
    if (!o->given && (o->excluded.count > 0 || o->srdf)) {
        return fail(EXIT_USAGE, "%s leaves out pairs of --clearance; give --clearance M as well",
                    o->srdf ? "--srdf" : "--exclude");
    }
    return EXIT_FINE;
}

const option_table clearance_table = {.title = "Clearance", .rows = option_rows, .complete = complete};

exit_code clearance_begin(clearance *c, const cdy_model *model, const shape_list *shapes, cdy_distance_scene *scene,
                          cdy_workspace *workspace, double margin)
{
    const size_t nq = (size_t)cdy_model_nq(model);
    c->model = model;
    c->shapes = shapes;
    c->scene = scene;
    c->workspace = workspace;
    c->margin = margin;
    c->enough = (double)INFINITY;
    clearance_restart(c);
    c->q = calloc(2 * nq + (size_t)cdy_model_nv(model) + 1, sizeof *c->q);
    c->last = c->q ? c->q + nq : NULL;
    c->step = c->q ? c->last + nq : NULL;
    return c->q ? EXIT_FINE : fail_memory();
}

void clearance_ask_only(clearance *c)
{
    c->enough = c->margin + tolerance;
}

void clearance_restart(clearance *c)
{
    c->rows = c->gaps = 0;
    c->arc = 0;
    c->arc_joint = NULL;
    c->least = c->bound = (double)INFINITY;
    c->time = c->last_time = (double)NAN;
}

void clearance_end(clearance *c)
{
    free(c->q);
}

exit_code clearance_open(clearance *c, const robot *r, const robot_options *o, const clearance_options *asked)
{
    cdy_error error;
    cdy_distance_scene *scene = NULL;
    cdy_workspace *workspace = NULL;
    const char *option = asked->option ? asked->option : "--clearance";
    *c = (clearance){.model = r->model};
    exit_code code = robot_needs_tree(r, option);
    code = code == EXIT_FINE ? shape_list_add(&c->own, r, o, false, false) : code;
    if (code == EXIT_FINE && (shape_list_make_scene(&c->own, r, &scene, &error) != CDY_OK ||
                              cdy_workspace_create(r->model, &workspace, &error) != CDY_OK)) {
        code = fail_library(&error);
    }
    const exit_code begun = clearance_begin(c, r->model, &c->own, scene, workspace, asked->margin);
    code = code == EXIT_FINE ? begun : code;
    for (size_t i = 0; i < asked->excluded.count && code == EXIT_FINE; i++) {
        code = shape_pairs_exclude(scene, r, asked->excluded.items[i]);
    }
    return code == EXIT_FINE && cdy_distance_pair_count(c->scene) == 0
               ? fail(EXIT_USAGE, "%s: %s has no two bodies with shapes that are not neighbours%s", option,
                      robot_name(r), asked->excluded.count > 0 ? " and not excluded" : "")
               : code;
}

void clearance_close(clearance *c)
{
    shape_list_clear(&c->own);
    cdy_distance_scene_destroy(c->scene);
    cdy_workspace_destroy(c->workspace);
    clearance_end(c);
}

/* Keeps a distance that is less than all before; on the way between rows it must be so by more than rounding. */
static void keep(clearance *c, double distance, size_t pair, unsigned long long row, double time, bool between)
{
    size_t a = 0, b = 0;
    if (!(distance < c->least - (between ? 1e-9 : 0))) {
        return;
    }
    cdy_distance_pair(c->scene, pair, &a, &b);
    c->least = distance;
    c->first = c->shapes->named[c->shapes->bodies[a]].name;
    c->second = c->shapes->named[c->shapes->bodies[b]].name;
    c->row = row;
    c->before = c->last_row;
    c->time = time;
    c->between = between;
}

/* How far the screw of a step [turn; slide], of which `turn` has three components, is from the straight line between
 * its ends: the height of an arc about the axis. */
static double arc_of(const double turn[3], const double slide[3])
{
    double angle2 = 0, along = 0, slide2 = 0;
    for (int i = 0; i < 3; i++) {
        angle2 += turn[i] * turn[i];
        along += turn[i] * slide[i];
        slide2 += slide[i] * slide[i];
    }
    const double angle = sqrt(angle2);
    return angle > 0 ? sqrt(fmax(slide2 - along * along / angle2, 0)) / angle * (1 - cos(angle / 2)) : 0;
}

/* Keeps the joint whose way from the last row is farthest from a straight line: a planar joint turns about the third
 * of its axes, a floating one about any. */
static void watch_arcs(clearance *c, unsigned long long row)
{
    cdy_coordinate k;
    for (int first = 0; cdy_model_velocity(c->model, first, &k) == CDY_OK; first += k.count) {
        double turn[3] = {0, 0, 0}, slide[3] = {0, 0, 0};
        int turns = 0, slides = 0;
        for (int i = first; k.count > 1 && i < first + k.count; i++) {
            cdy_model_velocity(c->model, i, &k);
            *(k.angular ? &turn[k.count == 3 ? 2 : turns++] : &slide[slides++]) = c->step[i];
        }
        const double arc = arc_of(turn, slide);
        if (arc > fmax(c->arc, plain_arc)) {
            c->arc = arc;
            c->arc_joint = k.joint;
            c->arc_before = c->last_row;
            c->arc_row = row;
        }
    }
}

/* Looks at the way from the last row to the one at hand; what is above the least distance so far needs no look. */
static cdy_status add_way(clearance *c, unsigned long long row, double time, cdy_error *error)
{
    cdy_distance_way way;
    cdy_distance_way_options options = {
        .tolerance = tolerance, .enough = fmin(c->least - tolerance, c->enough), .looks = LOOKS};
    cdy_status status = cdy_distance_between(c->model, c->workspace, c->scene, c->last, c->q, &options, &way, error);
    status = status ? status : cdy_configuration_difference(c->model, c->last, c->q, c->step, error);
    if (!status) {
        watch_arcs(c, row);
        keep(c, way.separation.distance, way.pair, row, c->last_time + way.share * (time - c->last_time), true);
        c->bound = fmin(c->bound, way.bound);
    }
    return status;
}

/* Counts rows that were skipped: between their neighbours nothing is known of the motion. */
static void note_gap(clearance *c, unsigned long long row)
{
    if (c->rows > 0 && row != c->last_row + 1) {
        c->gap_before = c->gaps == 0 ? c->last_row : c->gap_before;
        c->gap_row = c->gaps == 0 ? row : c->gap_row;
        c->gaps++;
    }
}

/* Notes what of the motion is assumed, or not looked at. */
static void note_assumptions(const clearance *c)
{
    if (c->assumed > 0) {
        note("%llu of %llu rows leave positions of joints out, which are taken to be at home", c->assumed, c->rows);
    }
    if (c->gaps > 0) {
        note("between rows %llu and %llu%s nothing is looked at, since what was between was skipped", c->gap_before,
             c->gap_row, c->gaps > 1 ? " and others" : "");
    }
    if (c->arc_joint) {
        note("joint '%.80s' turns while it moves: between rows %llu and %llu it is taken to go along a screw, as "
             "'condyle trajectory' moves it, up to %.3g m beside the straight line; where it goes otherwise, give rows "
             "that are nearer to each other",
             c->arc_joint, c->arc_before, c->arc_row, c->arc);
    }
}

cdy_status clearance_add(clearance *c, unsigned long long row, const double *t, const double *q, cdy_error *error)
{
    cdy_distance nearest;
    const double time = t ? *t : (double)NAN;
    cdy_home_configuration(c->model, c->q);
    bool assumed = !q;
    for (int i = 0; q && i < cdy_model_nq(c->model); i++) {
        assumed = assumed || isnan(q[i]);
        c->q[i] = isnan(q[i]) ? c->q[i] : q[i];
    }
    c->assumed += assumed;
    cdy_status status = cdy_distance_nearest(c->model, c->workspace, c->scene, c->q, &nearest, NULL, error);
    if (!status) {
        keep(c, nearest.separation.distance, nearest.pair, row, time, false);
        c->bound = fmin(c->bound, nearest.separation.distance);
        const bool is_next = c->rows > 0 && row == c->last_row + 1;
        note_gap(c, row);
        status = is_next ? add_way(c, row, time, error) : CDY_OK;
    }
    if (!status) {
        memcpy(c->last, c->q, (size_t)cdy_model_nq(c->model) * sizeof *c->last);
        c->last_row = row;
        c->last_time = time;
        c->rows++;
    }
    return status;
}

bool clearance_is_kept(const clearance *c)
{
    return c->least > c->margin && c->bound > c->margin;
}

/* Writes the place of the least distance. */
static void describe_place(const clearance *c, char *text, size_t size)
{
    const int length = c->between ? snprintf(text, size, "between rows %llu and %llu", c->before, c->row)
                                  : snprintf(text, size, "row %llu", c->row);
    if (!isnan(c->time) && length > 0 && (size_t)length < size) {
        snprintf(text + length, size - (size_t)length, ", t %g", c->time);
    }
}

exit_code clearance_judge(const clearance *c, output *out)
{
    char place[120];
    note_assumptions(c);
    if (clearance_is_kept(c)) {
        return EXIT_FINE;
    }
    out->complete = true;
    describe_place(c, place, sizeof place);
    if (c->least <= c->margin) {
        return fail(EXIT_EXCEEDED, "bodies '%s' and '%s' come within %g m: %g m %s%s", c->first, c->second, c->margin,
                    c->least, c->between ? "" : "in ", place);
    }
    return fail(EXIT_EXCEEDED,
                "bodies may come within %g m between rows: the least distance found is %g m, and they are known to be "
                "%g m apart; expected rows that are nearer to each other, or a smaller clearance",
                c->margin, c->least, c->bound);
}

void clearance_write_place(const clearance *c, output *out)
{
    char place[120];
    describe_place(c, place, sizeof place);
    output_text(out, place);
}

void clearance_tell(const clearance *c)
{
    char place[120];
    describe_place(c, place, sizeof place);
    note("the least distance between bodies is %g m, of '%s' and '%s', %s%s; nowhere below %g m", c->least, c->first,
         c->second, c->between ? "" : "in ", place, c->bound);
}

json_t *clearance_to_json(const clearance *c)
{
    json_builder object = json_build_object();
    json_put(&object, "distance", json_from_number(c->least));
    json_put(&object, "margin", json_from_number(c->margin));
    json_put(&object, "first", json_from_text(c->first));
    json_put(&object, "second", json_from_text(c->second));
    json_put(&object, "row", json_integer((json_int_t)c->row));
    json_put(&object, "t", json_from_number(c->time));
    json_put(&object, "between", json_boolean(c->between));
    json_put(&object, "bound", json_from_number(c->bound));
    json_put(&object, "kept", json_boolean(clearance_is_kept(c)));
    return json_built(&object);
}
