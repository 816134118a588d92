/* Every public function with every wrong value in place of each of its arguments, from a table that interface.awk makes
 * of the headers: no call crashes, a wrong value is reported or stands for a default, and outputs stay unchanged. */
#define _XOPEN_SOURCE 700
#include "support/misuse_case.h"
#include "support/suite.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <unistd.h>

enum { STEPS = 24 };

/* Replaces fsync() of the C library, which waits for the disk. */
int fsync(int file)
{
    return fcntl(file, F_GETFD) < 0 ? -1 : 0;
}

/* ---- calls ---- */

typedef struct attempt {
    const interface_function *f;
    interface_value values[MOST_ARGUMENTS];
    int wrong;               /* number of the wrong argument; -1: none */
    const char *wrong_value; /* name of the wrong value, for messages */
    int status;
} attempt;

static bool returns_status(const interface_function *f)
{
    return is(f->result, "cdy_status");
}

/* Destroys the object that a call has made on the heap. */
static void destroy_made(const attempt *a, const char *type, void *made)
{
    if (is_about(a->f, "_init") || is_about(a->f, "_view")) {
        return;
    } else if (is(type, "cdy_tree **")) {
        cdy_tree_destroy(made);
    } else if (is(type, "cdy_model **")) {
        cdy_model_destroy(made);
    } else if (is(type, "cdy_workspace **")) {
        cdy_workspace_destroy(made);
    } else if (is(type, "cdy_batch **")) {
        cdy_batch_destroy(made);
    } else if (is(type, "cdy_batch_f32 **")) {
        cdy_batch_f32_destroy(made);
    } else if (is(type, "cdy_row_solver **")) {
        cdy_row_solver_destroy(made);
    } else if (is(type, "cdy_expansion **")) {
        cdy_expansion_destroy(made);
    } else if (is(type, "cdy_robot **")) {
        cdy_robot_destroy(made);
    } else if (is(type, "cdy_simulation **")) {
        cdy_simulation_destroy(made);
    } else if (is(type, "cdy_batch_simulation **")) {
        cdy_batch_simulation_destroy(made);
    } else if (is(type, "cdy_motion_model **")) {
        cdy_motion_model_destroy(made);
    } else if (is(type, "cdy_mesh **")) {
        cdy_mesh_destroy(made);
    } else if (is(type, "cdy_identification **")) {
        cdy_identification_destroy(made);
    } else if (is(type, "cdy_gain_identification **")) {
        cdy_gain_identification_destroy(made);
    } else if (is(type, "cdy_drive_identification **")) {
        cdy_drive_identification_destroy(made);
    } else if (is(type, "cdy_mechanism **")) {
        cdy_mechanism_destroy(made);
    } else if (is(type, "cdy_limit_report **")) {
        cdy_limit_report_destroy(made);
    } else if (is(type, "cdy_distance_scene **")) {
        cdy_distance_scene_destroy(made);
    } else if (is(type, "cdy_drive_catalogue **")) {
        cdy_drive_catalogue_destroy(made);
    } else if (is(type, "cdy_ik_closed **")) {
        cdy_ik_closed_destroy(made);
    } else if (is(type, "cdy_online_trajectory **")) {
        cdy_online_trajectory_destroy(made);
    } else if (is(type, "cdy_trajectory **")) {
        cdy_trajectory_destroy(made);
    } else if (is(type, "cdy_excitation **")) {
        cdy_excitation_destroy(made);
    } else if (is(type, "cdy_specialization **")) {
        cdy_specialization_destroy(made);
    } else {
        ck_abort_msg("%s makes a '%s', which this test does not know", a->f->name, type);
    }
}

/* Checks the handles that a call made: set on success, where cdy_robot_load() sets one of two; NULL on failure. */
static void check_made(const attempt *a)
{
    int handles = 0, set = 0;
    for (int k = 0; k < a->f->count; k++) {
        if (is_handle_out(a->f->arguments[k].type) && a->values[k].pointer) {
            void *made = world.made[k];
            ck_assert_msg(made != &world, "%s with %s as '%s' left its '%s' as it was", a->f->name, a->wrong_value,
                          a->f->arguments[a->wrong < 0 ? 0 : a->wrong].name, a->f->arguments[k].name);
            handles++;
            if (made) {
                set++;
                destroy_made(a, a->f->arguments[k].type, made);
            }
        }
    }
    const int expected = a->status != CDY_OK                                                          ? 0
                         : is(a->f->name, "cdy_robot_load") || is(a->f->name, "cdy_robot_load_bytes") ? 1
                                                                                                      : handles;
    ck_assert_msg(set == expected, "%s with %s came to %d and made %d objects, not %d", a->f->name, a->wrong_value,
                  a->status, set, expected);
}

