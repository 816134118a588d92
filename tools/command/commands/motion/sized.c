#include "commands/motion/sized.h"

#include "values/per_joint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const option_row option_rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--life",
     .metavar = "H",
     .offset = offsetof(sizing_options, life),
     .given = offsetof(sizing_options, given.life),
     .standard = "0",
     .unit = "h",
     .most = 1e9,
     .help = "least life of gears, L10 in hours of this motion (0: any)"},
    {.kind = OPTION_NUMBER,
     .name = "--inertia-ratio",
     .metavar = "R",
     .offset = offsetof(sizing_options, inertia_ratio),
     .given = offsetof(sizing_options, given.inertia_ratio),
     .help = "largest inertia of the load at the motor's shaft over that of rotor and gear (0: any)"},
    {.kind = OPTION_NUMBER,
     .name = "--ambient",
     .metavar = "C",
     .offset = offsetof(sizing_options, ambient),
     .given = offsetof(sizing_options, given.ambient),
     .standard = "40",
     .unit = "C",
     .most = 1000,
     .help = "temperature of the air, degrees Celsius"},
    {.kind = OPTION_NUMBER,
     .name = "--regeneration",
     .metavar = "P",
     .offset = offsetof(sizing_options, regeneration),
     .given = offsetof(sizing_options, given.regeneration),
     .standard = "0",
     .most = 1,
     .help = "part of the electrical energy of braking motors that is used again"},
    {.kind = OPTION_NUMBER,
     .name = "--reserve",
     .metavar = "P",
     .offset = offsetof(sizing_options, reserve),
     .given = offsetof(sizing_options, given.reserve),
     .standard = "1",
     .most = 1000,
     .above_zero = true,
     .help = "part of each limit of a drive that may be used"},
    {.kind = OPTION_TEXT,
     .name = "--included",
     .metavar = "LIST",
     .offset = offsetof(sizing_options, included),
     .help = "masses of drives that ROBOT's links have already, kg: a number for all joints, numbers\n"
             "separated by commas, JOINT=M,..."},
    {.kind = OPTION_TEXTS,
     .name = "--assign",
     .metavar = "JOINT=TYPE",
     .offset = offsetof(sizing_options, assigned),
     .help = "the drive that a joint has in any case, by its type in the catalogue; may be repeated"},
    {0},
};
const option_table sizing_table = {.rows = option_rows};

exit_code sizing_check(const sizing_options *o, const drive_options *drives, const invocation *given)
{
    const cdy_drive_options acting = drives_of(drives);
    (void)given;
    if (!o->catalogue) {
        return o->given.life || o->given.inertia_ratio || o->given.ambient || o->given.regeneration ||
                       o->given.reserve || o->included || o->assigned.count
                   ? fail(EXIT_USAGE, "options of drives need --catalogue FILE")
                   : EXIT_FINE;
    }
    if (acting.rotors || acting.load) {
        return fail(EXIT_USAGE, "--drives %s would count twice what the drives of the catalogue have: %s",
                    acting.rotors ? "rotors" : "load", acting.rotors ? "rotors" : "efficiencies");
    }
    return EXIT_FINE;
}

/* ---- opening ---- */

/* Understands JOINT=TYPE. */
static exit_code assign(sized *s, const robot *r, const char *text)
{
    const char *sign = strchr(text, '=');
    cdy_moving_joint joint = {0};
    for (int i = 0; sign && cdy_model_joint(r->model, i, &joint) == CDY_OK; i++) {
        const size_t length = (size_t)(sign - text);
        if (strlen(joint.name) != length || memcmp(joint.name, text, length) != 0 || joint.is_follower) {
            continue;
        }
        s->given[joint.velocity] = cdy_drive_catalogue_find(s->catalogue, sign + 1);
        return s->given[joint.velocity] >= 0
                   ? EXIT_FINE
                   : fail(EXIT_USAGE, "--assign: the catalogue has no drive of type '%.80s'", sign + 1);
    }
    return fail(EXIT_USAGE, "--assign: '%.80s' is not JOINT=TYPE with a joint that moves by itself", text);
}

