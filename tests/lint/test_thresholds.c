/* The thresholds of the findings: numbers on both sides of each, as close as half a percent of it or closer. */
#include "lint/check_case.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <stdlib.h>

/* A robot whose text has '@' for a number, and the finding that one number gives and the other does not. */
typedef struct threshold {
    const char *text, *clean, *found;
    const char *code, *snippet; /* a piece of the message */
} threshold;

#define MASS(mass)           "<inertial><mass value='" mass "'/>"
#define AT(xyz, mass)        "<inertial><origin xyz='" xyz "'/><mass value='" mass "'/>"
#define CUBE(xx, yy, zz)     MOVING(MASS("1") INERTIA(xx, yy, zz) BOX("0.1 0.1 0.1"))
#define PRODUCTS(xy, xz, yz) "<inertia ixx='1' ixy='" xy "' ixz='" xz "' iyy='1' iyz='" yz "' izz='2'/></inertial>"
#define RANGE(type, lower, upper)                                                                                      \
    MOVED(type, "<limit lower='" lower "' upper='" upper "' effort='2' velocity='3'/><axis xyz='0 0 1'/>")
#define SAFETY(upper, soft_lower, soft_upper)                                                                          \
    MOVED("revolute",                                                                                                  \
          "<limit lower='-1' upper='" upper "' effort='2' velocity='3'/>"                                              \
          "<safety_controller k_velocity='1' soft_lower_limit='" soft_lower "' soft_upper_limit='" soft_upper "'/>")
#define FOLLOWER(mimic)                                                                                                \
    ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "b", "") HINGE("k", "b", "c", "<mimic joint='j' " mimic "/>"))
#define PLACED(what, origin) MOVED("fixed", "<origin " what "='" origin "'/>")
#define MESHED(inertial)     MOVING(inertial "<visual><geometry><mesh filename='cube.obj'/></geometry></visual>")
#define LEANING(xx, xz, zz)                                                                                            \
    "ixx='" xx "' ixy='0' ixz='" xz "' iyy='1' iyz='0' izz='" zz "'" /* 1 and 1, and another about [0.6 0 0.8] */

#define SHAPED(shape) "<collision><geometry>" shape "</geometry></collision>"
#define DISTANT(xx, xy, xz, yy, yz, zz)                                                                                \
    MOVING(AT("0.3 0.4 -0.5", "2") "<inertia ixx='" xx "' ixy='" xy "' ixz='" xz "' iyy='" yy "' iyz='" yz             \
                                   "' izz='" zz "'/></inertial><visual><origin xyz='0.3 0.4 -0.5'/><geometry>"         \
                                   "<box size='0.1 0.1 0.1'/></geometry></visual>")

/* Links of 1 kg each, which are one body: its inertia is the sum. */
#define HALF(name, xyz, product)                                                                                       \
    "<link name='" name "'>" AT(xyz, "1") "<inertia ixx='0.5' ixy='" product                                           \
                                          "' ixz='0' iyy='0.5' iyz='0' izz='0.5'/></inertial></link>\n"
#define WELDED(xyz, product)                                                                                           \
    ROBOT(BODY("a") HALF("b", xyz, product) HALF("c", xyz, product)                                                    \
              HINGE("j", "a", "b", "") "<joint name='w' type='fixed'><parent link='b'/><child link='c'/></joint>")

