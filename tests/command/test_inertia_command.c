/* condyle inertia and condyle list. */
#include "support/folder.h"
#include "support/suite.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A box of 1 m3 with 2 kg/m3, a ball, a link without shapes, and a link of 3 kg. */
static const char robot[] =
    "<robot name='r'><link name='box'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
    "<link name='ball'><visual><origin xyz='0 0 1'/><geometry><sphere radius='0.1'/></geometry></visual></link>"
    "<link name='bare'/>"
    "<link name='heavy'><inertial><mass value='3'/><inertia ixx='.01' ixy='0' ixz='0' iyy='.01' iyz='0' "
    "izz='.01'/></inertial>"
    "<visual><geometry><sphere radius='0.1'/></geometry></visual></link>"
    "<joint name='j' type='continuous'><parent link='box'/><child link='ball'/></joint>"
    "<joint name='k' type='continuous'><parent link='ball'/><child link='bare'/></joint>"
    "<joint name='l' type='continuous'><parent link='bare'/><child link='heavy'/></joint></robot>";

static void set_up(void)
{
    open_folder();
    put_file("r.urdf", robot);
    put_file("open.obj", "v 0 0 0\nv 6 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    put_file("mesh.urdf",
             "<robot name='m'><link name='a'/><link name='b'><visual><geometry><mesh filename='package://p/open.obj'/>"
             "</geometry></visual></link><joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
             "</robot>");
}

static const struct {
    const char *arguments;
    int exit_code;
    const char *said;
} runs[] = {
    {"inertia r.urdf", 2, "needs --mass LINK=KG, --density KG_M3 or --total KG"},
    {"inertia r.urdf --density 1 --total 1", 2, "cannot both be given"},
    {"inertia r.urdf --density 0", 2, "--density"},
    {"inertia r.urdf --mass box", 2, "'box' is not LINK=KG"},
    {"inertia r.urdf --mass box=heavy", 2, "'box=heavy' is not LINK=KG"},
    {"inertia r.urdf --mass boxx=1", 2, "no link 'boxx'"},
    {"inertia r.urdf --mass bare=1", 2, "has no shape with a volume"},
    {"inertia r.urdf --total 2", 2, "3 kg are taken"},
    {"inertia mesh.urdf --density 1000", 3,
     "package 'p', of mesh 'package://p/open.obj', is not found; --package-path"},
    {"inertia mesh.urdf --density 1000 --package-path p=nowhere", 3, "open.obj"},
    {"inertia r.urdf --density 2 -o r.urdf --force", 2, "r.urdf"},
    {"inertia r.urdf --density 2 -o mesh.urdf", 3, "mesh.urdf"},
    {"list ur5e", 2, "takes no robot"},
    {"list --format npy", 2, "has no arrays"},
};

START_TEST(wrong_lines_are_refused)
{
    char script[256];
    snprintf(script, sizeof script, "\"$CONDYLE\" %s", runs[_i].arguments);
    check_run(script, runs[_i].exit_code, "", runs[_i].said);
    size_t size;
    char *kept = get_file("r.urdf", &size);
    ck_assert_str_eq(kept, robot);
    free(kept);
}
END_TEST

START_TEST(a_density_makes_inertias)
{
    process_result r = run_in_folder("\"$CONDYLE\" inertia r.urdf --density 2 -o made.urdf && "
                                     "\"$CONDYLE\" show made.urdf --format json");
    json_t *o = json_loads(r.out, 0, NULL), *bodies = json_object_get(o, "bodies");
    const double masses[] = {2, 2 * 4.0 / 3 * 3.14159265358979323846 * 0.001, 0, 3};
    ck_assert_msg(r.exit_code == 0 && json_array_size(bodies) == 4, "%s%s", r.out, r.err);
    for (size_t i = 0; i < 4; i++) {
        const double mass = json_number_value(json_object_get(json_array_get(bodies, i), "mass"));
        ck_assert_double_eq_tol(mass, masses[i], 1e-15);
    }
    ck_assert_ptr_nonnull(strstr(r.err, "link 'box': 2 kg, 2 kg/m3 in 1 m3 of collision shapes"));
    ck_assert_ptr_nonnull(strstr(r.err, "link 'ball': 0.008378 kg, 2 kg/m3 in 0.004189 m3 of visuals"));
    ck_assert_ptr_nonnull(strstr(r.err, "1 link stays without mass, for want of shapes with a volume: 'bare'"));
    json_decref(o);
    free_result(&r);
    free(output_of("rm made.urdf"));
}
END_TEST

