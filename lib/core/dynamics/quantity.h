/* A quantity: a call described by its inputs, its results and the kernels between them. From the rows of quantities.def
 * come the calls for one state (quantities.c) and the calls for batches over doubles and floats
 * (batch/batch_quantities.c); defaults, checks and mimic joints are the same for all calls. */
#ifndef CDY_DYNAMICS_QUANTITY_H
#define CDY_DYNAMICS_QUANTITY_H

#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/parameters.h"
#include "dynamics/quantity_forms.h"
#include "dynamics/regressor.h"
#include "dynamics/special_code.h"
#include "kernels/kernels.h"

#include <condyle/derivatives.h>
#include <condyle/regressor.h>

enum { QUANTITY_INPUTS = 7, QUANTITY_RESULTS = 3, MOST_SCRATCH = 16 };

/* Places of inputs: a state, its external forces, and vectors to multiply derivatives by. */
enum { GIVEN_FORCES = 3, GIVEN_VECTORS = 4 };

/* Kind of an input: determines its width, check, default, and, before INPUT_TORQUE, the expansion from the caller's
 * coordinates to the tree's (mimic joints). */
typedef enum input_kind {
    INPUT_NOTHING, /* unused: zero in the place of a velocity or acceleration */
    INPUT_POSITION,
    INPUT_VELOCITY,
    INPUT_ACCELERATION,
    INPUT_VECTOR, /* any vector (nv) */
    INPUT_TORQUE, /* nv, in the caller's coordinates also with mimic joints */
    INPUT_WRENCH, /* 6; no default */
    INPUT_FORCES  /* force_rows x 6; NULL without external forces */
} input_kind;

/* Kind of an output: determines its width and the projection from the tree's degrees of freedom to the caller's. */
typedef enum output_kind {
    OUTPUT_NOTHING,
    OUTPUT_NUMBERS,   /* `size` numbers, not projected */
    OUTPUT_COLUMNS,   /* size x tree_nv, projected to size x nv; torques are one row */
    OUTPUT_SQUARE,    /* tree_nv x tree_nv, projected to nv x nv; zero where neither is the other's ancestor */
    OUTPUT_SYMMETRIC, /* the same, symmetric */
    OUTPUT_REGRESSOR  /* OUTPUT_NUMBERS: rows of parameters, zero for bodies that the velocity does not move */
} output_kind;

/* The item that a result of kind OUTPUT_NUMBERS has `size` numbers for. Velocities are the caller's velocities; pairs
 * are pairs of velocities; each velocity has a row of parameters (regressor.h), and a column is one parameter. */
typedef enum result_count {
    PER_STATE,
    PER_FRAME,
    PER_JOINT,
    PER_FORCE_ROW,
    PER_VELOCITY,
    PER_PAIR,
    PER_PARAMETER,
    PER_COLUMN
} result_count;

typedef struct quantity_result {
    output_kind kind;
    int size;
    result_count count;
} quantity_result;

/* Condition under which a quantity exists, and the file that computes it: see quantities.def. */
typedef enum quantity_needs { NEEDS_NOTHING, NEEDS_MASS, NEEDS_DEFINITE, NEEDS_ARTICULATED } quantity_needs;

/* The places of three results, over doubles or floats. */
#ifdef CDY_FLOAT
typedef cdy_forward_derivatives_f32 forward_places;
#else
typedef cdy_forward_derivatives forward_places;
#endif

/* Arguments of a call besides the numbers of the states. */
typedef struct quantity_settings {
    int frame, relative_to;
    cdy_axes axes;
    cdy_forward_method method;
    const cdy_regressor_options *regressor; /* NULL: the defaults */
} quantity_settings;

/* Arguments of a call: `in` in the order q, qd, qdd (or tau, or another vector), fext, vectors. */
typedef struct quantity_given {
    const scalar *in[QUANTITY_INPUTS];
    quantity_settings settings;
} quantity_given;

