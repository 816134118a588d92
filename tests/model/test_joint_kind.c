/* Kinds of joints: every type that moves has the kind with its rotations and translations, and no other type has one.
 */
#include "model/model.h"
#include "support/suite.h"

/* Numbers of rotations and translations among the degrees of freedom of a kind. */
static void count_degrees(joint_kind kind, int *turns, int *slides)
{
    *turns = *slides = 0;
    for (int k = 0; k < degree_count(kind); k++) {
        *(joint_row_of(kind, k) < 3 ? turns : slides) += 1;
    }
}

START_TEST(every_type_that_moves_has_its_kind)
{
    int types = 0, turns, slides;
    bool known[JOINT_KIND_COUNT] = {false};
    const cdy_joint_traits *traits;
    for (; (traits = cdy_joint_type_traits((cdy_joint_type)types)); types++) {
        const int kind = cdy_kind_of((cdy_joint_type)types);
        ck_assert_msg((kind >= 0) == (traits->nv > 0), "joints of type %s have kind %d", traits->name, kind);
        ck_assert_int_lt(kind, JOINT_KIND_COUNT);
        if (kind >= 0) {
            count_degrees((joint_kind)kind, &turns, &slides);
            ck_assert_msg(turns == traits->turns && slides == traits->slides, "joints of type %s have kind %d",
                          traits->name, kind);
            ck_assert_int_eq(has_quaternion((joint_kind)kind), traits->quaternion >= 0);
            known[kind] = true;
        }
    }
    ck_assert_int_gt(types, JOINT_KIND_COUNT);
    for (int kind = 0; kind < JOINT_KIND_COUNT; kind++) {
        ck_assert_msg(known[kind], "no type of joint has kind %d", kind);
    }
}
END_TEST

START_TEST(other_numbers_have_none)
{
    static const int numbers[] = {-1, 1000, CDY_JOINT_FIXED};
    ck_assert_int_eq(cdy_kind_of((cdy_joint_type)numbers[_i]), -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("joint_kind");
    TCase *tests = add_case(suite, "types", every_type_that_moves_has_its_kind);
    tcase_add_loop_test(tests, other_numbers_have_none, 0, 3);
    return run_suites(suite, NULL);
}
