#include "options.h"

#include "number.h"
#include "quantity.h"

#include <stdlib.h>
#include <string.h>

/* One option: how it is written, what it means, and how its value is kept. */
typedef struct option {
    option_id id;
    const char *name;     /* with its dashes */
    const char *letter;   /* its short form; NULL: it has none */
    const char *argument; /* what stands for its value in the help; NULL: it takes none */
    const char *help;     /* lines of the help, separated by line feeds */
    exit_code (*keep)(options *o, const char *value);
} option;

static exit_code keep_q(options *o, const char *value)
{
    o->vectors[VECTOR_Q] = value;
    return EXIT_FINE;
}

static exit_code keep_qd(options *o, const char *value)
{
    o->vectors[VECTOR_QD] = value;
    return EXIT_FINE;
}

static exit_code keep_qdd(options *o, const char *value)
{
    o->vectors[VECTOR_QDD] = value;
    return EXIT_FINE;
}

static exit_code keep_tau(options *o, const char *value)
{
    o->vectors[VECTOR_TAU] = value;
    return EXIT_FINE;
}

/* The array has room for every argument of the command line. */
static exit_code keep_wrench(options *o, const char *value)
{
    o->wrenches[o->wrench_count++] = value;
    return EXIT_FINE;
}

static exit_code keep_seed(options *o, const char *value)
{
    return number_read_whole("--seed", value, &o->seed);
}

static exit_code keep_gravity(options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list("--gravity", value, o->gravity, 3, &count);
    if (code == EXIT_FINE && count != 3) {
        return fail(EXIT_USAGE, "--gravity has %zu values; expected 3: X,Y,Z in m/s2", count);
    }
    return code;
}

