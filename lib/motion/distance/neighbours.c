/* Neighbours: joints, and rows of joints, between moving bodies. */
#include "distance/neighbours.h"

#include "base/error.h"
#include "base/memory.h"

/* Whether a moving body has mass or inertia of its own. */
static bool is_heavy(const cdy_model *model, int body)
{
    const model_inertia *own = &model_bare_inertias(model)[body];
    bool heavy = own->mass > 0;
    for (int i = 0; i < 6; i++) {
        heavy = heavy || own->inertia[i] != 0;
    }
    return heavy;
}

cdy_status cdy_join_bodies(const cdy_model *model, const cdy_distance_scene *scene, joined_bodies *joined,
                           cdy_error *error)
{
    *joined = (joined_bodies){.model = model, .items = cdy_allocate((size_t)model->body_count, sizeof *joined->items)};
    if (!joined->items) {
        return cdy_fail_memory(error);
    }
    for (int i = 1; i < model->body_count; i++) {
        joined->items[i].ties++;
        joined->items[model_bodies(model)[i].parent].ties++;
    }
    for (size_t i = 0; i < scene->shape_count; i++) {
        const int body = scene->shapes[i].body;
        if (body >= 0) {
            joined->items[body].shaped = true;
        }
    }
    return CDY_OK;
}

/* In how many directions the joint of a body slides. */
static int slides_of(const model_body *body)
{
    int slides = 0;
    for (int k = 0; k < body->nv; k++) {
        slides += !is_angular_velocity(body, k);
    }
    return slides;
}

/* Whether a body is only there so that two ties, `far` m apart on it, make one: it has no shape and no mass, and is no
 * longer than the housing of a joint, as where one joint has several axes. A longer one is a link of the robot, beyond
 * which a body reaches those before. */
static bool is_between_ties(const joined_bodies *joined, int body, double far)
{
    const double longest = 0.05; /* m */
    const joined_body *b = &joined->items[body];
    return body > 0 && !b->shaped && b->ties == 2 && !is_heavy(joined->model, body) && far <= longest;
}

int cdy_joined_to(const joined_bodies *joined, int body, int *slides)
{
    const model_body *bodies = model_bodies(joined->model);
    double far;
    do {
        const double *r = bodies[body].translation;
        far = hypot(hypot(r[0], r[1]), r[2]);
        *slides += slides_of(&bodies[body]);
        body = bodies[body].parent;
    } while (is_between_ties(joined, body, far));
    return body;
}

int cdy_tied_to(const joined_bodies *joined, int body, double far, int *slides)
{
    return is_between_ties(joined, body, far) ? cdy_joined_to(joined, body, slides) : body;
}
