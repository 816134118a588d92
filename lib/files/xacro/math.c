/* The functions and constants of Python's module math. */
#include "xacro/function.h"
#include "xacro/integer.h"
#include "xacro/literal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define PI    3.14159265358979323846
#define EULER 2.7182818284590452354

static cdy_value fail(cdy_interpreter *x, const char *name, const char *expected)
{
    cdy_report_error(x, "%s() takes %s", name, expected);
    return cdy_failed_value;
}

/* Reads all arguments as numbers. */
static bool read_numbers(cdy_interpreter *x, const cdy_arguments *a, double *numbers)
{
    for (size_t i = 0; i < a->count; i++) {
        if (!cdy_is_number(a->items[i])) {
            return cdy_report_error(x, "expected a number, not a value of type %s", cdy_type_name(a->items[i]));
        }
        if (!cdy_to_number(x, a->items[i], &numbers[i])) {
            return false;
        }
    }
    return true;
}

/* A function of two numbers, finite where they are. */
static cdy_value of_two(cdy_interpreter *x, const cdy_arguments *a, double (*f)(double, double), const char *name)
{
    double n[2];
    if (!read_numbers(x, a, n)) {
        return cdy_failed_value;
    }
    const double out = f(n[0], n[1]);
    const bool finite = isfinite(n[0]) && isfinite(n[1]), numbers = !isnan(n[0]) && !isnan(n[1]);
    if ((!isfinite(out) && finite) || (isnan(out) && numbers)) {
        cdy_report_error(x, "%s(%.15g, %.15g) is no number", name, n[0], n[1]);
        return cdy_failed_value;
    }
    return cdy_of_number(out);
}

static cdy_value call_atan2(cdy_interpreter *x, const cdy_arguments *a)
{
    return of_two(x, a, atan2, "atan2");
}

static cdy_value call_pow(cdy_interpreter *x, const cdy_arguments *a)
{
    return of_two(x, a, pow, "pow");
}

static cdy_value call_fmod(cdy_interpreter *x, const cdy_arguments *a)
{
    return of_two(x, a, fmod, "fmod");
}

static cdy_value call_copysign(cdy_interpreter *x, const cdy_arguments *a)
{
    return of_two(x, a, copysign, "copysign");
}

static cdy_value call_remainder(cdy_interpreter *x, const cdy_arguments *a)
{
    return of_two(x, a, remainder, "remainder");
}

static cdy_value call_nextafter(cdy_interpreter *x, const cdy_arguments *a)
{
    return of_two(x, a, nextafter, "nextafter");
}

static cdy_value call_hypot(cdy_interpreter *x, const cdy_arguments *a)
{
    double sum = 0;
    for (size_t i = 0; i < a->count; i++) {
        double n;
        if (!cdy_is_number(a->items[i])) {
            return fail(x, "hypot", "numbers");
        }
        if (!cdy_to_number(x, a->items[i], &n)) {
            return cdy_failed_value;
        }
        sum = hypot(sum, n);
    }
    return cdy_of_number(sum);
}

/* A number without fraction becomes an int. */
static cdy_value to_integer(cdy_interpreter *x, double number)
{
    if (!isfinite(number)) {
        cdy_report_error(x, "%s is no whole number", isnan(number) ? "nan" : "infinity");
        return cdy_failed_value;
    }
    return cdy_whole_of_number(x, number);
}

static cdy_value round_by(cdy_interpreter *x, const cdy_arguments *a, double (*f)(double))
{
    double n;
    if (cdy_is_whole(a->items[0])) {
        return cdy_operate(x, "+", a->items[0], cdy_of_integer(0));
    }
    return read_numbers(x, a, &n) ? to_integer(x, f(n)) : cdy_failed_value;
}

static cdy_value call_floor(cdy_interpreter *x, const cdy_arguments *a)
{
    return round_by(x, a, floor);
}

static cdy_value call_ceil(cdy_interpreter *x, const cdy_arguments *a)
{
    return round_by(x, a, ceil);
}

static cdy_value call_trunc(cdy_interpreter *x, const cdy_arguments *a)
{
    return round_by(x, a, trunc);
}

static cdy_value call_log(cdy_interpreter *x, const cdy_arguments *a)
{
    double n[2] = {1, 0};
    if (!read_numbers(x, a, n)) {
        return cdy_failed_value;
    }
    if (n[0] <= 0 || (a->count == 2 && (n[1] <= 0 || n[1] == 1))) {
        return fail(x, "log", "numbers above 0");
    }
    return cdy_of_number(a->count == 2 ? log(n[0]) / log(n[1]) : log(n[0]));
}