/* Finds the place of a word in a list that ends with NULL; says which words there are where it is not among them. */
static exit_code read_word(const char *name, const char *word, const char *const *words, int *place)
{
    cdy_nearest search = cdy_nearest_to(word);
    text_buffer message = {0};
    text_add(&message, "%s: '%s' is not one of ", name, word);
    for (*place = 0; words[*place]; ++*place) {
        if (strcmp(word, words[*place]) == 0) {
            text_clear(&message);
            return EXIT_FINE;
        }
        cdy_nearest_consider(&search, words[*place]);
        text_add(&message, "%s%s", *place ? ", " : "", words[*place]);
    }
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

static exit_code keep_drives(options *o, const char *value)
{
    return drives_read(value, &o->drives);
}

static exit_code keep_friction_width(options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list("--friction-width", value, &o->drives.friction_width, 1, &count);
    if (code == EXIT_FINE && (count != 1 || !(o->drives.friction_width > 0))) {
        return fail(EXIT_USAGE, "--friction-width: expected one velocity greater than 0, not '%s'", value);
    }
    return code;
}

static exit_code keep_method(options *o, const char *value)
{
    static const char *const words[] = {"auto", "aba", "mass-matrix", NULL};
    int place;
    exit_code code = read_word("--method", value, words, &place);
    o->method = (cdy_forward_method)(CDY_FORWARD_AUTO + place);
    return code;
}

static exit_code keep_mimic(options *o, const char *value)
{
    static const char *const words[] = {"tied", "independent", NULL};
    int place;
    exit_code code = read_word("--mimic", value, words, &place);
    o->mimic_independent = place == 1;
    return code;
}

static exit_code keep_floating_base(options *o, const char *value)
{
    (void)value;
    o->floating_base = true;
    return EXIT_FINE;
}

static exit_code keep_body(options *o, const char *value)
{
    o->body = value;
    return EXIT_FINE;
}

static exit_code keep_to(options *o, const char *value)
{
    o->to = value;
    return EXIT_FINE;
}

static exit_code keep_in(options *o, const char *value)
{
    static const char *const words[] = {"base", "body", NULL};
    int place;
    exit_code code = read_word("--in", value, words, &place);
    o->in_body_axes = place == 1;
    return code;
}

static exit_code keep_of(options *o, const char *value)
{
    static const char *const words[] = {"id", "fd", NULL};
    int place;
    exit_code code = read_word("--of", value, words, &place);
    o->of_forward = place == 1;
    return code;
}

static exit_code keep_jacobian(options *o, const char *value)
{
    (void)value;
    o->jacobian = true;
    return EXIT_FINE;
}

static exit_code keep_pose(options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list("--pose", value, o->pose, 6, &count);
    if (code == EXIT_FINE && count != 6) {
        return fail(EXIT_USAGE, "--pose has %zu values; expected 6: x,y,z in m and rx,ry,rz, angles about fixed axes",
                    count);
    }
    return code;
}

static exit_code keep_target(options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list("--target", value, o->target, 16, &count);
    if (code == EXIT_FINE && count != 16) {
        return fail(EXIT_USAGE, "--target has %zu values; expected 16: a 4 x 4 matrix row by row", count);
    }
    return code;
}

static exit_code keep_rows(options *o, const char *value)
{
    return number_read_whole("--count", value, &o->rows);
}

static exit_code keep_input(options *o, const char *value)
{
    o->input = value;
    return EXIT_FINE;
}

static exit_code keep_input_format(options *o, const char *value)
{
    static const char *const words[] = {"csv", "json", "npy", NULL};
    int place;
    exit_code code = read_word("--input-format", value, words, &place);
    o->input_format = (input_format)(INPUT_CSV + place);
    return code;
}

static exit_code keep_keep_going(options *o, const char *value)
{
    (void)value;
    o->keep_going = true;
    return EXIT_FINE;
}

static exit_code keep_fields(options *o, const char *value)
{
    o->fields = value;
    return EXIT_FINE;
}

static exit_code keep_precision(options *o, const char *value)
{
    uint64_t digits;
    exit_code code = number_read_whole("--precision", value, &digits);
    if (code == EXIT_FINE && (digits < 1 || digits > 17)) {
        return fail(EXIT_USAGE, "--precision: expected 1 to 17 significant digits, not %s", value);
    }
    o->precision = (int)digits;
    return code;
}

static exit_code keep_deg(options *o, const char *value)
{
    (void)value;
    o->degrees = true;
    return EXIT_FINE;
}

static exit_code keep_format(options *o, const char *value)
{
    static const char *const words[] = {"table", "csv", "json", "npy", NULL};
    int place;
    exit_code code = read_word("--format", value, words, &place);
    if (code == EXIT_FINE) {
        o->format = (output_format_kind)place;
    }
    return code;
}

static exit_code keep_report(options *o, const char *value)
{
    static const char *const words[] = {"text", "json", "sarif", NULL};
    int place;
    exit_code code = read_word("--format", value, words, &place);
    if (code == EXIT_FINE) {
        o->report = (report_format)place;
    }
    return code;
}

static exit_code keep_strict(options *o, const char *value)
{
    (void)value;
    o->strict = true;
    return EXIT_FINE;
}

/* The arrays have room for every argument of the command line. */
static exit_code keep_disable(options *o, const char *value)
{
    o->disabled[o->disabled_count++] = value;
    return EXIT_FINE;
}

static exit_code keep_explain(options *o, const char *value)
{
    o->explain = value;
    return EXIT_FINE;
}

static exit_code keep_fix(options *o, const char *value)
{
    if (!*value || strcmp(value, "-") == 0) {
        return fail(EXIT_USAGE, "--fix needs the name of a file for the mended copy");
    }
    o->fix = value;
    return EXIT_FINE;
}

static exit_code keep_in_place(options *o, const char *value)
{
    (void)value;
    o->in_place = true;
    return EXIT_FINE;
}

static exit_code keep_layout(options *o, const char *value)
{
    static const char *const words[] = {"table", "json", NULL};
    int place;
    exit_code code = read_word("--format", value, words, &place);
    o->format = code == EXIT_FINE && place == 1 ? FORMAT_JSON : FORMAT_TABLE;
    return code;
}

static exit_code keep_same(options *o, const char *value)
{
    size_t count;
    exit_code code = number_read_list("--tolerance", value, &o->same, 1, &count);
    if (code == EXIT_FINE && (count != 1 || !(o->same >= 0))) {
        return fail(EXIT_USAGE, "--tolerance: expected one number that is not negative, not '%s'", value);
    }
    return code;
}

static exit_code keep_package_path(options *o, const char *value)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || !equals[1]) {
        return fail(EXIT_USAGE, "--package-path: expected PACKAGE=FOLDER, not '%s'", value);
    }
    o->packages[o->package_count++] = value;
    return EXIT_FINE;
}

