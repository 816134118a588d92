/* Code for one robot that takes the place of kernels (dynamics/special_code.h): one source text. */
#ifndef CDY_GENERATE_KERNEL_CODE_H
#define CDY_GENERATE_KERNEL_CODE_H

#include <condyle/generate.h>

/* Begins the names in the code. */
#define KERNEL_CODE_NAME "code"

/* The functions to generate. */
typedef struct kernel_code {
    unsigned calls; /* sum of cdy_generate_call, of those below */
    int lanes;
    bool floats;
    double angle_tolerance;
    size_t most_bytes; /* limit of the object code, as estimated */
} kernel_code;

/* The kernels differentiate by many coordinates at once, generated code one number after the other. As measured on arms
 * of 3, 6 and 7 degrees of freedom with AVX-512, the kernels take the time of about so many of its operations a degree
 * of freedom, for one state and for packed ones: code with more is left out. */
typedef struct kernels_worth {
    unsigned call; /* or routine */
    int one, packed;
} kernels_worth;
enum { KERNELS_WORTH_COUNT = 2 };
extern const kernels_worth cdy_kernels_worth[KERNELS_WORTH_COUNT];

/* Generates functions `int code_CALL_1(inputs, results)` for one state and, with `lanes` > 1, `int
 * code_CALL_LANES(...)` for as many packed states, whose arrays are aligned to all of their lanes; over floats for
 * packed states alone. They return whether they have written the results: lanes leave large angles to the kernels.
 * Gravity, drives and payloads are those of the model, which has no mimic joints. *bytes is the estimated size of the
 * object code. CALL is
 *
 *     inverse_dynamics, mass_matrix, inverse_dynamics_derivatives
 *     articulated_bodies         forward dynamics, and the pivots D of the mass matrix
 *     inverse_with_pivots        its inverse, D, and its diagonal
 *     inverse_dynamics_products  the products with derivatives, along the velocities and not by the numbers of q
 *     forward_dynamics_products  likewise, D, and the accelerations
 *     forward_derivatives_with_pivots  derivatives of forward dynamics, D, the accelerations, and the diagonal with a
 *                                      part of what cancels in it, since M comes from inertias about the base
 *
 * Matrices of derivatives are left out for widths whose kernels are faster; the code then has a constant
 * code_lacks_CALL_1 or code_lacks_CALL_LANES.
 *
 * The caller frees *source with cdy_release(). Fails as cdy_generate() does, and with CDY_ERROR_UNSUPPORTED where
 * nothing is left; *source is then NULL. */
cdy_status cdy_generate_kernel_code(const cdy_model *model, const kernel_code *code, char **source, size_t *bytes,
                                    cdy_error *error);

#endif
