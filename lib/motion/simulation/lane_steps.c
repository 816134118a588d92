#include "simulation/lane_steps.h"

#include "base/finite.h"
#include "dynamics/manifold.h"
#include "model/model.h"
#include "simulation/group.h"

#include <math.h>
#include <string.h>

enum { STATES = 3, VECTORS = 6, MOST_COORDINATES = 7 };

static double *take(double **numbers, size_t count)
{
    double *taken = *numbers;
    if (taken) {
        *numbers += count;
    }
    return taken;
}

size_t cdy_lay_out_lanes(lane_steps *s, double *numbers)
{
    const size_t nq = (size_t)s->model->nq * s->room, nv = (size_t)s->model->nv * s->room;
    lane_states *const states[STATES] = {&s->now, &s->next, &s->stage};
    double **const vectors[VECTORS] = {&s->torques,      &s->rate,     &s->acceleration,
                                       &s->displacement, &s->rate_sum, &s->acceleration_sum};
    for (int i = 0; i < STATES; i++) {
        states[i]->q = take(&numbers, nq);
        states[i]->qd = take(&numbers, nv);
    }
    for (int i = 0; i < VECTORS; i++) {
        *vectors[i] = take(&numbers, nv);
    }
    return STATES * nq + (STATES + VECTORS) * nv;
}

/* Marks the states whose accelerations at x fail. Where the call fails as a whole, all of them do. */
static void accelerate(lane_steps *s, lane_states x)
{
    cdy_status statuses[MOST_SIDE_BY_SIDE] = {CDY_OK};
    cdy_error error;
    const cdy_status status = cdy_batch_forward_dynamics(s->model, s->batch, s->count, x.q, x.qd, s->tau, NULL,
                                                         s->acceleration, statuses, &error);
    bool any = false;
    for (size_t i = 0; status && i < s->count; i++) {
        any = any || statuses[i];
        s->failed[i] = s->failed[i] || statuses[i];
    }
    for (size_t i = 0; status && !any && i < s->count; i++) {
        s->failed[i] = true;
    }
}

/* x := x0 + h y, of `count` numbers. */
static void advance(size_t count, const double *x0, double h, const double *y, double *x)
{
    for (size_t i = 0; i < count; i++) {
        x[i] = x0[i] + h * y[i];
    }
}

/* The numbers of one state, which lie `lanes` apart. */
static void read_lane(size_t lanes, int count, const double *packed, double *numbers)
{
    for (int k = 0; k < count; k++) {
        numbers[k] = packed[(size_t)k * lanes];
    }
}

static void write_lane(size_t lanes, int count, const double *numbers, double *packed)
{
    for (int k = 0; k < count; k++) {
        packed[(size_t)k * lanes] = numbers[k];
    }
}

/* next := q (+) displacement for the joint of body i in the lanes of one block: pointers to its first numbers. */
static void move_joint(const lane_steps *s, int i, const double *q, const double *displacement, double *next)
{
    const model_body *body = &model_bodies(s->model)[i];
    const joint_kind kind = (joint_kind)body->kind;
    const int count = cdy_joint_type_nq((cdy_joint_type)model_joints(s->model)[i].type);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        double from[MOST_COORDINATES], step[MOST_COORDINATES], to[MOST_COORDINATES];
        if (!is_on_manifold(kind)) {
            next[lane] = q[lane] + displacement[lane];
            continue;
        }
        read_lane(s->lanes, count, q + lane, from);
        read_lane(s->lanes, body->nv, displacement + lane, step);
        cdy_integrate_joint(kind, from, step, to);
        write_lane(s->lanes, count, to, next + lane);
    }
}

static void move(const lane_steps *s, const double *q, const double *displacement, double *next)
{
    const model_joint *joints = model_joints(s->model);
    const size_t lanes = s->lanes, nq = (size_t)s->model->nq, nv = (size_t)s->model->nv;
    if (s->is_flat) {
        advance(nq * s->count, q, 1, displacement, next);
        return;
    }
    for (size_t block = 0; block < s->count / lanes; block++) {
        for (int i = 1; i < s->model->body_count; i++) {
            const size_t p = (block * nq + (size_t)joints[i].position) * lanes;
            const size_t v = (block * nv + (size_t)joints[i].velocity) * lanes;
            if (!joints[i].is_follower) {
                move_joint(s, i, q + p, displacement + v, next + p);
            }
        }
    }
}

/* Turns velocities of the joint of body i into rates of its displacement, in the lanes of block `block`. Marks the
 * states where a body turns by more than 1 rad: the series for rates are exact to rounding only below. */