/* Arguments of a quantity's kernels besides the numbers of the state. */
typedef struct quantity_step {
    const cdy_model *model;           /* the caller's */
    const kernel_model *kernel_model; /* the same, or its float model */
    const cdy_kernels *kernels;
    const special_functions *special; /* in place of kernels, where there are no external forces; NULL: none */
    void *kernel_scratch;             /* scratch memory of the kernels */
    quantity_settings settings;
    scalar *scratch[2]; /* MOST_SCRATCH numbers per state each */
    scalar *columns;    /* 6 x tree_nv: a Jacobian of the tree, or other vectors of it */
    scalar *block;      /* tree_nv x 10: regressor block of a body */
    scalar *load;       /* 3 x tree_nv: loads of drives, and vectors scaled by them */
    bool has_zeros;     /* results are zero already where their kind says so */
    bool *finite;       /* set where the kernels know that all results are finite; NULL: not asked */
} quantity_step;

typedef struct quantity {
    const char *title;
    input_kind in[QUANTITY_INPUTS];
    quantity_result results[QUANTITY_RESULTS];
    quantity_needs needs;
    /* Computes the results in the tree's coordinates, lane-packed, from the inputs in the tree's coordinates. Each
     * result has a place, except for matrices that are not wanted: NULL. */
    void (*compute)(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                    scalar *const out[QUANTITY_RESULTS]);
} quantity;

static inline bool quantity_is_square(const quantity_result *r)
{
    return r->kind == OUTPUT_SQUARE || r->kind == OUTPUT_SYMMETRIC;
}

/* Whether the result is a torque for each degree of freedom. */
static inline bool quantity_is_torque(const quantity_result *r)
{
    return r->kind == OUTPUT_COLUMNS && r->size == 1;
}

/* Whether the result is a vector, which is unchanged where the call for one state fails. */
static inline bool quantity_is_vector(const quantity_result *r)
{
    return quantity_is_torque(r) || (r->kind == OUTPUT_NUMBERS && r->count == PER_STATE);
}

/* Numbers per state of a result of kind OUTPUT_NUMBERS, or rows of one of OUTPUT_COLUMNS. */
static inline size_t quantity_result_size(const cdy_model *model, const quantity_result *result,
                                          const quantity_settings *settings)
{
    const size_t n = (size_t)model->nv, size = (size_t)result->size;
    switch (result->count) {
    case PER_STATE: break;
    case PER_FRAME: return size * (size_t)model->frame_count;
    case PER_JOINT: return size * ((size_t)model->body_count - 1);
    case PER_FORCE_ROW: return size * (size_t)model->force_rows;
    case PER_VELOCITY: return size * n;
    case PER_PAIR: return size * n * n;
    case PER_PARAMETER: return size * n * (size_t)cdy_parameter_count(model, settings->regressor);
    case PER_COLUMN: return size * (size_t)cdy_parameter_count(model, settings->regressor);
    }
    return size;
}

/* Checks the frames, the axes, the method and the regressor's options, and that a body has mass where the quantity
 * needs it.  Inline, because most of it goes where the quantity is a constant; frame 0 is the base of every robot. */
static inline cdy_status cdy_check_settings(quantity_needs needs, const cdy_model *model, const quantity_settings *s,
                                            cdy_error *error)
{
    cdy_status status = s->frame ? cdy_check_frame(model, s->frame, error) : CDY_OK;
    if (!status && s->axes) {
        status = cdy_check_axes(s->axes, error);
    }
    if (!status && s->relative_to) {
        status = cdy_check_frame(model, s->relative_to, error);
    }
    if (!status && s->method) {
        status = cdy_check_forward_method(s->method, error);
    }
    if (!status && s->regressor) {
        status = cdy_check_regressor_options(s->regressor, error);
    }
    if (!status && needs == NEEDS_MASS) {
        status = cdy_check_moving_mass(model, error);
    }
    return status;
}

static const double no_gravity[3] = {0, 0, 0};

/* Whether the code for one robot has computed a quantity. */
#define SPECIAL(step, name, in, ...)                                                                                   \
    ((step)->special && (step)->special->name && !(in)[GIVEN_FORCES] && (step)->special->name(__VA_ARGS__))

