/* condyle draw: pictures that show the robot, its marks, several poses, motions. */
#include "support/folder.h"
#include "support/process.h"
#include "support/suite.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* A red and a green box, one behind the other along x, on a slider along y. */
static const char boxes[] =
    "<robot name='b&amp;b'><material name='red'><color rgba='1 0 0 1'/></material>"
    "<material name='green'><color rgba='0 1 0 1'/></material><link name='rail'/>"
    "<link name='front'><inertial><mass value='2'/><inertia ixx='.1' ixy='0' ixz='0' iyy='.1' iyz='0' "
    "izz='.1'/></inertial>"
    "<visual><origin xyz='2 0 0'/><geometry><box size='1 1 1'/></geometry><material name='red'/></visual>"
    "<visual><origin xyz='-2 0 0'/><geometry><box size='1 1 1'/></geometry><material name='green'/></visual></link>"
    "<joint name='slide' type='prismatic'><parent link='rail'/><child link='front'/><axis xyz='0 1 0'/>"
    "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint></robot>";

static const char bare[] =
    "<robot name='bare'><link name='a'/><link name='b'/><link name='c'/><joint name='j' type='continuous'>"
    "<parent link='a'/><child link='b'/><origin xyz='0 0 1'/><axis xyz='0 1 0'/></joint><joint name='k' "
    "type='prismatic'><parent link='b'/><child link='c'/><origin xyz='1 0 0'/><axis xyz='1 0 0'/>"
    "<limit lower='0' upper='1' effort='1' velocity='1'/></joint></robot>";

static void set_up(void)
{
    open_folder();
    put_file("boxes.urdf", boxes);
    put_file("bare.urdf", bare);
    put_file("broken.urdf",
             "<robot name='m'><link name='a'><visual><geometry><mesh filename='gone.stl'/></geometry></visual>"
             "<visual><geometry><mesh filename='gone.obj'/></geometry></visual></link></robot>");
    put_file("motion.csv", "q.slide\n-3\n0\n3\n");
    put_file("bad.csv", "q.slide\n0\nx\n1\n");
    put_file("none.csv", "q.slide\n");
}

/* ---- pictures ---- */

typedef struct picture {
    unsigned width, height;
    unsigned char *pixels;
} picture;

