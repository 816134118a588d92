/* condyle edit: a robot with parts attached, removed, renamed, welded or freed, as URDF. */
#include "commands/files/edit.h"
#include "options/command.h"
#include "options/ending.h"
#include "run/interrupt.h"

#include <condyle/urdf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct edit_options {
    invocation invocation;
    robot_options robot;
    text_list attach, at, origin, prefix, cut, removed, mass, weld, freed, name; /* in order: invocation.steps */
    bool in_place;
} edit_options;

enum { NAMED_KINDS = 32 };

/* Elements of one file that are read by no tree. A file may have any number of kinds: the first are named. */
typedef struct unread_list {
    text_buffer names; /* each with a closing NUL */
    size_t counts[NAMED_KINDS], kinds, unnamed;
} unread_list;

static void count_unread(void *context, const char *element)
{
    unread_list *list = context;
    const char *name = text_get(&list->names);
    size_t i = 0;
    while (i < list->kinds && strcmp(name, element) != 0) {
        name += strlen(name) + 1;
        i++;
    }
    if (i == NAMED_KINDS) {
        list->unnamed++;
        return;
    }
    if (i == list->kinds) {
        text_add_bytes(&list->names, element, strlen(element) + 1);
        list->kinds++;
    }
    list->counts[i]++;
}

/* Prints which elements of a file the result does not have. */
static exit_code report_unread(const unread_list *list, const char *file)
{
    text_buffer message = {0};
    const char *name = text_get(&list->names);
    for (size_t i = 0; i < list->kinds && !list->names.failed; i++) {
        text_add(&message, "%s%zu <%.80s>%s", i ? ", " : "", list->counts[i], name,
                 strcmp(name, "transmission") == 0 ? " (their gear ratios are kept)" : "");
        name += strlen(name) + 1;
    }
    if (list->unnamed > 0) {
        text_add(&message, ", and %zu of other kinds", list->unnamed);
    }
    const bool failed = list->names.failed || message.failed;
    if (list->kinds > 0 && !failed) {
        note("not carried over from %s to the result: %s", file, text_get(&message));
    }
    text_clear(&message);
    return failed ? fail_memory() : EXIT_FINE;
}

static bool is_part_of_attach(const char *option)
{
    return strcmp(option, "--at") == 0 || strcmp(option, "--origin") == 0 || strcmp(option, "--prefix") == 0;
}

/* Reads --attach with the --at, --origin and --prefix that follow it; *next becomes the step behind them. */
static exit_code attach(const edit_options *o, editor *e, size_t *next)
{
    const text_list *steps = &o->invocation.steps;
    attachment a = {.robot = steps->items[*next + 1]};
    unread_list unread = {.kinds = 0};
    robot_options loading = o->robot;
    loading.floating_base = false;
    loading.unread = count_unread;
    loading.context = &unread;
    for (*next += 2; *next < steps->count && is_part_of_attach(steps->items[*next]); *next += 2) {
        const char *option = steps->items[*next];
        const char **value = option[2] == 'p' ? &a.prefix : option[2] == 'o' ? &a.origin : &a.at;
        if (*value) {
            return fail(EXIT_USAGE, "%s is given twice for --attach %s", option, a.robot);
        }
        *value = steps->items[*next + 1];
    }
    exit_code code = edit_attach(e, &a, &loading);
    code = code == EXIT_FINE ? report_unread(&unread, a.robot) : code;
    text_clear(&unread.names);
    return code;
}

/* Makes the step at *next, and moves behind it. */
static exit_code make_step(const edit_options *o, editor *e, size_t *next)
{
    static const struct {
        const char *option;
        exit_code (*edit)(editor *e, const char *value);
    } edits[] = {{"--prefix", edit_prefix}, {"--cut", edit_cut},   {"--remove", edit_remove}, {"--mass", edit_mass},
                 {"--weld", edit_weld},     {"--free", edit_free}, {"--name", edit_name}};
    const char *option = o->invocation.steps.items[*next], *value = o->invocation.steps.items[*next + 1];
    if (strcmp(option, "--attach") == 0) {
        return attach(o, e, next);
    }
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        if (strcmp(option, edits[i].option) == 0) {
            *next += 2;
            return edits[i].edit(e, value);
        }
    }
    return fail(EXIT_USAGE, "%s belongs behind --attach", option);
}

