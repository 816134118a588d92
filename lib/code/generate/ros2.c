#include "generate/ros2.h"

#include "base/error.h"
#include "base/memory.h"
#include "generate/ros2_text.h"
#include "text/decimal.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Names that a package of C++ cannot have: its name alone is that of a namespace, of a target of CMake and of a folder
 * of headers. Words of C++ that are words of C too begin no names in any code (generate/options.c). */
static const char *const taken[] = {
    /* C++, and macros of its compilers */
    "assert", "bitand", "bitor", "char8_t", "char16_t", "char32_t", "compl", "concept", "consteval", "constexpr",
    "constinit", "decltype", "errno", "linux", "noexcept", "nullptr", "requires", "std", "stderr", "stdin", "stdout",
    "typeof", "unix", "wchar_t",
    /* targets of CMake and ament */
    "all", "clean", "depend", "doc", "edit_cache", "help", "install", "list_install_components", "package",
    "package_source", "preinstall", "rebuild_cache", "test", "uninstall",
    /* packages that it needs */
    "ament_cmake", "controller_interface", "controller_manager", "geometry_msgs", "hardware_interface",
    "inverse_dynamics_solver", "pluginlib", "rclcpp", "rclcpp_lifecycle", "realtime_tools", "sensor_msgs",
    /* packages that these need */
    "ament_index_cpp", "builtin_interfaces", "class_loader", "control_msgs", "lifecycle_msgs", "rcl", "rcl_interfaces",
    "rcl_lifecycle", "rcpputils", "rcutils", "rmw", "rosidl_runtime_c", "rosidl_runtime_cpp", "std_msgs", "tinyxml2",
    "trajectory_msgs",
    /* functions of the libraries of C and POSIX that a robot might be called */
    "abort", "abs", "accept", "access", "acos", "alarm", "asin", "atan", "atoi", "atol", "bind", "bsearch", "calloc",
    "ceil", "clock", "close", "connect", "cos", "cosh", "daemon", "difftime", "div", "dup", "erf", "exit", "exp",
    "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "fork", "free", "gamma", "getenv", "hypot", "index", "kill",
    "labs", "ldiv", "lgamma", "link", "listen", "log", "malloc", "nan", "nice", "open", "pause", "perror", "pipe",
    "pow", "printf", "puts", "qsort", "raise", "rand", "random", "read", "realloc", "remove", "rename", "rewind",
    "rindex", "rint", "round", "select", "send", "signal", "sin", "sinh", "sleep", "socket", "sqrt", "srand", "stat",
    "swab", "sync", "system", "tan", "tanh", "tgamma", "time", "times", "trunc", "truncate", "wait", "write"};

static cdy_status check_name(const char *name, cdy_error *error)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (strcmp(name, taken[i]) == 0) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "'%.64s' cannot be the name of a ROS package: C++, CMake or a library that it needs has that "
                "name already; expected another one, such as %.64s_robot",
                name, name);
        }
    }
    for (const char *c = name; *c; c++) {
        if (isupper((unsigned char)*c)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "'%.64s' cannot be the name of a ROS package; expected small letters, digits and _", name);
        }
    }
    return CDY_OK;
}

cdy_status cdy_ros2_check(const program *p, cdy_error *error)
{
    const cdy_generate_options *o = p->options;
    cdy_status status = check_name(o->name, error);
    if (!status && (o->floats || o->lanes > 1 || o->wrenches || o->gravity || o->payload_body)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "controllers for ros2_control compute doubles, one state a call, without inputs besides; "
                          "expected 1 lane, no floats, no wrenches, no gravity and no payload body");
    }
    for (int i = 0; !status && i < p->model->nv; i++) {
        cdy_coordinate c;
        status = cdy_model_velocity(p->model, i, &c);
        if (!status && c.count > 1) {
            status =
                cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                         "joint '%.80s' has %d degrees of freedom; ros2_control moves joints of one", c.joint, c.count);
        }
    }
    return status;
}

