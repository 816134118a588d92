/* condyle export --collect: the copies of meshes, and their names in each format. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHAPE(kind, mesh) "<" kind "><geometry><mesh filename='" mesh "'/></geometry></" kind ">"
#define ROBOT(shapes)                                                                                                  \
    "<robot name='m'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "      \
    "ixy='0' ixz='0' iyz='0'/></inertial>" shapes "</link><joint name='j' type='continuous'><parent link='a'/>"        \
    "<child link='b'/></joint></robot>"

static const char mesh[] = "v 0 0 0\nv 6 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/* Two meshes of one name, one of them under two names, and a robot in a package. */
static void set_up(void)
{
    open_folder();
    check_run("mkdir -p p/meshes other new", 0, "", "");
    put_file("p/package.xml", "<package><name>p</name></package>");
    put_file("p/meshes/a.obj", mesh);
    put_file("other/a.obj", "# another\nv 0 0 0\nv 6 0 0\nv 0 1 0\nf 1 3 2\n");
    put_file("p/r.urdf", ROBOT(SHAPE("visual", "package://p/meshes/a.obj") SHAPE("visual", "../other/a.obj")
                                   SHAPE("collision", "meshes/a.obj")));
    put_file("p/gone.urdf", ROBOT(SHAPE("visual", "none.obj")));
    put_file("p/lost.urdf", ROBOT(SHAPE("visual", "package://nowhere/none.obj")));
}

static void tear_down(void)
{
    check_run("rm -rf p other new", 0, "", "");
    close_folder();
}

static const char said[] =
    "condyle: note: materials and pictures that 'a.obj' and other meshes name are not collected\n";

START_TEST(meshes_are_copied_and_named_from_the_new_file)
{
    check_run(
        "\"$CONDYLE\" export p/r.urdf --collect new/meshes -o new/r.urdf && grep -o 'filename=.*\"' new/r.urdf && "
        "cmp p/meshes/a.obj new/meshes/a.obj && cmp other/a.obj new/meshes/2_a.obj && ls new/meshes",
        0, "filename=\"meshes/a.obj\"\nfilename=\"meshes/2_a.obj\"\nfilename=\"meshes/a.obj\"\n2_a.obj\na.obj\n", said);
    check_run("\"$CONDYLE\" export p/r.urdf --as mjcf --collect new/meshes -o new/r.xml && grep -o 'meshdir=[^/]*\"' "
              "new/r.xml && grep -o ' file=[^/]*\"' new/r.xml",
              0, "meshdir=\"meshes\"\n file=\"a.obj\"\n file=\"2_a.obj\"\n file=\"a.obj\"\n", said);
    check_run(
        "\"$CONDYLE\" export p/r.urdf --as sdf --collect new/meshes -o p/r.sdf && grep -o '<uri>.*' p/r.sdf | head -1",
        0, "<uri>../new/meshes/a.obj</uri>\n", said);
    check_run("\"$CONDYLE\" export p/r.urdf --collect new | grep -o 'filename=.*\"' | head -1", 0,
              "filename=\"new/a.obj\"\n", said);
}
END_TEST

START_TEST(other_files_are_replaced_by_force_alone)
{
    put_file("new/a.obj", "nothing");
    check_run("\"$CONDYLE\" export p/r.urdf --collect new -o r.urdf; test -e r.urdf", 1, "", "new/a.obj");
    check_run("\"$CONDYLE\" export p/r.urdf --collect new -o r.urdf --force && cmp new/a.obj p/meshes/a.obj", 0, "",
              said);
}
END_TEST

