/* condyle workspace, and pictures of maps: a slide by hand, well-formed pictures, colors, and refusals. */
#include "page/heat_map.h" /* first: check.h makes macros of names */

#include "support/folder.h"
#include "support/suite.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 2 kg on a slide along z, with an arm of 1 m on it that turns about z; in all poses cells of 20 m are one. */
static void write_robot(void)
{
    open_folder();
    put_file(
        "r.urdf",
        "<robot name='r&lt;s&gt;'><link name='base'/><link name='car'><inertial><mass value='2'/><inertia ixx='1' "
        "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='arm'><inertial><origin xyz='1 0 "
        "0'/><mass value='1'/><inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link><link "
        "name='tool0'/><joint name='slide' type='prismatic'><parent link='base'/><child link='car'/><axis xyz='0 0 "
        "1'/><limit lower='0' upper='0.9' effort='50' velocity='20'/></joint><joint name='turn' "
        "type='continuous'><parent link='car'/><child link='arm'/><axis xyz='0 0 1'/></joint><joint name='weld' "
        "type='fixed'><parent link='arm'/><child link='tool0'/><origin xyz='1.55 0 0' rpy='3.14159 0 0'/></joint>"
        "</robot>\n");
}

/* The tool is 1.55 m from the axis, and moves up and sideways by 1.55 m/s for 1 rad/s. */
START_TEST(a_slide_has_a_cylinder)
{
    check_run("\"$CONDYLE\" workspace r.urdf --at tool0::vy,vz --cell 20 --samples 500", 2, "", "expected X,Y,Z");
    check_run("\"$CONDYLE\" workspace r.urdf --at tool0:0,0,0:vx,vy,vz --cell 20 --samples 500 --precision 4 | cut -d, "
              "-f 1,2,4-7",
              0, "radius,height,least_manipulability,largest_manipulability,dexterity,samples\n10,10,0,0,0.01163,500\n",
              "condyle: note: of 500 random poses the farthest has the point 1.");
    check_run(
        "\"$CONDYLE\" workspace r.urdf --at tool0:0.4,0,0:vz --axis 1,0,1 --cell 0.5 --samples 5000 --precision 4 "
        "--format json | sed 's/farthest.: [0-9.]*/farthest/'",
        0,
        "{\"radius\": 1.75, \"height\": 0.25, \"farthest, \"least_manipulability\": 1.0, "
        "\"largest_manipulability\": 1.0, \"dexterity\": 0.011627906976744186, \"samples\": 2785}\n"
        "{\"radius\": 1.75, \"height\": 0.75, \"farthest, \"least_manipulability\": 1.0, "
        "\"largest_manipulability\": 1.0, \"dexterity\": 0.011627906976744186, \"samples\": 2215}\n",
        "the cells that are reached, as rings about the base's z axis, have 5.498 m3");
    check_run("\"$CONDYLE\" workspace r.urdf --cell 20 --samples 9 --format table | head -n 1", 0,
              "  radius m  height m   farthest m measure from   measure to    dexterity  samples\n", "note");
    check_run(
        "for t in 1 3; do \"$CONDYLE\" workspace r.urdf --threads $t --samples 3000 2> said | cksum; done | uniq | "
        "wc -l",
        0, "1\n", "");
}
END_TEST

/* ---- pictures ---- */

/* The number of nodes of a picture that an expression selects. */
static int count_nodes(const char *file, const char *expression)
{
    char path[300];
    xmlDocPtr document = xmlReadFile(path_in_folder(path, sizeof path, file), NULL, XML_PARSE_NONET);
    ck_assert_msg(document != NULL, "%s is not well-formed", file);
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathRegisterNs(context, (const xmlChar *)"s", (const xmlChar *)"http://www.w3.org/2000/svg");
    xmlXPathObjectPtr found = xmlXPathEvalExpression((const xmlChar *)expression, context);
    ck_assert(found != NULL && found->type == XPATH_NODESET);
    const int count = found->nodesetval ? found->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    xmlFreeDoc(document);
    return count;
}

START_TEST(pictures_have_their_cells)
{
    check_run("\"$CONDYLE\" workspace r.urdf --cell 0.1 --samples 3000 -o reach.svg --show samples", 0, "", "note");
    ck_assert_int_eq(count_nodes("reach.svg", "//s:g[@shape-rendering]/s:path"), 9);
    ck_assert_int_eq(count_nodes("reach.svg", "//s:text[contains(., 'r<s>')]"), 1);
    ck_assert_int_eq(count_nodes("reach.svg", "//s:text[. = 'height, m' or . = 'poses' or . = 'Poses, tool0']"), 3);
    ck_assert_int_eq(count_nodes("reach.svg", "//s:text[contains(., 'radius from the base')]"), 1);
    check_run("\"$CONDYLE\" workspace r.urdf --cell 0.1 --samples 3000 -o dexterity.SVG", 0, "", "note");
    ck_assert_int_eq(count_nodes("dexterity.SVG", "//s:text[. = 'share of directions']"), 1);
    check_output("", "\"$CONDYLE\" payload r.urdf --body tool0 --grid --cell 0.1 --samples 3000 -o payload.svg\n");
    ck_assert_int_eq(count_nodes("payload.svg", "//s:g[@shape-rendering]/s:path"), 9);
    ck_assert_int_eq(count_nodes("payload.svg", "//s:text[. = 'least mass, kg']"), 1);
    ck_assert_int_eq(count_nodes("payload.svg", "//s:text[. = 'infinite']"), 0);
    check_output("", "\"$CONDYLE\" contact r.urdf --at tool0 --direction 1,0,0 --grid --cell 0.1 --samples 3000 "
                     "-o contact.svg\n");
    ck_assert_int_eq(count_nodes("contact.svg", "//s:text[. = 'largest mass, kg']"), 1);
    check_output("", "\"$CONDYLE\" contact r.urdf --at tool0 --direction outward --grid --cell 0.1 --samples 3000 "
                     "-o endless.svg\n");
    ck_assert_int_eq(count_nodes("endless.svg", "//s:g[@shape-rendering]/s:path[@class = 'infinite']"), 9);
    ck_assert_int_eq(count_nodes("endless.svg", "//s:text[. = 'infinite']"), 1);
    check_output("", "\"$CONDYLE\" contact r.urdf --at tool0 --direction 1,0,0 --grid --cell 0.1 --samples 3000 "
                     "--energy 1 --region-mass 6 -o limit.svg\n");
    ck_assert_int_eq(count_nodes("limit.svg", "//s:text[. = 'speed limit, m/s']"), 1);
}
END_TEST

