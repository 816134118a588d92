#include "options/option_table.h"

#include "commands/c_names.h"
#include "options/number.h"

#include <string.h>

/* Returns the address of an option's value. */
static void *address_of(const option *self, options *o)
{
    return (char *)o + self->offset;
}

static exit_code store_text(const option *self, options *o, const char *value)
{
    *(const char **)address_of(self, o) = value;
    return EXIT_FINE;
}

static exit_code store_flag(const option *self, options *o, const char *value)
{
    (void)value;
    *(bool *)address_of(self, o) = true;
    return EXIT_FINE;
}

/* Reads the number of an option: >= 0, or > 0 where `positive`. */
static exit_code read_number(const char *name, const char *value, bool positive, double *number)
{
    size_t count;
    exit_code code = number_read_list(name, value, number, 1, &count);
    if (code == EXIT_FINE && count != 1) {
        return fail(EXIT_USAGE, "%s has %zu values; expected one number", name, count);
    }
    if (code == EXIT_FINE && !(*number > 0 || (!positive && *number >= 0))) {
        return fail(EXIT_USAGE, "%s: expected a number %s 0, not %s", name, positive ? "above" : "from", value);
    }
    return code;
}

/* Stores a number >= 0. */
static exit_code store_number(const option *self, options *o, const char *value)
{
    return read_number(self->name, value, false, address_of(self, o));
}

static exit_code store_positive(const option *self, options *o, const char *value)
{
    return read_number(self->name, value, true, address_of(self, o));
}

/* The array has room for every argument of the command line. */
static exit_code store_wrench(const option *self, options *o, const char *value)
{
    (void)self;
    o->wrenches[o->wrench_count++] = value;
    return EXIT_FINE;
}

static exit_code store_seed(const option *self, options *o, const char *value)
{
    return number_read_whole(self->name, value, &o->seed);
}

static exit_code store_gravity(const option *self, options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list(self->name, value, o->gravity, 3, &count);
    if (code == EXIT_FINE && count != 3) {
        return fail(EXIT_USAGE, "--gravity has %zu values; expected 3: X,Y,Z in m/s2", count);
    }
    return code;
}

