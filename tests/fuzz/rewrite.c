/* Bytes -> the robot's text written anew, and the text's mended copy. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    exercise_export((const char *)data, size);
    exercise_fix((const char *)data, size);
    return 0;
}
