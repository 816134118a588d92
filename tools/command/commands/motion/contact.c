/* condyle contact: the mass that a body has for a blow, and the speed that keeps limits of contact. */
#include "commands/motion/contact.h"

#include "options/command.h"
#include "options/ending.h"
#include "rows/json.h"
#include "rows/payload.h"
#include "run/csv.h"
#include "run/number.h"
#include "values/place.h"
#include "values/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool has_limits(const contact_options *o)
{
    return contact_limits_given(&o->limits);
}

static bool is_clamping(const contact_options *o)
{
    return o->clamping || o->most_clamping > 0;
}

static void clear(computation *t)
{
    contact *c = t->state.data;
    if (c) {
        free(c->locked);
        free(c);
    }
}

static exit_code read_direction(const char *text, contact *c)
{
    size_t count;
    if (!text || strcmp(text, "motion") == 0 || strcmp(text, "outward") == 0) {
        return EXIT_FINE;
    }
    const exit_code code = number_read_list("--direction", text, c->direction, 3, &count);
    if (code == EXIT_FINE && count != 3) {
        return fail(EXIT_USAGE, "--direction: '%s' is no direction; expected X,Y,Z or motion, or outward with --grid",
                    text);
    }
    c->state.direction = c->direction;
    return code;
}

static exit_code prepare(computation *t)
{
    const contact_options *o = t->own;
    const cdy_model *model = t->robot->model;
    place at;
    contact *c = calloc(1, sizeof *c);
    t->state.data = c;
    if (!c || !(c->locked = calloc((size_t)cdy_model_nv(model) + 1, sizeof *c->locked))) {
        return fail_memory();
    }
    exit_code code = place_read(model, "--at", o->at, false, &at);
    code = code == EXIT_FINE ? read_direction(o->direction, c) : code;
    code = code == EXIT_FINE ? contact_read_locked(model, &o->limits, c->locked) : code;
    if (code == EXIT_FINE && at.rows) {
        code = fail(EXIT_USAGE, "--at takes BODY[:X,Y,Z]; the direction is --direction");
    }
    if (code == EXIT_FINE) {
        c->state.frame = at.frame;
        memcpy(c->state.point, at.point, sizeof at.point);
        c->state.axes = o->in_body_axes ? CDY_AXES_BODY : CDY_AXES_BASE;
        c->state.locked = c->locked;
        c->limit = has_limits(o) ? &o->limits.limit : NULL;
        c->tally = o->tally;
    }
    return code;
}

static void count_state(tally *n, unsigned long long row, double speed, double limit)
{
    n->states++;
    if (speed > limit) {
        n->first = n->fast++ ? n->first : row;
        n->most = fmax(n->most, speed / limit);
    }
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    contact *c = s->data;
    cdy_contact_state at = c->state;
    cdy_contact found;
    double limit = (double)NAN;
    at.q = s->values[VARIABLE_Q];
    at.qd = s->values[VARIABLE_QD];
    cdy_status status = cdy_effective_mass(model, workspace, &at, &found, error);
    if (!status && c->limit && !isnan(found.mass)) {
        status = cdy_contact_speed(c->limit, found.mass, &limit, error);
    }
    if (status) {
        return status;
    }
    s->values[VARIABLE_EFFECTIVE_MASS][0] = found.mass;
    s->values[VARIABLE_SPEED][0] = found.speed;
    c->tally->rows += s->row > 0;
    c->tally->still += s->row > 0 && isnan(found.mass);
    if (c->limit) {
        s->values[VARIABLE_SPEED_LIMIT][0] = limit;
        s->values[VARIABLE_TOO_FAST][0] = found.speed > limit;
        count_state(c->tally, s->row, found.speed, limit);
    }
    return CDY_OK;
}

static const calculation mass = {
    .command = "contact",
    .title = "Contact",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(EFFECTIVE_MASS), HAS(SPEED)),
    .prepare = prepare,
    .clear = clear,
    .compute = compute,
};

static const calculation limits = {
    .command = "contact",
    .title = "Contact within the given limits (no safety assessment)",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(EFFECTIVE_MASS), HAS(SPEED), HAS(SPEED_LIMIT), HAS(TOO_FAST)),
    .prepare = prepare,
    .clear = clear,
    .compute = compute,
};