static const threshold thresholds[] = {
    /* joints: an axis of length 1 within 1e-3; a full turn and a thousandth; 25 to 720 are degrees; 50 to 10000 mm */
    {MOVED("continuous", "<axis xyz='0 0 @'/>"), "1.000999", "1.001001", "axis-not-unit", "length 1.001"},
    {MOVED("continuous", "<axis xyz='0 @ 0'/>"), "-0.999001", "-0.998999", "axis-not-unit", "length 0.998999"},
    {RANGE("revolute", "-1", "@"), "6.28946", "6.28948", "limit-beyond-turn", "-1 and 6.28948 rad"},
    {RANGE("revolute", "@", "1"), "-6.28946", "-6.28948", "limit-beyond-turn", "-6.28948 and 1 rad"},
    {RANGE("revolute", "-1", "@"), "24.99", "25", "angle-in-degrees", "radians, -0.0174533 and 0.436332"},
    {RANGE("revolute", "-1", "@"), "720.01", "720", "angle-in-degrees", "radians, -0.0174533 and 12.5664"},
    {RANGE("prismatic", "0", "@"), "50", "50.01", "length-in-millimeters", "meters, 0 and 0.05001"},
    {RANGE("prismatic", "@", "1"), "-50", "-50.01", "length-in-millimeters", "meters, -0.05001 and 0.001"},
    {RANGE("prismatic", "0", "@"), "10000", "9999.9", "length-in-millimeters", "meters, 0 and 9.9999"},
    {RANGE("prismatic", "-60", "@"), "60", "60.01", "length-in-millimeters", "meters, -0.06 and 0.06001"},
    {PLACED("rpy", "@ 0 0"), "12.6", "12.61", "angle-in-degrees", "such as 0.220086"},
    {PLACED("rpy", "0 -@ 0"), "12.6", "12.61", "angle-in-degrees", "such as -0.220086"},
    {PLACED("rpy", "0 0 @"), "720.1", "720", "angle-in-degrees", "such as 12.5664"},
    {PLACED("xyz", "@ 1 2"), "100", "100.1", "length-in-millimeters",
     "xyz 100.1 1 2 looks like millimeters; expected "
     "meters, such as 0.1001 0.001 0.002"},
    {PLACED("xyz", "@ 0 0"), "1e100", "1.001e100", "number", "its origin is 1.001e+100, 0, 0 m away"},
    {PLACED("xyz", "0 -@ 0"), "1e100", "1.001e100", "number", "its origin is 0, -1.001e+100, 0 m away"},
    {PLACED("xyz", "0 0 @"), "1e100", "1.001e100", "number", "its origin is 0, 0, 1.001e+100 m away"},
    {PLACED("xyz", "1 -@ 2"), "100", "100.1", "length-in-millimeters", "xyz 1 -100.1 2"},
    {PLACED("xyz", "1 2 @"), "100", "100.1", "length-in-millimeters", "xyz 1 2 100.1"},
    {RANGE("revolute", "@", "2"), "0", "0.001", "home-outside-limits", "exclude 0; home is 0"},
    {RANGE("prismatic", "-2", "@"), "0", "-0.001", "home-outside-limits", "exclude 0; home is"},
    /* soft limits in degrees: two thirds of the joint's limit, and 2 % above it; else 1e-3 beyond it */
    {SAFETY("2", "0", "@"), "76.2", "76.6", "angle-in-degrees", "the soft limits 0 and 76.6 look like degrees"},
    {SAFETY("2", "0", "@"), "117.1", "116.7", "angle-in-degrees", "expected radians, 0 and 2.0368"},
    {SAFETY("1", "0", "@"), "1.000995", "1.001005", "soft-limits-outside", "soft_upper_limit 1.001005 lies"},
    {SAFETY("1", "@", "0"), "-1.000995", "-1.001005", "soft-limits-outside", "soft_lower_limit -1.001005 lies"},
    /* followers stay within their limits by a hundredth of the range, 2 here */
    {FOLLOWER("multiplier='@'"), "1.0199", "1.0201", "mimic-range", "to -1.0201 to 1.0201"},
    {FOLLOWER("offset='@'"), "-0.0199", "-0.0201", "mimic-range", "to -1.0201 to 0.9799"},
    {FOLLOWER("multiplier='-1' offset='@'"), "0.0199", "0.0201", "mimic-range", "to -0.9799 to 1.0201"},
    {FOLLOWER("offset='@'"), "24.99", "25", "angle-in-degrees", "expected radians, 0.436332"},
    /* the violation that robots of 2 kg and 1 m, or of 2 kg and 5 m, do not notice */
    {MOVING(MASS("1") INERTIA("1e-8", "1e-8", "@")), "2.1995e-8", "2.2005e-8", "inertia-not-physical", "exceeds"},
    {ROBOT(BODY("a") "<link name='b'>" MASS("1")
               INERTIA("1e-6", "1e-6", "@") "</link>\n" HINGE("j", "a", "b", "<origin xyz='0 3 4'/>")),
     "2.0499e-6", "2.0501e-6", "inertia-not-physical", "exceeds"},
    /* negative about an axis of the file by a millionth of the trace, 3 here */
    {MOVING(MASS("1") INERTIA("@", "1", "2")), "-2.99e-6", "-3.01e-6", "inertia-not-positive", "negative by 3.01e-06"},
    {MOVING(MASS("1") INERTIA("1", "@", "2")), "-2.99e-6", "-3.01e-6", "inertia-not-positive", "negative by 3.01e-06"},
    {MOVING(MASS("1") INERTIA("2", "1", "@")), "-2.99e-6", "-3.01e-6", "inertia-not-positive", "negative by 3.01e-06"},
    /* clearly negative: by 2 % of the largest moment, here 1 - p and 1 + p, and by 1e-9 of the inertia about the joint
     */
    {MOVING(MASS("1") "<inertia ixx='1' ixy='@' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"), "1.0407", "1.0409",
     "inertia-not-positive", "negative by 0.0409"},
    {MOVING(AT("@ 0 0", "1") "<inertia ixx='1' ixy='1.5' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"), "15812",
     "15811", "inertia-not-positive", "negative by 0.5"},
    {MOVING(AT("0 @ 0", "4") "<inertia ixx='1' ixy='1.5' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"), "7906", "7905",
     "inertia-not-positive", "negative by 0.5"},
    {MOVING(AT("0 0 @", "1") "<inertia ixx='1' ixy='1.5' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"), "15812",
     "15811", "inertia-not-positive", "negative by 0.5"},
    {WELDED("0 0 0", "@"), "0.52035", "0.52045", "inertia-not-positive", "of the link with the links welded to it"},
    {WELDED("@ 0 0", "0.75"), "11181", "11180", "inertia-not-positive", "of the link with the links welded to it"},
    {WELDED("0 @ 0", "0.75"), "11181", "11180", "inertia-not-positive", "moments of inertia of the link with"},
    /* a point within a micrometer, here of 100 kg */
    {ROBOT("<link name='b'>" MASS("100") INERTIA("@", "0", "0") "</link>"), "-9.95e-11", "-1.005e-10",
     "inertia-not-positive", "negative by 1.005e-10"},
    {ROBOT("<link name='b'>" MASS("100") INERTIA("9e-11", "9e-11", "@") "</link>"), "1.005e-10", "9.95e-11",
     "point-mass", "100 kg"},
    /* 3e11 kg/m^3 in the ball of that inertia, and from 2 micrometers on */
    {MOVING(MASS("1") INERTIA("@", "@", "@")), "3.444e-9", "3.432e-9", "inertia-size", "1 kg with so small an inertia"},
    {MOVING(MASS("1") INERTIA("@", "@", "@")), "2.66e-12", "2.673e-12", "inertia-size", "are within 0.00258 mm"},
    /* the center of mass is as far off the shapes as they are large, 3 m; or twice the robot's 1 m from the origin */
    {MOVING(AT("@ 0 0", "1") INERTIA("1", "1", "1.1") BOX("1 2 2")), "3.499", "3.501", "center-of-mass-outside", "3 m"},
    {MOVING(AT("0 @ 0", "1") INERTIA("1", "1", "1.1") BOX("1 2 2")), "-3.999", "-4.001", "center-of-mass-outside",
     "0 -4.001 0 lies 3 m"},
    {MOVING(AT("0 0 @", "1") INERTIA("1", "1", "1.1") BOX("1 2 2")), "3.999", "4.001", "center-of-mass-outside", "3 m"},
    {MOVING(AT("@ 0 0", "1") INERTIA("0.01", "0.01", "0.01")), "1.999", "2.001", "center-of-mass-outside",
     "than the robot is large (1 m)"},
    {MOVING(AT("0 @ 0", "1") INERTIA("0.01", "0.01", "0.01")), "-1.999", "-2.001", "center-of-mass-outside",
     "2 m from"},
    {MOVING(AT("0 0 @", "1") INERTIA("0.01", "0.01", "0.01")), "1.999", "2.001", "center-of-mass-outside", "2 m from"},
    {MOVING(AT("0 0 @", "1") INERTIA("1", "1", "1.1") SHAPED("<capsule radius='0.5' length='2'/>")), "4.815", "4.818",
     "center-of-mass-outside", "lies 3.32 m outside"},
    {MOVING(AT("0 0 @", "1") INERTIA("1", "1", "1.1") SHAPED("<cylinder radius='0.5' length='2'/>")), "3.448", "3.451",
     "center-of-mass-outside", "lies 2.45 m outside"},
    {MOVING(AT("0 0 @", "1") INERTIA("1", "1", "1.1") SHAPED("<sphere radius='0.5'/>")), "2.231", "2.233",
     "center-of-mass-outside", "lies 1.73 m outside"},
    {MOVING(AT("@ 0 0", "1") INERTIA("1", "1", "1.1") "<visual><origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/>"
                                                      "<geometry><box size='1 2 2'/></geometry></visual>"),
     "4.999", "5.001", "center-of-mass-outside", "lies 3 m outside"},
    /* the inertia of a cube of 2 kg about the origin, which is 0.3 0.4 -0.5 from its center */
    {DISTANT("@", "-0.24", "0.3", "0.683333", "0.4", "0.503333"), "0.828333", "0.823333", "inertia-about-wrong-point",
     ""},
    {DISTANT("0.823333", "@", "0.3", "0.683333", "0.4", "0.503333"), "-0.245", "-0.24", "inertia-about-wrong-point",
     ""},
    {DISTANT("0.823333", "-0.24", "@", "0.683333", "0.4", "0.503333"), "0.295", "0.3", "inertia-about-wrong-point", ""},
    {DISTANT("0.823333", "-0.24", "0.3", "@", "0.4", "0.503333"), "0.688333", "0.683333", "inertia-about-wrong-point",
     ""},
    {DISTANT("0.823333", "-0.24", "0.3", "0.683333", "@", "0.503333"), "0.405", "0.4", "inertia-about-wrong-point", ""},
    {DISTANT("0.823333", "-0.24", "0.3", "0.683333", "0.4", "@"), "0.508333", "0.503333", "inertia-about-wrong-point",
     ""},
    {MOVING(MASS("1") INERTIA("@", "@", "@") SHAPED("<sphere radius='0.5'/>")), "1.1e-12", "0.9e-12", "inertia-zero",
     "expected that of the link's shape"},
    /* mean distances of the mass, 1 m in cubes of @ m, and as the moments @ of 1.5 kg have */
    {MOVING(MASS("1.5") INERTIA("1", "1", "1") BOX("@ @ @")), "0.964", "0.960", "inertia-placeholder",
     "below 0.995 for 1.5 kg in 1.66 m"},
    {MOVING(MASS("1.5") INERTIA("@", "@", "@")), "99.7", "100.3", "inertia-size",
     "the inertia puts the mass 10 m away"},
    {MOVING(MASS("1.5") INERTIA("@", "@", "@") BOX("1 1 1")), "3.01e-4", "2.99e-4", "inertia-size",
     "expected moments from 0.00045 to 4.5 kg m^2 for 1.5 kg in shapes of 1.73 m"},
    {MOVING(MASS("1.5") INERTIA("@", "@", "@") BOX("0.004 0.004 0.004")), "0.00479", "0.00481", "inertia-size",
     "the inertia puts the mass"},
    /* moments of 25 times what the shapes allow, of shapes from 5 mm on */
    {CUBE("@", "0.4", "0.4"), "0.499", "0.501", "inertia-size",
     "about the link's x is 0.501 kg m^2; expected up to 0.02"},
    {CUBE("0.4", "@", "0.4"), "0.499", "0.501", "inertia-size",
     "about the link's y is 0.501 kg m^2; expected up to 0.02"},
    {CUBE("0.4", "0.4", "@"), "0.499", "0.501", "inertia-size",
     "about the link's z is 0.501 kg m^2; expected up to 0.02"},
    {MOVING(MASS("1") INERTIA("0.05", "0.05", "0.09") BOX("@ 0.001 1")), "0.00499", "0.00501", "inertia-size",
     "shapes of 0.00501 by 0.001 m"},
    {MOVING(MASS("1") INERTIA("0.05", "0.05", "0.09") BOX("0.001 @ 1")), "0.00499", "0.00501", "inertia-size",
     "shapes of 0.001 by 0.00501 m"},
    /* densities, of shapes from 5 mm and of more than 30 mm on */
    {MOVING(MASS("@") INERTIA("1", "1", "1") BOX("0.1 0.1 0.1")), "299.9", "300.1", "mass-density", "3e+05 kg/m^3"},
    {MOVING(MASS("10000") INERTIA("20", "20", "20") BOX("0.1 0.1 @")), "0.00499", "0.00501", "mass-density",
     "by 0.00501"},
    {MOVING(MASS("10000") INERTIA("2", "2", "2") BOX("@ @ @")), "0.01731", "0.01733", "mass-density", "by 0.0173 m"},
    /* 10 times what the enlarged shapes can have, 30 times what a uniform body has, but along a rod */
    {CUBE("@", "0.06", "0.06"), "0.0687", "0.0689", "inertia-size", "which 1 kg in the link's shapes can have"},
    {CUBE("0.04", "0.04", "@"), "0.0499", "0.0501", "inertia-unlike-shape", "the link's z is 0.0501"},
    {CUBE("@", "0.04", "0.04"), "0.0499", "0.0501", "inertia-unlike-shape", "the link's x is 0.0501"},
    {CUBE("1e-4", "@", "1e-4"), "5.57e-5", "5.54e-5", "inertia-unlike-shape", "the link's y is 5.54e-05"},
    {MOVING(MASS("1") INERTIA("0.083", "0.083", "1e-6") BOX("@ @ 1")), "0.0707", "0.0711", "inertia-unlike-shape",
     "the link's z is 1e-06"},
    /* no inertia about the joint, 1e-13 of the largest */
    {MOVING(MASS("1") INERTIA("@", "1", "1")), "1.005e-13", "0.995e-13", "singular-mass", "no inertia along"},
    /* meshes of 1 m^3: 100 to 20000 kg/m^3, and a center of mass within a twentieth of 1.732 m */
    {MESHED(MASS("@") INERTIA("16", "16", "16")), "100.1", "99.9", "mass-density",
     "99.9 kg in meshes of 1 m^3 are 99.9"},
    {MESHED(MASS("@") INERTIA("3333", "3333", "3333")), "19999", "20001", "mass-density", "expected 100 to 20000 kg"},
    {MESHED(AT("@ 0 0", "1000") INERTIA("160", "160", "160")), "0.5865", "0.5867", "center-of-mass-outside",
     "lies 0.0867 m outside the link's meshes, which are within -0.5 -0.4 -0.3 and 0.5 0.6 0.7"},
    {MESHED(AT("0 @ 0", "1000") INERTIA("160", "160", "160")), "-0.4865", "-0.4867", "center-of-mass-outside",
     "0.0867"},
    {MESHED(AT("0 0 @", "1000") INERTIA("160", "160", "160")), "0.7865", "0.7867", "center-of-mass-outside", "0.0867"},
    {MESHED(MASS("1000") INERTIA("@", "600", "600")), "637.5", "639", "inertia-size", "the link's x is 639"},
    {MESHED(MASS("1000") INERTIA("30", "20", "@")), "16.7", "16.6", "inertia-unlike-shape", "the link's z is 16.6"},
};