static exit_code keep_output(options *o, const char *value)
{
    if (!*value) {
        return fail(EXIT_USAGE, "--output needs the name of a file");
    }
    o->output = value;
    return EXIT_FINE;
}

static exit_code keep_force(options *o, const char *value)
{
    (void)value;
    o->force = true;
    return EXIT_FINE;
}

/* Reads the one number of an option, which must not be below `least`, or be it where `above`. */
static exit_code read_number(const char *name, const char *value, double least, bool above, double *number)
{
    size_t count;
    exit_code code = number_read_list(name, value, number, 1, &count);
    if (code == EXIT_FINE && count != 1) {
        return fail(EXIT_USAGE, "%s has %zu values; expected one number", name, count);
    }
    if (code == EXIT_FINE && !(*number > least || (!above && *number >= least))) {
        return fail(EXIT_USAGE, "%s: expected a number %s %g, not %s", name, above ? "above" : "from", least, value);
    }
    return code;
}

static exit_code keep_friction(options *o, const char *value)
{
    (void)value;
    o->friction = true;
    return EXIT_FINE;
}

static exit_code keep_rotors(options *o, const char *value)
{
    (void)value;
    o->rotors = true;
    return EXIT_FINE;
}

static exit_code keep_prior(options *o, const char *value)
{
    return read_number("--prior", value, 0, false, &o->prior);
}

static exit_code keep_weights(options *o, const char *value)
{
    static const char *const words[] = {"joint", "equal", NULL};
    int place;
    exit_code code = read_word("--weights", value, words, &place);
    o->equal_weights = place == 1;
    return code;
}

static exit_code keep_no_consistency(options *o, const char *value)
{
    (void)value;
    o->no_consistency = true;
    return EXIT_FINE;
}

static exit_code keep_time(options *o, const char *value)
{
    return read_number("--time", value, 0, false, &o->simulation.time);
}

static exit_code keep_dt(options *o, const char *value)
{
    return read_number("--dt", value, 0, true, &o->simulation.step);
}

static exit_code keep_integrator(options *o, const char *value)
{
    static const char *const words[] = {"semi-implicit-euler", "rk4", "variational", "cvode", "cvode-stiff", NULL};
    return read_word("--integrator", value, words, &o->simulation.integrator);
}

static exit_code keep_tolerance(options *o, const char *value)
{
    return read_number("--tolerance", value, 0, true, &o->simulation.tolerance);
}

static exit_code keep_control(options *o, const char *value)
{
    static const char *const words[] = {"none", "hold", "computed-torque", "pd", NULL};
    int place;
    exit_code code = read_word("--control", value, words, &place);
    o->simulation.control = (control_kind)place;
    return code;
}

static exit_code keep_reference(options *o, const char *value)
{
    o->simulation.reference = value;
    return EXIT_FINE;
}

static exit_code keep_frequency(options *o, const char *value)
{
    return read_number("--frequency", value, 0, false, &o->simulation.frequency);
}

static exit_code keep_damping_ratio(options *o, const char *value)
{
    return read_number("--damping-ratio", value, 0, false, &o->simulation.damping_ratio);
}

static exit_code keep_kp(options *o, const char *value)
{
    return read_number("--kp", value, 0, false, &o->simulation.kp);
}

static exit_code keep_kd(options *o, const char *value)
{
    return read_number("--kd", value, 0, false, &o->simulation.kd);
}

static exit_code keep_every(options *o, const char *value)
{
    exit_code code = number_read_whole("--every", value, &o->simulation.every);
    return code == EXIT_FINE && o->simulation.every == 0 ? fail(EXIT_USAGE, "--every: expected 1 or more") : code;
}

static exit_code keep_plot(options *o, const char *value)
{
    if (!*value || strcmp(value, "-") == 0) {
        return fail(EXIT_USAGE, "--plot needs the name of a file");
    }
    o->simulation.plot = value;
    return EXIT_FINE;
}

