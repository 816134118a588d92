/* Payloads from the command line: rigid bodies that the robot carries. */
#ifndef CONDYLE_TOOLS_PAYLOAD_H
#define CONDYLE_TOOLS_PAYLOAD_H

#include "rows/json.h"
#include "values/robot.h"

#include <condyle/payload.h>

/* --payload alone; the struct is a text_list. */
extern const option_table payload_table;

/* Sets the payloads of the options on the robot's model; several on one body become one rigid body. Reports texts that
 * are no payload. Notes payloads on bodies that do not move, which have no effect. */
exit_code payloads_apply(const robot *r, const text_list *given);

/* Returns two payloads of a body as one: the inertia is about the common center of mass. */
cdy_payload payload_join(const cdy_payload *a, const cdy_payload *b);

/* Returns whether the model carries a payload. */
bool payloads_exist(const cdy_model *model);

/* Writes a line of the table for each payload of a model. */
void payloads_write(const cdy_model *model, output *out);

/* Returns the payloads of a model as a JSON array, *count as their number; NULL where memory runs out. */
json_t *payloads_to_json(const cdy_model *model, size_t *count);

#endif
