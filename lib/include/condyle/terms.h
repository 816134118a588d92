/* All terms of a model's dynamics and kinematics at one state, by one sweep over its bodies.
 *
 * Results that share kinematics are computed once: placements, velocities and composite inertias serve all that are
 * asked for.  Each result is that of the call named beside it, with the same arguments, shape, units and axes; a
 * pointer that is NULL is not wanted and costs nothing.  For one result its own call is the quickest.  Batches of
 * doubles and floats: cdy_batch_all_terms(), cdy_batch_f32_all_terms(). */
#ifndef CONDYLE_TERMS_H
#define CONDYLE_TERMS_H

#include <condyle/kinematics.h>

/* Where the terms of one frame go; n = cdy_model_nv(). */
typedef struct cdy_frame_terms {
    int frame;
    cdy_axes axes;        /* of all but the transform; CDY_AXES_BASE by default */
    double *transform;    /* 4 x 4: cdy_get_transform(), in the base frame */
    double *jacobian;     /* 6 x n: cdy_geometric_jacobian() */
    double *jacobian_dot; /* 6 x n: cdy_jacobian_dot() */
    double *velocity;     /* 6: cdy_frame_velocity() */
    double *acceleration; /* 6: cdy_frame_acceleration() */
} cdy_frame_terms;

/* Where the terms go; NULL: not wanted. */
typedef struct cdy_terms {
    double *transforms;              /* frames x 4 x 4: cdy_forward_kinematics() */
    double *center_of_mass;          /* 3: cdy_center_of_mass() */
    double *center_of_mass_jacobian; /* 3 x n: cdy_center_of_mass() */
    double *momentum;                /* 6: cdy_centroidal_momentum() */
    double *momentum_rate;           /* 6: cdy_centroidal_momentum() */
    double *momentum_matrix;         /* 6 x n: cdy_centroidal_momentum_matrix() */
    double *kinetic_energy;          /* 1: cdy_energy() */
    double *potential_energy;        /* 1: cdy_energy() */
    double *torques;                 /* n: cdy_inverse_dynamics() */
    double *mass_matrix;             /* n x n: cdy_mass_matrix() */
    double *torques_by_q;            /* n x n: cdy_inverse_dynamics_derivatives() */
    double *torques_by_qd;           /* n x n: cdy_inverse_dynamics_derivatives() */
    double *coriolis_matrix;         /* n x n: cdy_coriolis_matrix() */
    const cdy_frame_terms *frames;   /* frame_count; NULL without frames */
    int frame_count;
} cdy_terms;

/* Where the terms of one frame go over floats (cdy_batch_f32_all_terms()); otherwise as cdy_frame_terms. */
typedef struct cdy_frame_terms_f32 {
    int frame;
    cdy_axes axes;
    float *transform;    /* 4 x 4 */
    float *jacobian;     /* 6 x n */
    float *jacobian_dot; /* 6 x n */
    float *velocity;     /* 6 */
    float *acceleration; /* 6 */
} cdy_frame_terms_f32;

/* Where the terms go over floats; NULL: not wanted.  Otherwise as cdy_terms. */
typedef struct cdy_terms_f32 {
    float *transforms;                 /* frames x 4 x 4 */
    float *center_of_mass;             /* 3 */
    float *center_of_mass_jacobian;    /* 3 x n */
    float *momentum;                   /* 6 */
    float *momentum_rate;              /* 6 */
    float *momentum_matrix;            /* 6 x n */
    float *kinetic_energy;             /* 1 */
    float *potential_energy;           /* 1 */
    float *torques;                    /* n */
    float *mass_matrix;                /* n x n */
    float *torques_by_q;               /* n x n */
    float *torques_by_qd;              /* n x n */
    float *coriolis_matrix;            /* n x n */
    const cdy_frame_terms_f32 *frames; /* frame_count; NULL without frames */
    int frame_count;
} cdy_terms_f32;

/* Return terms of which none is wanted. */
CDY_API cdy_terms cdy_terms_default(void);
CDY_API cdy_frame_terms cdy_frame_terms_default(void);
CDY_API cdy_terms_f32 cdy_terms_f32_default(void);
CDY_API cdy_frame_terms_f32 cdy_frame_terms_f32_default(void);

/* Gives the terms that are wanted at q (nq), qd and qdd (n) under the external forces fext (force_rows x 6); arrays,
 * defaults, workspaces and errors are those of dynamics.h.  No two results may overlap, but each may overlap an input.
 * Fails as the calls for the single results do, CDY_ERROR_ARGUMENT also where nothing is wanted; after
 * CDY_ERROR_NUMERIC for a result that is not finite the results are not to be used.  The mass of all that moves must
 * not be zero where the center of mass is wanted.  Source: Featherstone 2008, chapters 5 and 6, in the axes of the
 * base; derivatives as in derivatives.h. */
CDY_API cdy_status cdy_all_terms(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                                 const double *qdd, const double *fext, const cdy_terms *terms, cdy_error *error);

#endif
