/* Every quantity of the library has a call in C++, Python and Octave. A binding that lacks one fails here by its name.
 */
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const quantities[] = {
#define QUANTITY(name, ...) #name,
#include "dynamics/quantities.def"
#undef QUANTITY
};

/* The files in which each binding names all quantities. */
static const struct {
    const char *language, *file, *before, *after; /* text around the name */
} bindings[] = {
    {"C++, one state", "lib/include/condyle/workspace.hpp", "cdy_", "("},
    {"C++, batches", "lib/include/condyle/batch.hpp", "cdy_batch_", ";"},
    {"C++, batches of floats", "lib/include/condyle/batch.hpp", "cdy_batch_f32_", ";"},
    {"Python", "tools/python/quantity.h", ", ", ","},
    {"Python's types", "tools/python/condyle/__init__.pyi", "def ", "("},
    {"Octave", "tools/octave/mex/quantity.c", "(", ","},
};

/* Python and Octave choose the method of forward dynamics by an argument: the call with one stands for both. */
static bool is_covered(const char *language, const char *quantity)
{
    const bool by_argument = strncmp(language, "Python", 6) == 0 || strcmp(language, "Octave") == 0;
    const bool has_types_only = strcmp(language, "Python's types") == 0;
    return by_argument && strcmp(quantity, has_types_only ? "forward_dynamics_by" : "forward_dynamics") == 0;
}

START_TEST(every_binding_has_every_quantity)
{
    char *path = source_path(bindings[_i].file), *text = read_whole_file(path, NULL);
    int missing = 0;
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        char call[120];
        snprintf(call, sizeof call, "%s%s%s", bindings[_i].before, quantities[i], bindings[_i].after);
        if (!strstr(text, call) && !is_covered(bindings[_i].language, quantities[i])) {
            fprintf(stderr, "%s lacks %s: %s has no %s\n", bindings[_i].language, quantities[i], bindings[_i].file,
                    call);
            missing++;
        }
    }
    ck_assert_int_eq(missing, 0);
    free(text);
    free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bindings");
    TCase *tests = tcase_create("quantities");
    tcase_add_loop_test(tests, every_binding_has_every_quantity, 0, sizeof bindings / sizeof *bindings);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
