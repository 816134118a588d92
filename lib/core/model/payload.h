/* Payloads of a model, and the inertias of the bodies that carry them. */
#ifndef CDY_MODEL_PAYLOAD_H
#define CDY_MODEL_PAYLOAD_H

#include "model/model.h"

/* Copies the compiled inertias, which have no payloads, to the section of bare inertias. */
void cdy_store_bare_inertias(cdy_model *model);

/* Returns the inertia of a moving body with its payloads. */
model_inertia cdy_body_inertia(const cdy_model *model, int32_t body);

/* Returns the first moving body whose inertia is not the sum of its bare inertia and its payloads, or with an
 * impossible payload; 0 where the mark of the payloads is wrong, -1 where all are right. */
int32_t cdy_find_payload_fault(const cdy_model *model);

#endif
