/* The command as users run it: its output, its messages and its exit codes. */
#include "support/process.h"
#include "support/suite.h"
#include "support/ur5e_details.h"
#include "support/urdf_text.h"

#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A robot with every joint type, names that need quotes, and a follower. */

static const char mixed[] = "<robot name='mixed'>\n<link name='world'/>\n" BODY("drone") BODY("cart") BODY("arm:x@body")
    BODY("mate") BODY("plate") BODY("tool, &quot;left&quot;") JOINT("free", "floating", "world", "drone", "") JOINT(
        "rail,1", "prismatic", "world", "cart", LIMIT) JOINT("arm=a", "revolute", "cart", "arm:x@body", LIMIT)
        JOINT("mate_joint", "revolute", "cart", "mate", LIMIT "<mimic joint='arm=a' multiplier='-0.5' offset='0.25'/>")
            JOINT("plane", "planar", "cart", "plate", "")
                JOINT("w&#233;ld", "fixed", "plate", "tool, &quot;left&quot;", "") "</robot>\n";

static const char pendulum[] =
    "<robot name='pendulum'>\n<link name='base'/>\n<link name='rod'><visual name='v'><geometry><cylinder radius='0.2' "
    "length='1'/></geometry><material name='red'><color rgba='1 0 0 1'/></material></visual><inertial><origin "
    "xyz='0.5 0 0'/><mass value='2'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.2' iyz='0' "
    "izz='0.3'/></inertial></link>\n<joint name='hinge' type='continuous'><parent link='base'/><child "
    "link='rod'/><axis "
    "xyz='0 3 4'/><dynamics damping='0.5'/></joint>\n</robot>\n";

static const char *program;

static process_result condyle(const char *line, const char *input)
{
    return run_process(program, line, input, -1);
}

/* Runs the command, which must succeed without a message, and returns the JSON object that it prints. */
static json_t *condyle_json(const char *line, const char *input)
{
    process_result r = condyle(line, input);
    ck_assert_msg(r.exit_code == 0 && !r.err_size, "%s: exit code %d, %s", line, r.exit_code, r.err);
    json_error_t error;
    json_t *object = json_loadb(r.out, r.out_size, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(json_is_object(object), "%s: %s", line, error.text);
    free_result(&r);
    return object;
}

static void get_numbers(const json_t *array, double *values, size_t count)
{
    ck_assert_uint_eq(json_array_size(array), count);
    for (size_t i = 0; i < count; i++) {
        ck_assert(json_is_number(json_array_get(array, i)));
        values[i] = json_number_value(json_array_get(array, i));
    }
}

static void check_numbers(const json_t *array, const double *expected, size_t count, double tolerance)
{
    double values[64];
    ck_assert_uint_le(count, 64);
    get_numbers(array, values, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(fabs(values[i] - expected[i]) <= tolerance, "value %zu: %.17g, not %.17g", i, values[i],
                      expected[i]);
    }
}

/* Returns the names of the members in their order, separated by blanks. */
static void check_keys(json_t *object, const char *expected)
{
    char keys[256] = "";
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        ck_assert_uint_lt(strlen(keys) + strlen(key) + 2, sizeof keys);
        strcat(strcat(keys, *keys ? " " : ""), key);
    }
    ck_assert_str_eq(keys, expected);
}