/* A cube with edges of 1 m from -0.5 -0.4 -0.3 to 0.5 0.6 0.7. */
static const char cube[] = "v -.5 -.4 -.3\nv .5 -.4 -.3\nv .5 .6 -.3\nv -.5 .6 -.3\n"
                           "v -.5 -.4 .7\nv .5 -.4 .7\nv .5 .6 .7\nv -.5 .6 .7\n"
                           "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/* Replaces every '@' by a number. */
static void fill_in(const char *text, const char *number, char *out, size_t size)
{
    size_t length = 0;
    for (; *text; text++) {
        ck_assert_uint_lt(length + strlen(number) + 1, size);
        if (*text == '@') {
            length += (size_t)sprintf(out + length, "%s", number);
        } else {
            out[length++] = *text;
        }
    }
    out[length] = '\0';
}

typedef struct search {
    const threshold *wanted;
    bool found;
    char all[2048];
} search;

static void look_for(void *context, const cdy_finding *f)
{
    search *s = context;
    const size_t length = strlen(s->all);
    snprintf(s->all + length, sizeof s->all - length, "%s: %s\n", f->code, f->message);
    s->found = s->found || (strcmp(f->code, s->wanted->code) == 0 && strstr(f->message, s->wanted->snippet));
}

static search check_filled(const threshold *t, const char *number, cdy_program program)
{
    char text[4096], path[4096];
    cdy_error error = {0};
    search s = {.wanted = t};
    cdy_check_options options = cdy_check_options_default();
    options.report = look_for;
    options.context = &s;
    options.program = program;
    fill_in(t->text, number, text, sizeof text);
    put_file("case.urdf", text);
    path_in_folder(path, sizeof path, "case.urdf");
    ck_assert_ok(cdy_check_file(path, &options, NULL, &error), error);
    return s;
}