static const calculation map = {
    .command = "contact",
    .title = "Effective mass over radius and height",
    .prepare = prepare,
    .clear = clear,
    .run = contact_write_map,
};

/* A map is about random poses at rest. */
static exit_code complete_map(const contact_options *o)
{
    const state_options *s = &o->calculation.state;
    const bool outward = o->direction && strcmp(o->direction, "outward") == 0;
    if (outward && !o->map) {
        return fail(EXIT_USAGE, "--direction outward is that of a map: it needs --grid");
    }
    if (!o->map) {
        return map_check_none(&o->calculation, &o->grid, false);
    }
    if (!o->direction || strcmp(o->direction, "motion") == 0) {
        return fail(EXIT_USAGE, "--grid needs a direction: --direction outward, away from the base's z axis, or X,Y,Z");
    }
    if (is_clamping(o)) {
        return fail(EXIT_USAGE, "--grid and --clamping are two results; give one of them");
    }
    if (outward && o->in_body_axes) {
        return fail(EXIT_USAGE, "--in is of a direction X,Y,Z: outward is level in the base frame");
    }
    if (s->vectors[VECTOR_Q] || s->vectors[VECTOR_QD] || o->calculation.rows.input) {
        return fail(EXIT_USAGE, "--grid is about random poses at rest: no --q, --qd or --input");
    }
    return map_check(&o->calculation, &o->grid, "--grid");
}

static exit_code complete(void *values, const invocation *given)
{
    const contact_options *o = values;
    (void)given;
    if (!o->at) {
        return fail(EXIT_USAGE, "'contact' needs --at BODY[:X,Y,Z], such as --at tool0");
    }
    if (is_clamping(o) && has_limits(o)) {
        return fail(EXIT_USAGE, "--clamping is of a robot at rest: give limits of a blow in another run");
    }
    if (is_clamping(o) && (!o->direction || strcmp(o->direction, "motion") == 0)) {
        return fail(EXIT_USAGE, "--clamping is of a robot at rest, which has no direction of motion; give --direction "
                                "X,Y,Z");
    }
    if (is_clamping(o) && (o->calculation.rows.input || o->calculation.limits || o->calculation.numbers.fields ||
                           o->calculation.numbers.format.kind == FORMAT_NPY)) {
        return fail(EXIT_USAGE, "--clamping is of one pose, --q, as table, csv or json, without --fields and --limits");
    }
    if (is_clamping(o) && o->calculation.state.vectors[VECTOR_QD]) {
        return fail(EXIT_USAGE, "--clamping is of a robot at rest, which has no --qd");
    }
    return complete_map(o);
}

static const char *const frames[] = {"base", "body", NULL};

static const option_row rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--at",
     .metavar = "BODY[:X,Y,Z]",
     .names = NAMES_BODY,
     .offset = offsetof(contact_options, at),
     .help = "the point X,Y,Z of BODY (m, in its frame; default its origin)"},
    {.kind = OPTION_TEXT,
     .name = "--direction",
     .metavar = "X,Y,Z",
     .offset = offsetof(contact_options, direction),
     .standard = "motion",
     .help = "direction of the blow, of any length; motion: that in which qd moves the point; outward, with\n"
             "--grid: away from the base's z axis"},
    {.kind = OPTION_CHOICE,
     .name = "--in",
     .offset = offsetof(contact_options, in_body_axes),
     .standard = "base",
     .help = "axes of the direction",
     .words = frames},
    INCLUDE_TABLE(contact_limit_table, contact_options, limits),
    {.kind = OPTION_FLAG,
     .name = "--clamping",
     .offset = offsetof(contact_options, clamping),
     .help = "the force with which the drives can press at rest, within the effort limits of the joints"},
    {.kind = OPTION_NUMBER,
     .name = "--most-clamping",
     .metavar = "N",
     .offset = offsetof(contact_options, most_clamping),
     .unit = "N",
     .help = "likewise, and the largest force that is allowed, N",
     .above_zero = true},
    {.kind = OPTION_FLAG,
     .name = "--grid",
     .offset = offsetof(contact_options, map),
     .help = "rows of the radii and heights that the point reaches, with the masses that it has in poses there"},
    INCLUDE_TABLE(map_table, contact_options, grid),
    INCLUDE_TABLE(q_table, contact_options, calculation.state),
    INCLUDE_TABLE(qd_table, contact_options, calculation.state),
    INCLUDE_TABLE(payload_table, contact_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, contact_options, calculation.drives),
    INCLUDE_TABLE(calculation_table, contact_options, calculation),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