static exit_code keep_help(options *o, const char *value)
{
    (void)value;
    o->help = true;
    return EXIT_FINE;
}

/* In the order in which the help lists them. */
static const option table[OPTION_COUNT] = {
    {OPTION_Q, "--q", NULL, "VALUES", "configuration, rad or m (default: home)", keep_q},
    {OPTION_QD, "--qd", NULL, "VALUES", "velocities, rad/s or m/s (default: zero)", keep_qd},
    {OPTION_QDD, "--qdd", NULL, "VALUES", "accelerations, rad/s2 or m/s2 (default: zero)", keep_qdd},
    {OPTION_TAU, "--tau", NULL, "VALUES", "torques N m or forces N of the joints (default: zero)", keep_tau},
    {OPTION_WRENCH, "--wrench", NULL, "BODY[@body]:Tx,Ty,Tz,Fx,Fy,Fz",
     "moment (N m) and force (N) that the environment applies on a body.\n"
     "BODY: in the base frame, the moment about the base's origin.\n"
     "BODY@body: in the body's frame, about the body's origin.\n"
     "Several add up; a body welded to the base feels none (default: none)",
     keep_wrench},
    {OPTION_BODY, "--body", NULL, "BODY", "the body in question, by its name", keep_body},
    {OPTION_TO, "--to", NULL, "BODY", "the body in whose frame to see it (default: the base)", keep_to},
    {OPTION_IN, "--in", NULL, "base|body", "whose axes the rows are in (default: base)", keep_in},
    {OPTION_JACOBIAN, "--jacobian", NULL, NULL, "the Jacobian of the center of mass as well", keep_jacobian},
    {OPTION_OF, "--of", NULL, "id|fd", "of inverse or of forward dynamics", keep_of},
    {OPTION_POSE, "--pose", NULL, "x,y,z,rx,ry,rz",
     "where the body is to be in the base frame: m, and rad about the\n"
     "fixed axes, R = Rz Ry Rx",
     keep_pose},
    {OPTION_TARGET, "--target", NULL, "T", "the same as a 4 x 4 matrix: 16 numbers, row by row", keep_target},
    {OPTION_TIME, "--time", "-T", "T", "how long the motion lasts, s", keep_time},
    {OPTION_DT, "--dt", NULL, "H", "the step, s (default: 0.001)", keep_dt},
    {OPTION_INTEGRATOR, "--integrator", NULL, "NAME",
     "semi-implicit-euler, rk4, variational, cvode or cvode-stiff\n(default: rk4)", keep_integrator},
    {OPTION_TOLERANCE, "--tolerance", NULL, "R", "relative tolerance of cvode (default: 1e-8)", keep_tolerance},
    {OPTION_CONTROL, "--control", NULL, "none|hold|computed-torque|pd", "what drives the joints (default: none)",
     keep_control},
    {OPTION_REFERENCE, "--target", NULL, "VALUES", "the configuration that the control goes to, as --q",
     keep_reference},
    {OPTION_FREQUENCY, "--frequency", NULL, "W", "natural frequency of hold and computed-torque, rad/s (default: 10)",
     keep_frequency},
    {OPTION_DAMPING_RATIO, "--damping-ratio", NULL, "Z", "their damping ratio (default: 1)", keep_damping_ratio},
    {OPTION_KP, "--kp", NULL, "KP", "gain of pd on positions (default: 100)", keep_kp},
    {OPTION_KD, "--kd", NULL, "KD", "gain of pd on velocities (default: 10)", keep_kd},
    {OPTION_EVERY, "--every", NULL, "N", "print every Nth step (default: 1)", keep_every},
    {OPTION_PLOT, "--plot", NULL, "FILE.svg", "draw the motion with gnuplot; rows are then printed only with -o",
     keep_plot},
    {OPTION_ROWS, "--count", "-n", "COUNT", "how many rows (default: 1)", keep_rows},
    {OPTION_SEED, "--seed", NULL, "N", "where random values begin, from 0 (default: 0)", keep_seed},
    {OPTION_GRAVITY, "--gravity", NULL, "X,Y,Z", "gravity in the base frame, m/s2 (default: 0,0,-9.81)", keep_gravity},
    {OPTION_DRIVES, "--drives", NULL, "LIST",
     "what of the drives acts: damping, friction, rotors, springs, all or\nnone, separated by commas (default: none)",
     keep_drives},
    {OPTION_FRICTION_WIDTH, "--friction-width", NULL, "W",
     "rad/s or m/s: friction is that of the robot times tanh(qd/W)\n(default: 0.005)", keep_friction_width},
    {OPTION_METHOD, "--method", NULL, "auto|aba|mass-matrix",
     "by articulated bodies or by the mass matrix (default: auto, the\nfaster one)", keep_method},
    {OPTION_MIMIC, "--mimic", NULL, "tied|independent",
     "joints that mimic another follow it, or move by themselves\n(default: tied)", keep_mimic},
    {OPTION_FLOATING_BASE, "--floating-base", NULL, NULL,
     "free the root link: a joint named floating_base with six degrees\n"
     "of freedom carries it (default: it is fixed)",
     keep_floating_base},
    {OPTION_INPUT, "--input", "-i", "FILE", "many states, one a row, - for standard input; see below", keep_input},
    {OPTION_INPUT_FORMAT, "--input-format", NULL, "csv|json|npy",
     "how the rows are written (default: by FILE's name or beginning)", keep_input_format},
    {OPTION_KEEP_GOING, "--keep-going", NULL, NULL, "skip and count the rows that are at fault", keep_keep_going},
    {OPTION_FIELDS, "--fields", NULL, "LIST", "what to print, in this order: tau, q.JOINT, ...", keep_fields},
    {OPTION_PRECISION, "--precision", NULL, "N",
     "significant digits, 1 to 17 (default in csv and json: as many as\nread back exactly)", keep_precision},
    {OPTION_DEG, "--deg", NULL, NULL, "angles are degrees, in and out: those of q, qd, qdd and --pose", keep_deg},
    {OPTION_FORMAT, "--format", NULL, "table|csv|json|npy",
     "what is printed (default: table for one state, csv for rows, or\nwhat the name of the --output ends in)",
     keep_format},
    {OPTION_REPORT, "--format", NULL, "text|json|sarif", "how findings are printed (default: text)", keep_report},
    {OPTION_STRICT, "--strict", NULL, NULL, "warnings fail as errors do", keep_strict},
    {OPTION_DISABLE, "--disable", NULL, "CODE,...", "rules that are not to be reported; may be repeated", keep_disable},
    {OPTION_EXPLAIN, "--explain", NULL, "CODE", "say what a rule asks for and what to do, 'all' for all rules",
     keep_explain},
    {OPTION_PACKAGE_PATH, "--package-path", NULL, "PACKAGE=FOLDER",
     "where package://PACKAGE lies; may be repeated (default: found by\nROS_PACKAGE_PATH and AMENT_PREFIX_PATH)",
     keep_package_path},
    {OPTION_FIX, "--fix", NULL, "OUT",
     "write a copy of the file in which is mended what can be without\nguessing, and check the copy", keep_fix},
    {OPTION_IN_PLACE, "--in-place", NULL, NULL, "mend the files themselves, each whole or not at all", keep_in_place},
    {OPTION_LAYOUT, "--format", NULL, "table|json", "how differences are printed (default: table)", keep_layout},
    {OPTION_SAME, "--tolerance", NULL, "T",
     "numbers are the same that differ by no more than T times the larger\nof them, or T/1000 (default: 1e-9)",
     keep_same},
    {OPTION_OUTPUT, "--output", "-o", "FILE", "write to a file, all of it or nothing (default: -, standard output)",
     keep_output},
    {OPTION_FORCE, "--force", NULL, NULL, "replace the file if there is one", keep_force},
    {OPTION_FRICTION, "--friction", NULL, NULL, "damping and Coulomb friction of the joints as well", keep_friction},
    {OPTION_ROTORS, "--rotors", NULL, NULL, "rotor inertias of the joints as well; URDF has no place for them",
     keep_rotors},
    {OPTION_PRIOR, "--prior", NULL, "WEIGHT",
     "hold on to ROBOT's parameters: one that is 100 % off counts as\nmuch as a residual of WEIGHT N m (default: 0)",
     keep_prior},
    {OPTION_WEIGHTS, "--weights", NULL, "joint|equal",
     "weigh each joint by its residuals, or all alike (default: joint)", keep_weights},
    {OPTION_NO_CONSISTENCY, "--no-consistency", NULL, NULL, "allow bodies that cannot exist", keep_no_consistency},
    {OPTION_HELP, "--help", "-h", NULL, "print this text", keep_help},
};

