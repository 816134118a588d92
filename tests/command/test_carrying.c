/* Payloads, wrenches at a body, carrying capacity and limits on the command line. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "\"$CONDYLE\" "

/* An arm of two links of 1 m with 2 kg in their middles, about horizontal axes; `MORE` stands before its end. */
#define LINK(name)                                                                                                     \
    "<link name='" name "'><inertial><origin xyz='0.5 0 0'/><mass value='2'/><inertia ixx='0.01' iyy='0.02' "          \
    "izz='0.02' ixy='0' ixz='0' iyz='0'/></inertial></link>"
#define ARM(more)                                                                                                      \
    "<robot name='arm'><link name='w'/>" LINK("a")                                                                     \
        LINK("b") "<link name='tip'/>"                                                                                 \
                  "<joint name='shoulder' type='revolute'><parent link='w'/><child link='a'/><axis xyz='0 -1 0'/>"     \
                  "<limit lower='-2' upper='2' effort='100' velocity='3'/></joint>"                                    \
                  "<joint name='elbow' type='revolute'><parent link='a'/><child link='b'/><origin xyz='1 0 0'/>"       \
                  "<axis xyz='0 -1 0'/><limit lower='-2' upper='2' effort='60' velocity='0'/></joint>"                 \
                  "<joint name='weld' type='fixed'><parent link='b'/><child link='tip'/><origin xyz='1 0 0' rpy='0.3 " \
                  "0.1 0'/>"                                                                                           \
                  "</joint>" more "</robot>"

static void set_up(void)
{
    open_folder();
    put_file("arm.urdf", ARM(""));
    put_file("welded.urdf",
             ARM("<link name='load'><inertial><origin xyz='0.1 0.2 -0.1'/><mass value='3'/><inertia ixx='0.02' "
                 "iyy='0.03' izz='0.04' iyz='0.001' ixz='0.002' ixy='0.003'/></inertial></link><joint name='carry' "
                 "type='fixed'><parent link='tip'/><child link='load'/></joint>"));
}

#define PAYLOAD "--payload tip:3,0.1,0.2,-0.1,0.02,0.03,0.04,0.001,0.002,0.003 "

/* Reads the numbers of a CSV text behind its header; empty fields are skipped. */
static size_t read_numbers(const char *text, double *numbers, size_t most)
{
    size_t count = 0;
    const char *c = strchr(text, '\n');
    while (c && *c && count < most) {
        char *end;
        const double value = strtod(c, &end);
        if (end > c) {
            numbers[count++] = value;
        }
        c = end > c ? end : c + 1;
    }
    return count;
}

/* ---- payloads ---- */

#define STATE "--q 0.3,-0.7 --qd 0.4,-1 --format csv --precision 15 "

static const struct {
    const char *command, *options;
} calculations[] = {
    {"id", STATE "--qdd 1,2"},
    {"fd", STATE "--tau 1,2"},
    {"mass", "--q 0.3,-0.7 --format csv --precision 15 --fields M"},
    {"gravity", "--q 0.3,-0.7 --format csv --precision 15"},
    {"coriolis", STATE},
    {"com", "--q 0.3,-0.7 --format csv --precision 15"},
    {"energy", STATE},
    {"reactions", STATE "--qdd 1,2"},
    {"derivatives", "--of fd --q 0.3,-0.7 --qd 0.4,-1 --tau 1,2 --format csv --precision 15"},
    {"sim", "--time 0.1 --every 100 --format csv --precision 12"},
};

START_TEST(it_counts_as_a_link_that_is_welded_on)
{
    static double carried[256], welded[256];
    const char *command = calculations[_i].command, *options = calculations[_i].options;
    char *one = output_of(COMMAND "%s arm.urdf %s " PAYLOAD, command, options);
    char *other = output_of(COMMAND "%s welded.urdf %s", command, options);
    const size_t count = read_numbers(one, carried, 256);
    ck_assert_uint_gt(count, 1);
    ck_assert_uint_eq(read_numbers(other, welded, 256), count);
    ck_assert_relative(carried, welded, count, 1e-9);
    free(one);
    free(other);
}
END_TEST

