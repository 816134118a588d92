/* Rows of states, for a robot with every type of joint: in the format that the bytes suggest, and in every other
 * format. */
#include "fuzz.h"
#include "read_rows.h"
#include "support/steps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file file;
    fuzz_target t;
    const bool placed = size & 1;
    fuzz_open_target(&t, (variable_set){{HAS(Q), HAS(QD), [VARIABLE_T] = placed, [VARIABLE_QDD] = !placed}});
    t.target.needed.has[VARIABLE_T] = placed;
    t.target.degrees = size >> 1 & 1;
    fuzz_fill_file(&file, data, size);
    const uint64_t before = steps_taken();
    int passes = 1;
    const input_format own = fuzz_read_rows(file.path, INPUT_ANY, &t.target);
    for (input_format format = INPUT_CSV; format <= INPUT_NPY; format++) {
        if (format != own) {
            fuzz_read_rows(file.path, format, &t.target);
            passes++;
        }
    }
    require_steps(before, size, passes, "reading rows");
    fuzz_close_target(&t);
    return 0;
}
