/* The room of structs of options for members to come. */
#ifndef CDY_BASE_RESERVE_H
#define CDY_BASE_RESERVE_H

#include <condyle/status.h>
#include <stddef.h>

/* Checks that nothing is in the reserve of options. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_reserve(const cdy_reserve *reserve, cdy_error *error);

/* Likewise of the elements that members have left of it. */
cdy_status cdy_check_rest_of_reserve(const uint64_t *empty, size_t count, cdy_error *error);

#endif