typedef struct answer {
    const char *script;
    int exit_code;
    const char *out, *said;
} answer;

static const answer payloads[] = {
    {COMMAND "id arm.urdf " PAYLOAD "| grep -A 1 payload", 0,
     "  payload  3 kg on tip, center of mass 0.1 0.2 -0.1 m,\n"
     "           Ixx Iyy Izz Iyz Ixz Ixy 0.02 0.03 0.04 0.001 0.002 0.003 kg m2\n",
     ""},
    {COMMAND "gravity arm.urdf --payload tip:2 --payload tip:2,0.5,0,0 --format json | grep -o '\"payloads.*}\\]'", 0,
     "\"payloads\": [{\"body\": \"tip\", \"mass\": 4.0, \"center_of_mass\": [0.25, 0.0, 0.0], \"inertia\": [0.0, "
     "0.25, 0.25, 0.0, 0.0, 0.0]}]\n",
     ""},
    {COMMAND "gravity arm.urdf --payload tip:0 --format csv", 0, "tau.shoulder,tau.elbow\n39.24,9.81\n", ""},
    {COMMAND "gravity arm.urdf --payload tip:2 --payload tip:0 --format csv", 0,
     "tau.shoulder,tau.elbow\n78.48,29.43\n", ""},
    {COMMAND "gravity arm.urdf --payload w:5 --format csv", 0, "tau.shoulder,tau.elbow\n39.24,9.81\n",
     "body 'w' does not move: the payload on it has no effect"},
    {COMMAND "compile arm.urdf --payload tip:2 -o arm.cdy && " COMMAND "gravity arm.cdy --format csv", 0,
     "tau.shoulder,tau.elbow\n78.48,29.43\n", ""},
    {"echo '{\"q\": [0, 0]}' | " COMMAND "gravity arm.urdf --payload tip:2 --input - --format csv --fields tau", 0,
     "tau.shoulder,tau.elbow\n78.48,29.43\n", ""},
    {COMMAND "id arm.urdf --payload top:3", 2, "", "--payload: the robot has no body 'top'; did you mean 'tip'?"},
    {COMMAND "id arm.urdf --payload tip", 2, "", "--payload: 'tip' is not BODY:MASS[,CX,CY,CZ[,IXX,"},
    {COMMAND "id arm.urdf --payload tip:1,2", 2, "", "has 2 values; expected 1, 4 or 10: MASS in kg"},
    {COMMAND "id arm.urdf --payload tip:x", 2, "", "--payload"},
    {COMMAND "id arm.urdf --payload tip:-1", 2, "", "the payload of body 'tip' has a negative mass"},
    {COMMAND "id arm.urdf --payload tip:1,0,0,0,1,1,3,0,0,0", 2, "", "has an inertia that no body has"},
    {COMMAND "jacobian arm.urdf --body tip --payload tip:1", 2, "", "--payload"},
};

START_TEST(payloads_are_read_and_shown)
{
    const answer *a = &payloads[_i];
    check_run(a->script, a->exit_code, a->out, a->said);
}
END_TEST

START_TEST(identification_knows_the_payload)
{
    char *made = output_of(
        "i=0; echo q.shoulder,q.elbow,qd.shoulder,qd.elbow,qdd.shoulder,qdd.elbow > motion.csv; while [ $i -lt 40 ]; "
        "do "
        "echo \"0.$((i %% 7)),0.$((i %% 5)),0.$((i %% 3)),0.$((i %% 9)),$((i %% 4)),$((i %% 6))\" >> motion.csv; "
        "i=$((i + 1)); done; " COMMAND "id arm.urdf --payload tip:3 --input motion.csv > log.csv && " COMMAND
        "identify arm.urdf --payload tip:3 --input log.csv --format json");
    ck_assert_msg(strstr(made, "\"payloads\": [{\"body\": \"tip\"") != NULL, "%s", made);
    free(made);
    char *table = output_of(COMMAND "identify arm.urdf --payload tip:3 --input log.csv | sed -n 2p");
    ck_assert_str_eq(table, "  payload  3 kg on tip, center of mass 0 0 0 m\n");
    free(table);
}
END_TEST

