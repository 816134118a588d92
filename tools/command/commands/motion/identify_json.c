/* The report of condyle identify as one JSON object. */
#include "commands/motion/hold_out.h"
#include "rows/json.h"
#include "rows/payload.h"

#include <math.h>

static json_t *name_of(const identified *i, int parameter)
{
    text_buffer name = {0};
    identified_add_name(i, parameter, &name);
    json_t *text = name.failed ? NULL : json_from_text(text_get(&name));
    text_clear(&name);
    return text;
}

static json_t *combination(const identified *i, int base)
{
    const cdy_identification_result *r = &i->result;
    json_builder object = json_build_object();
    for (int k = 0; k < r->parameter_count; k++) {
        const double factor = r->base_combinations[(size_t)base * (size_t)r->parameter_count + (size_t)k];
        if (fabs(factor) > 0) {
            json_t *name = name_of(i, k);
            json_put(&object, name ? json_string_value(name) : "", name ? json_from_number(factor) : NULL);
            json_decref(name);
        }
    }
    return json_built(&object);
}

static json_t *base_parameters(const identified *i)
{
    const cdy_identification_result *r = &i->result;
    json_builder list = json_build_array();
    for (int b = 0; b < r->rank; b++) {
        json_builder object = json_build_object();
        json_put(&object, "parameter", name_of(i, r->base_parameters[b]));
        json_put(&object, "value", json_from_number(r->base_values[b]));
        json_put(&object, "standard_deviation", json_from_number(r->base_deviations[b]));
        json_put(&object, "combination", combination(i, b));
        json_add(&list, json_built(&object));
    }
    return json_built(&list);
}

static json_t *parameters(const identified *i)
{
    static const char *const words[] = {"alone", "with others", "not"};
    const cdy_identification_result *r = &i->result;
    json_builder list = json_build_array();
    for (int k = 0; k < r->parameter_count; k++) {
        json_builder object = json_build_object();
        json_put(&object, "parameter", name_of(i, k));
        json_put(&object, "value", json_from_number(r->parameters[k]));
        json_put(&object, "prior", json_from_number(r->prior[k]));
        json_put(&object, "standard_deviation", json_from_number(r->standard_deviations[k]));
        json_put(&object, "determined", json_string(words[identified_determination(i, k)]));
        json_add(&list, json_built(&object));
    }
    return json_built(&list);
}

static json_t *consistency(const identified *i)
{
    json_builder object = json_build_object();
    json_put(&object, "inconsistent_before", json_integer(i->result.inconsistent_before));
    json_put(&object, "inconsistent_after", json_integer(i->result.inconsistent_after));
    json_put(&object, "cost", json_from_number(i->result.consistency_cost));
    return json_built(&object);
}

static json_t *drive_to_json(const cdy_drive_estimate *drive)
{
    json_builder object = json_build_object();
    for (int k = 0; k < DRIVE_NUMBERS; k++) {
        json_put(&object, drive_numbers[k].name, json_from_number(drive_number_of(drive, k)));
    }
    return json_built(&object);
}

static json_t *left_out_to_json(unsigned left_out)
{
    json_builder list = json_build_array();
    for (unsigned k = 0; k < LEFT_OUT_NAMES; k++) {
        if (left_out >> k & 1U) {
            json_add(&list, json_string(left_out_names[k]));
        }
    }
    return json_built(&list);
}

static json_t *drives(const identified *i)
{
    const cdy_drive_identification_result *c = &i->calibration;
    json_builder list = json_build_array();
    for (int k = 0; k < c->velocity_count; k++) {
        json_builder object = json_build_object();
        json_put(&object, "joint", json_from_text(vector_coordinate(i->robot->model, VECTOR_QD, k).joint));
        json_put(&object, "values", drive_to_json(&c->drives[k]));
        json_put(&object, "standard_deviations", drive_to_json(&c->deviations[k]));
        json_put(&object, "delay", json_from_number(c->delays[k]));
        json_put(&object, "left_out", left_out_to_json(c->left_out[k]));
        json_add(&list, json_built(&object));
    }
    return json_built(&list);
}