static const char *get_string(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* ---- the documented numbers ---- */

#define UR5E_EXAMPLE "id universalUR5e --wrench shoulder_link:0,0,0,0.1,0,0 --wrench tool0@body:0,0,0,0.1,0,0"

START_TEST(ur5e_torques)
{
    const double tau[] = {-0.0232900000, -52.4189187088, -14.4895837588, -0.0099700000, 0.0099600000, 0};
    const double gravity[] = {0, 0, -9.81}, zero[6] = {0}, push[] = {0, 0, 0, 0.1, 0, 0};
    json_t *o = condyle_json(UR5E_EXAMPLE " --format json", NULL);
    check_keys(o, "command robot gravity joints q qd qdd wrenches tau");
    ck_assert_str_eq(get_string(o, "command"), "id");
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(o, "joints"), 2)), "elbow_joint");
    check_numbers(json_object_get(o, "tau"), tau, 6, 1e-9);
    check_numbers(json_object_get(o, "gravity"), gravity, 3, 0);
    check_numbers(json_object_get(o, "q"), zero, 6, 0);
    check_numbers(json_object_get(o, "qdd"), zero, 6, 0);
    const json_t *wrenches = json_object_get(o, "wrenches"), *second = json_array_get(wrenches, 1);
    ck_assert_uint_eq(json_array_size(wrenches), 2);
    ck_assert_str_eq(get_string(json_array_get(wrenches, 0), "frame"), "base");
    ck_assert_str_eq(get_string(second, "body"), "tool0");
    ck_assert_str_eq(get_string(second, "frame"), "body");
    check_numbers(json_object_get(second, "wrench"), push, 6, 0);
    json_decref(o);
}
END_TEST

START_TEST(iiwa_accelerations)
{
    const double qdd[] = {-0.0022851610, -0.0112174753, 0.0035686983,  -0.0212419297,
                          0.0066806152,  -0.0075112188, 499.9920358474};
    json_t *o = condyle_json("fd kukaIiwa14 --wrench iiwa_link_ee_kuka@body:0,0,0.5,0,0,0.3 --format json", NULL);
    check_keys(o, "command robot gravity joints q qd tau wrenches qdd");
    check_numbers(json_object_get(o, "qdd"), qdd, 7, 1e-9);
    json_decref(o);
}
END_TEST

START_TEST(ecobra_torques)
{
    const double tau[] = {0, 0, -19.62, 0};
    double q[4], other[4];
    json_t *first = condyle_json("id omronEcobra600 --q random --format json", NULL);
    json_t *same = condyle_json("id omronEcobra600 --q random --seed 0 --format json", NULL);
    json_t *next = condyle_json("gravity omronEcobra600 --q=random --seed=9223372036854775807 --format=json", NULL);
    check_keys(first, "command robot gravity joints seed q qd qdd wrenches tau");
    check_keys(next, "command robot gravity joints seed q tau");
    check_numbers(json_object_get(first, "tau"), tau, 4, 1e-12);
    check_numbers(json_object_get(next, "tau"), tau, 4, 1e-12);
    ck_assert_int_eq(json_integer_value(json_object_get(first, "seed")), 0);
    ck_assert(json_integer_value(json_object_get(next, "seed")) == INT64_MAX);
    ck_assert(json_equal(first, same));
    get_numbers(json_object_get(first, "q"), q, 4);
    get_numbers(json_object_get(next, "q"), other, 4);
    ck_assert(q[0] != other[0] && q[2] > 0 && q[2] < 0.21);
    json_decref(first);
    json_decref(same);
    json_decref(next);
}
END_TEST

/* ---- show ---- */

/* A continuous joint turns without end, whatever bounds its file has beside that. */
START_TEST(show_gives_a_continuous_joint_no_range)
{
    const char *robot = "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'><parent "
                        "link='a'/><child link='b'/><limit lower='-1' upper='2' effort='3' velocity='4'/></joint>"
                        "</robot>";
    process_result r = condyle("show - --format csv", robot);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(r.out, "\n1,b,0,a,j,continuous,1,0,0,0,0,0,0,0,0,,,3,4,"));
    free_result(&r);
}
END_TEST

START_TEST(show_prints_the_documented_table)
{
    process_result r = condyle("show universalUR5e", NULL);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_str_eq(r.out, UR5E_DETAILS);
    ck_assert_str_eq(r.err, "");
    free_result(&r);
}
END_TEST