/* The loads of the drives at a state. Returns whether friction by the load acts; without it, there are none. */
static inline bool find_drive_load(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS], drive_load *load)
{
    if (!c->kernel_model->load_acts) {
        return false;
    }
    c->kernels->rnea(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], in[2], in[3], c->load);
    *load = cdy_drive_load(c->kernel_model, c->kernels->lanes, in[0], in[1], c->load);
    return true;
}

/* Weights of the torques of motors as weights of the torques of bodies, in the memory of loads. */
static inline const scalar *scale_by_load(const quantity_step *c, const drive_load *load, const scalar *w)
{
    scalar *scaled = c->load + 2 * (size_t)(c->kernel_model->tree_nv * c->kernels->lanes);
    cdy_scale_by_load(c->kernel_model, c->kernels->lanes, load, w, scaled);
    return scaled;
}

static inline void compute_inverse_dynamics(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                            scalar *const out[QUANTITY_RESULTS])
{
    if (SPECIAL(c, inverse_dynamics, in, in[0], in[1], in[2], out[0])) {
        return;
    }
    c->kernels->rnea(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], in[2], in[3], out[0]);
    cdy_add_drive_torque(c->kernel_model, c->kernels->lanes, in[0], in[1], in[2], out[0]);
}

/* Drives act between the parent and the motor; the wrench that the joint transmits at qdd does not depend on drives. */
static inline void compute_joint_reactions(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                           scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->joint_reactions(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], in[2], in[3],
                                out[0]);
}

/* C qd and G are of the bodies alone, without drives. */
static inline void compute_velocity_product(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                            scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->rnea(c->kernel_model, c->kernel_scratch, no_gravity, in[0], in[1], in[2], in[3], out[0]);
}

static inline void compute_gravity_torque(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                          scalar *const out[QUANTITY_RESULTS])
{
#ifdef CDY_FLOAT /* distances from the base would cost floats a digit that the bodies' own axes keep */
    c->kernels->rnea(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], in[2], in[3], out[0]);
#else
    c->kernels->gravity_torque(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], out[0]);
#endif
}

/* M x is inverse dynamics with qdd = x, at rest and without gravity. */
static inline void compute_mass_times(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                      scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->rnea(c->kernel_model, c->kernel_scratch, no_gravity, in[0], in[1], in[2], in[3], out[0]);
    cdy_add_rotor_torque(c->kernel_model, c->kernels->lanes, in[2], out[0]);
}

static inline void compute_mass_matrix(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                       scalar *const out[QUANTITY_RESULTS])
{
    if (SPECIAL(c, mass_matrix, in, in[0], out[0])) {
        return;
    }
    c->kernels->mass_matrix(c->kernel_model, c->kernel_scratch, in[0], c->has_zeros, out[0]);
    cdy_add_rotor_inertia(c->kernel_model, c->kernels->lanes, out[0]);
}

static inline void compute_coriolis_matrix(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                           scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->coriolis(c->kernel_model, c->kernel_scratch, in[0], in[1], c->has_zeros, out[0]);
}

static inline void compute_get_transform(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                         scalar *const out[QUANTITY_RESULTS])
{
    if (c->settings.relative_to == 0) {
        c->kernels->placement(c->kernel_model, c->kernel_scratch, c->settings.frame, in[0], out[0]);
        return;
    }
    c->kernels->placement(c->kernel_model, c->kernel_scratch, c->settings.frame, in[0], c->scratch[0]);
    c->kernels->placement(c->kernel_model, c->kernel_scratch, c->settings.relative_to, in[0], c->scratch[1]);
    c->kernels->relative_placement(c->scratch[1], c->scratch[0], out[0]);
}

static inline void compute_forward_kinematics(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                              scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->placements(c->kernel_model, c->kernel_scratch, in[0], out[0]);
}

static inline void compute_geometric_jacobian(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                              scalar *const out[QUANTITY_RESULTS])
{
    const bool finite = c->kernels->jacobian(c->kernel_model, c->kernel_scratch, c->settings.frame,
                                             c->settings.axes == CDY_AXES_BODY, in[0], out[0]);
    if (c->finite) {
        *c->finite = finite;
    }
}