/* Copies replace no file that is read: by an option, or as another mesh of the same name; nor the robot's new file. */
START_TEST(copies_replace_nothing_that_is_read)
{
    put_file("new/a.obj", ROBOT(SHAPE("visual", "../p/meshes/a.obj")));
    check_run("cp new/a.obj kept; \"$CONDYLE\" export new/a.obj --collect new -o r.urdf --force; code=$?; test ! -e "
              "r.urdf && "
              "cmp new/a.obj kept; rm kept; exit $code",
              2, "", "--collect new/a.obj would replace the file that is read as ROBOT; name another");
    put_file("other/r.urdf", ROBOT(SHAPE("visual", "../p/meshes/a.obj") SHAPE("collision", "a.obj")));
    check_run(
        "\"$CONDYLE\" export other/r.urdf --collect other -o r.urdf --force; code=$?; test ! -e r.urdf && grep -q "
        "another other/a.obj && exit $code",
        2, "", "would replace 'other/a.obj', which is collected, too; name another folder to --collect");
    check_run(
        "\"$CONDYLE\" export p/r.urdf --collect made --as urdf -o made/a.obj --force; code=$?; rm -r made; exit $code",
        2, "", "are the same file 'made/a.obj'; each needs one of its own");
    check_run("\"$CONDYLE\" export other/r.urdf --collect p/meshes -o r.urdf && cmp other/a.obj p/meshes/2_a.obj && rm "
              "r.urdf",
              0, "", said);
}
END_TEST

/* The new file may lie in the folder that is made for its meshes. */
START_TEST(the_folder_is_made_before_the_file_in_it)
{
    check_run("\"$CONDYLE\" export p/r.urdf --collect made -o made/r.urdf && grep -o 'filename=.*\"' made/r.urdf | "
              "head -1 && "
              "rm -r made",
              0, "filename=\"a.obj\"\n", said);
    check_run("\"$CONDYLE\" export p/r.urdf --collect made/ -o made/r.urdf && rm -r made", 0, "", said);
    check_run("\"$CONDYLE\" export p/r.urdf --collect made -o made2/r.urdf; test ! -e made", 0, "", "made2/r.urdf");
}
END_TEST

START_TEST(what_is_not_there_is_told)
{
    check_run("\"$CONDYLE\" export p/gone.urdf --collect new -o r.urdf", 3, "", "none.obj");
    check_run("\"$CONDYLE\" export p/lost.urdf --collect new -o r.urdf", 3, "",
              "link 'b': the mesh 'package://nowhere/none.obj' is not collected");
    check_run("\"$CONDYLE\" export p/r.urdf --collect p/r.urdf -o r.urdf", 3, "", "is not a folder");
    put_file("p/key.urdf",
             "<robot name='r'><link name='b'><visual><geometry><mesh filename='../key'/></geometry></visual>"
             "</link></robot>");
    check_run("echo secret > key; ln -s ../key p/key.stl; \"$CONDYLE\" export p/key.urdf --collect taken -o made.urdf",
              1, "", "the mesh '../key' is not collected: the name of the file ends as none of a mesh");
    check_run(
        "sed -i 's|../key|key.stl|' p/key.urdf; \"$CONDYLE\" export p/key.urdf --collect taken -o made.urdf; echo $?; "
        "test -e taken || echo no folder; rm -r key p/key.*",
        0, "1\nno folder\n", "ends as none of a mesh");
    check_run(
        "\"$CONDYLE\" export p/gone.urdf --collect taken -o taken/r.urdf; echo $?; test -e taken || echo no folder; "
        "mkdir taken; \"$CONDYLE\" export p/gone.urdf --collect taken -o taken/r.urdf; rmdir taken && echo kept",
        0, "3\nno folder\nkept\n", "none.obj");
    check_run("\"$CONDYLE\" export p/none.urdf --collect taken -o taken/r.urdf; test -e taken || echo no folder", 0,
              "no folder\n", "p/none.urdf");
    check_run("\"$CONDYLE\" export p/r.urdf --as mjcf --collect new --mesh-folder new", 2, "", "cannot both be given");
    check_run("test ! -e r.urdf", 0, "", "");
}
END_TEST