/* Returns the first invalid number of an output: after CDY_OK a number that is not finite; after CDY_ERROR_ARGUMENT a
 * number that is not 0 as before the call, nor NaN where a row of a batch is at fault. Returns 0 where there is none.
 */
static double invalid_number(const attempt *a, int k)
{
    const bool single = is(a->f->arguments[k].type, "float *"), batch = is_about(a->f, "_batch_");
    const float *floats = (const void *)world.outputs[k];
    double bad = 0;
    for (int i = 0; i < ROOM && !(fabs(bad) > 0) && !isnan(bad); i++) {
        const double x = single ? (double)floats[i] : world.outputs[k][i];
        const bool limit = is_about(a->f, "motion_limits") && x > 0; /* infinite: the joint has no limit */
        /* temperatures: not known, or without end; a force, one number: without a direction, or without a bound */
        const bool open = (is_about(a->f, "drive_history") && !is(a->f->arguments[k].name, "torque") && !(x < 0)) ||
                          (is_about(a->f, "clamping_force") && i == 0 && !(x < 0));
        const bool wrong =
            a->status == CDY_OK ? !isfinite(x) && !limit && !open : !(x >= 0 && x <= 0) && !(batch && isnan(x));
        bad = wrong ? x : 0;
    }
    return bad;
}

static void check_results(const attempt *a)
{
    for (int k = 0; k < a->f->count; k++) {
        if (is_output(a->f->arguments[k].type) && a->values[k].pointer &&
            (a->status == CDY_OK || a->status == CDY_ERROR_ARGUMENT)) {
            const double bad = invalid_number(a, k);
            if (isnan(bad) || fabs(bad) > 0) {
                ck_abort_msg("%s with %s as '%s' came to %d and wrote %g into '%s'", a->f->name, a->wrong_value,
                             a->wrong < 0 ? "" : a->f->arguments[a->wrong].name, a->status, bad,
                             a->f->arguments[k].name);
            }
        }
    }
}

static void check_error(const attempt *a)
{
    const interface_function *f = a->f;
    if (f->count > 0 && is(f->arguments[f->count - 1].type, "cdy_error *") && a->values[f->count - 1].pointer) {
        const cdy_error *e = &world.error;
        ck_assert_msg(a->status == CDY_OK || ((int)e->status == a->status && e->text[0] && strlen(e->text) < 1000),
                      "%s with %s came to %d and said '%s'", f->name, a->wrong_value, a->status, e->text);
    }
}

static void run(attempt *a)
{
    if (ends(a->f->name, "_destroy") && a->values[0].pointer) {
        return; /* later calls need the objects of the world */
    }
    for (int k = 0; k < a->f->count; k++) {
        if (a->values[k].pointer == world.outputs[k]) {
            memset(world.outputs[k], 0, sizeof world.outputs[k]);
        }
    }
    memset(&world.error, 0, sizeof world.error);
    a->status = a->f->call(a->values);
    if (returns_status(a->f)) {
        ck_assert_msg(a->status >= CDY_OK && a->status <= CDY_ERROR_UNSUPPORTED, "%s came to %d", a->f->name,
                      a->status);
        check_made(a);
        check_results(a);
        check_error(a);
    }
    for (int k = 0; k < a->f->count; k++) { /* only cdy_generate() fills it, also where a wrong value stood in it */
        if (is(a->f->arguments[k].type, "cdy_generated *")) {
            cdy_generated_clear(a->values[k].pointer);
        }
    }
}

/* Runs a call with argument k set to `value` and good values elsewhere; returns the status of the call. */
static int run_with(const interface_function *f, int k, interface_value value, const char *wrong_value)
{
    attempt a = {.f = f, .wrong = k, .wrong_value = wrong_value};
    for (int i = 0; i < f->count; i++) {
        a.values[i] = good_value(f, i);
    }
    a.values[k] = value;
    run(&a);
    return a.status;
}

/* ---- wrong values ---- */

static const double odd_numbers[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e308, 5e-324, -1, 0};
static const long long odd_integers[] = {-1, 0, 2, 99, 4097, INT_MAX, INT_MIN};
enum { ODD_NUMBERS = sizeof odd_numbers / sizeof odd_numbers[0], ODD_INTEGERS = 7 };