/* ---- wrenches at a body, in the axes of the base ---- */

static const answer wrenches[] = {
    /* 10 N down at 2 m and at 1 m */
    {COMMAND "id arm.urdf --gravity 0,0,0 --wrench tip@base-axes:0,0,0,0,0,-10 --format csv", 0,
     "tau.shoulder,tau.elbow\n20,10\n", ""},
    {"printf 'q.elbow,f.tip@base-axes.Fz\\n0,-10\\n0,-20\\n' | " COMMAND
     "id arm.urdf --gravity 0,0,0 --input - --fields f,tau",
     0,
     "f.tip@base-axes.Tx,f.tip@base-axes.Ty,f.tip@base-axes.Tz,f.tip@base-axes.Fx,f.tip@base-axes.Fy,"
     "f.tip@base-axes.Fz,tau.shoulder,tau.elbow\n0,0,0,0,0,-10,20,10\n0,0,0,0,0,-20,40,20\n",
     ""},
    {"echo '{\"q\": [0, 0], \"wrenches\": [{\"body\": \"tip\", \"frame\": \"base-axes\", \"wrench\": "
     "[0,0,0,0,0,-10]}]}' | " COMMAND "id arm.urdf --gravity 0,0,0 --input - --format json --fields f,tau",
     0,
     "{\"wrenches\": [{\"body\": \"tip\", \"frame\": \"base-axes\", \"wrench\": [0.0, 0.0, 0.0, 0.0, 0.0, -10.0]}], "
     "\"tau\": [20.0, 10.0]}\n",
     ""},
    {COMMAND "id arm.urdf --wrench top@base-axes:0,0,0,0,0,1", 2, "",
     "the robot has no body 'top'; did you mean 'tip'?"},
    {"echo '{\"wrenches\": [{\"body\": \"tip\", \"frame\": \"base-ax\", \"wrench\": [0,0,0,0,0,1]}]}' | " COMMAND
     "id arm.urdf --input -",
     1, "", "\"frame\": \"base\", \"body\" or \"base-axes\""},
};

START_TEST(wrenches_take_the_axes_of_the_base)
{
    const answer *a = &wrenches[_i];
    check_run(a->script, a->exit_code, a->out, a->said);
}
END_TEST

/* ---- carrying capacity ---- */

/* Stretched, the shoulder has 100 - 39.24 N m left for 2 m, the elbow 60 - 9.81 N m for 1 m. */
#define LEAST "3.0968"

