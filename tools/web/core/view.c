/* The core for a page: one robot, whose numbers lie in arrays that the page reads and writes in place.
 *
 * The page puts a compiled model into memory of view_room(), opens it, fills the arrays q, qd and qdd, and calls. Calls
 * return 0, or the cdy_status of a failure, which view_error() puts into words. */
#include "view.h"

#include <condyle/configuration.h>
#include <condyle/dynamics.h>
#include <condyle/kinematics.h>
#include <condyle/manipulability.h>
#include <condyle/model_file.h>
#include <condyle/payload.h>

#include <stdlib.h>
#include <string.h>

/* The arrays, in the order of core.js. */
typedef enum view_array_name {
    ARRAY_Q = 0, /* nq */
    ARRAY_QD,    /* n numbers, as every array up to ARRAY_VELOCITY, unless noted */
    ARRAY_QDD,
    ARRAY_GRAVITY,  /* torques of the weights */
    ARRAY_CORIOLIS, /* torques of the velocities */
    ARRAY_INERTIA,  /* torques of the accelerations */
    ARRAY_EXTERNAL, /* torques against the wrench */
    ARRAY_TAU,      /* torques in all */
    ARRAY_EFFORT,   /* largest torque of each degree of freedom; inf: not known */
    ARRAY_VELOCITY,
    ARRAY_LOWER,      /* nq */
    ARRAY_UPPER,      /* nq */
    ARRAY_PLACEMENTS, /* frames x 16, row-major */
    ARRAY_MASS,       /* n x n */
    ARRAY_JACOBIAN,   /* 6 x n */
    ARRAY_CENTER,     /* 3: of mass */
    ARRAY_MEASURES,   /* 6: singular values of the linear rows of the Jacobian (3), their product, their ratio, rank */
    ARRAY_JOINTS,     /* moving joints x JOINT_NUMBERS */
    ARRAY_WRENCH,     /* 6: from outside on a frame, moment then force about its origin, in the base's axes; N m, N */
    ARRAY_FORCES,     /* force rows x 6: the same as the calls take it; not for the page */
    ARRAY_COUNT
} view_array_name;

enum { JOINT_NUMBERS = 9 };

static struct {
    cdy_model *model;
    cdy_tree *tree; /* NULL: a compiled model */
    cdy_workspace *workspace;
    double *memory, *arrays[ARRAY_COUNT];
    int wrenched; /* the frame that the wrench acts on */
    uint64_t seed;
    cdy_error error;
} view;

/* Declared here, since nothing but the page calls them. */
void *view_room(size_t size);
void view_free(void *memory);
const char *view_error(void);
int view_open(const void *bytes, size_t size);
int view_nq(void);
int view_nv(void);
int view_frame_count(void);
int view_joint_count(void);
const char *view_frame_name(int frame);
const char *view_joint_name(int joint);
double *view_array(int name);
const double *view_gravity(void);
double view_total_mass(void);
int view_compute(void);
int view_torques(int rows, const double *q, const double *qd, const double *qdd, double *tau);
int view_mass_matrix(void);
int view_jacobian(int frame, int axes);
int view_payload(int frame, double mass, double x, double y, double z);
void view_wrench_on(int frame);
int view_set_gravity(double x, double y, double z);
void view_home(void);
void view_random(double seed);
int view_outside(void);

EXPORT(view_room) void *view_room(size_t size)
{
    return malloc(size);
}

EXPORT(view_free) void view_free(void *memory)
{
    free(memory);
}

EXPORT(view_error) const char *view_error(void)
{
    return view.error.text;
}

cdy_error *view_fault(void)
{
    return &view.error;
}

cdy_model *view_model(void)
{
    return view.model;
}

cdy_workspace *view_workspace(void)
{
    return view.workspace;
}

cdy_tree *view_tree(void)
{
    return view.tree;
}