static uint32_t read_u32(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Decodes a row of the filter "up", which stores differences from the row above. */
static void add_rows(picture *p, unsigned char *packed)
{
    const size_t row = 3 * (size_t)p->width;
    for (size_t y = 0; y < p->height; y++) {
        ck_assert_int_eq(packed[(row + 1) * y], 2);
        for (size_t x = 0; x < row; x++) {
            const unsigned above = y ? p->pixels[row * (y - 1) + x] : 0;
            p->pixels[row * y + x] = (unsigned char)(packed[(row + 1) * y + 1 + x] + above);
        }
    }
}

/* Reads a PNG file and checks its chunks; counts those of a type in *count. */
static picture read_png(const char *name, const char *type, int *count)
{
    size_t size, at = 8;
    unsigned char *bytes = (unsigned char *)get_file(name, &size);
    picture p = {0};
    ck_assert_int_eq(memcmp(bytes, "\x89PNG\r\n\x1a\n", 8), 0);
    *count = 0;
    while (at < size) {
        const uint32_t length = read_u32(bytes + at);
        const unsigned char *chunk = bytes + at + 4, *data = chunk + 4;
        ck_assert_uint_le(at + length + 12, size);
        ck_assert_uint_eq(crc32(0, chunk, length + 4), read_u32(data + length));
        *count += memcmp(chunk, type, 4) == 0;
        if (memcmp(chunk, "IHDR", 4) == 0) {
            p.width = read_u32(data);
            p.height = read_u32(data + 4);
        } else if (memcmp(chunk, "IDAT", 4) == 0) {
            uLongf unpacked_size = (3 * (uLongf)p.width + 1) * p.height;
            unsigned char *packed = malloc(unpacked_size);
            p.pixels = malloc(3 * (size_t)p.width * p.height);
            ck_assert_int_eq(uncompress(packed, &unpacked_size, data, length), Z_OK);
            add_rows(&p, packed);
            free(packed);
        }
        at += length + 12;
    }
    ck_assert_ptr_nonnull(p.pixels);
    free(bytes);
    return p;
}

/* Counts the pixels that are mostly red (0), green (1) or blue (2), or that are not white (3). */
static int count_pixels(const picture *p, int which)
{
    int count = 0;
    for (size_t i = 0; i < (size_t)p->width * p->height; i++) {
        const unsigned char *c = p->pixels + 3 * i;
        const int other = (which + 1) % 3, third = (which + 2) % 3;
        count += which == 3 ? c[0] + c[1] + c[2] < 740 : c[which] > c[other] + 60 && c[which] > c[third] + 60;
    }
    return count;
}

/* Runs the command, and reads its picture. */
static picture draw(const char *arguments)
{
    int count;
    free(output_of("rm -f out.png; \"$CONDYLE\" draw %s -o out.png", arguments));
    const picture p = read_png("out.png", "IDAT", &count);
    ck_assert_int_eq(count, 1);
    return p;
}

static int pixels_of(const char *arguments, int which)
{
    const picture p = draw(arguments);
    const int count = count_pixels(&p, which);
    free(p.pixels);
    return count;
}

START_TEST(what_is_in_front_hides_what_is_behind)
{
    ck_assert_int_gt(pixels_of("boxes.urdf --view front", 0), 10000);
    ck_assert_int_eq(pixels_of("boxes.urdf --view front", 1), 0);
    ck_assert_int_eq(pixels_of("boxes.urdf --view back", 0), 0);
    ck_assert_int_gt(pixels_of("boxes.urdf --view 180,0", 1), 10000);
    const int red = pixels_of("boxes.urdf --view side", 0), green = pixels_of("boxes.urdf --view top", 1);
    ck_assert(red > 5000 && green > 5000 && abs(red - pixels_of("boxes.urdf --view side", 1)) < 400);
    ck_assert_int_gt(pixels_of("boxes.urdf", 0), 3000);
}
END_TEST

/* Counts the pixels of a color in the left half (upper: in the upper half). */
static int count_in_half(const picture *p, int which, bool upper)
{
    picture half = {p->width, upper ? p->height / 2 : p->height, malloc(3 * (size_t)p->width * p->height)};
    memcpy(half.pixels, p->pixels, 3 * (size_t)p->width * p->height);
    for (size_t i = 0; !upper && i < (size_t)p->width * p->height; i++) {
        if (i % p->width >= p->width / 2) {
            memset(half.pixels + 3 * i, 255, 3);
        }
    }
    const int count = count_pixels(&half, which);
    free(half.pixels);
    return count;
}

/* Two plates cross like an X along the line of sight, upright (0) or lying (1): each is in front on one side of the
 * middle, where their depths, linear over each triangle, are equal. */
START_TEST(depths_are_linear_between_corners)
{
    static const char plate[] = "<visual><origin rpy='0 %s %s'/><geometry><box size='.02 2 2'/></geometry>"
                                "<material name='%s'><color rgba='%s 1'/></material></visual>";
    char red[256], green[256], robot[768];
    snprintf(red, sizeof red, plate, _i ? "1" : "0", _i ? "0" : "1", "red", "1 0 0");
    snprintf(green, sizeof green, plate, _i ? "-1" : "0", _i ? "0" : "-1", "green", "0 1 0");
    snprintf(robot, sizeof robot, "<robot name='x'><link name='a'>%s%s</link></robot>", red, green);
    put_file("x.urdf", robot);
    const picture p = draw("x.urdf --view front --size 400,400");
    int largest[2];
    for (int which = 0; which < 2; which++) {
        const int all = count_pixels(&p, which), half = count_in_half(&p, which, _i);
        largest[which] = half > all - half ? half : all - half;
        ck_assert_msg(all > 10000 && all - largest[which] < 600, "%d of %d, %d in one half", which, all, half);
        ck_assert_msg(which == 0 || (half > all / 2) != (count_in_half(&p, 0, _i) > largest[0] / 2), "the same half");
    }
    ck_assert_int_le(abs(largest[0] - largest[1]), largest[0] / 20);
    free(p.pixels);
}
END_TEST

START_TEST(the_robot_fills_the_picture_of_the_size_that_is_asked_for)
{
    const picture p = draw("boxes.urdf --view side --size 300,120");
    ck_assert(p.width == 300 && p.height == 120);
    int left = 300, right = 0;
    for (int i = 0; i < 300 * 120; i++) {
        if (p.pixels[3 * i] + p.pixels[3 * i + 1] + p.pixels[3 * i + 2] < 740) {
            left = i % 300 < left ? i % 300 : left;
            right = i % 300 > right ? i % 300 : right;
        }
    }
    ck_assert_msg(left > 5 && left < 30 && right > 270 && right < 295, "%d to %d", left, right);
    free(p.pixels);
}
END_TEST

START_TEST(marks_are_shown)
{
    const int plain = pixels_of("boxes.urdf --view side", 2);
    ck_assert_int_eq(plain, 0);
    ck_assert_int_gt(pixels_of("boxes.urdf --view side --frames", 2), 50);
    ck_assert_int_gt(pixels_of("boxes.urdf --view side --wrench front:0,0,0,0,0,-5", 2), 50);
    const int bare_pixels = pixels_of("boxes.urdf --view side", 3);
    ck_assert_int_gt(pixels_of("boxes.urdf --view side --inertia", 3), bare_pixels + 50);
    ck_assert_int_gt(pixels_of("boxes.urdf --view side --names", 3), bare_pixels + 50);
    ck_assert_int_gt(pixels_of("ur5e --torques", 3), pixels_of("ur5e", 3) + 50);
    ck_assert_int_gt(pixels_of("boxes.urdf --view front --torques --gravity 0,9,0", 3), 50);
    ck_assert_int_gt(pixels_of("boxes.urdf --view side --wrench front@body:1,2,3,0,0,0", 3), bare_pixels);
}
END_TEST

/* The values of joints in a picture beside those of id, in the order of the joints: numbers of three digits. */
static void check_torques(const char *drawn, const char *computed)
{
    char *shown =
        output_of("\"$CONDYLE\" draw %s --torques -o torques.svg --force && grep -o '>[-0-9.e+]* N m<' torques.svg "
                  "| tr -d '>< Nm' | sort -g | uniq",
                  drawn);
    char *told =
        output_of("\"$CONDYLE\" id %s --format csv --fields tau | tail -n 1 | tr , '\\n' | awk '{ x[NR] = $1; m = "
                  "($1 < 0 ? -$1 : $1) > m ? ($1 < 0 ? -$1 : $1) : m } END { for (i in x) if (x[i] * x[i] > "
                  "0.000025 * m * m) printf \"%%.3g\\n\", x[i] }' | sort -g | uniq",
                  computed);
    ck_assert_str_ne(told, "");
    ck_assert_str_eq(shown, told);
    free(shown);
    free(told);
}

#define STATE "universalUR5e --q 0,-0.8,1.4,-0.6,-1.57,0 "

/* Torques of draw are those of id, with all that both are told. */
START_TEST(torques_are_those_of_id)
{
    static const char *const options[] = {
        "",
        "--wrench tool0@base-axes:0,0,0,0,0,-50",
        "--wrench tool0:1,2,3,4,5,6 --wrench forearm_link@body:3,2,1,0,9,9",
        "--payload tool0:4,0,0,0.1",
        "--qd 1,-2,3,0.5,0.4,0.3 --qdd 1,2,-3,4,0,5",
        "--qd 1,-2,3,0.5,0.4,0.3 --drives all",
        "--qd 50,20,0,0,0,0 --deg --gravity 0,9,0",
    };
    char both[256], rows[256];
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        snprintf(both, sizeof both, STATE "%s", i == 6 ? "" : options[i]);
        if (i == 6) {
            snprintf(both, sizeof both, "universalUR5e --q 0,-45,80,-30,-90,0 %s", options[i]);
        }
        check_torques(both, both);
    }
    free(output_of("printf 'q.elbow_joint,qd.elbow_joint,qdd.shoulder_pan_joint\\n1,2,0\\n0.5,1,4\\n' > moving.csv"));
    snprintf(rows, sizeof rows, "universalUR5e --input moving.csv --wrench tool0@body:0,0,0,0,30,0");
    check_torques(rows, rows);
}
END_TEST