static const answer capacities[] = {
    {COMMAND "payload arm.urdf --body tip --precision 5 --format csv", 0,
     "mass,joint,unloaded_percent\n" LEAST ",shoulder,39.24\n", ""},
    {COMMAND "payload arm.urdf --body tip --q 1.5707963267948966,0 --precision 3 --format csv | tail -n 1 | "
             "awk -F, '{print ($1 == \"\" && $2 == \"\")}'",
     0, "1\n", ""},
    {COMMAND "payload arm.urdf --body w --format json --fields mass,joint", 0, "{\"mass\": null, \"joint\": null}\n",
     ""},
    {COMMAND "payload arm.urdf --body w | grep -E '^  (mass|joint  )' | tail -n 2", 0,
     "  mass           unlimited\n  joint          none\n", ""},
    {"printf 'label,q.shoulder,q.elbow\\n1,0,0\\n2,0,1.5707963267948966\\n' | " COMMAND
     "payload arm.urdf --body tip --input - --precision 5 --fields mass,joint",
     0, "label,mass,joint\n1," LEAST ",shoulder\n2,7.1937,shoulder\n", NULL},
    {COMMAND "payload arm.urdf --body tip --com=-1,0,0 --precision 4 --fields mass --format csv", 0, "mass\n6.163\n",
     ""},
    {COMMAND "payload arm.urdf --body tip --anywhere --format csv --fields mass,joint,second_mass --precision 5", 0,
     "mass,joint,second_mass\n" LEAST ",shoulder," LEAST "\n", ""},
    {COMMAND "payload arm.urdf --body tip --anywhere --seed 7 --format json | grep -c '\"q\": \\[.*\"mass\": 3.0968'",
     0, "1\n", ""},
    {COMMAND "payload arm.urdf --body tip --payload tip:3 --anywhere --precision 3 --format csv --fields mass", 0,
     "mass\n0.0968\n", ""},
    {COMMAND "payload arm.urdf --body tip --payload tip:4 --format csv --fields mass,joint", 0,
     "mass,joint\n0,shoulder\n", ""},
    {COMMAND "payload arm.urdf --body tip --grid --cell 5 --samples 500 | cut -d, -f 1,2,5,6 | sort", 0,
     "2.5,-2.5,shoulder,", NULL},
    {COMMAND "payload arm.urdf --body tip --grid --cell 1 --samples 500 | awk -F, 'NR > 1 && !($4 >= $3 && $3 > 0) "
             "{bad = 1} $4 > $3 {ranges = 1} END {print bad + 0, ranges}'",
     0, "0 1\n", NULL},
    {COMMAND "payload arm.urdf --body tip --grid --cell 5 --format json | head -n 1 | cut -c -30", 0,
     "{\"radius\": 2.5, \"height\": -2.5\n", ""},
    {COMMAND "payload arm.urdf --body tip --grid --cell 5 --format table | head -n 1", 0,
     "  radius m  height m     least kg   largest kg  joint\n", ""},
    {COMMAND "payload arm.urdf --body top", 2, "", "did you mean 'tip'?"},
    {COMMAND "payload arm.urdf", 2, "", "'payload' needs --body NAME"},
    {COMMAND "payload arm.urdf --body tip --anywhere --q 0,0", 2, "", "--anywhere is about every pose at rest"},
    {COMMAND "payload arm.urdf --body tip --anywhere --grid", 2, "", "give one of them"},
    {COMMAND "random arm.urdf | sed '1s/q[.]/a_/g' > log.csv; " COMMAND
             "payload arm.urdf --body tip --input log.csv --map a_=q. --format csv | wc -l",
     0, "2\n", ""},
    {COMMAND "payload arm.urdf --body tip --samples 5", 2, "", "--samples needs --anywhere or --grid"},
    {COMMAND "payload arm.urdf --body tip --cell 5", 2, "", "--cell needs --grid"},
    {COMMAND "payload arm.urdf --body tip --grid --format npy", 2, "", "--grid has neither --fields nor npy output"},
    {COMMAND "payload arm.urdf --body tip --grid --fields mass", 2, "", "--grid has neither --fields"},
    {"sed \"s/effort='[0-9]*'/effort='0'/g\" arm.urdf > free.urdf; " COMMAND "payload free.urdf --body tip", 1, "",
     "no joint has a known effort limit"},
};

static void check_answer(const answer *a)
{
    if (a->said) {
        check_run(a->script, a->exit_code, a->out, a->said);
        return;
    }
    process_result result = run_in_folder(a->script); /* the output contains a->out; the messages are not compared */
    ck_assert_int_eq(result.exit_code, a->exit_code);
    ck_assert_msg(strstr(result.out, a->out) != NULL, "%s printed\n%s", a->script, result.out);
    free_result(&result);
}

START_TEST(capacities_are_those_of_the_arm)
{
    check_answer(&capacities[_i]);
}
END_TEST

