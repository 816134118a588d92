/* The catalogue: its robots load under each name, agree with their makers' data, and have shapes. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cdy_tree *load_robot(const char *name)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_urdf_load_bundled(name, NULL, &tree, &error), error);
    return tree;
}

static void check_near(const double *actual, const double *expected, size_t count, double tolerance, const char *name)
{
    const double difference = largest_difference(actual, expected, count);
    ck_assert_msg(difference <= tolerance, "%s: numbers differ by %g, more than %g", name, difference, tolerance);
}

START_TEST(entries_are_in_order_and_found_by_both_names)
{
    const int count = cdy_catalogue_count();
    ck_assert_int_ge(count, 15);
    for (int i = 0; i < count; i++) {
        const cdy_catalogue_entry *e = cdy_catalogue_at(i);
        ck_assert(i == 0 || strcmp(cdy_catalogue_at(i - 1)->name, e->name) < 0);
        ck_assert_ptr_eq(cdy_catalogue_find(e->name), e);
        ck_assert_ptr_eq(e->short_name ? cdy_catalogue_find(e->short_name) : e, e);
        ck_assert(*e->maker && *e->product && *e->masses && e->reach > 0.1 && e->payload > 0);
    }
    ck_assert_ptr_null(cdy_catalogue_at(-1));
    ck_assert_ptr_null(cdy_catalogue_at(count));
    ck_assert_ptr_null(cdy_catalogue_find("UR5e"));
    ck_assert_ptr_null(cdy_catalogue_find(NULL));
}
END_TEST

/* The table of docs/robots.md has the makers' rated values and the sources of the masses, one row an entry. */
START_TEST(the_documented_table_says_the_same)
{
    char *path = source_path("docs/robots.md"), *text = read_whole_file(path, NULL), name[64], rated[160];
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        const cdy_catalogue_entry *e = cdy_catalogue_at(i);
        const char *mark = e->short_name ? "`" : "";
        snprintf(name, sizeof name, "\n| `%s` | %s%s%s%s| ", e->name, mark, e->short_name ? e->short_name : "", mark,
                 *mark ? " " : "");
        snprintf(rated, sizeof rated, " | %g m, %g kg | %s |\n", e->reach, e->payload, e->masses);
        const char *row = strstr(text, name);
        ck_assert_msg(row, "no row of %s", e->name);
        const char *end = strchr(row + 1, '\n') + 1;
        ck_assert_msg((size_t)(end - row) > strlen(rated) && !strncmp(end - strlen(rated), rated, strlen(rated)),
                      "the row of %s does not end with '%s'", e->name, rated);
    }
    free(text);
    free(path);
}
END_TEST

/* Returns whether the robot's file names the source of its numbers: a commit, or a table with its page. */
static void check_source(const char *name)
{
    char file[128];
    snprintf(file, sizeof file, "urdf/%s.urdf", name);
    char *path = source_path(file), *text = read_whole_file(path, NULL);
    ck_assert_msg(strstr(text, "commit ") || strstr(text, "models/DH/"), "%s names no source", name);
    free(text);
    free(path);
}

/* The sum of the lengths of all links between body `i` and the first moving joint. */
static double length_to(const cdy_tree *tree, int i)
{
    double length = 0;
    for (; cdy_tree_parent(tree, i) > 0; i = cdy_tree_parent(tree, i)) {
        const double *p = cdy_tree_body(tree, i)->joint.origin.xyz;
        length += sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    }
    return length;
}

/* The largest possible distance of a body from the first moving joint. */
static double stretched(const cdy_tree *tree)
{
    double length = 0;
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        length = fmax(length, length_to(tree, i));
    }
    return length;
}

START_TEST(robots_without_published_masses_load_but_are_not_listed)
{
    static const char *const names[] = {"omronEcobra600", "ecobra600"};
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        ck_assert_str_ne(cdy_catalogue_at(i)->name, names[0]);
    }
    for (int i = 0; i < 2; i++) {
        cdy_tree *tree = load_robot(names[i]);
        ck_assert_str_eq(cdy_tree_name(tree), "ecobra600");
        cdy_tree_destroy(tree);
        ck_assert_str_eq(cdy_catalogue_find(names[i])->name, names[0]);
    }
    ck_assert_ptr_null(cdy_catalogue_find("omron"));
}
END_TEST

