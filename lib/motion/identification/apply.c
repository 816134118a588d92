/* Parameters of a tree, and a tree with identified parameters. */
#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "dynamics/parameters.h"
#include "tree/inertial.h"

#include <condyle/identification.h>
#include <math.h>
#include <string.h>

static cdy_status check_arguments(const cdy_tree *tree, const cdy_model *model, const cdy_regressor_options *options,
                                  const double *parameters, cdy_error *error)
{
    if (!tree || !model || !parameters) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "parameters need a tree, its model and a pointer for the parameters");
    }
    bool same = cdy_tree_body_count(tree) + 1 == model->frame_count;
    for (int i = 0; same && i < model->frame_count; i++) {
        same = strcmp(cdy_tree_body(tree, i)->name, cdy_model_frame_name(model, i)) == 0;
    }
    for (int i = 1, body = 0; same && i < model->frame_count; i++) {
        const cdy_joint_type type = cdy_tree_body(tree, i)->joint.type;
        const int parent = model_frames(model)[cdy_tree_parent(tree, i)].body;
        const bool moves = cdy_joint_type_nv(type) > 0;
        body += moves;
        same = body < model->body_count && model_frames(model)[i].body == (moves ? body : parent) &&
               (!moves || model_joints(model)[body].type == (int32_t)type);
    }
    return same ? cdy_check_regressor_options(options, error)
                : cdy_fail(error, CDY_ERROR_ARGUMENT, "the model is not of this tree; compile the tree anew");
}

/* A drive parameter of the tree reflected to the caller's coordinate, where its joint moves `multiplier` times as far.
 */
static double reflected_drive(const model_drive *drive, double multiplier, cdy_parameter_kind kind)
{
    return kind == CDY_PARAMETER_DAMPING   ? multiplier * multiplier * drive->damping
           : kind == CDY_PARAMETER_COULOMB ? fabs(multiplier) * drive->friction
                                           : multiplier * multiplier * drive->rotor;
}

/* Sums the drives of each degree of freedom: of its own joint and of the joints that mimic it. */
static void sum_drives(const cdy_model *model, const cdy_regressor_options *options, double *parameters)
{
    const model_coordinate *c = model_velocities(model);
    const model_drive *drives = model_section(model, model->robot_drives);
    const int first = BODY_PARAMETERS * (model->body_count - 1), p = cdy_parameter_count(model, options);
    memset(parameters + first, 0, (size_t)(p - first) * sizeof *parameters);
    for (int i = 0; i < 3 * model->tree_nv; i++) {
        const cdy_parameter_kind kind = (cdy_parameter_kind)((int)CDY_PARAMETER_DAMPING + i % 3);
        const int column = cdy_drive_parameter(model, options, kind, c[i / 3].index);
        if (column >= 0) {
            parameters[column] += reflected_drive(&drives[i / 3], c[i / 3].multiplier, kind);
        }
    }
}

cdy_status cdy_tree_parameters(const cdy_tree *tree, const cdy_model *model, const cdy_regressor_options *options,
                               double *parameters, cdy_error *error)
{
    cdy_status status = check_arguments(tree, model, options, parameters, error);
    status = status ? status : cdy_bare_parameters(model, parameters, error);
    if (!status) {
        sum_drives(model, options, parameters);
    }
    return status;
}

/* The ten parameters of a link in another frame that is fixed to it. */
static void link_parameters(const cdy_inertial *inertial, transform X, double pi[BODY_PARAMETERS])
{
    const inertia I = transform_inertia_back(X, inertial_about_origin(inertial));
    const double numbers[BODY_PARAMETERS] = {I.mass, I.h.x,  I.h.y,  I.h.z,  I.I.xx,
                                             I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz};
    memcpy(pi, numbers, sizeof numbers);
}

static transform frame_transform(const model_frame *frame)
{
    return (transform){rotation_from(frame->rotation), vec3_from(frame->translation)};
}

