/* Inertias of links from their shapes, of uniform density. */
#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"

#include <condyle/shapes.h>
#include <math.h>
#include <string.h>

/* The inertia that a link receives. */
typedef struct link_estimate {
    cdy_solid solid;
    double mass;      /* mass that the link receives, 0: unchanged */
    bool wanted;      /* link to estimate: massless, or with a mass in the options */
    bool from_option; /* the mass is from the options */
    bool visuals;     /* the solid is from the visuals */
} link_estimate;

/* The links of a tree with their estimates. */
typedef struct work {
    cdy_tree *tree;
    const cdy_estimate_options *options;
    link_estimate *links;
    int count; /* number of bodies, the base included */
} work;

cdy_estimate_options cdy_estimate_options_default(void)
{
    return (cdy_estimate_options){0};
}

static bool is_positive(double x)
{
    return x > 0 && isfinite(x);
}

static bool has_mass(const cdy_body *body)
{
    return body->inertial.given && body->inertial.mass > 0;
}

static cdy_status check_options(const cdy_estimate_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    const bool dense = o->density < 0 || o->density > 0 || isnan(o->density);
    const bool total = o->total < 0 || o->total > 0 || isnan(o->total);
    if ((o->mass_count > 0 && !o->masses) || (dense && total) || (!dense && !total && o->mass_count == 0)) {
        return cdy_fail(
            error, CDY_ERROR_ARGUMENT,
            "estimating inertias needs masses of links, a density or a total mass, not the last two together");
    }
    if ((dense && !is_positive(o->density)) || (total && !is_positive(o->total))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s is %g; expected a positive number",
                        dense ? "the density" : "the total mass", dense ? o->density : o->total);
    }
    return CDY_OK;
}

/* Enters the masses that are given for single links. */
static cdy_status enter_masses(work *w, cdy_error *error)
{
    for (size_t i = 0; i < w->options->mass_count; i++) {
        const cdy_link_mass *m = &w->options->masses[i];
        const int body = m->link ? cdy_tree_find_body(w->tree, m->link) : -1;
        if (body < 0) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the robot has no link '%.80s', which is given a mass",
                            m->link ? m->link : "");
        }
        if (!is_positive(m->mass)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the mass of link '%.80s' is %g kg; expected a positive number",
                            m->link, m->mass);
        }
        if (w->links[body].from_option) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the mass of link '%.80s' is given twice", m->link);
        }
        w->links[body].mass = m->mass;
        w->links[body].from_option = true;
    }
    return CDY_OK;
}

/* Measures the collision shapes of a link, or its visuals where the collision shapes have no volume. */
static cdy_status measure_link(const work *w, int index, cdy_error *error)
{
    const cdy_body *body = cdy_tree_body(w->tree, index);
    link_estimate *s = &w->links[index];
    s->wanted = s->from_option || (!has_mass(body) && (w->options->density > 0 || w->options->total > 0));
    if (!s->wanted) {
        return CDY_OK;
    }
    cdy_status status =
        cdy_shapes_measure(body->collisions, body->collision_count, &w->options->places, &s->solid, error);
    if (!status && !(s->solid.volume > 0)) {
        status = cdy_shapes_measure(body->visuals, body->visual_count, &w->options->places, &s->solid, error);
        s->visuals = true;
    }
    if (!status && s->from_option && !(s->solid.volume > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "link '%.80s' is given a mass and has no shape with a volume; expected a collision shape or a "
                        "visual",
                        body->name);
    }
    return status;
}

/* Divides the rest of the total mass by volume, or gives each link the density. */
static cdy_status divide_mass(work *w, cdy_error *error)
{
    double volume = 0, taken = 0, density = w->options->density;
    for (int i = 0; i < w->count; i++) {
        const link_estimate *s = &w->links[i];
        volume += s->wanted && !s->from_option ? s->solid.volume : 0;
        taken += s->from_option ? s->mass : s->wanted ? 0 : cdy_tree_body(w->tree, i)->inertial.mass;
    }
    if (w->options->total > 0) {
        if (!(w->options->total > taken) || !(volume > 0)) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "of the total of %g kg, %g kg are taken, and the links without mass have a volume of %g m3; "
                "expected some of both",
                w->options->total, taken, volume);
        }
        density = (w->options->total - taken) / volume;
    }
    for (int i = 0; i < w->count; i++) {
        link_estimate *s = &w->links[i];
        s->mass = s->wanted && !s->from_option ? density * s->solid.volume : s->mass;
    }
    return CDY_OK;
}

static cdy_status set_inertial(const work *w, int index, cdy_error *error)
{
    const link_estimate *s = &w->links[index];
    cdy_inertial inertial = {.given = true, .mass = s->mass};
    memcpy(inertial.origin.xyz, s->solid.center, sizeof s->solid.center);
    for (int k = 0; k < 6; k++) {
        inertial.inertia[k] = s->mass / s->solid.volume * s->solid.inertia[k];
    }
    return cdy_tree_set_inertial(w->tree, cdy_tree_body(w->tree, index)->name, &inertial, error);
}

static void report(const work *w)
{
    for (int i = 0; i < w->count && w->options->report; i++) {
        const link_estimate *s = &w->links[i];
        if (s->mass > 0) {
            const cdy_estimated_link estimated = {.link = cdy_tree_body(w->tree, i)->name,
                                                  .mass = s->mass,
                                                  .volume = s->solid.volume,
                                                  .visuals = s->visuals,
                                                  .hulls = s->solid.hulls};
            w->options->report(w->options->context, &estimated);
        }
    }
}

static cdy_status plan(work *w, cdy_error *error)
{
    cdy_status status = enter_masses(w, error);
    for (int i = 0; !status && i < w->count; i++) {
        status = measure_link(w, i, error);
    }
    return status ? status : divide_mass(w, error);
}

/* Sets the inertias in a copy first, so that a failure leaves the tree as it was. */
static cdy_status carry_out(work *w, cdy_error *error)
{
    cdy_tree *trial = NULL;
    cdy_status status = cdy_tree_copy(w->tree, &trial, error);
    work on_trial = *w;
    on_trial.tree = trial;
    for (int round = 0; !status && round < 2; round++) {
        for (int i = 0; !status && i < w->count; i++) {
            status = w->links[i].mass > 0 ? set_inertial(round ? w : &on_trial, i, error) : CDY_OK;
        }
    }
    cdy_tree_destroy(trial);
    return status;
}

cdy_status cdy_tree_estimate_inertia(cdy_tree *tree, const cdy_estimate_options *options, cdy_error *error)
{
    if (!tree || !options) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "estimating inertias needs a tree and options");
    }
    cdy_status status = check_options(options, error);
    if (status) {
        return status;
    }
    work w = {.tree = tree, .options = options, .count = cdy_tree_body_count(tree) + 1};
    w.links = cdy_allocate((size_t)w.count, sizeof *w.links);
    status = w.links ? plan(&w, error) : cdy_fail_memory(error);
    status = status ? status : carry_out(&w, error);
    if (!status) {
        report(&w);
    }
    cdy_release(w.links);
    return status;
}