/* Finds the index of a word in a list that ends with NULL; lists the valid words where it is none of them. */
static exit_code read_word(const char *name, const char *word, const char *const *words, int *index)
{
    cdy_nearest search = cdy_nearest_to(word);
    text_buffer message = {0};
    text_add(&message, "%s: '%s' is not one of ", name, word);
    for (*index = 0; words[*index]; ++*index) {
        if (strcmp(word, words[*index]) == 0) {
            text_clear(&message);
            return EXIT_FINE;
        }
        cdy_nearest_consider(&search, words[*index]);
        text_add(&message, "%s%s", *index ? ", " : "", words[*index]);
    }
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

static exit_code store_drives(const option *self, options *o, const char *value)
{
    (void)self;
    return drives_read(value, &o->drives);
}

static exit_code store_method(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"auto", "aba", "mass-matrix", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->method = (cdy_forward_method)(CDY_FORWARD_AUTO + index);
    return code;
}

static exit_code store_mimic(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"tied", "independent", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->mimic_independent = index == 1;
    return code;
}

static exit_code store_in(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"base", "body", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->in_body_axes = index == 1;
    return code;
}

static exit_code store_of(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"id", "fd", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->of_forward = index == 1;
    return code;
}

static exit_code store_pose(const option *self, options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list(self->name, value, o->pose, 6, &count);
    if (code == EXIT_FINE && count != 6) {
        return fail(EXIT_USAGE, "--pose has %zu values; expected 6: x,y,z in m and rx,ry,rz, angles about fixed axes",
                    count);
    }
    return code;
}

static exit_code store_target(const option *self, options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list(self->name, value, o->target, 16, &count);
    if (code == EXIT_FINE && count != 16) {
        return fail(EXIT_USAGE, "--target has %zu values; expected 16: a 4 x 4 matrix row by row", count);
    }
    return code;
}

static exit_code store_rows(const option *self, options *o, const char *value)
{
    return number_read_whole(self->name, value, &o->rows);
}

static exit_code store_input_format(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"csv", "json", "npy", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->input_format = (input_format)(INPUT_CSV + index);
    return code;
}

static exit_code store_precision(const option *self, options *o, const char *value)
{
    uint64_t digits;
    exit_code code = number_read_whole(self->name, value, &digits);
    if (code == EXIT_FINE && (digits < 1 || digits > 17)) {
        return fail(EXIT_USAGE, "--precision: expected 1 to 17 significant digits, not %s", value);
    }
    o->precision = (int)digits;
    return code;
}

static exit_code store_format(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"table", "csv", "json", "npy", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    if (code == EXIT_FINE) {
        o->format = (output_format_kind)index;
    }
    return code;
}

static exit_code store_report(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"text", "json", "sarif", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    if (code == EXIT_FINE) {
        o->report = (report_format)index;
    }
    return code;
}

static exit_code store_program(const option *self, options *o, const char *value)
{
    const char *words[CDY_PROGRAM_SDFORMAT + 1] = {NULL};
    int index;
    for (int i = 0; i < CDY_PROGRAM_SDFORMAT; i++) {
        words[i] = cdy_program_name((cdy_program)(i + 1));
    }
    exit_code code = read_word(self->name, value, words, &index);
    if (code == EXIT_FINE) {
        o->program = (cdy_program)(index + 1);
    }
    return code;
}

/* The arrays have room for every argument of the command line. */
static exit_code store_disable(const option *self, options *o, const char *value)
{
    (void)self;
    o->disabled[o->disabled_count++] = value;
    return EXIT_FINE;
}

static exit_code store_package_path(const option *self, options *o, const char *value)
{
    (void)self;
    const char *equals = strchr(value, '=');
    if (!*value || (equals && (equals == value || !equals[1]))) {
        return fail(EXIT_USAGE, "--package-path: expected FOLDER or PACKAGE=FOLDER, not '%s'", value);
    }
    o->packages[o->package_count++] = value;
    return EXIT_FINE;
}

static exit_code store_fix(const option *self, options *o, const char *value)
{
    (void)self;
    if (!*value || strcmp(value, "-") == 0) {
        return fail(EXIT_USAGE, "--fix needs the name of a file for the mended copy");
    }
    o->fix = value;
    return EXIT_FINE;
}

static exit_code store_layout(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"table", "json", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->format = code == EXIT_FINE && index == 1 ? FORMAT_JSON : FORMAT_TABLE;
    return code;
}

static exit_code store_name(const option *self, options *o, const char *value)
{
    (void)self;
    const char *fault = c_name_fault(value);
    if (fault) {
        return fail(EXIT_USAGE, "--name: '%s' %s; expected another name, such as robot_model", value, fault);
    }
    o->name = value;
    return EXIT_FINE;
}

static exit_code store_output(const option *self, options *o, const char *value)
{
    (void)self;
    if (!*value) {
        return fail(EXIT_USAGE, "--output needs the name of a file");
    }
    o->output = value;
    return EXIT_FINE;
}

static exit_code store_weights(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"joint", "equal", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->equal_weights = index == 1;
    return code;
}

static exit_code store_integrator(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"semi-implicit-euler", "rk4", "variational", "cvode", "cvode-stiff", NULL};
    return read_word(self->name, value, words, &o->simulation.integrator);
}

static exit_code store_control(const option *self, options *o, const char *value)
{
    static const char *const words[] = {"none", "hold", "computed-torque", "pd", NULL};
    int index;
    exit_code code = read_word(self->name, value, words, &index);
    o->simulation.control = (control_kind)index;
    return code;
}

static exit_code store_every(const option *self, options *o, const char *value)
{
    exit_code code = number_read_whole(self->name, value, &o->simulation.every);
    return code == EXIT_FINE && o->simulation.every == 0 ? fail(EXIT_USAGE, "--every: expected 1 or more") : code;
}

static exit_code store_plot(const option *self, options *o, const char *value)
{
    (void)self;
    if (!*value || strcmp(value, "-") == 0) {
        return fail(EXIT_USAGE, "--plot needs the name of a file");
    }
    o->simulation.plot = value;
    return EXIT_FINE;
}

static exit_code store_max_size(const option *self, options *o, const char *value)
{
    uint64_t size;
    exit_code code = number_read_whole(self->name, value, &size);
    if (code == EXIT_FINE && (size < 1 || size > 2047)) {
        return fail(EXIT_USAGE, "--max-size: expected 1 to 2047 MiB, not %s", value);
    }
    o->max_bytes = (size_t)size << 20;
    return code;
}

