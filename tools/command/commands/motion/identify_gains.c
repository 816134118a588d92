/* condyle identify --gains: gains of the drives, from recordings with and without a load of known mass. */
#include "commands/motion/identify_inputs.h"

#include "commands/motion/hold_out.h"
#include "values/log_gain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The identification while its rows are read. */
typedef struct gain_reading {
    cdy_gain_identification *identification;
    bool loaded;
} gain_reading;

void gains_clear(identified_gains *gains)
{
    cdy_gain_identification_destroy(gains->identification);
    free(gains->nominal);
}

static cdy_status add_to_gains(recording *r, const double *fext, cdy_error *error)
{
    const gain_reading *to = r->to;
    const double t = r->values[QUANTITY_TIME][0];
    if (r->hold && hold_out_leaves(r->hold, t)) {
        return CDY_OK;
    }
    return cdy_gain_identification_add(to->identification, to->loaded, r->values[QUANTITY_Q], r->values[QUANTITY_QD],
                                       r->values[QUANTITY_QDD], fext, r->values[QUANTITY_TAU], r->weights, error);
}

/* The input whose own payload is the load; the same load may be in several. */
static exit_code find_load(const recorded_inputs *inputs, const recorded_input **loaded)
{
    size_t empty = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        const recorded_input *one = &inputs->list[i];
        const char *own = one->own > 0 ? one->payloads.items[one->payloads.count - 1] : NULL;
        if (one->own > 1 ||
            (own && *loaded && strcmp(own, (*loaded)->payloads.items[(*loaded)->payloads.count - 1]) != 0)) {
            return fail(EXIT_USAGE, "--gains takes one known load; expected the same single --payload behind each "
                                    "--input that has it, and payloads of all recordings in front of the first");
        }
        *loaded = own ? one : *loaded;
        empty += own == NULL;
        if (strcmp(one->file, "-") == 0) {
            return fail(EXIT_USAGE, "--gains reads its inputs twice; expected files, not the standard input");
        }
    }
    return *loaded && empty > 0
               ? EXIT_FINE
               : fail(EXIT_USAGE, "--gains needs recordings with and without a load of known mass: --input empty.csv "
                                  "--input loaded.csv --payload BODY:MASS");
}

/* Reads the load from its option --payload: the mass, and the center and inertia where the option gives them. */
static exit_code read_load(robot *r, const recorded_input *loaded, identified_gains *gains)
{
    const char *text = loaded->payloads.items[loaded->payloads.count - 1], *colon = strrchr(text, ':');
    const text_list own = {.items = &text, .count = 1};
    int commas = 0;
    for (const char *at = colon; at && *at; at++) {
        commas += *at == ',';
    }
    const exit_code code = inputs_carry(r, &own);
    bool found = false;
    for (int i = 0; i < cdy_model_frame_count(r->model) && code == EXIT_FINE && !found; i++) {
        found = cdy_model_get_payload(r->model, i, &gains->options.load);
        gains->options.frame = i;
    }
    if (code == EXIT_FINE && (!found || cdy_model_frame_is_fixed(r->model, gains->options.frame))) {
        return fail(EXIT_USAGE, "--gains: the load '%s' %s; expected a mass above 0 on a body that moves", text,
                    found ? "is on a body that does not move" : "has no mass");
    }
    gains->options.center_is_known = commas >= 3;
    gains->options.inertia_is_known = commas > 3;
    return code;
}

/* The gains that ROBOT states: deviations from these have something in common. */
static exit_code find_nominal(const recording *r, identified_gains *gains)
{
    const int n = cdy_model_nv(r->robot.model);
    bool known = true;
    gains->nominal = calloc((size_t)n + 1, sizeof *gains->nominal);
    if (!gains->nominal) {
        return fail_memory();
    }
    for (int i = 0; i < n; i++) {
        gains->nominal[i] = effort_factor(&r->robot, (effort_kind)r->options->effort, i);
        known = known && fabs(gains->nominal[i]) > 0;
    }
    gains->options.nominal = known ? gains->nominal : NULL;
    return EXIT_FINE;
}

static exit_code read_all(recording *r, const recorded_inputs *inputs, gain_reading *to)
{
    exit_code code = inputs_carry(&r->robot, &inputs->common);
    for (size_t i = 0; i < inputs->count && code == EXIT_FINE; i++) {
        to->loaded = inputs->list[i].own > 0;
        if (r->hold) {
            hold_out_begin(r->hold, i);
        }
        r->file = inputs->list[i].file;
        recording_rewind(r);
        code = identify_rows_read(r);
    }
    return code;
}

/* Rows are read again as torques of the joints. */
static exit_code take_gains(recording *r, const identified_gains *gains)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    r->plain_efforts = false;
    const exit_code code = recording_allocate_factors(r);
    if (code == EXIT_FINE) {
        memcpy(r->factors, gains->result.gains, n * sizeof *r->factors);
    }
    return code;
}

exit_code gains_find(recording *r, const recorded_inputs *inputs, identified_gains *gains)
{
    cdy_error error;
    const recorded_input *loaded = NULL;
    const recorded_row add = r->add;
    gains->options = cdy_gain_identification_options_default();
    gains->effort = r->options->effort;
    exit_code code = find_load(inputs, &loaded);
    code = code == EXIT_FINE ? read_load(&r->robot, loaded, gains) : code;
    code = code == EXIT_FINE ? find_nominal(r, gains) : code;
    code = code == EXIT_FINE ? inputs_carry(&r->robot, &inputs->common) : code;
    if (code == EXIT_FINE &&
        cdy_gain_identification_create(r->robot.model, &gains->options, &gains->identification, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    gain_reading to = {.identification = gains->identification};
    r->add = add_to_gains;
    r->to = &to;
    r->plain_efforts = true;
    code = code == EXIT_FINE ? read_all(r, inputs, &to) : code;
    if (code == EXIT_FINE && cdy_gain_identification_solve(to.identification, &gains->result, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    r->add = add;
    r->to = NULL;
    return code == EXIT_FINE ? take_gains(r, gains) : code;
}

/* A file has one gain a joint. */
static void tell_left_out(const identified_gains *gains, const robot *r, int velocity)
{
    const cdy_coordinate c = vector_coordinate(r->model, VECTOR_TAU, velocity);
    note("the gain %.6g of joint '%s', which has several degrees of freedom, is not in the robot's file: <drive> has "
         "one gain a joint of one degree",
         gains->result.gains[velocity], c.joint);
}

cdy_status gains_apply(const identified_gains *gains, const robot *r, cdy_tree *tree, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < gains->result.velocity_count && !status; i++) {
        const char *name = vector_coordinate(r->model, VECTOR_TAU, i).joint;
        const cdy_joint *own = joint_of_velocity(r, i);
        if (own && cdy_joint_type_nv(own->type) != 1) {
            tell_left_out(gains, r, i);
        }
        for (int k = 1; k <= cdy_tree_body_count(tree) && !status; k++) {
            cdy_joint joint = cdy_tree_body(tree, k)->joint;
            if (strcmp(joint.name, name) != 0 || cdy_joint_type_nv(joint.type) != 1) {
                continue;
            }
            *(gains->effort == EFFORT_CURRENT ? &joint.drive.current_gain : &joint.drive.torque_gain) =
                gains->result.gains[i];
            status = cdy_tree_replace_joint(tree, cdy_tree_body(tree, k)->name, &joint, error);
        }
    }
    return status;
}