static void close_robot(void)
{
    cdy_workspace_destroy(view.workspace);
    cdy_model_destroy(view.model);
    cdy_tree_destroy(view.tree);
    free(view.memory);
    view.workspace = NULL;
    view.model = NULL;
    view.tree = NULL;
    view.memory = NULL;
}

/* Places the arrays one after another in one block; false where memory runs out. */
static bool lay_arrays(void)
{
    const size_t nq = (size_t)cdy_model_nq(view.model), n = (size_t)cdy_model_nv(view.model);
    const size_t sizes[ARRAY_COUNT] = {nq,
                                       n,
                                       n,
                                       n,
                                       n,
                                       n,
                                       n,
                                       n,
                                       n,
                                       n,
                                       nq,
                                       nq,
                                       16 * (size_t)cdy_model_frame_count(view.model),
                                       n * n,
                                       6 * n,
                                       3,
                                       6,
                                       JOINT_NUMBERS * (size_t)cdy_model_joint_count(view.model),
                                       6,
                                       6 * (size_t)cdy_model_force_rows(view.model)};
    size_t sum = 1;
    for (int i = 0; i < ARRAY_COUNT; i++) {
        sum += sizes[i];
    }
    view.memory = calloc(sum, sizeof *view.memory);
    double *next = view.memory;
    for (int i = 0; next && i < ARRAY_COUNT; i++) {
        view.arrays[i] = next;
        next += sizes[i];
    }
    return view.memory;
}

static void describe_joints(void)
{
    for (int j = 0; j < cdy_model_joint_count(view.model); j++) {
        double *row = view.arrays[ARRAY_JOINTS] + (ptrdiff_t)JOINT_NUMBERS * j;
        cdy_moving_joint d;
        if (cdy_model_joint(view.model, j, &d) == CDY_OK) {
            const double numbers[JOINT_NUMBERS] = {d.type, d.frame,       d.position,   d.nq,    d.velocity,
                                                   d.nv,   d.is_follower, d.multiplier, d.offset};
            for (int k = 0; k < JOINT_NUMBERS; k++) {
                row[k] = numbers[k];
            }
        }
    }
}

static void describe_limits(void)
{
    cdy_coordinate c;
    for (int i = 0; i < cdy_model_nq(view.model); i++) {
        if (cdy_model_position(view.model, i, &c) == CDY_OK) {
            view.arrays[ARRAY_LOWER][i] = c.lower;
            view.arrays[ARRAY_UPPER][i] = c.upper;
        }
    }
    for (int i = 0; i < cdy_model_nv(view.model); i++) {
        if (cdy_model_velocity(view.model, i, &c) == CDY_OK) {
            view.arrays[ARRAY_EFFORT][i] = c.effort;
            view.arrays[ARRAY_VELOCITY][i] = c.velocity;
        }
    }
}

cdy_status view_take(cdy_model *model, cdy_tree *tree)
{
    cdy_workspace *workspace;
    cdy_status status = cdy_workspace_create(model, &workspace, &view.error);
    if (status == CDY_OK) {
        status = view_take_loops(model, tree);
        if (status) {
            cdy_workspace_destroy(workspace);
        }
    }
    if (status) {
        cdy_model_destroy(model);
        cdy_tree_destroy(tree);
        return status;
    }
    close_robot();
    view.model = model;
    view.tree = tree;
    view.workspace = workspace;
    view.wrenched = 0;
    if (!lay_arrays()) {
        close_robot();
        return CDY_ERROR_MEMORY;
    }
    describe_joints();
    describe_limits();
    view_home();
    return CDY_OK;
}

/* Opens a compiled model in place of the present robot, which stays where it is none. */
EXPORT(view_open) int view_open(const void *bytes, size_t size)
{
    cdy_model *model;
    const cdy_status status = cdy_model_from_bytes(bytes, size, &model, &view.error);
    return (int)(status ? status : view_take(model, NULL));
}

EXPORT(view_nq) int view_nq(void)
{
    return cdy_model_nq(view.model);
}

EXPORT(view_nv) int view_nv(void)
{
    return cdy_model_nv(view.model);
}

