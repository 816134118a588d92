#include "generate/options.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"

#include <string.h>

enum { MOST_LANES = 16, NAME_SIZE = 64 };
enum { CALLS_OF_FRAME = CDY_GENERATE_TRANSFORM | CDY_GENERATE_JACOBIAN };
enum {
    EVERY_CALL =
        CDY_GENERATE_ALL | CDY_GENERATE_OBSERVER | CALLS_OF_FRAME | CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES
};

cdy_generate_options cdy_generate_options_default(void)
{
    return (cdy_generate_options){
        .name = "robot",
        .calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_MASS_MATRIX,
        .lanes = 1,
    };
}

void cdy_generated_clear(cdy_generated *code)
{
    if (code) {
        cdy_release(code->header);
        cdy_release(code->source);
        cdy_release(code->test);
        for (int i = 0; code->files && i < code->file_count; i++) {
            cdy_release(code->files[i].name);
            cdy_release(code->files[i].text);
        }
        cdy_release(code->files);
        *code = (cdy_generated){NULL, NULL, NULL, NULL, 0};
    }
}

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "alignas", "alignof",  "and",       "asm",      "auto",     "bool",      "break",   "case",   "catch",
        "char",    "class",    "const",     "continue", "default",  "delete",    "do",      "double", "else",
        "enum",    "explicit", "export",    "extern",   "false",    "float",     "for",     "friend", "goto",
        "if",      "inline",   "int",       "long",     "mutable",  "namespace", "new",     "not",    "operator",
        "or",      "private",  "protected", "public",   "register", "restrict",  "return",  "short",  "signed",
        "sizeof",  "static",   "struct",    "switch",   "template", "this",      "throw",   "true",   "try",
        "typedef", "typeid",   "typename",  "union",    "unsigned", "using",     "virtual", "void",   "volatile",
        "while",   "xor",      "NULL"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(name, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Names in the code begin with NAME_, so that only its characters matter, and two underscores, which C++ reserves; a
 * keyword would puzzle. */
static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const size_t length = name ? strlen(name) : 0;
    return length > 0 && length < NAME_SIZE && strchr(letters, name[0]) &&
           strspn(name, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == length &&
           name[length - 1] != '_' && !strstr(name, "__") && !is_keyword(name);
}

/* Functions that are derivatives are Jacobians there. */
static cdy_status check_casadi(const cdy_generate_options *o, cdy_error *error)
{
    if (o->calls & ~((unsigned)CDY_GENERATE_ALL_FOR_CASADI | (unsigned)CALLS_OF_FRAME)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "code for CasADi has functions with one result alone, each with its Jacobian beside it as "
                        "jac_NAME_...; leave out derivatives, gradients and the observer");
    }
    if (o->lanes > 1 || o->floats) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "CasADi computes doubles, one state a call; expected 1 lane and no floats");
    }
    return CDY_OK;
}

cdy_status cdy_check_generate_options(const cdy_generate_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!is_name(o->name)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "'%.64s' cannot begin names in C; expected a letter, then letters, digits and _, fewer than %d "
                        "characters, no keyword",
                        o->name ? o->name : "", NAME_SIZE);
    }
    if (!o->calls || o->calls & ~(unsigned)EVERY_CALL) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are no functions %#x; expected a sum of cdy_generate_call",
                        o->calls);
    }
    if (!o->frame && o->target == CDY_GENERATE_ROS2_CONTROL) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a package for ros2_control needs a frame, at which its observer tells the external wrench; "
                        "name its body (`frame`, --frame)");
    }
    if (!o->frame && o->calls & CALLS_OF_FRAME) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a transform and a Jacobian are those of a frame; name its body (`frame`, --frame)");
    }
    if (o->lanes < 1 || o->lanes > MOST_LANES || (o->lanes & (o->lanes - 1))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no code for %d lanes; expected 1, 2, 4, 8 or 16",
                        o->lanes);
    }
    if (o->target != CDY_GENERATE_C && o->target != CDY_GENERATE_CUDA && o->target != CDY_GENERATE_CASADI &&
        o->target != CDY_GENERATE_ROS2_CONTROL && o->target != CDY_GENERATE_CORTEX_M) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no target %d; expected a cdy_generate_target",
                        (int)o->target);
    }
    if (o->target == CDY_GENERATE_CUDA && o->calls & CDY_GENERATE_OBSERVER) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "code for CUDA has no observer, which keeps a state of its own; generate it for C");
    }
    if (o->target == CDY_GENERATE_CUDA && o->lanes > 1) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "code for CUDA has no lanes: each thread computes one state; expected 1 lane, not %d",
                        o->lanes);
    }
    if (o->target == CDY_GENERATE_CORTEX_M && o->lanes > 1) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "code for microcontrollers has no lanes, as they have no vectors of floats; expected 1 lane, "
                        "not %d",
                        o->lanes);
    }
    if (o->hessians && o->target != CDY_GENERATE_CASADI) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "only code for CasADi has functions for Hessians; generate second derivatives of inverse "
                        "dynamics as a function of their own");
    }
    if (o->target == CDY_GENERATE_CASADI) {
        const cdy_status status = check_casadi(o, error);
        if (status) {
            return status;
        }
    }
    if (!(o->angle_tolerance >= 0 && o->angle_tolerance <= 1e-3)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance of angles is %g rad; expected 0 to 0.001",
                        o->angle_tolerance);
    }
    return CDY_OK;
}