static bool is_named(const char *text, const char *name, size_t length)
{
    return text && strlen(text) == length && memcmp(text, name, length) == 0;
}

/* Two options may share a name: then the one that the subcommand takes is meant. */
static const option *find_option(const char *name, size_t length, option_set taken)
{
    const option *found = NULL;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const bool named = is_named(table[i].name, name, length) || is_named(table[i].letter, name, length);
        if (named && (!found || taken & (option_set)1 << table[i].id)) {
            found = &table[i];
        }
    }
    return found;
}

/* Whether an option may be given more than once. */
static bool may_repeat(option_id id)
{
    return id == OPTION_WRENCH || id == OPTION_HELP || id == OPTION_DISABLE || id == OPTION_PACKAGE_PATH;
}

/* Says that a subcommand knows no such option, and which one may be meant. */
static exit_code fail_option(const char *command, option_set taken, const char *name, size_t length)
{
    text_buffer typed = {0}, message = {0};
    text_add_bytes(&typed, name, length);
    bool known = find_option(name, length, taken) != NULL;
    text_add(&message, known ? "'%s' takes no option '%s'" : "'%s' has no option '%s'", command, text_get(&typed));
    cdy_nearest search = cdy_nearest_to(text_get(&typed));
    for (size_t i = 0; i < OPTION_COUNT && !known; i++) {
        if (taken & (option_set)1 << table[i].id) {
            cdy_nearest_consider(&search, table[i].name);
        }
    }
    message_suggest(&search, &message);
    if (!search.name) {
        text_add(&message, "; see 'condyle %s --help'", command);
    }
    message.failed = message.failed || typed.failed;
    text_clear(&typed);
    return fail_text(EXIT_USAGE, &message);
}

