/* Databases of rosbag2, which SQLite opens by their names. */
#include "fuzz.h"
#include "read_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/condyle-bag-XXXXXX";

static void remove_file(void)
{
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int descriptor;
    fuzz_target t;
    if (descriptor == 0) {
        descriptor = mkstemp(path);
        require(descriptor > 0 && atexit(remove_file) == 0, "no temporary file");
    }
    require(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, data, size, 0) == (ssize_t)size,
            "cannot write a temporary file");
    fuzz_open_target(&t, (variable_set)SET_OF(HAS(TIME), HAS(Q), HAS(QD), HAS(TAU)));
    fuzz_read_rows(path, INPUT_ANY, &t.target);
    fuzz_close_target(&t);
    return 0;
}
