#include "report/utf8.h"
#include "run/command.h"

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
    "  floating  q = qw qx qy qz x y z           qd = wx wy wz vx vy vz, in the moved frame\n"
    "            (qw first: the quaternion)      qdd and tau are ordered like qd\n";

static const char rows_help[] =
    "Rows of --input, FILE being - for the standard input:\n"
    "  csv   a header of names in any order: q.JOINT (q.JOINT[k] where a joint has several), qd., qdd.,\n"
    "        tau., f.BODY.Tx Ty Tz Fx Fy Fz (base frame), f.BODY@body.Tx ... (the body's frame); [deg] or\n"
    "        [rad] behind the name of an angle tells its unit, else --deg does\n"
    "  json  one object a line: q, qd, qdd, tau as lists or as objects by joint, wrenches as a list of\n"
    "        {\"body\": B, \"frame\": \"base\" or \"body\", \"wrench\": [6 numbers]}, angle_unit \"deg\" or \"rad\";\n"
    "        gravity and joints must be the robot's, where a row tells them\n"
    "  npy   a NumPy array, rows x columns: q, then qd, then qdd (fd: tau); the last ones may be missing\n"
    "What a row does not give is what the options say, home or zero.  Other names are no concern: the\n"
    "output of one command, the inputs that were given and then the results, is the input of the next.\n"
    "An npy output has the results alone.  A row at fault stops the run (exit code 1; 4 where no finite\n"
    "result exists); with --keep-going it is skipped and counted, and the exit code is 0.\n";

static const char exit_help[] =
    "Exit codes: 0 fine, 1 the robot file or a row is at fault, 2 the command line is, 3 a file cannot be\n"
    "read or written, 4 no finite result exists, or a search found none.\n";

/* Output position in the list of robots. */
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

static void write_robots(output *out, bool compiled)
{
    robot_list list = {.out = out};
    output_format(out,
                  "ROBOT is a URDF file, - for standard input, %sor the name of a\n"
                  "bundled robot (the directories of CONDYLE_URDF_PATH are searched first):\n",
                  compiled ? "a compiled model (condyle compile), " : "");
    if (cdy_urdf_list_bundled(list_robot, &list, NULL) != CDY_OK) {
        output_lacks_memory(out);
    } else if (!list.column) {
        output_text(out, "  none found");
    }
    output_text(out, "\n");
}

/* Writes lines of text, indented by two blanks. */
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
        output_format(out, "  %-13s%s\n", commands[i]->name, commands[i]->summary);
    }
    output_text(out, "\n");
    write_robots(out, true);
    output_text(out,
                "\nResults go to the standard output or a file, as a table, csv, JSON or a NumPy array (--format);\n"
                "messages to the standard error.  'condyle COMMAND --help' tells each command's options.\n\n");
    output_text(out, exit_help);
    output_text(out, "\nExamples:\n"
                     "  condyle show universalUR5e\n"
                     "  condyle id universalUR5e --q 0,-1.57,1.57,0,0,0\n"
                     "  condyle fd kukaIiwa14 --wrench iiwa_link_ee_kuka@body:0,0,0.5,0,0,0.3 --format json\n");
}

void help_write_command(output *out, const command *c)
{
    const char *robot = c == &command_diff              ? "A B"
                        : c->many                       ? "ROBOT..."
                        : c->options & WITH(ALGORITHMS) ? "[ROBOT]"
                                                        : "ROBOT";
    output_format(out, "Usage: condyle %s %s [options]\n\n", c->name, robot);
    output_text(out, c->description);
    output_text(out, "\n");
    write_robots(out, !c->needs_file);
    output_text(out, "\nOptions (--name VALUE or --name=VALUE; -- ends them):\n");
    options_describe(out, c->options);
    if (c->options & WITH(Q)) {
        output_text(out, "\n");
        output_text(out, values_help);
    }
    if (c->options & WITH(INPUT)) {
        output_text(out, "\n");
        output_text(out, rows_help);
    }
    output_text(out, "\n");
    output_text(out, exit_help);
    output_text(out, "\nExamples:\n");
    write_indented(out, c->examples);
}
