/* Differences between two robots in motion, over random states in which joints with the same names have the same
 * values. */
#include "base/name_table.h"
#include "base/random.h"
#include "commands/files/diff.h"
#include "values/coordinates.h"
#include "values/joint_index.h"

#include <condyle/drives.h>
#include <condyle/dynamics.h>
#include <condyle/kinematics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Stream of random numbers. */
typedef enum random_stream { DRAW_Q, DRAW_QD, DRAW_QDD, STREAMS } random_stream;

/* ---- samples ---- */

/* Returns the seed of a joint's random numbers, a hash of the joint's name, so that the numbers do not depend on the
 * other joints. */
static uint64_t seed_of(const diff_report *d, int sample, random_stream stream, const char *joint)
{
    const uint64_t key[2] = {d->options->seed, (uint64_t)sample * STREAMS + stream};
    return cdy_hash_name(key, joint);
}

/* Draws uniformly within the limits, as for random configurations; four normal numbers give a uniform rotation. */
static double draw_position(const cdy_coordinate *c, uint64_t *state)
{
    if (coordinate_in_quaternion(c)) {
        return cdy_random_normal(state);
    }
    const double lower = isinf(c->lower) ? fmin(-pi, c->upper - 2 * pi) : c->lower;
    const double upper = isinf(c->upper) ? fmax(pi, c->lower + 2 * pi) : c->upper;
    return cdy_random_between(state, lower, upper);
}

/* Draws configuration number `sample`. */
static void draw_configuration(const diff_report *d, const robot *r, int sample, double *q)
{
    uint64_t state = 0;
    for (int i = 0; i < cdy_model_nq(r->model); i++) {
        cdy_coordinate c;
        cdy_model_position(r->model, i, &c);
        state = c.component == 0 ? seed_of(d, sample, DRAW_Q, c.joint) : state;
        q[i] = draw_position(&c, &state);
    }
}

/* Draws velocities or accelerations in [-1, 1]. */
static void draw_rates(const diff_report *d, const robot *r, int sample, random_stream stream, double *rates)
{
    uint64_t state = 0;
    for (int i = 0; i < cdy_model_nv(r->model); i++) {
        cdy_coordinate c;
        cdy_model_velocity(r->model, i, &c);
        state = c.component == 0 ? seed_of(d, sample, stream, c.joint) : state;
        rates[i] = cdy_random_between(&state, -1, 1);
    }
}

static double *make_numbers(int count)
{
    return calloc((size_t)count + 1, sizeof(double));
}

/* ---- reach ---- */

/* Finds the body with the most moving joints on its path to the base, the deepest among several; -1 where memory runs
 * out. */
static int find_tool(const cdy_tree *tree)
{
    const int count = cdy_tree_body_count(tree) + 1;
    int *moving = calloc((size_t)count, sizeof *moving), *depth = calloc((size_t)count, sizeof *depth), tool = -1;
    if (moving && depth) {
        tool = 0;
        for (int i = 1; i < count; i++) {
            const int parent = cdy_tree_parent(tree, i);
            moving[i] = moving[parent] + (cdy_joint_type_nv(cdy_tree_body(tree, i)->joint.type) > 0);
            depth[i] = depth[parent] + 1;
            const bool further = moving[i] == moving[tool] && depth[i] > depth[tool];
            tool = moving[i] > moving[tool] || further ? i : tool;
        }
    }
    free(moving);
    free(depth);
    return tool;
}

static exit_code fail_body(const robot *r, const char *name)
{
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i < cdy_model_frame_count(r->model); i++) {
        cdy_nearest_consider(&search, cdy_model_frame_name(r->model, i));
    }
    text_buffer message = {0};
    text_add(&message, "--body: '%s' has no body '%s'", r->source, name);
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

/* Chooses the tool: --body, else for B the body with the name of A's tool, else find_tool(). */
static exit_code choose_frame(diff_report *d, int which, int *frame)
{
    const robot *r = d->robots[which];
    const char *name = d->options->body ? d->options->body : which ? d->reach[0].frame : NULL;
    *frame = name ? cdy_model_find_frame(r->model, name) : -1;
    if (*frame < 0 && d->options->body) {
        return fail_body(r, name);
    }
    *frame = *frame < 0 ? find_tool(r->tree) : *frame;
    d->reach[which].frame = cdy_model_frame_name(r->model, *frame);
    return *frame < 0 ? fail_memory() : EXIT_FINE;
}