/* Loads whether or not masses are published; a robot that has none says so in a warning. */
START_TEST(robots_without_ratings_load_and_name_their_source)
{
    static const struct {
        const char *name;
        int dof;
        bool weighs;
    } robots[] = {{"puma560", 6, true},
                  {"rethinkBaxter", 15, true},
                  {"kinovaJacoJ2N6S300", 12, true},
                  {"abbIrb1600", 6, false},
                  {"fanucM16ib", 6, false},
                  {"fanucLRMate200ib", 6, false},
                  {"yaskawaMotomanMH5", 6, false},
                  {"techmanTM5-700", 6, false},
                  {"quanserQArm", 4, false},
                  {"kinovaJacoJ2S7S300", 13, true},
                  {"robotisOpenManipulator", 5, true},
                  {"kinovaJacoJ2N6S200", 10, true},
                  {"kinovaJacoJ2N7S300", 13, true},
                  {"kinovaJacoJ2S6S300", 12, true},
                  {"kinovaMicoM1N4S200", 8, true},
                  {"kinovaMicoM1N6S200", 10, true},
                  {"kinovaMicoM1N6S300", 12, true},
                  {"meca500r3", 6, false},
                  {"abbYuMi", 16, true},
                  {"atlas", 30, true},
                  {"clearpathHusky", 4, true},
                  {"clearpathJackal", 4, true},
                  {"robotisTurtleBot3Burger", 2, true},
                  {"robotisTurtleBot3Waffle", 2, true},
                  {"quanserQBot2e", 3, false},
                  {"quanserQCar", 7, false},
                  {"amrPioneer3DX", 2, false},
                  {"amrPioneer3AT", 4, true},
                  {"amrPioneerLX", 2, true},
                  {"clearpathTurtleBot2", 2, false},
                  {"kinovaJacoTwoArmExample", 18, true},
                  {"kinovaMovo", 19, true},
                  {"robotisOP2", 24, true},
                  {"robotisTurtleBot3WafflePi", 2, true},
                  {"robotisTurtleBot3WaffleForOpenManipulator", 2, true},
                  {"robotisTurtleBot3WafflePiForOpenManipulator", 2, true},
                  {"valkyrie", 30, true},
                  {"willowgaragePR2", 39, true}};
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        robot r = load_bundled_robot(robots[i].name);
        ck_assert_int_eq(r.nv, robots[i].dof);
        double mass = 0;
        for (int b = 1; b <= cdy_tree_body_count(r.tree); b++) {
            mass += cdy_tree_body(r.tree, b)->inertial.mass;
        }
        ck_assert_msg((mass > 0) == robots[i].weighs, "%s: %g kg", robots[i].name, mass);
        check_source(robots[i].name);
        free_robot(&r);
    }
}
END_TEST

/* The gravity load that the Robotics Toolbox documents for its PUMA at its zero, gravload(qz): 37.4837 and 0.2489 N m;
 * and the wrist, 0.4318 + 0.0203 m before the shoulder.  The third angle there is pi here. */
START_TEST(the_puma_has_the_gravity_load_of_the_literature)
{
    robot r = load_bundled_robot("puma560");
    const double documented[] = {0, 37.4837, 0.2489, 0, 0, 0}, q[6] = {0, 0, acos(-1)}, gravity[] = {0, 0, -9.81};
    double tau[6], transform[16];
    cdy_error error = {0};
    ck_assert_ok(cdy_model_set_gravity(r.model, gravity, &error), error);
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, q, tau, &error), error);
    check_near(tau, documented, 6, 5e-5, "puma560");
    const int tool = cdy_model_find_frame(r.model, "link7");
    ck_assert_ok(cdy_get_transform(r.model, r.work, tool, 0, q, transform, &error), error);
    const double place[] = {0.4521, -0.1501, 0.6718 + 0.4331 + 0.0558};
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(transform[4 * k + 3], place[k], 1e-12);
    }
    free_robot(&r);
}
END_TEST

