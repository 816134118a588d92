/* Depth and steps of xacro's expressions: the limits are counted exactly, and depth is given back. */
#include "support/expression.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

/* An expression, and the smallest limits within which the document <r><p v="[${...}]"/></r> expands. */
static const struct {
    const char *expression;
    int depth;
    unsigned long long steps;
} costs[] = {
    {"'a,b,c'.split(',', maxsplit=1)", 6, 32},
    {"'a b'.split(None)", 6, 27},
    {"'a  b'.split(' ')", 6, 29},
    {"'a--b--c'.rsplit('--', 1)", 6, 32},
    {"'a,b,c'.rsplit(',', 0)", 6, 31},
    {"'  a b'.rsplit(None, 0)", 6, 30},
    {"' a'.rsplit(None, 1)", 6, 28},
    {"'  a b  '.rsplit(None, 0)", 6, 30},
    {"'  a b'.rsplit(None, 1)", 6, 31},
    {"'a,b,c'.rsplit(sep=',', maxsplit=1)", 6, 38},
    {"','.join(['a'])", 6, 26},
    {"','.join([])", 6, 23},
    {"', '.join(dict(a=1, b=2))", 6, 40},
    {"','.join('abc')", 6, 28},
    {"'ababab'.replace('aba', 'x')", 6, 27},
    {"'éa'.replace('', '-', 1)", 6, 29},
    {"'éa'.replace('', '-')", 6, 28},
    {"'aXXb'.replace('XX', '')", 6, 27},
    {"'abc'.replace('', '-', 10)", 6, 32},
    {"'abc'.find('c', None)", 6, 26},
    {"'abc'.find('', 2, 2)", 6, 29},
    {"'ééé'.find('é', 1)", 6, 26},
    {"'abc'.find('', 2, 1)", 6, 29},
    {"'abc'.find('', -1, -2)", 6, 33},
    {"[1].count(1)", 7, 27},
    {"'abc'.count('', 4)", 6, 26},
    {"'abc'.count('', 3)", 6, 26},
    {"'abc'.count('', 2, 1)", 6, 29},
    {"'ééé'.count('é', 1)", 6, 26},
    {"'éaéb'.rstrip('bé')", 6, 25},
    {"'aéa'.strip('ê')", 6, 24},
    {"'éaé'.strip('é')", 6, 24},
    {"'a'.strip('')", 6, 22},
    {"'\\x20\\x1c'.strip() == ''", 7, 27},
    {"'abc'.rpartition('x')", 6, 29},
    {"'a.b.c'.partition('.')", 6, 29},
    {"'a.b.c'.rpartition('.')", 6, 31},
    {"'abc'.partition('x')", 6, 29},
    {"'%#o' % 8", 5, 17},
    {"'%1000d' % 5 == 'x'", 6, 23},
    {"'%ld' % 5", 5, 17},
    {"'%f' % nan", 5, 17},
    {"'%hd' % 5", 5, 17},
    {"'a'.center(4, 'é')", 6, 25},
    {"'ab'.center(5, 'é')", 6, 25},
    {"'-a'.zfill(5)", 6, 22},
    {"'é'.zfill(3)", 6, 22},
    {"sorted([3, 1, 2], key=lambda v: -v)", 8, 56},
    {"sorted([3, 1, 2], reverse=True)", 6, 43},
    {"list(map(lambda a: a, [1, 2, 3]))", 8, 56},
    {"list(map(lambda a, b: a * b, [1, 2, 3], [4, 5]))", 9, 68},
    {"str(list(python.zip([1], [2])))", 8, 49},
    {"not python.zip()", 7, 23},
    {"list(python.zip([1, 2, 3], [4, 5]))", 7, 57},
    {"list(python.zip('ab', 'cd', 'ef'))", 7, 53},
    {"bool(python.zip())", 7, 27},
    {"list(python.enumerate('ab', start=2))", 7, 44},
    {"list(python.filter(lambda v: v > 1, [1, 2]))", 9, 55},
    {"list(python.filter(None, [0, 1, '', 'a']))", 7, 48},
    {"list(python.reversed([1, 2, 3]))", 7, 44},
    {"list(range(5, 1))", 6, 29},
    {"range(3).index(2)", 7, 35},
    {"str(range(2))", 6, 28},
    {"list(range(5)[1:3])", 7, 45},
    {"range(0) == range(0)", 6, 31},
    {"fsum([1e16, 1, -1e16])", 7, 31},
    {"fsum([1, 1e16, -1e16])", 7, 31},
    {"python.sum(x for x in [1, 2], 5)", 7, 43},
    {"fsum([0.1] * 10)", 7, 37},
    {"python.sum([1], start=5)", 6, 32},
    {"prod(['a', 2])", 6, 28},
    {"prod([])", 5, 21},
    {"prod([2, 3], start=4)", 6, 31},
    {"fsum([inf, 1])", 6, 26},
    {"comb(3, 5)", 5, 23},
    {"comb(5, 3)", 5, 26},
    {"comb(60, 30)", 5, 53},
    {"perm(5, 3)", 5, 26},
    {"perm(3, 5)", 5, 23},
    {"perm(5)", 5, 25},
    {"perm(0)", 5, 20},
    {"factorial(21) > 5e19", 6, 25},
    {"factorial(170) > 1e300", 6, 25},
    {"factorial(20)", 5, 20},
    {"gcd(-4, -6)", 6, 27},
    {"gcd(-9223372036854775807 - 1) > 9e18", 8, 31},
    {"gcd(12, 18)", 5, 23},
    {"dist([1, 2], [4, 6])", 6, 35},
    {"lambda: 1", 5, 16},
    {"(lambda x=1, y=2: (x, y))()", 7, 40},
    {"(lambda x: (lambda y: x + y))(1)(2)", 8, 42},
    {"(lambda x, y: x - y)(**dict(y=1, x=5))", 7, 51},
    {"lambda x=1, y=2: 3", 5, 25},
    {"[x for x in [1, 2, 3] if x > 1 if x < 3]", 7, 63},
    {"[x for x in [1, 2, 3] if x > 1]", 7, 53},
    {"max(x for x in [1, 5, 2])", 7, 42},
    {"[x for x, in [(1,), (2,)]]", 7, 42},
    {"[x + y for [x, y] in [(1, 2)]]", 7, 41},
    {"2 ** 62", 5, 18},
    {"(-2) ** 63", 6, 22},
    {"(-1) ** 1001", 6, 22},
    {"(-3) ** 39", 6, 22},
    {"(lambda x, y: x - y)(*[5], **dict(y=1))", 7, 48},
    {"range(5)[1:3]", 6, 35},
    {"list(range(5)[::-1])", 7, 55},
    {"[1, 2, 3][::None]", 6, 36},
    {"'%(a)s' % dict(a=5)", 6, 27},
    {"xacro.dotify(dict(a=1)).a", 7, 36},
    {"dict(a=1).setdefault('b', 5)", 7, 36},
    {"len(dict(a=1).keys())", 8, 36},
    {"dict(a=1).items()", 7, 33},
    {"xacro.tokenize('a,,b', skip_empty=False)", 6, 34},
    {"xacro.tokenize('')", 6, 24},
    {"xacro.tokenize(',a,', ',', 0)", 6, 35},
    {"xacro.tokenize('a,,b', ',', False)", 6, 35},
    {"xacro.tokenize('', skip_empty=False)", 6, 30},
    {"f'a'", 5, 14},
    {"'\\f' == '\\x0c'", 5, 19},
    {"'%05f' % inf", 5, 17},
    {"float('inf')", 5, 20},
    {"'%.301f' % 5 == 'x'", 6, 23},
    {"not math", 5, 16},
    {"not range(0)", 6, 22},
    {"1 is not 2", 5, 19},
    {"not 0.0", 5, 16},
    {"not [0]", 6, 19},
    {"[] and 1", 5, 18},
    {"1 and 0 and nothing", 5, 20},
    {"5 and 0", 5, 18},
    {"0 and nothing", 5, 17},
    {"1 and 2 or 3", 6, 21},
    {"5 or 0", 5, 17},
    {"1 or nothing", 5, 17},
    {"[x + z for x, (y, z) in [(1, (2, 3))]]", 8, 49},
    {"[x * y for x in [1, 2] for y in [x, 10]]", 8, 65},
    {"python.sum(x for x in [1, 2])", 7, 40},
    {"[x + y for (x, y) in [(1, 2)]]", 7, 41},
    {"[] in [[]]", 6, 24},
    {"1 not in [2]", 6, 23},
    {"5 in range(3)", 6, 30},
    {"2 in range(3)", 6, 30},
    {"len is max", 5, 18},
    {"(lambda a: a is not a)(dict())", 7, 35},
    {"1 is 1", 5, 18},
    {"None is not None", 5, 19},
    {"'a'.split is 'a'.split", 6, 24},
    {"min(1, nan)", 6, 24},
    {"min('ab', 'c', key=len)", 6, 30},
    {"min('b', 'a', 'c')", 6, 27},
    {"max(1, nan)", 6, 24},
    {"max([], default=5)", 5, 26},
    {"max([[1], [2]], key=lambda v: -v[0])", 9, 56},
    {"max('ab', 'c', key=len)", 6, 30},
    {"max(nan, 1)", 6, 24},
    {"round(12350, -2)", 6, 25},
    {"round(2.5)", 5, 20},
    {"round(1, -400)", 6, 25},
    {"round(1e22, 2)", 5, 23},
    {"round(-0.4)", 6, 22},
    {"int('1_0')", 5, 20},
    {"int('z', 36)", 5, 23},
    {"int(1.9)", 5, 20},
    {"int('9223372036854775807')", 5, 20},
    {"int(9.1e18)", 5, 20},
    {"float('nan')", 5, 20},
    {"float('-nan')", 5, 20},
    {"float('-1e400')", 5, 20},
    {"float('1e400')", 5, 20},
    {"float('+Infinity')", 5, 20},
    {"str(dict(a=1).keys())", 8, 37},
    {"str([])", 6, 21},
    {"str((1,))", 7, 25},
    {"str([9999999999999998.0, 1e22, 5e-324, 1.7976931348623157e308, 100.0, 1234.5, 12345678.9])", 7, 48},
    {"str([True, None, 1.5, 1e20, -0.0])", 7, 42},
    {"list(range(10, 0, -3))", 7, 46},
    {"list(range(9223372036854775806, 9223372036854775807))", 6, 32},
    {"list('é')", 5, 24},
    {"list(range(0, 10, 3))", 6, 44},
    {"list(range(5, 1, -1))", 7, 46},
    {"python.set([1, 3]).issubset([1, 2])", 8, 54},
    {"python.isinstance(python.set(), python.set)", 7, 36},
    {"python.set([1]).copy()", 8, 36},
    {"str(python.set())", 7, 27},
    {"not python.set()", 7, 23},
    {"dict(a=1).update(b=2)", 7, 34},
    {"dict(a=1).update(dict(b=2))", 7, 41},
    {"dict(a=1).pop('b', 5)", 7, 35},
    {"dict(a=1, b=2).pop('a')", 7, 41},
    {"dict(a=1).copy()", 7, 32},
    {"copysign(1, -0.0)", 6, 25},
    {"'aÀ'.isupper()", 6, 21},
    {"'÷×'.upper()", 6, 20},
    {"'a'.isupper()", 6, 21},
    {"'é'.upper()", 6, 20},
    {"'@['.upper()", 6, 20},
    {"'a b'.title()", 6, 20},
    {"\"they're\".title()", 6, 20},
    {"'ÀB'.isupper()", 6, 21},
    {"'abc'.startswith('', 4)", 6, 26},
    {"'abc'.startswith('', 3)", 6, 26},
    {"'abc'.endswith('', 3)", 6, 26},
    {"'abc'.endswith('', 3, 2)", 6, 29},
    {"'abc'.endswith('', 4)", 6, 26},
    {"'a\\r'.splitlines()", 6, 23},
    {"'\\r\\n'.splitlines()", 6, 23},
    {"'a\\n\\nb\\r\\n\\r\\nc\\rd\\n'.splitlines()", 6, 33},
    {"math.pi", 5, 17},
    {"python.isinstance(True, bool)", 6, 26},
    {"python.ord('€')", 6, 23},
    {"python.repr(1.5)", 6, 23},
    {"python.repr('a')", 6, 23},
    {"python.type(1)", 6, 23},
    {"xacro.dotify(dict(a=dict(b=2))).a.b", 9, 48},
    {"xacro.tokenize('a, b; c')", 6, 31},
    {"xacro.tokenize('a,,b')", 6, 28},
    {"xacro.tokenize('a|b', '|')", 6, 30},
    {"xacro.tokenize('a|b', sep='|')", 6, 32},
    {"(*[1, 2], 3)", 6, 32},
    {"[*[1, 2], 3, *'ab']", 6, 42},
    {"(lambda x, y: x - y)(*[5, 1])", 7, 39},
    {"(*[1, 2],)", 6, 29},
    {"(*[1, 2])", 6, 28},
    {"trunc(-1.5)", 6, 22},
    {"- 1", 5, 16},
    {"(-9223372036854775807 - 1) // -1", 7, 28},
    {"float('-INF')", 5, 20},
    {"round(-0.4, 0)", 6, 25},
    {"~True", 5, 16},
    {"1 << 63", 5, 18},
    {"'a' < 'ab'", 5, 19},
    {"'ab' < 'a'", 5, 19},
    {"-1 << 64", 6, 20},
    {"3 << 62", 5, 18},
    {"[[1, 2], [3]] == [[1, 2], [4]]", 7, 54},
    {"[nan] == [nan]", 6, 26},
    {"None == None", 5, 19},
    {"range(3) == [0, 1, 2]", 6, 37},
    {"'\\r' == '\\x0d'", 5, 19},
    {"(lambda f, n: f(f, n))(lambda f, n: 1 if n < 2 else n * f(f, n - 1), 5)", 26, 122},
    {"xacro.dotify(dict(a=[dict(b=2)])).a[0].b", 11, 56},
    {"1 if 0 else 2 if 0 else 3", 6, 26},
    {"[x for x in 'a' * 300]", 6, 1525},
    {"list('ab' * 200)", 6, 1424},
    {"'a,' * 3 + 'b'", 6, 24},
    {"len('a' * 640)", 6, 674},
    {"('a' * 100 + 'b').find('b')", 8, 140},
    {"('a' * 100).count('a')", 7, 135},
    {"('ab' * 50).replace('b', 'c')", 7, 138},
    {"('a ' * 50).split()", 7, 183},
    {"('a,' * 50).split(',')", 7, 187},
    {"('a,' * 20).rsplit(',', 2)", 7, 79},
    {"('a' * 320)[5:9]", 6, 367},
    {"('a' * 320)[5]", 6, 349},
    {"('a' * 64)[::2]", 6, 190},
    {"list(range(50))[1:30:3]", 7, 160},
    {"[1] * 30 + [2] * 20", 7, 182},
    {"(1, 2) * 20", 6, 84},
    {"'x' in 'a' * 320", 6, 362},
    {"5 in list(range(20))", 7, 76},
    {"sorted(list(range(20)), reverse=True)", 7, 157},
    {"(lambda a: [a.insert(0, 1), a.pop(0), a.reverse(), a.extend([1, 2, 3])])([1] * 20)", 9, 169},
    {"dict([((i, i), i) for i in range(5)])[(2, 2)]", 10, 126},
    {"[1] * 20 == [1] * 20", 7, 93},
    {"[1] * 20 < [1] * 19 + [2]", 8, 120},
    {"str(list(range(20)))", 7, 92},
    {"'%s %s' % (1, [1, 2, 3])", 7, 37},
    {"('a' * 320).strip('ab')", 7, 350},
    {"('a' * 320).partition('b')", 7, 355},
    {"('ab' * 20).rpartition('b')", 7, 75},
    {"('a' * 320).startswith('a', 3)", 7, 412},
    {"xacro.tokenize('a,b,c,d')", 6, 31},
    {"python.sum([1] * 20)", 7, 70},
    {"comb(20, 10)", 5, 33},
    {"python.sum([[1]] * 10, [])", 8, 122},
    {"('a' * 640) + 'b'", 6, 673},
    {"''.join(['ab'] * 20)", 7, 69},
    {"[a for a, b in [(1, 2)] * 10]", 8, 76},
    {"list(python.zip([1] * 10, [2] * 10, [3] * 10))", 8, 146},
    {"list(map(lambda a: a, [1] * 10))", 8, 99},
    {"list(python.filter(None, [1] * 10))", 8, 69},
    {"list(python.enumerate([1] * 10))", 8, 86},
    {"max([1] * 10)", 7, 46},
    {"max([1] * 10, key=lambda v: v)", 7, 74},
    {"python.any([0] * 10)", 7, 40},
};

