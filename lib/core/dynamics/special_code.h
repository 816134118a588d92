/* Code for one robot in place of kernels: functions that were generated for a model (generate/kernel_code.h), with its
 * gravity, drives and payloads as constants. A workspace or a batch that has such code uses it where the model still
 * has these constants and the call has no external forces; everything else is left to the kernels. */
#ifndef CDY_DYNAMICS_SPECIAL_CODE_H
#define CDY_DYNAMICS_SPECIAL_CODE_H

#include "base/finite.h"
#include "model/model.h"

/* Functions for one width, NULL where there is none. Arrays are lane-packed; results are as of the kernels with the
 * drives that act; D are the pivots of the mass matrix, whose diagonal tells which are rounding errors. Each returns
 * whether it wrote the results. */
// NOLINTBEGIN(bugprone-macro-parentheses): types cannot stand in parentheses
#define SPECIAL_FUNCTIONS(type, number)                                                                                \
    typedef struct type {                                                                                              \
        int (*inverse_dynamics)(const number *q, const number *qd, const number *qdd, number *tau);                    \
        int (*articulated_bodies)(const number *q, const number *qd, const number *tau, number *qdd, number *D);       \
        int (*mass_matrix)(const number *q, number *M);                                                                \
        int (*inverse_with_pivots)(const number *q, number *M_inverse, number *D, number *diagonal);                   \
        int (*derivatives)(const number *q, const number *qd, const number *qdd, number *dtau_dq, number *dtau_dqd);   \
        int (*inverse_dynamics_products)(const number *q, const number *qd, const number *qdd, const number *w,        \
                                         number *by_q, number *by_qd, number *by_qdd);                                 \
        int (*forward_dynamics_products)(const number *q, const number *qd, const number *tau, const number *w,        \
                                         number *by_q, number *by_qd, number *by_tau, number *D, number *qdd);         \
        int (*forward_derivatives)(const number *q, const number *qd, const number *tau, number *by_q, number *by_qd,  \
                                   number *by_tau, number *D, number *diagonal, number *qdd);                          \
    } type
// NOLINTEND(bugprone-macro-parentheses)
SPECIAL_FUNCTIONS(special_doubles, double);
SPECIAL_FUNCTIONS(special_floats, float);

/* Those over the numbers that a file is compiled for. */
#ifdef CDY_FLOAT
typedef special_floats special_functions;
#else
typedef special_doubles special_functions;
#endif

typedef struct special_code {
    uint64_t fingerprint, payload_mark, drive_mark; /* of the model */
    double gravity[3];
    int lanes;   /* of the functions for packed states */
    bool floats; /* there is nothing but `floats_packed`; else all but it */
    special_doubles one, packed;
    special_floats floats_packed;
} special_code;

/* Whether the model of the code has the constants of the code: setters may have changed them. */
static inline bool special_code_holds(const special_code *code, const cdy_model *model)
{
    return cdy_same_number(code->gravity[0], model->gravity[0]) &&
           cdy_same_number(code->gravity[1], model->gravity[1]) &&
           cdy_same_number(code->gravity[2], model->gravity[2]) && code->payload_mark == model->payload_mark &&
           code->drive_mark == model->drive_mark;
}

/* The functions for one state, or for the lanes of a batch; NULL where the kernels are to be used. */
static inline const special_doubles *special_one(const special_code *code, const cdy_model *model)
{
    return code && special_code_holds(code, model) ? &code->one : NULL;
}

static inline const special_functions *special_packed(const special_code *code, const cdy_model *model)
{
#ifdef CDY_FLOAT
    return code && special_code_holds(code, model) ? &code->floats_packed : NULL;
#else
    return code && special_code_holds(code, model) ? &code->packed : NULL;
#endif
}

#endif