static double rows_of(const held_out *h)
{
    return (double)h->rows;
}

static double measured_rms_of(const held_out *h)
{
    return h->measured_rms;
}

static double measured_deviation_of(const held_out *h)
{
    return h->measured_deviation;
}

static double residual_rms_of(const held_out *h)
{
    return h->residual_rms;
}

static json_t *held_to_json(const identified *i)
{
    static const struct {
        const char *name;
        double (*number_of)(const held_out *h);
    } numbers[] = {{"rows", rows_of},
                   {"measured_rms", measured_rms_of},
                   {"measured_deviation", measured_deviation_of},
                   {"residual_rms", residual_rms_of},
                   {"residual_percent", hold_out_percent}};
    json_builder object = json_build_object();
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        json_builder list = json_build_array();
        for (int j = 0; j < cdy_model_nv(i->robot->model); j++) {
            json_add(&list, json_from_number(numbers[k].number_of(&i->held[j])));
        }
        json_put(&object, numbers[k].name, json_built(&list));
    }
    return json_built(&object);
}

static json_t *gains_to_json(const identified *i)
{
    const cdy_gain_identification_result *g = &i->gains->result;
    const size_t n = (size_t)g->velocity_count;
    json_builder object = json_build_object(), load = json_build_object();
    json_put(&load, "mass", json_from_number(g->load.mass));
    json_put(&load, "center_of_mass", json_from_numbers(g->load.center_of_mass, 3));
    json_put(&object, "values", json_from_numbers(g->gains, n));
    json_put(&object, "standard_deviations", json_from_numbers(g->deviations, n));
    json_put(&object, "residual_rms", json_from_numbers(g->joint_rms, n));
    json_put(&object, "delays", json_from_numbers(i->gains->delays, n));
    json_put(&object, "load", json_built(&load));
    return json_built(&object);
}

exit_code identified_write_json(const identified *i, output *out)
{
    const cdy_identification_result *r = &i->result;
    const size_t n = (size_t)r->velocity_count;
    double gravity[3];
    json_builder object = json_build_object();
    cdy_model_get_gravity(i->robot->model, gravity);
    json_put(&object, "command", json_string("identify"));
    json_put(&object, "robot", json_from_text(cdy_tree_name(i->robot->tree)));
    json_put(&object, "gravity", json_from_numbers(gravity, 3));
    size_t payload_count;
    json_t *payloads = payloads_to_json(i->robot->model, &payload_count);
    if (payload_count > 0 || !payloads) {
        json_put(&object, "payloads", payloads);
    } else {
        json_decref(payloads);
    }
    if (i->gains) {
        json_put(&object, "gains", gains_to_json(i));
    }
    if (i->drives) {
        json_put(&object, "drives", drives(i));
        json_put(&object, "drive_residual_rms",
                 json_from_numbers(i->calibration.joint_rms, (size_t)i->calibration.velocity_count));
    }
    if (i->held) {
        json_put(&object, "held_out", held_to_json(i));
    }
    json_put(&object, "rows", json_integer((json_int_t)(i->drives ? i->calibration.rows : r->rows)));
    if (r->rows == 0) { /* the bodies are the robot's */
        json_put(&object, "joints", json_labels(i->robot->model, VECTOR_QD));
        return json_write_line(out, json_built(&object));
    }
    json_put(&object, "rank", json_integer(r->rank));
    json_put(&object, "full_rank", json_integer(r->full_rank));
    json_put(&object, "condition_number", json_from_number(r->condition_number));
    json_put(&object, "noise", json_from_number(r->noise));
    json_put(&object, "joints", json_labels(i->robot->model, VECTOR_QD));
    json_put(&object, "residual_rms", json_from_numbers(r->joint_rms, n));
    json_put(&object, "prior_residual_rms", json_from_numbers(r->joint_prior_rms, n));
    json_put(&object, "weights", json_from_numbers(r->joint_weights, n));
    json_put(&object, "base_parameters", base_parameters(i));
    json_put(&object, "parameters", parameters(i));
    json_put(&object, "consistency", consistency(i));
    return json_write_line(out, json_built(&object));
}