START_TEST(findings_begin_at_their_thresholds)
{
    const threshold *t = &thresholds[_i];
    put_file("cube.obj", cube);
    const search clean = check_filled(t, t->clean, CDY_PROGRAM_NONE),
                 found = check_filled(t, t->found, CDY_PROGRAM_NONE);
    ck_assert_msg(!clean.found, "%s\n%s: found with %s:\n%s", t->text, t->code, t->clean, clean.all);
    ck_assert_msg(found.found, "%s\n%s: not found with %s:\n%s", t->text, t->code, t->found, found.all);
}
END_TEST

/* sdformat: masses up to 1e-6 kg are none; products up to 1e-6 of the largest moment are none, and others make an
 * inertia at the limit of what a body can have one beyond, by 1e-8 of the trace where two moments are equal. */
static const threshold of_sdformat[] = {
    {MOVING(MASS("@") INERTIA("1", "1", "1")), "1.001e-6", "1e-6", "read-otherwise", "have no mass"},
    {MOVING(MASS("1") PRODUCTS("@", "0", "0")), "1.99e-6", "2.01e-6", "read-otherwise", "no body can have"},
    {MOVING(MASS("1") PRODUCTS("0", "-@", "0")), "1.99e-6", "2.01e-6", "read-otherwise", "no body can have"},
    {MOVING(MASS("1") PRODUCTS("0", "0", "@")), "1.99e-6", "2.01e-6", "read-otherwise", "no body can have"},
    {MOVING(MASS("1") "<inertia @/></inertial>"), LEANING("1.359999985528", "0.479999980704", "1.639999974272"),
     LEANING("1.359999985672", "0.479999980896", "1.639999974528"), "read-otherwise", "no body can have"},
};

START_TEST(sdformat_refuses_from_its_thresholds_on)
{
    const threshold *t = &of_sdformat[_i];
    const search clean = check_filled(t, t->clean, CDY_PROGRAM_SDFORMAT),
                 found = check_filled(t, t->found, CDY_PROGRAM_SDFORMAT);
    ck_assert_msg(!clean.found, "%s\nfound with %s:\n%s", t->text, t->clean, clean.all);
    ck_assert_msg(found.found, "%s\nnot found with %s:\n%s", t->text, t->found, found.all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("thresholds");
    TCase *all = tcase_create("thresholds");
    suite_add_tcase(suite, all);
    tcase_add_checked_fixture(all, open_folder, close_folder);
    tcase_add_loop_test(all, findings_begin_at_their_thresholds, 0, sizeof thresholds / sizeof *thresholds);
    tcase_add_loop_test(all, sdformat_refuses_from_its_thresholds_on, 0, sizeof of_sdformat / sizeof *of_sdformat);
    return run_suites(suite, NULL);
}
