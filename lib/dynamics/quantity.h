/* A quantity: a call described by its inputs, its result and the kernels between them. From the rows of quantities.def
 * come the calls for one state (quantities.c) and those for batches over doubles and floats (batch/batch_quantities.c);
 * defaults, checks and mimic joints are the same for all of them. */
#ifndef CDY_DYNAMICS_QUANTITY_H
#define CDY_DYNAMICS_QUANTITY_H

#include "dynamics/drives.h"
#include "dynamics/quantity_forms.h"
#include "kernels/kernels.h"

#include <condyle/kinematics.h>

enum { QUANTITY_INPUTS = 4, MOST_SCRATCH = 16 };

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
    OUTPUT_NUMBERS,  /* `size` numbers, not projected */
    OUTPUT_COLUMNS,  /* size x tree_nv, projected to size x nv; torques are one row */
    OUTPUT_SQUARE,   /* tree_nv x tree_nv, projected to nv x nv */
    OUTPUT_SYMMETRIC /* the same, symmetric */
} output_kind;

/* Of what there are `size` numbers in a result. */
typedef enum result_count { PER_STATE, PER_FRAME, PER_JOINT } result_count;

typedef struct quantity_result {
    output_kind kind;
    int size;
    result_count count;
} quantity_result;

/* Arguments of a call: `in` in the order q, qd, qdd (or another vector), fext. */
typedef struct quantity_given {
    const scalar *in[QUANTITY_INPUTS];
    int frame, relative_to;
    cdy_axes axes;
} quantity_given;

/* Arguments of a quantity's kernels besides the numbers of the state. */
typedef struct quantity_step {
    const cdy_model *model;           /* the caller's */
    const kernel_model *kernel_model; /* the same, or its float model */
    const cdy_kernels *kernels;
    void *state; /* of the kernels */
    int frame, relative_to;
    cdy_axes axes;
    scalar *scratch[2]; /* MOST_SCRATCH numbers per state each */
} quantity_step;

typedef struct quantity {
    const char *title;
    input_kind in[QUANTITY_INPUTS];
    quantity_result result;
    /* Computes the result in the tree's coordinates, lane-packed, from the inputs in the tree's coordinates. */
    void (*compute)(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS], scalar *out);
} quantity;

/* Numbers per state of a result of kind OUTPUT_NUMBERS, or rows of one of OUTPUT_COLUMNS. */
static inline size_t quantity_result_size(const cdy_model *model, const quantity_result *result)
{
    const int32_t counts[] = {[PER_STATE] = 1, [PER_FRAME] = model->frame_count, [PER_JOINT] = model->body_count - 1};
    return (size_t)result->size * (size_t)counts[result->count];
}

static const double no_gravity[3] = {0, 0, 0};

static inline void compute_inverse_dynamics(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                            scalar *tau)
{
    c->kernels->rnea(c->kernel_model, c->state, c->model->gravity, in[0], in[1], in[2], in[3], tau);
    cdy_add_drive_torque(c->kernel_model, c->kernels->lanes, in[0], in[1], in[2], tau);
}

/* Drives act between the parent and the motor, and have no part in what the joint transmits at qdd. */
static inline void compute_joint_reactions(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                           scalar *reactions)
{
    c->kernels->joint_reactions(c->kernel_model, c->state, c->model->gravity, in[0], in[1], in[2], in[3], reactions);
}

/* C qd and G are those of the bodies alone, without drives. */
static inline void compute_velocity_product(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                            scalar *product)
{
    c->kernels->rnea(c->kernel_model, c->state, no_gravity, in[0], in[1], in[2], in[3], product);
}

static inline void compute_gravity_torque(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS], scalar *tau)
{
    c->kernels->rnea(c->kernel_model, c->state, c->model->gravity, in[0], in[1], in[2], in[3], tau);
}

/* M x is inverse dynamics with qdd = x, at rest and without gravity. */
static inline void compute_mass_times(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS], scalar *product)
{
    c->kernels->rnea(c->kernel_model, c->state, no_gravity, in[0], in[1], in[2], in[3], product);
    cdy_add_rotor_torque(c->kernel_model, c->kernels->lanes, in[2], product);
}

static inline void compute_mass_matrix(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS], scalar *M)
{
    c->kernels->crba(c->kernel_model, c->state, in[0], M);
    cdy_add_rotor_inertia(c->kernel_model, c->kernels->lanes, M);
}

static inline void compute_coriolis_matrix(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS], scalar *C)
{
    c->kernels->coriolis(c->kernel_model, c->state, in[0], in[1], C);
}

static inline void compute_get_transform(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS], scalar *T)
{
    if (c->relative_to == 0) {
        c->kernels->placement(c->kernel_model, c->state, c->frame, in[0], T);
        return;
    }
    c->kernels->placement(c->kernel_model, c->state, c->frame, in[0], c->scratch[0]);
    c->kernels->placement(c->kernel_model, c->state, c->relative_to, in[0], c->scratch[1]);
    c->kernels->relative_placement(c->scratch[1], c->scratch[0], T);
}

static inline void compute_forward_kinematics(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                              scalar *T)
{
    c->kernels->placements(c->kernel_model, c->state, in[0], T);
}

static inline void compute_geometric_jacobian(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                              scalar *J)
{
    c->kernels->jacobian(c->kernel_model, c->state, c->frame, c->axes == CDY_AXES_BODY, in[0], J);
}

static inline void compute_frame_velocity(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                          scalar *velocity)
{
    c->kernels->frame_motion(c->kernel_model, c->state, c->frame, c->axes == CDY_AXES_BODY, in[0], in[1], in[2],
                             velocity, c->scratch[0]);
}

static inline void compute_frame_acceleration(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                              scalar *acceleration)
{
    c->kernels->frame_motion(c->kernel_model, c->state, c->frame, c->axes == CDY_AXES_BODY, in[0], in[1], in[2],
                             c->scratch[0], acceleration);
}

/* The acceleration at qdd = 0. In the body's axes the rate of the components is that of the vector less w x v. */
static inline void compute_jacobian_dot_qd(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                           scalar *product)
{
    const size_t lanes = (size_t)c->kernels->lanes;
    compute_frame_acceleration(c, in, product);
    for (size_t i = 0; c->axes == CDY_AXES_BODY && i < lanes; i++) {
        const scalar *w = c->scratch[0] + i, *v = w + 3 * lanes;
        scalar *a = product + 3 * lanes + i;
        a[0] -= w[lanes] * v[2 * lanes] - w[2 * lanes] * v[lanes];
        a[lanes] -= w[2 * lanes] * v[0] - w[0] * v[2 * lanes];
        a[2 * lanes] -= w[0] * v[lanes] - w[lanes] * v[0];
    }
}

static inline void compute_centroidal_momentum_matrix(const quantity_step *c, const scalar *const in[QUANTITY_INPUTS],
                                                      scalar *A)
{
    const double mass = cdy_total_mass(c->model);
    c->kernels->momentum_matrix(c->kernel_model, c->state, mass > 0 ? (scalar)(1 / mass) : 0, in[0], A);
}

/* quantity_NAME for each row. */
#define QUANTITY(name, title, inputs, result, tolerance, float_tolerance)                                              \
    static const quantity quantity_##name = {title, {INPUTS_##inputs}, {RESULT_##result}, compute_##name};
#include "dynamics/quantities.def"
#undef QUANTITY

#endif