/* Transform X2 X1^-1 from the frame at X1 on a body to the frame at X2. */
static transform relative_transform(transform X1, transform X2)
{
    const transform back = {rotation_transpose(X1.E), scale(-1, rotate(X1.E, X1.r))};
    return transform_multiply(X2, back);
}

/* Sum of the parameters of all links welded to link `first`, the first of its body, in its frame. */
static void sum_welded_links(const cdy_tree *tree, const cdy_model *model, int first, double sum[BODY_PARAMETERS])
{
    const model_frame *frames = model_frames(model);
    memset(sum, 0, BODY_PARAMETERS * sizeof *sum);
    for (int i = first + 1; i < model->frame_count; i++) {
        const cdy_inertial *inertial = &cdy_tree_body(tree, i)->inertial;
        double pi[BODY_PARAMETERS];
        if (frames[i].body == frames[first].body && inertial->given) {
            link_parameters(inertial, relative_transform(frame_transform(&frames[first]), frame_transform(&frames[i])),
                            pi);
            for (int k = 0; k < BODY_PARAMETERS; k++) {
                sum[k] += pi[k];
            }
        }
    }
}

static cdy_status set_link(cdy_tree *tree, const char *name, const double pi[BODY_PARAMETERS], cdy_error *error)
{
    cdy_inertial inertial = {.given = false};
    const double m = pi[0];
    bool weightless = !(m > 0 || m < 0);
    for (int k = 1; k < BODY_PARAMETERS; k++) {
        weightless = weightless && !(fabs(pi[k]) > 0);
    }
    if (!weightless) {
        bool point = !(m > 0) && (fabs(pi[1]) > 0 || fabs(pi[2]) > 0 || fabs(pi[3]) > 0);
        if (point || m < 0) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "body '%.80s' would get a mass of %g kg%s; expected parameters of a body that can exist",
                            name, m, m < 0 ? "" : " with a nonzero first moment (center of mass times mass)");
        }
        const double c[3] = {m > 0 ? pi[1] / m : 0, m > 0 ? pi[2] / m : 0, m > 0 ? pi[3] / m : 0};
        cdy_inertial_set_about_origin(&inertial, m, c, (double[6]){pi[4], pi[7], pi[9], pi[8], pi[6], pi[5]});
    }
    return cdy_tree_set_inertial(tree, name, &inertial, error);
}

/* Removes the inertia of all links welded to link `first`, the first of its body. */
static cdy_status clear_welded_links(cdy_tree *tree, const cdy_model *model, int first, cdy_error *error)
{
    const model_frame *frames = model_frames(model);
    const cdy_inertial none = {.given = false};
    cdy_status status = CDY_OK;
    for (int i = first + 1; i < model->frame_count && !status; i++) {
        if (frames[i].body == frames[first].body && cdy_tree_body(tree, i)->inertial.given) {
            status = cdy_tree_set_inertial(tree, cdy_model_frame_name(model, i), &none, error);
        }
    }
    return status;
}

static bool differs(const double *a, const double *b)
{
    bool different = false;
    for (int k = 0; k < BODY_PARAMETERS; k++) {
        different = different || a[k] < b[k] || a[k] > b[k];
    }
    return different;
}

static cdy_status apply_bodies(cdy_tree *tree, const cdy_model *model, const double *parameters, const double *present,
                               cdy_error *error)
{
    cdy_status status = CDY_OK;
    int first = 0;
    for (int body = 1; body < model->body_count && !status; body++) {
        const double *pi = parameters + BODY_PARAMETERS * (body - 1);
        double welded[BODY_PARAMETERS], link[BODY_PARAMETERS];
        first = model_next_link(model, first, body);
        if (!differs(pi, present + BODY_PARAMETERS * (body - 1))) {
            continue; /* keep the present values exactly */
        }
        sum_welded_links(tree, model, first, welded);
        for (int k = 0; k < BODY_PARAMETERS; k++) {
            link[k] = pi[k] - welded[k];
        }
        bool is_possible =
            cdy_parameters_are_consistent(link, NULL) && (link[0] > 0 || !cdy_parameters_are_consistent(pi, NULL));
        if (!is_possible) {
            memcpy(link, pi, sizeof link);
            status = clear_welded_links(tree, model, first, error);
        }
        status = status ? status : set_link(tree, cdy_model_frame_name(model, first), link, error);
    }
    return status;
}