static inline void compute_frame_velocity(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                          scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->frame_motion(c->kernel_model, c->kernel_scratch, c->settings.frame, c->settings.axes == CDY_AXES_BODY,
                             in[0], in[1], in[2], out[0], c->scratch[0]);
}

static inline void compute_frame_acceleration(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                              scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->frame_motion(c->kernel_model, c->kernel_scratch, c->settings.frame, c->settings.axes == CDY_AXES_BODY,
                             in[0], in[1], in[2], c->scratch[0], out[0]);
}

/* The acceleration at qdd = 0. In the body's axes the rate of the components is the rate of the vector less w x v. */
static inline void compute_jacobian_dot_qd(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                           scalar *const out[QUANTITY_RESULTS])
{
    const size_t lanes = (size_t)c->kernels->lanes;
    compute_frame_acceleration(c, in, out);
    for (size_t i = 0; c->settings.axes == CDY_AXES_BODY && i < lanes; i++) {
        const scalar *w = c->scratch[0] + i, *v = w + 3 * lanes;
        scalar *a = out[0] + 3 * lanes + i;
        a[0] -= w[lanes] * v[2 * lanes] - w[2 * lanes] * v[lanes];
        a[lanes] -= w[2 * lanes] * v[0] - w[0] * v[2 * lanes];
        a[2 * lanes] -= w[0] * v[lanes] - w[lanes] * v[0];
    }
}

/* Either energy has a place also where it is not wanted; drives are added lane by lane. */
static inline void compute_energy(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                  scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->energy(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], out[0], out[1]);
    cdy_add_drive_energies(c->kernel_model, c->kernels->lanes, in[0], in[1], out[0], out[1]);
}

/* Kinetic energy by velocity is M qd, potential energy by position the torque that holds the robot at rest. */
static inline void compute_energy_gradient(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                           scalar *const out[QUANTITY_RESULTS])
{
    const scalar *zero = in[2];
    c->kernels->kinetic_gradient(c->kernel_model, c->kernel_scratch, in[0], in[1], out[0]);
    c->kernels->rnea(c->kernel_model, c->kernel_scratch, no_gravity, in[0], zero, in[1], NULL, out[1]);
    cdy_add_rotor_torque(c->kernel_model, c->kernels->lanes, in[1], out[1]);
    c->kernels->rnea(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], zero, zero, NULL, out[2]);
    cdy_add_drive_torque(c->kernel_model, c->kernels->lanes, in[0], zero, zero, out[2]);
}

static inline void compute_load_vjp(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                    scalar *const out[QUANTITY_RESULTS])
{
    scalar *by_forces = out[0] ? out[0] : c->columns; /* there are as many rows as tree velocities */
    c->kernels->load_vjp(c->kernel_model, c->kernel_scratch, in[0], in[2], by_forces, out[1]);
}

static inline void compute_center_of_mass(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                          scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->center_of_mass(c->kernel_model, c->kernel_scratch, in[0], out[0], out[1]);
}

/* 1 / total mass, or 0 for a robot without mass. */
static inline scalar inverse_mass(const cdy_model *model)
{
    const double mass = cdy_total_mass(model);
    return mass > 0 ? (scalar)(1 / mass) : 0;
}

static inline void compute_centroidal_momentum(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                               scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->momentum(c->kernel_model, c->kernel_scratch, inverse_mass(c->model), in[0], in[1], in[2], out[0],
                         out[1]);
}

static inline void compute_centroidal_momentum_matrix(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                                      scalar *const out[QUANTITY_RESULTS])
{
    c->kernels->momentum_matrix(c->kernel_model, c->kernel_scratch, inverse_mass(c->model), in[0], out[0]);
}

static inline void compute_inverse_dynamics_vjp(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                                scalar *const out[QUANTITY_RESULTS])
{
    if (SPECIAL(c, inverse_dynamics_products, in, in[0], in[1], in[2], in[GIVEN_VECTORS], out[0], out[1], out[2])) {
        return;
    }
    drive_load load;
    const bool loaded = find_drive_load(c, in, &load);
    const scalar *w = loaded ? scale_by_load(c, &load, in[4]) : in[4];
    c->kernels->rnea_vjp(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], in[2], in[3], w, out[0],
                         out[1], out[2]);
    cdy_add_drive_products(c->kernel_model, c->kernels->lanes, in[1], loaded ? &load : NULL, in[4], out[0], out[1],
                           out[2]);
}