START_TEST(robots_load_and_are_what_is_listed)
{
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        const cdy_catalogue_entry *e = cdy_catalogue_at(i);
        robot r = load_bundled_robot(e->name);
        int masses = 0, shapes = 0;
        for (int b = 1; b <= cdy_tree_body_count(r.tree); b++) {
            const cdy_body *body = cdy_tree_body(r.tree, b);
            masses += body->inertial.given && body->inertial.mass > 0;
            shapes += (int)body->visual_count;
        }
        ck_assert_msg(r.nv == e->dof && masses >= e->dof, "%s: %d degrees of freedom", e->name, r.nv);
        ck_assert_msg(shapes > e->dof, "%s: %d shapes", e->name, shapes);
        ck_assert_msg(!strstr(e->masses, "none"), "%s", e->name);
        ck_assert_msg(stretched(r.tree) > 0.9 * e->reach && stretched(r.tree) < 2.2 * e->reach,
                      "%s: %g m stretched, %g m rated", e->name, stretched(r.tree), e->reach);
        if (e->short_name) {
            cdy_tree *same = load_robot(e->short_name);
            ck_assert_str_eq(cdy_tree_name(same), cdy_tree_name(r.tree));
            cdy_tree_destroy(same);
        }
        check_source(e->name);
        free_robot(&r);
    }
}
END_TEST

/* Checks that each link of `tree` with a mass has the same mass in a maker's robot, and that each moving joint has the
 * same placement and limits there. */
static void compare_with_maker(const char *name, const cdy_tree *tree, const cdy_tree *maker)
{
    for (int b = 0; b <= cdy_tree_body_count(tree); b++) {
        const cdy_body *ours = cdy_tree_body(tree, b);
        const int found = cdy_tree_find_body(maker, ours->name);
        const cdy_body *theirs = cdy_tree_body(maker, found);
        ck_assert_msg(theirs != NULL, "%s: the maker has no link %s", name, ours->name);
        const cdy_inertial *I = &ours->inertial, *J = &theirs->inertial;
        if (I->given) {
            ck_assert_double_eq_tol(I->mass, J->mass, 1e-12 * J->mass);
            check_near(I->inertia, J->inertia, 6, 1e-15, name);
            check_near(I->origin.xyz, J->origin.xyz, 3, 1e-15, name);
            check_near(I->origin.rpy, J->origin.rpy, 3, 1e-12, name);
        }
        if (b > 0) {
            check_near(ours->joint.origin.xyz, theirs->joint.origin.xyz, 3, 1e-15, name);
            check_near(ours->joint.origin.rpy, theirs->joint.origin.rpy, 3, 1e-12, name);
            check_near(ours->joint.axis, theirs->joint.axis, 3, 0, name);
            ck_assert_double_eq(ours->joint.limit.lower, theirs->joint.limit.lower);
            ck_assert_double_eq(ours->joint.limit.effort, theirs->joint.limit.effort);
        }
    }
}

START_TEST(numbers_are_those_of_the_makers)
{
    static const char *const sources[][2] = {
        {"ur3e", "xacro/expected/ur3e.urdf"},
        {"ur10e", "xacro/expected/ur10e.urdf"},
        {"ur16e", "xacro/expected/ur16e.urdf"},
        {"ur20", "xacro/expected/ur20.urdf"},
        {"ur30", "xacro/expected/ur30.urdf"},
        {"fr3", "xacro/expected/fr3_no_hand.urdf"},
        {"panda", "corpus/robots/panda-gepetto.urdf"},
        {"iisy3", "xacro/expected/kuka_lbr_iisy3_r760.urdf"},
        {"iisy11", "xacro/expected/kuka_lbr_iisy11_r1300.urdf"},
        {"iisy15", "xacro/expected/kuka_lbr_iisy15_r930.urdf"},
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char *path = reference_path(sources[i][1]);
        ck_assert_ptr_nonnull(path);
        cdy_error error = {0};
        cdy_tree *tree = load_robot(sources[i][0]), *maker = NULL;
        ck_assert_ok(cdy_load_file(path, NULL, &maker, &error), error);
        compare_with_maker(sources[i][0], tree, maker);
        cdy_tree_destroy(maker);
        cdy_tree_destroy(tree);
        free(path);
    }
}
END_TEST

