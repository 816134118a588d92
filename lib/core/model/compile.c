/* Model compiler: merges bodies connected by fixed joints, rotates joint axes to z and numbers the coordinates. */
#include "base/error.h"
#include "base/memory.h"
#include "model/dh_link.h"
#include "model/drives.h"
#include "model/hash.h"
#include "model/idle.h"
#include "model/layout.h"
#include "model/overflow.h"
#include "model/payload.h"
#include "model/placement.h"
#include "model/sort.h"
#include "spatial/placement.h"
#include "tree/inertial.h"
#include "tree/tree.h"

#include <string.h>

static bool is_moving(const cdy_body *body)
{
    return cdy_joint_type_nv(body->joint.type) > 0;
}

static void count_coordinates(struct cdy_model *plan, const cdy_tree *tree)
{
    plan->frame_count = cdy_tree_body_count(tree) + 1;
    plan->body_count = 1;
    for (int i = 1; i < plan->frame_count; i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        int nq = cdy_joint_type_nq(body->joint.type), nv = cdy_joint_type_nv(body->joint.type);
        bool is_follower = cdy_tree_is_follower(tree, i);
        plan->body_count += is_moving(body);
        plan->tree_nq += nq;
        plan->tree_nv += nv;
        plan->nq += is_follower ? 0 : nq;
        plan->nv += is_follower ? 0 : nv;
        plan->force_rows += nv;
        plan->has_followers |= is_follower;
    }
}

static uint64_t name_bytes(const cdy_tree *tree)
{
    uint64_t bytes = strlen(cdy_tree_name(tree)) + 1;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        bytes += strlen(body->name) + 1 + (is_moving(body) ? strlen(body->joint.name) + 1 : 0);
    }
    return bytes;
}

/* Computes the header of a tree's model: counts, offsets of the sections and size. */
static struct cdy_model make_plan(const cdy_tree *tree)
{
    struct cdy_model plan = {.drive_options = cdy_drive_options_default()};
    cdy_mark_format(&plan);
    cdy_tree_get_gravity(tree, plan.gravity);
    count_coordinates(&plan, tree);
    plan.doubtful_count = cdy_count_doubtful_bodies(tree, plan.body_count);
    cdy_lay_out(&plan, name_bytes(tree));
    return plan;
}

/* A model under construction: writable sections, and the next free coordinate, force row and name. */
typedef struct builder {
    const cdy_tree *tree;
    cdy_model *model;
    model_body *bodies;
    model_joint *joints;
    model_frame *frames;
    model_coordinate *positions, *velocities;
    model_drive *drives;
    int32_t *own_positions, *own_velocities, *sorted_frames;
    cdy_follower *followers; /* NULL: there are no mimic joints */
    int32_t body_count, tree_q, tree_v, q, v, follower_row;
    int last; /* frame of the last moving body */
    uint64_t name;
} builder;

static void *section(cdy_model *model, uint64_t offset)
{
    return (char *)model + offset;
}

static builder builder_of(cdy_model *model, const cdy_tree *tree)
{
    return (builder){
        .tree = tree,
        .model = model,
        .bodies = section(model, model->bodies),
        .joints = section(model, model->joints),
        .frames = section(model, model->frames),
        .positions = section(model, model->positions),
        .velocities = section(model, model->velocities),
        .drives = section(model, model->robot_drives),
        .own_positions = section(model, model->own_positions),
        .own_velocities = section(model, model->own_velocities),
        .sorted_frames = section(model, model->sorted_frames),
        .followers = model->has_followers ? section(model, model->followers) : NULL,
        .body_count = 1,
        .follower_row = model->nv,
        .name = model->name,
    };
}

static uint64_t append_name(builder *b, const char *name)
{
    uint64_t offset = b->name;
    size_t size = strlen(name) + 1;
    memcpy(section(b->model, offset), name, size);
    b->name += size;
    return offset;
}

static void store_rotation(double rows[9], rotation E)
{
    const double values[9] = {E.x.x, E.x.y, E.x.z, E.y.x, E.y.y, E.y.z, E.z.x, E.z.y, E.z.z};
    memcpy(rows, values, sizeof values);
}

static void store_vector(double components[3], vec3 v)
{
    components[0] = v.x;
    components[1] = v.y;
    components[2] = v.z;
}

static transform frame_transform(const model_frame *frame)
{
    return (transform){rotation_from(frame->rotation), vec3_from(frame->translation)};
}

static void store_frame(builder *b, int index, int32_t body, transform X)
{
    model_frame *frame = &b->frames[index];
    frame->name = append_name(b, cdy_tree_body(b->tree, index)->name);
    frame->body = body;
    store_rotation(frame->rotation, X.E);
    store_vector(frame->translation, X.r);
}