static inline void compute_inverse_dynamics_jvp(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                                scalar *const out[QUANTITY_RESULTS])
{
    drive_load load;
    const bool loaded = find_drive_load(c, in, &load);
    c->kernels->rnea_jvp(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], in[2], in[3], in[4],
                         in[5], in[6], out[0]);
    cdy_add_drive_change(c->kernel_model, c->kernels->lanes, in[1], loaded ? &load : NULL, in[4], in[5], in[6], out[0]);
}

static inline void compute_inverse_dynamics_derivatives(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                                        scalar *const out[QUANTITY_RESULTS])
{
    if (out[0] && out[1] && SPECIAL(c, derivatives, in, in[0], in[1], in[2], out[0], out[1])) {
        return;
    }
    drive_load load;
    const bool loaded = find_drive_load(c, in, &load);
    c->kernels->drnea(c->kernel_model, c->kernel_scratch, c->model->gravity, in[0], in[1], in[2], in[3], c->has_zeros,
                      out[0], out[1]);
    cdy_add_drive_derivatives(c->kernel_model, c->kernels->lanes, in[1], loaded ? &load : NULL, out[0], out[1]);
}

static inline void compute_regressor(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                     scalar *const out[QUANTITY_RESULTS])
{
    cdy_fill_regressor(c->model, c->kernel_model, c->kernels, c->kernel_scratch, c->settings.regressor, in[0], in[1],
                       in[2], c->block, c->has_zeros, out[0]);
}

static inline void compute_regressor_transpose_times(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                                     scalar *const out[QUANTITY_RESULTS])
{
    cdy_multiply_regressor(c->model, c->kernel_model, c->kernels, c->kernel_scratch, c->settings.regressor, in[0],
                           in[1], in[2], in[GIVEN_VECTORS], out[0]);
}

/* The derivatives of frames follow from the Jacobian over the tree's velocities. */
static inline void compute_tree_jacobian(const quantity_step *c, const scalar *tree_q)
{
    c->kernels->jacobian(c->kernel_model, c->kernel_scratch, c->settings.frame, c->settings.axes == CDY_AXES_BODY,
                         tree_q, c->columns);
}

static inline void compute_jacobian_dot(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                        scalar *const out[QUANTITY_RESULTS])
{
    compute_tree_jacobian(c, in[0]);
    c->kernels->jacobian_dot(c->kernel_model, c->settings.frame, c->settings.axes == CDY_AXES_BODY, c->columns, in[1],
                             out[0]);
}

static inline void compute_jacobian_derivative(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                               scalar *const out[QUANTITY_RESULTS])
{
    compute_tree_jacobian(c, in[0]);
    c->kernels->jacobian_derivative(c->kernel_model, c->settings.frame, c->settings.axes == CDY_AXES_BODY, c->columns,
                                    out[0]);
}

static inline void compute_transform_derivative(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                                scalar *const out[QUANTITY_RESULTS])
{
    compute_tree_jacobian(c, in[0]);
    c->kernels->placement(c->kernel_model, c->kernel_scratch, c->settings.frame, in[0], c->scratch[0]);
    c->kernels->placement_derivative(c->kernel_model, c->settings.frame, c->scratch[0], c->columns, out[0]);
}

/* Quantities that need a definite mass matrix have other steps for one state and for blocks of states. */
#define COMPUTE_NOTHING(name)     compute_##name
#define COMPUTE_MASS(name)        compute_##name
#define COMPUTE_DEFINITE(name)    NULL
#define COMPUTE_ARTICULATED(name) NULL

/* quantity_NAME for each row. */
#define QUANTITY(name, title, inputs, results, needs, ...)                                                             \
    static const quantity quantity_##name = {                                                                          \
        title, {INPUTS_##inputs}, {RESULTS_##results}, NEEDS_##needs, COMPUTE_##needs(name)};
#include "dynamics/quantities.def"
#undef QUANTITY

#endif