START_TEST(robots_without_shapes_are_drawn_as_skeletons)
{
    ck_assert_int_gt(pixels_of("bare.urdf", 3), 500);
    ck_assert_int_gt(pixels_of("bare.urdf", 0), 50); /* the axis of the joint that turns */
    ck_assert_int_gt(pixels_of("ur5e --collisions", 3), 500);
}
END_TEST

START_TEST(meshes_that_cannot_be_read_are_noted)
{
    process_result r = run_in_folder("\"$CONDYLE\" draw broken.urdf -o out.png --force");
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_ptr_nonnull(strstr(r.err, "a mesh cannot be shown: gone.stl: "));
    ck_assert_ptr_nonnull(strstr(r.err, "2 meshes cannot be shown"));
    free_result(&r);
    put_file("gone.stl", "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                         "endfacet\nendsolid s\n");
    put_file("gone.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n");
    ck_assert_int_gt(pixels_of("broken.urdf", 3), 5000);
}
END_TEST

/* Meshes in the text of USD are in no tree. */
START_TEST(shapes_that_a_tree_does_not_have_are_noted)
{
    put_file("mesh.usda", "#usda 1.0\n(\nmetersPerUnit = 1\n)\ndef Xform 'a' (prepend apiSchemas = "
                          "['PhysicsRigidBodyAPI', 'PhysicsMassAPI']) {\nfloat physics:mass = 1\nfloat3 "
                          "physics:diagonalInertia = (1, 1, 1)\npoint3f physics:centerOfMass = (0, 0, 0)\ndef Mesh "
                          "'m' {\n}\ndef Mesh 'n' (prepend apiSchemas = ['PhysicsCollisionAPI']) {\n}\n}\n");
    process_result r = run_in_folder("\"$CONDYLE\" draw mesh.usda -o out.png --force");
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_msg(strstr(r.err, "the picture lacks 1 collision shape of the file: mesh.usda:11: link 'a': Mesh is not "
                                "read: ") != NULL,
                  "%s", r.err);
    free_result(&r);
}
END_TEST

START_TEST(rows_are_poses_in_one_picture)
{
    const int one = pixels_of("boxes.urdf --view front", 0),
              three = pixels_of("boxes.urdf --view front --input motion.csv", 3);
    ck_assert_int_gt(three, pixels_of("boxes.urdf --view front --input motion.csv", 0));
    ck_assert_int_gt(one, 0);
    ck_assert_int_gt(pixels_of("boxes.urdf --view front --input motion.csv", 0), 1000); /* the last pose */
}
END_TEST

/* A joint that a row leaves out is at home, or where --q puts it, not where the row before had it. */
START_TEST(coordinates_left_out_are_at_home)
{
    check_run("d() { \"$CONDYLE\" draw bare.urdf --outlines --input - -o $1.svg $2 2> /dev/null; }; "
              "printf '{\"q\":{\"j\":0,\"k\":1}}\\n{\"q\":{\"j\":1}}\\n' | d sparse; "
              "printf '{\"q\":{\"j\":0,\"k\":1}}\\n{\"q\":{\"j\":1,\"k\":0}}\\n' | d whole; "
              "printf '{\"q\":{\"j\":0,\"k\":1}}\\n{\"q\":{\"j\":1,\"k\":0.5}}\\n' | d moved; "
              "printf '{\"q\":{\"j\":0,\"k\":1}}\\n{\"q\":{\"j\":1}}\\n' | d given '--q 0,0.5'; "
              "cmp sparse.svg whole.svg && cmp given.svg moved.svg && ! cmp -s sparse.svg given.svg",
              0, "", "");
}
END_TEST

START_TEST(motions_are_animations)
{
    int frames, data;
    free(
        output_of("rm -f out.apng; \"$CONDYLE\" draw boxes.urdf --view front --input motion.csv --size 90,60 --rate 10 "
                  "-o out.apng"));
    picture p = read_png("out.apng", "fcTL", &frames);
    ck_assert_int_eq(frames, 3);
    ck_assert_int_gt(count_pixels(&p, 0), 20);
    free(p.pixels);
    p = read_png("out.apng", "fdAT", &data);
    ck_assert_int_eq(data, 2);
    free(p.pixels);
    p = read_png("out.apng", "acTL", &data);
    ck_assert_int_eq(data, 1);
    free(p.pixels);
}
END_TEST

START_TEST(svg_has_names_as_text)
{
    free(output_of("rm -f out.svg; \"$CONDYLE\" draw boxes.urdf --names --frames -o out.svg"));
    size_t size;
    char *svg = get_file("out.svg", &size);
    ck_assert_ptr_nonnull(strstr(svg, "<title>b&amp;b</title>"));
    ck_assert_ptr_nonnull(strstr(svg, "<image width=\"800\" height=\"600\" href=\"data:image/png;base64,iVBORw0KGgo"));
    ck_assert_ptr_nonnull(strstr(svg, ">front</text>"));
    ck_assert_ptr_nonnull(strstr(svg, "<line x1=\""));
    ck_assert_str_eq(svg + size - 7, "</svg>\n");
    free(svg);
}
END_TEST

/* ---- outlines ---- */

/* Draws a picture of vectors by a line with --outlines; the caller frees the text. */
static char *outline(const char *arguments)
{
    free(output_of("rm -f out.svg; \"$CONDYLE\" draw %s -o out.svg", arguments));
    char *svg = get_file("out.svg", NULL);
    ck_assert_msg(!strstr(svg, "<image") && strstr(svg, "<svg") && strstr(svg, "</svg>"), "%s", svg);
    return svg;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) {
        count++;
    }
    return count;
}

