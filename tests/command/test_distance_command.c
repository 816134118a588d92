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
    put_file("arm.srdf", "<robot name='arm'><disable_collisions link1='lower' link2='base' reason='Never'/></robot>");
    put_file("ties.xml",
             "<mujoco><worldbody><body name='a'><geom size='.1'/><body name='b' pos='1 0 0'><joint/><geom size='.1'/>"
             "<body name='c' pos='1 0 0'><joint/><geom size='.1'/></body></body></body></worldbody><contact><exclude "
             "body1='a' body2='c'/></contact></mujoco>");
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
    put_file(
        "mesh.urdf",
        "<robot name='m'><link name='a'><visual><geometry><mesh filename='tetra.obj' scale='2 2 2'/></geometry>"
        "</visual></link><link name='b'/><link name='c'><visual><origin xyz='2 2 1'/><geometry><sphere "
        "radius='0.1'/></geometry></visual></link>"
        "<joint name='i' type='continuous'><parent link='a'/><child link='b'/></joint>"
        "<joint name='j' type='continuous'><origin xyz='0 0 1'/><parent link='b'/><child link='c'/></joint></robot>");
}

/* Bodies of balls, and shapes of which a tree has nothing. */
static const struct {
    const char *name, *text, *said;
} partly_seen[] = {
    {"oval.xml",
     "<mujoco><worldbody><geom type='sphere' size='.1'/><body pos='1 0 0'><joint/><geom type='ellipsoid' size='.1 .2 "
     ".3'/>"
     "<body pos='1 0 0'><joint/><geom size='.1'/><geom type='ellipsoid' size='.1 .2 .3'/></body></body></worldbody>"
     "</mujoco>",
     "file: oval.xml:1: a geom of type ellipsoid has no shape here (2 geoms without one in all)\n"},
    {"text.xml",
     "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><geom type='sphere' "
     "size='.1'/>"
     "<body pos='1 0 0'><joint/><geom type='mesh' mesh='m'/><body pos='1 0 0'><joint/><geom size='.1'/></body></body>"
     "</worldbody></mujoco>",
     "a geom of type mesh, without a file, has no shape here"},
    {"floor.xml",
     "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='1 0 0'><joint/><geom size='.1'/><body pos='1 0 0'>"
     "<joint/><geom size='.1'/><body pos='1 0 0'><joint/><geom size='.1'/></body></body></body></worldbody></mujoco>",
     "a geom of type plane has no shape here"},
    {"beside.sdf",
     "<sdf version='1.9'><world name='w'><model name='cab'><static>true</static><link name='c'/></model><model "
     "name='m'>"
     "<link name='a'><collision name='c'><geometry><sphere><radius>.1</radius></sphere></geometry></collision></link>"
     "<link name='b'/><link name='c'><pose>2 0 0 0 0 0</pose><collision name='c'><geometry><sphere><radius>.1</radius>"
     "</sphere></geometry></collision></link><joint name='i' type='revolute'><parent>a</parent><child>b</child><axis>"
     "<xyz>0 0 1</xyz></axis></joint><joint name='j' type='revolute'><parent>b</parent><child>c</child><axis><xyz>0 0 1"
     "</xyz></axis></joint></model></world></sdf>",
     "the model 'cab' beside the robot is not read"},
    {"cones.sdf",
     "<sdf version='1.11'><model name='m'><link name='a'><collision "
     "name='c'><geometry><sphere><radius>.1</radius></sphere>"
     "</geometry></collision></link><link name='b'><pose>1 0 0 0 0 0</pose><collision name='c'><geometry><cone>"
     "<radius>.1</radius><length>.2</length></cone></geometry></collision><collision name='d'><geometry><ellipsoid>"
     "<radii>.1 .2 .3</radii></ellipsoid></geometry></collision></link><link name='c'><pose>2 0 0 0 0 0</pose>"
     "<collision name='c'><geometry><sphere><radius>.1</radius></sphere></geometry></collision></link><joint name='i' "
     "type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint><joint name='j' "
     "type='revolute'><parent>b</parent><child>c</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>",
     "cones.sdf:1: link 'b': <cone> has no shape here, and others\n"},
};

/* Positions that a motion does not have are at home, which is said. */
START_TEST(positions_left_out_are_told)
{
    check_run("printf 't,q.elbow\\n0,1\\n1,1.1\\n' | \"$CONDYLE\" limits arm.urdf --input - --clearance 0.01 > out", 0,
              "", "2 of 2 rows leave positions of joints out, which are taken to be at home");
}
END_TEST