/* Reads the option at arguments[*i] with its value and leaves *i at the last argument that belongs to it. */
static exit_code read_option(options *o, const char *command, option_set taken, int count, char **arguments, int *i)
{
    const char *argument = arguments[*i];
    size_t length = strcspn(argument, "=");
    const char *value = argument[length] ? argument + length + 1 : NULL;
    const option *found = find_option(argument, length, taken);
    if (!found || !(taken & (option_set)1 << found->id)) {
        return fail_option(command, taken, argument, length);
    }
    if (o->given & (option_set)1 << found->id && !may_repeat(found->id)) {
        return fail(EXIT_USAGE, "%s is given twice", found->name);
    }
    o->given |= (option_set)1 << found->id;
    if (!found->argument && value) {
        return fail(EXIT_USAGE, "%s takes no value", found->name);
    }
    if (found->argument && !value) {
        if (*i + 1 == count || strncmp(arguments[*i + 1], "--", 2) == 0) {
            return fail(EXIT_USAGE, "%s needs a value: %s %s", found->name, found->name, found->argument);
        }
        value = arguments[++*i];
    }
    return found->keep(o, value);
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

/* What is printed where --format does not say it. */
static output_format_kind default_format(const options *o, option_set taken)
{
    static const struct {
        const char *ending;
        output_format_kind format;
    } endings[] = {{".csv", FORMAT_CSV}, {".json", FORMAT_JSON}, {".jsonl", FORMAT_JSON}, {".npy", FORMAT_NPY}};
    for (size_t i = 0; o->output && i < sizeof endings / sizeof *endings; i++) {
        if (ends_in(o->output, endings[i].ending)) {
            return endings[i].format;
        }
    }
    return o->input || taken & (WITH(ROWS) | WITH(TIME)) ? FORMAT_CSV : FORMAT_TABLE;
}

/* What the options mean together. */
static exit_code settle(options *o, const char *command, option_set taken)
{
    if (!o->robot && !o->explain) {
        return fail(EXIT_USAGE, "'%s' needs a robot: a file, - for standard input, or a bundled name", command);
    }
    if (o->input && strcmp(o->input, "-") == 0 && strcmp(o->robot, "-") == 0) {
        return fail(EXIT_USAGE, "the robot and --input cannot both come from the standard input");
    }
    if (!o->input && (o->keep_going || o->input_format)) {
        return fail(EXIT_USAGE, "%s needs --input FILE", o->keep_going ? "--keep-going" : "--input-format");
    }
    if (options_given(o, OPTION_FRICTION_WIDTH) && !o->drives.friction) {
        return fail(EXIT_USAGE, "--friction-width needs --drives friction");
    }
    if (!options_given(o, OPTION_FORMAT) && !options_given(o, OPTION_LAYOUT)) {
        o->format = default_format(o, taken);
    }
    for (int i = 3; i < 6 && o->degrees; i++) {
        o->pose[i] = radians(o->pose[i]);
    }
    return EXIT_FINE;
}

bool options_given(const options *o, option_id id)
{
    return o->given & (option_set)1 << id;
}

/* Each list has room for every argument. */
static bool make_lists(options *o, int count)
{
    const size_t room = count > 0 ? (size_t)count : 1;
    const char ***const lists[] = {&o->wrenches, &o->robots, &o->disabled, &o->packages};
    bool made = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        *lists[i] = calloc(room, sizeof **lists[i]);
        made = made && *lists[i];
    }
    return made;
}

