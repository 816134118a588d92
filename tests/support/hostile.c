#include "support/hostile.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

static void add(hostile_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void reserve(hostile_text *t, size_t more)
{
    size_t room = 4096;
    while (room < t->size + more + 1) {
        room *= 2;
    }
    char *larger = realloc(t->bytes, room);
    if (!larger) {
        abort();
    }
    t->bytes = larger;
}

static void add(hostile_text *t, const char *format, ...)
{
    char piece[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof piece) {
        abort();
    }
    if (!t->bytes || (t->size & 4095) + (size_t)length + 1 > 4096) {
        reserve(t, (size_t)length);
    }
    memcpy(t->bytes + t->size, piece, (size_t)length + 1);
    t->size += (size_t)length;
}

static void repeat(hostile_text *t, char letter, int count)
{
    for (int i = 0; i < count; i++) {
        add(t, "%c", letter);
    }
}

#define INERTIAL                                                                                                       \
    "<inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"

/* Links l1 to l`count` on the root l0; each joint turns, j1 to j`count`, with `more` in it. */
static void add_star(hostile_text *t, int count, const char *more)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\">" INERTIAL "</link><joint name=\"j%d\" type=\"continuous\"><parent link=\"l0\"/>"
            "<child link=\"l%d\"/>%s</joint>\n",
            i, i, i, more);
    }
}

/* ---- shape ---- */

static void make_deep(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\">" INERTIAL "</link><joint name=\"j%d\" type=\"continuous\"><parent link=\"l%d\"/>"
            "<child link=\"l%d\"/></joint>\n",
            i, i, i - 1, i);
    }
}

static void make_fixed_chain(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = count; i >= 1; i--) {
        add(t,
            "<link name=\"l%d\"/><joint name=\"j%d\" type=\"fixed\"><parent link=\"l%d\"/><child link=\"l%d\"/>"
            "</joint>\n",
            i, i, i - 1, i);
    }
}

static void make_wide(hostile_text *t, int count)
{
    add_star(t, count, "");
}

static void make_nested(hostile_text *t, int count)
{
    const int depth = count < 250 ? count : 250;
    for (int i = 0; i < count / depth; i++) {
        for (int k = 0; k < depth; k++) {
            add(t, "<visaul>");
        }
        for (int k = 0; k < depth; k++) {
            add(t, "</visaul>");
        }
    }
    add(t, "<link name=\"l0\"/>\n");
}

/* ---- names that do not exist ---- */

static void make_unknown_references(hostile_text *t, int count)
{
    add_star(t, count, "");
    for (int i = 0; i < count; i++) {
        add(t, "<gazebo reference=\"k%d_\"/>\n", i);
    }
}

/* Long names at the largest edit distance from all other names; computing the distance takes every letter. */
static void make_far_references(hostile_text *t, int count)
{
    add(t, "<link name=\"base\"/>\n");
    for (int i = 0; i < count; i++) {
        add(t,
            "<link name=\"abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_%07d\"/>"
            "<joint name=\"j%d\" type=\"fixed\"><parent link=\"base\"/>"
            "<child link=\"abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_%07d\"/></joint>"
            "<gazebo reference=\"zyxwvutsrqponmlkjihgfedcba_zyxwvutsrqponmlkjihgfedcba_%07d\"/>\n",
            i, i, i, i);
    }
}

static void make_one_reference(hostile_text *t, int count)
{
    add_star(t, count, "");
    for (int i = 0; i < count; i++) {
        add(t, "<gazebo reference=\"tool_link\"/>\n");
    }
}

static void make_unknown_ends(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\"/><joint name=\"j%d\" type=\"fixed\"><parent link=\"p%d\"/><child link=\"c%d\"/>"
            "</joint>\n",
            i, i, i, i);
    }
}

static void make_unknown_mimics(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\"/><joint name=\"j%d\" type=\"continuous\"><parent link=\"l0\"/><child link=\"l%d\"/>"
            "<mimic joint=\"m%d\"/></joint>\n",
            i, i, i, i);
    }
}

static void make_unknown_transmissions(hostile_text *t, int count)
{
    add_star(t, count, "");
    for (int i = 0; i < count; i++) {
        add(t,
            "<transmission name=\"t%d\"><joint name=\"k%d\"/><actuator name=\"a\"><mechanicalReduction>2"
            "</mechanicalReduction></actuator></transmission>\n",
            i, i);
    }
}

static void make_unknown_controls(hostile_text *t, int count)
{
    add_star(t, count, "");
    add(t, "<ros2_control>");
    for (int i = 0; i < count; i++) {
        add(t, "<joint name=\"k%d\"/>\n", i);
    }
    add(t, "</ros2_control>");
}

