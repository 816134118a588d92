/* condyle generate: C source of one robot's dynamics. */
#include "options/collision.h"
#include "options/command.h"
#include "rows/payload.h"
#include "values/robot.h"

#include <condyle/generate.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 3, MOST_FILES = 32 };

typedef struct generate_options {
    invocation invocation;
    robot_options robot;
    drive_options drives;
    text_list payloads;
    const char *name; /* NULL: robot */
    unsigned calls;   /* bit k: word k below; the last one: all */
    bool calls_given;
    int lanes;  /* log2 */
    int target; /* cdy_generate_target */
    bool floats, wrenches, hessians;
    unsigned inputs; /* bit k: input word k below */
    const char *payload_body, *frame;
    double angle_tolerance;
    uint64_t size;
} generate_options;

/* In the order of cdy_generate_call. */
static const char *const call_words[] = {"id",
                                         "fd",
                                         "mass",
                                         "gravity",
                                         "coriolis",
                                         "derivatives",
                                         "id-gradient",
                                         "fd-gradient",
                                         "mass-inverse",
                                         "fd-derivatives",
                                         "all",
                                         "none",
                                         "observer",
                                         "transform",
                                         "jacobian",
                                         "second-derivatives",
                                         NULL};
enum { FIRST_OF_OTHERS = 12, OTHERS = 4 }; /* none of all */
enum input_bit { INPUT_GRAVITY = 1, INPUT_PAYLOAD = 2, INPUT_WRENCHES = 4 };
static const char *const input_words[] = {"gravity", "payload", "wrenches", "all", "none", NULL};
static const char *const target_words[] = {"c", "cuda", "casadi", "ros2_control", "cortex-m", NULL};
static const char *const lane_words[] = {"1", "2", "4", "8", "16", NULL};

static const option_row rows[] = {
    {.kind = OPTION_SET,
     .name = "--calls",
     .metavar = "LIST",
     .offset = offsetof(generate_options, calls),
     .given = offsetof(generate_options, calls_given),
     .standard = "id,fd,mass",
     .help = "functions to generate, separated by commas: id, fd, mass, gravity, coriolis,\n"
             "derivatives, id-gradient and fd-gradient (gradients of w . tau and w . qdd),\n"
             "mass-inverse, fd-derivatives, or all; besides observer, the momentum observer\n"
             "with its state in a struct, second-derivatives of inverse dynamics (large:\n"
             "those of six joints need --size 200000), and transform and jacobian of --frame",
     .words = call_words},
    {.kind = OPTION_TEXT,
     .name = "--name",
     .metavar = "NAME",
     .offset = offsetof(generate_options, name),
     .standard = "robot",
     .help = "beginning of the files' names and of every name in the code"},
    {.kind = OPTION_CHOICE,
     .name = "--target",
     .offset = offsetof(generate_options, target),
     .standard = "c",
     .help = "cuda: device functions and kernels over many states, for nvcc; files NAME.cu;\n"
             "casadi: functions that CasADi's external() loads, each with its Jacobian;\n"
             "ros2_control: a package of controllers in C++ with the functions that they call,\n"
             "with --frame;\n"
             "cortex-m: floats without a library of C, and a script that measures stack and\n"
             "instructions",
     .words = target_words},
    {.kind = OPTION_CHOICE,
     .name = "--lanes",
     .offset = offsetof(generate_options, lanes),
     .standard = "1",
     .help = "states at once in functions NAME_..._batch for many states; 1: no such functions",
     .words = lane_words},
    {.kind = OPTION_FLAG,
     .name = "--hessians",
     .offset = offsetof(generate_options, hessians),
     .help = "--target casadi: second derivatives besides, for solvers with exact Hessians"},
    {.kind = OPTION_FLAG,
     .name = "--float",
     .offset = offsetof(generate_options, floats),
     .help = "compute with float instead of double"},
    {.kind = OPTION_SET,
     .name = "--inputs",
     .metavar = "LIST",
     .offset = offsetof(generate_options, inputs),
     .standard = "none",
     .help = "more arguments, separated by commas: gravity (3 numbers), payload (of\n"
             "--payload-body), wrenches (an external force matrix), or all",
     .words = input_words},
    {.kind = OPTION_TEXT,
     .name = "--payload-body",
     .metavar = "BODY",
     .offset = offsetof(generate_options, payload_body),
     .names = NAMES_BODY,
     .help = "body that carries the payload of --inputs payload: mass, center of mass,\n"
             "inertia about it in BODY's frame, ten numbers in the order of --payload"},
    {.kind = OPTION_TEXT,
     .name = "--frame",
     .metavar = "BODY",
     .offset = offsetof(generate_options, frame),
     .names = NAMES_BODY,
     .help = "body whose placement and Jacobian --calls transform,jacobian give, and at which a\n"
             "package for ros2_control tells the external wrench: it needs one"},
    {.kind = OPTION_FLAG,
     .name = "--wrenches",
     .offset = offsetof(generate_options, wrenches),
     .help = "--inputs wrenches"},
    {.kind = OPTION_NUMBER,
     .name = "--round-angles",
     .metavar = "RAD",
     .offset = offsetof(generate_options, angle_tolerance),
     .most = 1e-3,
     .unit = "rad",
     .help = "count constant angles this close to quarter turns as such: files often say 1.5708"},
    {.kind = OPTION_WHOLE,
     .name = "--size",
     .metavar = "BYTES",
     .offset = offsetof(generate_options, size),
     .standard = "100000",
     .least = 1,
     .most = 1e9,
     .help = "refuse code that would compile to more than this: an estimate of the machine\n"
             "code by gcc -O2 for x86-64; lanes with -march=native take much less"},
    INCLUDE_TABLE(drive_table, generate_options, drives),
    INCLUDE_TABLE(payload_table, generate_options, payloads),
    INCLUDE_TABLE(robot_table, generate_options, robot),
    {0},
};
static const option_table table = {.rows = rows};

