#include "commands/files/diff.h"

static json_t *value_of(const diff_value *v)
{
    return v->count == 1  ? json_from_number(v->numbers[0])
           : v->count > 1 ? json_from_numbers(v->numbers, (size_t)v->count)
                          : json_from_text(v->text);
}

static json_t *item_of(const difference *item)
{
    json_builder o = json_build_object();
    json_put(&o, "kind", json_from_text(item->kind));
    json_put(&o, "name", json_from_text(item->name));
    json_put(&o, "what", json_from_text(item->what));
    json_put(&o, "unit", json_from_text(*item->unit ? item->unit : NULL));
    json_put(&o, "a", value_of(&item->a));
    json_put(&o, "b", value_of(&item->b));
    return json_built(&o);
}

static json_t *robot_of(const diff_report *d, int which)
{
    const robot *r = d->robots[which];
    const diff_reach *reach = &d->reach[which];
    json_builder o = json_build_object(), where = json_build_object();
    json_put(&where, "body", json_from_text(reach->frame));
    json_put(&where, "minimum", json_from_numbers(reach->minimum, 3));
    json_put(&where, "maximum", json_from_numbers(reach->maximum, 3));
    json_put(&where, "distance", json_from_number(reach->distance));
    json_put(&o, "file", json_from_text(r->source));
    json_put(&o, "robot", json_from_text(robot_name(r)));
    json_put(&o, "bodies", json_integer(cdy_tree_body_count(r->tree) + 1));
    json_put(&o, "nv", json_integer(cdy_model_nv(r->model)));
    json_put(&o, "mass", json_from_number(d->mass[which]));
    json_put(&o, "reach", json_built(&where));
    return json_built(&o);
}

/* Without a difference, the values of its state are null. */
static json_t *torque_of(const diff_torque *t)
{
    json_builder o = json_build_object();
    json_put(&o, "common", json_integer(t->common));
    json_put(&o, "complete", json_boolean(t->complete));
    json_put(&o, "difference", t->common ? json_from_number(t->difference) : json_null());
    json_put(&o, "joint", json_from_text(t->joint));
    json_put(&o, "component", t->joint ? json_integer(t->component) : json_null());
    json_put(&o, "sample", t->joint ? json_integer(t->sample) : json_null());
    json_put(&o, "a", t->joint ? json_from_number(t->a) : json_null());
    json_put(&o, "b", t->joint ? json_from_number(t->b) : json_null());
    return json_built(&o);
}

static json_t *degrees_of(const diff_report *d)
{
    json_builder list = json_build_array();
    for (size_t i = 0; i < d->degree_count; i++) {
        const diff_degree *g = &d->degrees[i];
        json_builder o = json_build_object();
        json_put(&o, "joint", json_from_text(g->joint));
        json_put(&o, "component", json_integer(g->component));
        json_put(&o, "unit", json_from_text(g->unit));
        json_put(&o, "rms", json_from_number(g->rms));
        json_put(&o, "peak", json_from_number(g->peak));
        json_add(&list, json_built(&o));
    }
    return json_built(&list);
}

static json_t *causes_of(const diff_report *d)
{
    json_builder list = json_build_array();
    for (size_t i = 0; i < d->cause_count; i++) {
        const diff_cause *c = &d->causes[i];
        json_builder o = json_build_object();
        json_put(&o, "cause", json_from_text(c->text));
        json_put(&o, "joint", json_from_text(c->joint));
        json_put(&o, "unit", json_from_text(c->unit));
        json_put(&o, "rms", json_from_number(c->rms));
        json_add(&list, json_built(&o));
    }
    return json_built(&list);
}

exit_code diff_write_json(const diff_report *d, output *out)
{
    json_builder o = json_build_object(), items = json_build_array();
    for (size_t i = 0; i < d->count; i++) {
        json_add(&items, item_of(&d->items[i]));
    }
    json_put(&o, "command", json_from_text("diff"));
    json_put(&o, "same", json_boolean(d->count == 0));
    json_put(&o, "tolerance", json_from_number(d->options->same));
    json_put(&o, "seed", json_integer((json_int_t)d->options->seed));
    json_put(&o, "samples", json_integer(d->samples));
    json_put(&o, "gravity", json_from_numbers(d->options->robot.gravity, 3));
    json_put(&o, "a", robot_of(d, 0));
    json_put(&o, "b", robot_of(d, 1));
    json_put(&o, "torque", torque_of(&d->torque));
    json_put(&o, "torque_by_joint", degrees_of(d));
    json_put(&o, "causes", causes_of(d));
    json_put(&o, "differences", json_built(&items));
    exit_code code = json_write_line(out, json_built(&o));
    return code;
}
