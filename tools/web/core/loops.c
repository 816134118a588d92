/* Closed loops, by condyle/mechanism.h: a joint that the page moves takes the others along, so that loops of the
 * robot's file stay closed. */
#include "view.h"

#include <condyle/configuration.h>
#include <condyle/mechanism.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_NUMBERS = 12 }; /* xyz and rpy, in the frame and in the other one */

static struct {
    cdy_constraint *items;
    int count;
    cdy_mechanism *far;         /* closes loops from any configuration; NULL: none were closed yet */
    cdy_mechanism *near;        /* closes them on the branch that they are on, or not at all */
    bool *independent, *held;   /* n: degrees of freedom; of one move */
    double *q, *trial, *change; /* nq, nq, n */
} loops;

/* Declared here, since nothing but the page calls them. */
int view_add_loop(const void *places, size_t size, int frame, int other, int rows);
int view_loop_count(void);
int view_is_independent(int velocity);
int view_close_loops(double *q);
int view_follow(const double *before, double *q, int position);

static void open_loops(void)
{
    cdy_mechanism_destroy(loops.far);
    cdy_mechanism_destroy(loops.near);
    free(loops.independent);
    free(loops.held);
    free(loops.q);
    free(loops.trial);
    free(loops.change);
    loops.far = loops.near = NULL;
    loops.independent = loops.held = NULL;
    loops.q = loops.trial = loops.change = NULL;
}

static cdy_status add(cdy_constraint **items, int *count, const cdy_constraint *c)
{
    cdy_constraint *larger = realloc(*items, ((size_t)*count + 1) * sizeof *larger);
    if (!larger) {
        return CDY_ERROR_MEMORY;
    }
    larger[(*count)++] = *c;
    *items = larger;
    return CDY_OK;
}

/* Adds a loop of a compiled model, which has none itself. */
EXPORT(view_add_loop) int view_add_loop(const void *places, size_t size, int frame, int other, int rows)
{
    double numbers[PLACE_NUMBERS];
    cdy_constraint c = {.frame = frame, .other = other, .rows = (unsigned)rows};
    if (size != sizeof numbers) {
        return CDY_ERROR_ARGUMENT;
    }
    memcpy(numbers, places, sizeof numbers);
    memcpy(c.in_frame.xyz, numbers, sizeof c.in_frame.xyz);
    memcpy(c.in_frame.rpy, numbers + 3, sizeof c.in_frame.rpy);
    memcpy(c.in_other.xyz, numbers + 6, sizeof c.in_other.xyz);
    memcpy(c.in_other.rpy, numbers + 9, sizeof c.in_other.rpy);
    const cdy_status status = add(&loops.items, &loops.count, &c);
    return (int)status;
}

cdy_status view_take_loops(const cdy_model *model, const cdy_tree *tree)
{
    cdy_constraint *items = NULL;
    int count = 0;
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_tree_loop_count(tree) && !status; i++) {
        cdy_constraint c;
        status = cdy_constraint_from_loop(model, cdy_tree_loop(tree, i), &c, view_fault());
        status = status ? status : add(&items, &count, &c);
    }
    if (status) {
        free(items);
        return status;
    }
    open_loops();
    free(loops.items);
    loops.items = items;
    loops.count = count;
    return CDY_OK;
}

EXPORT(view_loop_count) int view_loop_count(void)
{
    return loops.count;
}

/* Marks joints with a limit of effort, which drives have. */
static void mark_drives(bool *driven)
{
    for (int i = 0; i < cdy_model_nv(view_model()); i++) {
        cdy_coordinate c;
        driven[i] = cdy_model_velocity(view_model(), i, &c) == CDY_OK && c.effort > 0 && c.effort < HUGE_VAL;
    }
}

static cdy_status make_mechanisms(void)
{
    const cdy_model *m = view_model();
    cdy_mechanism_options options = cdy_mechanism_options_default();
    options.actuated = loops.held;
    mark_drives(loops.held);
    cdy_status status = cdy_mechanism_create(m, loops.items, loops.count, &options, &loops.far, view_fault());
    options.restarts = 0;
    return status ? status : cdy_mechanism_create(m, loops.items, loops.count, &options, &loops.near, view_fault());
}

/* Makes what closing takes, the first time. */
static cdy_status prepare(void)
{
    const size_t n = (size_t)cdy_model_nv(view_model()) + 1, nq = (size_t)cdy_model_nq(view_model()) + 1;
    if (loops.far) {
        return CDY_OK;
    }
    loops.independent = calloc(n, sizeof *loops.independent);
    loops.held = calloc(n, sizeof *loops.held);
    loops.q = calloc(nq, sizeof *loops.q);
    loops.trial = calloc(nq, sizeof *loops.trial);
    loops.change = calloc(n, sizeof *loops.change);
    const bool have = loops.independent && loops.held && loops.q && loops.trial && loops.change;
    const cdy_status status = have ? make_mechanisms() : CDY_ERROR_MEMORY;
    if (status) {
        open_loops();
    }
    return status;
}

/* Closes the loops near q, which becomes the configuration found, and chooses the independent joints there; where they
 * cannot be closed, q and the choice stay. */
