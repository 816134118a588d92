#include "base/reserve.h"

#include "base/error.h"

cdy_status cdy_check_rest_of_reserve(const uint64_t *empty, size_t count, cdy_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (empty[i]) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "the reserve of the options is not empty; begin with what the function ..._options_default() "
                "of their type returns");
        }
    }
    return CDY_OK;
}

cdy_status cdy_check_reserve(const cdy_reserve *reserve, cdy_error *error)
{
    return cdy_check_rest_of_reserve(reserve->empty, sizeof reserve->empty / sizeof *reserve->empty, error);
}