static exit_code allocate(sized *s)
{
    const size_t n = (size_t)s->n + 1;
    s->numbers = calloc(4 * n, sizeof *s->numbers);
    s->given = calloc(n, sizeof *s->given);
    s->choices = calloc(n, sizeof *s->choices);
    for (int i = 0; s->given && i < s->n; i++) {
        s->given[i] = -1;
    }
    return s->numbers && s->given && s->choices ? EXIT_FINE : fail_memory();
}

exit_code sized_open(sized *s, const sizing_options *o, bool strict, const robot *r)
{
    const per_joint_option included = {.name = "--included", .noun = "mass", .kind = VECTOR_TAU};
    cdy_error error;
    *s = (sized){.options = o, .strict = strict, .n = cdy_model_nv(r->model)};
    s->demand = (cdy_drive_demand){.life = o->life,
                                   .inertia_ratio = o->inertia_ratio > 0 ? o->inertia_ratio : HUGE_VAL,
                                   .ambient = o->ambient,
                                   .regeneration = o->regeneration,
                                   .reserve = o->reserve,
                                   .strict = strict};
    exit_code code = allocate(s);
    if (code == EXIT_FINE && cdy_drive_catalogue_load(o->catalogue, &s->catalogue, &error) != CDY_OK) {
        return error.status == CDY_ERROR_ROBOT ? fail(EXIT_INPUT, "%s:%d: %s", error.file, error.line, error.text)
                                               : fail_library(&error);
    }
    code = code == EXIT_FINE ? per_joint_read(r, &included, o->included, s->numbers) : code;
    for (size_t i = 0; code == EXIT_FINE && i < o->assigned.count; i++) {
        code = assign(s, r, o->assigned.items[i]);
    }
    return code;
}

void sized_close(sized *s)
{
    cdy_drive_catalogue_destroy(s->catalogue);
    free(s->time);
    free(s->rows);
    free(s->q);
    free(s->numbers);
    free(s->given);
    free(s->choices);
}

/* ---- rows ---- */

static bool all_known(const double *values, int n)
{
    bool known = values != NULL;
    for (int i = 0; known && i < n; i++) {
        known = !isnan(values[i]);
    }
    return known;
}

static cdy_status refuse(cdy_error *error, cdy_status status, const char *text)
{
    *error = (cdy_error){.status = status};
    snprintf(error->text, sizeof error->text, "%s", text);
    return status;
}

static bool make_room(sized *s)
{
    if (s->count < s->room) {
        return true;
    }
    const size_t room = 2 * s->room + 256, width = 3 * (size_t)s->n + 1;
    if (room > SIZE_MAX / sizeof(double) / width) {
        return false;
    }
    double *time = realloc(s->time, room * sizeof *time);
    if (!time) {
        return false;
    }
    s->time = time;
    double *rows = realloc(s->rows, room * width * sizeof *rows);
    if (!rows) {
        return false;
    }
    s->rows = rows;
    s->room = room;
    return true;
}

cdy_status sized_add(sized *s, const recording *r, const double *t, const double *q, const double *qd, cdy_error *error)
{
    const double *qdd = r->values[VECTOR_QDD];
    const size_t n = (size_t)s->n, size = n * sizeof(double);
    if (!t || !all_known(q, s->n) || !all_known(qd, s->n) || !all_known(qdd, s->n)) {
        return refuse(error, CDY_ERROR_ARGUMENT,
                      "the choice of drives needs t, q, qd and qdd of all joints in every row; condyle smooth makes qd "
                      "and qdd of t and q");
    }
    if (s->count && *t < s->time[s->count - 1]) {
        return refuse(error, CDY_ERROR_ARGUMENT, "the time t is before that of the row before");
    }
    if (!make_room(s)) {
        return refuse(error, CDY_ERROR_MEMORY, "out of memory");
    }
    double *row = s->rows + s->count * 3 * n;
    s->time[s->count++] = *t;
    memcpy(row, q, size);
    memcpy(row + n, qd, size);
    memcpy(row + 2 * n, qdd, size);
    return CDY_OK;
}

/* ---- choice ---- */

