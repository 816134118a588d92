/* Result of condyle identify, for its reports. */
#ifndef CONDYLE_TOOLS_IDENTIFY_H
#define CONDYLE_TOOLS_IDENTIFY_H

#include "run/output.h"
#include "run/robot.h"

#include <condyle/identification.h>

typedef struct identified {
    const robot *robot;
    cdy_regressor_options regressor;
    cdy_identification_result result;
} identified;

/* Whether the torques determine a parameter alone, in combination with others, or not at all. */
typedef enum determination { DETERMINED_ALONE, DETERMINED_WITH_OTHERS, DETERMINED_NOT } determination;

/* Returns how the torques determine a parameter. */
determination identified_determination(const identified *i, int parameter);

/* Describe a parameter; append its name, "forearm_link.Izz" or "damping.elbow_joint". */
cdy_parameter identified_parameter(const identified *i, int parameter);
void identified_add_name(const identified *i, int parameter, text_buffer *name);

/* Write the report: a table for people, or one JSON object. */
exit_code identified_write_table(const identified *i, output *out);
exit_code identified_write_json(const identified *i, output *out);

#endif