/* A face of a box seen from the front fills 88 % of the height: 1 m is 528 pixels of 600. */
START_TEST(outlines_are_faces_and_edges)
{
    char *svg = outline("--outlines boxes.urdf --view front");
    ck_assert_int_eq(count_of(svg, "<path"), 2);
    ck_assert_int_eq(count_of(svg, "136 36"), 2);
    ck_assert_int_eq(count_of(svg, "664 564"), 2);
    const char *red = strstr(svg, "\"#ec0000\""), *green = strstr(svg, "\"#00ec00\"");
    ck_assert_msg(red && green && green < red, "%s", svg); /* the nearest last */
    free(svg);
    svg = outline("--outlines boxes.urdf --view back");
    ck_assert(strstr(svg, "\"#00ec00\"") > strstr(svg, "\"#ec0000\""));
    free(svg);
    svg = outline("--outlines boxes.urdf --view 30,30 --input motion.csv");
    ck_assert_int_eq(count_of(svg, "<path"), 3 * 2 * 3); /* poses, boxes, faces */
    ck_assert_int_eq(count_of(svg, "<g "), 3);
    free(svg);
}
END_TEST

/* A tube of radius and half length 1 m, seen from 30 degrees above: its ends are ellipses, half as high as wide, its
 * height is 2 (cos 30 + sin 30) m; from above it is a circle, from the side a rectangle. */
