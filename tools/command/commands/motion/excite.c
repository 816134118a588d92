/* condyle excite: a motion from which parameters can be identified. */
#include "commands/motion/motion_rows.h"
#include "options/command.h"
#include "rows/payload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct excite_options {
    calculation_options calculation;
    motion_limit_options limits;
    clearance_options clearance;
    double time;           /* --time: the period, s */
    int harmonics;         /* --harmonics */
    int evaluations;       /* --evaluations */
    double scale;          /* --scale */
    bool friction, rotors; /* --friction, --rotors */
} excite_options;

static cdy_status evaluate(const void *motion, double t, double *q, double *qd, double *qdd, cdy_error *error)
{
    return cdy_excitation_evaluate(motion, t, q, qd, qdd, error);
}

/* Room beyond --clearance in the search, whose samples are not the rows, m; less where the shapes leave less. */
static const double most_room = 0.002;

/* Pairs of bodies to which a configuration leaves no more than this beyond --clearance, as those beside a joint, are
 * looked at in samples alone: ways between them would be looked at endlessly.  The rows are still looked at closely. */
static const double tight_room = 0.01;

/* Random configurations that tell how far bodies can be apart, and pairs that are named at most. */
enum { CONFIGURATIONS = 500, MOST_NAMED = 20 };

/* The distances of the motions that the search tries, and the first error in them. */
typedef struct watch {
    clearance points, ways; /* in samples, and between them */
    double *q;              /* (last + 1) x nq: the motion at hand */
    int nq, last;           /* sample at the end of the period */
    int refused;            /* sample at which the last motion was refused */
    const char *pair[2];    /* bodies that were too near there; NULL: none was refused */
    cdy_status status;
    cdy_error error;
} watch;

/* Adds a sample of the motion at hand to a clearance; returns whether that is kept. */
static bool keeps(watch *w, clearance *c, int sample)
{
    const double *q = w->q + (size_t)sample * (size_t)w->nq;
    w->status = clearance_add(c, (unsigned long long)sample + 1, NULL, q, &w->error);
    const bool kept = w->status == CDY_OK && clearance_is_kept(c);
    if (!kept && w->status == CDY_OK) {
        w->refused = sample;
        w->pair[0] = c->first;
        w->pair[1] = c->second;
    }
    return kept;
}

/* Whether the motion at hand keeps the clearance at its samples: where the last one did not, then some, then all. */
static bool keeps_at_samples(watch *w)
{
    enum { COARSE = 16 };
    clearance_restart(&w->points);
    bool kept = keeps(w, &w->points, w->refused);
    for (int step = COARSE; step >= 1 && kept; step /= 4) {
        for (int i = 0; i <= w->last && kept; i += step) {
            if (step == COARSE || i % (4 * step) != 0) {
                clearance_restart(&w->points);
                kept = keeps(w, &w->points, i);
            }
        }
    }
    return kept;
}

/* Takes the samples of a motion, and at its last one tells whether bodies stay as far apart as --clearance asks for, at
 * the samples and between them; after an error, none is asked for any more. */
static bool accept(void *context, int sample, const double *q)
{
    watch *w = context;
    if (w->status == CDY_OK && sample <= w->last) {
        memcpy(w->q + (size_t)sample * (size_t)w->nq, q, (size_t)w->nq * sizeof *q);
    }
    if (w->status != CDY_OK || sample < w->last) {
        return w->status == CDY_OK;
    }
    bool kept = keeps_at_samples(w);
    clearance_restart(&w->ways);
    for (int i = 0; i <= w->last && kept && cdy_distance_pair_count(w->ways.scene) > 0; i++) {
        kept = keeps(w, &w->ways, i);
    }
    return kept;
}

/* The names of the bodies of a pair of shapes. */
static void name_pair(const clearance *c, size_t pair, const char *names[2])
{
    size_t a = 0, b = 0;
    cdy_distance_pair(c->scene, pair, &a, &b);
    names[0] = c->shapes->named[c->shapes->bodies[a]].name;
    names[1] = c->shapes->named[c->shapes->bodies[b]].name;
}

/* Whether a pair of the same bodies as pair `i` is within the margin in all random configurations as well, and earlier.
 */
static bool is_named(const clearance *c, const cdy_distance_use *uses, size_t i)
{
    const char *names[2], *others[2];
    bool found = false;
    name_pair(c, i, names);
    for (size_t k = 0; k < i && !found; k++) {
        name_pair(c, k, others);
        found = uses[k].most <= c->margin && others[0] == names[0] && others[1] == names[1];
    }
    return found;
}

/* Fails where bodies are within the margin in all random configurations, and notes the pairs of them. */
static exit_code refuse_near_pairs(const clearance *c, const cdy_distance_use *uses, size_t pairs)
{
    int near = 0;
    for (size_t i = 0; i < pairs && near < MOST_NAMED; i++) {
        if (uses[i].most <= c->margin && !is_named(c, uses, i)) {
            const char *names[2];
            name_pair(c, i, names);
            note("bodies '%s' and '%s' are %g m apart at most; --exclude %s,%s leaves them out", names[0], names[1],
                 uses[i].most, names[0], names[1]);
            near++;
        }
    }
    return near == 0 ? EXIT_FINE
                     : fail(EXIT_NUMERICAL,
                            "no motion keeps --clearance %g: bodies are nearer in all of %d random configurations; "
                            "expected --exclude for them, or a smaller clearance",
                            c->margin, CONFIGURATIONS);
}

