#include "values/per_joint.h"

#include "run/number.h"
#include "values/assignment.h"
#include "values/variable.h"
#include "values/vector.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a text is one number, for all joints. */
static bool is_one_number(const char *text, double *value)
{
    const char *end;
    return number_scan(text, value, &end) == CDY_NUMBER_OK && *end == '\0';
}

/* Whether a text is a word, as those that stand for positions: home, random. */
static bool is_word(const char *text)
{
    return isalpha((unsigned char)*text) && !strpbrk(text, "=,");
}

static exit_code read_numbers(const robot *r, const per_joint_option *option, const char *given, double *numbers,
                              double *values)
{
    const int n = cdy_model_nv(r->model);
    double all = 0;
    const bool one = is_one_number(given, &all), some = !one && strchr(given, '=');
    for (int i = 0; i < n; i++) {
        numbers[i] = (double)NAN; /* of joints that joint=value,... leaves out */
    }
    exit_code code =
        one ? EXIT_FINE
        : is_word(given)
            ? fail(EXIT_USAGE, "%s: '%.80s' is no %s; expected a number, a list of numbers or joint=value,...",
                   option->name, given, option->noun)
        : some ? assignment_read(r, option->kind, option->name, given, option->degrees, numbers)
               : vector_read(r, option->kind, option->name, given, 0, option->degrees, numbers);
    for (int i = 0; i < n && code == EXIT_FINE; i++) {
        const cdy_coordinate c = vector_coordinate(r->model, option->kind, i);
        const double value = one ? (option->degrees && c.angular ? radians(all) : all) : numbers[i];
        const bool left_out = some && isnan(value);
        if (!left_out && !(option->above_zero ? value > 0 : value >= 0)) {
            code = fail(EXIT_USAGE, "%s: the %s of joint '%s' is %g; expected a number %s", option->name, option->noun,
                        c.joint, value, option->above_zero ? "above 0" : "from 0 on");
        } else if (!left_out && option->most > 0 && !(value >= option->least && value <= option->most)) {
            code = fail(EXIT_USAGE, "%s: the %s of joint '%s' is %g; expected a number above 0, %g to %g", option->name,
                        option->noun, c.joint, value, option->least, option->most);
        }
        values[i] = left_out ? values[i] : value;
    }
    return code;
}

exit_code per_joint_read(const robot *r, const per_joint_option *option, const char *given, double *values)
{
    if (!given) {
        return EXIT_FINE;
    }
    double *numbers = calloc((size_t)cdy_model_nv(r->model) + 1, sizeof *numbers);
    if (!numbers) {
        return fail_memory();
    }
    const exit_code code = read_numbers(r, option, given, numbers, values);
    free(numbers);
    return code;
}