/* In the order of the words. */
static unsigned chosen_calls(const generate_options *o)
{
    static const cdy_generate_call others[OTHERS] = {CDY_GENERATE_OBSERVER, CDY_GENERATE_TRANSFORM,
                                                     CDY_GENERATE_JACOBIAN,
                                                     CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES};
    unsigned calls = o->calls & (unsigned)CDY_GENERATE_ALL;
    for (int i = 0; i < OTHERS; i++) {
        calls |= o->calls & 1u << (FIRST_OF_OTHERS + i) ? (unsigned)others[i] : 0;
    }
    return calls;
}

static cdy_generate_options request_of(const generate_options *o)
{
    cdy_generate_options request = cdy_generate_options_default();
    request.name = o->name ? o->name : request.name;
    request.calls = o->calls_given ? chosen_calls(o) : request.calls;
    request.lanes = 1 << o->lanes;
    request.target = (cdy_generate_target)o->target;
    if (request.target == CDY_GENERATE_CASADI && request.calls == CDY_GENERATE_ALL) {
        request.calls = CDY_GENERATE_ALL_FOR_CASADI;
    }
    request.floats = o->floats;
    request.hessians = o->hessians;
    request.wrenches = o->wrenches || o->inputs & INPUT_WRENCHES;
    request.gravity = o->inputs & INPUT_GRAVITY;
    request.payload_body = o->payload_body;
    request.frame = o->frame;
    request.angle_tolerance = o->angle_tolerance;
    request.most_bytes = (size_t)o->size;
    return request;
}

/* The folder of the files, made where it is missing. */
static exit_code make_folder(const char *folder, bool *made)
{
    struct stat info;
    *made = mkdir(folder, 0777) == 0;
    if (!*made && errno != EEXIST) {
        return fail(EXIT_IO, "the folder '%s' cannot be made: %s", folder, strerror(errno));
    }
    if (stat(folder, &info) || !S_ISDIR(info.st_mode)) {
        return fail(EXIT_IO, "'%s' is not a folder; generate writes several files into one", folder);
    }
    return EXIT_FINE;
}