static cdy_value call_isnan(cdy_interpreter *x, const cdy_arguments *a)
{
    double n;
    return read_numbers(x, a, &n) ? cdy_of_bool(isnan(n)) : cdy_failed_value;
}

static cdy_value call_isinf(cdy_interpreter *x, const cdy_arguments *a)
{
    double n;
    return read_numbers(x, a, &n) ? cdy_of_bool(isinf(n)) : cdy_failed_value;
}

static cdy_value call_isfinite(cdy_interpreter *x, const cdy_arguments *a)
{
    double n;
    return read_numbers(x, a, &n) ? cdy_of_bool(isfinite(n)) : cdy_failed_value;
}

static cdy_value call_isclose(cdy_interpreter *x, const cdy_arguments *a)
{
    double n[2];
    const cdy_value relative = cdy_named_argument(a, "rel_tol", cdy_of_number(1e-9));
    const cdy_value absolute = cdy_named_argument(a, "abs_tol", cdy_of_number(0));
    if (!cdy_is_number(relative) || !cdy_is_number(absolute)) {
        return fail(x, "isclose", "numbers");
    }
    if (!read_numbers(x, a, n)) {
        return cdy_failed_value;
    }
    const double difference = fabs(n[0] - n[1]), larger = fmax(fabs(n[0]), fabs(n[1]));
    return cdy_of_bool(n[0] == n[1] || (isfinite(difference) && (difference <= cdy_number_of(relative) * larger ||
                                                                 difference <= cdy_number_of(absolute))));
}

static cdy_value call_factorial(cdy_interpreter *x, const cdy_arguments *a)
{
    if (!cdy_is_integer(a->items[0]) || cdy_integer_of(a->items[0]) < 0) {
        return fail(x, "factorial", "a whole number from 0 on");
    }
    const int64_t n = cdy_integer_of(a->items[0]);
    cdy_value product = cdy_of_integer(1);
    for (int64_t i = 2; i <= n && product.kind; i++) {
        product = cdy_operate(x, "*", product, cdy_of_integer(i));
    }
    return product;
}

static cdy_value common_divisor(cdy_interpreter *x, cdy_value a, cdy_value b)
{
    a = cdy_magnitude(x, a);
    b = a.kind ? cdy_magnitude(x, b) : a;
    while (b.kind && cdy_truth_of(b)) {
        const cdy_value rest = cdy_operate(x, "%", a, b);
        a = b;
        b = rest;
    }
    return b.kind ? a : cdy_failed_value;
}

static cdy_value call_gcd(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_value divisor = cdy_of_integer(0);
    for (size_t i = 0; i < a->count && divisor.kind; i++) {
        if (!cdy_is_whole(a->items[i])) {
            return fail(x, "gcd", "whole numbers");
        }
        divisor = common_divisor(x, divisor, a->items[i]);
    }
    return divisor;
}

static cdy_value call_lcm(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_value multiple = cdy_of_integer(1);
    for (size_t i = 0; i < a->count && multiple.kind; i++) {
        if (!cdy_is_whole(a->items[i])) {
            return fail(x, "lcm", "whole numbers");
        }
        const cdy_value divisor = common_divisor(x, multiple, a->items[i]);
        if (divisor.kind && !cdy_truth_of(divisor)) {
            return cdy_of_integer(0);
        }
        const cdy_value factor = divisor.kind ? cdy_operate(x, "//", a->items[i], divisor) : divisor;
        multiple = factor.kind ? cdy_operate(x, "*", multiple, factor) : factor;
    }
    return multiple.kind ? cdy_magnitude(x, multiple) : multiple;
}

/* n (n-1) ... (n-k+1), and over k! where `over` says so. */
static cdy_value choose(cdy_interpreter *x, const cdy_arguments *a, bool over)
{
    const char *name = over ? "comb" : "perm";
    for (size_t i = 0; i < a->count; i++) {
        if (!cdy_is_integer(a->items[i]) || cdy_integer_of(a->items[i]) < 0) {
            return fail(x, name, "whole numbers from 0 on");
        }
    }
    const int64_t n = cdy_integer_of(a->items[0]), k = a->count > 1 ? cdy_integer_of(a->items[1]) : n;
    cdy_value product = cdy_of_integer(k > n ? 0 : 1);
    for (int64_t i = 1; i <= k && k <= n && product.kind; i++) {
        product = cdy_step(x, 1) ? cdy_operate(x, "*", product, cdy_of_integer(over ? n - k + i : n - i + 1))
                                 : cdy_failed_value;
        if (over && product.kind) {
            product = cdy_operate(x, "//", product, cdy_of_integer(i));
        }
    }
    return product;
}

static cdy_value call_comb(cdy_interpreter *x, const cdy_arguments *a)
{
    return choose(x, a, true);
}

