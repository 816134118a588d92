/* Sets of variables: each variable is in a set by itself, whatever the number of variables. */
#include "support/suite.h"
#include "values/variable_set.h"

static variable_set only(int kind)
{
    variable_set set = NO_VARIABLES;
    set.has[kind] = true;
    return set;
}

static variable_set all_but(int kind)
{
    variable_set set = NO_VARIABLES;
    for (int other = 0; other < VARIABLE_COUNT; other++) {
        set.has[other] = other != kind;
    }
    return set;
}

START_TEST(a_set_has_each_variable_alone)
{
    const variable_set alone = only(_i), others = all_but(_i);
    const variable_set whole = variable_set_union(alone, others);
    ck_assert_uint_eq(variable_set_count(alone), 1);
    ck_assert_uint_eq(variable_set_count(others), VARIABLE_COUNT - 1);
    ck_assert_uint_eq(variable_set_count(whole), VARIABLE_COUNT);
    const variable_set common = variable_set_intersection(whole, others);
    const variable_set without_others = variable_set_difference(whole, others);
    const variable_set without_alone = variable_set_difference(whole, alone);
    ck_assert_uint_eq(variable_set_count(variable_set_intersection(alone, others)), 0);
    ck_assert_mem_eq(common.has, others.has, sizeof others.has);
    ck_assert_mem_eq(without_others.has, alone.has, sizeof alone.has);
    ck_assert_mem_eq(without_alone.has, others.has, sizeof others.has);
}
END_TEST

START_TEST(the_initializer_names_variables)
{
    static const variable_set set = SET_OF(HAS(Q), HAS(M), HAS(WRENCHES));
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        const bool named = kind == VARIABLE_Q || kind == VARIABLE_M || kind == VARIABLE_WRENCHES;
        ck_assert_int_eq(set.has[kind], named);
    }
    ck_assert_uint_eq(variable_set_count(NO_VARIABLES), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("variable_set");
    TCase *tests = add_case(suite, "sets", the_initializer_names_variables);
    tcase_add_loop_test(tests, a_set_has_each_variable_alone, 0, VARIABLE_COUNT);
    return run_suites(suite, NULL);
}