/* Appends a literal of C++: bytes that are no plain characters as octal numbers. */
static void add_literal(source_text *t, const char *text)
{
    cdy_source_add(t, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const bool plain = *c >= ' ' && *c < 127 && *c != '"' && *c != '\\' && *c != '?';
        cdy_source_add(t, plain ? "%c" : "\\%03o", *c);
    }
    cdy_source_add(t, "\"");
}

/* The names and limits of the joints, and the frame of the wrench. */
static void add_joints(source_text *t, const program *p)
{
    const int n = p->model->nv;
    cdy_coordinate c;
    cdy_source_add_template(t,
                            "// @: the joints in the order of @.h.\n"
                            "#include \"@_joints.hpp\"\n\n"
                            "#include <limits>\n\n"
                            "namespace @\n{\n"
                            "const std::array<const char *, FREEDOM> joint_names = {",
                            p->options->name, "");
    for (int i = 0; i < n; i++) {
        cdy_source_add(t, i ? ",\n    " : "\n    ");
        add_literal(t, cdy_model_velocity(p->model, i, &c) ? "" : c.joint);
    }
    cdy_source_add(t, "};\nconst Vector effort_limits = {");
    for (int i = 0; i < n; i++) {
        const bool known = !cdy_model_velocity(p->model, i, &c) && isfinite(c.effort);
        cdy_source_add(t, i ? ",\n    " : "\n    ");
        if (known) {
            cdy_source_add_number(t, c.effort, false);
        } else {
            cdy_source_add(t, "std::numeric_limits<double>::infinity()");
        }
    }
    cdy_source_add(t, "};\nconst char *const frame_name = ");
    add_literal(t, p->options->frame);
    cdy_source_add_template(t, ";\n} // namespace @\n", p->options->name, "");
}

/* A file of the package: its name behind the robot's, or its whole name, and its template; NULL: the joints. */
typedef struct ros2_file {
    const char *name;
    const char *const *text;
    bool is_whole;
    bool has_freedom; /* '$' is the number of degrees of freedom */
} ros2_file;

static const ros2_file package[] = {{"package.xml", cdy_ros2_package_xml, true, false},
                                    {"CMakeLists.txt", cdy_ros2_cmake_lists, true, false},
                                    {"_controllers.xml", cdy_ros2_controllers_xml, false, false},
                                    {"_solver.xml", cdy_ros2_solver_xml, false, false},
                                    {"_controllers.yaml", cdy_ros2_controllers_yaml, false, false},
                                    {"_controllers.hpp", cdy_ros2_controllers_hpp, false, true},
                                    {"_joints.hpp", cdy_ros2_joints_hpp, false, true},
                                    {"_joints.cpp", NULL, false, false},
                                    {"_tracking.cpp", cdy_ros2_tracking_cpp, false, true},
                                    {"_observer.cpp", cdy_ros2_observer_cpp, false, true},
                                    {"_solver.cpp", cdy_ros2_solver_cpp, false, true}};
enum { FILES = sizeof package / sizeof *package };

/* Writes a file of the package; its texts are NULL where memory runs out. */
static void write_file(const program *p, const ros2_file *file, cdy_generated_file *made)
{
    char freedom[CDY_DECIMAL_SIZE];
    source_text name = {0}, text = {0};
    cdy_source_add(&name, "%s%s", file->is_whole ? "" : p->options->name, file->name);
    cdy_write_decimal(p->model->nv, 0, freedom);
    for (const char *const *piece = file->text; piece && *piece; piece++) {
        cdy_source_add_template(&text, *piece, p->options->name, file->has_freedom ? freedom : "$");
    }
    if (!file->text) {
        add_joints(&text, p);
    }
    if (name.failed || text.failed) {
        cdy_source_clear(&name);
        cdy_source_clear(&text);
    }
    *made = (cdy_generated_file){name.text, text.text};
}

cdy_status cdy_ros2_write(const program *p, cdy_generated *code, cdy_error *error)
{
    bool made = true;
    code->files = cdy_allocate(FILES, sizeof *code->files);
    code->file_count = code->files ? FILES : 0;
    for (int i = 0; i < code->file_count; i++) {
        write_file(p, &package[i], &code->files[i]);
        made = made && code->files[i].text;
    }
    return made && code->files ? CDY_OK : cdy_fail_memory(error);
}