/* Sets the room of the search, and leaves pairs out of the ways that have little. */
static cdy_status set_room(watch *w, const cdy_distance_use *uses, size_t pairs)
{
    double room = most_room;
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < pairs && !status; i++) {
        const double left = uses[i].most - w->points.margin;
        size_t a = 0, b = 0;
        room = fmin(room, left / 2);
        if (left < tight_room && cdy_distance_pair(w->points.scene, i, &a, &b)) {
            status = cdy_distance_exclude(w->ways.model, w->ways.scene, w->points.shapes->items[a].frame,
                                          w->points.shapes->items[b].frame, &w->error);
        }
    }
    w->points.margin += room;
    w->ways.margin += most_room;
    clearance_ask_only(&w->ways);
    return status;
}

/* Looks at random configurations: refuses a clearance that none of them keeps, and sets the room of the search. */
static exit_code find_room(watch *w, uint64_t seed)
{
    const clearance *c = &w->points;
    const size_t pairs = cdy_distance_pair_count(c->scene);
    cdy_distance_use *uses = calloc(pairs + 1, sizeof *uses);
    exit_code code = uses ? EXIT_FINE : fail_memory();
    if (code == EXIT_FINE &&
        cdy_distance_sample(c->model, c->workspace, c->scene, CONFIGURATIONS, &seed, uses, &w->error) != CDY_OK) {
        code = fail_library(&w->error);
    }
    code = code == EXIT_FINE ? refuse_near_pairs(c, uses, pairs) : code;
    if (code == EXIT_FINE && set_room(w, uses, pairs) != CDY_OK) {
        code = fail_library(&w->error);
    }
    free(uses);
    return code;
}

/* The ways have the shapes and the pairs of the points. */
static exit_code begin_ways(watch *w, const robot *r, const text_list *excluded)
{
    cdy_distance_scene *scene = NULL;
    const shape_list *shapes = w->points.shapes;
    if (shape_list_make_scene(shapes, r, &scene, &w->error) != CDY_OK) {
        cdy_distance_scene_destroy(scene);
        return fail_library(&w->error);
    }
    exit_code code = clearance_begin(&w->ways, r->model, shapes, scene, w->points.workspace, w->points.margin);
    for (size_t i = 0; i < excluded->count && code == EXIT_FINE; i++) {
        code = shape_pairs_exclude(scene, r, excluded->items[i]);
    }
    return code;
}

static exit_code begin_watch(watch *w, const computation *t)
{
    enum { SAMPLES_A_HARMONIC = 64 }; /* as condyle/excitation.h tells */
    const excite_options *o = t->own;
    exit_code code = clearance_open(&w->points, t->robot, &o->calculation.robot, &o->clearance);
    code = code == EXIT_FINE ? begin_ways(w, t->robot, &o->clearance.excluded) : code;
    w->nq = cdy_model_nq(t->robot->model);
    w->last = SAMPLES_A_HARMONIC * o->harmonics;
    w->q = calloc(((size_t)w->last + 1) * (size_t)w->nq + 1, sizeof *w->q);
    code = code == EXIT_FINE && !w->q ? fail_memory() : code;
    return code == EXIT_FINE ? find_room(w, o->calculation.state.seed) : code;
}

static void end_watch(watch *w)
{
    clearance_close(&w->points);
    cdy_distance_scene_destroy(w->ways.scene);
    clearance_end(&w->ways);
    free(w->q);
}

/* Reports why there is no motion: an error in a distance, or of the search, and bodies that were too near in it. */
static exit_code report_failure(const watch *w, const cdy_error *error)
{
    if (w->status) {
        return fail_library(&w->error);
    }
    if (w->pair[0] && error->status == CDY_ERROR_NUMERIC) {
        note("a motion is accepted where it keeps --clearance; bodies '%s' and '%s' did not in the last one, and "
             "--exclude %s,%s leaves them out",
             w->pair[0], w->pair[1], w->pair[0], w->pair[1]);
    }
    return fail_library(error);
}

/* Searches for the motion, within the clearance where one is asked for. */
static exit_code find_excitation(const computation *t, const cdy_excitation_options *given, cdy_excitation **made)
{
    const excite_options *o = t->own;
    cdy_excitation_options options = *given;
    watch watched = {.status = CDY_OK};
    cdy_error error = {.text = ""};
    exit_code code = EXIT_FINE;
    if (o->clearance.given) {
        code = begin_watch(&watched, t);
        options.accept = accept;
        options.context = &watched;
    } else {
        note("whether bodies touch is not looked at; --clearance M searches for a motion that keeps them M apart");
    }
    if (code == EXIT_FINE) {
        const cdy_status status = cdy_excitation_create(t->robot->model, &options, made, &error);
        code = watched.status || status ? report_failure(&watched, &error) : EXIT_FINE;
    }
    end_watch(&watched);
    return code;
}