/* The relative luminance of a color of sRGB. */
static double luminance(double place)
{
    static const double parts[3] = {0.2126, 0.7152, 0.0722};
    int color[3];
    double sum = 0;
    heat_color(place, color);
    for (int i = 0; i < 3; i++) {
        const double c = color[i] / 255.0;
        ck_assert(color[i] >= 0 && color[i] <= 255);
        sum += parts[i] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

START_TEST(colors_grow_lighter)
{
    for (int i = 1; i <= 100; i++) {
        ck_assert(luminance(i / 100.0) > luminance((i - 1) / 100.0) + 1e-4);
    }
    ck_assert_double_eq(luminance(-3), luminance(0));
    ck_assert_double_eq(luminance(7), luminance(1));
    ck_assert(luminance(1) > 12 * luminance(0));
}
END_TEST

/* ---- refusals ---- */

START_TEST(what_no_map_has_is_refused)
{
    check_run("\"$CONDYLE\" workspace r.urdf --at car --samples 0", 2, "", "--samples");
    check_run("\"$CONDYLE\" workspace r.urdf --at wheel", 2, "", "wheel");
    check_run("\"$CONDYLE\" workspace r.urdf --cell 0", 2, "", "--cell");
    check_run("\"$CONDYLE\" workspace r.urdf --axis 0,0,0", 2, "", "--axis: 0,0,0 has no direction");
    check_run("\"$CONDYLE\" workspace r.urdf --cell 1e-320 -o none.csv", 2, "", "expected larger cells");
    check_run("\"$CONDYLE\" workspace r.urdf --fields q", 2, "", "'workspace' has neither --fields nor npy output");
    check_run("\"$CONDYLE\" workspace r.urdf --format npy", 2, "", "expected --format csv, json or table");
    check_run("\"$CONDYLE\" workspace r.urdf --show samples", 2, "", "it needs -o FILE.svg");
    check_run("\"$CONDYLE\" workspace r.urdf --format csv -o a.svg", 2, "", "a picture has no --format");
    check_run("\"$CONDYLE\" workspace r.urdf --precision 3 -o a.svg", 2, "", "a picture has no --precision");
    check_run(
        "\"$CONDYLE\" workspace r.urdf --show mass -o a.svg", 2, "",
        "'mass' is no column of the map; expected farthest, least_manipulability, largest_manipulability, dexterity "
        "or samples");
    check_run("\"$CONDYLE\" contact r.urdf --at car --direction 1,0,0 --grid --show speed_limit -o a.svg", 2, "",
              "expected least_mass, largest_mass or samples");
    check_run("\"$CONDYLE\" payload r.urdf --body car --show samples -o a.svg", 2, "", "--show needs --grid");
    check_run("\"$CONDYLE\" contact r.urdf --at car --show samples -o a.svg", 2, "", "--show needs --grid");
    check_run("\"$CONDYLE\" payload r.urdf --body car -o a.svg", 2, "", "an --output that ends in .svg needs --grid");
    check_run("\"$CONDYLE\" contact r.urdf --at car -o a.svg; ls a.svg", 2, "", "ends in .svg needs --grid");
    check_run("sed \"s/<limit.*velocity='20'.>//; s/'prismatic'/'planar'/\" r.urdf > cart.urdf; \"$CONDYLE\" workspace "
              "cart.urdf --cell 1 --samples 9 > map",
              0, "", "the map has joint 'slide' at home in every pose, since");
    check_run("sed 's/tool0/hand/g' r.urdf > hand.urdf; \"$CONDYLE\" workspace hand.urdf", 2, "",
              "has no body 'tool0': give --at");
    check_output("", "ls | grep svg || true\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workspace_command");
    TCase *tests = tcase_create("workspace");
    tcase_add_checked_fixture(tests, write_robot, close_folder);
    tcase_add_test(tests, a_slide_has_a_cylinder);
    tcase_add_test(tests, pictures_have_their_cells);
    tcase_add_test(tests, colors_grow_lighter);
    tcase_add_test(tests, what_no_map_has_is_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
