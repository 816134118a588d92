/* condyle xacro: the expansion of a xacro file. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "options/command.h"
#include "options/ending.h"
#include "options/xacro_options.h"
#include "run/text.h"
#include "values/robot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct xacro_command_options {
    invocation invocation;
    source_options source;
    bool args;  /* --args: list the arguments */
    bool deps;  /* --deps: list the files */
    bool quiet; /* --quiet: no warnings */
    bool in_order, verbose;
    int verbosity;        /* --verbosity: 0: no warnings */
    const char *root_dir; /* --root-dir: folder of ROBOT */
} xacro_command_options;

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--args",
     .offset = offsetof(xacro_command_options, args),
     .help = "list the declared arguments of the file with their values"},
    {.kind = OPTION_FLAG,
     .name = "--deps",
     .offset = offsetof(xacro_command_options, deps),
     .help = "list the files that the expansion reads"},
    {.kind = OPTION_FLAG,
     .name = "--quiet",
     .letter = "-q",
     .offset = offsetof(xacro_command_options, quiet),
     .help = "print no warnings"},
    {.kind = OPTION_FLAG,
     .name = "--verbose",
     .letter = "-v",
     .offset = offsetof(xacro_command_options, verbose),
     .help = "taken for the sake of scripts; messages name the macro calls anyway"},
    {.kind = OPTION_INTEGER,
     .name = "--verbosity",
     .metavar = "LEVEL",
     .offset = offsetof(xacro_command_options, verbosity),
     .standard = "1",
     .help = "0: print no warnings; 1 to 4: print them",
     .most = 4},
    {.kind = OPTION_FLAG,
     .name = "--inorder",
     .letter = "-i",
     .offset = offsetof(xacro_command_options, in_order),
     .help = "taken for the sake of scripts; files are always processed in the order of reading"},
    {.kind = OPTION_TEXT,
     .name = "--root-dir",
     .metavar = "DIR",
     .offset = offsetof(xacro_command_options, root_dir),
     .folder = true,
     .help = "where a relative path of ROBOT is looked up, and what $(cwd) is"},
    INCLUDE_TABLE(source_table, xacro_command_options, source),
    {0},
};
static const option_table table = {.rows = rows};
static const char *const endings[] = {".urdf", ".xml", ".sdf", ".srdf", ".txt", NULL};

/* Prints NAME:=VALUE and the place of its declaration, one a line. The value is the default as written where it was not
 * evaluated. */
static void print_arguments(const cdy_expansion *expansion, output *out)
{
    const size_t count = cdy_expansion_argument_count(expansion);
    for (size_t i = 0; i < count; i++) {
        const cdy_declared_argument *a = cdy_expansion_argument(expansion, i);
        const char *value = a->value ? a->value : a->standard ? a->standard : "";
        output_name(out, a->name);
        output_text(out, ":=");
        output_name(out, value);
        output_text(out, "    ");
        output_name(out, a->file);
        output_format(out, ":%d\n", a->line);
    }
}

static void print_files(const cdy_expansion *expansion, output *out)
{
    const char *file;
    for (size_t i = 0; (file = cdy_expansion_file(expansion, i)); i++) {
        output_name(out, file);
        output_text(out, "\n");
    }
}

static void print(const xacro_command_options *o, const cdy_expansion *expansion, output *out)
{
    if (o->args) {
        print_arguments(expansion, out);
    } else if (o->deps) {
        print_files(expansion, out);
    } else {
        size_t size;
        const char *text = cdy_expansion_text(expansion, &size);
        output_bytes(out, text, size);
    }
}

static cdy_status expand_input(const xacro_options *x, cdy_expansion **expansion, exit_code *code, cdy_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    *code = robot_read_input(x->options.max_bytes, &bytes, &size);
    cdy_status status = CDY_OK;
    if (*code == EXIT_FINE) {
        status = cdy_xacro_expand_text(bytes, size, "<stdin>", &x->options, expansion, error);
    }
    free(bytes);
    return status;
}

/* Sets the path of the file in the folder of --root-dir, and that folder as the working folder; the caller frees both.
 */
static exit_code place_in_root(const char *root, const char *file, xacro_options *x, char **path, char **folder)
{
    text_buffer joined = {0};
    *folder = realpath(root, NULL);
    if (!*folder) {
        return fail(EXIT_IO, "--root-dir: cannot use the folder '%s': %s", root, strerror(errno));
    }
    x->options.working_folder = *folder;
    text_add(&joined, "%s%s%s", *file == '/' ? "" : root, *file == '/' ? "" : "/", file);
    *path = joined.failed ? NULL : strdup(text_get(&joined));
    text_clear(&joined);
    return *path ? EXIT_FINE : fail_memory();
}

static exit_code expand(const xacro_command_options *o, const char *source, xacro_options *x, output *out)
{
    cdy_error error;
    cdy_expansion *expansion = NULL;
    cdy_status status = CDY_OK;
    exit_code code = EXIT_FINE;
    if (strcmp(source, "-") == 0) {
        status = expand_input(x, &expansion, &code, &error);
    } else if (o->args) {
        x->options.warn = NULL;
        status = cdy_xacro_find_arguments(source, &x->options, &expansion, &error);
    } else {
        status = cdy_xacro_expand(source, &x->options, &expansion, &error);
    }
    if (status) {
        code = fail_library(&error);
    } else if (code == EXIT_FINE) {
        print(o, expansion, out);
    }
    cdy_expansion_destroy(expansion);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const xacro_command_options *o = options;
    const char *source = o->invocation.robot;
    char *path = NULL, *folder = NULL;
    xacro_options x;
    exit_code code = xacro_options_fill(&x, &o->source, o->quiet || o->verbosity == 0);
    if (code == EXIT_FINE && o->root_dir && strcmp(source, "-") != 0) {
        code = place_in_root(o->root_dir, source, &x, &path, &folder);
    }
    code = code == EXIT_FINE ? expand(o, path ? path : source, &x, out) : code;
    xacro_options_clear(&x);
    free(path);
    free(folder);
    return code;
}

const command command_xacro = {
    .name = "xacro",
    .summary = "a xacro file expanded to URDF",
    .description =
        "Xacro: the expansion of a file in the macro language xacro, as the program xacro of ROS writes it;\n"
        "ROS is not needed.  ROBOT is the file, - for standard input.  Arguments of the file are given as\n"
        "NAME:=VALUE; --args lists the arguments that the file declares.  Packages, as in $(find PACKAGE),\n"
        "are searched in --package-path, ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, and beside the package of the\n"
        "file.  A message has file and line in the source, and the macro calls that lead there.\n",
    .examples = "condyle xacro ur.urdf.xacro name:=ur ur_type:=ur10e -o ur10e.urdf\n"
                "condyle xacro ur.urdf.xacro --args\n",
    .options = &table,
    .endings = endings,
    .size = sizeof(xacro_command_options),
    .run = run,
    .needs_file = true,
};