/* The older example of externalForce: a wrench on tool0 of lbr; the newer one has the same numbers. */
START_TEST(the_older_example_has_the_numbers_of_the_newer)
{
    const char *const names[] = {"lbr", "kukaIiwa14"}, *const tools[] = {"tool0", "iiwa_link_ee_kuka"};
    const double wrench[] = {0, 0, 0.5, 0, 0, 0.3};
    const double documented[] = {-0.0023, -0.0112, 0.0036, -0.0212, 0.0067, -0.0075, 499.9920};
    double q[7] = {0}, qdd[2][7];
    cdy_error error = {0};
    for (int i = 0; i < 2; i++) {
        robot r = load_bundled_robot(names[i]);
        const int tool = cdy_model_find_frame(r.model, tools[i]);
        double fext[42] = {0};
        ck_assert_ok(cdy_external_force(r.model, r.work, tool, wrench, q, fext, &error), error);
        ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, fext, qdd[i], &error), error);
        check_near(qdd[i], documented, 7, 5e-5, names[i]);
        free_robot(&r);
    }
    check_near(qdd[0], qdd[1], 7, 1e-10, "lbr");
}
END_TEST

/* ---- packages ---- */

static void make_packages(void)
{
    open_folder();
    free(output_of("%s", "mkdir -p repo/arm_description/urdf repo/arm_description/meshes repo/plain .hidden/urdf\n"
                         "echo '<package/>' >repo/arm_description/package.xml\n"
                         "cp repo/arm_description/package.xml .hidden\n"
                         "echo \"<robot name='first'><link name='a'/></robot>\" >repo/arm_description/urdf/one.urdf\n"
                         "echo \"<robot xmlns:xacro='http://www.ros.org/wiki/xacro' name='second'>"
                         "<xacro:property name='n' value='a'/><link name='\\${n}'/></robot>\" "
                         ">repo/arm_description/urdf/two.urdf.xacro\n"
                         "cp repo/arm_description/urdf/one.urdf repo/plain/no_package.urdf\n"
                         "cp repo/arm_description/urdf/one.urdf .hidden/urdf/unseen.urdf\n"
                         "touch repo/arm_description/urdf/one_macro.xacro\n"));
    char *folder = output_of("pwd");
    folder[strcspn(folder, "\n")] = '\0';
    setenv("CONDYLE_URDF_PATH", folder, 1);
    free(folder);
}

static void remove_packages(void)
{
    unsetenv("CONDYLE_URDF_PATH");
    free(output_of("rm -r repo .hidden"));
    close_folder();
}

static void add_path(void *context, const char *path)
{
    char *list = context;
    strcat(strcat(list, strrchr(path, '/') + 1), " ");
}