static cdy_value call_perm(cdy_interpreter *x, const cdy_arguments *a)
{
    return choose(x, a, false);
}

/* Newton's method from above: each step is nearer, and the last one is the root, rounded down. */
static cdy_value call_isqrt(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value n = a->items[0];
    if (!cdy_is_whole(n) || cdy_is_negative(n)) {
        return fail(x, "isqrt", "a whole number from 0 on");
    }
    cdy_value root = cdy_operate(x, "+", n, cdy_of_integer(1)), next = n;
    while (root.kind && next.kind && cdy_truth_of(next) && cdy_compare_whole(next, root) < 0) {
        root = next;
        next = cdy_operate(x, "//", n, root);
        next = next.kind ? cdy_operate(x, "+", next, root) : next;
        next = next.kind ? cdy_operate(x, "//", next, cdy_of_integer(2)) : next;
    }
    return next.kind && root.kind ? (cdy_truth_of(n) ? root : n) : cdy_failed_value;
}

/* The sum of numbers without rounding between them (Neumaier's). */
static cdy_value call_fsum(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *numbers = cdy_elements_of(x, a->items[0]);
    double sum = 0, lost = 0;
    bool opposite = false;
    for (size_t i = 0; numbers && i < numbers->count; i++) {
        if (!cdy_is_number(numbers->items[i])) {
            return fail(x, "fsum", "numbers");
        }
        double n;
        if (!cdy_to_number(x, numbers->items[i], &n)) {
            return cdy_failed_value;
        }
        const double next = sum + n;
        opposite = opposite || (isnan(next) && isinf(sum) && isinf(n));
        lost += fabs(sum) >= fabs(n) ? (sum - next) + n : (n - next) + sum;
        sum = next;
    }
    if (opposite) {
        return fail(x, "fsum", "no infinite numbers of both signs");
    }
    return numbers ? cdy_of_number(isfinite(sum) ? sum + lost : sum) : cdy_failed_value;
}

static cdy_value call_prod(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *numbers = cdy_elements_of(x, a->items[0]);
    cdy_value product = numbers ? cdy_named_argument(a, "start", cdy_of_integer(1)) : cdy_failed_value;
    for (size_t i = 0; numbers && product.kind && i < numbers->count; i++) {
        product = cdy_operate(x, "*", product, numbers->items[i]);
    }
    return product;
}

static cdy_value call_dist(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *p = cdy_elements_of(x, a->items[0]), *q = p ? cdy_elements_of(x, a->items[1]) : NULL;
    double sum = 0;
    if (q && p->count != q->count) {
        return fail(x, "dist", "points of as many coordinates");
    }
    for (size_t i = 0; q && i < p->count; i++) {
        if (!cdy_is_number(p->items[i]) || !cdy_is_number(q->items[i])) {
            return fail(x, "dist", "numbers");
        }
        double from, to;
        if (!cdy_to_number(x, p->items[i], &from) || !cdy_to_number(x, q->items[i], &to)) {
            return cdy_failed_value;
        }
        sum = hypot(sum, from - to);
    }
    return q ? cdy_of_number(sum) : cdy_failed_value;
}

static cdy_value pair(cdy_interpreter *x, cdy_value first, cdy_value second)
{
    cdy_value tuple = cdy_new_list(x, CDY_KIND_TUPLE, 2);
    return tuple.kind && cdy_append(x, tuple.list, first) && cdy_append(x, tuple.list, second) ? tuple
                                                                                               : cdy_failed_value;
}

static cdy_value call_frexp(cdy_interpreter *x, const cdy_arguments *a)
{
    double n;
    int exponent = 0;
    if (!read_numbers(x, a, &n)) {
        return cdy_failed_value;
    }
    const double fraction = frexp(n, &exponent);
    return pair(x, cdy_of_number(fraction), cdy_of_integer(isfinite(n) ? exponent : 0));
}

static cdy_value call_modf(cdy_interpreter *x, const cdy_arguments *a)
{
    double n, whole = 0;
    if (!read_numbers(x, a, &n)) {
        return cdy_failed_value;
    }
    const double fraction = modf(n, &whole);
    return pair(x, cdy_of_number(fraction), cdy_of_number(whole));
}

static cdy_value call_ldexp(cdy_interpreter *x, const cdy_arguments *a)
{
    double n[2];
    if (!read_numbers(x, a, n) || !cdy_is_integer(a->items[1])) {
        return fail(x, "ldexp", "a number and a whole number");
    }
    const double out = ldexp(n[0], n[1] > 10000 ? 10000 : n[1] < -10000 ? -10000 : (int)n[1]);
    return isfinite(out) || !isfinite(n[0]) ? cdy_of_number(out) : fail(x, "ldexp", "smaller exponents");
}