/* ---- clamping ---- */

static void write_clamping(const robot *r, double force, const char *joint, output *out)
{
    output_text(out, "Clamping by ");
    output_name(out, robot_name(r));
    output_text(out, " at rest (no safety assessment)\n\n  clamping force  ");
    if (isinf(force) || isnan(force)) {
        output_text(out, isnan(force) ? "none (the point is at rest)\n" : "infinite\n");
    } else {
        output_format(out, "%.6g N, bounded by joint ", force);
        output_name(out, joint);
        output_text(out, "\n");
    }
}

static exit_code write_clamping_json(const robot *r, double force, const char *joint, output *out)
{
    json_builder object = json_build_object();
    json_put(&object, "command", json_string("contact"));
    json_put(&object, "robot", json_from_text(cdy_model_name(r->model)));
    json_put(&object, "clamping_force", json_from_number(force));
    json_put(&object, "joint", *joint ? json_from_text(joint) : json_null());
    return json_write_line(out, json_built(&object));
}

static exit_code write_force(const contact_options *o, const robot *r, double force, int velocity, output *out)
{
    const char *joint = velocity < 0 ? "" : vector_coordinate(r->model, VECTOR_QD, velocity).joint;
    const output_format_kind kind = format_or(&o->calculation.numbers.format, FORMAT_TABLE);
    exit_code code = EXIT_FINE;
    csv_row csv = {.out = out};
    if (kind == FORMAT_CSV) {
        csv_add_text(&csv, "clamping_force");
        csv_add_text(&csv, "joint");
        csv_end_row(&csv);
        csv_add_number(&csv, force, o->calculation.numbers.precision);
        csv_add_text(&csv, joint);
        csv_end_row(&csv);
    } else if (kind == FORMAT_JSON) {
        code = write_clamping_json(r, force, joint, out);
    } else {
        write_clamping(r, force, joint, out);
    }
    if (code == EXIT_FINE && o->most_clamping > 0 && force > o->most_clamping) {
        out->complete = true;
        return fail(EXIT_EXCEEDED, "the drives can press with %.4g N, %.4g times as much as the limit", force,
                    force / o->most_clamping);
    }
    return code;
}

/* Computes the force of one pose; t has what prepare() needs. */
static exit_code clamp(const contact_options *o, computation *t, double *q, output *out)
{
    const state_options *given = &o->calculation.state;
    cdy_workspace *workspace = NULL;
    cdy_error error;
    double force = 0;
    int velocity = -1;
    exit_code code = vector_read(t->robot, VECTOR_Q, "--q", given->vectors[VECTOR_Q], given->seed,
                                 o->calculation.numbers.degrees, q);
    code = code == EXIT_FINE ? prepare(t) : code;
    if (code == EXIT_FINE) {
        contact *c = t->state.data;
        c->state.q = q;
        const bool failed = cdy_workspace_create(t->robot->model, &workspace, &error) != CDY_OK ||
                            cdy_clamping_force(t->robot->model, workspace, &c->state, NULL, &force, &velocity, &error);
        code = failed ? fail_library(&error) : write_force(o, t->robot, force, velocity, out);
    }
    cdy_workspace_destroy(workspace);
    clear(t);
    return code;
}

static exit_code run_clamping(const contact_options *o, output *out)
{
    robot r = {0};
    exit_code code = robot_load(&r, o->calculation.invocation.robot, &o->calculation.robot, &o->calculation.drives);
    code = code == EXIT_FINE ? payloads_apply(&r, &o->calculation.payloads) : code;
    if (code == EXIT_FINE) {
        double *q = calloc((size_t)cdy_model_nq(r.model) + 1, sizeof *q);
        computation t = {.robot = &r, .own = o};
        code = q ? clamp(o, &t, q, out) : fail_memory();
        free(q);
    }
    robot_clear(&r);
    return code;
}

