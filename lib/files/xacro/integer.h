/* Integers of any size, as Python has them: of 64 bits in the value itself, of more in limbs (big.h). Results of
 * more than CDY_MOST_LIMBS are an error. */
#ifndef CDY_XACRO_INTEGER_H
#define CDY_XACRO_INTEGER_H

#include "xacro/value.h"

/* Whether a value is a bool or an int of any size; cdy_is_integer(): of 64 bits. */
bool cdy_is_whole(cdy_value v);

/* a OPERATION b of integers of any size; reports what has no result, or one that is too large. */
cdy_value cdy_operate_whole(cdy_interpreter *x, const char *operation, cdy_value a, cdy_value b);

/* -v, ~v, |v| of an integer. */
cdy_value cdy_negate(cdy_interpreter *x, cdy_value v);
cdy_value cdy_invert(cdy_interpreter *x, cdy_value v);
cdy_value cdy_magnitude(cdy_interpreter *x, cdy_value v);

/* Returns -1, 0 or 1, as integer a is below, equal to or above b, which is an integer, or a number that is no NaN. */
int cdy_compare_whole(cdy_value a, cdy_value b);
int cdy_compare_with_number(cdy_value a, double b);

/* Returns the integer that a finite number without fraction is. */
cdy_value cdy_whole_of_number(cdy_interpreter *x, double number);

/* Returns the integer with these digits, of a base up to 36, and underscores between them. */
cdy_value cdy_whole_of_digits(cdy_interpreter *x, const char *digits, size_t length, int base, bool negative);

/* Returns the digits of an integer's magnitude, closed by 0; NULL where memory or steps run out. */
const char *cdy_digits_of_whole(cdy_interpreter *x, cdy_value v, int base, bool capital);
bool cdy_is_negative(cdy_value v);

#endif