/* ---- duplicates ---- */

static void make_repeated_links(hostile_text *t, int count)
{
    for (int i = 0; i < count; i++) {
        add(t, "<link name=\"l\"/>\n");
    }
}

static void make_repeated_joints(hostile_text *t, int count)
{
    add(t, "<link name=\"a\"/><link name=\"b\"/>\n");
    for (int i = 0; i < count; i++) {
        add(t, "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n");
    }
}

static void make_many_roots(hostile_text *t, int count)
{
    for (int i = 0; i < count; i++) {
        add(t, "<link name=\"l%d\"/>\n", i);
    }
}

static void make_colliding_names(hostile_text *t, int count)
{
    static const char marks[] = ".-+*";
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        const char a = marks[i & 3], b = marks[i >> 2 & 3], c = marks[i >> 4 & 3];
        add(t,
            "<link name=\"l%c%c%c%d\"/><joint name=\"j%c%c%c%d\" type=\"fixed\"><parent link=\"l0\"/>"
            "<child link=\"l%c%c%c%d\"/></joint>\n",
            a, b, c, i >> 6, a, b, c, i >> 6, a, b, c, i >> 6);
    }
}

static void make_repeated_elements(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"><visual><geometry><box size=\"1 1 1\"/></geometry>");
    for (int i = 0; i < count; i++) {
        add(t, "<material name=\"m\"/><origin xyz=\"0 0 0\"/><geometry/>\n");
    }
    add(t, "</visual>");
    for (int i = 0; i < count; i++) {
        add(t, "<inertial/>");
    }
    add(t, "</link>\n");
}

/* ---- rings ---- */

static void make_long_cycle(hostile_text *t, int count)
{
    for (int i = 0; i < count; i++) {
        add(t,
            "<link name=\"l%d\"/><joint name=\"j%d\" type=\"fixed\"><parent link=\"l%d\"/><child link=\"l%d\"/>"
            "</joint>\n",
            i, i, (i + 1) % count, i);
    }
}

static void make_short_cycles(hostile_text *t, int count)
{
    for (int i = 0; i < count; i++) {
        add(t,
            "<link name=\"l%d\"/><joint name=\"j%d\" type=\"fixed\"><parent link=\"l%d\"/><child link=\"l%d\"/>"
            "</joint>\n",
            i, i, i ^ 1, i);
    }
}

static void add_followers(hostile_text *t, int count, int first)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\">" INERTIAL "</link><joint name=\"j%d\" type=\"continuous\"><parent link=\"l%d\"/>"
            "<child link=\"l%d\"/>",
            i, i, i - 1, i);
        if (i > 1 || first != 1) {
            add(t, "<mimic joint=\"j%d\"/>", i > 1 ? i - 1 : first);
        }
        add(t, "</joint>\n");
    }
}

static void make_mimic_chain(hostile_text *t, int count)
{
    add_followers(t, count, 1);
}

static void make_mimic_ring(hostile_text *t, int count)
{
    add_followers(t, count, count);
}

static void make_one_leader(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/><link name=\"a\">" INERTIAL "</link><joint name=\"lead\" type=\"continuous\"><parent "
           "link=\"l0\"/><child link=\"a\"/></joint>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\">" INERTIAL "</link><joint name=\"j%d\" type=\"continuous\"><parent link=\"l0\"/>"
            "<child link=\"l%d\"/><mimic joint=\"lead\" multiplier=\"2\"/></joint>\n",
            i, i, i);
    }
}

/* ---- warnings and errors ---- */

static void make_warnings(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\" colour=\"red\"><inertial><mass value=\"1\"/><inertia ixx=\"1e-9\" ixy=\"1\" ixz=\"0\" "
            "iyy=\"1\" iyz=\"0\" izz=\"900\"/></inertial><visual><geometry><box size=\"-1 1 1\"/></geometry><material "
            "name=\"m%d\"/></visual></link><joint name=\"j%d\" type=\"revolute\"><parent link=\"l0\"/><child "
            "link=\"l%d\"/><axis xyz=\"0 0 2\"/><limit lower=\"1\" upper=\"90\"/><dynamics damping=\"-1\"/></joint>\n",
            i, i, i, i);
    }
}

static void make_errors(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\"><inertial><mass value=\"x\"/><inertia ixx=\"1 1\" ixy=\"y\"/></inertial><visual>"
            "<geometry><box size=\"1\"/></geometry></visual></link><joint name=\"j%d\" type=\"revloute\"><parent/>"
            "<child link=\"l%d\"/><axis xyz=\"0 0 0\"/></joint>\n",
            i, i, i);
    }
}