START_TEST(outlines_of_round_shapes_are_arcs)
{
    static const struct {
        const char *shape, *view, *part;
        int paths;
    } seen[] = {
        {"<cylinder radius='1' length='2'/>", "0,30", "A128.8 64.4 0 0 ", 2},
        {"<cylinder radius='1' length='2'/>", "0,-30", "A128.8 64.4 0 0 ", 2},
        {"<cylinder radius='1' length='2'/>", "top", "A176 176 0 0 1 ", 1},
        {"<cylinder radius='1' length='2'/>", "side", "A176 0 0 0 ", 1},
        {"<sphere radius='3'/>", "iso", "A17", 1},
        {"<capsule radius='1' length='2'/>", "front", "A88 88 0 0 ", 1},
    };
    char text[512];
    snprintf(text, sizeof text,
             "<robot name='r' version='1.2'><link name='a'><visual><geometry>%s</geometry></visual></link></robot>",
             seen[_i].shape);
    put_file("round.urdf", text);
    snprintf(text, sizeof text, "--outlines round.urdf --size 400,400 --view %s", seen[_i].view);
    char *svg = outline(text);
    ck_assert_msg(strstr(svg, seen[_i].part) != NULL, "%s", svg);
    ck_assert_int_eq(count_of(svg, "<path"), seen[_i].paths);
    free(svg);
}
END_TEST