/* ---- columns that no calculation reads ---- */

static const answer passing[] = {
    {"printf 't,mark,q.elbow\n0,\"a, b\",0\n0.50,,0\n' | " COMMAND
     "gravity arm.urdf --input - --fields tau.elbow 2> said; cat said",
     0, "t,mark,tau.elbow\n0,\"a, b\",9.81\n0.50,,9.81\ncondyle: note: not read of the rows: 'mark'\n", ""},
    {"printf 't,q.elbow\n007,0\n-1.5e3,0\nnow,0\n' | " COMMAND
     "gravity arm.urdf --input - --fields tau.elbow --format json",
     0,
     "{\"t\": \"007\", \"tau.elbow\": 9.81}\n{\"t\": -1.5e3, \"tau.elbow\": 9.81}\n{\"t\": \"now\", \"tau.elbow\": "
     "9.81}\n",
     ""},
    {"echo '{\"q\": [0, 0], \"t\": 2, \"run\": {\"a\": [1, \"x\"]}, \"ok\": true, \"none\": null}' | " COMMAND
     "gravity arm.urdf --input - --fields tau.elbow --format json",
     0, "{\"t\": 2.0, \"run\": {\"a\": [1.0, \"x\"]}, \"ok\": true, \"none\": null, \"tau.elbow\": 9.81}\n", NULL},
    {"printf '{\"q\": [0, 0], \"t\": 2, \"run\": {\"a\": 1}, \"s\": \"x,y\"}\n{\"q\": [0, 0], \"new\": 1}\n' | " COMMAND
     "gravity arm.urdf --input - --fields tau.elbow --format csv",
     0, "t,run,s,tau.elbow\n2.0,\"{\"\"a\"\": 1.0}\",\"x,y\",9.81\n,,,9.81\n", "'new' (not in the first row)"},
    {"printf 't,q.elbow\n1,0\n' | " COMMAND "id arm.urdf --input - --format csv | " COMMAND
     "fd arm.urdf --input - --format csv --fields qdd.elbow --precision 3 | cut -d, -f 1",
     0, "t\n1\n", ""},
    {"printf 't,q.elbow\n1,0\n2,x\n3,1\n' | " COMMAND "gravity arm.urdf --input - --keep-going --fields q.elbow", 0,
     "t,q.elbow\n1,0\n3,1\n", NULL},
    {"printf 'a,b\n1,2\n' | " COMMAND "gravity arm.urdf --input -", 1, "",
     "the header names nothing that is read here"},
    {"i=0; (echo n,q.elbow; while [ $i -lt 3000 ]; do echo $i,0; i=$((i + 1)); done) | " COMMAND
     "gravity arm.urdf --input - --fields q.elbow 2> said | awk -F, 'NR > 1 && $1 != NR - 2 {bad++} END {print NR, bad "
     "+ 0}'",
     0, "3001 0\n", ""},
};

START_TEST(unknown_columns_pass)
{
    check_answer(&passing[_i]);
}
END_TEST

/* ---- limits ---- */

#define MOTION "t,q.shoulder,q.elbow,qd.shoulder,qd.elbow,tau.shoulder,tau.elbow\n"

