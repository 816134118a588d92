/* Messages of ROS: a definition up to the first NUL, and behind it a message of this type, in every encoding. */
#include "fuzz.h"
#include "rows/joint_state.h"
#include "support/steps.h"

#include <string.h>

static void read_message(const ros_schema *schema, ros_layout layout, const uint8_t *bytes, size_t size)
{
    static joint_state state;
    text_buffer problem = {0};
    if (joint_state_read(&state, schema, layout, bytes, size, &problem)) {
        for (size_t i = 0; i < state.count; i++) {
            require(state.names[i].length <= size, "a name longer than its message");
        }
        for (int list = 0; list < STATE_LISTS; list++) {
            require(state.counts[list] <= size / 4, "a list longer than its message");
        }
        require(state.nanoseconds < 1000000000, "a stamp beyond a second");
    } else {
        require(problem.length > 0 && !problem.failed, "a problem without words");
    }
    text_clear(&problem);
    joint_state_clear(&state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    const size_t length = end ? (size_t)(end - data) : size;
    ros_schema schema;
    text_buffer problem = {0};
    const uint64_t before = steps_taken();
    const bool read = ros_schema_read(&schema, "sensor_msgs/msg/JointState", (const char *)data, length, &problem);
    require(read || (problem.length > 0 && !problem.failed), "a problem without words");
    if (read) {
        joint_state_fits(&schema);
        const size_t left = end ? size - length - 1 : 0;
        read_message(&schema, ROS_ONE, end ? end + 1 : data, left);
        read_message(&schema, ROS_CDR, end ? end + 1 : data, left);
    }
    require_steps(before, size, 2, "reading a message");
    ros_schema_clear(&schema);
    text_clear(&problem);
    return 0;
}