START_TEST(show_tells_all_in_json)
{
    const double axis[] = {0, 0.6, 0.8}, com[] = {0.5, 0, 0}, inertia[] = {0.1, 0.7, 0.8, 0, 0, 0}, zero[3] = {0};
    json_t *o = condyle_json("show - --format json", pendulum);
    check_keys(o, "command robot gravity nq nv joints positions bodies");
    const json_t *bodies = json_object_get(o, "bodies"), *base = json_array_get(bodies, 0);
    json_t *rod = json_array_get(bodies, 1);
    ck_assert_uint_eq(json_array_size(bodies), 2);
    ck_assert(json_is_null(json_object_get(base, "joint")) && json_is_null(json_object_get(base, "parent")));
    ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(base, "children"), 0)), 1);
    check_keys(rod, "index name joint type axis placement limits dynamics mimic safety calibration mass center_of_mass "
                    "inertia inertial parent parent_name children visuals collisions");
    ck_assert_str_eq(get_string(rod, "name"), "rod");
    ck_assert_str_eq(get_string(rod, "joint"), "hinge");
    ck_assert_str_eq(get_string(rod, "type"), "continuous");
    ck_assert_str_eq(get_string(rod, "parent_name"), "base");
    ck_assert_int_eq(json_integer_value(json_object_get(rod, "index")), 1);
    ck_assert_double_eq(json_number_value(json_object_get(rod, "mass")), 2);
    check_numbers(json_object_get(rod, "axis"), axis, 3, 1e-15);
    check_numbers(json_object_get(json_object_get(rod, "placement"), "xyz"), zero, 3, 0);
    check_numbers(json_object_get(rod, "center_of_mass"), com, 3, 0);
    check_numbers(json_object_get(rod, "inertia"), inertia, 6, 1e-15);
    ck_assert_double_eq(json_number_value(json_object_get(json_object_get(rod, "inertial"), "izz")), 0.3);
    ck_assert_double_eq(json_number_value(json_object_get(json_object_get(rod, "dynamics"), "damping")), 0.5);
    const json_t *visual = json_array_get(json_object_get(rod, "visuals"), 0);
    ck_assert_str_eq(get_string(json_object_get(visual, "geometry"), "type"), "cylinder");
    ck_assert_str_eq(get_string(json_object_get(visual, "material"), "name"), "red");
    json_decref(o);
}
END_TEST

START_TEST(show_writes_csv)
{
    process_result r = condyle("show - --format csv", mixed);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(r.out, "index,name,parent,parent_name,joint,type,"));
    ck_assert_ptr_nonnull(strstr(r.out, ",cart,0,world,\"rail,1\",prismatic,0,1,0,0.1,0,0.2,0.3,0,0,-1,2,10,3,2,0.1,"));
    ck_assert_ptr_nonnull(strstr(r.out, ",\"tool, \"\"left\"\"\","));
    ck_assert_ptr_nonnull(strstr(r.out, ",w\xc3\xa9ld,fixed,,,,0.1,"));
    free_result(&r);
}
END_TEST

/* ---- every joint type ---- */

/* The subcommands agree: tau = M qdd + C qd + G, and fd inverts id. */
START_TEST(subcommands_agree_with_the_equation_of_motion)
{
    enum { N = 11 };
    double tau[N], c[N], g[N], qdd[N], back[N], row[N];
    json_t *id = condyle_json("id - --q random --qd random --qdd random --seed 5 --format json", mixed);
    json_t *coriolis = condyle_json("coriolis - --q random --qd random --seed 5 --format json", mixed);
    json_t *gravity = condyle_json("gravity - --q random --seed 5 --format json", mixed);
    json_t *mass = condyle_json("mass - --q random --seed 5 --format json", mixed);
    check_keys(id, "command robot gravity joints positions seed q qd qdd wrenches tau");
    check_keys(mass, "command robot joints positions seed q M");
    ck_assert_uint_eq(json_array_size(json_object_get(id, "positions")), N + 1);
    get_numbers(json_object_get(id, "tau"), tau, N);
    get_numbers(json_object_get(id, "qdd"), qdd, N);
    get_numbers(json_object_get(coriolis, "tau"), c, N);
    get_numbers(json_object_get(gravity, "tau"), g, N);
    char line[1024] = "fd - --q random --qd random --seed 5 --format json --tau ";
    for (size_t i = 0; i < N; i++) {
        double sum = c[i] + g[i];
        get_numbers(json_array_get(json_object_get(mass, "M"), i), row, N);
        for (size_t j = 0; j < N; j++) {
            sum += row[j] * qdd[j];
        }
        ck_assert_msg(fabs(sum - tau[i]) <= 1e-10 * (1 + fabs(tau[i])), "%zu: %.17g %.17g", i, sum, tau[i]);
        snprintf(line + strlen(line), sizeof line - strlen(line), "%s%.17g", i ? "," : "", tau[i]);
    }
    json_t *fd = condyle_json(line, mixed);
    get_numbers(json_object_get(fd, "qdd"), back, N);
    for (size_t i = 0; i < N; i++) {
        ck_assert_msg(fabs(back[i] - qdd[i]) <= 1e-9, "%zu: %.17g %.17g", i, back[i], qdd[i]);
    }
    json_t *all[] = {id, coriolis, gravity, mass, fd};
    for (size_t i = 0; i < 5; i++) {
        json_decref(all[i]);
    }
}
END_TEST

