/* condyle compile: the robot as a compiled model. */
#include "commands/code/c_names.h"
#include "options/command.h"
#include "options/ending.h"
#include "rows/payload.h"
#include "values/robot.h"

#include <condyle/model_file.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_A_LINE = 20 };

typedef struct compile_options {
    invocation invocation;
    robot_options robot;
    drive_options drives;
    text_list payloads;
    bool c_array;     /* --c-array: C source instead of a binary file */
    const char *name; /* --name, of the array; NULL: not given */
} compile_options;

static exit_code check_name(const option_row *self, const char *value)
{
    const char *fault = c_name_fault(value);
    return fault ? fail(EXIT_USAGE, "%s: '%s' %s; expected another name, such as robot_model", self->name, value, fault)
                 : EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--c-array",
     .offset = offsetof(compile_options, c_array),
     .help = "write C source with the model as a constant array"},
    {.kind = OPTION_TEXT,
     .name = "--name",
     .metavar = "NAME",
     .offset = offsetof(compile_options, name),
     .help = "name of the array (default: robot_model)",
     .check = check_name},
    INCLUDE_TABLE(drive_table, compile_options, drives),
    INCLUDE_TABLE(payload_table, compile_options, payloads),
    INCLUDE_TABLE(robot_table, compile_options, robot),
    {0},
};

/* A model and source in C have endings of their own. */
static exit_code check_ending(const compile_options *o)
{
    static const char *const models[] = {".cdy", ".bin", ".model", NULL};
    static const char *const sources[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", NULL};
    const char *name = o->invocation.output;
    return o->c_array ? ending_require("--output", name, sources, "'compile --c-array'", NULL)
                      : ending_require("--output", name, models, "'compile'", "or --c-array for source in C");
}

static const option_table table = {.rows = rows};

/* Writes a name into a C comment, without characters that could end the comment. */
static void write_in_comment(output *out, const char *name)
{
    static const char kept[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.";
    for (; *name; name++) {
        output_format(out, "%c", strchr(kept, *name) ? *name : '?');
    }
}

/* Writes the array's alignment in the syntax of the compiler that reads it: C99 and old C++ have no keyword. */
static void write_alignment(output *out)
{
    output_text(out, "#if defined(__cplusplus) && __cplusplus >= 201103L\n"
                     "alignas(16)\n"
                     "#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n"
                     "_Alignas(16)\n"
                     "#elif defined(_MSC_VER)\n"
                     "__declspec(align(16))\n"
                     "#else\n"
                     "__attribute__((aligned(16)))\n"
                     "#endif\n");
}

static void write_array(output *out, const char *of, const char *name, const unsigned char *bytes, size_t size)
{
    output_text(out, "/* The model of ");
    write_in_comment(out, of);
    output_format(out,
                  ", by condyle %s compile: cdy_model_view(%s, sizeof %s, ...) gives it. */\n"
                  "#ifndef CONDYLE_MODEL_%s\n#define CONDYLE_MODEL_%s\n\n"
                  "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                  "extern const unsigned char %s[%zu];\n"
                  "#ifdef __cplusplus\n}\n#endif\n\n",
                  cdy_version(), name, name, name, name, name, size);
    write_alignment(out);
    output_format(out, "const unsigned char %s[%zu] = {", name, size);
    for (size_t i = 0; i < size; i++) {
        output_format(out, "%s%u%s", i % BYTES_A_LINE ? " " : "\n    ", bytes[i], i + 1 < size ? "," : "");
    }
    output_text(out, "};\n\n#endif\n");
}

static exit_code write_model(const robot *r, const compile_options *o, output *out)
{
    const size_t size = cdy_model_bytes(r->model);
    unsigned char *bytes = malloc(size);
    cdy_error error;
    exit_code code = EXIT_FINE;
    if (!bytes) {
        return fail_memory();
    }
    if (cdy_model_to_bytes(r->model, bytes, size, &error) != CDY_OK) {
        code = fail_library(&error);
    } else if (o->c_array) {
        write_array(out, robot_name(r), o->name ? o->name : "robot_model", bytes, size);
    } else {
        output_bytes(out, (const char *)bytes, size);
    }
    free(bytes);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const compile_options *o = options;
    if (o->name && !o->c_array) {
        return fail(EXIT_USAGE, "--name needs --c-array: it is the name of the array");
    }
    if (!o->c_array && out->file == stdout && isatty(STDOUT_FILENO)) {
        return fail(EXIT_USAGE, "a compiled model is binary, not for a terminal; give --output FILE, or --c-array");
    }
    robot r;
    exit_code code = check_ending(o);
    if (code != EXIT_FINE) {
        return code;
    }
    code = robot_load(&r, o->invocation.robot, &o->robot, &o->drives);
    if (code == EXIT_FINE && cdy_tree_loop_count(r.tree) > 0) {
        note(
            "the compiled model does not have the robot's closed loops: 'condyle mechanism', 'limits' and others close "
            "loops of it that --loop and --constraints give");
    }
    code = code == EXIT_FINE ? payloads_apply(&r, &o->payloads) : code;
    code = code == EXIT_FINE ? write_model(&r, o, out) : code;
    robot_clear(&r);
    return code;
}

const command command_compile = {
    .name = "compile",
    .summary = "the robot as a compiled model, for programs without XML",
    .description =
        "Compile: the model, all that the dynamics need, as a file for cdy_model_load() and for ROBOT of\n"
        "every subcommand except show, export, identify, check and diff; or, with --c-array, as source in C\n"
        "(from C99) and C++: a constant array for cdy_model_view(), which reads it in place, in a\n"
        "controller's flash for example.\n"
        "The model includes gravity, the active drives and payloads, but no closed loops.  A file fits this version of "
        "the format and\n"
        "machines of the same byte order and number format; other machines refuse it.\n",
    .examples = "condyle compile universalUR5e -o ur5e.cdy\n"
                "condyle compile kukaIiwa14 --drives damping,friction -o iiwa.cdy\n"
                "condyle compile universalUR5e --c-array --name ur5e -o ur5e.c\n",
    .options = &table,
    .endings = ending_any,
    .size = sizeof(compile_options),
    .uses_mass = true,
    .run = run,
};