static void extend_box(diff_reach *reach, const double T[16], bool first)
{
    for (int i = 0; i < 3; i++) {
        const double x = T[4 * i + 3];
        reach->minimum[i] = first ? x : fmin(reach->minimum[i], x);
        reach->maximum[i] = first ? x : fmax(reach->maximum[i], x);
    }
    reach->distance = fmax(reach->distance, hypot(hypot(T[3], T[7]), T[11]));
}

static exit_code measure_reach(diff_report *d, int which)
{
    const robot *r = d->robots[which];
    int frame;
    cdy_error error;
    exit_code code = choose_frame(d, which, &frame);
    if (code != EXIT_FINE) {
        return code;
    }
    cdy_workspace *workspace = NULL;
    double *q = make_numbers(cdy_model_nq(r->model));
    cdy_status status = cdy_workspace_create(r->model, &workspace, &error);
    for (int i = 0; q && !status && i < d->samples; i++) {
        double T[16];
        draw_configuration(d, r, i, q);
        status = cdy_get_transform(r->model, workspace, frame, 0, q, T, &error);
        if (!status) {
            extend_box(&d->reach[which], T, i == 0);
        }
    }
    code = !q ? fail_memory() : status ? fail_library(&error) : EXIT_FINE;
    cdy_workspace_destroy(workspace);
    free(q);
    return code;
}

exit_code diff_reaches(diff_report *d)
{
    const diff_reach *a = &d->reach[0], *b = &d->reach[1];
    exit_code code = measure_reach(d, 0);
    if (code == EXIT_FINE) {
        code = measure_reach(d, 1);
    }
    if (code == EXIT_FINE) {
        diff_compare_texts(d, "robot", NULL, "tool", a->frame, b->frame);
        diff_compare_numbers(d, "robot", NULL, "reach, lower corner", "m", a->minimum, b->minimum, 3);
        diff_compare_numbers(d, "robot", NULL, "reach, upper corner", "m", a->maximum, b->maximum, 3);
        diff_compare_numbers(d, "robot", NULL, "reach, distance", "m", &a->distance, &b->distance, 1);
    }
    return code;
}

/* ---- torques ---- */

/* State and torques of one robot. */
typedef struct motion_state {
    const cdy_model *model;
    cdy_workspace *workspace;
    double *q, *qd, *qdd, *tau;
    int *positions, *velocities; /* index in B of A's coordinate; -1: none */
} motion_state;

static void motion_state_clear(motion_state *m)
{
    cdy_workspace_destroy(m->workspace);
    free(m->q);
    free(m->qd);
    free(m->qdd);
    free(m->tau);
    free(m->positions);
    free(m->velocities);
}