/* Rotation into axes whose z axis is the joint's axis; the identity for a joint without one. */
static rotation rotation_to_axis(const cdy_joint *joint)
{
    vec3 axis = vec3_from(joint->axis);
    if (!cdy_joint_type_traits(joint->type)->has_axis) {
        return (rotation){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    }
    /* Scale by the largest component first, so that no square overflows or underflows. */
    double largest = fmax(fmax(fabs(axis.x), fabs(axis.y)), fabs(axis.z));
    axis = (vec3){axis.x / largest, axis.y / largest, axis.z / largest};
    return rotation_z_to(scale(1 / sqrt(dot(axis, axis)), axis));
}

/* Numbers the coordinates of a joint. Coordinates of followers are redirected to their leaders by resolve_followers(),
 * when all leaders have numbers. */
static void number_coordinates(builder *b, int32_t body, bool is_follower, int nq, int nv)
{
    model_body *moving = &b->bodies[body];
    model_joint *joint = &b->joints[body];
    moving->q = b->tree_q;
    moving->v = b->tree_v;
    moving->nv = nv;
    moving->force_row = is_follower ? b->follower_row : b->v;
    joint->is_follower = is_follower;
    joint->position = b->q;
    joint->velocity = b->v;
    for (int32_t k = 0; k < nq; k++) {
        b->positions[b->tree_q + k] = (model_coordinate){b->q + k, body, 1, 0};
        if (!is_follower) {
            b->own_positions[b->q + k] = b->tree_q + k;
        }
    }
    for (int32_t k = 0; k < nv; k++) {
        b->velocities[b->tree_v + k] = (model_coordinate){b->v + k, body, 1, 0};
        if (!is_follower) {
            b->own_velocities[b->v + k] = b->tree_v + k;
        }
    }
    b->tree_q += nq;
    b->tree_v += nv;
    b->q += is_follower ? 0 : nq;
    b->v += is_follower ? 0 : nv;
    b->follower_row += is_follower ? nv : 0;
}

/* Default home position: 0, or the limit nearest to 0; the identity for a quaternion. */
static void store_home(model_joint *stored, const cdy_joint *joint)
{
    int count = cdy_joint_type_nq(joint->type);
    for (int k = 0; k < count; k++) {
        stored->home[k] = joint->home_given ? joint->home[k] : fmin(fmax(0, stored->lower), stored->upper);
    }
    const int quaternion = cdy_joint_type_traits(joint->type)->quaternion;
    if (quaternion >= 0 && !joint->home_given) {
        stored->home[quaternion] = 1;
    }
}

/* Limits of effort and velocity; a limit of 0 is not known, and one number cannot limit several degrees of freedom. */
static void store_other_limits(model_joint *stored, const cdy_joint *joint)
{
    const bool limited = joint->limit.given && cdy_joint_type_nv(joint->type) == 1;
    stored->effort_limit = limited && joint->limit.effort > 0 ? joint->limit.effort : HUGE_VAL;
    stored->velocity_limit = limited && joint->limit.velocity > 0 ? joint->limit.velocity : HUGE_VAL;
}

static model_drive_law law_of(const cdy_joint_drive *d)
{
    return (model_drive_law){
        .friction_asymmetry = d->friction_asymmetry,
        .damping_asymmetry = d->damping_asymmetry,
        .stribeck = d->stribeck,
        .stribeck_velocity = d->stribeck_velocity,
        .stribeck_exponent = d->stribeck_exponent,
        .load_friction = d->load_friction,
        .load_asymmetry = d->load_asymmetry,
        .load_stribeck = d->load_stribeck,
        .load_damping = d->load_damping,
        .load_velocity = d->load_velocity,
        .power_friction = d->power_friction,
        .power_exponent = d->power_exponent,
        .offset = d->offset,
        .width = d->friction_width,
        .load_width = d->load_width,
        .friction_temperature = d->friction_temperature,
        .damping_temperature = d->damping_temperature,
    };
}

/* Damping and friction apply to every joint; everything else needs a joint with one degree of freedom. */
static void store_drives(builder *b, const model_body *body, const cdy_joint *joint)
{
    const cdy_joint_dynamics *d = &joint->dynamics;
    const bool one_degree = body->nv == 1;
    for (int32_t k = 0; k < body->nv; k++) {
        model_drive *drive = &b->drives[body->v + k];
        *drive = (model_drive){
            .rotor = one_degree ? joint->rotor_inertia * joint->gear_ratio * joint->gear_ratio : 0,
            .damping = d->given ? d->damping : 0,
            .friction = d->given ? d->friction : 0,
            .stiffness = d->given && one_degree ? d->stiffness : 0,
            .rest = d->given && one_degree ? d->spring_rest : 0,
            .position = body->q,
        };
        if (one_degree) {
            drive->law = law_of(&joint->drive);
        }
    }
}

/* Returns the placement of a body whose joint ends in the frame X: X followed by the joint's child placement. */
static transform body_transform(const cdy_joint *joint, transform X)
{
    const cdy_placement *child = &joint->child;
    bool has_child_placement = false;
    for (int k = 0; k < 3; k++) {
        has_child_placement =
            has_child_placement || child->xyz[k] < 0 || child->xyz[k] > 0 || child->rpy[k] < 0 || child->rpy[k] > 0;
    }
    return has_child_placement ? transform_multiply(transform_from_placement(child->xyz, child->rpy), X) : X;
}

static void store_inertia(model_body *body, inertia I)
{
    const double tensor[6] = {I.I.xx, I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz};
    body->mass = I.mass;
    store_vector(body->h, I.h);
    memcpy(body->inertia, tensor, sizeof tensor);
}

static inertia body_inertia(const model_body *body)
{
    const double *I = body->inertia;
    return (inertia){body->mass, vec3_from(body->h), {I[0], I[1], I[2], I[3], I[4], I[5]}};
}

/* Rotates the frame of the last moving body, which has only fixed frames so far, about its z axis; `turn` holds sine
 * and cosine. */
static void rotate_last_body(builder *b, int index, const double turn[2])
{
    const int32_t last = b->body_count - 1;
    model_body *body = &b->bodies[last];
    const transform back = {rotation_about_z(-turn[0], turn[1], rotation_identity()), {0, 0, 0}};
    const rotation there = rotation_transpose(back.E);
    store_rotation(body->rotation, rotation_multiply(there, rotation_from(body->rotation)));
    if (body->link) {
        const double s = body->offset[0], c = body->offset[1];
        body->offset[0] = s * turn[1] + c * turn[0];
        body->offset[1] = c * turn[1] - s * turn[0];
    }
    store_inertia(body, inertia_rotate_back(back.E, body_inertia(body)));
    for (int i = b->last; i < index; i++) {
        model_frame *frame = &b->frames[i];
        if (frame->body == last) {
            const transform X = transform_multiply(frame_transform(frame), back);
            store_rotation(frame->rotation, X.E);
            store_vector(frame->translation, X.r);
        }
    }
}

/* Whether a body's frame may be rotated about z: only if z is the axis of its single joint coordinate. */
static bool can_rotate(const model_body *body)
{
    return body->nv == 1;
}

/* Stores the tree transform X of a joint on body `parent` in axes whose z is the joint's axis. Where possible, chooses
 * both frames such that the transform is a DH link (model/dh_link.h). Returns the displacement of the body's frame
 * along z. */
static double place_joint(builder *b, int index, int32_t parent, transform X)
{
    model_body *body = &b->bodies[b->body_count];
    store_rotation(body->rotation, X.E);
    store_vector(body->translation, X.r);
    if (parent == 0 || parent != b->body_count - 1 || !is_revolute(body) || !can_rotate(&b->bodies[parent]) ||
        !cdy_is_placement(body->rotation, body->translation)) {
        return 0;
    }
    const dh_choice l = cdy_choose_dh_link(X);
    rotate_last_body(b, index, l.turn);
    store_rotation(body->rotation, l.X.E);
    store_vector(body->translation, l.X.r);
    body->link = (int32_t)l.kind;
    memcpy(body->twist, l.twist, sizeof l.twist);
    memcpy(body->offset, l.offset, sizeof l.offset);
    return l.slide;
}

/* Starts a moving body whose joint is at X on body `parent`. */
static void add_moving_body(builder *b, int index, int32_t parent, transform X)
{
    const cdy_joint *joint = &cdy_tree_body(b->tree, index)->joint;
    const rotation turn = rotation_to_axis(joint);
    const int32_t body = b->body_count;
    b->bodies[body].parent = parent;
    b->bodies[body].kind = cdy_kind_of(joint->type);
    const double slide = place_joint(b, index, parent, (transform){rotation_multiply(turn, X.E), X.r});
    b->body_count++;
    b->last = index;
    b->joints[body].name = append_name(b, joint->name);
    b->joints[body].type = (int32_t)joint->type;
    cdy_joint_position_limits(joint, &b->joints[body].lower, &b->joints[body].upper);
    store_other_limits(&b->joints[body], joint);
    store_home(&b->joints[body], joint);
    number_coordinates(b, body, cdy_tree_is_follower(b->tree, index), cdy_joint_type_nq(joint->type),
                       cdy_joint_type_nv(joint->type));
    store_drives(b, &b->bodies[body], joint);
    store_frame(b, index, body, body_transform(joint, (transform){rotation_transpose(turn), {0, 0, -slide}}));
}

static void add_inertia(model_body *body, transform X, const cdy_inertial *inertial)
{
    store_inertia(body, inertia_add(body_inertia(body), transform_inertia_back(X, inertial_about_origin(inertial))));
}

static void place_body(builder *b, int index)
{
    const cdy_body *body = cdy_tree_body(b->tree, index);
    const model_frame *parent = &b->frames[cdy_tree_parent(b->tree, index)];
    transform X_joint = transform_from_placement(body->joint.origin.xyz, body->joint.origin.rpy);
    transform X = transform_multiply(X_joint, frame_transform(parent));
    if (is_moving(body)) {
        add_moving_body(b, index, parent->body, X);
    } else {
        store_frame(b, index, parent->body, body_transform(&body->joint, X));
    }
    const model_frame *frame = &b->frames[index];
    if (body->inertial.given && frame->body > 0) {
        add_inertia(&b->bodies[frame->body], frame_transform(frame), &body->inertial);
    }
}

/* Redirects the coordinates of followers to the coordinates of the leaders. */
static void resolve_followers(builder *b)
{
    for (int i = 1; b->followers && i < b->model->frame_count; i++) {
        cdy_follower f = b->followers[i];
        if (f.leader < 0) {
            continue;
        }
        int32_t body = b->frames[i].body;
        model_joint *joint = &b->joints[body];
        const model_joint *leader = &b->joints[b->frames[f.leader].body];
        joint->position = leader->position;
        joint->velocity = leader->velocity;
        b->positions[b->bodies[body].q] = (model_coordinate){leader->position, body, f.multiplier, f.offset};
        b->velocities[b->bodies[body].v] = (model_coordinate){leader->velocity, body, f.multiplier, 0};
    }
}

/* A type of joint that moves and has no kind would be computed as another one. */
static cdy_status check_kinds(const cdy_tree *tree, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 1; i <= cdy_tree_body_count(tree) && !status; i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        if (is_moving(body) && cdy_kind_of(body->joint.type) < 0) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                              "joint '%s': no kernel knows the type '%s'; expected one whose kind stands in "
                              "model/model.h",
                              body->joint.name, cdy_joint_type_name(body->joint.type));
        }
    }
    return status;
}