EXPORT(view_frame_count) int view_frame_count(void)
{
    return cdy_model_frame_count(view.model);
}

EXPORT(view_joint_count) int view_joint_count(void)
{
    return cdy_model_joint_count(view.model);
}

EXPORT(view_frame_name) const char *view_frame_name(int frame)
{
    return cdy_model_frame_name(view.model, frame);
}

EXPORT(view_joint_name) const char *view_joint_name(int joint)
{
    cdy_moving_joint d;
    return cdy_model_joint(view.model, joint, &d) == CDY_OK ? d.name : NULL;
}

EXPORT(view_array) double *view_array(int name)
{
    return name >= 0 && name < ARRAY_COUNT ? view.arrays[name] : NULL;
}

EXPORT(view_total_mass) double view_total_mass(void)
{
    return cdy_total_mass(view.model);
}

cdy_status view_find_forces(const double *q, const double **forces)
{
    double *f = view.arrays[ARRAY_FORCES];
    const double *wrench = view.arrays[ARRAY_WRENCH];
    *forces = NULL;
    for (int i = 0; i < 6; i++) {
        *forces = wrench[i] != 0 ? f : *forces;
    }
    if (!*forces) {
        return CDY_OK;
    }
    memset(f, 0, 6 * (size_t)cdy_model_force_rows(view.model) * sizeof *f);
    return cdy_external_force_at(view.model, view.workspace, view.wrenched, CDY_AXES_BASE, wrench, q, f, &view.error);
}

/* Finds the torques against the wrench: those that hold the robot at rest under it, less those that hold its weight. */
static cdy_status find_external(const double *q, const double *forces)
{
    double *external = view.arrays[ARRAY_EXTERNAL];
    const int n = cdy_model_nv(view.model);
    const cdy_status status =
        forces ? cdy_inverse_dynamics(view.model, view.workspace, q, NULL, NULL, forces, external, &view.error)
               : CDY_OK;
    for (int i = 0; i < n && status == CDY_OK; i++) {
        external[i] = forces ? external[i] - view.arrays[ARRAY_GRAVITY][i] : 0;
    }
    return status;
}

/* Torques, in all and by cause, and placements at q, qd, qdd; the center of mass where anything has mass. */
EXPORT(view_compute) int view_compute(void)
{
    double **a = view.arrays;
    const double *q = a[ARRAY_Q], *qd = a[ARRAY_QD], *qdd = a[ARRAY_QDD];
    const cdy_model *m = view.model;
    cdy_workspace *w = view.workspace;
    const double *forces = NULL;
    cdy_error *e = &view.error;
    cdy_status status = cdy_forward_kinematics(m, w, q, a[ARRAY_PLACEMENTS], e);
    status = status ? status : cdy_gravity_torque(m, w, q, a[ARRAY_GRAVITY], e);
    status = status ? status : cdy_velocity_product(m, w, q, qd, a[ARRAY_CORIOLIS], e);
    status = status ? status : cdy_mass_times(m, w, q, qdd, a[ARRAY_INERTIA], e);
    status = status ? status : view_find_forces(q, &forces);
    status = status ? status : find_external(q, forces);
    status = status ? status : cdy_inverse_dynamics(m, w, q, qd, qdd, forces, a[ARRAY_TAU], e);
    if (status) {
        return (int)status;
    }
    if (cdy_total_mass(m) > 0) {
        status = cdy_center_of_mass(m, w, q, a[ARRAY_CENTER], NULL, e);
    }
    return (int)status;
}

/* Copies a row of a motion, with 0 for NaN; `from` NULL: writes zeros. */
static void fill_row(const double *from, size_t n, double *to)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = from && from[i] == from[i] ? from[i] : 0;
    }
}

/* Fills the torques that are NaN by inverse dynamics of the motion under the wrench: q is rows x nq, the others rows x
 * n. Velocities and accelerations that are NaN, or NULL, are 0. */