static exit_code run_computation(computation *t, output *out)
{
    const excite_options *o = t->own;
    cdy_excitation_options options = cdy_excitation_options_default();
    cdy_excitation *excitation = NULL;
    motion_limits limits = {.velocity = NULL};
    exit_code code = motion_limits_read(t, &o->limits, &limits);
    options.duration = o->time;
    options.harmonics = o->harmonics;
    options.velocity = limits.velocity;
    options.acceleration = limits.acceleration;
    options.effort = limits.effort;
    options.scale = o->scale;
    options.regressor.damping = options.regressor.coulomb = o->friction;
    options.regressor.rotor_inertia = o->rotors;
    options.evaluations = o->evaluations;
    options.seed = o->calculation.state.seed;
    code = code == EXIT_FINE ? find_excitation(t, &options, &excitation) : code;
    if (code == EXIT_FINE) {
        note("%d base parameters; condition number of their regressor %.4g", cdy_excitation_rank(excitation),
             cdy_excitation_condition(excitation));
        const known_motion motion = {.motion = excitation,
                                     .evaluate = evaluate,
                                     .duration = o->time,
                                     .rate = o->limits.rate,
                                     .clearance = &o->clearance};
        code = motion_rows_write(t, out, &motion);
    }
    cdy_excitation_destroy(excitation);
    motion_limits_clear(&limits);
    return code;
}

static const calculation excitation = {
    .command = "excite",
    .title = "Excitation",
    .results = SET_OF(HAS(TIME), HAS(Q), HAS(QD), HAS(QDD)),
    .gravity = true,
    .run = run_computation,
};

static const option_row rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--time",
     .letter = "-T",
     .metavar = "T",
     .offset = offsetof(excite_options, time),
     .standard = "10",
     .help = "the period, s",
     .above_zero = true},
    {.kind = OPTION_INTEGER,
     .name = "--harmonics",
     .metavar = "N",
     .offset = offsetof(excite_options, harmonics),
     .standard = "5",
     .help = "harmonics of each joint's series",
     .least = 2,
     .most = 100},
    {.kind = OPTION_INTEGER,
     .name = "--evaluations",
     .metavar = "N",
     .offset = offsetof(excite_options, evaluations),
     .standard = "300",
     .help = "motions that the search tries",
     .least = 1,
     .most = 1000000},
    {.kind = OPTION_NUMBER,
     .name = "--scale",
     .metavar = "S",
     .offset = offsetof(excite_options, scale),
     .standard = "0.95",
     .help = "share of every limit that is used",
     .above_zero = true,
     .most = 1},
    {.kind = OPTION_FLAG,
     .name = "--friction",
     .offset = offsetof(excite_options, friction),
     .help = "for damping and Coulomb friction as well"},
    {.kind = OPTION_FLAG,
     .name = "--rotors",
     .offset = offsetof(excite_options, rotors),
     .help = "for rotor inertias as well"},
    INCLUDE_TABLE(motion_limit_table, excite_options, limits),
    INCLUDE_TABLE(clearance_table, excite_options, clearance),
    INCLUDE_TABLE(payload_table, excite_options, calculation.payloads),
    INCLUDE_TABLE(seed_table, excite_options, calculation.state.seed),
    INCLUDE_TABLE(robot_table, excite_options, calculation.robot),
    INCLUDE_TABLE(number_table, excite_options, calculation.numbers),
    {0},
};

static exit_code complete(void *values, const invocation *given)
{
    excite_options *o = values;
    (void)given;
    o->calculation.robot.srdf = o->clearance.srdf;
    return EXIT_FINE;
}

static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&excitation, options, out);
}

const command command_excite = {
    .name = "excite",
    .summary = "a motion for identify, as rows t, q, qd, qdd",
    .description =
        "Excitation: a motion of one period from which 'identify' can tell the parameters well, as rows\n"
        "t (s), q, qd and qdd. Each joint of one degree of freedom moves along a Fourier series, at\n"
        "rest at both ends; the series are searched for the least condition number of the base\n"
        "regressor (Swevers and others 1997) and keep the limits of positions, velocities,\n"
        "accelerations and efforts, with --payload. Other joints stay at home. Joints without limits of position turn\n"
        "by 3.14 rad, or slide by 1 m, to either side. The same --seed gives the same motion. With\n"
        "--clearance the search keeps bodies of the robot so far apart, in the rows and between them; a note\n"
        "tells the least distance, and exit code 5 that the rows do not keep it.  Whether the robot hits\n"
        "something else is for you to see: 'distance --with' looks at it.\n",
    .examples =
        "condyle excite universalUR5e --evaluations 20 --acceleration 5 --rate 10 -o excitation.csv\n"
        "condyle excite universalUR5e --evaluations 20 --clearance 0.01 --exclude base_link_inertia,upper_arm_link\n"
        "condyle excite universalUR5e --evaluations 20 --rate 10 | condyle id universalUR5e --input -\n",
    .options = &table,
    .size = sizeof(excite_options),
    .uses_mass = true,
    .run = run,
};
