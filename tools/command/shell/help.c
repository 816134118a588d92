#include "shell/help.h"

#include "options/option_walk.h"
#include "writing/utf8.h"

#include <condyle/urdf.h>
#include <string.h>

const char *const help_exit_codes[] = {
    "Success.",
    "The robot file or a row of the input is faulty.",
    "The command line is faulty, or asks for more than this robot or this build allows.",
    "A file cannot be read or written, or memory ran out.",
    "No finite result exists, or a search found none.",
    "A limit is exceeded (limits, report, contact), no standstill (stop), bodies touch (distance).",
    NULL,
};

const char help_introduction[] =
    "Condyle shows robots from URDF, xacro, MJCF, SDF and USD files and computes their dynamics,\n"
    "\n"
    "  M(q) qdd + C(q,qd) qd + G(q) = tau + J(q)^T f\n"
    "\n"
    "where f are the wrenches that the environment applies on the bodies.  Units are m, kg, s, rad, N,\n"
    "N m; a wrench is moment then force; gravity is 0 0 -9.81 m/s2 unless --gravity sets it.\n";

const char help_robot[] =
    "ROBOT is a file in URDF, xacro, MJCF, SDF or USD, - for standard input, a compiled model (condyle\n"
    "compile), or the name of a bundled robot (the folders of CONDYLE_URDF_PATH are searched first)";

const char help_robot_file[] =
    "ROBOT is a file in URDF, xacro, MJCF, SDF or USD, - for standard input, or the name of a bundled\n"
    "robot (the folders of CONDYLE_URDF_PATH are searched first)";

const char help_results[] =
    "Results go to the standard output or a file, as a table, csv, JSON or a NumPy array (--format);\n"
    "messages go to the standard error.\n";

const char help_examples[] = "condyle show universalUR5e\n"
                             "condyle id universalUR5e --q 0,-1.57,1.57,0,0,0\n"
                             "condyle fd kukaIiwa14 --wrench iiwa_link_ee_kuka@body:0,0,0.5,0,0,0.3 --format json\n";

static void write_exit_codes(output *out)
{
    output_text(out, "Exit codes:\n");
    for (size_t i = 0; help_exit_codes[i]; i++) {
        output_format(out, "  %zu  %s\n", i, help_exit_codes[i]);
    }
}

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
    output_format(out, "%s:\n", compiled ? help_robot : help_robot_file);
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
    output_text(out, "Usage: condyle COMMAND ROBOT [options]\n"
                     "       condyle help [COMMAND]\n"
                     "       condyle completion bash|zsh|fish\n"
                     "       condyle --version\n\n");
    output_text(out, help_introduction);
    output_text(out, "\nCommands:\n");
    for (size_t i = 0; commands[i]; i++) {
        output_format(out, "  %-15s%s\n", commands[i]->name, commands[i]->summary);
    }
    output_text(out, "\n");
    write_robots(out, true);
    output_text(out, "\n");
    output_text(out, help_results);
    output_text(out, "'condyle COMMAND --help' prints the options of a command.\n\n");
    write_exit_codes(out);
    output_text(out, "\nExamples:\n");
    write_indented(out, help_examples);
}

/* Writes a sentence in the column of the help, from `column` on: words wrap, line feeds begin new lines. */
static void write_wrapped(output *out, size_t column, const char *text)
{
    enum { INDENT = 24, LINE = 100 };
    bool begun = false; /* the line has a word */
    if (column > INDENT - 2) {
        output_text(out, "\n");
        column = 0;
    }
    while (*text) {
        const size_t length = strcspn(text, " \n");
        if (begun && column + 1 + length > LINE) {
            output_text(out, "\n");
            column = 0;
            begun = false;
        }
        if (begun) {
            output_text(out, " ");
        } else {
            output_repeat(out, ' ', INDENT - column);
            column = INDENT - 1;
        }
        output_bytes(out, text, length);
        column += 1 + length;
        begun = text[length] != '\n';
        if (!begun) {
            output_text(out, "\n");
            column = 0;
        }
        text += length + (text[length] != 0);
    }
    output_text(out, "\n");
}

/* Writes the line of an option: letter, name, placeholder, sentence, default. */
static void write_option(output *out, const command *c, const option_texts *option)
{
    const option_row *row = option->row;
    const size_t letter = row->letter ? strlen(row->letter) + 2 : 0, value = strlen(option->metavar);
    (void)c;
    output_format(out, "  %s%s%s%s%s", row->letter ? row->letter : "", row->letter ? ", " : "", row->name,
                  value ? " " : "", option->metavar);
    write_wrapped(out, 2 + letter + strlen(row->name) + (value ? 1 + value : 0), option->help);
}

static void write_heading(output *out, const char *title)
{
    output_format(out, "\n%s\n", title);
}

static void write_note(output *out, const char *note, bool first)
{
    (void)first;
    output_text(out, "\n");
    output_text(out, note);
}

static const option_printer printer = {.heading = write_heading, .option = write_option, .note = write_note};

void help_write_command(output *out, const command *c)
{
    output_format(out, "Usage: condyle %s %s [options]\n\n", c->name, c->usage ? c->usage : "ROBOT");
    output_text(out, c->description);
    if (!c->no_robot) {
        output_text(out, "\n");
        write_robots(out, !c->needs_file);
    }
    output_text(out, "\nOptions (--name VALUE or --name=VALUE; -- ends them):\n");
    option_walk(out, c, &printer);
    output_text(out, "\n");
    write_exit_codes(out);
    output_text(out, "\nExamples:\n");
    write_indented(out, c->examples);
}
