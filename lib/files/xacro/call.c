/* Calls of functions, methods and lambdas. */
#include "xacro/expression.h"
#include "xacro/function.h"

#include <math.h>
#include <string.h>

static bool check_counts(cdy_interpreter *x, const cdy_function *f, const cdy_arguments *a)
{
    if ((int64_t)a->count < f->least || (f->most >= 0 && (int64_t)a->count > f->most)) {
        return cdy_report_error(x, "%s() takes %s%d arguments, not %zu", f->name,
                                f->most == f->least            ? ""
                                : (int64_t)a->count < f->least ? "at least "
                                                               : "at most ",
                                (int64_t)a->count < f->least ? f->least : f->most, a->count);
    }
    return true;
}

/* Keyword arguments are known, and none of them is given by its place as well. */
static bool check_names(cdy_interpreter *x, const cdy_function *f, const cdy_arguments *a)
{
    enum { MOST = sizeof f->names / sizeof *f->names };
    for (size_t i = 0; i < a->named_count && !f->takes_names; i++) {
        int k = 0;
        while (k < MOST && f->names[k] && strcmp(f->names[k], a->names[i]) != 0) {
            k++;
        }
        if (k == MOST || !f->names[k]) {
            return cdy_report_error(x, "%s() takes no argument '%.80s'", f->name, a->names[i]);
        }
        if (f->place >= 0 && (size_t)(f->place + k) < a->count) {
            return cdy_report_error(x, "%s() has its argument '%.80s' twice", f->name, a->names[i]);
        }
    }
    return true;
}

/* Calls a function of one number; the result is a number wherever the argument is in its domain. */
static cdy_value call_of_number(cdy_interpreter *x, const cdy_function *f, const cdy_arguments *a)
{
    if (a->count != 1 || a->named_count > 0 || !cdy_is_number(a->items[0])) {
        cdy_report_error(x, a->count == 1 ? "%s() takes a number, not a value of type %s" : "%s() takes one number",
                         f->name, a->count == 1 ? cdy_type_name(a->items[0]) : "");
        return cdy_failed_value;
    }
    double in;
    if (!cdy_to_number(x, a->items[0], &in)) {
        return cdy_failed_value;
    }
    const double out = f->of(in);
    if ((isnan(out) && !isnan(in)) || (isinf(out) && isfinite(in))) {
        cdy_report_error(x, "%s(%.15g) is no number", f->name, in);
        return cdy_failed_value;
    }
    return cdy_of_number(out);
}

static cdy_value call_function(cdy_interpreter *x, const cdy_function *f, const cdy_arguments *a)
{
    if (f->of) {
        return call_of_number(x, f, a);
    }
    return check_counts(x, f, a) && check_names(x, f, a) ? f->call(x, a) : cdy_failed_value;
}

static cdy_value call_method(cdy_interpreter *x, const cdy_method *method, const cdy_arguments *a)
{
    cdy_arguments with_self = *a;
    with_self.self = method->self;
    return call_function(x, method->function, &with_self);
}

cdy_value cdy_call_value(cdy_interpreter *x, cdy_value callee, const cdy_arguments *a)
{
    if (!cdy_step(x, 1) || !cdy_enter(x)) {
        return cdy_failed_value;
    }
    cdy_value result = cdy_failed_value;
    if (callee.kind == CDY_KIND_FUNCTION) {
        result = call_function(x, callee.function, a);
    } else if (callee.kind == CDY_KIND_METHOD) {
        result = call_method(x, callee.method, a);
    } else if (callee.kind == CDY_KIND_LAMBDA) {
        result = cdy_call_lambda(x, callee.lambda, a);
    } else {
        cdy_report_error(x, "a value of type %s is no function", cdy_type_name(callee));
    }
    cdy_leave(x);
    return x->status ? cdy_failed_value : result;
}

cdy_value cdy_call_with(cdy_interpreter *x, cdy_value callee, cdy_value argument)
{
    const cdy_arguments a = {.items = &argument, .count = 1};
    return cdy_call_value(x, callee, &a);
}
