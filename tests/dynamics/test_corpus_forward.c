/* Forward dynamics of real robots: both methods, with all drives and without, agree and invert inverse dynamics. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512 };

/* Compares the torques of the accelerations: light fingers have large accelerations, whose differences say less. */
static void check_methods(robot *r, const char *name, uint64_t *state)
{
    cdy_error error = {0};
    double q[MOST], qd[MOST], tau[MOST], dense[MOST], sparse[MOST], back[MOST];
    const size_t n = (size_t)r->nv;
    ck_assert_int_le(r->nq, MOST);
    cdy_random_configuration(r->model, state, q);
    draw_array(state, 1, qd, r->nv);
    draw_array(state, 10, tau, r->nv);
    cdy_status status =
        cdy_forward_dynamics_by(r->model, r->work, CDY_FORWARD_MASS_MATRIX, q, qd, tau, NULL, dense, &error);
    cdy_status other =
        cdy_forward_dynamics_by(r->model, r->work, CDY_FORWARD_ARTICULATED_BODIES, q, qd, tau, NULL, sparse, &error);
    ck_assert_msg(status == other, "%s: %s and %s: %s", name, cdy_status_text(status), cdy_status_text(other),
                  error.text);
    if (status) {
        ck_assert_int_eq(status, CDY_ERROR_NUMERIC); /* joints that move no mass */
        return;
    }
    ck_assert_msg(relative_error(sparse, dense, n, 1e-9) <= 1e-8, "%s: the methods differ by %g", name,
                  relative_error(sparse, dense, n, 1e-9));
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, sparse, NULL, back, &error), error);
    double scale = largest(sparse, n) + largest(tau, n);
    /* fetch may stand 500 km away from the base, where rounding differs between builds. */
    ck_assert_msg(largest_difference(back, tau, n) <= 1e-8 * scale, "%s: torques differ by %g of %g", name,
                  largest_difference(back, tau, n), scale);
}

static void check_robot(const char *name)
{
    char file[256];
    uint64_t state = 7;
    snprintf(file, sizeof file, "corpus/robots/%s", name);
    char *path = reference_path(file);
    ck_assert_msg(path != NULL, "%s is missing", file);
    for (int floating = 0; floating < 2; floating++) {
        robot r = load_robot_file(path, floating, true);
        const cdy_drive_options off = cdy_drive_options_default(), on = {.damping = true,
                                                                         .friction = true,
                                                                         .friction_width = 0.1,
                                                                         .rotors = true,
                                                                         .springs = true};
        cdy_error error = {0};
        check_methods(&r, name, &state);
        ck_assert_ok(cdy_model_set_drives(r.model, &on, &error), error);
        check_methods(&r, name, &state);
        ck_assert_ok(cdy_model_set_drives(r.model, &off, &error), error);
        check_methods(&r, name, &state);
        free_robot(&r);
    }
    free(path);
}

START_TEST(methods_agree)
{
    char *path = reference_path("corpus/robots/SOURCES.tsv");
    ck_assert_ptr_nonnull(path);
    char *text = read_whole_file(path, NULL);
    int count = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        char name[128];
        line += *line == '\n';
        size_t length = strcspn(line, "\t\n");
        if (length > 5 && length < sizeof name && memcmp(line + length - 5, ".urdf", 5) == 0) {
            memcpy(name, line, length);
            name[length] = '\0';
            check_robot(name);
            count++;
        }
        if (!*line) {
            break;
        }
    }
    ck_assert_int_ge(count, 50);
    free(text);
    free(path);
}
END_TEST

int main(void)
{
    char *path = reference_path("corpus/robots/SOURCES.tsv");
    if (!path) {
        return skip_suites("there is no folder of robots (-Dreference_dir)");
    }
    free(path);
    Suite *suite = suite_create("corpus_forward");
    add_case(suite, "both methods", methods_agree);
    return run_suites(suite, NULL);
}