/* A mesh is its hull: of a cube with a point within and one on a face, the four corners that are seen. */
START_TEST(outlines_of_meshes_are_hulls)
{
    put_file("cube.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\nv .5 .4 .6\n"
                         "v 1 .3 .2\nf 1 2 3\nf 5 6 7\nf 4 8 9\nf 10 9 8\n");
    put_file("mesh.urdf", "<robot name='r'><link name='a'><visual><geometry><mesh filename='cube.obj' scale='2 1 1'/>"
                          "</geometry></visual></link></robot>");
    char *svg = outline("--outlines mesh.urdf --view front --size 400,400");
    ck_assert_int_eq(count_of(svg, "<path"), 1);
    ck_assert_msg(count_of(svg, "L") == 3 && strstr(svg, "M24 24") && strstr(svg, "L376 376"), "%s", svg);
    free(svg);
}
END_TEST

/* Labels of one place, and of one height, stand apart and within the picture, beside the robot. */
START_TEST(labels_of_outlines_stand_apart)
{
    static const char *const pictures[] = {"--outlines ur5e --names --joints --torques",
                                           "--outlines ur5e --names --joints --size 900,160",
                                           "--outlines boxes.urdf --names --joints --view 80,10"};
    for (size_t k = 0; k < sizeof pictures / sizeof *pictures; k++) {
        char *svg = outline(pictures[k]);
        double x[64], y[64], height = k == 1 ? 160 : 600;
        int count = 0;
        for (const char *at = svg; (at = strstr(at, "<text")) != NULL; at++) {
            const char *place = strstr(at, "x=\"");
            ck_assert(count < 64 && sscanf(place, "x=\"%lf\" y=\"%lf\"", &x[count], &y[count]) == 2);
            ck_assert_msg(x[count] >= 0 && y[count] > 0 && y[count] < height, "%s", at);
            for (int i = 0; i < count; i++) {
                const double apart = y[i] < y[count] ? y[count] - y[i] : y[i] - y[count];
                ck_assert_msg(x[i] < x[count] || x[i] > x[count] || apart > 9.9, "%s", at);
            }
            count++;
        }
        ck_assert_int_ge(count, k < 2 ? 11 + 6 : 3);
        ck_assert_int_eq(count_of(svg, "class=\"leader\""), count);
        ck_assert_int_eq(count_of(svg, "stroke-dasharray"), k < 2 ? 6 : 1);
        free(svg);
    }
}
END_TEST