static void make_mendable(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\"><inertail><mass vaule=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertail>"
            "</link><joint name=\"j%d\" type=\"Revolute\"><parent link=\"l0\"/><child link=\"l%d\"/>"
            "<axis xyz=\"0 0 2\"/><limit lower=\"1\" upper=\"-1\" efort=\" 1\" velocity=\" 1\"/></joint>\n",
            i, i, i);
    }
}

static void make_many_attributes(hostile_text *t, int count)
{
    for (int i = 0; i < count; i++) {
        add(t, i % 200 == 0 ? "<link name=\"l%d\"" : " attribute_%d=\"1\"", i);
        if (i % 200 == 199 || i == count - 1) {
            add(t, "/>\n");
        }
    }
}

static void make_materials(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\">\n");
    for (int i = 0; i < count; i++) {
        add(t,
            "<visual><geometry><sphere radius=\"1\"/></geometry><material name=\"m%d\"><color rgba=\"0 0 0 0.%d\"/>"
            "</material></visual>\n",
            i % 2 ? 0 : i, i);
    }
    add(t, "</link>");
    for (int i = 0; i < count; i++) {
        add(t, "<material name=\"n\"><color rgba=\"0 0 0 1\"/></material>\n");
    }
}

static void make_meshes(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\">\n");
    for (int i = 0; i < count; i++) {
        add(t, "<visual><geometry><mesh filename=\"package://p%d/a.stl\"/></geometry></visual>\n", i);
    }
    add(t, "</link>");
}

static void make_xacro(hostile_text *t, int count)
{
    add_star(t, 2, "");
    for (int i = 0; i < count; i++) {
        add(t, "<gazebo reference=\"${prefix}_%d\"><a>&amp;&#38;&lt; text</a></gazebo>\n", i);
    }
}

/* ---- length ---- */

static void make_long_link(hostile_text *t, int count)
{
    add(t, "<link name=\"");
    repeat(t, 'a', 20 * count);
    add(t, "\"/><link name=\"l0\"/><joint name=\"j\" type=\"fixed\"><parent link=\"");
    repeat(t, 'a', 20 * count);
    add(t, "\"/><child link=\"l0\"/></joint>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\">" INERTIAL "</link><joint name=\"j%d\" type=\"continuous\"><parent link=\"l0\"/>"
            "<child link=\"l%d\"/></joint>\n",
            i, i, i);
    }
}

static void make_long_joint(hostile_text *t, int count)
{
    add_star(t, count, "");
    add(t, "<link name=\"last\">" INERTIAL "</link><joint name=\"j");
    repeat(t, 'a', 20 * count);
    add(t, "\" type=\"continuous\"><parent link=\"l0\"/><child link=\"last\"/></joint>\n");
}

/* All faults are in a link with a long name. */
static void make_long_culprit(hostile_text *t, int count)
{
    add(t, "<link name=\"");
    repeat(t, 'a', 20 * count);
    add(t, "\">");
    for (int i = 0; i < count; i++) {
        add(t, "<visual/><collision/><visul/>\n");
    }
    add(t, "</link>");
}

static void make_long_material(hostile_text *t, int count)
{
    add(t, "<material name=\"");
    repeat(t, 'm', 20 * count);
    add(t, "\"><color rgba=\"1 1 1 1\"/></material><link name=\"l0\">");
    for (int i = 0; i < count; i++) {
        add(t, "<visual><geometry><box size=\"1 1 1\"/></geometry><material name=\"m\"/></visual>\n");
    }
    add(t, "</link>");
}

static void make_long_text(hostile_text *t, int count)
{
    add(t, "<link name=\"l0\">");
    for (int i = 0; i < count; i++) {
        add(t, "word <!-- comment --> ]] &gt; ");
    }
    add(t, "</link>");
}

/* Copied parts of MJCF, each with a motor. */
static void make_replicates(hostile_text *t, int count)
{
    add(t, "<worldbody>\n");
    for (int i = 0; i < count; i++) {
        add(t,
            "<replicate count=\"2\" sep=\"_\"><body name=\"b%d\"><inertial mass=\"1\" pos=\"0 0 0\" "
            "diaginertia=\"1 1 1\"/><joint name=\"j%d\"/></body></replicate>\n",
            i, i);
    }
    add(t, "</worldbody><actuator>\n");
    for (int i = 0; i < count; i++) {
        add(t, "<motor joint=\"j%d\"/>\n", i);
    }
    add(t, "</actuator>\n");
}