/* A pendulum of 0.1 kg m2 at a motor that turns three times as fast, and a constant torque of 2 N m. */
static const char driven[] =
    "<robot name='m'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
    "ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='continuous'><parent link='a'/>"
    "<child link='b'/></joint><transmission name='t'><joint name='j'/><actuator name='m'>"
    "<mechanicalReduction>3</mechanicalReduction></actuator></transmission>"
    "<condyle><drive joint='j' rotor_inertia='0.1' offset='2'/></condyle></robot>";

/* A constant torque costs itself; a rotor J r^2 qdd, whose mean square for qdd in [-1, 1] is a third of its largest. */
START_TEST(losses_have_their_cost)
{
    put_file("d.urdf", driven);
    check_run(
        "\"$CONDYLE\" export d.urdf --as mjcf -o d.xml", 0, "",
        "of joint 'j', its law of friction beyond damping and Coulomb friction; it costs 2 N m rms, 2 N m peak at "
        "joint j\n");
    check_run("\"$CONDYLE\" export d.urdf --as mjcf --force -o d.xml", 0, "",
              "of joint 'j', its gear ratio, which armature contains; it costs no torque\n");
    check_run("\"$CONDYLE\" export d.urdf --as mjcf --force -o d.xml", 0, "",
              "torque in mjcf differs at joint j by 2 N m rms, 2 N m peak\n");
    check_run(
        "\"$CONDYLE\" export d.urdf --as sdf -o d.sdf 2> said; grep -cE \"of joint 'j', its rotor inertia; it costs "
        "0\\.5[0-4][0-9]* N m rms, 0\\.(89|9)[0-9]* N m peak at joint j\" said",
        0, "1\n", "");
    check_run(
        "grep -cE \"of joint 'j', its gear ratio; it costs 0\\.4[4-8][0-9]* N m rms, 0\\.(79|8)[0-9]* N m peak\" said",
        0, "1\n", "");
    check_run("grep -cE \"^condyle: note: torque in sdf differs at joint j by 2\\.[01][0-9]* N m rms, 2\\.(89|9)\" "
              "said; rm said",
              0, "1\n", "");
}
END_TEST

/* A joint's name has no largest length: the rotor of one of 170 letters costs 0.5 qdd, as that of a short one does. */
START_TEST(long_names_have_their_cost)
{
    char name[171];
    memset(name, 'n', 170);
    name[170] = '\0';
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body name='b'><joint name='%s' type='hinge' armature='0.5'/><geom type='sphere' "
             "size='0.1' mass='1'/></body></worldbody></mujoco>",
             name);
    put_file("long.xml", text);
    check_run("\"$CONDYLE\" export long.xml --as sdf -o long.sdf 2>&1 | grep -cE 'its rotor inertia; it costs "
              "0\\.[23][0-9]* N m rms, 0\\.[45][0-9]* N m peak at joint n{170}$'; rm long.sdf",
              0, "1\n", "");
}
END_TEST

/* No torque depends on a limit of velocity, whatever else changes torques. */
START_TEST(what_no_torque_depends_on_costs_none)
{
    put_file("k.urdf",
             "<robot name='m'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
             "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='revolute'><parent "
             "link='a'/><child link='b'/><limit lower='-1' upper='1' effort='5' velocity='2'/></joint>"
             "<condyle><drive joint='j' offset='2'/></condyle></robot>");
    check_run("\"$CONDYLE\" export k.urdf --as mjcf -o k.xml 2>&1 | grep velocity; rm k.xml", 0,
              "condyle: note: not written in mjcf: of joint 'j', its limit of velocity; it costs no torque\n", "");
}
END_TEST

/* MuJoCo's slides move along the world's axes, a planar joint's velocities along those that it has turned. */
START_TEST(other_axes_are_told)
{
    put_file("p.urdf", "<robot name='m'><link name='world'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' "
                       "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
                       "type='planar'><axis xyz='0 0 1'/><parent link='world'/><child link='b'/></joint></robot>");
    check_run("\"$CONDYLE\" export p.urdf --as mjcf -o p.xml 2>&1 | grep -c 'along the world.s; torques are the same, "
              "about other axes$'; rm p.xml",
              0, "1\n", "");
}
END_TEST