START_TEST(skeletons_have_outlines_too)
{
    char *svg = outline("--outlines bare.urdf --joints");
    ck_assert_int_eq(count_of(svg, "<path class=\"leader\""), 2);
    ck_assert_int_eq(count_of(svg, "<line"), 2 + 2 + 2); /* links, joints, axes */
    ck_assert_ptr_nonnull(strstr(svg, ">j</text>"));
    free(svg);
    ck_assert_int_gt(pixels_of("boxes.urdf --view side --joints", 3), pixels_of("boxes.urdf --view side", 3) + 50);
}
END_TEST

/* Compares two texts, whose numbers may differ by rounding to a tenth. */
static void expect_alike(const char *a, const char *b)
{
    while (*a && *b) {
        if ((*a >= '0' && *a <= '9') || (*b >= '0' && *b <= '9')) {
            char *ends[2];
            const double difference = strtod(a, &ends[0]) - strtod(b, &ends[1]);
            /* The color #8e9094 reads as an infinite number, and two of them differ by none. */
            ck_assert_msg(!(difference >= 0.11) && !(difference <= -0.11), "%.60s\n%.60s", a, b);
            a = ends[0];
            b = ends[1];
        } else {
            ck_assert_msg(*a++ == *b++, "%.60s\n%.60s", a - 1, b - 1);
        }
    }
    ck_assert(!*a && !*b);
}

/* The pictures of README are the command's, by the lines that README has for them. */
static const char *const pictures[] = {"ur5e", "torques", "poses"};

START_TEST(the_readme_shows_the_commands_pictures)
{
    free(output_of("cp \"$SOURCE_ROOT/docs/%s.svg\" shown.svg; cp \"$SOURCE_ROOT/README.md\" .", pictures[_i]));
    char *readme = get_file("README.md", NULL), link[64], name[64];
    snprintf(link, sizeof link, "(docs/%s.svg)", pictures[_i]);
    snprintf(name, sizeof name, " -o %s.svg`", pictures[_i]);
    ck_assert_ptr_nonnull(strstr(readme, link));
    char *end = strstr(readme, name);
    ck_assert_ptr_nonnull(end);
    *end = 0;
    char *line = strrchr(readme, '`') + strlen("`condyle "), *draw = strstr(line, "| condyle draw ");
    const bool is_piped = draw != NULL;
    if (is_piped) {
        *draw = 0;
        free(output_of("\"$CONDYLE\" %s >rows.csv", line));
    }
    draw = is_piped ? draw + strlen("| condyle draw ") : line + strlen("draw ");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "%s%s", draw, is_piped ? " <rows.csv" : "");
    char *made = outline(arguments), *shown = get_file("shown.svg", NULL);
    expect_alike(made, shown);
    ck_assert_uint_lt(strlen(shown), 16000);
    free(made);
    free(shown);
    free(readme);
}
END_TEST

static const struct {
    const char *arguments;
    int exit_code;
    const char *said;
} wrong[] = {
    {"boxes.urdf", 2, "needs -o FILE"},
    {"boxes.urdf -o out.gif", 2, "ends in .png, .svg or, for an animation, .apng"},
    {"boxes.urdf -o out.apng", 2, "an animation needs --input"},
    {"boxes.urdf -o out.png --outlines", 2, "expected -o FILE, a name that ends in .svg"},
    {"boxes.urdf -o out.png --size 10,10", 2, "10 is no size"},
    {"boxes.urdf -o out.png --size 100,99999", 2, "99999 is no size"},
    {"boxes.urdf -o out.png --view left", 2, "'left' is no view"},
    {"boxes.urdf -o out.png --view 10,91", 2, "'10,91' is no view"},
    {"boxes.urdf -o out.png --view 10,up", 2, "'10,up' is no view"},
    {"boxes.urdf -o out.png --q no=1", 2, "'no'"},
    {"boxes.urdf -o out.png --wrench no:1,2,3,4,5,6", 2, "no body 'no'"},
    {"boxes.urdf -o out.png --input bad.csv", 1, "bad.csv:3"},
    {"boxes.urdf -o out.png --input none.csv", 1, "has no row"},
    {"boxes.urdf -o out.png --input gone.csv", 3, "gone.csv"},
    {"boxes.urdf -o boxes.png --input boxes.png", 2, "boxes.png"},
    {"gone.urdf -o out.png", 3, "gone.urdf"},
};

