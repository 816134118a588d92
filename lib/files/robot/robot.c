/* Front door: a robot from any source, with its model and workspace. */
#include "base/error.h"
#include "base/memory.h"
#include "dynamics/quantity_forms.h"

#include <condyle/configuration.h>
#include <condyle/robot.h>

struct cdy_robot {
    cdy_tree *tree; /* NULL: the robot is a compiled model */
    cdy_model *model;
    cdy_workspace *workspace;
};

/* Applies the options to a compiled model, whose base and mimic mode cannot change. */
static cdy_status adapt_model(cdy_robot *robot, const cdy_load_options *options, cdy_error *error)
{
    if (!options) {
        return CDY_OK;
    }
    if (options->floating_base || options->mimic_independent) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the robot is a compiled model, whose %s cannot change; compile its URDF file with that option",
                        options->floating_base ? "base" : "mimic mode");
    }
    return cdy_model_set_gravity(robot->model, options->gravity, error);
}

/* Completes a robot that has a tree or a model, and returns it as *result; destroys it on failure. `name` (NULL: none)
 * stands for its file in errors. */
static cdy_status finish(cdy_robot *robot, const char *name, const cdy_load_options *options, cdy_robot **result,
                         cdy_error *error)
{
    cdy_error fault = {0};
    cdy_status status =
        robot->model ? adapt_model(robot, options, &fault) : cdy_model_create(robot->tree, &robot->model, &fault);
    status = status ? status : cdy_workspace_create(robot->model, &robot->workspace, &fault);
    if (status) {
        cdy_robot_destroy(robot);
        return status == CDY_ERROR_ROBOT && name ? cdy_fail_at(error, status, name, 0, "%s", fault.text)
                                                 : cdy_fail(error, status, "%s", fault.text);
    }
    *result = robot;
    return CDY_OK;
}

/* Returns a robot without parts; NULL, with an error, where memory runs out. */
static cdy_robot *allocate_robot(cdy_error *error)
{
    cdy_robot *robot = cdy_allocate(1, sizeof *robot);
    if (!robot) {
        cdy_fail_memory(error);
    }
    return robot;
}

cdy_status cdy_robot_open_bytes(const void *bytes, size_t size, const char *name, const cdy_load_options *options,
                                cdy_robot **robot, cdy_error *error)
{
    if (robot) {
        *robot = NULL;
    }
    if (!robot || (!bytes && size > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "opening a robot needs its bytes and a pointer for the robot");
    }
    cdy_robot *opened = allocate_robot(error);
    if (!opened) {
        return CDY_ERROR_MEMORY;
    }
    const cdy_status status =
        cdy_robot_load_bytes(size ? bytes : "", size, name, options, &opened->tree, &opened->model, error);
    if (status) {
        cdy_robot_destroy(opened);
        return status;
    }
    return finish(opened, name, options, robot, error);
}

cdy_status cdy_robot_open(const char *source, const cdy_load_options *options, cdy_robot **robot, cdy_error *error)
{
    if (robot) {
        *robot = NULL;
    }
    if (!robot || !source || !*source) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "opening a robot needs a file or a name, and a pointer for the robot");
    }
    cdy_robot *opened = allocate_robot(error);
    if (!opened) {
        return CDY_ERROR_MEMORY;
    }
    const cdy_status status = cdy_robot_load(source, options, &opened->tree, &opened->model, error);
    if (status) {
        cdy_robot_destroy(opened);
        return status;
    }
    return finish(opened, source, options, robot, error);
}

cdy_status cdy_robot_from_tree(const cdy_tree *tree, cdy_robot **robot, cdy_error *error)
{
    if (robot) {
        *robot = NULL;
    }
    if (!robot || !tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a robot from a tree needs the tree and a pointer for the robot");
    }
    cdy_robot *made = allocate_robot(error);
    if (!made) {
        return CDY_ERROR_MEMORY;
    }
    cdy_status status = cdy_tree_copy(tree, &made->tree, error);
    if (status) {
        cdy_robot_destroy(made);
        return status;
    }
    return finish(made, NULL, NULL, robot, error);
}

void cdy_robot_destroy(cdy_robot *robot)
{
    if (robot) {
        cdy_workspace_destroy(robot->workspace);
        cdy_model_destroy(robot->model);
        cdy_tree_destroy(robot->tree);
        cdy_release(robot);
    }
}

