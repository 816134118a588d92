/* A report as one JSON object: the inputs used and the result. */
#include "json.h"
#include "report.h"

static json_t *vector(const report *done, vector_kind kind)
{
    return json_from_numbers(done->state->vectors[kind], (size_t)vector_length(done->robot->model, kind));
}

static json_t *wrenches(const report *done)
{
    json_builder array = json_build_array();
    for (size_t i = 0; i < done->wrenches->count; i++) {
        const wrench *w = &done->wrenches->items[i];
        json_builder item = json_build_object();
        json_put(&item, "body", json_from_text(cdy_model_frame_name(done->robot->model, w->frame)));
        json_put(&item, "frame", json_string(w->in_body ? "body" : "base"));
        json_put(&item, "wrench", json_from_numbers(w->values, 6));
        json_add(&array, json_built(&item));
    }
    return json_built(&array);
}

/* All but a matrix. */
static json_t *head(const report *done)
{
    const calculation *c = done->calculation;
    const cdy_model *model = done->robot->model;
    double gravity[3];
    cdy_model_get_gravity(model, gravity);
    json_builder object = json_build_object();
    json_put(&object, "command", json_string(c->command));
    json_put(&object, "robot", json_from_text(cdy_tree_name(done->robot->tree)));
    json_put(&object, "gravity", json_from_numbers(gravity, 3));
    json_put(&object, "joints", json_labels(model, VECTOR_QD));
    if (cdy_model_nq(model) != cdy_model_nv(model)) {
        json_put(&object, "positions", json_labels(model, VECTOR_Q));
    }
    if (done->random) {
        json_put(&object, "seed", json_integer((json_int_t)done->options->seed));
    }
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        if (c->inputs & 1u << kind) {
            json_put(&object, vector_name((vector_kind)kind), vector(done, (vector_kind)kind));
        }
    }
    if (c->wrenches) {
        json_put(&object, "wrenches", wrenches(done));
    }
    if (!c->matrix) {
        json_put(&object, vector_name(c->result), vector(done, c->result));
    }
    return json_built(&object);
}

/* A matrix goes out row by row: its n x n values as a whole would take many times the memory of the numbers. */
static exit_code write_matrix(const report *done, output *out)
{
    size_t n = (size_t)cdy_model_nv(done->robot->model);
    exit_code code = EXIT_FINE;
    output_text(out, ", \"M\": [");
    for (size_t i = 0; i < n && code == EXIT_FINE; i++) {
        output_text(out, i ? ", " : "");
        code = json_write(out, json_from_numbers(done->state->M + i * n, n));
    }
    output_text(out, "]");
    return code;
}

exit_code report_write_json(const report *done, output *out)
{
    exit_code code = json_write_open(out, head(done));
    if (code == EXIT_FINE && done->calculation->matrix) {
        code = write_matrix(done, out);
    }
    output_text(out, code == EXIT_FINE ? "}\n" : "");
    return code;
}