static const answer limits[] = {
    {"printf '" MOTION "0,0,0,1,0,10,0\\n1,1,0.5,-2,0,-50,20\\n2,1.5,1,0,0,0,0\\n' | " COMMAND
     "limits arm.urdf --input - --format csv | cut -d, -f 1-4,6,7,8,11-13,15,21",
     0,
     "joint,peak_torque,peak_torque_row,peak_torque_t,effort_limit,effort_percent,peak_velocity,velocity_limit,"
     "velocity_percent,least_margin,least_margin_t,exceeded\nshoulder,-50,2,1,100,50,-2,3,66.66666666666666,0.5,2,0\n"
     "elbow,20,2,1,60,33.33333333333333,0,,,1,2,0\n",
     "the velocity limit of joint 'elbow' is not known (0 or missing)"},
    {"printf '" MOTION
     "0,0,0,1,0,10,0\\n1,x,0,1,0,0,0\\n2,1,0.5,-2,0,-50,20\\n3,y,0,1,0,0,0\\n4,1.5,1,0,0,0,30\\n' | " COMMAND
     "limits arm.urdf --input - --keep-going --format csv 2> said | cut -d, -f 1,3,9,14,17; grep -c skipped said",
     0, "joint,peak_torque_row,peak_velocity_row,least_margin_row,peak_power_row\nshoulder,3,3,5,3\nelbow,5,1,5,1\n3\n",
     ""},
    {"printf '" MOTION "0,0,0,3.1,0,10,0\\n' | " COMMAND
     "limits arm.urdf --input - | grep -E '^  shoulder' | head -n 1",
     0,
     "  shoulder         10          10          10         3.1      103.33!          2          31           0        "
     "   0 \n",
     "1 of 2 degrees of freedom exceed a limit"},
    {"printf '" MOTION "0,0,0,3.1,0,10,0\\n' | " COMMAND "limits arm.urdf --input - --format json > out; echo $?; "
     "grep -c '\"exceeded\": \\[\"shoulder\"\\]' out",
     0, "5\n1\n", "1 of 2 degrees of freedom exceed a limit"},
    {"printf 'q.shoulder,q.elbow,qdd.shoulder\\n0,0,0\\n' | " COMMAND
     "limits arm.urdf --input - --payload tip:2 --format csv | cut -d, -f 1,2,8,19,20",
     0, "joint,peak_torque,peak_velocity,energy_driven,energy_braked\nshoulder,78.48,,,\nelbow,29.43,,,\n",
     "the rows give no velocities of joint 'shoulder' (qd): whether velocity limits are kept is not known"},
    {"echo '{\"t\": 1, \"q\": {\"elbow\": 90}}' | " COMMAND
     "limits arm.urdf --input - --deg --format csv | cut -d, -f 1,13,15 | tail -n 1 | cut -c -12",
     0, "elbow,24.591\n", NULL},
    {"printf 't,q.shoulder,q.elbow,qd.shoulder,qd.elbow\\n0,0,0,1,0\\n' | " COMMAND
     "limits arm.urdf --input - --format json | grep -o -E '\"(exceeded|unknown)\": [^]]*.|\"tolerance\": [^,]*'",
     0, "\"tolerance\": 1e-09\n\"exceeded\": []\n\"unknown\": [\"shoulder\", \"elbow\"]\n",
     "the rows give no torques of joint 'shoulder' and of others (tau or qdd): whether effort limits are kept is not "
     "known"},
    {"printf 't,q.shoulder,q.elbow,qd.shoulder,qd.elbow\\n0,0,0,1,0\\n' | " COMMAND
     "limits arm.urdf --input - --format csv --strict | cut -d, -f 1,21,22; printf '" MOTION
     "0,0,0,1,0,10,0\\n' | " COMMAND "limits arm.urdf --input - --strict > out; echo $?",
     0, "joint,exceeded,unknown\nshoulder,0,1\nelbow,0,1\n5\n",
     "2 of 2 degrees of freedom may exceed a limit, which is not known or which the rows do not tell"},
    {"sed \"s/velocity='0'/velocity='4'/\" arm.urdf > known.urdf && printf '" MOTION "0,0,0,1,0,10,0\\n' | " COMMAND
     "limits known.urdf --input - --strict --format csv | cut -d, -f 22",
     0, "unknown\n0\n0\n", ""},
    {"printf '{\"q\": [0, 0], \"qd\": [1, 0], \"tau\": [10, 0]}\\n{\"q\": [0, 0], \"qd\": [1, 0]}\\n' | " COMMAND
     "limits arm.urdf --input - --format csv | cut -d, -f 22",
     0, "unknown\n1\n1\n", "some rows give no torques of joint 'shoulder'"},
    {"printf '" MOTION "0,0,0,3.03,0,101,0\\n' > motion.csv && for p in 0.0101 0.0099; do " COMMAND
     "limits arm.urdf --input motion.csv --tolerance $p > out; echo $?; done; grep -c 'by more than 0.0099 of it' out",
     0, "0\n5\n1\n", NULL},
    {COMMAND "limits arm.urdf --input motion.csv --tolerance 1.5", 2, "", "--tolerance"},
    {"printf 'x,y\\n1,2\\n' | " COMMAND "limits arm.urdf --input -", 1, "",
     "the header names nothing that is read here"},
    {"printf 't\\n1\\n' | " COMMAND "limits arm.urdf --input -", 1, "", "no row gives q, qd, qdd or tau"},
    {"printf 't,q.elbow\\n' | " COMMAND "limits arm.urdf --input -", 1, "", "the input has no rows"},
    {"printf 't,q.elbow\\n1,0\\n0.5,0\\n' | " COMMAND "limits arm.urdf --input -", 1, "",
     "<stdin>:3: error: the time 0.5 s is before that of the last row"},
    {"printf 't,q.elbow\\n1,0\\n0.5,0\\n2,x\\n' | " COMMAND
     "limits arm.urdf --input - --keep-going --format json | grep -o '\"rows\": 1'",
     0, "\"rows\": 1\n", NULL},
    {"echo '{\"t\": \"now\", \"q\": [0, 0]}' | " COMMAND "limits arm.urdf --input -", 1, "",
     "\"t\": expected a number"},
    {COMMAND "limits arm.urdf", 2, "", "'limits' needs --input FILE"},
    {"printf 't,q.elbow\\n1,0\\n' | " COMMAND "limits arm.urdf --input - --format npy", 2, "", "has no npy output"},
    {COMMAND "sim arm.urdf --time 0.1 --format csv | " COMMAND "limits arm.urdf --input - --format json | "
             "grep -o '\"rows\": 101'",
     0, "\"rows\": 101\n", NULL},
};