const cdy_tree *cdy_robot_tree(const cdy_robot *robot)
{
    return robot ? robot->tree : NULL;
}

cdy_model *cdy_robot_model(const cdy_robot *robot)
{
    return robot ? robot->model : NULL;
}

cdy_workspace *cdy_robot_workspace(const cdy_robot *robot)
{
    return robot ? robot->workspace : NULL;
}

const char *cdy_robot_name(const cdy_robot *robot)
{
    return robot ? cdy_model_name(robot->model) : NULL;
}

int cdy_robot_nv(const cdy_robot *robot)
{
    return robot ? cdy_model_nv(robot->model) : 0;
}

int cdy_robot_nq(const cdy_robot *robot)
{
    return robot ? cdy_model_nq(robot->model) : 0;
}

static cdy_status fail_without_robot(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "no robot was given");
}

cdy_status cdy_robot_require_body(const cdy_robot *robot, const char *body, int *frame, cdy_error *error)
{
    return robot ? cdy_model_require_frame(robot->model, body, frame, error) : fail_without_robot(error);
}

cdy_status cdy_robot_require_joint(const cdy_robot *robot, const char *joint, cdy_moving_joint *description,
                                   cdy_error *error)
{
    int index;
    if (!robot || !description) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "finding a joint needs a robot, a name and a pointer for the description");
    }
    const cdy_status status = cdy_model_require_joint(robot->model, joint, &index, error);
    return status ? status : cdy_model_joint(robot->model, index, description);
}

/* Bodies that a call names. */
typedef struct named_bodies {
    bool named;
    const char *body, *relative_body; /* relative_body NULL: the base */
} named_bodies;

static cdy_status find_bodies(const cdy_robot *robot, const named_bodies *bodies, int *frame, int *relative_to,
                              cdy_error *error)
{
    if (!robot) {
        return fail_without_robot(error);
    }
    cdy_status status = bodies->named ? cdy_model_require_frame(robot->model, bodies->body, frame, error) : CDY_OK;
    if (!status && bodies->relative_body) {
        status = cdy_model_require_frame(robot->model, bodies->relative_body, relative_to, error);
    }
    return status;
}

#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    cdy_status cdy_robot_##name(cdy_robot *robot, NAMED_##inputs, PLACES_##results, cdy_error *error)                  \
    {                                                                                                                  \
        int frame = 0, relative_to = 0;                                                                                \
        const named_bodies bodies = {BODIES_##inputs};                                                                 \
        const cdy_status status = find_bodies(robot, &bodies, &frame, &relative_to, error);                            \
        return status ? status                                                                                         \
                      : cdy_##name(robot->model, robot->workspace, ARGUMENTS_##inputs, PASS_##results, error);         \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

cdy_status cdy_robot_external_force(cdy_robot *robot, const char *body, const double wrench[6], const double *q,
                                    double *fext, cdy_error *error)
{
    int frame;
    const cdy_status status = cdy_robot_require_body(robot, body, &frame, error);
    return status ? status : cdy_external_force(robot->model, robot->workspace, frame, wrench, q, fext, error);
}

cdy_status cdy_robot_external_force_at(cdy_robot *robot, const char *body, cdy_axes axes, const double wrench[6],
                                       const double *q, double *fext, cdy_error *error)
{
    int frame;
    const cdy_status status = cdy_robot_require_body(robot, body, &frame, error);
    return status ? status : cdy_external_force_at(robot->model, robot->workspace, frame, axes, wrench, q, fext, error);
}

cdy_status cdy_robot_set_payload(cdy_robot *robot, const char *body, const cdy_payload *payload, cdy_error *error)
{
    int frame;
    const cdy_status status = cdy_robot_require_body(robot, body, &frame, error);
    return status ? status : cdy_model_set_payload(robot->model, frame, payload, error);
}

void cdy_robot_home_configuration(const cdy_robot *robot, double *q)
{
    if (robot) {
        cdy_home_configuration(robot->model, q);
    }
}

void cdy_robot_random_configuration(const cdy_robot *robot, uint64_t *seed, double *q)
{
    if (robot) {
        cdy_random_configuration(robot->model, seed, q);
    }
}