START_TEST(states_are_set_by_name_and_by_place)
{
    const double q[] = {1, 0, 0, 0, 0.5, 0, 0, 0.25, -0.5, 0, 0, 0.3};
    const double qd[] = {0, 0, 0, 0, 0, -2e-1, 0, 1.5, 0, 0, 0}, zero[] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const char *const names[] = {"free[0]", "free[1]", "free[2]",  "free[3]",  "free[4]", "free[5]",
                                 "rail,1",  "arm=a",   "plane[0]", "plane[1]", "plane[2]"};
    json_t *named = condyle_json("coriolis - --q free[4]=0.5,rail,1=.25,arm=a=-0.5,plane[2]=3e-1 "
                                 "--qd free[5]=-2e-1,arm=a[0]=1.5 --format json",
                                 mixed);
    json_t *placed = condyle_json("coriolis --qd=-0,0,0,0,0,-0.2,0,1.5,0,0,0 --q 1,0,0,0,0.5,0,0,0.25,-0.5,0,0,0.3 "
                                  "--format=json -- -",
                                  mixed);
    json_t *nothing = condyle_json("coriolis - --q zero --qd zero --format json", mixed);
    check_numbers(json_object_get(named, "q"), q, 12, 0);
    check_numbers(json_object_get(named, "qd"), qd, 11, 0);
    check_numbers(json_object_get(nothing, "q"), zero, 12, 0);
    for (size_t i = 0; i < 11; i++) {
        ck_assert_str_eq(json_string_value(json_array_get(json_object_get(named, "joints"), i)), names[i]);
    }
    ck_assert(json_equal(json_object_get(named, "tau"), json_object_get(placed, "tau")));
    json_decref(named);
    json_decref(placed);
    json_decref(nothing);
}
END_TEST

START_TEST(wrenches_go_to_the_bodies_named)
{
    double tau[1];
    json_t *odd = condyle_json("id - --gravity -0,0,0 --wrench arm:x@body:0,1,0,0,0,0 --format json", mixed);
    const json_t *wrench = json_array_get(json_object_get(odd, "wrenches"), 0);
    ck_assert_str_eq(get_string(wrench, "body"), "arm:x@body");
    ck_assert_str_eq(get_string(wrench, "frame"), "base");
    json_decref(odd);
    /* 3 N at 2 m along y of a body that turns about (0, 3, 4)/5: moment about x only; 5 N m about z count 0.8. */
    json_t *about = condyle_json("id - --gravity 0,0,0 --wrench rod:0,0,5,0,0,0 --format json", pendulum);
    get_numbers(json_object_get(about, "tau"), tau, 1);
    ck_assert_double_eq_tol(tau[0], -4, 1e-14);
    json_decref(about);
    process_result r = condyle("id - --wrench base:0,0,1,0,0,0", pendulum);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_str_eq(r.err, "condyle: note: body 'base' does not move: the wrench on it has no effect\n");
    free_result(&r);
}
END_TEST

