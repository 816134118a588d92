#include "dynamics/pivot_bound.h"

#include "model/model.h"

#include <math.h>

/* What a moving body carries, itself among it, wherever the joints stand. */
typedef struct carried {
    double mass;
    double moment; /* at least twice the masses times the squares of their distances from the body's origin */
    bool turns;    /* with its own joint or with what carries it */
} carried;

size_t cdy_pivot_room(const cdy_model *model)
{
    return (size_t)model->body_count * sizeof(carried);
}

/* How far from 0 coordinate k of a joint is expected: somewhat farther than limits, or random configurations, let it
 * go.  Limits of kilometres are none.  Infinitely where it turns. */
static double joint_reach(const model_body *body, const model_joint *joint, int k)
{
    const double free = 6, limited = 100, farthest = fmax(fabs(joint->lower), fabs(joint->upper));
    switch ((joint_kind)body->kind) {
    case JOINT_REVOLUTE: return HUGE_VAL;
    case JOINT_PRISMATIC: return farthest < limited ? 2 * farthest : free;
    case JOINT_PLANAR: return k < 2 ? free : HUGE_VAL;
    case JOINT_FLOATING: return k >= 4 ? free : HUGE_VAL;
    }
    return HUGE_VAL;
}

static int position_count(const model_body *body)
{
    return body->kind == JOINT_FLOATING ? 7 : body->nv;
}

/* The most that a body's origin can be away from its parent's. */
static double link_length(const model_body *body, const double *reach)
{
    const double *r = body->translation;
    double squares = 0;
    for (int k = body->q; k < body->q + position_count(body); k++) {
        squares += isinf(reach[k]) ? 0 : reach[k] * reach[k];
    }
    return sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) + sqrt(squares);
}

/* What moves a body along an axis feels its mass, what turns it the moments of inertia. */
static bool degree_turns(const model_body *body, int k)
{
    switch ((joint_kind)body->kind) {
    case JOINT_REVOLUTE: return true;
    case JOINT_PRISMATIC: return false;
    case JOINT_PLANAR: return k == 2;
    case JOINT_FLOATING: return k < 3;
    }
    return true;
}

/* What no moment about any axis through a body's origin is above, twice over; of inertias that no body has, too. */
static double most_moment(const model_body *body)
{
    const double *I = body->inertia;
    return fabs(I[0]) + fabs(I[3]) + fabs(I[5]) + 2 * (fabs(I[1]) + fabs(I[2]) + fabs(I[4]));
}

/* Also what each body is by itself. */
static void find_reach(const cdy_model *model, carried *all, double *reach)
{
    const model_body *bodies = model_bodies(model);
    const model_joint *joints = model_joints(model);
    all[0].turns = false;
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const bool carried_round = all[body->parent].turns;
        for (int k = 0; k < position_count(body); k++) {
            reach[body->q + k] = carried_round ? joint_reach(body, &joints[i], k) : HUGE_VAL;
        }
        all[i] = (carried){fabs(body->mass), most_moment(body), carried_round || body->kind != JOINT_PRISMATIC};
    }
}

void cdy_bound_pivots(const cdy_model *model, void *room, double *bound, double *reach)
{
    const model_body *bodies = model_bodies(model);
    const model_coordinate *own = model_velocities(model);
    carried *all = room;
    find_reach(model, all, reach);
    for (int i = 0; i < model->nv; i++) {
        bound[i] = 0; /* the root of what it is to be, until all followers have added theirs */
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        carried *on = &all[body->parent];
        for (int k = 0; k < body->nv; k++) {
            const model_coordinate *c = &own[body->v + k];
            bound[c->index] += fabs(c->multiplier) * sqrt(degree_turns(body, k) ? all[i].moment : all[i].mass);
        }
        if (body->parent) { /* the sum of vectors is no longer than that of their lengths */
            const double moment = sqrt(all[i].moment) + link_length(body, reach) * sqrt(2 * all[i].mass);
            on->mass += all[i].mass;
            on->moment = on->moment + moment * moment;
        }
    }
    for (int i = 0; i < model->nv; i++) {
        bound[i] *= bound[i];
    }
}