/* The mean of a drive parameter over a joint's degrees of freedom; 0 for a mimic joint, as the sum belongs to its
 * leader. Returns false where the parameter is not in the vector. */
static bool mean_drive_parameter(const cdy_model *model, const cdy_regressor_options *options, const double *parameters,
                                 int body, cdy_parameter_kind kind, double *value)
{
    const model_joint *joint = &model_joints(model)[body];
    const int nv = model_bodies(model)[body].nv;
    double sum = 0;
    for (int k = 0; k < nv; k++) {
        const int column = cdy_drive_parameter(model, options, kind, joint->velocity + (joint->is_follower ? 0 : k));
        if (column < 0) {
            return false;
        }
        sum += parameters[column] / nv;
    }
    *value = joint->is_follower ? 0 : sum;
    return true;
}

static void set_rotor(cdy_joint *joint, double reflected_inertia)
{
    const double square = joint->gear_ratio * joint->gear_ratio;
    joint->gear_ratio = square > 0 ? joint->gear_ratio : 1;
    joint->rotor_inertia = square > 0 ? reflected_inertia / square : reflected_inertia;
}

static cdy_status apply_drives(cdy_tree *tree, const cdy_model *model, const cdy_regressor_options *options,
                               const double *parameters, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int body = 1, frame = 0; body < model->body_count && !status; body++) {
        frame = model_next_link(model, frame, body);
        cdy_joint joint = cdy_tree_body(tree, frame)->joint;
        double value;
        bool changed = false;
        if (mean_drive_parameter(model, options, parameters, body, CDY_PARAMETER_DAMPING, &value)) {
            changed = joint.dynamics.given = true;
            joint.dynamics.damping = value;
        }
        if (mean_drive_parameter(model, options, parameters, body, CDY_PARAMETER_COULOMB, &value)) {
            changed = joint.dynamics.given = true;
            joint.dynamics.friction = value;
        }
        if (mean_drive_parameter(model, options, parameters, body, CDY_PARAMETER_ROTOR_INERTIA, &value)) {
            changed = true;
            set_rotor(&joint, value);
        }
        status = changed ? cdy_tree_replace_joint(tree, cdy_model_frame_name(model, frame), &joint, error) : CDY_OK;
    }
    return status;
}

cdy_status cdy_tree_apply_parameters(const cdy_tree *tree, const cdy_model *model, const cdy_regressor_options *options,
                                     const double *parameters, cdy_tree **identified, cdy_error *error)
{
    if (identified) {
        *identified = NULL;
    }
    cdy_status status = check_arguments(tree, model, options, parameters, error);
    if (!status && !identified) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the identified tree was given");
    }
    if (status) {
        return status;
    }
    if (!cdy_all_finite(parameters, (size_t)cdy_parameter_count(model, options))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a parameter is not finite");
    }
    cdy_tree *copy = NULL;
    double *present = cdy_allocate((size_t)cdy_parameter_count(model, NULL) + 1, sizeof *present);
    status = present ? cdy_bare_parameters(model, present, error) : cdy_fail_memory(error);
    status = status ? status : cdy_tree_copy(tree, &copy, error);
    status = status ? status : apply_bodies(copy, model, parameters, present, error);
    status = status ? status : apply_drives(copy, model, options, parameters, error);
    cdy_release(present);
    if (status) {
        cdy_tree_destroy(copy);
    } else {
        *identified = copy;
    }
    return status;
}