static exit_code run(const void *options, output *out)
{
    contact_options o = *(const contact_options *)options;
    tally found = {0};
    o.tally = &found;
    if (is_clamping(&o)) {
        return run_clamping(&o, out);
    }
    const exit_code code = calculation_run(o.map ? &map : has_limits(&o) ? &limits : &mass, &o, out);
    if (code == EXIT_FINE && found.still > 0 && found.still == found.rows) { /* a motion may begin and end at rest */
        note("in all of %llu rows the point is at rest, which has no direction and no mass; expected qd or --direction",
             found.rows);
    }
    if (code != EXIT_FINE || !found.fast) {
        return code;
    }
    out->complete = true;
    if (!found.first) {
        return fail(EXIT_EXCEEDED, "the point is %.4g times as fast as the limits of contact allow", found.most);
    }
    return fail(EXIT_EXCEEDED,
                "%llu of %llu states are faster than the limits of contact allow, the first in row %llu; "
                "at most %.4g times as fast",
                found.fast, found.states, found.first, found.most);
}

const command command_contact = {
    .name = "contact",
    .summary = "the mass that a body has for a blow, and the speed that keeps limits of contact",
    .description =
        "Contact: the effective mass of the point --at in the direction --direction,\n"
        "\n"
        "  m = 1 / (u^T J M^-1 J^T u)\n"
        "\n"
        "and the speed of the point along it.  --drives rotors adds the rotors behind their gears; joints of\n"
        "--locked do not give way.  Where no joint gives way in the direction, the mass is infinite (null in\n"
        "JSON, empty in csv); at rest there is no direction of motion, and no mass in it.\n"
        "\n"
        "With --most-force or --energy, --region-mass, and --stiffness for a force, speed_limit is\n"
        "the speed at which a transient contact reaches the limit by the formula of ISO/TS 15066, annex A:\n"
        "\n"
        "  F / sqrt(mu k) or sqrt(2 E / mu),  mu = 1 / (1 / m_region + 1 / m)\n"
        "\n"
        "too_fast tells whether the point is faster, and the exit code is 5 where a state is.  All limits,\n"
        "spring constants and masses of body regions are yours.  This is no safety assessment: clamping,\n"
        "pressures, edges and the risk assessment of the application are not part of it.\n"
        "\n"
        "--clamping gives, for the pose --q, clamping_force in their place: the largest force F in the\n"
        "direction for which the torques g + F J^T u of the robot at rest are within the effort limits of the\n"
        "joints.\n"
        "\n"
        "--grid gives rows of a grid over radius (from the base's z axis) and height of the point: the least\n"
        "and the largest mass of random poses there, from --seed, and with limits the speed that they allow\n"
        "the largest; with -o FILE.svg it draws a picture of the largest mass, with limits that of the speed\n"
        "that they allow, or of the column that --show names.\n"
        "\n"
        "csv and JSON have effective_mass, speed, speed_limit, too_fast, or clamping_force and joint, or\n"
        "radius, height, least_mass, largest_mass, speed_limit and samples.\n",
    .examples = "condyle contact universalUR5e --at tool0 --direction 1,0,0 --q 0,-1.57,1.57,0,0,0 --drives rotors\n"
                "condyle contact universalUR5e --at tool0 --qd 0.1,0,0,0,0,0 --most-force 280 --stiffness 75000 "
                "--region-mass 0.6\n"
                "condyle contact universalUR5e --at tool0 --direction 0,0,-1 --q 0,-1.57,1.57,0,0,0 --clamping\n"
                "condyle contact universalUR5e --at tool0 --direction outward --grid --cell 0.1 --format csv\n"
                "condyle contact universalUR5e --at tool0 --direction outward --grid -o masses.svg\n"
                "condyle random universalUR5e --count 3 --format csv | condyle contact universalUR5e --at tool0 "
                "--direction 0,0,-1 --locked elbow_joint --input -\n",
    .options = &table,
    .endings = ending_rows_or_svg,
    .size = sizeof(contact_options),
    .uses_mass = true,
    .run = run,
};