START_TEST(loader_options_change_the_robot)
{
    json_t *freed = condyle_json("id - --mimic independent --q mate_joint=0.5 --format json", mixed);
    ck_assert_uint_eq(json_array_size(json_object_get(freed, "joints")), 12);
    json_decref(freed);
    const double weight[] = {0, 0, 0, 0, 0, 4 * 9.81};
    double tau[10];
    json_t *floating = condyle_json("gravity omronEcobra600 --floating-base --format json", NULL);
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(floating, "joints"), 0)), "floating_base[0]");
    get_numbers(json_object_get(floating, "tau"), tau, 10);
    ck_assert_double_eq_tol(tau[5], weight[5], 1e-12);
    json_decref(floating);
}
END_TEST

/* ---- formats ---- */

START_TEST(csv_has_names_and_exact_numbers)
{
    process_result r = condyle("gravity - --format csv", pendulum);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_int_eq(strncmp(r.out, "tau.hinge\n", 10), 0);
    /* The weight 2 * 9.81 at 0.5 m along x turns about (0, 3, 4)/5 with 0.6 of its moment. */
    ck_assert_double_eq_tol(strtod(r.out + 10, NULL), -2 * 9.81 * 0.5 * 0.6, 1e-13);
    free_result(&r);
    r = condyle("mass - --format csv", pendulum);
    ck_assert_int_eq(strncmp(r.out, "joint,hinge\nhinge,", 18), 0);
    ck_assert_double_eq_tol(strtod(r.out + 18, NULL), 0.36 * 0.7 + 0.64 * 0.8, 1e-13);
    free_result(&r);
    r = condyle("id - --format csv", mixed);
    ck_assert_ptr_nonnull(strstr(r.out, "tau.free[5],\"tau.rail,1\",tau.arm=a,tau.plane[0]"));
    free_result(&r);
}
END_TEST