/* Loops between bodies of MJCF that stand behind many frames. */
static void make_loops(hostile_text *t, int count)
{
    add(t, "<worldbody>\n");
    for (int i = 0; i < 30 * count; i++) {
        add(t, "<frame/>\n");
    }
    for (int i = 0; i < count; i++) {
        add(t,
            "<body name=\"b%d\"><inertial mass=\"1\" pos=\"0 0 0\" diaginertia=\"1 1 1\"/><joint "
            "name=\"j%d\"/></body>\n",
            i, i);
    }
    add(t, "</worldbody><equality>\n");
    for (int i = 0; i < 2 * count; i++) {
        add(t,
            i % 2 ? "<weld body1=\"b%d\" body2=\"b%d\"/>\n"
                  : "<connect body1=\"b%d\" body2=\"b%d\" anchor=\"0 0 0\"/>\n",
            i / 2, (i / 2 + 1) % count);
    }
    add(t, "</equality>\n");
}

/* Gearboxes of SDF between one joint and each of the others, of links that all turn on one. */
static void make_gearboxes(hostile_text *t, int count)
{
    static const char axis[] = "<axis><xyz>0 0 1</xyz></axis>", axis2[] = "<axis2><xyz>0 0 1</xyz></axis2>";
    add(t, "<model name=\"m\"><link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        add(t,
            "<link name=\"l%d\"/><joint name=\"j%d\" type=\"revolute\"><parent>l0</parent><child>l%d</child>%s"
            "</joint>\n",
            i, i, i, axis);
    }
    for (int i = 2; i <= count; i++) {
        add(t,
            "<joint name=\"g%d\" type=\"gearbox\"><parent>l1</parent><child>l%d</child><gearbox_reference_body>l0"
            "</gearbox_reference_body>%s%s</joint>\n",
            i, i, axis, axis2);
    }
    add(t, "</model>\n");
}

/* Types and properties of USD that are all unknown, and nearly as long as known ones of the same beginning. */
static void make_usd_words(hostile_text *t, int count)
{
    add(t, "def Xform \"r\" {\n");
    for (int i = 0; i < count; i++) {
        add(t, "def PhysicsJ%dt \"p%d\" {}\n", i, i);
        for (int j = 0; j < 4; j++) {
            add(t, "int physics:m%dxD%dtan\n", j, i);
        }
    }
    add(t, "}\n");
}

typedef struct hostile_kind {
    const char *name;
    void (*make)(hostile_text *t, int count);
} hostile_kind;

static const hostile_kind kinds[] = {
    {"colliding-names", make_colliding_names},
    {"deep", make_deep},
    {"errors", make_errors},
    {"far-references", make_far_references},
    {"fixed-chain", make_fixed_chain},
    {"gearboxes", make_gearboxes},
    {"long-culprit", make_long_culprit},
    {"long-cycle", make_long_cycle},
    {"long-joint", make_long_joint},
    {"long-link", make_long_link},
    {"long-material", make_long_material},
    {"long-text", make_long_text},
    {"loops", make_loops},
    {"many-attributes", make_many_attributes},
    {"many-roots", make_many_roots},
    {"materials", make_materials},
    {"mendable", make_mendable},
    {"meshes", make_meshes},
    {"mimic-chain", make_mimic_chain},
    {"mimic-ring", make_mimic_ring},
    {"nested", make_nested},
    {"one-leader", make_one_leader},
    {"one-reference", make_one_reference},
    {"repeated-elements", make_repeated_elements},
    {"repeated-joints", make_repeated_joints},
    {"repeated-links", make_repeated_links},
    {"replicates", make_replicates},
    {"short-cycles", make_short_cycles},
    {"unknown-controls", make_unknown_controls},
    {"unknown-ends", make_unknown_ends},
    {"unknown-mimics", make_unknown_mimics},
    {"unknown-references", make_unknown_references},
    {"unknown-transmissions", make_unknown_transmissions},
    {"usd-words", make_usd_words},
    {"warnings", make_warnings},
    {"wide", make_wide},
    {"xacro", make_xacro},
};

size_t hostile_kinds(void)
{
    return sizeof kinds / sizeof *kinds;
}

const char *hostile_name(size_t kind)
{
    return kinds[kind].name;
}

hostile_text hostile_make(size_t kind, int count)
{
    hostile_text t = {NULL, 0};
    const bool mjcf = kinds[kind].make == make_replicates || kinds[kind].make == make_loops;
    const bool sdf = kinds[kind].make == make_gearboxes, usd = kinds[kind].make == make_usd_words;
    add(&t, mjcf  ? "<mujoco>\n"
            : sdf ? "<sdf version=\"1.9\">\n"
            : usd ? "#usda 1.0\n(\ndefaultPrim = \"r\"\nmetersPerUnit = 1\nupAxis = \"Z\"\n)\n"
                  : "<robot name=\"r\">\n");
    kinds[kind].make(&t, count);
    add(&t, mjcf ? "</mujoco>\n" : sdf ? "</sdf>\n" : usd ? "" : "</robot>\n");
    return t;
}
