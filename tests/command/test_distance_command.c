/* condyle distance: states, rows, samples, obstacles, exclusions, and what is refused. */
#include "support/folder.h"
#include "support/suite.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two links of 1 m that fold: the tip, a ball of 0.2 m, is 2 cos(q1 / 2) from the base, a ball of 0.3 m. */
static const char arm[] =
    "<robot name='arm'><link name='base'><collision><geometry><sphere radius='0.3'/></geometry></collision></link>"
    "<link name='upper'/><link name='lower'><collision><origin xyz='1 0 0'/><geometry><sphere radius='0.2'/></geometry>"
    "</collision></link>"
    "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='elbow' type='revolute'><origin xyz='1 0 0'/><parent link='upper'/><child link='lower'/>"
    "<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>";

/* A wall 3 m from the base, on a table of which a joint moves the lid. */
static const char cell[] =
    "<robot name='cell'><link name='table'/><link name='lid'><collision><geometry><box size='0.2 4 4'/></geometry>"
    "</collision></link><joint name='j' type='prismatic'><origin xyz='3.1 0 0'/><parent link='table'/>"
    "<child link='lid'/><axis xyz='1 0 0'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>";

static void set_up(void)
{
    open_folder();
    put_file("arm.urdf", arm);
    put_file("cell.urdf", cell);
    put_file("bare.urdf", "<robot name='b'><link name='a'/></robot>");
    put_file("alone.urdf", "<robot name='b'><link name='a'><collision><geometry><sphere radius='0.3'/></geometry>"
                           "</collision></link></robot>");
    put_file("cell.sdf",
             "<sdf version='1.7'><model name='cell'><link name='wall'><pose>3.1 0 0 0 0 0</pose><collision "
             "name='c'><geometry><box><size>0.2 4 4</size></box></geometry></collision></link></model></sdf>");
    put_file("sparse.jsonl", "{\"q\": {\"shoulder\": 1, \"elbow\": 2.4}}\n{\"q\": {\"shoulder\": 0}}\n");
    put_file("rows.csv", "t,q.shoulder,q.elbow\n0,0,0\n0.5,0.2,2.4\n1,0,1\n");
    put_file("tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    put_file("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    put_file("mesh.urdf",
             "<robot name='m'><link name='a'><visual><geometry><mesh filename='tetra.obj' scale='2 2 2'/></geometry>"
             "</visual></link><link name='b'/><link name='c'><visual><origin xyz='2 2 2'/><geometry><sphere "
             "radius='0.1'/></geometry></visual></link>"
             "<joint name='i' type='continuous'><parent link='a'/><child link='b'/></joint>"
             "<joint name='j' type='continuous'><parent link='b'/><child link='c'/></joint></robot>");
}

static const struct {
    const char *arguments;
    int exit_code;
    const char *said;
} runs[] = {
    {"distance bare.urdf", 2, "b has no shapes"},
    {"distance arm.urdf --sample 0", 2, "--sample"},
    {"distance arm.urdf --sample 10 --q home", 2, "without --q and --input"},
    {"distance arm.urdf --exclude base", 2, "'base' is not BODY,BODY"},
    {"distance arm.urdf --exclude base,lowr", 2, "'base,lowr' is not BODY,BODY"},
    {"distance arm.urdf --margin -1", 2, "--margin"},
    {"distance arm.urdf --with nowhere.urdf", 3, "nowhere.urdf"},
    {"distance arm.urdf --with bare.urdf", 1, "'bare.urdf' has no shapes"},
    {"distance arm.urdf --format npy", 2, "no npy output"},
    {"distance arm.urdf --q 0,2.9 --with nowhere.urdf -o far.npy", 2, "no npy output"},
    {"distance arm.urdf --exclude lower,base", 2, "arm has no two bodies with shapes whose distance changes and that"},
    {"distance alone.urdf", 2, "b has no two bodies with shapes whose distance changes\n"},
    {"distance arm.urdf --input bare.urdf", 1, "columns that are needed"},
    {"distance arm.urdf --q 0,nan", 2, "--q"},
};

START_TEST(wrong_lines_are_refused)
{
    char script[256];
    snprintf(script, sizeof script, "\"$CONDYLE\" %s", runs[_i].arguments);
    check_run(script, runs[_i].exit_code, "", runs[_i].said);
}
END_TEST

/* Runs a line whose output is JSON, and expects an exit code. */
static json_t *ask(const char *arguments, int exit_code)
{
    char script[512];
    json_error_t error;
    snprintf(script, sizeof script, "\"$CONDYLE\" distance %s --format json", arguments);
    process_result r = run_in_folder(script);
    ck_assert_msg(r.exit_code == exit_code, "%s: exit code %d, %s", script, r.exit_code, r.err);
    json_t *value = json_loads(r.out, 0, &error);
    ck_assert_msg(value != NULL, "%s: %s in %s", script, error.text, r.out);
    free_result(&r);
    return value;
}

static double number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    ck_assert_msg(json_is_number(value), "no number '%s'", key);
    return json_number_value(value);
}