START_TEST(tables_name_units_frame_and_gravity)
{
    static const char *const said[] = {"Inverse dynamics of ",
                                       "gravity  0 0 -9.81 m/s2 in the base frame",
                                       "tool0: moment 0 0 0 N m",
                                       "force 0.1 0 0 N, in its own frame",
                                       "-52.4189187088 N m\n",
                                       "shoulder_lift_joint",
                                       " rad/s2",
                                       " rad/s "};
    process_result r = condyle(UR5E_EXAMPLE, NULL);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        ck_assert_msg(strstr(r.out, said[i]), "no '%s' in:\n%s", said[i], r.out);
    }
    free_result(&r);
    r = condyle("id omronEcobra600 --q random", NULL);
    ck_assert_ptr_nonnull(strstr(r.out, "-19.62 N\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "from seed 0"));
    free_result(&r);
    r = condyle("mass -", mixed);
    ck_assert_ptr_nonnull(strstr(r.out, "kg m2 (two angles), kg m (angle and length), kg (two lengths)"));
    ck_assert_ptr_nonnull(strstr(r.out, "plane[2] theta"));
    ck_assert_ptr_nonnull(strstr(r.out, "free[6] z"));
    free_result(&r);
}
END_TEST

/* ---- refusals ---- */

typedef struct refusal {
    const char *line, *input;
    int exit_code;
    const char *said;
} refusal;

static const refusal refusals[] = {
    {"", NULL, 2, "Usage: condyle COMMAND ROBOT"},
    {"shwo universalUR5e", NULL, 2, "condyle: error: unknown command 'shwo'; did you mean 'show'?\n"},
    {"--vresion", NULL, 2, "did you mean '--version'?"},
    {"help fdd", NULL, 2, "did you mean 'fd'?"},
    {"id", NULL, 2, "'id' needs a robot"},
    {"id universalUR5e kukaIiwa14", NULL, 2, "two robots"},
    {"id universalUR5e --grvity 0,0,0", NULL, 2, "'id' has no option '--grvity'; did you mean '--gravity'?"},
    {"gravity universalUR5e --qd zero", NULL, 2, "'gravity' takes no option '--qd'"},
    {"id universalUR5e --format jsn", NULL, 2,
     "--format: 'jsn' is not one of table, csv, json, npy; did you mean 'json'?"},
    {"id universalUR5e --mimic free", NULL, 2, "--mimic: 'free' is not one of tied, independent"},
    {"id universalUR5e --q home --q zero", NULL, 2, "--q is given twice"},
    {"id universalUR5e --q", NULL, 2, "--q needs a value"},
    {"id universalUR5e --q --qd zero", NULL, 2, "--q needs a value"},
    {"id universalUR5e --floating-base=yes", NULL, 2, "--floating-base takes no value"},
    {"id universalUR5e --seed -1", NULL, 2, "--seed: '-1' is not a whole number"},
    {"id universalUR5e --seed 9223372036854775808", NULL, 2, "too large"},
    {"id universalUR5e --gravity 0,0", NULL, 2, "--gravity has 2 values; expected 3"},
    {"id universalUR5e --q 0,0,0", NULL, 2, "--q has 3 values; expected 6: shoulder_pan_joint, shoulder_lift_joint"},
    {"id universalUR5e --q=", NULL, 2, "--q has 0 values; expected 6"},
    {"id universalUR5e --q 0,0,0,0,0,1x", NULL, 2, "--q: value 6, '1x', is not a decimal number"},
    {"id universalUR5e --q 0,nan,0,0,0,0", NULL, 2, "value 2, 'nan'"},
    {"id universalUR5e --q 0,0,0x10,0,0,0", NULL, 2, "value 3, '0x10'"},
    {"id universalUR5e --q 0,0,0,0,0,inf", NULL, 2, "value 6, 'inf'"},
    {"id universalUR5e --q 0,0,0,1e999,0,0", NULL, 2, "value 4, '1e999', is too large"},
    {"id universalUR5e --q 0,,0,0,0,0", NULL, 2, "value 2 is empty"},
    {"id universalUR5e --q hme", NULL, 2, "did you mean 'home'?"},
    {"id universalUR5e --q elbow=1", NULL, 2, "the robot has no joint 'elbow'; did you mean 'elbow_joint'?"},
    {"id universalUR5e --q elbow_joint=1,elbow_joint[0]=2", NULL, 2, "'elbow_joint[0]' is given twice"},
    {"id universalUR5e --q elbow_joint[1]=2", NULL, 2, "joint 'elbow_joint' has 1 value in q"},
    {"id universalUR5e --q elbow_joint=1.0abc", NULL, 2, "'elbow_joint=1.0abc' is not joint=value"},
    {"id universalUR5e --q flange-tool0=1", NULL, 2, "joint 'flange-tool0' is fixed"},
    {"id - --q mate_joint=1", mixed, 2, "joint 'mate_joint' follows 'arm=a'"},
    {"id - --q free=1", mixed, 2, "joint 'free' has 7 values: give them as free[0] to free[6]"},
    {"id - --q free[0]=0", mixed, 2, "condyle: error: "},
    {"id universalUR5e --wrench tool:0,0,0,0,0,0", NULL, 2, "the robot has no body 'tool'; did you mean 'tool0'?"},
    {"id universalUR5e --wrench tool0", NULL, 2, "'tool0' is not BODY:Tx,Ty,Tz,Fx,Fy,Fz"},
    {"id universalUR5e --wrench tool0:1,2,3", NULL, 2, "has 3 values; expected 6"},
    {"id ur5f", NULL, 3, "no file and no bundled robot is named 'ur5f'; did you mean '"},
    {"id ./missing.urdf", NULL, 3, "./missing.urdf: error: "},
    {"show .", NULL, 3,
     ".: error: is a directory; expected a robot's file (URDF, xacro or compiled model) or the name of"},
    {"check ..", NULL, 3, "..: error: is a directory; expected a robot's file"},
    {"id /", NULL, 3, "/: error: "},
    {"id -", "", 1, "<stdin>:"},
    {"show -", "<robot name='r'>\n<link name='a'/>\n<link name='a'/>\n</robot>\n", 1, "<stdin>:3: error: "},
    {"fd -",
     "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'><parent link='a'/>"
     "<child link='b'/></joint></robot>",
     4, "'j'"},
};

START_TEST(refusals_say_why)
{
    const refusal *expected = &refusals[_i];
    process_result r = condyle(expected->line, expected->input);
    ck_assert_msg(r.exit_code == expected->exit_code, "'%s': exit code %d, %s", expected->line, r.exit_code, r.err);
    ck_assert_msg(strstr(r.err, expected->said), "'%s': %s", expected->line, r.err);
    ck_assert_str_eq(r.out, "");
    free_result(&r);
}
END_TEST

START_TEST(files_are_named_with_their_line)
{
    char path[] = "/tmp/condyle-test-XXXXXX", line[128], expected[128];
    const char *robot = "<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n<joint name='j' type='revolute'>\n"
                        "<parent link='a'/><child link='b'/></joint></robot>\n";
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq((int)write(file, robot, strlen(robot)), (int)strlen(robot));
    close(file);
    snprintf(line, sizeof line, "show %s", path);
    snprintf(expected, sizeof expected, "%s:4: warning: ", path); /* revolute without limit */
    process_result r = condyle(line, NULL);
    unlink(path);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_msg(strncmp(r.err, expected, strlen(expected)) == 0, "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.out, "Robot: (1 bodies)"));
    free_result(&r);
}
END_TEST

START_TEST(names_cannot_write_to_the_terminal)
{
    process_result r = condyle("id no\x1b[31m\xc2\x9b\xff.urdf", NULL);
    ck_assert_int_eq(r.exit_code, 3);
    for (size_t i = 0; i < r.err_size; i++) {
        ck_assert_msg(r.err[i] == '\n' || (r.err[i] >= 0x20 && r.err[i] < 0x7f), "%s", r.err);
    }
    free_result(&r);
    /* bidirectional control characters, which could reverse the order of letters, are replaced, too */
    r = condyle("id no\xe2\x80\xae\xd8\x9c\xe2\x81\xa6\xc3\xa9.urdf", NULL);
    ck_assert_int_eq(r.exit_code, 3);
    ck_assert_msg(strstr(r.err, "no????????\xc3\xa9.urdf") != NULL, "%s", r.err);
    free_result(&r);
}
END_TEST

/* ---- input, output ---- */

START_TEST(a_full_disk_is_reported)
{
    int full = open("/dev/full", O_WRONLY);
    if (full < 0) {
        return; /* only Linux has /dev/full */
    }
    process_result r = run_process(program, "id universalUR5e", NULL, full);
    close(full);
    ck_assert_int_eq(r.exit_code, 3);
    ck_assert_ptr_nonnull(strstr(r.err, "condyle: error: cannot write to the standard output: "));
    free_result(&r);
}
END_TEST

/* A closed pipe, once with SIGPIPE, once where the caller ignores SIGPIPE. */
START_TEST(a_closed_pipe_ends_quietly)
{
    int ends[2];
    void (*before)(int) = signal(SIGPIPE, _i ? SIG_IGN : SIG_DFL);
    ck_assert_int_eq(pipe(ends), 0);
    close(ends[0]);
    process_result r = run_process(program, "show universalUR5e --format json", NULL, ends[1]);
    close(ends[1]);
    signal(SIGPIPE, before);
    ck_assert(_i ? r.exit_code == 3 : r.signal == SIGPIPE);
    ck_assert_str_eq(r.err, "");
    free_result(&r);
}
END_TEST

START_TEST(the_version_is_printed)
{
    process_result r = condyle("--version", NULL);
    int major, minor, end = 0;
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_int_eq(sscanf(r.out, "condyle %d.%d%n", &major, &minor, &end), 2);
    ck_assert_int_gt(end, 0);
    free_result(&r);
}
END_TEST

/* ---- help ---- */

/* Runs every example of a help text; returns the number of examples. */
static int run_examples(const char *help)
{
    static const char note[] = "condyle: note: ";
    int count = 0;
    for (const char *line = strstr(help, "\n  condyle "); line; line = strstr(line, "\n  condyle ")) {
        char example[256] = "";
        line += strlen("\n  condyle ");
        memcpy(example, line, strcspn(line, "\n") < 255 ? strcspn(line, "\n") : 255);
        process_result r = condyle(example, NULL);
        /* Distances come with notes: of which shapes they are, and the least. */
        const bool is_quiet = strstr(example, "--avoid") ? !strncmp(r.err, note, strlen(note)) : !r.err_size;
        ck_assert_msg(r.exit_code == 0 && r.out_size && is_quiet, "%s: %s", example, r.err);
        free_result(&r);
        line--;
        count++;
    }
    return count;
}

static const char *const subcommands[] = {"show",     "id",  "fd", "mass",   "gravity", "coriolis", "transform",
                                          "jacobian", "com", "ik", "random", "export",  "energy"};

START_TEST(help_is_worth_reading)
{
    static const char *const parts[] = {
        "Usage: condyle ", "ROBOT",           "--gravity X,Y,Z",          "0,0,-9.81",  "--format",
        "--output FILE",   "--floating-base", "--mimic tied|independent", "Exit codes:"};
    char line[64];
    snprintf(line, sizeof line, "%s --help", subcommands[_i]);
    process_result r = condyle(line, NULL);
    snprintf(line, sizeof line, "help %s", subcommands[_i]);
    process_result same = condyle(line, NULL);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_str_eq(r.out, same.out);
    ck_assert_str_eq(r.err, "");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bool needed = _i != 11 || strcmp(parts[i], "--format") != 0;
        ck_assert_msg(!needed || strstr(r.out, parts[i]), "%s: no '%s'", subcommands[_i], parts[i]);
    }
    ck_assert(_i == 0 || _i == 11 || strstr(r.out, "--seed N"));
    ck_assert(_i == 0 || _i > 5 || (strstr(r.out, "M(q) qdd") && strstr(r.out, "joint=1.5")));
    for (const char *rest = r.out; *rest; rest += strcspn(rest, "\n") + 1) {
        ck_assert_uint_le(strcspn(rest, "\n"), 100);
    }
    ck_assert_ptr_nonnull(strstr(r.out, "\nExamples:\n  condyle "));
    ck_assert_int_ge(run_examples(r.out), 3);
    free_result(&r);
    free_result(&same);
}
END_TEST

START_TEST(help_lists_every_subcommand)
{
    process_result r = condyle("help", NULL), same = condyle("--help", NULL);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_str_eq(r.out, same.out);
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++) {
        char listed[32];
        snprintf(listed, sizeof listed, "\n  %-10s", subcommands[i]);
        ck_assert_ptr_nonnull(strstr(r.out, listed));
    }
    ck_assert_int_ge(run_examples(r.out), 3);
    free_result(&r);
    free_result(&same);
}
END_TEST