static void turn_rates(lane_steps *s, int i, size_t block)
{
    const size_t lanes = s->lanes, v = (size_t)model_joints(s->model)[i].velocity;
    const size_t first = (block * (size_t)s->model->nv + v) * lanes;
    const joint_kind kind = (joint_kind)model_bodies(s->model)[i].kind;
    const int count = model_bodies(s->model)[i].nv;
    for (size_t lane = 0; lane < lanes; lane++) {
        double d[MOST_COORDINATES], rate[MOST_COORDINATES];
        bool *failed = &s->failed[block * lanes + lane];
        read_lane(lanes, count, s->displacement + first + lane, d);
        read_lane(lanes, count, s->rate + first + lane, rate);
        *failed = *failed || !(cdy_joint_turn(kind, d) < 1);
        cdy_joint_displacement_rate(kind, d, rate);
        write_lane(lanes, count, rate, s->rate + first + lane);
    }
}

/* The rates of the displacements while the robots move at qd. */
static void find_rates(lane_steps *s, const double *qd)
{
    memcpy(s->rate, qd, (size_t)s->model->nv * s->count * sizeof *qd);
    for (int i = 1; !s->is_flat && i < s->model->body_count; i++) {
        const bool turns = is_on_manifold((joint_kind)model_bodies(s->model)[i].kind);
        for (size_t block = 0; turns && !model_joints(s->model)[i].is_follower && block < s->count / s->lanes;
             block++) {
            turn_rates(s, i, block);
        }
    }
}

/* Marks the states whose end is not finite. */
static void check_ends(lane_steps *s)
{
    const size_t nq = (size_t)s->model->nq, nv = (size_t)s->model->nv;
    if (cdy_all_finite(s->next.q, nq * s->count) && cdy_all_finite(s->next.qd, nv * s->count)) {
        return;
    }
    for (size_t state = 0; state < s->count; state++) {
        for (size_t i = 0; i < nq; i++) {
            s->failed[state] = s->failed[state] || !isfinite(s->next.q[lane_place(s, nq, i, state)]);
        }
        for (size_t i = 0; i < nv; i++) {
            s->failed[state] = s->failed[state] || !isfinite(s->next.qd[lane_place(s, nv, i, state)]);
        }
    }
}

void cdy_lane_step_euler(lane_steps *s)
{
    const size_t numbers = (size_t)s->model->nv * s->count;
    memset(s->failed, 0, sizeof s->failed);
    accelerate(s, s->now);
    advance(numbers, s->now.qd, s->h, s->acceleration, s->next.qd);
    for (size_t i = 0; i < numbers; i++) {
        s->displacement[i] = s->h * s->next.qd[i];
    }
    move(s, s->now.q, s->displacement, s->next.q);
    check_ends(s);
}

/* Adds the rates of a stage, times its weight, to the sums. */
static void add_stage(lane_steps *s, double weight, size_t numbers)
{
    advance(numbers, s->rate_sum, weight, s->rate, s->rate_sum);
    advance(numbers, s->acceleration_sum, weight, s->acceleration, s->acceleration_sum);
}

void cdy_lane_step_rk4(lane_steps *s)
{
    static const double fractions[4] = {0, 0.5, 0.5, 1}, weights[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const size_t numbers = (size_t)s->model->nv * s->count, bytes = numbers * sizeof(double);
    memset(s->failed, 0, sizeof s->failed);
    memset(s->rate_sum, 0, bytes);
    memset(s->acceleration_sum, 0, bytes);
    accelerate(s, s->now);
    memcpy(s->rate, s->now.qd, bytes);
    add_stage(s, weights[0], numbers);
    for (int i = 1; i < 4; i++) {
        for (size_t k = 0; k < numbers; k++) {
            s->displacement[k] = s->h * fractions[i] * s->rate[k];
        }
        advance(numbers, s->now.qd, s->h * fractions[i], s->acceleration, s->stage.qd);
        move(s, s->now.q, s->displacement, s->stage.q);
        accelerate(s, s->stage);
        find_rates(s, s->stage.qd);
        add_stage(s, weights[i], numbers);
    }
    for (size_t k = 0; k < numbers; k++) {
        s->displacement[k] = s->h * s->rate_sum[k];
    }
    advance(numbers, s->now.qd, s->h, s->acceleration_sum, s->next.qd);
    move(s, s->now.q, s->displacement, s->next.q);
    check_ends(s);
}
