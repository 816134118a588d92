/* The model that traced kernels read: a robot's model whose masses and inertias are expressions, so that a payload may
 * be known only when the code runs. */
#ifndef CDY_GENERATE_TRACED_MODEL_H
#define CDY_GENERATE_TRACED_MODEL_H

#include "generate/graph.h"

#include <condyle/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the bytes of a model's traced model. */
size_t cdy_traced_model_size(const cdy_model *model);

/* Writes the traced model to memory of that size, aligned as malloc aligns. The body of frame `frame` carries
 * `payload` besides, ten numbers in the order of cdy_payload; NULL: none. Only traced kernels may read the bodies of
 * the traced model. */
void cdy_traced_model_init(cdy_model *traced, const cdy_model *model, int frame, const expression *payload);

#ifdef __cplusplus
}
#endif

#endif