static void expect_number(const json_t *object, const char *key, double expected)
{
    const double value = number_of(object, key);
    ck_assert_msg(fabs(value - expected) < 1e-9, "%s is %.17g, not %.17g", key, value, expected);
}

static const json_t *pair_of(const json_t *object, size_t index, const char *first, const char *second)
{
    const json_t *pair = json_array_get(json_object_get(object, "pairs"), index);
    ck_assert_ptr_nonnull(pair);
    ck_assert_str_eq(json_string_value(json_object_get(pair, "first")), first);
    ck_assert_str_eq(json_string_value(json_object_get(pair, "second")), second);
    return pair;
}

START_TEST(a_state_has_its_distance_and_gradient)
{
    json_t *value = ask("arm.urdf --q 0.3,1", 0);
    expect_number(value, "distance", 2 * cos(0.5) - 0.5);
    const json_t *gradient = json_object_get(value, "gradient");
    ck_assert(fabs(json_number_value(json_array_get(gradient, 0))) < 1e-9);
    ck_assert(fabs(json_number_value(json_array_get(gradient, 1)) + sin(0.5)) < 1e-9);
    ck_assert(json_is_false(json_object_get(value, "collides")));
    ck_assert_uint_eq(json_array_size(json_object_get(value, "pairs")), 1);
    pair_of(value, 0, "base", "lower");
    json_decref(value);
    value = ask("arm.urdf --q 0,150 --deg", 0);
    expect_number(value, "distance", 2 * cos(acos(-1) * 150 / 360) - 0.5);
    json_decref(value);
}
END_TEST

START_TEST(rows_have_the_least_and_its_place)
{
    json_t *value = ask("arm.urdf --input rows.csv --margin 0.3", 5);
    const json_t *pair = pair_of(value, 0, "base", "lower");
    expect_number(value, "distance", 2 * cos(1.2) - 0.5);
    expect_number(value, "t", 0.5);
    expect_number(value, "states", 3);
    expect_number(pair, "row", 2);
    expect_number(pair, "touches", 1);
    expect_number(pair, "most", 1.5);
    ck_assert(json_is_true(json_object_get(value, "collides")));
    json_decref(value);
    json_decref(ask("arm.urdf --input rows.csv --margin 0.2", 0));
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,2.9 > table; echo $?", 0, "5\n",
              "1 of 1 pair of bodies comes within 0 m");
}
END_TEST

/* The elbow, which the second row leaves out, is at home there, or where --q puts it, not where the first row had it.
 */
START_TEST(coordinates_left_out_are_at_home)
{
    json_t *value = ask("arm.urdf --input sparse.jsonl", 0);
    const json_t *pair = pair_of(value, 0, "base", "lower");
    expect_number(pair, "distance", 2 * cos(1.2) - 0.5);
    expect_number(pair, "most", 1.5);
    json_decref(value);
    value = ask("arm.urdf --input sparse.jsonl --q 0,2.9", 5);
    pair = pair_of(value, 0, "base", "lower");
    expect_number(pair, "distance", 2 * cos(1.45) - 0.5);
    expect_number(pair, "row", 2);
    json_decref(value);
}
END_TEST

/* --from is the format of the robot; the content tells that of obstacles. */
START_TEST(obstacles_may_have_another_format)
{
    json_t *value = ask("arm.urdf --from urdf --with cell.sdf --q 0,0", 0);
    expect_number(pair_of(value, 0, "lower", "wall"), "distance", 0.8);
    json_decref(value);
}
END_TEST

START_TEST(obstacles_stand_at_home)
{
    json_t *value = ask("arm.urdf --with cell.urdf --q 0,0", 0);
    const json_t *pair = pair_of(value, 0, "lower", "lid");
    expect_number(pair, "distance", 0.8);
    ck_assert(json_is_true(json_object_get(pair, "obstacle")));
    pair_of(value, 1, "base", "lower"); /* the base is not looked at beside obstacles */
    ck_assert_uint_eq(json_array_size(json_object_get(value, "pairs")), 2);
    json_decref(value);
}
END_TEST

