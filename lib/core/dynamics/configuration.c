/* Home and random configurations. */
#include "base/random.h"
#include "model/model.h"
#include "model/range.h"

#include <condyle/configuration.h>
#include <math.h>

static const double pi = 3.14159265358979323846;

static double random_position(const position_range *r, uint64_t *seed)
{
    /* A joint with one finite limit gets a range of 2 pi beside that limit. */
    const double lower = isinf(r->lower) ? fmin(-pi, r->upper - 2 * pi) : r->lower;
    const double upper = isinf(r->upper) ? fmax(pi, r->lower + 2 * pi) : r->upper;
    return cdy_random_between(seed, lower, upper);
}

/* A uniformly distributed rotation: four normal numbers, normalised. */
static void random_quaternion(uint64_t *seed, double q[4])
{
    double norm = 0;
    while (!(norm > 1e-6)) {
        norm = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = cdy_random_normal(seed);
            norm += q[k] * q[k];
        }
        norm = sqrt(norm);
    }
    for (int k = 0; k < 4; k++) {
        q[k] /= norm;
    }
}

void cdy_home_configuration(const cdy_model *model, double *q)
{
    if (!model || !q) {
        return;
    }
    const model_joint *joints = model_joints(model);
    for (int i = 1; i < model->body_count; i++) {
        if (joints[i].is_follower) {
            continue;
        }
        int count = cdy_joint_type_nq((cdy_joint_type)joints[i].type);
        for (int k = 0; k < count; k++) {
            q[joints[i].position + k] = joints[i].home[k];
        }
    }
}

void cdy_random_configuration(const cdy_model *model, uint64_t *seed, double *q)
{
    if (!model || !seed || !q) {
        return;
    }
    const model_body *bodies = model_bodies(model);
    const model_joint *joints = model_joints(model);
    for (int i = 1; i < model->body_count; i++) {
        if (joints[i].is_follower) {
            continue;
        }
        int count = cdy_joint_type_nq((cdy_joint_type)joints[i].type);
        int first = has_quaternion((joint_kind)bodies[i].kind) ? QUATERNION_SIZE : 0;
        if (first) {
            random_quaternion(seed, q + joints[i].position);
        }
        const position_range r = cdy_coordinate_range(model, joints[i].position);
        for (int k = first; k < count; k++) {
            q[joints[i].position + k] = random_position(&r, seed);
        }
    }
}
