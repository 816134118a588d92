#include "commands/state/constraint_results.h"

#include "commands/state/row_names.h"

/* Names a constraint by its bodies. */
static exit_code name_constraint(computation *t, size_t index, const cdy_constraint *c, size_t *row)
{
    const cdy_model *model = t->robot->model;
    text_buffer name = {0};
    text_add(&name, "%s", cdy_model_frame_name(model, c->frame));
    if (c->other) {
        text_add(&name, "-%s", cdy_model_frame_name(model, c->other));
    }
    const exit_code code =
        name.failed ? fail_memory() : row_names_add(&t->dimensions, index, text_get(&name), c->rows, row);
    text_clear(&name);
    return code;
}

exit_code constraint_results_name(computation *t, const constraint_list *list, size_t *rows)
{
    size_t row = 0;
    for (size_t i = 0; i < list->count; i++) {
        *rows += row_names_count(list->items[i].constraint.rows);
    }
    exit_code code = row_names_begin(&t->dimensions, list->count, *rows);
    for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
        code = name_constraint(t, i, &list->items[i].constraint, &row);
    }
    return code;
}

/* Moves the reference point of the wrenches from the base's origin to the constraints' places: T -= r x F. */
static cdy_status move_to_places(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *constraints,
                                 int count, const double *q, double *wrenches, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < count && status == CDY_OK; i++) {
        const double *at = constraints[i].in_frame.xyz;
        double T[16], r[3], *moment = wrenches + 6 * (size_t)i, *force = moment + 3;
        status = cdy_get_transform(model, workspace, constraints[i].frame, 0, q, T, error);
        if (status == CDY_OK) {
            for (int k = 0; k < 3; k++) {
                const double *row = T + 4 * k;
                r[k] = row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3];
            }
            moment[0] -= r[1] * force[2] - r[2] * force[1];
            moment[1] -= r[2] * force[0] - r[0] * force[2];
            moment[2] -= r[0] * force[1] - r[1] * force[0];
        }
    }
    return status;
}

cdy_status constraint_results_wrenches(const cdy_model *model, cdy_workspace *workspace,
                                       const cdy_constraint *constraints, int count, const state *s,
                                       const double *forces, cdy_error *error)
{
    double *wrenches = s->values[VARIABLE_CONSTRAINT_WRENCHES];
    const double *q = s->values[VARIABLE_Q];
    const cdy_status status = cdy_constraint_wrenches(model, workspace, q, constraints, count, forces, wrenches, error);
    return status ? status : move_to_places(model, workspace, constraints, count, q, wrenches, error);
}
