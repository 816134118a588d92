#include "commands/motion/clearance.h"

#include <math.h>
#include <stdlib.h>

exit_code clearance_open(clearance *c, const robot *r, const robot_options *o, double margin)
{
    cdy_error error;
    *c = (clearance){.model = r->model, .margin = margin, .least = (double)INFINITY, .time = (double)NAN};
    c->q = calloc((size_t)cdy_model_nq(r->model) + 1, sizeof *c->q);
    exit_code code = c->q ? robot_needs_tree(r, "limits --clearance") : fail_memory();
    code = code == EXIT_FINE ? shape_list_add(&c->shapes, r, o, false, false) : code;
    if (code == EXIT_FINE &&
        (cdy_distance_scene_create(r->model, c->shapes.items, c->shapes.count, &c->scene, &error) != CDY_OK ||
         cdy_workspace_create(r->model, &c->workspace, &error) != CDY_OK)) {
        code = fail_library(&error);
    }
    return code == EXIT_FINE && cdy_distance_pair_count(c->scene) == 0
               ? fail(EXIT_USAGE, "--clearance: %s has no two bodies with shapes that are not neighbours",
                      robot_name(r))
               : code;
}

void clearance_close(clearance *c)
{
    shape_list_clear(&c->shapes);
    cdy_distance_scene_destroy(c->scene);
    cdy_workspace_destroy(c->workspace);
    free(c->q);
}

cdy_status clearance_add(clearance *c, unsigned long long row, const double *t, const double *q, cdy_error *error)
{
    cdy_distance nearest;
    size_t a = 0, b = 0;
    cdy_home_configuration(c->model, c->q);
    for (int i = 0; q && i < cdy_model_nq(c->model); i++) {
        c->q[i] = isnan(q[i]) ? c->q[i] : q[i];
    }
    const cdy_status status = cdy_distance_nearest(c->model, c->workspace, c->scene, c->q, &nearest, NULL, error);
    if (!status && nearest.separation.distance < c->least) {
        cdy_distance_pair(c->scene, nearest.pair, &a, &b);
        c->least = nearest.separation.distance;
        c->first = c->shapes.named[c->shapes.bodies[a]].name;
        c->second = c->shapes.named[c->shapes.bodies[b]].name;
        c->row = row;
        c->time = t ? *t : (double)NAN;
    }
    return status;
}
