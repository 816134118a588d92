/* Every quantity of the library has a call in C++, Python and Octave. A binding that lacks one fails here by its name;
 * a new quantity takes few places that are written by hand. */
#define _XOPEN_SOURCE 700
#include "support/suite.h"

#include <ftw.h>
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
    {"Python's help", "tools/python/quantity.c", " doc_", "[]"},
    {"Python's types", "tools/python/condyle/_condyle.pyi", "def ", "("},
    {"Octave", "tools/octave/mex/quantity.c", "(", ","},
};

/* Quantities whose name in Octave is MATLAB's. */
static const char *const names_of_matlab[][2] = {
    {"inverse_dynamics", "inverseDynamics"},    {"velocity_product", "velocityProduct"},
    {"gravity_torque", "gravityTorque"},        {"mass_matrix", "massMatrix"},
    {"forward_dynamics_by", "forwardDynamics"}, {"center_of_mass", "centerOfMass"},
    {"get_transform", "getTransform"},          {"geometric_jacobian", "geometricJacobian"}};

/* Python and Octave choose the method of forward dynamics by an argument: the call with one stands for both. */
static bool is_covered(const char *language, const char *quantity)
{
    const bool by_argument = strncmp(language, "Python", 6) == 0 || strcmp(language, "Octave") == 0;
    const bool has_own_name = strcmp(language, "Python's types") == 0 || strcmp(language, "Python's help") == 0;
    return by_argument && strcmp(quantity, has_own_name ? "forward_dynamics_by" : "forward_dynamics") == 0;
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

/* ---- Octave's functions ---- */

static const char *name_in_octave(const char *quantity)
{
    for (size_t i = 0; i < sizeof names_of_matlab / sizeof *names_of_matlab; i++) {
        if (strcmp(names_of_matlab[i][0], quantity) == 0) {
            return names_of_matlab[i][1];
        }
    }
    return quantity;
}

/* A function with help, a method of the class, a line in the index of the package, from which the build has its list.
 */
START_TEST(octave_has_a_function_for_every_quantity)
{
    char *path = source_path("tools/octave/package/INDEX"), *listed = read_whole_file(path, NULL);
    char *class_path = source_path("tools/octave/condyle/rigidBodyTree.m"),
         *methods = read_whole_file(class_path, NULL);
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        const char *name = name_in_octave(quantities[i]);
        char line[120], method[120], file[160];
        if (is_covered("Octave", quantities[i])) {
            continue;
        }
        snprintf(line, sizeof line, "\n %s\n", name);
        ck_assert_msg(strstr(listed, line), "%s lacks %s", path, name);
        snprintf(method, sizeof method, " %s(", name);
        ck_assert_msg(strstr(methods, method), "%s lacks %s", class_path, name);
        snprintf(file, sizeof file, "tools/octave/condyle/%s.m", name);
        char *function_path = source_path(file);
        free(read_whole_file(function_path, NULL)); /* fails where there is none */
        free(function_path);
    }
    free(methods);
    free(class_path);
    free(listed);
    free(path);
}
END_TEST

/* ---- places by hand ---- */

enum { MOST_PLACES = 8 };
static const char counted[] = "transform_derivative"; /* a quantity that no other code calls */
static int places;
static char place_names[2000];

/* Overwrites the parts of a text that the target `declarations` writes. */
static void blank_written_parts(char *text)
{
    for (char *at = text; (at = strstr(at, "meson compile -C build declarations"));) {
        char *end = strstr(at, "the end of what is written");
        end = end ? end : at + strlen(at);
        memset(at, ' ', (size_t)(end - at));
    }
}

static int count_places(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)place;
    if (type != FTW_F) {
        return 0;
    }
    char *text = read_whole_file(path, NULL), *root = source_path("");
    blank_written_parts(text);
    const char *name = path + strlen(root);
    if (strstr(text, counted)) {
        const size_t length = strlen(place_names);
        snprintf(place_names + length, sizeof place_names - length, "#   %s\n", name);
        places++;
    }
    free(root);
    free(text);
    return 0;
}

START_TEST(a_quantity_is_in_few_places_by_hand)
{
    static const char *const folders[] = {"lib", "tools"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = source_path(folders[i]);
        ck_assert_int_eq(nftw(folder, count_places, 16, FTW_PHYS), 0);
        free(folder);
    }
    printf("# %s is in %d files by hand:\n%s", counted, places, place_names);
    ck_assert_int_ge(places, 4);
    ck_assert_msg(places <= MOST_PLACES, "%s is in %d files by hand, expected %d:\n%s", counted, places, MOST_PLACES,
                  place_names);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bindings");
    TCase *tests = tcase_create("quantities");
    tcase_add_loop_test(tests, every_binding_has_every_quantity, 0, sizeof bindings / sizeof *bindings);
    tcase_add_test(tests, octave_has_a_function_for_every_quantity);
    tcase_add_test(tests, a_quantity_is_in_few_places_by_hand);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
