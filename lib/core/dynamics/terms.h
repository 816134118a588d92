/* The terms (terms.def): the values of a sweep that each reads, and the array that it fills. For one state (terms.c)
 * and for batches over doubles and floats (batch/batch_terms.c). */
#ifndef CDY_DYNAMICS_TERMS_H
#define CDY_DYNAMICS_TERMS_H

#include "dynamics/quantity.h"

#include <condyle/terms.h>

/* The places of results, over doubles or floats. */
#ifdef CDY_FLOAT
typedef cdy_terms_f32 term_places;
typedef cdy_frame_terms_f32 frame_term_places;
#else
typedef cdy_terms term_places;
typedef cdy_frame_terms frame_term_places;
#endif

/* Inputs of a sweep, in their order. */
enum { TERM_INPUTS = 4 };

/* The state that a sweep has left, and its inputs in the tree's coordinates. */
typedef struct term_source {
    const cdy_model *model;           /* the caller's */
    const kernel_model *kernel_model; /* the same, or its float model */
    const cdy_kernels *kernels;
    void *kernel_scratch;
    const scalar *in[TERM_INPUTS]; /* q, qd, qdd; forces, or NULL */
    scalar inverse_mass;           /* of the moving bodies; 0 without mass */
    scalar *scratch;               /* 6 numbers per state */
    scalar *load;                  /* 2 x tree_nv: loads of drives */
    int frame;
    bool in_body;
} term_source;

typedef struct term {
    const char *title;
    quantity_result result;
    unsigned passes;
    void (*read)(const term_source *s, scalar *out);
} term;

static inline void read_transforms(const term_source *s, scalar *out)
{
    s->kernels->swept_placements(s->kernel_model, s->kernel_scratch, out);
}

static inline void read_center_of_mass(const term_source *s, scalar *out)
{
    s->kernels->swept_center_of_mass(s->kernel_model, s->kernel_scratch, s->inverse_mass, out);
}

static inline void read_center_of_mass_jacobian(const term_source *s, scalar *out)
{
    s->kernels->swept_center_of_mass_jacobian(s->kernel_model, s->kernel_scratch, s->inverse_mass, out);
}

static inline void read_momentum(const term_source *s, scalar *out)
{
    s->kernels->swept_momentum(s->kernel_model, s->kernel_scratch, s->inverse_mass, out);
}

static inline void read_momentum_rate(const term_source *s, scalar *out)
{
    s->kernels->swept_momentum_rate(s->kernel_model, s->kernel_scratch, s->model->gravity, s->inverse_mass, out);
}

static inline void read_momentum_matrix(const term_source *s, scalar *out)
{
    s->kernels->swept_momentum_matrix(s->kernel_model, s->kernel_scratch, s->inverse_mass, out);
}

/* Drives add to both energies; an energy that is not wanted goes to the scratch memory. */
static inline void read_kinetic_energy(const term_source *s, scalar *out)
{
    memset(s->scratch, 0, (size_t)s->kernels->lanes * sizeof *s->scratch);
    s->kernels->swept_kinetic_energy(s->kernel_model, s->kernel_scratch, out);
    cdy_add_drive_energies(s->kernel_model, s->kernels->lanes, s->in[0], s->in[1], out, s->scratch);
}

static inline void read_potential_energy(const term_source *s, scalar *out)
{
    memset(s->scratch, 0, (size_t)s->kernels->lanes * sizeof *s->scratch);
    s->kernels->swept_potential_energy(s->kernel_model, s->kernel_scratch, s->model->gravity, out);
    cdy_add_drive_energies(s->kernel_model, s->kernels->lanes, s->in[0], s->in[1], s->scratch, out);
}

static inline void read_torques(const term_source *s, scalar *out)
{
    s->kernels->swept_torques(s->kernel_model, s->kernel_scratch, s->in[3] != NULL, out);
    cdy_add_drive_torque(s->kernel_model, s->kernels->lanes, s->in[0], s->in[1], s->in[2], out);
}

static inline void read_mass_matrix(const term_source *s, scalar *out)
{
    s->kernels->swept_mass_matrix(s->kernel_model, s->kernel_scratch, out);
    cdy_add_rotor_inertia(s->kernel_model, s->kernels->lanes, out);
}