START_TEST(what_costs_nothing_says_so)
{
    put_file("v.urdf",
             "<robot name='m'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
             "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='revolute'><parent "
             "link='a'/><child link='b'/><limit lower='-1' upper='1' effort='5' velocity='2'/></joint></robot>");
    check_run("\"$CONDYLE\" export v.urdf --as mjcf -o v.xml 2>&1; rm v.xml", 0,
              "condyle: note: not written in mjcf: of joint 'j', its limit of velocity; it costs no torque\n", "");
    check_run("\"$CONDYLE\" export v.urdf --as sdf -o v.sdf 2>&1 | grep -c torque\\ in; rm v.sdf", 0, "0\n", "");
    check_run("\"$CONDYLE\" export v.urdf -o w.urdf", 0, "", "");
}
END_TEST

#define HEAVY(name)                                                                                                    \
    "<link name='" name "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"      \
    "</inertial></link>"

/* URDF has trees alone. */
START_TEST(loops_that_a_format_cannot_have_are_told)
{
    put_file("l.urdf", "<robot name='m'><link name='a'/>" HEAVY("b")
                           HEAVY("c") "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
                                      "<joint name='k' type='continuous'><parent link='a'/><child link='c'/></joint>"
                                      "<loop_joint name='tie' type='spherical'><link1 link='b'/><link2 link='c'/>"
                                      "</loop_joint></robot>");
    check_run(
        "\"$CONDYLE\" export l.urdf -o t.urdf 2>&1 | grep written ; rm t.urdf", 0,
        "condyle: note: not written in urdf: of loop 'tie', itself: URDF has trees alone; torques are those of the "
        "open tree\n",
        "");
    check_run("\"$CONDYLE\" export l.urdf --as sdf -o t.sdf 2>&1 | grep -c of\\ loop ; rm t.sdf", 0, "0\n", "");
}
END_TEST

/* Meshes that are named from the folder of the robot's file are not beside a file in another one; nor has URDF homes.
 */
START_TEST(what_another_place_or_urdf_lacks_is_told)
{
    put_file("p/beside.urdf", ROBOT(SHAPE("visual", "meshes/a.obj")));
    check_run("\"$CONDYLE\" export p/beside.urdf -o q.urdf", 0, "",
              "mesh 'meshes/a.obj' and others that are named from the folder of 'p/beside.urdf' are not found");
    check_run("\"$CONDYLE\" export p/beside.urdf --as sdf -o q.sdf", 0, "", "--collect DIR copies them");
    check_run("\"$CONDYLE\" export p/beside.urdf -o ./p/q.urdf", 0, "", "");
    check_run("\"$CONDYLE\" export p/beside.urdf > q", 0, "", "");
    put_file("home.xml", "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><keyframe>"
                         "<key name='home' qpos='1'/></keyframe></mujoco>");
    check_run("\"$CONDYLE\" export home.xml > q", 0, "", "not in URDF: the home position of joint 'j'");
}
END_TEST

/* Bodies that move freely beside others, at home somewhere, are read back from SDF as they are. */
START_TEST(free_bodies_beside_others_are_read_back)
{
    static const char *const first[] = {"joint name='j'", "freejoint name='j'"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "<mujoco><worldbody><body name='b' pos='0 0 1'><%s/><geom size='.1'/></body><body name='c' pos='1 0 1'>"
            "<freejoint name='k'/><geom size='.1'/></body></worldbody></mujoco>",
            first[i]);
        put_file("free.xml", text);
        check_run("\"$CONDYLE\" export free.xml --as sdf -o free.sdf && rm free.sdf", 0, "", "");
    }
}
END_TEST