/* Whether the file of ROBOT can be replaced by the result. */
static exit_code check_place(const edit_options *o, const unread_list *unread)
{
    struct stat facts;
    const char *source = o->invocation.robot;
    const size_t length = strlen(source), end = strlen(".xacro");
    if (stat(source, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return fail(EXIT_USAGE, "--in-place needs a robot that is a file");
    }
    if (length > end && strcmp(source + length - end, ".xacro") == 0) {
        return fail(EXIT_USAGE, "--in-place would put URDF in the place of the xacro file %s; use --output", source);
    }
    if (unread->kinds > 0 && !o->invocation.force) {
        return fail(EXIT_USAGE, "--in-place would lose these elements of %s; use --output, or --force", source);
    }
    return EXIT_FINE;
}

/* Signals are blocked, since the library removes its unfinished file itself. */
static exit_code save_in_place(const edit_options *o, const editor *e)
{
    cdy_error error;
    sigset_t before;
    interrupt_hold(&before);
    const cdy_status status = cdy_urdf_save_file(e->tree, o->invocation.robot, true, &error);
    interrupt_resume(&before);
    return status ? fail_library(&error) : EXIT_FINE;
}

static cdy_status write_piece(void *context, const char *text, size_t size)
{
    output_bytes((output *)context, text, size);
    return CDY_OK;
}

static exit_code edit(const edit_options *o, editor *e, const unread_list *unread, output *out)
{
    cdy_error error;
    exit_code code = report_unread(unread, o->invocation.robot);
    for (size_t next = 0; next < o->invocation.steps.count && code == EXIT_FINE;) {
        code = make_step(o, e, &next);
    }
    if (code != EXIT_FINE) {
        return code;
    }
    if (o->in_place) {
        code = check_place(o, unread);
        return code == EXIT_FINE ? save_in_place(o, e) : code;
    }
    return cdy_urdf_write(e->tree, write_piece, out, &error) ? fail_library(&error) : EXIT_FINE;
}

static exit_code run(const void *options, output *out)
{
    const edit_options *o = options;
    unread_list unread = {.kinds = 0};
    robot_options loading = o->robot;
    robot r;
    loading.unread = count_unread;
    loading.context = &unread;
    exit_code code = robot_load(&r, o->invocation.robot, &loading, NULL);
    code = code == EXIT_FINE ? robot_needs_tree(&r, "edit") : code;
    if (code == EXIT_FINE) {
        editor e = {.tree = r.tree};
        code = edit(o, &e, &unread, out);
        r.tree = e.tree;
    }
    robot_clear(&r);
    text_clear(&unread.names);
    return code;
}

static exit_code complete(void *values, const invocation *given)
{
    const edit_options *o = values;
    if (o->in_place && given->output) {
        return fail(EXIT_USAGE, "--in-place and --output exclude each other");
    }
    return given->steps.count > 0
               ? EXIT_FINE
               : fail(EXIT_USAGE, "'edit' needs an edit, such as --remove BODY or --attach FILE --at "
                                  "BODY");
}

#define STEP(option, member, value, kind_of_names, text)                                                               \
    {                                                                                                                  \
        .kind = OPTION_TEXTS, .name = (option), .metavar = (value), .offset = offsetof(edit_options, member),          \
        .names = (kind_of_names), .help = (text), .step = true                                                         \
    }

static const option_row rows[] = {
    STEP("--attach", attach, "ROBOT", NAMES_NONE, "weld another robot, a file or a bundled name, to the body --at"),
    STEP("--at", at, "BODY", NAMES_BODY, "for --attach: the body that carries it (needed)"),
    STEP("--origin", origin, "X,Y,Z[,R,P,Y]", NAMES_NONE,
         "for --attach: its place in the frame of BODY, m and rad (default: the origin)"),
    STEP("--prefix", prefix, "NAME_", NAMES_NONE,
         "put NAME_ before the names of all links and joints: after --attach of the attached robot, else of the "
         "robot as it is then"),
    STEP("--remove", removed, "BODY", NAMES_BODY, "remove a body with all that it carries"),
    STEP("--cut", cut, "BODY", NAMES_BODY,
         "keep only a body with all that it carries, on a base with the name of its parent"),
    STEP("--mass", mass, "BODY=KG", NAMES_BODY_EQUALS, "set the mass of a body; its inertia changes in proportion"),
    STEP("--weld", weld, "JOINT[=POSITION]", NAMES_MOVING_JOINT,
         "make a joint fixed, at a position in rad or m (default: 0)"),
    STEP(
        "--free", freed, "JOINT[:TYPE[:X,Y,Z][:LOWER,UPPER[,EFFORT,VELOCITY]]]", NAMES_FIXED_JOINT,
        "make a fixed joint continuous (default), revolute, prismatic, planar or floating, with the axis X,Y,Z "
        "(default 0,0,1); revolute and prismatic joints need limits, rad or m, and may have those of effort, N m or N, "
        "and velocity, rad/s or m/s; a joint that mimics another stops doing so"),
    STEP("--name", name, "NAME", NAMES_NONE, "set the name of the robot"),
    {.kind = OPTION_FLAG,
     .name = "--in-place",
     .offset = offsetof(edit_options, in_place),
     .help = "replace the file of ROBOT by the result"},
    INCLUDE_TABLE(robot_table, edit_options, robot),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

const command command_edit = {
    .name = "edit",
    .summary = "attach, remove, rename, weld and free parts of a robot",
    .description =
        "Edit: the robot with changes, made in the order of the command line, as URDF on the standard output\n"
        "or in --output.  The file of ROBOT stays as it is, unless --in-place asks for its replacement.\n"
        "\n"
        "Meshes, visuals, collision shapes, materials, limits and gear ratios are carried over, as by\n"
        "'export'; comments are not.  Elements that are no part of URDF, such as <gazebo>, are not carried\n"
        "over either: they are counted in a note, and --in-place then needs --force.\n",
    .examples = "condyle edit universalUR5e --attach kukaIiwa7 --at base_link --origin 0,1,0 --prefix kuka_\n"
                "condyle edit universalUR5e --mass forearm_link=3 --weld wrist_3_joint=1.57 -o edited.urdf\n"
                "condyle edit kukaIiwa14 --cut iiwa_link_3 --prefix upper_ --name half\n",
    .options = &table,
    .endings = ending_urdf,
    .size = sizeof(edit_options),
    .run = run,
    .needs_file = true,
};