/* The loads of the drives; NULL where no friction by the load acts. */
static inline const drive_load *swept_load(const term_source *s, drive_load *load)
{
    if (!s->kernel_model->load_acts) {
        return NULL;
    }
    s->kernels->swept_torques(s->kernel_model, s->kernel_scratch, s->in[3] != NULL, s->load);
    *load = cdy_drive_load(s->kernel_model, s->kernels->lanes, s->in[0], s->in[1], s->load);
    return load;
}

static inline void read_torques_by_q(const term_source *s, scalar *out)
{
    drive_load load;
    s->kernels->swept_derivatives(s->kernel_model, s->kernel_scratch, s->in[3] != NULL, out, NULL);
    cdy_add_drive_derivatives(s->kernel_model, s->kernels->lanes, s->in[1], swept_load(s, &load), out, NULL);
}

static inline void read_torques_by_qd(const term_source *s, scalar *out)
{
    drive_load load;
    s->kernels->swept_derivatives(s->kernel_model, s->kernel_scratch, s->in[3] != NULL, NULL, out);
    cdy_add_drive_derivatives(s->kernel_model, s->kernels->lanes, s->in[1], swept_load(s, &load), NULL, out);
}

static inline void read_coriolis_matrix(const term_source *s, scalar *out)
{
    s->kernels->swept_coriolis(s->kernel_model, s->kernel_scratch, out);
}

static inline void read_transform(const term_source *s, scalar *out)
{
    s->kernels->swept_placement(s->kernel_model, s->kernel_scratch, s->frame, out);
}

static inline void read_jacobian(const term_source *s, scalar *out)
{
    s->kernels->swept_jacobian(s->kernel_model, s->kernel_scratch, s->frame, s->in_body, out);
}

static inline void read_jacobian_dot(const term_source *s, scalar *out)
{
    s->kernels->swept_jacobian_dot(s->kernel_model, s->kernel_scratch, s->frame, s->in_body, out);
}

static inline void read_velocity(const term_source *s, scalar *out)
{
    s->kernels->swept_frame_motion(s->kernel_model, s->kernel_scratch, s->model->gravity, s->frame, s->in_body, out,
                                   s->scratch);
}

static inline void read_acceleration(const term_source *s, scalar *out)
{
    s->kernels->swept_frame_motion(s->kernel_model, s->kernel_scratch, s->model->gravity, s->frame, s->in_body,
                                   s->scratch, out);
}

/* Passes of a row; all sweeps compute the transforms. */
#define PASSES_PLACES      0
#define PASSES_MASSES      SWEEP_MASSES
#define PASSES_COLUMNS     (SWEEP_MASSES | SWEEP_COLUMNS)
#define PASSES_TREES       (SWEEP_MASSES | SWEEP_TREES)
#define PASSES_MOTION      SWEEP_MOTION
#define PASSES_ALL         (SWEEP_MASSES | SWEEP_MOTION)
#define PASSES_RATE        (SWEEP_MASSES | SWEEP_MOTION | SWEEP_TREES)
#define PASSES_DERIVATIVES (SWEEP_MASSES | SWEEP_MOTION | SWEEP_DERIVATIVES)

/* term_MEMBER for each row. */
#define TERM(member, title, form, passes, tolerance)                                                                   \
    static const term term_##member = {title, RESULT_##form, PASSES_##passes, read_##member};
#define FRAME_TERM TERM
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM

/* Numbers of a term in the caller's coordinates. */
static inline size_t term_length(const cdy_model *model, const term *t)
{
    const quantity_settings none = {0};
    const size_t n = (size_t)model->nv, size = quantity_result_size(model, &t->result, &none);
    return quantity_is_square(&t->result) ? n * n : t->result.kind == OUTPUT_COLUMNS ? size * n : size;
}

/* Checks the frames, that at least one result is wanted, and that a body has mass where the center of mass is wanted;
 * sets *passes to the passes that the sweep needs. */
cdy_status cdy_check_terms(const cdy_model *model, const term_places *terms, unsigned *passes, cdy_error *error);

#endif
