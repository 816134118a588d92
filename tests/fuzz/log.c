/* Logs of ROS: the bytes as a file, MCAP where they are none of another format, for a robot with every type of joint.
 */
#include "fuzz.h"
#include "read_rows.h"
#include "support/steps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file file;
    fuzz_target t;
    const bool timed = size & 1;
    fuzz_open_target(&t, (variable_set){{HAS(Q), HAS(QD), [VARIABLE_TIME] = timed, [VARIABLE_TAU] = !timed}});
    t.target.topic = size >> 1 & 1 ? "/joint_states" : NULL;
    fuzz_fill_file(&file, data, size);
    const uint64_t before = steps_taken();
    fuzz_read_rows(file.path, INPUT_ANY, &t.target);
    require_steps(before, size, 1, "reading a log");
    fuzz_close_target(&t);
    return 0;
}
