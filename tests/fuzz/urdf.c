/* Bytes -> tree -> model -> every call. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    exercise_robot((const char *)data, size);
    return 0;
}