START_TEST(robots_in_packages_are_listed)
{
    char list[256] = "";
    cdy_error error = {0};
    ck_assert_ok(cdy_urdf_list_packaged(add_path, list, &error), error);
    ck_assert_str_eq(list, "one.urdf two.urdf.xacro ");
    ck_assert_fails(cdy_urdf_list_packaged(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    unsetenv("CONDYLE_URDF_PATH");
    list[0] = '\0';
    ck_assert_ok(cdy_urdf_list_packaged(add_path, list, &error), error);
    ck_assert_str_eq(list, "");
    setenv("CONDYLE_URDF_PATH", "/nowhere/at/all", 1);
    ck_assert_ok(cdy_urdf_list_packaged(add_path, list, &error), error);
    ck_assert_str_eq(list, "");
}
END_TEST

/* Folders stand between colons; empty ones and those that do not exist count for nothing. */
START_TEST(several_folders_are_searched)
{
    static const char *const paths[] = {"%s:/nowhere", "/nowhere:%s", ":%s", "%s:", "::/nowhere::%s::/a"};
    char *folder = output_of("pwd"), path[512];
    folder[strcspn(folder, "\n")] = '\0';
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const char *place = strstr(paths[i], "%s");
        char list[256] = "";
        cdy_error error = {0};
        snprintf(path, sizeof path, "%.*s%s%s", (int)(place - paths[i]), paths[i], folder, place + 2);
        setenv("CONDYLE_URDF_PATH", path, 1);
        ck_assert_ok(cdy_urdf_list_packaged(add_path, list, &error), error);
        ck_assert_str_eq(list, "one.urdf two.urdf.xacro ");
    }
    free(folder);
}
END_TEST

/* Folders are looked through six levels down, whatever their names are; a link to a folder above ends there too. */
START_TEST(the_sixth_level_is_the_last)
{
    char list[256] = "";
    cdy_error error = {0};
    free(output_of("%s", "d=repo/arm_description/3/4/5/6 && mkdir -p $d/7 $d/seven.urdf/8 && ln -s ../.. $d/up.urdf\n"
                         "cd $d && cp ../../../../urdf/one.urdf six.urdf && cp six.urdf 7/no.urdf\n"
                         "cp six.urdf seven.urdf/nor.urdf && cp six.urdf seven.urdf/8/neither.urdf\n"));
    ck_assert_ok(cdy_urdf_list_packaged(add_path, list, &error), error);
    ck_assert_str_eq(list, "six.urdf one.urdf two.urdf.xacro ");
}
END_TEST

START_TEST(robots_in_packages_load_by_name)
{
    cdy_error error = {0};
    cdy_tree *tree = load_robot("one");
    ck_assert_str_eq(cdy_tree_name(tree), "first");
    cdy_tree_destroy(tree);
    tree = load_robot("ur5e"); /* the bundled robots come first */
    cdy_tree_destroy(tree);
    ck_assert_fails(cdy_urdf_load_bundled("no_package", NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_load_bundled("one_macro", NULL, &tree, &error), CDY_ERROR_IO, error);
    if (cdy_urdf_load_bundled("two", NULL, &tree, &error) == CDY_OK) { /* where xacro is built in */
        ck_assert_str_eq(cdy_tree_name(tree), "second");
        cdy_tree_destroy(tree);
    }
}
END_TEST

static cdy_status list_packages(cdy_error *error)
{
    char list[256] = "";
    return cdy_urdf_list_packaged(add_path, list, error);
}

static cdy_status load_nobody(cdy_error *error)
{
    cdy_tree *tree = NULL;
    return cdy_urdf_load_bundled("nobody", NULL, &tree, error);
}

/* Runs a call with the first, the second, ... allocation failing until none does. */
static void exhaust(cdy_status (*call)(cdy_error *error), cdy_status expected)
{
    bool done = false;
    for (size_t number = 1; !done && heap_is_counted(); number++) {
        cdy_error error = {0};
        const heap_counts before = heap_count();
        heap_fail_at(number);
        const cdy_status status = call(&error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_uint_eq(heap_count().live, before.live);
        ck_assert_msg(status == (done ? expected : CDY_ERROR_MEMORY), "allocation %zu: %s", number, error.text);
        ck_assert_uint_lt(number, 1000);
    }
}

static void add_name(void *context, const char *name)
{
    *(size_t *)context += strlen(name);
}

static cdy_status list_robots(cdy_error *error)
{
    size_t letters = 0;
    return cdy_urdf_list_bundled(add_name, &letters, error);
}

static cdy_tree *original;

static cdy_status copy_original(cdy_error *error)
{
    cdy_robot *copy = (void *)original; /* which a failure replaces by NULL */
    const cdy_status status = cdy_robot_from_tree(original, &copy, error);
    if (status && copy) {
        return CDY_ERROR_NUMERIC; /* no robot is left where there is none */
    }
    cdy_robot_destroy(copy);
    return status;
}

START_TEST(the_walk_says_where_memory_runs_out)
{
    exhaust(list_packages, CDY_OK);
    exhaust(list_robots, CDY_OK);
    original = load_robot("ur5e");
    exhaust(copy_original, CDY_OK);
    cdy_tree_destroy(original);
    exhaust(load_nobody, CDY_ERROR_IO);
}
END_TEST

/* The message for an unknown name reads as a sentence, with the nearest name, and names all robots or says how many it
 * leaves out. */
START_TEST(unknown_names_are_answered)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_fails(cdy_urdf_load_bundled("kukaIiwa15", NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_str_eq(
        error.text,
        "there is no bundled robot 'kukaIiwa15'; did you mean 'kukaIiwa14'? the bundled robots are "
        "abbIrb120, abbIrb120T, abbIrb1600, abbYuMi, amrPioneer3AT, amrPioneer3DX, amrPioneerLX, atlas, "
        "clearpathHusky, clearpathJackal, clearpathTurtleBot2, fanucLRMate200ib, fanucM16ib, frankaEmikaPanda, "
        "frankaFR3, kinovaGen3 and 45 more");
    ck_assert_fails(cdy_urdf_load_bundled("zzzzzzzzzzzzzzzzz", NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_msg(strstr(error.text, "'zzzzzzzzzzzzzzzzz'; the bundled robots are abbIrb120, ") != NULL, "%s",
                  error.text);
    open_folder();
    for (int i = 0; i < 30; i++) {
        char name[64];
        snprintf(name, sizeof name, "a_robot_with_a_long_name_%02d.urdf", i);
        put_file(name, "<robot name='r'><link name='l'/></robot>");
    }
    char *folder = output_of("pwd");
    folder[strcspn(folder, "\n")] = '\0';
    setenv("CONDYLE_URDF_PATH", folder, 1);
    ck_assert_fails(cdy_urdf_load_bundled("zzzzzzzzzzzzzzzzz", NULL, &tree, &error), CDY_ERROR_IO, error);
    const char *and = strstr(error.text, " and ");
    ck_assert_msg(and&&strstr(and, " more") && strtol(and+5, NULL, 10) > 10, "%s", error.text);
    /* Names end where they end, however many bytes are left for the last one. */
    for (int length = 1; length <= 40; length++) {
        char file[64];
        snprintf(file, sizeof file, "%.*s.urdf", length, "a_robot_0_with_a_name_of_so_many_letters");
        put_file(file, "<robot name='r'><link name='l'/></robot>");
        ck_assert_fails(cdy_urdf_load_bundled("zzzzzzzzzzzzzzzzz", NULL, &tree, &error), CDY_ERROR_IO, error);
        and = strstr(error.text, " and ");
        ck_assert_msg(and&&and-error.text > 4 && and[-1] >= '0' && and[-1] <= '9' && and[-4] == 'e', "%s", error.text);
        free(output_of("rm -f a.urdf a_.urdf a_r*[!0-9].urdf a_robot_0.urdf"));
    }
    unsetenv("CONDYLE_URDF_PATH");
    free(folder);
    close_folder();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("catalogue");
    TCase *entries = add_case(suite, "entries", entries_are_in_order_and_found_by_both_names);
    tcase_add_test(entries, the_documented_table_says_the_same);
    tcase_add_test(entries, robots_load_and_are_what_is_listed);
    tcase_add_test(entries, robots_without_ratings_load_and_name_their_source);
    tcase_add_test(entries, the_puma_has_the_gravity_load_of_the_literature);
    tcase_add_test(entries, robots_without_published_masses_load_but_are_not_listed);
    tcase_add_test(entries, the_older_example_has_the_numbers_of_the_newer);
    tcase_add_test(entries, unknown_names_are_answered);
    char *shared = reference_path("xacro/expected/ur3e.urdf");
    add_or_skip(entries, numbers_are_those_of_the_makers, 0, 1, shared ? NULL : "without reference samples");
    free(shared);
    TCase *packages = add_case(suite, "packages", robots_in_packages_are_listed);
    tcase_add_checked_fixture(packages, make_packages, remove_packages);
    tcase_add_test(packages, several_folders_are_searched);
    tcase_add_test(packages, the_sixth_level_is_the_last);
    tcase_add_test(packages, robots_in_packages_load_by_name);
    tcase_add_test(packages, the_walk_says_where_memory_runs_out);
    return run_suites(suite, NULL);
}