static exit_code motion_state_create(motion_state *m, const cdy_model *model)
{
    cdy_error error;
    const int nq = cdy_model_nq(model), nv = cdy_model_nv(model);
    *m = (motion_state){.model = model,
                        .q = make_numbers(nq),
                        .qd = make_numbers(nv),
                        .qdd = make_numbers(nv),
                        .tau = make_numbers(nv),
                        .positions = calloc((size_t)nq + 1, sizeof(int)),
                        .velocities = calloc((size_t)nv + 1, sizeof(int))};
    if (!m->q || !m->qd || !m->qdd || !m->tau || !m->positions || !m->velocities) {
        return fail_memory();
    }
    cdy_home_configuration(m->model, m->q);
    return cdy_workspace_create(m->model, &m->workspace, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
}

static bool describe(const cdy_model *model, vector_kind kind, int i, cdy_coordinate *c)
{
    return (kind == VECTOR_Q ? cdy_model_position(model, i, c) : cdy_model_velocity(model, i, c)) == CDY_OK;
}

/* Finds the indices in B of A's coordinates: joints with the same name and type match. */
static bool find_indices(const motion_state *a, const motion_state *b, vector_kind kind, int count, int *indices)
{
    joint_index index;
    if (!joint_index_create(&index, b->model, kind)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        cdy_coordinate x, y;
        indices[i] = -1;
        if (!describe(a->model, kind, i, &x)) {
            continue;
        }
        const joint_entry *e = joint_index_find(&index, x.joint, strlen(x.joint));
        if (e && e->count == x.count && describe(b->model, kind, e->first, &y) &&
            (x.count > 1 ? x.type == y.type : x.angular == y.angular)) {
            indices[i] = e->first + x.component;
        }
    }
    joint_index_clear(&index);
    return true;
}

/* Draws a state for A, and copies to B the coordinates that both have; the others keep their values. */
static void draw_state(const diff_report *d, int sample, motion_state *a, motion_state *b, double *drawn)
{
    const struct {
        double *a, *b;
    } rates[] = {[DRAW_QD] = {a->qd, b->qd}, [DRAW_QDD] = {a->qdd, b->qdd}};
    draw_configuration(d, d->robots[0], sample, drawn);
    for (int i = 0; i < cdy_model_nq(a->model); i++) {
        if (a->positions[i] >= 0) {
            a->q[i] = b->q[a->positions[i]] = drawn[i];
        }
    }
    for (random_stream stream = DRAW_QD; stream <= DRAW_QDD; stream++) {
        draw_rates(d, d->robots[0], sample, stream, drawn);
        for (int i = 0; i < cdy_model_nv(a->model); i++) {
            if (a->velocities[i] >= 0) {
                rates[stream].a[i] = rates[stream].b[a->velocities[i]] = drawn[i];
            }
        }
    }
}

/* Updates the largest difference with the torques of a state. */
static void compare_torques(diff_torque *t, int sample, const motion_state *a, const motion_state *b)
{
    for (int i = 0; i < cdy_model_nv(a->model); i++) {
        if (a->velocities[i] < 0) {
            continue;
        }
        const double x = a->tau[i], y = b->tau[a->velocities[i]];
        t->largest = fmax(t->largest, fmax(fabs(x), fabs(y)));
        if (fabs(x - y) > t->difference) {
            cdy_coordinate c;
            cdy_model_velocity(a->model, i, &c);
            t->joint = c.joint;
            t->component = c.component;
            t->part = coordinate_component(VECTOR_TAU, &c);
            t->unit = c.angular ? "N m" : "N";
            t->sample = sample;
            t->a = x;
            t->b = y;
            t->difference = fabs(x - y);
        }
    }
}

/* Called for each state with the motions of both robots, which have the torques. */
typedef void visit_state(void *context, int sample, const motion_state *a, const motion_state *b);

static void visit_torques(void *context, int sample, const motion_state *a, const motion_state *b)
{
    compare_torques(context, sample, a, b);
}

static exit_code run_samples(const diff_report *d, motion_state *a, motion_state *b, double *drawn, int samples,
                             visit_state *visit, void *context)
{
    cdy_error error;
    for (int i = 0; i < samples; i++) {
        draw_state(d, i, a, b, drawn);
        for (int k = 0; k < 2; k++) {
            const motion_state *m = k ? b : a;
            if (cdy_inverse_dynamics(m->model, m->workspace, m->q, m->qd, m->qdd, NULL, m->tau, &error) != CDY_OK) {
                return fail_library(&error);
            }
        }
        visit(context, i, a, b);
    }
    return EXIT_FINE;
}

/* Finds what both robots have, and runs the samples; *common is the number of common degrees of freedom. */
static exit_code compare_motion(const diff_report *d, motion_state *a, motion_state *b, int samples, visit_state *visit,
                                void *context, int *common)
{
    const int nq = cdy_model_nq(a->model), nv = cdy_model_nv(a->model);
    double *drawn = make_numbers(nq > nv ? nq : nv);
    if (!drawn || !find_indices(a, b, VECTOR_Q, nq, a->positions) ||
        !find_indices(a, b, VECTOR_QD, nv, a->velocities)) {
        free(drawn);
        return fail_memory();
    }
    *common = 0;
    for (int i = 0; i < nv; i++) {
        *common += a->velocities[i] >= 0;
    }
    const exit_code code = *common > 0 ? run_samples(d, a, b, drawn, samples, visit, context) : EXIT_FINE;
    free(drawn);
    return code;
}

exit_code diff_torques(diff_report *d)
{
    motion_state a = {0}, b = {0};
    exit_code code = motion_state_create(&a, d->robots[0]->model);
    if (code == EXIT_FINE) {
        code = motion_state_create(&b, d->robots[1]->model);
    }
    if (code == EXIT_FINE) {
        code = compare_motion(d, &a, &b, d->samples, visit_torques, &d->torque, &d->torque.common);
        d->torque.complete =
            d->torque.common == cdy_model_nv(a.model) && cdy_model_nv(a.model) == cdy_model_nv(b.model);
    }
    motion_state_clear(&a);
    motion_state_clear(&b);
    const diff_torque *t = &d->torque;
    if (code == EXIT_FINE && t->joint && t->difference > d->options->same * fmax(t->largest, 1e-3)) {
        difference item = {.kind = "joint", .name = t->joint, .what = "torque", .unit = t->unit};
        item.a.count = item.b.count = 1;
        item.a.numbers[0] = t->a;
        item.b.numbers[0] = t->b;
        diff_add(d, &item);
    }
    return code;
}

/* ---- torques with drives, by degrees of freedom ---- */

/* Sums of squares and peaks of the differences, by A's velocities. */
typedef struct sums {
    double *squares, *peaks;
} sums;

static void visit_sums(void *context, int sample, const motion_state *a, const motion_state *b)
{
    const sums *s = context;
    (void)sample;
    for (int i = 0; i < cdy_model_nv(a->model); i++) {
        const double off = a->velocities[i] >= 0 ? fabs(a->tau[i] - b->tau[a->velocities[i]]) : 0;
        s->squares[i] += off * off;
        s->peaks[i] = fmax(s->peaks[i], off);
    }
}

/* Makes a model of a tree, with all that its drives do. */
static exit_code make_driven(const cdy_tree *tree, cdy_model **model)
{
    cdy_error error;
    cdy_drive_options drives = cdy_drive_options_default();
    drives.damping = drives.friction = drives.rotors = drives.springs = drives.load = drives.offsets = true;
    cdy_status status = cdy_model_create(tree, model, &error);
    status = status ? status : cdy_model_set_drives(*model, &drives, &error);
    return status ? fail_library(&error) : EXIT_FINE;
}

/* Compares the motions of A and of another tree; `s` receives sums for A's velocities. */
static exit_code sum_differences(const diff_report *d, const cdy_model *a, const cdy_model *b, int samples, sums *s)
{
    motion_state x = {0}, y = {0};
    int common;
    exit_code code = motion_state_create(&x, a);
    if (code == EXIT_FINE) {
        code = motion_state_create(&y, b);
    }
    if (code == EXIT_FINE) {
        code = compare_motion(d, &x, &y, samples, visit_sums, s, &common);
    }
    motion_state_clear(&x);
    motion_state_clear(&y);
    return code;
}

/* Calls sum_differences() with driven models of A and of another tree. */
static exit_code compare_driven(const diff_report *d, const cdy_tree *other, int samples, cdy_model **model, sums *s)
{
    cdy_model *changed = NULL;
    exit_code code = make_driven(d->robots[0]->tree, model);
    if (code == EXIT_FINE) {
        code = make_driven(other, &changed);
    }
    if (code == EXIT_FINE) {
        s->squares = make_numbers(cdy_model_nv(*model));
        s->peaks = make_numbers(cdy_model_nv(*model));
        code = s->squares && s->peaks ? sum_differences(d, *model, changed, samples, s) : fail_memory();
    }
    cdy_model_destroy(changed);
    return code;
}

static void free_sums(sums *s, cdy_model *model)
{
    free(s->squares);
    free(s->peaks);
    cdy_model_destroy(model);
}

/* The names of A's joints stay with its tree. */
static const char *name_in_tree(const diff_report *d, const char *joint)
{
    const cdy_tree *tree = d->robots[0]->tree;
    return cdy_tree_body(tree, cdy_tree_find_joint(tree, joint))->joint.name;
}

exit_code diff_degrees(diff_report *d)
{
    sums s = {0};
    cdy_model *model = NULL;
    exit_code code = compare_driven(d, d->robots[1]->tree, d->samples, &model, &s);
    const int nv = code == EXIT_FINE ? cdy_model_nv(model) : 0;
    d->degrees = calloc((size_t)nv + 1, sizeof *d->degrees);
    code = d->degrees || code != EXIT_FINE ? code : fail_memory();
    for (int i = 0; i < nv && d->degrees; i++) {
        cdy_coordinate c;
        cdy_model_velocity(model, i, &c);
        if (s.peaks[i] > d->options->same * fmax(d->torque.largest, 1e-3)) {
            d->degrees[d->degree_count++] = (diff_degree){name_in_tree(d, c.joint),
                                                          c.component,
                                                          coordinate_component(VECTOR_TAU, &c),
                                                          c.angular ? "N m" : "N",
                                                          sqrt(s.squares[i] / d->samples),
                                                          s.peaks[i]};
        }
    }
    free_sums(&s, model);
    return code;
}

exit_code diff_compare_with(const diff_report *d, const cdy_tree *changed, int samples, diff_cause *cause)
{
    sums s = {0};
    cdy_model *model = NULL;
    const exit_code code = compare_driven(d, changed, samples, &model, &s);
    for (int i = 0; code == EXIT_FINE && i < cdy_model_nv(model); i++) {
        cdy_coordinate c;
        const double rms = sqrt(s.squares[i] / samples);
        cdy_model_velocity(model, i, &c);
        if (rms > cause->rms && rms > d->options->same * fmax(d->torque.largest, 1e-3)) {
            cause->rms = rms;
            cause->peak = s.peaks[i];
            cause->joint = name_in_tree(d, c.joint);
            cause->unit = c.angular ? "N m" : "N";
        }
    }
    free_sums(&s, model);
    return code;
}