EXPORT(view_close_loops) int view_close_loops(double *q)
{
    cdy_error *e = view_fault();
    if (loops.count == 0) {
        return CDY_OK;
    }
    cdy_status status = prepare();
    status =
        status ? status : cdy_mechanism_assemble(loops.far, view_model(), view_workspace(), q, NULL, loops.q, NULL, e);
    status = status ? status : cdy_mechanism_choose(loops.far, view_model(), view_workspace(), loops.q, e);
    if (!status) {
        memset(loops.independent, 0, (size_t)cdy_model_nv(view_model()) * sizeof *loops.independent);
        for (int i = 0; i < cdy_mechanism_dofs(loops.far); i++) {
            loops.independent[cdy_mechanism_coordinate(loops.far, i)] = true;
        }
        memcpy(q, loops.q, (size_t)cdy_model_nq(view_model()) * sizeof *q);
    }
    return (int)status;
}

/* Whether a degree of freedom is independent, of those of a robot whose loops were closed. */
EXPORT(view_is_independent) int view_is_independent(int velocity)
{
    return loops.independent && velocity >= 0 && velocity < cdy_model_nv(view_model()) && loops.independent[velocity];
}

/* Finds the joint that has this position. */
static cdy_status find_joint(int position, cdy_moving_joint *joint)
{
    for (int i = 0; i < cdy_model_joint_count(view_model()); i++) {
        if (cdy_model_joint(view_model(), i, joint) == CDY_OK && !joint->is_follower && position >= joint->position &&
            position < joint->position + joint->nq) {
            return CDY_OK;
        }
    }
    return CDY_ERROR_ARGUMENT;
}

/* Marks what stays as the page has it: the independent joints, or a joint alone that depends on these. */
static void hold(const cdy_moving_joint *joint)
{
    const int n = cdy_model_nv(view_model());
    bool independent = true;
    for (int k = joint->velocity; k < joint->velocity + joint->nv; k++) {
        independent = independent && loops.independent[k];
    }
    for (int k = 0; k < n; k++) {
        const bool own = k >= joint->velocity && k < joint->velocity + joint->nv;
        loops.held[k] = independent ? loops.independent[k] : own;
    }
}

/* Makes the step to q of the joint, in loops.change, one of a number of equal steps, each of 0.1 rad or m at most
 * unless there would be more than a thousand; returns their number. */
static int divide_change(void)
{
    const double longest = 0.1;
    const int most = 1000, n = cdy_model_nv(view_model());
    double largest = 0;
    for (int k = 0; k < n; k++) {
        largest = fmax(largest, fabs(loops.change[k]));
    }
    const int count = largest < most * longest ? (int)(largest / longest) + 1 : most;
    for (int k = 0; k < n; k++) {
        loops.change[k] /= count;
    }
    return count;
}

/* Moves loops.q by one step of the joint and closes the loops; at the last one the joint has its position of q. */
static cdy_status take_step(const cdy_moving_joint *joint, const double *q, bool last)
{
    cdy_error *e = view_fault();
    const cdy_status status = cdy_configuration_integrate(view_model(), loops.q, loops.change, loops.trial, e);
    if (status) {
        return status;
    }
    if (last) {
        memcpy(loops.trial + joint->position, q + joint->position, (size_t)joint->nq * sizeof *q);
    }
    return cdy_mechanism_assemble(loops.near, view_model(), view_workspace(), loops.trial, loops.held, loops.q, NULL,
                                  e);
}

/* Tells why the loops could not be closed on the way to q: the gap that is left there, if there is one. */
static cdy_status explain(const cdy_moving_joint *joint, const double *q)
{
    static const char text[] = "the loops can be closed there, but not on the way to it";
    memset(loops.change, 0, (size_t)cdy_model_nv(view_model()) * sizeof *loops.change);
    const cdy_status status = take_step(joint, q, true);
    if (!status) {
        memcpy(view_fault()->text, text, sizeof text);
    }
    return status ? status : CDY_ERROR_NUMERIC;
}

/* Closes the loops at q, in which the page moved the joint with this position from where it was before, by moving
 * others; in steps, so that the robot stays on its branch.  Where the loops cannot be closed, or were never, q stays.
 */
EXPORT(view_follow) int view_follow(const double *before, double *q, int position)
{
    const size_t size = (size_t)cdy_model_nq(view_model()) * sizeof *q;
    cdy_moving_joint joint;
    if (!loops.far) {
        return CDY_OK;
    }
    cdy_status status = find_joint(position, &joint);
    status = status ? status : cdy_configuration_difference(view_model(), before, q, loops.change, view_fault());
    if (status) {
        return (int)status;
    }
    hold(&joint);
    memcpy(loops.q, before, size);
    const int count = divide_change();
    for (int i = 0; i < count && !status; i++) {
        status = take_step(&joint, q, i == count - 1);
    }
    if (status == CDY_OK) {
        memcpy(q, loops.q, size);
    }
    return (int)(status == CDY_ERROR_NUMERIC ? explain(&joint, q) : status);
}