EXPORT(view_torques)
int view_torques(int rows, const double *q, const double *qd, const double *qdd, double *tau)
{
    const size_t nq = (size_t)cdy_model_nq(view.model), n = (size_t)cdy_model_nv(view.model);
    double *velocity = calloc(3 * n + 1, sizeof *velocity), *acceleration = velocity + n, *torque = acceleration + n;
    cdy_status status = velocity ? CDY_OK : CDY_ERROR_MEMORY;
    for (size_t i = 0; i < (size_t)rows && status == CDY_OK; i++) {
        fill_row(qd ? qd + i * n : NULL, n, velocity);
        fill_row(qdd ? qdd + i * n : NULL, n, acceleration);
        const double *forces;
        status = view_find_forces(q + i * nq, &forces);
        status = status ? status
                        : cdy_inverse_dynamics(view.model, view.workspace, q + i * nq, velocity, acceleration, forces,
                                               torque, &view.error);
        for (size_t k = 0; k < n && status == CDY_OK; k++) {
            double *to = &tau[i * n + k];
            *to = *to == *to ? *to : torque[k];
        }
    }
    free(velocity);
    return (int)status;
}

EXPORT(view_mass_matrix) int view_mass_matrix(void)
{
    return (int)cdy_mass_matrix(view.model, view.workspace, view.arrays[ARRAY_Q], view.arrays[ARRAY_MASS], &view.error);
}

/* The Jacobian of a frame, and the measures of its linear rows. */
EXPORT(view_jacobian) int view_jacobian(int frame, int axes)
{
    const double *q = view.arrays[ARRAY_Q];
    cdy_manipulability_measures measures;
    cdy_status status = cdy_geometric_jacobian(view.model, view.workspace, frame, (cdy_axes)axes, q,
                                               view.arrays[ARRAY_JACOBIAN], &view.error);
    if (status == CDY_OK) {
        status = cdy_manipulability(view.model, view.workspace, frame, (cdy_axes)axes, CDY_ROWS_LINEAR, q, &measures,
                                    &view.error);
    }
    if (status == CDY_OK) {
        double *to = view.arrays[ARRAY_MEASURES];
        int rank = 0;
        for (int i = 0; i < 3; i++) {
            to[i] = measures.singular_values[i];
            rank += to[i] > 0;
        }
        to[3] = measures.measure;
        to[4] = measures.condition;
        to[5] = rank;
    }
    return (int)status;
}

/* A point of this mass at a place of the frame, kg and m; 0 removes it. */
EXPORT(view_payload) int view_payload(int frame, double mass, double x, double y, double z)
{
    const cdy_payload payload = {.mass = mass, .center_of_mass = {x, y, z}};
    return (int)cdy_model_set_payload(view.model, frame, &payload, &view.error);
}

/* The frame that the wrench acts on. */
EXPORT(view_wrench_on) void view_wrench_on(int frame)
{
    view.wrenched = frame;
}

EXPORT(view_set_gravity) int view_set_gravity(double x, double y, double z)
{
    const double gravity[3] = {x, y, z};
    return (int)cdy_model_set_gravity(view.model, gravity, &view.error);
}

/* The gravity of the model, m/s2 in the base frame. */
EXPORT(view_gravity) const double *view_gravity(void)
{
    static double gravity[3];
    cdy_model_get_gravity(view.model, gravity);
    return gravity;
}

EXPORT(view_home) void view_home(void)
{
    cdy_home_configuration(view.model, view.arrays[ARRAY_Q]);
}

/* A random pose within the limits; `seed` begins another row of them, 0 goes on with the present one. */
EXPORT(view_random) void view_random(double seed)
{
    view.seed = seed > 0 ? (uint64_t)seed : view.seed;
    cdy_random_configuration(view.model, &view.seed, view.arrays[ARRAY_Q]);
}

/* How many positions are outside their limits. */
EXPORT(view_outside) int view_outside(void)
{
    return cdy_configuration_limit_violations(view.model, view.arrays[ARRAY_Q], 1e-9, NULL);
}