static void try_numbers(const interface_function *f, int k)
{
    static double wrong[ROOM];
    static float singles[ROOM];
    for (int n = 0; n < ODD_NUMBERS; n++) {
        char wrong_value[32];
        snprintf(wrong_value, sizeof wrong_value, "%g", odd_numbers[n]);
        for (int i = 0; i < ROOM; i++) {
            wrong[i] = odd_numbers[n];
            singles[i] = (float)fmax(fmin(odd_numbers[n], 3e38), -3e38);
            singles[i] = isfinite(odd_numbers[n]) ? singles[i] : (float)odd_numbers[n];
        }
        const int status = run_with(
            f, k, point_to(is(f->arguments[k].type, "const float *") ? (const void *)singles : (const void *)wrong),
            wrong_value);
        const bool unbounded = is(f->name, "cdy_clamping_force") && is(f->arguments[k].name, "effort") &&
                               odd_numbers[n] > 0; /* an infinite effort is not bounded */
        ck_assert_msg(isfinite(odd_numbers[n]) || unbounded || status != CDY_OK || !returns_status(f),
                      "%s takes %s as '%s'", f->name, wrong_value, f->arguments[k].name);
    }
}

/* Puts odd numbers into a member of a copy of a struct and runs a call with it. */
static void try_member(const interface_function *f, int k, void *copy, const interface_member *m, size_t place)
{
    const size_t width = is(m->type, "double") ? sizeof(double) : is(m->type, "bool") ? sizeof(bool) : sizeof(int);
    const bool is_odd = !is(m->type, "bool") && !is(m->type, "size_t") && !is(m->type, "pointer") &&
                        !is(m->type, "char"); /* a member that a number can be wrong for */
    char wrong_value[128];
    for (size_t i = 0; i + width <= m->size && is_odd; i += width) {
        char kept[sizeof(double)], *at = (char *)copy + place + i;
        memcpy(kept, at, width);
        for (int n = 0; n < (width == sizeof(double) ? ODD_NUMBERS : ODD_INTEGERS); n++) {
            const int integer = (int)odd_integers[n < ODD_INTEGERS ? n : 0];
            if (integer > 4097 && (is(m->name, "iterations") || is(m->name, "restarts"))) {
                continue; /* the call would run all of them */
            }
            if (integer > 99 && is(m->name, "evaluations")) {
                continue; /* the call would use all evaluations */
            }
            const bool is_list =
                is(m->name, "frame_count") || (is(m->owner, "cdy_gik_problem") && is(m->name, "count"));
            if (integer > 1 && is_list) {
                continue; /* the list has one */
            }
            if (width == sizeof(double)) {
                memcpy(at, &odd_numbers[n], width);
                snprintf(wrong_value, sizeof wrong_value, "%g in %s", odd_numbers[n], m->name);
            } else {
                memcpy(at, &integer, width);
                snprintf(wrong_value, sizeof wrong_value, "%d in %s", integer, m->name);
            }
            run_with(f, k, point_to(copy), wrong_value);
        }
        memcpy(at, kept, width);
    }
}

/* Tries all members of a struct, and of the structs in it. */
static void try_members(const interface_function *f, int k, void *copy, const char *owner, size_t place)
{
    for (size_t i = 0; i < MEMBERS; i++) {
        if (is(members[i].owner, owner)) {
            bool inner = false;
            for (size_t j = 0; j < MEMBERS && !inner; j++) {
                inner = is(members[j].owner, members[i].type);
            }
            if (inner) {
                try_members(f, k, copy, members[i].type, place + members[i].place);
            } else {
                try_member(f, k, copy, &members[i], place + members[i].place);
            }
        }
    }
}

/* Puts a pointer into each place of the reserve at the end of a copy of options: every call refuses it. */
static void try_reserve(const interface_function *f, int k, const char *owner, char *copy, size_t size)
{
    const bool has_member = strcmp(owner, "cdy_check_options") == 0; /* `model` has taken eight bytes */
    const size_t left = has_member ? sizeof(cdy_reserve_of_three) : sizeof(cdy_reserve);
    const void *const something = copy;
    for (size_t place = size - left; place < size; place += sizeof something) {
        memcpy(copy + place, &something, sizeof something);
        const int status = run_with(f, k, point_to(copy), "something in the reserve");
        ck_assert_msg(status == CDY_ERROR_ARGUMENT || !returns_status(f),
                      "%s with something in the reserve of its options came to %d", f->name, status);
        memset(copy + place, 0, sizeof something);
    }
}

static void try_struct(const interface_function *f, int k, const char *type)
{
    char owner[64];
    double copy[256];
    snprintf(owner, sizeof owner, "%s", type + (begins(type, "const ") ? strlen("const ") : 0));
    owner[strcspn(owner, " ")] = '\0';
    const size_t size = size_of_struct(owner);
    ck_assert(size > 0 && size <= sizeof copy);
    memcpy(copy, struct_of(type), size);
    try_members(f, k, copy, owner, 0);
    if (ends(owner, "_options")) {
        try_reserve(f, k, owner, (char *)copy, size);
    }
}

