#include "compute/limit_use.h"

#include <math.h>

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--limits",
     .help = "add per cent of each joint's effort, velocity and position limits, and whether any is exceeded;\n"
             "a position has 0 % in the middle of its range and 100 % at its ends"},
    {0},
};
const option_table limits_table = {.rows = rows};

const variable_set limit_use = SET_OF(HAS(EFFORT_PERCENT), HAS(VELOCITY_PERCENT), HAS(POSITION_PERCENT), HAS(EXCEEDED));

/* Numbers at a limit may exceed it by rounding. */
static const double full = 100 * (1 + 1e-9);

static double percent(double value, double limit)
{
    return isfinite(limit) ? 100 * fabs(value) / limit : 0;
}

/* Distance from the middle of the range, of half the range. */
static double position_percent(const cdy_model *model, const cdy_moving_joint *joint, const double *q)
{
    cdy_coordinate c;
    if (joint->nq != 1 || cdy_model_position(model, joint->position, &c) || !isfinite(c.upper - c.lower) ||
        !(c.upper > c.lower)) {
        return 0;
    }
    return percent(q[joint->position] - (c.lower + (c.upper - c.lower) / 2), (c.upper - c.lower) / 2);
}

/* The next moving joint from *index on that has coordinates of its own. */
static bool next_joint(const cdy_model *model, int *index, cdy_moving_joint *joint)
{
    while (*index < cdy_model_joint_count(model) && cdy_model_joint(model, *index, joint) == CDY_OK) {
        ++*index;
        if (!joint->is_follower) {
            return true;
        }
    }
    return false;
}

void limit_use_set(computation *t)
{
    const cdy_model *model = t->robot->model;
    double *const *values = t->state.values;
    if (!t->results.has[VARIABLE_EXCEEDED]) {
        return;
    }
    double most = 0;
    for (int i = 0; i < cdy_model_nv(model); i++) {
        const cdy_coordinate c = vector_coordinate(model, VECTOR_QD, i);
        values[VARIABLE_EFFORT_PERCENT][i] = percent(values[VARIABLE_TAU][i], c.effort);
        values[VARIABLE_VELOCITY_PERCENT][i] = percent(values[VARIABLE_QD][i], c.velocity);
        most = fmax(most, fmax(values[VARIABLE_EFFORT_PERCENT][i], values[VARIABLE_VELOCITY_PERCENT][i]));
    }
    cdy_moving_joint joint;
    for (int index = 0; next_joint(model, &index, &joint);) {
        for (int k = 0; k < joint.nv; k++) {
            const double used = position_percent(model, &joint, values[VARIABLE_Q]);
            values[VARIABLE_POSITION_PERCENT][joint.velocity + k] = used;
            most = fmax(most, used);
        }
    }
    values[VARIABLE_EXCEEDED][0] = most > full;
}

void limit_use_note(const computation *t)
{
    const cdy_model *model = t->robot->model;
    int efforts = 0, velocities = 0;
    for (int i = 0; t->results.has[VARIABLE_EXCEEDED] && i < cdy_model_nv(model); i++) {
        const cdy_coordinate c = vector_coordinate(model, VECTOR_QD, i);
        efforts += !isfinite(c.effort);
        velocities += !isfinite(c.velocity);
    }
    if (efforts || velocities) {
        note("the robot does not tell the effort limit of %d and the velocity limit of %d degrees of freedom; their "
             "per cent is 0",
             efforts, velocities);
    }
}