/* A file to write: its name behind the request's, or its whole name, and its text. */
typedef struct text_file {
    const char *name, *text;
    bool is_whole;
} text_file;

/* The files of a robot's code; returns how many. */
static int list_files(const cdy_generated *code, const cdy_generate_options *request, text_file files[MOST_FILES])
{
    const bool cuda = request->target == CDY_GENERATE_CUDA;
    const char *const texts[FILES] = {code->header, code->source, code->test};
    const char *const ends[FILES] = {".h", cuda ? ".cu" : ".c", cuda ? "_test.cu" : "_test.c"};
    int count = 0;
    for (int i = 0; i < FILES; i++) {
        files[count++] = (text_file){ends[i], texts[i], false};
    }
    for (int i = 0; i < code->file_count && count < MOST_FILES; i++) {
        files[count++] = (text_file){code->files[i].name, code->files[i].text, true};
    }
    return count;
}

/* Writes the files; none is replaced before all are complete. */
static exit_code write_files(const cdy_generated *code, const cdy_generate_options *request, const char *folder,
                             generate_options *o)
{
    text_file texts[MOST_FILES];
    output files[MOST_FILES];
    text_buffer paths[MOST_FILES] = {{0}}; /* the outputs point to these paths for their messages */
    const int count = list_files(code, request, texts);
    exit_code result = EXIT_FINE;
    int opened = 0;
    for (; result == EXIT_FINE && opened < count; opened++) {
        text_buffer *path = &paths[opened];
        files[opened] = (output){.file = stdout};
        text_add(path, "%s/%s%s", folder, texts[opened].is_whole ? "" : request->name, texts[opened].name);
        result =
            path->failed ? fail_memory() : collision_refuse_file(&table, &o->invocation, "--output", text_get(path));
        result = result == EXIT_FINE ? output_open(&files[opened], text_get(path), o->invocation.force) : result;
        if (result == EXIT_FINE) {
            output_text(&files[opened], texts[opened].text);
            result = output_flush(&files[opened]) ? EXIT_FINE : EXIT_IO;
        }
    }
    for (int i = 0; i < opened; i++) {
        const exit_code finished = output_finish(&files[i], result);
        result = result == EXIT_FINE ? finished : result;
        text_clear(&paths[i]);
    }
    return result;
}

/* Says what was written, and what to do with it. */
static void tell_files(output *out, const cdy_generated *code, const cdy_generate_options *request)
{
    const char *name = request->name;
    switch (request->target) {
    case CDY_GENERATE_CUDA:
        output_format(out, "%s.h, %s.cu and %s_test.cu; test: nvcc -O2 %s.cu %s_test.cu && ./a.out\n", name, name, name,
                      name, name);
        break;
    case CDY_GENERATE_CASADI:
        output_format(out, "%s.h, %s.c and %s_test.c; library for external(): cc -O2 -shared -fPIC %s.c -o %s.so -lm\n",
                      name, name, name, name, name);
        break;
    case CDY_GENERATE_ROS2_CONTROL:
        output_format(out, "package %s, %d files; state its maintainer and license, then: colcon build\n", name,
                      FILES + code->file_count);
        break;
    case CDY_GENERATE_CORTEX_M:
        output_format(out, "%s.h, %s.c and %s_test.c; stack and instructions: sh %s_measure.sh\n", name, name, name,
                      name);
        break;
    case CDY_GENERATE_C:
        output_format(out, "%s.h, %s.c and %s_test.c; test: cc -O2 %s.c %s_test.c -lm && ./a.out\n", name, name, name,
                      name, name);
        break;
    }
}

static exit_code generate(const robot *r, generate_options *o, output *out)
{
    const cdy_generate_options request = request_of(o);
    const char *folder = o->invocation.output ? o->invocation.output : ".";
    cdy_generated code;
    cdy_error error;
    if (cdy_generate(r->model, robot_name(r), &request, &code, &error) != CDY_OK) {
        return fail_library(&error);
    }
    bool made;
    exit_code result = make_folder(folder, &made);
    result = result == EXIT_FINE ? write_files(&code, &request, folder, o) : result;
    if (result == EXIT_FINE) {
        tell_files(out, &code, &request);
    } else if (made) {
        (void)rmdir(folder); /* stays where a file was written */
    }
    cdy_generated_clear(&code);
    return result;
}