int main(void)
{
    program = getenv("CONDYLE");
    if (!program || access(program, X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("command");
    TCase *numbers = add_case(suite, "documented numbers", ur5e_torques);
    tcase_add_test(numbers, iiwa_accelerations);
    tcase_add_test(numbers, ecobra_torques);
    TCase *show = add_case(suite, "show", show_prints_the_documented_table);
    tcase_add_test(show, show_tells_all_in_json);
    tcase_add_test(show, show_writes_csv);
    tcase_add_test(show, show_gives_a_continuous_joint_no_range);
    TCase *types = add_case(suite, "every joint type", subcommands_agree_with_the_equation_of_motion);
    tcase_add_test(types, states_are_set_by_name_and_by_place);
    tcase_add_test(types, wrenches_go_to_the_bodies_named);
    tcase_add_test(types, loader_options_change_the_robot);
    TCase *formats = add_case(suite, "formats", csv_has_names_and_exact_numbers);
    tcase_add_test(formats, tables_name_units_frame_and_gravity);
    TCase *refused = add_case(suite, "refusals", names_cannot_write_to_the_terminal);
    tcase_add_loop_test(refused, refusals_say_why, 0, (int)(sizeof refusals / sizeof *refusals));
    tcase_add_test(refused, files_are_named_with_their_line);
    TCase *streams = add_case(suite, "input and output", a_full_disk_is_reported);
    tcase_add_loop_test(streams, a_closed_pipe_ends_quietly, 0, 2);
    tcase_add_test(streams, the_version_is_printed);
    TCase *help = add_case(suite, "help", help_lists_every_subcommand);
    tcase_add_loop_test(help, help_is_worth_reading, 0, (int)(sizeof subcommands / sizeof *subcommands));
    return run_suites(suite, NULL);
}