/* Without --as the name of the new file tells its format. */
START_TEST(the_name_of_the_file_tells_its_format)
{
    static const char *const formats[][2] = {
        {"urdf", "<robot"}, {"SDF", "<sdf"}, {"xml", "<mujoco"}, {"mjcf", "<mujoco"}, {"URDF", "<robot"}};
    put_file("k.urdf", ROBOT(""));
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char script[256], begin[32];
        snprintf(script, sizeof script,
                 "\"$CONDYLE\" export k.urdf -o k2.%s 2>said && grep -o '^<[a-z][a-z]*' k2.%s; rm k2.%s", formats[i][0],
                 formats[i][0], formats[i][0]);
        snprintf(begin, sizeof begin, "%s\n", formats[i][1]);
        check_run(script, 0, begin, "");
    }
    check_run("\"$CONDYLE\" export k.urdf --as urdf -o k2.sdf && grep -c '<robot' k2.sdf; rm k2.sdf", 0, "1\n",
              "condyle: note: 'k2.sdf' is written as urdf, as --as says; its name ends as that of sdf\n");
    check_run("\"$CONDYLE\" export k.urdf --as urdf -o k2.xml && rm k2.xml", 0, "", "");
    check_run("\"$CONDYLE\" export k.urdf -o k2.usda", 2, "",
              "'k2.usda': 'export' does not write files that end in .usda; expected .urdf, .sdf, .xml or .mjcf, "
              "or --as that says it");
    check_run("\"$CONDYLE\" export k.urdf -o k2 && grep -c '<robot' k2; rm k2", 0, "1\n", "");
    check_run("\"$CONDYLE\" export k.urdf -o k2.xml --actuators && rm k2.xml", 0, "", "");
    check_run("\"$CONDYLE\" export k.urdf -o k2.sdf --actuators", 2, "", "--actuators is for --as mjcf");
}
END_TEST

/* --from: the content must be of that format, for every subcommand, whatever the file's name. */
START_TEST(a_file_of_another_format_than_said_is_refused)
{
    put_file("d.xml", driven);
    check_run("\"$CONDYLE\" show d.xml --from urdf --format json | head -c 1", 0, "{", "");
    check_run("\"$CONDYLE\" gravity d.xml --from mjcf", 1, "",
              "d.xml:1: error: the file is in URDF, as its root element <robot> says; expected MJCF, as the call says");
    check_run("\"$CONDYLE\" id - --from sdf < d.xml", 1, "", "expected SDF");
    check_run("\"$CONDYLE\" export ur5e --from usd -o d.urdf", 1, "", "expected USD");
    check_run("\"$CONDYLE\" check d.xml --from sdf | grep -c 'expected SDF'", 0, "1\n", "");
    check_run("\"$CONDYLE\" check d.xml --from sdf --in-place", 2, "", "--in-place corrects URDF");
    check_run("\"$CONDYLE\" show d.xml --from xml", 2, "", "--from");
    check_run("rm d.xml", 0, "", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("export_command");
    TCase *tests = tcase_create("collect");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, meshes_are_copied_and_named_from_the_new_file);
    tcase_add_test(tests, other_files_are_replaced_by_force_alone);
    tcase_add_test(tests, copies_replace_nothing_that_is_read);
    tcase_add_test(tests, the_folder_is_made_before_the_file_in_it);
    tcase_add_test(tests, what_is_not_there_is_told);
    tcase_add_test(tests, what_another_place_or_urdf_lacks_is_told);
    tcase_add_test(tests, free_bodies_beside_others_are_read_back);
    tcase_add_test(tests, the_name_of_the_file_tells_its_format);
    tcase_add_test(tests, a_file_of_another_format_than_said_is_refused);
    tcase_add_test(tests, losses_have_their_cost);
    tcase_add_test(tests, other_axes_are_told);
    tcase_add_test(tests, loops_that_a_format_cannot_have_are_told);
    tcase_add_test(tests, what_costs_nothing_says_so);
    tcase_add_test(tests, long_names_have_their_cost);
    tcase_add_test(tests, what_no_torque_depends_on_costs_none);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