static exit_code run(const void *options, output *out)
{
    generate_options given = *(const generate_options *)options, *o = &given;
    robot r;
    if (o->invocation.output && strcmp(o->invocation.output, "-") == 0) {
        return fail(EXIT_USAGE, "generate writes several files; give a folder to --output instead of -");
    }
    if (o->calls_given && !chosen_calls(o)) {
        return fail(EXIT_USAGE, "--calls none leaves nothing to generate");
    }
    if (!o->payload_body != !(o->inputs & INPUT_PAYLOAD)) {
        return fail(EXIT_USAGE,
                    "--inputs payload and --payload-body BODY belong together: the body carries the payload");
    }
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, &o->drives);
    code = code == EXIT_FINE ? payloads_apply(&r, &o->payloads) : code;
    code = code == EXIT_FINE ? generate(&r, o, out) : code;
    robot_clear(&r);
    return code;
}

const command command_generate = {
    .name = "generate",
    .summary = "the robot's dynamics as plain C source, for this robot alone",
    .description =
        "Generate: C source without libraries and loops that computes this robot's dynamics: NAME.h, NAME.c\n"
        "and a test with recorded results, NAME_test.c, in the folder that --output names (default: this one).\n"
        "It compiles as C99, C17 and C++, allocates nothing and has no state but that of observers. By -O3 "
        "-march=native it is faster\n"
        "than the library; by -O2 alone code for lanes and for matrices of derivatives is slower.\n"
        "Gravity, active drives, payloads and mimic joints are constants in it, unless --inputs makes gravity and\n"
        "a payload arguments.\n"
        "\n"
        "  cc -O2 NAME.c NAME_test.c -lm && ./a.out\n"
        "\n"
        "With --target casadi the functions are those of CasADi's conventions, external('NAME_inverse_dynamics',\n"
        "'./NAME.so') loads one, with its Jacobian by each input; results are by columns, derivatives and gradients\n"
        "are no functions of their own, and --calls all leaves them out. With --hessians solvers have exact Hessians.\n"
        "\n"
        "With --target cuda the states are columns in the device's memory: number k of state i at k * count + i.\n"
        "\n"
        "With --target ros2_control the folder is a package: controllers of gravity compensation and computed torque,\n"
        "external torques and the wrench at --frame by the observer, and a plugin of inverse_dynamics_solver.\n"
        "It needs --frame, as the wrench is that at a body.\n"
        "\n"
        "With --target cortex-m the code is over floats and needs no library of C; of angles beyond 3000 rad results\n"
        "are no numbers. sh NAME_measure.sh tells the stack and, by qemu, the instructions of each function.\n"
        "\n"
        "A singular mass matrix gives accelerations and an inverse that are infinite or no numbers.\n",
    .examples = "condyle generate universalUR5e --name ur5e -o made\n"
                "condyle generate kukaIiwa14 --name iiwa --calls id,mass,derivatives --lanes 8 --size 1000000\n"
                "condyle generate universalUR5e --name held --payload tool0:3 --drives damping --float\n"
                "condyle generate kukaIiwa14 --name iiwa --inputs gravity,payload --payload-body iiwa_link_ee\n"
                "condyle generate kukaIiwa14 --name iiwa --target cuda --float\n"
                "condyle generate universalUR5e --name ur5e --calls observer --drives all\n"
                "condyle generate universalUR5e --name ur5e --target casadi --calls id,fd --size 200000\n"
                "condyle generate universalUR5e --name ur5e --target casadi --calls fd --hessians --size 1000000\n"
                "condyle generate universalUR5e --name ur5e --target ros2_control --frame tool0 --drives all\n"
                "condyle generate universalUR5e --name ur5e --target cortex-m --calls id,observer --drives all\n",
    .options = &table,
    .size = sizeof(generate_options),
    .uses_mass = true,
    .writes_folder = true,
    .run = run,
};