START_TEST(wrong_lines_make_no_picture)
{
    char script[256];
    snprintf(script, sizeof script, "rm -f out.*; touch boxes.png; \"$CONDYLE\" draw %s", wrong[_i].arguments);
    check_run(script, wrong[_i].exit_code, "", wrong[_i].said);
    free(output_of("test ! -e out.png"));
}
END_TEST

START_TEST(faulty_rows_are_skipped_where_that_is_asked_for)
{
    process_result r = run_in_folder("\"$CONDYLE\" draw boxes.urdf --input bad.csv --keep-going -o out.png --force");
    ck_assert_msg(r.exit_code == 0 && strstr(r.err, "bad.csv:3: warning: "), "%s", r.err);
    free_result(&r);
}
END_TEST

/* Two hundred poses would cover each other: twelve are shown, and a note tells of the animation; forty are all shown.
 */
START_TEST(many_poses_are_thinned_in_one_picture)
{
    process_result r = run_in_folder("\"$CONDYLE\" random boxes.urdf -n 200 > many.csv; head -41 many.csv > few.csv; "
                                     "for f in many few; do \"$CONDYLE\" draw boxes.urdf --input $f.csv -o $f.svg "
                                     "--force; echo $?; done");
    const char *told =
        strstr(r.err, "'many.csv' has 200 poses, which would cover each other in one picture: 12 of them");
    ck_assert_msg(told && strstr(told, ".apng"), "%s", r.err);
    ck_assert_ptr_eq(strstr(r.err, "'few.csv'"), NULL);
    ck_assert_str_eq(r.out, "0\n0\n");
    free_result(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("draw");
    TCase *tests = tcase_create("pictures");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, what_is_in_front_hides_what_is_behind);
    tcase_add_loop_test(tests, depths_are_linear_between_corners, 0, 2);
    tcase_add_test(tests, the_robot_fills_the_picture_of_the_size_that_is_asked_for);
    tcase_add_test(tests, marks_are_shown);
    tcase_add_test(tests, torques_are_those_of_id);
    tcase_add_test(tests, robots_without_shapes_are_drawn_as_skeletons);
    tcase_add_test(tests, meshes_that_cannot_be_read_are_noted);
    tcase_add_test(tests, shapes_that_a_tree_does_not_have_are_noted);
    tcase_add_test(tests, rows_are_poses_in_one_picture);
    tcase_add_test(tests, coordinates_left_out_are_at_home);
    tcase_add_test(tests, motions_are_animations);
    tcase_add_test(tests, svg_has_names_as_text);
    tcase_add_test(tests, faulty_rows_are_skipped_where_that_is_asked_for);
    tcase_add_test(tests, outlines_are_faces_and_edges);
    tcase_add_loop_test(tests, outlines_of_round_shapes_are_arcs, 0, 6);
    tcase_add_test(tests, outlines_of_meshes_are_hulls);
    tcase_add_test(tests, labels_of_outlines_stand_apart);
    tcase_add_test(tests, skeletons_have_outlines_too);
    tcase_add_loop_test(tests, the_readme_shows_the_commands_pictures, 0, sizeof pictures / sizeof *pictures);
    tcase_add_test(tests, many_poses_are_thinned_in_one_picture);
    tcase_add_loop_test(tests, wrong_lines_make_no_picture, 0, sizeof wrong / sizeof *wrong);
    return run_suites(suite, NULL);
}