/* Expands a document that has the expression in `count` elements. */
static cdy_status expand_within(const char *expression, size_t times, cdy_xacro_options options, cdy_error *error)
{
    char text[8192], escaped[1024];
    cdy_expansion *expansion = NULL;
    size_t length = 0, size = 0;
    for (const char *p = expression; *p; p++) {
        const char *entity = *p == '<' ? "&lt;" : *p == '&' ? "&amp;" : *p == '"' ? "&quot;" : NULL;
        size += (size_t)(entity ? snprintf(escaped + size, sizeof escaped - size, "%s", entity)
                                : snprintf(escaped + size, sizeof escaped - size, "%c", *p));
    }
    length += (size_t)snprintf(text, sizeof text, "<r xmlns:xacro='http://www.ros.org/wiki/xacro'>\n");
    for (size_t i = 0; i < times; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "<p v=\"[${%s}]\"/>", escaped);
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "</r>");
    ck_assert_uint_lt(length, sizeof text);
    const cdy_status status = cdy_xacro_expand_text(text, length, "robot.xacro", &options, &expansion, error);
    cdy_expansion_destroy(expansion);
    return status;
}

START_TEST(limits_are_exact)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        char expected[128];
        cdy_error error = {0};
        cdy_xacro_options options = {.max_depth = costs[i].depth, .max_steps = costs[i].steps};
        ck_assert_msg(expand_within(costs[i].expression, 1, options, &error) == CDY_OK, "%s: %s", costs[i].expression,
                      error.text);
        options.max_steps--;
        snprintf(expected, sizeof expected, "the expansion takes more than %llu steps, the limit that is set",
                 costs[i].steps - 1);
        ck_assert_msg(expand_within(costs[i].expression, 1, options, &error) == CDY_ERROR_ROBOT &&
                          strcmp(error.text, expected) == 0,
                      "%s takes fewer steps: %s", costs[i].expression, error.text);
        options = (cdy_xacro_options){.max_depth = costs[i].depth - 1};
        snprintf(expected, sizeof expected, "more than %d deep in each other", costs[i].depth - 1);
        ck_assert_msg(expand_within(costs[i].expression, 1, options, &error) == CDY_ERROR_ROBOT &&
                          strstr(error.text, expected),
                      "%s needs less depth: %s", costs[i].expression, error.text);
    }
}
END_TEST

/* Elements beside each other take no more depth than one. */
START_TEST(depth_is_given_back)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        cdy_error error = {0};
        const cdy_xacro_options options = {.max_depth = costs[i].depth};
        ck_assert_msg(expand_within(costs[i].expression, 10, options, &error) == CDY_OK, "%s: %s", costs[i].expression,
                      error.text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xacro_costs");
    TCase *tests = add_case(suite, "limits", limits_are_exact);
    tcase_add_test(tests, depth_is_given_back);
    return run_suites(suite, NULL);
}