exit_code options_read(options *o, const char *command, option_set taken, size_t most_robots, int count,
                       char **arguments)
{
    *o = (options){
        .gravity = {0, 0, -9.81},
        .same = 1e-9,
        .rows = 1,
        .drives = cdy_drive_options_default(),
        .simulation = {
            .step = 0.001, .integrator = 1, .frequency = 10, .damping_ratio = 1, .kp = 100, .kd = 10, .every = 1}};
    if (!make_lists(o, count)) {
        return fail_memory();
    }
    bool behind_end = false;
    exit_code code = EXIT_FINE;
    for (int i = 0; i < count && code == EXIT_FINE && !o->help; i++) {
        const char *argument = arguments[i];
        if (!behind_end && strcmp(argument, "--") == 0) {
            behind_end = true;
        } else if (!behind_end && argument[0] == '-' && argument[1]) {
            code = read_option(o, command, taken, count, arguments, &i);
        } else if (o->robot_count == most_robots) {
            code = fail(EXIT_USAGE, "two robots, '%s' and '%s'; '%s' takes one", o->robot, argument, command);
        } else {
            o->robots[o->robot_count++] = argument;
            o->robot = o->robots[0];
        }
    }
    return code == EXIT_FINE && !o->help ? settle(o, command, taken) : code;
}

void options_clear(options *o)
{
    free(o->wrenches);
    free(o->robots);
    free(o->disabled);
    free(o->packages);
    *o = (options){0};
}

void options_describe(output *out, option_set taken)
{
    enum { COLUMN = 22 };
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!(taken & (option_set)1 << table[i].id)) {
            continue;
        }
        const char *letter = table[i].letter ? table[i].letter : "";
        const char *argument = table[i].argument ? table[i].argument : "";
        size_t width =
            strlen(table[i].name) + (*letter ? strlen(letter) + 2 : 0) + (*argument ? 1 + strlen(argument) : 0);
        output_format(out, "  %s%s%s%s%s", letter, *letter ? ", " : "", table[i].name, *argument ? " " : "", argument);
        const char *line = table[i].help;
        for (bool first = true; *line; first = false) {
            bool beside = first && width + 2 < COLUMN;
            if (!beside) {
                output_text(out, "\n");
            }
            output_repeat(out, ' ', beside ? COLUMN - 2 - width + 2 : COLUMN + 2);
            size_t length = strcspn(line, "\n");
            output_bytes(out, line, length);
            line += length + (line[length] == '\n');
        }
        output_text(out, "\n");
    }
}