static exit_code store_max_depth(const option *self, options *o, const char *value)
{
    uint64_t depth;
    exit_code code = number_read_whole(self->name, value, &depth);
    if (code == EXIT_FINE && (depth < 1 || depth > 100000)) {
        return fail(EXIT_USAGE, "--max-depth: expected 1 to 100000, not %s", value);
    }
    o->max_depth = (int)depth;
    return code;
}

static exit_code store_budget(const option *self, options *o, const char *value)
{
    exit_code code = read_number(self->name, value, false, &o->budget);
    return code == EXIT_FINE && o->budget > 3600 ? fail(EXIT_USAGE, "--time: expected 3600 s at most, not %s", value)
                                                 : code;
}

static exit_code store_threads(const option *self, options *o, const char *value)
{
    uint64_t threads;
    exit_code code = number_read_whole(self->name, value, &threads);
    if (code == EXIT_FINE && threads > 1024) {
        return fail(EXIT_USAGE, "--threads: expected 1 to 1024, or 0 for all cores, not %s", value);
    }
    o->threads = code == EXIT_FINE ? (int)threads : 0;
    return code;
}

/* In the order of the help. */
const option option_table[OPTION_ROWS_COUNT] = {
    {OPTION_Q, "--q", NULL, "VALUES", "configuration, rad or m (default: home)", store_text,
     offsetof(options, vectors[VECTOR_Q])},
    {OPTION_QD, "--qd", NULL, "VALUES", "velocities, rad/s or m/s (default: zero)", store_text,
     offsetof(options, vectors[VECTOR_QD])},
    {OPTION_QDD, "--qdd", NULL, "VALUES", "accelerations, rad/s2 or m/s2 (default: zero)", store_text,
     offsetof(options, vectors[VECTOR_QDD])},
    {OPTION_TAU, "--tau", NULL, "VALUES", "torques N m or forces N of the joints (default: zero)", store_text,
     offsetof(options, vectors[VECTOR_TAU])},
    {OPTION_WRENCH, "--wrench", NULL, "BODY[@body]:Tx,Ty,Tz,Fx,Fy,Fz",
     "moment (N m) and force (N) that the environment applies on a body.\n"
     "BODY: in the base frame, the moment about the base's origin.\n"
     "BODY@body: in the body's frame, about the body's origin.\n"
     "Several add up; a body welded to the base feels none (default: none)",
     store_wrench, 0},
    {OPTION_BODY, "--body", NULL, "BODY", "the body in question, by its name", store_text, offsetof(options, body)},
    {OPTION_TO, "--to", NULL, "BODY", "the body in whose frame to see it (default: the base)", store_text,
     offsetof(options, to)},
    {OPTION_IN, "--in", NULL, "base|body", "whose axes the rows are in (default: base)", store_in, 0},
    {OPTION_JACOBIAN, "--jacobian", NULL, NULL, "the Jacobian of the center of mass as well", store_flag,
     offsetof(options, jacobian)},
    {OPTION_OF, "--of", NULL, "id|fd", "of inverse or of forward dynamics", store_of, 0},
    {OPTION_POSE, "--pose", NULL, "x,y,z,rx,ry,rz",
     "where the body is to be in the base frame: m, and rad about the\n"
     "fixed axes, R = Rz Ry Rx",
     store_pose, 0},
    {OPTION_TARGET, "--target", NULL, "T", "the same as a 4 x 4 matrix: 16 numbers, row by row", store_target, 0},
    {OPTION_TIME, "--time", "-T", "T", "how long the motion lasts, s", store_number,
     offsetof(options, simulation.time)},
    {OPTION_DT, "--dt", NULL, "H", "the step, s (default: 0.001)", store_positive, offsetof(options, simulation.step)},
    {OPTION_INTEGRATOR, "--integrator", NULL, "NAME",
     "semi-implicit-euler, rk4, variational, cvode or cvode-stiff\n(default: rk4)", store_integrator, 0},
    {OPTION_TOLERANCE, "--tolerance", NULL, "R", "relative tolerance of cvode (default: 1e-8)", store_positive,
     offsetof(options, simulation.tolerance)},
    {OPTION_CONTROL, "--control", NULL, "none|hold|computed-torque|pd", "what drives the joints (default: none)",
     store_control, 0},
    {OPTION_GOAL, "--goal", NULL, "VALUES", "the configuration that the control goes to, as --q", store_text,
     offsetof(options, simulation.goal)},
    {OPTION_FREQUENCY, "--frequency", NULL, "W", "natural frequency of hold and computed-torque, rad/s (default: 10)",
     store_number, offsetof(options, simulation.frequency)},
    {OPTION_DAMPING_RATIO, "--damping-ratio", NULL, "Z", "their damping ratio (default: 1)", store_number,
     offsetof(options, simulation.damping_ratio)},
    {OPTION_KP, "--kp", NULL, "KP", "gain of pd on positions (default: 100)", store_number,
     offsetof(options, simulation.kp)},
    {OPTION_KD, "--kd", NULL, "KD", "gain of pd on velocities (default: 10)", store_number,
     offsetof(options, simulation.kd)},
    {OPTION_EVERY, "--every", NULL, "N", "print every Nth step (default: 1)", store_every, 0},
    {OPTION_PLOT, "--plot", NULL, "FILE.svg", "draw the motion with gnuplot; rows are then printed only with -o",
     store_plot, 0},
    {OPTION_ROWS, "--count", "-n", "COUNT", "how many rows (default: 1)", store_rows, 0},
    {OPTION_SEED, "--seed", NULL, "N", "where random values begin, from 0 (default: 0)", store_seed, 0},
    {OPTION_GRAVITY, "--gravity", NULL, "X,Y,Z", "gravity in the base frame, m/s2 (default: 0,0,-9.81)", store_gravity,
     0},
    {OPTION_DRIVES, "--drives", NULL, "LIST",
     "what of the drives acts: damping, friction, rotors, springs, all or\nnone, separated by commas (default: none)",
     store_drives, 0},
    {OPTION_FRICTION_WIDTH, "--friction-width", NULL, "W",
     "rad/s or m/s: friction is that of the robot times tanh(qd/W)\n(default: 0.005)", store_positive,
     offsetof(options, drives.friction_width)},
    {OPTION_METHOD, "--method", NULL, "auto|aba|mass-matrix",
     "by articulated bodies or by the mass matrix (default: auto, the\nfaster one)", store_method, 0},
    {OPTION_MIMIC, "--mimic", NULL, "tied|independent",
     "joints that mimic another follow it, or move by themselves\n(default: tied)", store_mimic, 0},
    {OPTION_FLOATING_BASE, "--floating-base", NULL, NULL,
     "free the root link: a joint named floating_base with six degrees\n"
     "of freedom carries it (default: it is fixed)",
     store_flag, offsetof(options, floating_base)},
    {OPTION_INPUT, "--input", "-i", "FILE", "many states, one a row, - for standard input; see below", store_text,
     offsetof(options, input)},
    {OPTION_INPUT_FORMAT, "--input-format", NULL, "csv|json|npy",
     "how the rows are written (default: by FILE's name or beginning)", store_input_format, 0},
    {OPTION_KEEP_GOING, "--keep-going", NULL, NULL, "skip and count the rows that are at fault", store_flag,
     offsetof(options, keep_going)},
    {OPTION_FIELDS, "--fields", NULL, "LIST", "what to print, in this order: tau, q.JOINT, ...", store_text,
     offsetof(options, fields)},
    {OPTION_PRECISION, "--precision", NULL, "N",
     "significant digits, 1 to 17 (default in csv and json: as many as\nread back exactly)", store_precision, 0},
    {OPTION_DEG, "--deg", NULL, NULL, "angles are degrees, in and out: those of q, qd, qdd and --pose", store_flag,
     offsetof(options, degrees)},
    {OPTION_FORMAT, "--format", NULL, "table|csv|json|npy",
     "what is printed (default: table for one state, csv for rows, or\nwhat the name of the --output ends in)",
     store_format, 0},
    {OPTION_REPORT, "--format", NULL, "text|json|sarif", "how findings are printed (default: text)", store_report, 0},
    {OPTION_STRICT, "--strict", NULL, NULL, "warnings fail as errors do", store_flag, offsetof(options, strict)},
    {OPTION_STRICT, "--for", NULL, "urdfdom|mujoco|drake|pinocchio|sdformat",
     "what this program refuses or changes is an error", store_program, 0},
    {OPTION_STRICT, "--all", NULL, NULL, "list all findings, also those of one kind that text folds", store_flag,
     offsetof(options, all)},
    {OPTION_DISABLE, "--disable", NULL, "CODE,...", "rules that are not to be reported; may be repeated", store_disable,
     0},
    {OPTION_EXPLAIN, "--explain", NULL, "CODE", "say what a rule asks for and what to do, 'all' for all rules",
     store_text, offsetof(options, explain)},
    {OPTION_PACKAGE_PATH, "--package-path", NULL, "FOLDER",
     "where packages lie, or PACKAGE=FOLDER: where one does; may be repeated\n(default: found by ROS_PACKAGE_PATH, "
     "AMENT_PREFIX_PATH, and beside the\nrobot's own package)",
     store_package_path, 0},
    {OPTION_ARGS, "--args", NULL, NULL, "list the arguments that the file declares, with their values", store_flag,
     offsetof(options, args)},
    {OPTION_DEPS, "--deps", NULL, NULL, "list the files that are read", store_flag, offsetof(options, deps)},
    {OPTION_QUIET, "--quiet", "-q", NULL, "print no warnings", store_flag, offsetof(options, quiet)},
    {OPTION_FIX, "--fix", NULL, "OUT",
     "write a copy of the file in which is mended what can be without\nguessing, and check the copy", store_fix, 0},
    {OPTION_IN_PLACE, "--in-place", NULL, NULL, "mend the files themselves, each whole or not at all", store_flag,
     offsetof(options, in_place)},
    {OPTION_LAYOUT, "--format", NULL, "table|json", "how differences are printed (default: table)", store_layout, 0},
    {OPTION_SAME, "--tolerance", NULL, "T",
     "numbers are the same that differ by no more than T times the larger\nof them, or T/1000 (default: 1e-9)",
     store_number, offsetof(options, same)},
    {OPTION_OUTPUT, "--output", "-o", "FILE", "write to a file, all of it or nothing (default: -, standard output)",
     store_output, 0},
    {OPTION_FORCE, "--force", NULL, NULL, "replace the file if there is one, but never one that is read", store_flag,
     offsetof(options, force)},
    {OPTION_FRICTION, "--friction", NULL, NULL, "damping and Coulomb friction of the joints as well", store_flag,
     offsetof(options, friction)},
    {OPTION_ROTORS, "--rotors", NULL, NULL, "rotor inertias of the joints as well; URDF has no place for them",
     store_flag, offsetof(options, rotors)},
    {OPTION_PRIOR, "--prior", NULL, "WEIGHT",
     "hold on to ROBOT's parameters: one that is 100 % off counts as\nmuch as a residual of WEIGHT N m (default: 0)",
     store_number, offsetof(options, prior)},
    {OPTION_WEIGHTS, "--weights", NULL, "joint|equal",
     "weigh each joint by its residuals, or all alike (default: joint)", store_weights, 0},
    {OPTION_NO_CONSISTENCY, "--no-consistency", NULL, NULL, "allow bodies that cannot exist", store_flag,
     offsetof(options, no_consistency)},
    {OPTION_ALGORITHMS, "--algorithms", NULL, "LIST",
     "of rnea, crba, aba, drnea, daba, separated by commas (default: all)", store_text, offsetof(options, algorithms)},
    {OPTION_BUDGET, "--time", "-T", "SECONDS", "how long to measure, about (default: 3)", store_budget, 0},
    {OPTION_THREADS, "--threads", NULL, "N",
     "threads that share the states at most, 0: one a core\n(default: 1 for rows, one a core for bench)", store_threads,
     0},
    {OPTION_C_ARRAY, "--c-array", NULL, NULL, "C source with the model as a constant array", store_flag,
     offsetof(options, c_array)},
    {OPTION_NAME, "--name", NULL, "NAME", "the name of the array (default: robot_model)", store_name, 0},
    {OPTION_MAX_SIZE, "--max-size", NULL, "MIB", "refuse robot files that are larger, MiB (default: 1024)",
     store_max_size, 0},
    {OPTION_MAX_DEPTH, "--max-depth", NULL, "N", "refuse those with elements deeper in each other (default: 256)",
     store_max_depth, 0},
    {OPTION_HELP, "--help", "-h", NULL, "print this text", store_flag, offsetof(options, help)},
};