/* Puts rows q qd qdd into three blocks, with a fourth for torques. */
static exit_code order_rows(sized *s)
{
    const size_t n = (size_t)s->n, block = s->count * n;
    s->q = calloc(s->count, (4 * n + 1) * sizeof *s->q);
    if (!s->q) {
        return fail_memory();
    }
    for (size_t row = 0; row < s->count; row++) {
        for (size_t k = 0; k < 3; k++) {
            memcpy(s->q + k * block + row * n, s->rows + (row * 3 + k) * n, n * sizeof *s->q);
        }
    }
    s->torque = s->q + 3 * block;
    s->motion = (cdy_drive_motion){s->count, s->time, s->q, s->q + block, s->q + 2 * block};
    return EXIT_FINE;
}

/* Masses of the chosen drives, less those that the links have. */
static void set_masses(sized *s)
{
    const double *included = s->numbers;
    double *mass = s->numbers + s->n;
    for (int i = 0; i < s->n; i++) {
        const cdy_motor_drive *d = sized_drive(s, i);
        mass[i] = d && !isnan(d->mass) ? fmax(d->mass - included[i], 0) : 0;
        s->exceeded += !sized_does(s, i);
        s->open += sized_does(s, i) && s->choices[i].use.unknown;
    }
}

exit_code sized_choose(sized *s, const robot *r)
{
    cdy_error error;
    const size_t n = (size_t)s->n;
    if (s->count < 2) {
        return fail(EXIT_INPUT, "the motion has %s row; a cycle needs two at least", s->count ? "one" : "no");
    }
    if (!(s->time[s->count - 1] > s->time[0])) {
        return fail(EXIT_INPUT, "all %zu rows have the time %g s, and a cycle takes time; expected t that rises",
                    s->count, s->time[0]);
    }
    const exit_code code = order_rows(s);
    if (code != EXIT_FINE) {
        return code;
    }
    if (cdy_choose_drives(r->model, &s->motion, cdy_drive_catalogue_drives(s->catalogue),
                          cdy_drive_catalogue_count(s->catalogue), &s->demand, s->numbers, s->given, s->choices,
                          &s->rounds, &error) != CDY_OK) {
        return fail_library(&error);
    }
    set_masses(s);
    return cdy_find_drive_torques(r->model, &s->motion, s->numbers + n, s->torque, s->numbers + 2 * n,
                                  s->numbers + 3 * n, &error) == CDY_OK
               ? EXIT_FINE
               : fail_library(&error);
}

const cdy_motor_drive *sized_drive(const sized *s, int joint)
{
    const int drive = s->choices[joint].drive;
    return drive < 0 ? NULL : &cdy_drive_catalogue_drives(s->catalogue)[drive];
}

bool sized_does(const sized *s, int joint)
{
    const cdy_drive_choice *c = &s->choices[joint];
    return c->drive >= 0 && !c->use.exceeded && !(s->strict && c->use.unknown);
}

cdy_drive_duty sized_duty(const sized *s, int joint, double *columns)
{
    const size_t n = (size_t)s->n, i = (size_t)joint;
    for (size_t row = 0; row < s->count; row++) {
        columns[row] = s->motion.qd[row * n + i];
        columns[s->count + row] = s->motion.qdd[row * n + i];
        columns[2 * s->count + row] = s->torque[row * n + i];
    }
    return (cdy_drive_duty){.count = s->count,
                            .time = s->time,
                            .speed = columns,
                            .acceleration = columns + s->count,
                            .torque = columns + 2 * s->count,
                            .inertia = s->numbers[2 * n + i],
                            .holding = s->numbers[3 * n + i]};
}

exit_code sized_judge(const sized *s, output *out)
{
    if (s->open) {
        note("of %d of %d drives not all limits that matter are known; --strict takes only drives whose limits are",
             s->open, s->n);
    }
    if (!s->exceeded) {
        return EXIT_FINE;
    }
    out->complete = true;
    return fail(EXIT_EXCEEDED, "for %d of %d joints no drive of the catalogue does the motion%s", s->exceeded, s->n,
                s->strict ? " with all limits known" : "");
}

const char *sized_limit_words(cdy_drive_limit limit)
{
    static const char *const words[] = {"peak torque",  "peak speed",       "continuous torque", "continuous speed",
                                        "winding heat", "gear peak torque", "gear mean torque",  "gear mean speed",
                                        "gear life",    "inertia ratio",    "brake torque"};
    return limit < CDY_DRIVE_LIMITS ? words[limit] : "none known";
}