static double to_radians(double degrees)
{
    return degrees * (PI / 180);
}

static double to_degrees(double radians)
{
    return radians * (180 / PI);
}

static double ulp_of(double number)
{
    const double n = fabs(number), above = nextafter(n, HUGE_VAL);
    return isfinite(above) ? above - n : n - nextafter(n, 0);
}

/* exp2 of the C library rounds like pow(2, x), which it is. */
static double exp2_of(double number)
{
    return pow(2, number);
}

#define OF_NUMBER(function, implementation)                                                                            \
    {                                                                                                                  \
        .name = #function, .of = (implementation)                                                                      \
    }
#define CONSTANT(word, value)                                                                                          \
    {                                                                                                                  \
        .name = (word), .constant = {.kind = CDY_KIND_FLOAT, .number = (value) }                                       \
    }

const cdy_function cdy_math_functions[] = {
    OF_NUMBER(sin, sin),
    OF_NUMBER(cos, cos),
    OF_NUMBER(tan, tan),
    OF_NUMBER(asin, asin),
    OF_NUMBER(acos, acos),
    OF_NUMBER(atan, atan),
    OF_NUMBER(sinh, sinh),
    OF_NUMBER(cosh, cosh),
    OF_NUMBER(tanh, tanh),
    OF_NUMBER(asinh, asinh),
    OF_NUMBER(acosh, acosh),
    OF_NUMBER(atanh, atanh),
    OF_NUMBER(sqrt, sqrt),
    OF_NUMBER(cbrt, cbrt),
    OF_NUMBER(exp, exp),
    OF_NUMBER(exp2, exp2_of),
    OF_NUMBER(expm1, expm1),
    OF_NUMBER(log10, log10),
    OF_NUMBER(log2, log2),
    OF_NUMBER(log1p, log1p),
    OF_NUMBER(fabs, fabs),
    OF_NUMBER(radians, to_radians),
    OF_NUMBER(degrees, to_degrees),
    OF_NUMBER(erf, erf),
    OF_NUMBER(erfc, erfc),
    OF_NUMBER(gamma, tgamma),
    OF_NUMBER(lgamma, lgamma),
    OF_NUMBER(ulp, ulp_of),
    CONSTANT("pi", PI),
    CONSTANT("e", EULER),
    CONSTANT("tau", 2 * PI),
    CONSTANT("inf", (double)INFINITY),
    CONSTANT("nan", (double)NAN),
    {.name = "atan2", .call = call_atan2, .least = 2, .most = 2},
    {.name = "pow", .call = call_pow, .least = 2, .most = 2},
    {.name = "fmod", .call = call_fmod, .least = 2, .most = 2},
    {.name = "copysign", .call = call_copysign, .least = 2, .most = 2},
    {.name = "remainder", .call = call_remainder, .least = 2, .most = 2},
    {.name = "nextafter", .call = call_nextafter, .least = 2, .most = 2},
    {.name = "hypot", .call = call_hypot, .least = 0, .most = -1},
    {.name = "floor", .call = call_floor, .least = 1, .most = 1},
    {.name = "ceil", .call = call_ceil, .least = 1, .most = 1},
    {.name = "trunc", .call = call_trunc, .least = 1, .most = 1},
    {.name = "log", .call = call_log, .least = 1, .most = 2},
    {.name = "isnan", .call = call_isnan, .least = 1, .most = 1},
    {.name = "isinf", .call = call_isinf, .least = 1, .most = 1},
    {.name = "isfinite", .call = call_isfinite, .least = 1, .most = 1},
    {.name = "isclose", .call = call_isclose, .least = 2, .most = 2, .names = {"rel_tol", "abs_tol"}, .place = -1},
    {.name = "factorial", .call = call_factorial, .least = 1, .most = 1},
    {.name = "gcd", .call = call_gcd, .least = 0, .most = -1},
    {.name = "lcm", .call = call_lcm, .least = 0, .most = -1},
    {.name = "comb", .call = call_comb, .least = 2, .most = 2},
    {.name = "perm", .call = call_perm, .least = 1, .most = 2},
    {.name = "isqrt", .call = call_isqrt, .least = 1, .most = 1},
    {.name = "fsum", .call = call_fsum, .least = 1, .most = 1},
    {.name = "prod", .call = call_prod, .least = 1, .most = 1, .names = {"start"}, .place = -1},
    {.name = "dist", .call = call_dist, .least = 2, .most = 2},
    {.name = "frexp", .call = call_frexp, .least = 1, .most = 1},
    {.name = "modf", .call = call_modf, .least = 1, .most = 1},
    {.name = "ldexp", .call = call_ldexp, .least = 2, .most = 2},
    {.name = NULL},
};