START_TEST(shapes_that_are_not_seen_are_told)
{
    static const char *const lines[] = {"distance", "distance arm.urdf --with"};
    char script[256];
    put_file(partly_seen[_i].name, partly_seen[_i].text);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(script, sizeof script, "\"$CONDYLE\" %s %s > out || [ $? -eq 5 ]", lines[i], partly_seen[_i].name);
        check_run(script, 0, "", partly_seen[_i].said);
    }
    check_run("\"$CONDYLE\" distance arm.urdf > out", 0, "", "");
}
END_TEST

static const struct {
    const char *arguments;
    int exit_code;
    const char *said;
} runs[] = {
    {"distance bare.urdf", 2, "b has no shapes"},
    {"distance arm.urdf --sample 0", 2, "--sample"},
    {"distance arm.urdf --sample 10 --q home", 2, "without --q and --input"},
    {"distance arm.urdf --exclude base", 2, "'base' is not BODY,BODY"},
    {"distance arm.urdf --exclude lower,lower", 2, "--exclude: 'lower,lower' is one body; expected two"},
    {"distance arm.urdf --exclude base,lowr", 2,
     "'base,lowr' is not BODY,BODY of arm; 'condyle show' lists its bodies; did you mean 'lower'?"},
    {"distance arm.urdf --exclude bas,uper", 2, "its bodies; did you mean 'base'?; did you mean 'upper'?"},
    {"distance arm.urdf --exclude lowr", 2, "its bodies; did you mean 'lower'?"},
    {"distance arm.urdf --margin -1", 2, "--margin"},
    {"distance arm.urdf --with nowhere.urdf", 3, "nowhere.urdf"},
    {"distance arm.urdf --with bare.urdf", 1, "'bare.urdf' has no shapes"},
    {"distance arm.urdf --format npy", 2, "no npy output"},
    {"distance arm.urdf --q 0,2.9 --with nowhere.urdf -o far.npy", 2, "no npy output"},
    {"distance arm.urdf --exclude lower,base", 2, "arm has no two bodies with shapes whose distance changes and that"},
    {"distance alone.urdf", 2, "b has no two bodies with shapes whose distance changes\n"},
    {"distance arm.urdf --input bare.urdf", 1, "columns that are needed"},
    {"distance arm.urdf --q 0,nan", 2, "--q"},
    {"distance arm.urdf --between", 2, "--between looks between the rows of a motion; expected --input FILE"},
    {"limits arm.urdf --input rows.csv --exclude base,lower", 2, "give --clearance M as well"},
    {"distance ties.xml", 2, "has no two bodies with shapes whose distance changes"},
    {"distance arm.urdf --srdf arm.srdf", 2, "arm has no two bodies with shapes whose distance changes"},
    {"distance arm.urdf --srdf none.srdf", 3, "none.srdf"},
    {"distance arm.urdf --srdf arm.urdf", 1, "the file has links or joints, as URDF has"},
    {"limits arm.urdf --input rows.csv --srdf arm.srdf", 2,
     "--srdf leaves out pairs of --clearance; give --clearance M"},
    {"limits arm.urdf --input rows.csv --srdf arm.srdf --clearance 0", 2, "--clearance: arm has no two bodies"},
    {"report arm.urdf --input rows.csv --srdf arm.srdf --clearance 0", 2, "--clearance: arm has no two bodies"},
    {"trajectory arm.urdf --through rows.csv --acceleration 5 --srdf arm.srdf --clearance 0", 2,
     "--clearance: arm has"},
    {"excite arm.urdf --srdf arm.srdf --clearance 0", 2, "--clearance: arm has no two bodies"},
    {"ik arm.urdf --body lower --pose 1,1,0,0,0,0 --srdf arm.srdf", 2, "--srdf leaves out pairs of --avoid"},
    {"ik arm.urdf --body lower --pose 1,1,0,0,0,0 --srdf arm.srdf --avoid 0", 2, "--avoid: arm has no two bodies"},
    {"limits arm.urdf --input rows.csv --clearance 0 --exclude base,lowr", 2, "'base,lowr' is not BODY,BODY"},
    {"limits arm.urdf --input rows.csv --clearance 0 --exclude base,lower", 2, "not neighbours and not excluded"},
    {"limits arm.urdf --input rows.csv --clearance -1", 2, "--clearance"},
    {"ik arm.urdf --body lower --pose 1,1,0,0,0,0 --exclude base,lower", 2, "give --avoid M as well"},
    {"ik arm.urdf --body lower --pose 1,1,0,0,0,0 --avoid 0 --exclude base,lower", 2, "--avoid: arm has no two bodies"},
    {"ik arm.urdf --constraints none.json --avoid 0", 2, "--constraints and --avoid exclude each other"},
    {"excite bare.urdf --clearance 0", 2, "no two bodies with shapes"},
    {"trajectory arm.urdf --through rows.csv --acceleration 5 --exclude base,lower", 2, "give --clearance M as well"},
    {"report arm.urdf --input rows.csv --exclude base,lower", 2, "give --clearance M as well"},
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

START_TEST(a_state_beyond_its_limits_is_told)
{
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,3.5 > table; echo $?", 0, "5\n",
              "--q: elbow is at 3.5 rad, beyond its limit of 3 rad");
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,1 2>&1 | grep -c warning || :", 0, "0\n", "");
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
    check_run("\"$CONDYLE\" export arm.urdf --srdf arm.srdf | grep -c exclu", 1, "0\n",
              "not written in urdf: of exclusion of 'base' and 'lower', that its bodies are not looked at beside each "
              "other; it costs no torque");
    check_run("\"$CONDYLE\" export ties.xml --as mjcf 2>/dev/null | grep exclude", 0,
              "    <exclude body1=\"a\" body2=\"c\"/>\n", "");
    check_run("\"$CONDYLE\" distance arm.urdf --with cell.urdf --exclude base,upper --q 0,2.9 --format csv | wc -l", 0,
              "3\n", "note: --exclude base,upper leaves nothing out: these bodies are not looked at anyway");
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

/* Two rows, in both of which the tip is 1.5 m and more from a post beside its way, and 0.1 m between them: the circle
 * of 2 m passes the post, a ball of 0.1 m at 2.4 m. */
START_TEST(between_rows_nothing_is_missed)
{
    put_file("post.urdf", "<robot name='post'><link name='post'><collision><origin xyz='2.4 0 0'/><geometry><sphere "
                          "radius='0.1'/></geometry></collision></link></robot>");
    put_file("swing.csv", "t,q.shoulder,q.elbow\n0,-1,0\n2,1,0\n");
    json_t *value = ask("arm.urdf --input swing.csv --with post.urdf", 0);
    ck_assert(number_of(value, "distance") > 1.4 && json_object_get(value, "between") == NULL);
    json_decref(value);
    value = ask("arm.urdf --input swing.csv --with post.urdf --between --margin 0.11", 5);
    const json_t *between = json_object_get(value, "between");
    const double found = number_of(between, "distance"), bound = number_of(between, "bound");
    ck_assert_msg(found >= 0.1 - 1e-12 && found < 0.1001 && bound <= 0.1 + 1e-12 && bound > 0.0999, "%g %g", found,
                  bound);
    ck_assert(fabs(number_of(between, "t") - 1) < 0.05 && json_is_true(json_object_get(between, "between")));
    ck_assert_str_eq(json_string_value(json_object_get(between, "second")), "post");
    json_decref(value);
    check_run("\"$CONDYLE\" distance arm.urdf --input swing.csv --with post.urdf --between | grep -o 'nowhere below "
              "0.0999..; least 0.100..., lower and post, between rows 1 and 2, t [01]'",
              0, "nowhere below 0.099901; least 0.100000, lower and post, between rows 1 and 2, t 1\n", "");
    check_run("\"$CONDYLE\" distance arm.urdf --input swing.csv --with post.urdf --between --margin 0.1 > table", 5, "",
              "bodies ");
}
END_TEST

/* The clearance counts between the rows too, in all commands that have one: the elbow folds through 2.9 rad, where the
 * distance is 2 cos(1.45) - 0.5 < 0, between two rows at 1 rad and at 4.8 rad. */
START_TEST(a_clearance_counts_between_rows)
{
    put_file("wide.urdf", "");
    check_run("sed \"s/lower='-3' upper='3'/lower='-7' upper='7'/g\" arm.urdf > wide.urdf", 0, "", "");
    put_file("fold.csv", "t,q.shoulder,q.elbow,qd.shoulder,qd.elbow\n0,0,1,0,1\n1,0,4.8,0,1\n");
    check_run("\"$CONDYLE\" limits wide.urdf --input fold.csv --clearance 0.1 | tail -n 1 | sed 's/9[0-9]*!/9!/; "
              "s/563.*/563/'",
              0, "  base  lower  -0.49!  between rows 1 and 2, t 0.563\n", "come within 0.1 m: -0.4999");
    check_run("\"$CONDYLE\" limits wide.urdf --input fold.csv --clearance 0.1 > table", 5, "",
              "bodies 'base' and 'lower' come within 0.1 m: -0.4999");
    check_run("\"$CONDYLE\" report wide.urdf --input fold.csv --clearance 0.1 > page", 5, "", "between rows 1 and 2");
    check_run("grep -o 'Bodies come within 0.1 m' page; grep -c 'id=\"clearance\"' page", 0,
              "Bodies come within 0.1 m\n1\n", "");
    check_run(
        "\"$CONDYLE\" report arm.urdf --input rows.csv --clearance 0.1 | grep -o 'Bodies stay more than 0.1 m apart'",
        0, "Bodies stay more than 0.1 m apart\n", "no link that moves has a mass");
    check_run("\"$CONDYLE\" report arm.urdf --input rows.csv | grep -c 'id=\"clearance\"'", 1, "0\n",
              "no link that moves has a mass");
    put_file("way.csv", "q.shoulder,q.elbow\n0,1\n0,4.8\n");
    check_run("\"$CONDYLE\" trajectory wide.urdf --through way.csv --acceleration 5 --rate 20 --clearance 0.1 > rows",
              5, "", "the least distance between bodies is -0.49");
    check_run("head -1 rows | cut -c 1-10; tail -n 1 rows | cut -d , -f 3", 0, "t,q.should\n4.8\n", "");
    check_run(
        "\"$CONDYLE\" trajectory wide.urdf --through way.csv --acceleration 5 --clearance 0.1 --exclude base,lower", 2,
        "", "not excluded");
    put_file("way.csv", "q.shoulder,q.elbow\n0,1\n0,2\n");
    check_run("\"$CONDYLE\" trajectory wide.urdf --through way.csv --acceleration 5 --clearance 0.1 > rows", 0, "",
              "the least distance between bodies is 0.580605 m, of 'base' and 'lower', in row ");
}
END_TEST

/* Nothing is measured between the neighbours of a row that was skipped: between rows 1 and 3 the tip would pass the
 * post. */
START_TEST(a_skipped_row_parts_the_motion)
{
    put_file("post.urdf", "<robot name='post'><link name='post'><collision><origin xyz='2.4 0 0'/><geometry><sphere "
                          "radius='0.1'/></geometry></collision></link></robot>");
    put_file("gap.csv", "t,q.shoulder,q.elbow\n0,-1,0\n1,x,0\n2,1,0\n3,1,0.1\n4,x,0\n5,-1,0\n");
    check_run("\"$CONDYLE\" distance arm.urdf --input gap.csv --with post.urdf --between --keep-going | grep -o 'row "
              "4, t 3$'",
              0, "row 4, t 3\n",
              "between rows 1 and 3 and others nothing is looked at, since what was between was skipped");
    check_run("\"$CONDYLE\" limits arm.urdf --input gap.csv --clearance 0.1 --keep-going > table", 0, "",
              "between rows 1 and 3 and others nothing is looked at");
}
END_TEST

/* A vehicle that turns by half a turn while it moves by 2 m goes along an arc, 1 m beside the straight line, where it
 * meets a post: so does the motion of 'trajectory' between the same two rows. */
START_TEST(free_joints_go_as_trajectories_do)
{
    static const char *const joints[] = {"planar", "floating"};
    static const char *const rows[] = {"q.drive[0],q.drive[1],q.drive[2]\n-1,0,0\n1,0,3.14159\n",
                                       "q.drive[0],q.drive[1],q.drive[2],q.drive[3],q.drive[4],q.drive[5],q.drive[6]\n"
                                       "1,0,0,0,-1,0,0\n1.3267949e-6,0,0,1,1,0,0\n"};
    put_file("post.urdf", "<robot name='post'><link name='post'><collision><origin xyz='0 -1.5 0'/><geometry><sphere "
                          "radius='0.1'/></geometry></collision></link></robot>");
    char text[800];
    snprintf(text, sizeof text,
             "<robot name='r'><link name='world'/><link name='car'><collision><geometry><sphere radius='0.1'/>"
             "</geometry></collision></link><joint name='drive' type='%s'><parent link='world'/><child link='car'/>"
             "<axis xyz='0 0 1'/></joint></robot>",
             joints[_i]);
    put_file("car.urdf", text);
    put_file("way.csv", rows[_i]);
    check_run("\"$CONDYLE\" distance car.urdf --input way.csv --with post.urdf --between | grep -o 'least 0[.]3000'", 0,
              "least 0.3000\n",
              "joint 'drive' turns while it moves: between rows 1 and 2 it is taken to go along a screw, as 'condyle "
              "trajectory' moves it, up to 1 m beside the straight line");
    check_run(
        "\"$CONDYLE\" trajectory car.urdf --through way.csv --velocity 1 --acceleration 5 --rate 1000 > dense.csv && "
        "\"$CONDYLE\" distance car.urdf --input dense.csv --with post.urdf --between 2> said | grep -o 'least "
        "0.3....'; grep -c screw said",
        1, "least 0.30000\n0\n", "");
}
END_TEST

/* A clearance within the tolerance of the bound is not known to be kept, and is no success. */
START_TEST(what_is_not_known_is_not_kept)
{
    put_file("pass.csv", "t,q.shoulder,q.elbow\n0,0,-2.4\n1,0,-2.4\n");
    check_run("\"$CONDYLE\" limits arm.urdf --input pass.csv --clearance 0.2246 > table", 0, "", "velocity limits");
    put_file("pass.csv", "t,q.shoulder,q.elbow\n0,0,2.4\n1,0,-2.4\n");
    check_run("\"$CONDYLE\" limits arm.urdf --input pass.csv --clearance 0.22470 > table", 5, "",
              "bodies may come within 0.2247 m between rows: the least distance found is 0.2247");
}
END_TEST

/* A way from row to row is looked at 2000 times: so often that a turn of 140 rad beside a wall 0.8 m away is known to
 * pass it by 0.1 m, and not one of 180 rad. */
START_TEST(ways_are_looked_at_so_often)
{
    put_file("turn.csv", "q.shoulder,q.elbow\n0,0\n140,0\n");
    check_run("\"$CONDYLE\" distance arm.urdf --input turn.csv --with cell.urdf --between --margin 0.1 > table", 0, "",
              "warning: shoulder is at 140 rad");
    put_file("turn.csv", "q.shoulder,q.elbow\n0,0\n180,0\n");
    check_run("\"$CONDYLE\" distance arm.urdf --input turn.csv --with cell.urdf --between --margin 0.1 > table", 5, "",
              "bodies may come within 0.1 m between rows: the least distance found is 0.8");
}
END_TEST

/* The search for an excitation keeps the clearance, where without it the motion does not. */
START_TEST(excitations_keep_the_clearance)
{
    check_run("sed \"s/<link name='upper'.>/<link name='upper'><\\/link>/; s/<link name='[ul][a-z]*'>/&<inertial><mass "
              "value='1'\\/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'\\/><\\/inertial>/g; "
              "s/effort='1'/effort='99'/g\" arm.urdf > heavy.urdf; \"$CONDYLE\" excite heavy.urdf "
              "--evaluations 30 --acceleration 5 > free.csv",
              0, "", "whether bodies touch is not looked at");
    check_run("\"$CONDYLE\" limits heavy.urdf --input free.csv --clearance 1.2 > table", 5, "", "come within 1.2 m");
    check_run("\"$CONDYLE\" excite heavy.urdf --evaluations 30 --acceleration 5 --clearance 1.2 > kept.csv", 0, "",
              "the least distance between bodies is 1.");
    check_run("\"$CONDYLE\" limits heavy.urdf --input kept.csv --clearance 1.2 > table", 0, "", "warning");
    check_run("\"$CONDYLE\" excite heavy.urdf --evaluations 3 --acceleration 5 --clearance 1.499", 4, "",
              "and that is accepted");
    check_run("\"$CONDYLE\" excite heavy.urdf --evaluations 3 --acceleration 5 --clearance 1.499", 4, "",
              "bodies 'base' and 'lower' did not in the last one, and --exclude base,lower leaves them out");
    check_run(
        "sed \"s/xyz='1 0 0'\\/><geometry/xyz='1e200 0 0'\\/><geometry/\" heavy.urdf > far.urdf; \"$CONDYLE\" excite "
        "far.urdf --evaluations 3 --acceleration 5 --clearance 0.1",
        4, "", "too far away to measure: expected shapes and their frames within 1e+07 m");
}
END_TEST

/* Bodies that no configuration parts so far are named at once.  Where nothing moves two bodies against each other, the
 * search asks for no more room than there is: balls of 0.3 m and 0.2 m, 1 m apart. */
START_TEST(excitations_know_what_bodies_can_keep)
{
    check_run("sed \"s/<link name='upper'.>/<link name='upper'><\\/link>/; s/<link name='[ul][a-z]*'>/&<inertial><mass "
              "value='1'\\/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'\\/><\\/inertial>/g; "
              "s/effort='1'/effort='99'/g\" arm.urdf > heavy.urdf; \"$CONDYLE\" excite heavy.urdf "
              "--evaluations 1000000 --acceleration 5 --clearance 2",
              4, "", "'base' and 'lower' are 1.49");
    check_run("\"$CONDYLE\" excite heavy.urdf --clearance 2", 4, "", "--exclude base,lower leaves them out");
    check_run("\"$CONDYLE\" excite heavy.urdf --clearance 2", 4, "",
              "no motion keeps --clearance 2: bodies are nearer");
    check_run(
        "sed \"s/xyz='1 0 0'\\/><geometry/xyz='0 0 0'\\/><geometry/\" heavy.urdf > still.urdf; \"$CONDYLE\" excite "
        "still.urdf --evaluations 9 --acceleration 5 --clearance 0.4995 > kept.csv",
        0, "", "the least distance between bodies is 0.5 m");
    check_run("\"$CONDYLE\" limits still.urdf --input kept.csv --clearance 0.4995 > table", 0, "", "warning");
}
END_TEST

/* A third link, of which the hand's ball is to be at a place: the two others can fold or stretch, and the ball of the
 * second link comes near the base where they fold. */
static const char long_arm[] =
    "<robot name='long'><link name='base'><collision><geometry><sphere radius='0.3'/></geometry></collision></link>"
    "<link name='upper'/><link name='lower'><collision><origin xyz='1 0 0'/><geometry><sphere radius='0.2'/></geometry>"
    "</collision></link><link name='hand'/><link name='tip'/>"
    "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='elbow' type='revolute'><origin xyz='1 0 0'/><parent link='upper'/><child link='lower'/>"
    "<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='wrist' type='revolute'><origin xyz='1 0 0'/><parent link='lower'/><child link='hand'/>"
    "<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='end' type='fixed'><origin xyz='1 0 0'/><parent link='hand'/><child link='tip'/></joint></robot>";

/* From a folded start the nearest posture has the second link's end 2 cos(elbow / 2) - 0.5 from the base; with --avoid
 * the null space of the position stretches it until the clearance is there. */
START_TEST(postures_keep_apart)
{
    put_file("long.urdf", long_arm);
    char script[700];
    double distances[2];
    for (int avoiding = 0; avoiding < 2; avoiding++) {
        snprintf(script, sizeof script,
                 "\"$CONDYLE\" ik long.urdf --body tip --position-only --pose 0.9,0.9,0,0,0,0 --q 0.4,2.7,-2 "
                 "--format csv --fields q,converged --precision 12%s > found.csv 2> said; "
                 "\"$CONDYLE\" distance long.urdf --input found.csv --format csv 2> more | tail -n 1 | cut -d, -f 4",
                 avoiding ? " --avoid 0.4" : "");
        process_result r = run_in_folder(script);
        distances[avoiding] = strtod(r.out, NULL);
        free_result(&r);
    }
    ck_assert_msg(distances[0] < 0.35 && distances[1] > 0.4, "%g %g", distances[0], distances[1]);
    check_run("grep -o \"the least distance between bodies is 0.4[0-9]*\" said | cut -c 1-40", 0,
              "the least distance between bodies is 0.4\n", "");
    check_run(
        "\"$CONDYLE\" ik long.urdf --body tip --position-only --pose 0.9,0.9,0,0,0,0 --avoid 2 --starts 3 > found.csv",
        4, "", "reaches the target with bodies farther apart than --avoid");
    check_run(
        "\"$CONDYLE\" ik long.urdf --body tip --pose 2.3,0.9,0,0,0,0.3 --avoid 0.4 --all --starts 40 --format csv "
        "--fields converged | sort | uniq -c | tr -s ' '",
        0, " 2 1\n 1 converged\n", "");
    check_run("\"$CONDYLE\" ik long.urdf --body tip --pose 2.3,0.9,0,0,0,0.3 --avoid 1.2 --all --starts 40 > found.csv",
              4, "", "2 of 2 solutions bring bodies within 1.2 m and are left out");
    check_run("\"$CONDYLE\" ik long.urdf --body tip --pose 2.3,0.9,0,0,0,0.3 --avoid 1.2 --all --starts 40 > found.csv",
              4, "", "all 2 solutions that were found bring bodies within 1.2 m; the row is");
    check_run("\"$CONDYLE\" ik long.urdf --body tip --pose 9,0,0,0,0,0 --avoid 0.4 --all --starts 40 > found.csv", 4,
              "", "reaches the target with bodies farther apart than --avoid: the best has the error");
    put_file("starts.csv", "q.shoulder,q.elbow,q.wrist\n0.4,2.7,-2\n0,1,0\n");
    check_run(
        "\"$CONDYLE\" ik long.urdf --body tip --position-only --pose 0.9,0.9,0,0,0,0 --avoid 0.4 --input starts.csv "
        "--format csv --fields converged",
        0, "converged\n1\n1\n", "");
}
END_TEST

/* Robots whose neighbours are not those of single joints: a body that floats over the floor of its world, as MuJoCo
 * measures it; one that two slides let go through a plane; joints in a row in one body of MJCF; a loop between two
 * bodies. */
static const struct {
    const char *name, *text, *pairs; /* first,second of csv, by line; "": there are none */
} neighbours[] = {
    {"free.xml",
     "<mujoco><worldbody><geom type='box' size='1 1 .1'/><body name='ball' pos='0 0 .15'><freejoint/><geom size='.1'/>"
     "</body></worldbody></mujoco>",
     "world,ball\n"},
    {"slides.xml",
     "<mujoco><worldbody><geom type='box' size='1 1 .1'/><body name='torso' pos='0 0 .15'><joint type='slide' axis='1 "
     "0 "
     "0'/><joint type='slide' axis='0 0 1'/><joint axis='0 1 0'/><geom size='.1'/></body></worldbody></mujoco>",
     "world,torso\n"},
    {"two_axes.xml",
     "<mujoco><worldbody><body name='a'><joint axis='0 0 1'/><geom size='.1'/><body name='b' pos='.1 0 0'><joint "
     "axis='0 "
     "0 1'/><joint axis='0 1 0' pos='0 0 .02'/><geom size='.1'/></body></body></worldbody></mujoco>",
     ""},
    {"loop.xml",
     "<mujoco><worldbody><geom size='.1'/><body name='a'><joint name='ja' axis='0 0 1'/><geom size='.1'/>"
     "<body name='b' pos='.3 0 0'><joint name='jb' axis='0 0 1'/><geom size='.1'/></body></body></worldbody>"
     "<equality><connect body1='b' body2='world' anchor='0 0 0'/></equality></mujoco>",
     ""},
};

/* Bodies that joints and loops hold at each other are not looked at, and a body that goes anywhere is. */
START_TEST(what_holds_bodies_makes_them_neighbours)
{
    char script[256];
    put_file(neighbours[_i].name, neighbours[_i].text);
    if (*neighbours[_i].pairs) {
        snprintf(script, sizeof script, "\"$CONDYLE\" distance %s --format csv 2> said | tail -n +2 | cut -d, -f 1,2",
                 neighbours[_i].name);
        check_run(script, 0, neighbours[_i].pairs, "");
    } else {
        snprintf(script, sizeof script, "\"$CONDYLE\" distance %s", neighbours[_i].name);
        check_run(script, 2, "", "has no two bodies with shapes whose distance changes");
    }
}
END_TEST

/* --clearance looks at the same pairs. */
START_TEST(a_clearance_knows_of_loops)
{
    put_file("loop.xml", neighbours[3].text);
    put_file("way.csv", "q.ja,q.jb\n0,0\n1,1\n");
    check_run("\"$CONDYLE\" trajectory loop.xml --actuated ja --through way.csv --acceleration 5 --clearance 0", 2, "",
              "no two bodies with shapes");
}
END_TEST

/* Models of a world are obstacles by their names, where the file has several. */
START_TEST(obstacles_are_chosen_by_the_name_of_their_model)
{
    put_file("world.sdf",
             "<sdf version='1.7'><world name='w'><model name='wall'><static>true</static><link "
             "name='wall'><pose>3.1 0 0 0 0 0</pose><collision name='c'><geometry><box><size>0.2 4 "
             "4</size></box></geometry></collision></link></model><model name='post'><static>true</static><link "
             "name='post'><pose>0 4 0 0 0 0</pose><collision name='c'><geometry><sphere><radius>0.5</radius></sphere>"
             "</geometry></collision></link></model></world></sdf>");
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,0 --with world.sdf", 1, "",
              "the file has several models, and none that moves: 'wall', 'post'");
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,0 --with world.sdf", 1, "", "of an obstacle by --with FILE#NAME");
    json_t *value = ask("arm.urdf --q 0,0 --with 'world.sdf#wall'", 0);
    expect_number(pair_of(value, 0, "lower", "wall"), "distance", 0.8);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "pairs")), 2);
    json_decref(value);
    value = ask("arm.urdf --q 0,0 --with 'world.sdf#wall' --with 'world.sdf#post'", 0);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "pairs")), 3);
    json_decref(value);
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,0 --with 'world.sdf#wall' 2>&1 | grep -c note: || :", 0, "0\n", "");
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,0 --with 'world.sdf#door'", 1, "",
              "no model has the name 'door'; expected one of 'wall', 'post'");
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,0 --with 'arm.urdf#door'", 1, "",
              "no model has the name 'door': a file in URDF has one, here 'arm'");
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,0 --with 'arm.urdf#arm' > table", 5, "", "1 of 3 pairs");
    check_run("cp cell.sdf 'a#b.sdf'; \"$CONDYLE\" distance arm.urdf --q 0,0 --with 'a#b.sdf' > table", 0, "",
              "warning");
    check_run("\"$CONDYLE\" distance arm.urdf --q 0,0 --with 'world.sdf#wall' --format csv -o world.sdf", 2, "",
              "world.sdf");
}
END_TEST

