#include "base/reserve.h"

#include "base/error.h"

#include <stddef.h>

cdy_status cdy_check_reserve(const cdy_reserve *reserve, cdy_error *error)
{
    for (size_t i = 0; i < sizeof reserve->empty / sizeof *reserve->empty; i++) {
        if (reserve->empty[i]) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "the reserve of the options is not empty; begin with what the function ..._options_default() "
                "of their type returns");
        }
    }
    return CDY_OK;
}
