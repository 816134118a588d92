#include "command.h"
#include "utf8.h"

#include <condyle/urdf.h>
#include <string.h>

static const char values_help[] =
    "VALUES is one of\n"
    "  home              q only: 0, or the nearest limit where the limits exclude 0\n"
    "  zero              all 0 (a floating joint in q: at the origin, unturned)\n"
    "  random            from --seed: q within its limits, in (-pi, pi] where there is none; others in\n"
    "                    [-1, 1]\n"
    "  1.5,-2,0,...      numbers in the order of the degrees of freedom, as the table lists them\n"
    "  joint=1.5,...     by the joints' names; those not named stay home (q) or 0\n"
    "A joint with several degrees of freedom has values joint[0], joint[1], ...:\n"
    "  planar    q = x y theta                   qd = vx vy w\n"
    "  floating  q = qw qx qy qz x y z           qd = wx wy wz vx vy vz, in the child's frame\n"
    "            (qw first: the quaternion)      qdd and tau are ordered like qd\n";

static const char exit_help[] =
    "Exit codes: 0 fine, 1 the robot file is at fault, 2 the command line is, 3 a file cannot be read\n"
    "or written, 4 no finite result exists.\n";

/* Where the list of robots has got to. */
typedef struct robot_list {
    output *out;
    size_t column;
} robot_list;

static void list_robot(void *context, const char *name)
{
    enum { LINE = 90 };
    robot_list *list = (robot_list *)context;
    size_t width = utf8_columns(name);
    if (list->column && list->column + width > LINE) {
        output_text(list->out, ",\n");
        list->column = 0;
    }
    output_text(list->out, list->column ? ", " : "  ");
    output_name(list->out, name);
    list->column += width + 2;
}

static void write_robots(output *out)
{
    robot_list list = {.out = out};
    output_text(out, "ROBOT is a URDF file, - for standard input, or the name of a bundled robot (the directories of\n"
                     "CONDYLE_URDF_PATH are searched first):\n");
    if (cdy_list_robots(list_robot, &list, NULL) != CDY_OK || !list.column) {
        output_text(out, "  none found");
    }
    output_text(out, "\n");
}

/* Writes lines of text, each behind two blanks. */
static void write_indented(output *out, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        output_text(out, "  ");
        output_bytes(out, lines, length);
        output_text(out, "\n");
        lines += length + (lines[length] == '\n');
    }
}

void help_write(output *out)
{
    output_text(out,
                "Usage: condyle COMMAND ROBOT [options]\n"
                "       condyle help [COMMAND]\n"
                "       condyle --version\n\n"
                "Shows robots from URDF files and computes their dynamics,\n\n"
                "  M(q) qdd + C(q,qd) qd + G(q) = tau + J(q)^T f\n\n"
                "where f are the wrenches that the environment applies on the bodies.  Units are m, kg, s, rad, N,\n"
                "N m; wrenches are moment then force; gravity is 0 0 -9.81 m/s2 unless --gravity says otherwise.\n\n"
                "Commands:\n");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "  %-10s%s\n", commands[i]->name, commands[i]->summary);
    }
    output_text(out, "\n");
    write_robots(out);
    output_text(out,
                "\nResults go to the standard output, as a table, csv or JSON (--format); messages to the standard\n"
                "error.  'condyle COMMAND --help' tells each command's options.\n\n");
    output_text(out, exit_help);
    output_text(out, "\nExamples:\n"
                     "  condyle show universalUR5e\n"
                     "  condyle id universalUR5e --q 0,-1.57,1.57,0,0,0\n"
                     "  condyle fd kukaIiwa14 --wrench iiwa_link_ee_kuka@body:0,0,0.5,0,0,0.3 --format json\n");
}

void help_write_command(output *out, const command *c)
{
    output_format(out, "Usage: condyle %s ROBOT [options]\n\n", c->name);
    output_text(out, c->description);
    output_text(out, "\n");
    write_robots(out);
    output_text(out, "\nOptions (--name VALUE or --name=VALUE; -- ends them):\n");
    options_describe(out, c->options);
    if (c->options & 1u << OPTION_Q) {
        output_text(out, "\n");
        output_text(out, values_help);
    }
    output_text(out, "\n");
    output_text(out, exit_help);
    output_text(out, "\nExamples:\n");
    write_indented(out, c->examples);
}
