/* Trees compared, to the last bit of every number. */
#ifndef CDY_TESTS_SAME_TREE_H
#define CDY_TESTS_SAME_TREE_H

#include <check.h>
#include <condyle/tree.h>

enum { DIFFERENCE_SIZE = 256 };

/* Writes the first difference between two trees into `text` and returns `text`; NULL where the trees are equal: robot
 * name, gravity, mimic mode, bodies and their order, joints, masses, shapes and materials.  Masses and limits that are
 * not given are not compared. */
const char *find_difference(const cdy_tree *a, const cdy_tree *b, char text[DIFFERENCE_SIZE]);

/* Writes the first difference between two bodies and their joints, in the same way. */
const char *find_body_difference(const cdy_body *a, const cdy_body *b, char text[DIFFERENCE_SIZE]);

/* Checks the links of a tree: parents, children, siblings and names lead to each other.  Returns the first fault, NULL
 * where there is none. */
const char *find_broken_link(const cdy_tree *tree, char text[DIFFERENCE_SIZE]);

/* Fails the running test where two trees differ or the links of one are inconsistent. */
#define ck_assert_same_tree(a, b)                                                                                      \
    do {                                                                                                               \
        char text_[DIFFERENCE_SIZE];                                                                                   \
        const char *difference_ = find_broken_link((a), text_);                                                        \
        difference_ = difference_ ? difference_ : find_difference((a), (b), text_);                                    \
        ck_assert_msg(difference_ == NULL, "%s and %s: %s", #a, #b, difference_);                                      \
    } while (0)

#endif
