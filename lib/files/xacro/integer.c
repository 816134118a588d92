#include "xacro/integer.h"

#include "xacro/big.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* An integer in work. */
typedef struct whole {
    bool negative;
    cdy_natural size;
} whole;

bool cdy_is_whole(cdy_value v)
{
    return cdy_is_integer(v) || v.kind == CDY_KIND_BIG;
}

bool cdy_is_negative(cdy_value v)
{
    return v.kind == CDY_KIND_BIG ? v.big->negative : cdy_integer_of(v) < 0;
}

static void open_whole(cdy_value v, whole *w)
{
    w->negative = cdy_is_negative(v);
    if (v.kind == CDY_KIND_BIG) {
        w->size.count = v.big->count;
        memcpy(w->size.limbs, v.big->limbs, v.big->count * sizeof *v.big->limbs);
        return;
    }
    const int64_t n = cdy_integer_of(v);
    cdy_natural_set(&w->size, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

static cdy_value fail_large(cdy_interpreter *x)
{
    cdy_report_error(x, "an integer has more than %d bits, some 4300 digits; expected a smaller one",
                     CDY_MOST_LIMBS * CDY_LIMB_BITS);
    return cdy_failed_value;
}

/* The value of a small magnitude; false where it needs more than int64_t. */
static bool fits(const whole *w, int64_t *number)
{
    const cdy_natural *n = &w->size;
    if (n->count > 2) {
        return false;
    }
    const uint64_t low = n->count > 0 ? n->limbs[0] : 0, high = n->count > 1 ? n->limbs[1] : 0;
    const uint64_t size = high << CDY_LIMB_BITS | low, most = (uint64_t)INT64_MAX + w->negative;
    *number = size > INT64_MAX ? INT64_MIN : w->negative ? -(int64_t)size : (int64_t)size;
    return size <= most;
}

static cdy_value close_whole(cdy_interpreter *x, const whole *w)
{
    int64_t number;
    if (fits(w, &number)) {
        return cdy_of_integer(number);
    }
    const size_t count = w->size.count;
    if (count > CDY_MOST_LIMBS) {
        return fail_large(x);
    }
    cdy_big *big = cdy_take(x, 1, sizeof *big + count * sizeof *big->limbs);
    if (!big) {
        return cdy_failed_value;
    }
    big->negative = w->negative;
    big->count = count;
    memcpy(big->limbs, w->size.limbs, count * sizeof *big->limbs);
    return (cdy_value){.kind = CDY_KIND_BIG, .big = big};
}

/* ---- sums, products, quotients ---- */

static bool add(const whole *a, const whole *b, whole *out)
{
    if (a->negative == b->negative) {
        out->negative = a->negative;
        return cdy_natural_add(&a->size, &b->size, &out->size);
    }
    const int order = cdy_natural_compare(&a->size, &b->size);
    const whole *larger = order < 0 ? b : a, *smaller = order < 0 ? a : b;
    cdy_natural_subtract(&larger->size, &smaller->size, &out->size);
    out->negative = larger->negative && out->size.count > 0;
    return true;
}

static bool multiply(const whole *a, const whole *b, whole *out)
{
    const bool made = cdy_natural_multiply(&a->size, &b->size, &out->size);
    out->negative = a->negative != b->negative && made && out->size.count > 0;
    return made;
}

/* Floor division: the rest has the divisor's sign. */
static void divide(const whole *a, const whole *b, whole *quotient, whole *rest)
{
    cdy_natural_divide(&a->size, &b->size, &quotient->size, &rest->size);
    quotient->negative = a->negative != b->negative;
    rest->negative = b->negative;
    if (rest->size.count > 0 && a->negative != b->negative) {
        const cdy_natural above = rest->size;
        cdy_natural_extend(&quotient->size, 1, 1);
        cdy_natural_subtract(&b->size, &above, &rest->size);
    }
}

/* Counts the steps of a product of so many limbs. */
static bool count_steps(cdy_interpreter *x, size_t a, size_t b)
{
    return cdy_step(x, a * b / 64);
}

/* a ** exponent, for an exponent from 0 on. */
static cdy_value power(cdy_interpreter *x, const whole *a, uint64_t exponent)
{
    whole result = {.negative = false}, square = *a, next;
    cdy_natural_set(&result.size, 1);
    for (bool good = true; exponent > 0; exponent >>= 1) {
        if (!count_steps(x, 2 * square.size.count, square.size.count)) {
            return cdy_failed_value;
        }
        if (exponent & 1) {
            good = multiply(&result, &square, &next);
            result = good ? next : result;
        }
        if (good && exponent > 1) {
            good = multiply(&square, &square, &next);
            square = good ? next : square;
        }
        if (!good) {
            return fail_large(x);
        }
    }
    return close_whole(x, &result);
}

/* ---- shifts and bits ---- */

static cdy_value shift(cdy_interpreter *x, bool left, const whole *a, const whole *by)
{
    whole out = {.negative = a->negative};
    bool lost;
    int64_t bits;
    if (by->negative) {
        cdy_report_error(x, "a shift must not be negative");
        return cdy_failed_value;
    }
    if (!fits(by, &bits)) {
        bits = INT64_MAX;
    }
    if (left) {
        return cdy_natural_raise(&a->size, (uint64_t)bits, &out.size) ? close_whole(x, &out) : fail_large(x);
    }
    cdy_natural_lower(&a->size, (uint64_t)bits, &out.size, &lost);
    if (lost && a->negative) {
        cdy_natural_extend(&out.size, 1, 1); /* rounds towards minus infinity */
    }
    return close_whole(x, &out);
}

/* The limbs of an integer in two's complement, `count` of them. */
static void to_complement(const whole *w, size_t count, uint32_t *limbs)
{
    uint64_t carry = 1;
    for (size_t i = 0; i < count; i++) {
        limbs[i] = i < w->size.count ? w->size.limbs[i] : 0;
        if (w->negative) {
            carry += (uint32_t)~limbs[i];
            limbs[i] = (uint32_t)carry;
            carry >>= CDY_LIMB_BITS;
        }
    }
}

static void from_complement(const uint32_t *limbs, size_t count, whole *out)
{
    uint64_t carry = 1;
    out->negative = limbs[count - 1] >> (CDY_LIMB_BITS - 1);
    out->size.count = 0;
    for (size_t i = 0; i < count; i++) {
        carry += (uint32_t)~limbs[i];
        out->size.limbs[i] = out->negative ? (uint32_t)carry : limbs[i];
        carry >>= CDY_LIMB_BITS;
        out->size.count = out->size.limbs[i] ? i + 1 : out->size.count;
    }
}

static cdy_value combine_bits(cdy_interpreter *x, char operation, const whole *a, const whole *b)
{
    uint32_t p[CDY_LIMB_ROOM] = {0}, q[CDY_LIMB_ROOM] = {0}; /* gcc does not see that count is above 0 */
    const size_t count = 1 + (a->size.count > b->size.count ? a->size.count : b->size.count);
    whole out;
    to_complement(a, count, p);
    to_complement(b, count, q);
    for (size_t i = 0; i < count; i++) {
        p[i] = operation == '&' ? p[i] & q[i] : operation == '|' ? p[i] | q[i] : p[i] ^ q[i];
    }
    from_complement(p, count, &out);
    return close_whole(x, &out);
}

/* ---- numbers ---- */

static cdy_value divide_exactly(cdy_interpreter *x, const whole *a, const whole *b)
{
    const double number = cdy_natural_ratio(&a->size, &b->size);
    if (isinf(number)) {
        cdy_report_error(x, "the quotient of two integers is too large for a number");
        return cdy_failed_value;
    }
    return cdy_of_number(a->negative != b->negative ? -number : number);
}

static void open_number(double number, whole *w)
{
    int exponent;
    const double fraction = frexp(fabs(number), &exponent);
    bool lost;
    cdy_natural mantissa;
    w->negative = number < 0;
    cdy_natural_set(&mantissa, (uint64_t)ldexp(fraction, DBL_MANT_DIG));
    exponent -= DBL_MANT_DIG;
    if (exponent >= 0) {
        cdy_natural_raise(&mantissa, (uint64_t)exponent, &w->size);
    } else {
        cdy_natural_lower(&mantissa, (uint64_t)-exponent, &w->size, &lost);
    }
}

cdy_value cdy_whole_of_number(cdy_interpreter *x, double number)
{
    whole w;
    if (fabs(number) < 0x1p63) {
        return cdy_of_integer((int64_t)number);
    }
    open_number(number, &w);
    return close_whole(x, &w);
}

/* ---- order ---- */

static int compare(const whole *a, const whole *b)
{
    if (a->negative != b->negative) {
        return a->negative ? -1 : 1;
    }
    const int order = cdy_natural_compare(&a->size, &b->size);
    return a->negative ? -order : order;
}

int cdy_compare_whole(cdy_value a, cdy_value b)
{
    if (cdy_is_integer(a) && cdy_is_integer(b)) {
        const int64_t p = cdy_integer_of(a), q = cdy_integer_of(b);
        return p < q ? -1 : p > q;
    }
    whole p, q;
    open_whole(a, &p);
    open_whole(b, &q);
    return compare(&p, &q);
}

int cdy_compare_with_number(cdy_value a, double b)
{
    if (isinf(b)) {
        return b > 0 ? -1 : 1;
    }
    whole p, q;
    const double below = floor(b);
    open_whole(a, &p);
    open_number(below, &q);
    const int order = compare(&p, &q);
    return order == 0 && b > below ? -1 : order;
}

/* ---- operations ---- */

/* An exponent from 0 on. One beyond 64 bits is too large for any base but 0, 1 and -1, which need its lowest bit. */
static uint64_t exponent_of(cdy_value v)
{
    return v.kind == CDY_KIND_BIG ? UINT64_MAX - !(v.big->limbs[0] & 1) : (uint64_t)cdy_integer_of(v);
}

cdy_value cdy_operate_whole(cdy_interpreter *x, const char *operation, cdy_value left, cdy_value right)
{
    whole a, b, out, rest;
    open_whole(left, &a);
    open_whole(right, &b);
    if (!count_steps(x, a.size.count, b.size.count)) {
        return cdy_failed_value;
    }
    switch (*operation) {
    case '+':
    case '-':
        b.negative = b.negative != (*operation == '-');
        return add(&a, &b, &out) ? close_whole(x, &out) : fail_large(x);
    case '*':
        if (operation[1]) {
            return power(x, &a, exponent_of(right));
        }
        return multiply(&a, &b, &out) ? close_whole(x, &out) : fail_large(x);
    case '<':
    case '>': return shift(x, *operation == '<', &a, &b);
    case '/':
    case '%': break;
    default: return combine_bits(x, *operation, &a, &b);
    }
    if (strcmp(operation, "/") == 0) {
        return divide_exactly(x, &a, &b);
    }
    divide(&a, &b, &out, &rest);
    return close_whole(x, *operation == '%' ? &rest : &out);
}

cdy_value cdy_negate(cdy_interpreter *x, cdy_value v)
{
    return cdy_is_integer(v) && cdy_integer_of(v) != INT64_MIN ? cdy_of_integer(-cdy_integer_of(v))
                                                               : cdy_operate_whole(x, "-", cdy_of_integer(0), v);
}

cdy_value cdy_invert(cdy_interpreter *x, cdy_value v)
{
    return cdy_is_integer(v) ? cdy_of_integer(~cdy_integer_of(v)) : cdy_operate_whole(x, "-", cdy_of_integer(-1), v);
}

cdy_value cdy_magnitude(cdy_interpreter *x, cdy_value v)
{
    return cdy_is_negative(v) ? cdy_negate(x, v) : v.kind == CDY_KIND_BIG ? v : cdy_of_integer(cdy_integer_of(v));
}

/* ---- digits ---- */

static uint32_t digit_of(char c)
{
    return c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a') + 10;
}

cdy_value cdy_whole_of_digits(cdy_interpreter *x, const char *digits, size_t length, int base, bool negative)
{
    whole w = {.negative = false};
    bool room = true;
    for (size_t i = 0; i < length && room; i++) {
        if (!cdy_step(x, w.size.count / 64)) {
            return cdy_failed_value;
        }
        room = digits[i] == '_' || cdy_natural_extend(&w.size, (uint32_t)base, digit_of(digits[i]));
    }
    w.negative = negative && w.size.count > 0;
    return room ? close_whole(x, &w) : fail_large(x);
}

const char *cdy_digits_of_whole(cdy_interpreter *x, cdy_value v, int base, bool capital)
{
    const char *letters = capital ? "0123456789ABCDEF" : "0123456789abcdef";
    whole w;
    open_whole(v, &w);
    const size_t least_bits = base >= 16 ? 4 : base >= 8 ? 3 : 1;
    const size_t room = cdy_natural_bits(&w.size) / least_bits + 2;
    char *text = cdy_step(x, w.size.count * w.size.count / 64) ? cdy_take(x, room, 1) : NULL;
    if (!text) {
        return NULL;
    }
    size_t at = room - 1;
    do {
        text[--at] = letters[cdy_natural_reduce(&w.size, (uint32_t)base)];
    } while (w.size.count > 0);
    return text + at;
}