START_TEST(open_meshes_count_as_their_hull)
{
    process_result r = run_in_folder("\"$CONDYLE\" inertia mesh.urdf --density 1000 --package-path p=.");
    ck_assert_msg(r.exit_code == 0 && strstr(r.err, "1000 kg, 1000 kg/m3 in 1 m3 of visuals, the convex hull of 1 open "
                                                    "mesh") != NULL,
                  "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.out, "<mass value=\"1000"));
    free_result(&r);
}
END_TEST

START_TEST(links_that_weigh_stay_as_they_are)
{
    process_result r = run_in_folder("\"$CONDYLE\" inertia ur5e --density 1000 | \"$CONDYLE\" gravity - --format csv");
    process_result s = run_in_folder("\"$CONDYLE\" gravity ur5e --format csv");
    ck_assert_str_eq(r.out, s.out);
    ck_assert_ptr_nonnull(strstr(r.err, "no link without mass has a shape with a volume; nothing is changed"));
    free_result(&r);
    free_result(&s);
}
END_TEST

/* Torques of a robot without masses come with one warning, which names the command inertia. */
START_TEST(weightless_robots_are_warned_of)
{
    process_result r = run_in_folder("\"$CONDYLE\" gravity mesh.urdf --format csv");
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_msg(strstr(r.err, "no link that moves has a mass ('b')") && strstr(r.err, "condyle inertia"), "%s",
                  r.err);
    ck_assert_ptr_null(strstr(strchr(r.err, '\n') + 1, "warning"));
    free_result(&r);
}
END_TEST

START_TEST(robots_are_listed)
{
    free(output_of("mkdir -p ws/arm/urdf && echo '<package/>' >ws/arm/package.xml && cp r.urdf ws/arm/urdf/mine.urdf"));
    char *table = output_of("CONDYLE_URDF_PATH=ws \"$CONDYLE\" list");
    ck_assert_ptr_nonnull(strstr(table, "\nuniversalUR10e    ur10e      Universal Robots  UR10e "));
    ck_assert_ptr_nonnull(strstr(table, "1.300 m  12.5 kg  maker: ur_description\n"));
    ck_assert_ptr_nonnull(strstr(table, "\nIn packages of CONDYLE_URDF_PATH:\n  ws/arm/urdf/mine.urdf\n"));
    char *json = output_of("CONDYLE_URDF_PATH=ws \"$CONDYLE\" list --format json");
    json_t *o = json_loads(json, 0, NULL), *robots = json_object_get(o, "robots");
    ck_assert_uint_ge(json_array_size(robots), 15);
    ck_assert_ptr_null(strstr(table, "Ecobra 600"));
    ck_assert_ptr_nonnull(strstr(table, "\nFurther robots, by name:\n  abbIrb1600\n"));
    ck_assert_ptr_nonnull(strstr(table, "\n  omronEcobra600\n"));
    const json_t *further = json_object_get(o, "further");
    char *files = output_of("ls \"$SOURCE_ROOT\"/urdf/*.urdf | wc -l"); /* every one is listed, and once */
    ck_assert_int_eq((int)(json_array_size(robots) + json_array_size(further)), atoi(files));
    free(files);
    const json_t *first = json_array_get(robots, 0), *path = json_array_get(json_object_get(o, "packaged"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(first, "short_name")), "irb120");
    ck_assert_double_eq(json_number_value(json_object_get(first, "reach")), 0.58);
    ck_assert_str_eq(json_string_value(path), "ws/arm/urdf/mine.urdf");
    free(table);
    json_decref(o);
    free(json);
    char *csv = output_of("CONDYLE_URDF_PATH=ws \"$CONDYLE\" list --format csv");
    ck_assert_ptr_nonnull(strstr(csv, "\nkinovaGen3,gen3,Kinova,\"Gen3, 7 joints\",7,0.902,4,maker: ros_kortex,\n"));
    ck_assert_ptr_nonnull(strstr(csv, "\npuma560,,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(csv, "\n,,,,,,,,ws/arm/urdf/mine.urdf\n"));
    free(csv);
    char *shown = output_of("CONDYLE_URDF_PATH=ws \"$CONDYLE\" show mine 2>&1");
    ck_assert_ptr_nonnull(strstr(shown, "Robot: (3 bodies)"));
    free(shown);
    free(output_of("rm -r ws"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inertia_command");
    TCase *tests = tcase_create("inertia");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_loop_test(tests, wrong_lines_are_refused, 0, sizeof runs / sizeof *runs);
    tcase_add_test(tests, a_density_makes_inertias);
    tcase_add_test(tests, open_meshes_count_as_their_hull);
    tcase_add_test(tests, links_that_weigh_stay_as_they_are);
    tcase_add_test(tests, weightless_robots_are_warned_of);
    tcase_add_test(tests, robots_are_listed);
    return run_suites(suite, NULL);
}