static void try_texts(const interface_function *f, int k)
{
    static char long_text[100001];
    memset(long_text, 'n', sizeof long_text - 1);
    const char *const texts[] = {"", "\xff\xfe", "%s%n%s", "/", "\n\t\x01", "/nowhere/at/all", long_text};
    const bool sized = k + 1 < f->count && is(f->arguments[k + 1].type, "size_t");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && !sized; i++) {
        run_with(f, k, point_to(texts[i]), i < 6 ? texts[i] : "a text of 100000 letters");
    }
}

static void try_sizes(const interface_function *f, int k)
{
    const bool counts = is(f->arguments[k].name, "count") || is(f->arguments[k].name, "steps");
    const size_t usual = counts ? 2 : needed_size(f), odd[] = {0, 1, usual / 2, usual - 1, SIZE_MAX};
    for (int i = 0; i < (counts ? 5 : 4); i++) {
        if (odd[i] <= usual || counts) {
            run_with(f, k, (interface_value){.size = odd[i]}, i < 4 ? "a small size" : "the largest size");
        }
    }
}

static void try_integers(const interface_function *f, int k)
{
    const bool counts =
        is(f->arguments[k].name, "count"); /* the length of an array: larger numbers would exceed the array */
    for (int n = 0; n < ODD_INTEGERS; n++) {
        if (!counts || odd_integers[n] <= 0) {
            char wrong_value[32];
            snprintf(wrong_value, sizeof wrong_value, "%lld", odd_integers[n]);
            run_with(f, k, (interface_value){.integer = odd_integers[n]}, wrong_value);
        }
    }
}

static void try_argument(const interface_function *f, int k)
{
    const char *type = f->arguments[k].type;
    void *foreign = object_of(f, type, 1);
    const int status = run_with(f, k, (interface_value){0}, "nothing");
    if (foreign) {
        ck_assert_msg(status == CDY_ERROR_ARGUMENT || !returns_status(f), "%s without '%s' came to %d", f->name,
                      f->arguments[k].name, status);
        run_with(f, k, point_to(foreign), "that of another robot");
    } else if (struct_of(type)) {
        try_struct(f, k, type);
    } else if (is(type, "const double *") || is(type, "const float *")) {
        try_numbers(f, k);
    } else if (is(type, "const char *")) {
        try_texts(f, k);
    } else if (is(type, "size_t")) {
        try_sizes(f, k);
    } else if (is(type, "double")) {
        for (int n = 0; n < ODD_NUMBERS; n++) {
            char wrong_value[32];
            snprintf(wrong_value, sizeof wrong_value, "%g", odd_numbers[n]);
            run_with(f, k, (interface_value){.number = odd_numbers[n]}, wrong_value);
        }
    } else if (is(type, "int") || is(type, "unsigned") ||
               (begins(type, "cdy_") && !ends(type, " *") && !strstr(type, "*"))) {
        try_integers(f, k);
    }
}

/* ---- tests ---- */

START_TEST(functions_take_good_values)
{
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const interface_function *f = &functions[i];
        attempt a = {.f = f, .wrong = -1, .wrong_value = "good values"};
        for (int k = 0; k < f->count; k++) {
            a.values[k] = good_value(f, k);
        }
        run(&a);
        ck_assert_msg(a.status == CDY_OK, "%s does not take the values of this test: %s", f->name, world.error.text);
    }
}
END_TEST

/* Each test tries every 24th function, so that a crash narrows the search to few functions. */
START_TEST(functions_take_wrong_values)
{
    for (size_t i = (size_t)_i; i < FUNCTIONS; i += STEPS) {
        for (int k = 0; k < functions[i].count; k++) {
            try_argument(&functions[i], k);
        }
    }
}
END_TEST

/* The table has every function that the library exports. */
START_TEST(no_function_is_missing)
{
    char *path = source_path("tests/abi/symbols.txt"), *symbols = read_whole_file(path, NULL), *rest;
    size_t count = 0;
    for (char *line = strtok_r(symbols, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), count++) {
        bool found = false;
        for (size_t i = 0; i < FUNCTIONS && !found; i++) {
            found = is(functions[i].name, line);
        }
        ck_assert_msg(found, "%s is not in the table", line);
    }
    ck_assert_uint_eq(count, FUNCTIONS);
    free(symbols);
    free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("misuse");
    TCase *tests = tcase_create("interface");
    tcase_add_unchecked_fixture(tests, make_world,
                                end_world); /* each test runs in a process of its own, with a copy of the world */
    tcase_add_test(tests, no_function_is_missing);
    tcase_add_test(tests, functions_take_good_values);
    tcase_add_loop_test(tests, functions_take_wrong_values, 0, STEPS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