static void build(builder *b)
{
    const transform identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    append_name(b, cdy_tree_name(b->tree));
    store_frame(b, 0, 0, identity);
    for (int i = 1; i < b->model->frame_count; i++) {
        place_body(b, i);
    }
    resolve_followers(b);
    cdy_sort_frames(b->model, b->sorted_frames);
    cdy_store_bare_inertias(b->model);
    cdy_select_drives(b->model);
    cdy_store_resistances(b->model, b->tree);
    b->model->fingerprint = cdy_model_fingerprint(b->model);
}

size_t cdy_model_size(const cdy_tree *tree)
{
    return tree ? (size_t)make_plan(tree).size : 0;
}

cdy_status cdy_model_init(void *memory, size_t size, const cdy_tree *tree, cdy_model **model, cdy_error *error)
{
    if (model) {
        *model = NULL;
    }
    if (!memory || !tree || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a model needs memory, a tree and a pointer for the model");
    }
    struct cdy_model plan = make_plan(tree);
    if (size < plan.size || (uintptr_t)memory % sizeof(double) != 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the model takes %llu bytes aligned to %zu, but %zu were given",
                        (unsigned long long)plan.size, sizeof(double), size);
    }
    memset(memory, 0, (size_t)plan.size);
    memcpy(memory, &plan, sizeof plan);
    builder b = builder_of(memory, tree);
    if (b.followers) {
        cdy_status status = cdy_tree_resolve_mimic(tree, b.followers, NULL, error);
        if (status) {
            return status;
        }
    }
    cdy_status status = check_kinds(tree, error);
    if (status) {
        return status;
    }
    build(&b);
    status = cdy_check_overflow(memory, error);
    *model = status ? NULL : memory;
    return status;
}

cdy_status cdy_model_create(const cdy_tree *tree, cdy_model **model, cdy_error *error)
{
    if (model) {
        *model = NULL;
    }
    if (!tree || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a model needs a tree and a pointer for the model");
    }
    size_t size = cdy_model_size(tree);
    void *memory = cdy_allocate(1, size);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    cdy_status status = cdy_model_init(memory, size, tree, model, error);
    if (status) {
        cdy_release(memory);
    }
    return status;
}

void cdy_model_destroy(cdy_model *model)
{
    cdy_release(model);
}
