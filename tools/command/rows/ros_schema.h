/* ROS schema: the fields of a message type, from the text of its definition (ros2msg, ros1msg). */
#ifndef CONDYLE_TOOLS_ROS_SCHEMA_H
#define CONDYLE_TOOLS_ROS_SCHEMA_H

#include "run/text.h"

#include <stdint.h>

/* What one element of a field is. */
typedef enum ros_class { ROS_UNSIGNED, ROS_SIGNED, ROS_FLOAT, ROS_STRING, ROS_MESSAGE } ros_class;

typedef struct ros_field {
    char *name;
    ros_class kind;
    unsigned size; /* bytes of a number */
    size_t type;   /* number of the type of a message */
    bool is_array; /* a sequence, or where is_fixed `count` elements */
    bool is_fixed;
    uint32_t count;
} ros_field;

typedef struct ros_type {
    char *name; /* package/Type */
    ros_field *fields;
    size_t count;
} ros_type;

/* Types of a definition; the first is the message's own. */
typedef struct ros_schema {
    ros_type *types;
    size_t count;
} ros_schema;

/* Reads the definition of the type `name`, package/msg/Type or package/Type, with those that it has within, as MCAP and
 * rosbag2 hold them. The times of ROS are known without a definition. Returns false with the reason in `problem`
 * (`failed`: out of memory), also where it is longer than 1 MiB or has more than 1000 types or 10000 fields;
 * ros_schema_clear() frees it in any case.
 */
bool ros_schema_read(ros_schema *schema, const char *name, const char *text, size_t length, text_buffer *problem);
void ros_schema_clear(ros_schema *schema);

/* Returns the field of this name of a type, NULL: none. */
const ros_field *ros_type_find(const ros_type *type, const char *name);

#endif