/* Each format tells of the way between the rows what the table does: the least distance, the bound, and in JSON whether
 * bodies collide or are known to keep apart. */
START_TEST(every_format_tells_of_the_way)
{
    put_file("post.urdf", "<robot name='post'><link name='post'><collision><origin xyz='2.4 0 0'/><geometry><sphere "
                          "radius='0.1'/></geometry></collision></link></robot>");
    put_file("swing.csv", "t,q.shoulder,q.elbow\n0,-1,0\n2,1,0\n");
    json_t *value = ask("arm.urdf --input swing.csv --with post.urdf --between --margin 0.11", 5);
    ck_assert(json_is_true(json_object_get(value, "collides")));
    ck_assert(json_is_false(json_object_get(json_object_get(value, "between"), "kept")));
    json_decref(value);
    value = ask("arm.urdf --input swing.csv --with post.urdf --between --margin 0.05", 0);
    ck_assert(json_is_false(json_object_get(value, "collides")));
    ck_assert(json_is_true(json_object_get(json_object_get(value, "between"), "kept")));
    json_decref(value);
    value = ask("arm.urdf --input swing.csv --with post.urdf --between --margin 0.09995", 5);
    ck_assert(json_is_false(json_object_get(value, "collides"))); /* not found, and not excluded */
    ck_assert(json_is_false(json_object_get(json_object_get(value, "between"), "kept")));
    json_decref(value);
    check_run("\"$CONDYLE\" distance arm.urdf --input swing.csv --with post.urdf --between --format csv --precision 4 "
              "| cut -d, -f 1,2,18-",
              0,
              "first,second,way,way_from,way_to,way_t,bound\n"
              "base,lower,,,,,0.0999\n"
              "lower,post,0.1,1,2,1,0.0999\n",
              "");
    check_run("\"$CONDYLE\" distance arm.urdf --input swing.csv --format csv | head -1 | tr , '\\n' | wc -l", 0, "17\n",
              "");
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
    tcase_add_test(tests, a_state_beyond_its_limits_is_told);
    tcase_add_test(tests, coordinates_left_out_are_at_home);
    tcase_add_test(tests, obstacles_may_have_another_format);
    tcase_add_test(tests, obstacles_stand_at_home);
    tcase_add_test(tests, samples_tell_how_often_bodies_touch);
    tcase_add_test(tests, excluded_bodies_are_not_looked_at);
    tcase_add_test(tests, meshes_count_as_their_hulls);
    tcase_add_test(tests, positions_left_out_are_told);
    tcase_add_loop_test(tests, shapes_that_are_not_seen_are_told, 0, sizeof partly_seen / sizeof *partly_seen);
    tcase_add_test(tests, limits_tell_the_clearance);
    tcase_add_test(tests, between_rows_nothing_is_missed);
    tcase_add_test(tests, a_clearance_counts_between_rows);
    tcase_add_test(tests, a_skipped_row_parts_the_motion);
    tcase_add_loop_test(tests, free_joints_go_as_trajectories_do, 0, 2);
    tcase_add_test(tests, what_is_not_known_is_not_kept);
    tcase_add_test(tests, ways_are_looked_at_so_often);
    tcase_add_test(tests, excitations_keep_the_clearance);
    tcase_add_test(tests, excitations_know_what_bodies_can_keep);
    tcase_add_test(tests, postures_keep_apart);
    tcase_add_loop_test(tests, what_holds_bodies_makes_them_neighbours, 0, sizeof neighbours / sizeof *neighbours);
    tcase_add_test(tests, a_clearance_knows_of_loops);
    tcase_add_test(tests, obstacles_are_chosen_by_the_name_of_their_model);
    tcase_add_test(tests, every_format_tells_of_the_way);
    tcase_add_test(tests, tables_show_the_nearest_pairs);
    return run_suites(suite, NULL);
}
