/* The constants and functions that differ between batches over doubles and over floats (CDY_FLOAT).
 *
 * lib/meson.build makes batch_float_names.h from the public header of batches over floats and from the headers that are
 * compiled twice: it renames every cdy_batch_NAME to cdy_batch_f32_NAME, and so on. */
#ifndef CDY_BATCH_PRECISION_H
#define CDY_BATCH_PRECISION_H

#include "model/float_model.h"

#include <condyle/batch.h>
#include <condyle/batch_float.h>

#ifdef CDY_FLOAT
#include "batch_float_names.h" /* included after the headers whose functions it renames */

#define LEAST_LANES             4
#define LANES_TEXT              "4, 8 or 16"
#define PIVOT_THRESHOLD         1e-4 /* relative to the bound of the diagonal, see batch_fallback.c */
#define LARGEST_PIVOT_THRESHOLD 1.0F /* relative to the largest pivot; 1: never met */

/* Bytes of the float model of a batch. */
static inline size_t cdy_batch_model_size(const cdy_model *model)
{
    return cdy_float_model_size(model);
}

static inline void cdy_batch_make_model(const cdy_model *model, cdy_float_model *float_model)
{
    cdy_float_model_init(float_model, model);
}

static inline void cdy_batch_update_inertias(const cdy_model *model, cdy_float_model *float_model)
{
    cdy_float_model_set_inertias(float_model, model);
}

/* The model that the kernels read, with the present drives. */
static inline const kernel_model *cdy_batch_kernel_model(const cdy_model *model, cdy_float_model *float_model)
{
    cdy_float_model_set_drives(float_model, model);
    return float_model;
}

#else

#define LEAST_LANES             1
#define LANES_TEXT              "1, 2, 4 or 8"
#define PIVOT_THRESHOLD         1e-8
#define LARGEST_PIVOT_THRESHOLD 1e-7

static inline size_t cdy_batch_model_size(const cdy_model *model)
{
    (void)model;
    return 0;
}

static inline void cdy_batch_make_model(const cdy_model *model, cdy_float_model *float_model)
{
    (void)model, (void)float_model;
}

static inline void cdy_batch_update_inertias(const cdy_model *model, cdy_float_model *float_model)
{
    (void)model, (void)float_model;
}

static inline const kernel_model *cdy_batch_kernel_model(const cdy_model *model, cdy_float_model *float_model)
{
    (void)float_model;
    return model;
}

#endif

#endif
