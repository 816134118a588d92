/* Loading a robot while memory runs out. */
#ifndef CDY_TESTS_FAILING_LOAD_H
#define CDY_TESTS_FAILING_LOAD_H

#include "support/allocation.h"
#include "support/suite.h"

#include <condyle/tree.h>

/* Loads with the first, the second ... allocation failing, of which more than `least` are reported: libxml2 can do
 * without some. No block is lost. */
static inline void fail_each_allocation(cdy_status (*attempt)(cdy_tree **tree, cdy_error *error), size_t least)
{
    bool done = !heap_is_counted();
    size_t failures = 0;
    cdy_tree *first = NULL;
    cdy_error none = {0};
    ck_assert_ok(attempt(&first, &none), none);
    cdy_tree_destroy(first);
    for (size_t number = 1; !done; number++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        heap_counts before = {0};
        for (int run = 0; run < 2; run++) { /* the first one allocates what libraries keep */
            before = heap_count();
            heap_fail_at(number);
            const cdy_status status = attempt(&tree, &error);
            done = !heap_has_failed();
            heap_fail_at(0);
            ck_assert_msg(status == CDY_OK || (!done && status == CDY_ERROR_MEMORY), "allocation %zu: %d %s", number,
                          status, error.text);
            failures += status == CDY_ERROR_MEMORY;
            cdy_tree_destroy(tree);
        }
        ck_assert_msg(heap_count().live == before.live, "allocation %zu failed, and blocks were lost", number);
    }
    ck_assert(failures > least || !heap_is_counted());
}

#endif