/* The share of configurations that touch is 1 - 2 acos(0.25) / 3, 0.121. */
START_TEST(samples_tell_how_often_bodies_touch)
{
    json_t *value = ask("arm.urdf --sample 4000 --with cell.urdf", 0);
    const json_t *pair = pair_of(value, 0, "base", "lower");
    ck_assert(fabs(number_of(pair, "touches") / 4000 - 0.1212) < 0.03);
    ck_assert(number_of(pair, "distance") < 0);
    expect_number(pair_of(value, 1, "lower", "lid"), "touches", 0);
    ck_assert_ptr_null(json_object_get(value, "gradient"));
    json_decref(value);
    check_run("\"$CONDYLE\" distance arm.urdf --sample 100 --with cell.urdf | grep -c 'never  obstacle'", 0, "1\n", "");
}
END_TEST

START_TEST(excluded_bodies_are_not_looked_at)
{
    json_t *value = ask("arm.urdf --with cell.urdf --exclude lower,base --q 0,2.9", 0);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "pairs")), 1);
    pair_of(value, 0, "lower", "lid");
    json_decref(value);
}
END_TEST

/* The ball at (2, 2, 2) before the face x + y + z = 2: sqrt(3) (2 - 2/3) - 0.1 = 2.209401. */
START_TEST(meshes_count_as_their_hulls)
{
    check_run("\"$CONDYLE\" distance mesh.urdf --format csv --precision 7 | cut -d, -f 1,2,4; "
              "sed s/tetra/flat/ mesh.urdf > flat.urdf; "
              "\"$CONDYLE\" distance flat.urdf --format csv --precision 7 | tail -n 1 | cut -d, -f 1,2,4",
              0, "first,second,distance\na,c,2.209401\na,c,2.34949\n", "no collision shapes");
    check_run("\"$CONDYLE\" distance flat.urdf > table; sed s/flat.obj/gone.obj/ flat.urdf > gone.urdf; "
              "\"$CONDYLE\" distance gone.urdf",
              3, "", "gone.obj");
}
END_TEST

/* limits --clearance: the least of 2 cos(q / 2) - 0.5 is at q = 2.4, the second row. */
START_TEST(limits_tell_the_clearance)
{
    check_run("\"$CONDYLE\" limits arm.urdf --input rows.csv --clearance 0.2 | tail -n 1", 0,
              "  base  lower  0.224716  row 2, t 0.5\n", "is not known");
    check_run("\"$CONDYLE\" limits arm.urdf --input rows.csv --clearance 0.3 --format json | "
              "grep -o '\"row\": 2, \"t\": 0.5'",
              0, "\"row\": 2, \"t\": 0.5\n", "bodies 'base' and 'lower' come within 0.3 m: 0.224716 m in row 2");
    check_run("\"$CONDYLE\" limits arm.urdf --input rows.csv --clearance 0.3 > table", 5, "", "come within 0.3 m");
    put_file("faulty.csv", "t,q.shoulder,q.elbow\n0,0,0\n0.2,bent,0\n0.5,0.2,2.4\n"); /* a skipped row counts */
    check_run("\"$CONDYLE\" limits arm.urdf --input faulty.csv --keep-going --clearance 0.3 > table", 5, "",
              "0.224716 m in row 3");
    check_run("\"$CONDYLE\" distance arm.urdf --input faulty.csv --keep-going --margin 0.3 --format json | grep -o "
              "'\"row\": 3' | head -1",
              0, "\"row\": 3\n", "1 row skipped");
    check_run("\"$CONDYLE\" limits bare.urdf --input rows.csv --clearance 0", 2, "", "no two bodies with shapes");
}
END_TEST

START_TEST(tables_show_the_nearest_pairs)
{
    check_run("\"$CONDYLE\" distance arm.urdf --with cell.urdf --q 0,0 --most 1 | sed -n '3,8p'", 0,
              "  2 pairs of bodies, m; negative: so deep inside each other.  !: within 0 m\n\n"
              "  body   body     distance \n"
              "  lower  lid      0.800000   obstacle\n"
              "  and 1 more, which are farther apart (--most 0: all)\n\n",
              "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("distance_command");
    TCase *tests = tcase_create("distance_command");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_loop_test(tests, wrong_lines_are_refused, 0, sizeof runs / sizeof *runs);
    tcase_add_test(tests, a_state_has_its_distance_and_gradient);
    tcase_add_test(tests, rows_have_the_least_and_its_place);
    tcase_add_test(tests, coordinates_left_out_are_at_home);
    tcase_add_test(tests, obstacles_may_have_another_format);
    tcase_add_test(tests, obstacles_stand_at_home);
    tcase_add_test(tests, samples_tell_how_often_bodies_touch);
    tcase_add_test(tests, excluded_bodies_are_not_looked_at);
    tcase_add_test(tests, meshes_count_as_their_hulls);
    tcase_add_test(tests, limits_tell_the_clearance);
    tcase_add_test(tests, tables_show_the_nearest_pairs);
    return run_suites(suite, NULL);
}