START_TEST(limits_are_judged)
{
    check_answer(&limits[_i]);
}
END_TEST

/* Memory does not grow with the number of rows: the command reads a million rows in an address space smaller than the
 * file. With sanitizers, the address space has no limit. */
START_TEST(a_million_rows_take_no_more_memory)
{
    char *out = output_of("(ulimit -v %s; awk 'BEGIN {print \"t,q.elbow,qd.elbow,tau.elbow\"; for (i = 0; i < %d; i++) "
                          "print i \",0.5,0.25,\" i %% 30}' | " COMMAND
                          "limits arm.urdf --input - --format csv 2> said | tail -n 1 | cut -d, -f 1-4)",
                          UNLESS_WATCHED("400000", "unlimited"), UNLESS_WATCHED(1000000, 1000));
    ck_assert_str_eq(out, "elbow,29,30,29\n");
    free(out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("carrying");
    TCase *tests = tcase_create("command");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, it_counts_as_a_link_that_is_welded_on, 0, sizeof calculations / sizeof *calculations);
    tcase_add_loop_test(tests, payloads_are_read_and_shown, 0, sizeof payloads / sizeof *payloads);
    tcase_add_test(tests, identification_knows_the_payload);
    tcase_add_loop_test(tests, wrenches_take_the_axes_of_the_base, 0, sizeof wrenches / sizeof *wrenches);
    tcase_add_loop_test(tests, capacities_are_those_of_the_arm, 0, sizeof capacities / sizeof *capacities);
    tcase_add_loop_test(tests, unknown_columns_pass, 0, sizeof passing / sizeof *passing);
    tcase_add_loop_test(tests, limits_are_judged, 0, sizeof limits / sizeof *limits);
    tcase_add_test(tests, a_million_rows_take_no_more_memory);
    return run_suites(suite, NULL);
}
