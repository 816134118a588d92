/* Default classes: <default> in <default>, each with the settings of those around it. */
#include "base/error.h"
#include "mjcf/mjcf.h"

#include <string.h>

/* Returns the next element behind `e` within `top`, in document order; skips the content of `e`. */
static const cdy_element *next_outside(const cdy_element *e, const cdy_element *top)
{
    while (e != top && !e->next) {
        e = e->parent;
    }
    return e == top ? NULL : e->next;
}

static bool is_default(const cdy_element *e)
{
    return strcmp(e->name, "default") == 0;
}

/* Returns the first <default> at or behind `e`, and the next one inside or behind it, within `top`. */
static const cdy_element *find_default(const cdy_element *e, const cdy_element *top)
{
    while (e && !is_default(e)) {
        e = next_outside(e, top);
    }
    return e;
}

static const cdy_element *next_default(const cdy_element *e, const cdy_element *top)
{
    return find_default(e->first_child ? e->first_child : next_outside(e, top), top);
}

static const cdy_element *first_default(const cdy_mjcf_model *model)
{
    return find_default(model->root->first_child, model->root);
}

static int count_classes(const cdy_mjcf *m)
{
    int count = m->model_count;
    for (int i = 0; i < m->model_count; i++) {
        for (const cdy_element *e = first_default(m->models[i]); e; e = next_default(e, m->models[i]->root)) {
            count++;
        }
    }
    return count;
}

/* Gives a class attributes of its own for a kind, with copies of the inherited ones. */
static bool own_settings(cdy_mjcf *m, cdy_mjcf_class *class, const cdy_attribute **inherited, cdy_mjcf_kind kind)
{
    if (class->settings[kind] && class->settings[kind] != inherited) {
        return true;
    }
    const cdy_attribute **own = cdy_arena_allocate(&m->r->memory, CDY_MJCF_MOST_SETTINGS, sizeof *own);
    if (own && inherited) {
        memcpy(own, inherited, CDY_MJCF_MOST_SETTINGS * sizeof *own);
    }
    class->settings[kind] = own;
    return own != NULL;
}

/* Reads the settings of one <default> into its class. */
static cdy_status read_settings(cdy_mjcf *m, const cdy_element *element, cdy_mjcf_class *class,
                                const cdy_mjcf_class *outer)
{
    for (const cdy_element *e = element->first_child; e; e = e->next) {
        const cdy_mjcf_kind kind = cdy_mjcf_kind_of(e->name);
        if (kind == CDY_MJCF_NONE) {
            continue;
        }
        cdy_mjcf_check_attributes(m, e);
        if (!own_settings(m, class, outer ? outer->settings[kind] : NULL, kind)) {
            return cdy_fail_memory(m->r->error);
        }
        for (size_t i = 0; i < e->attribute_count; i++) {
            const int setting = cdy_mjcf_setting(kind, e->attributes[i].name);
            if (setting >= 0) {
                class->settings[kind][setting] = &e->attributes[i];
            }
        }
    }
    return CDY_OK;
}

/* Returns the number of the class that an element <default> stands in: its parent's, or -1 outermost. */
static int outer_class(const cdy_mjcf *m, const cdy_mjcf_model *model, const cdy_element *e)
{
    int number = m->class_count - 1;
    if (e->parent == model->root) {
        return -1;
    }
    while (number > model->main_class && m->classes[number].element != e->parent) {
        number = m->classes[number].outer;
    }
    return number;
}

static cdy_status add_class(cdy_mjcf *m, cdy_mjcf_model *model, const cdy_element *e)
{
    const int outer = outer_class(m, model, e);
    const cdy_attribute *name = cdy_find_attribute(e, "class");
    if (outer < 0) {
        cdy_mjcf_class *main = &m->classes[model->main_class];
        main->name = name ? name->text : "main";
        if (!cdy_name_table_set(&model->class_numbers, main->name, model->main_class)) {
            return cdy_fail_memory(m->r->error);
        }
        return read_settings(m, e, main, NULL);
    }
    if (!name || !*name->text) {
        return cdy_fault(m->r, CDY_RULE_ATTRIBUTE_MISSING, e->at,
                         "<default> in <default> lacks class; expected class=\"a_name_of_its_own\"");
    }
    if (cdy_name_table_find(&model->class_numbers, name->text) >= 0) {
        return cdy_fault(m->r, CDY_RULE_NAME_REPEATED, name->at,
                         "there is a class '%.80s' already; names of classes must differ", name->text);
    }
    cdy_mjcf_class *class = &m->classes[m->class_count];
    *class = m->classes[outer];
    class->name = name->text;
    class->element = e;
    class->outer = outer;
    if (!cdy_name_table_set(&model->class_numbers, name->text, m->class_count++)) {
        return cdy_fail_memory(m->r->error);
    }
    return read_settings(m, e, class, &m->classes[outer]);
}

cdy_status cdy_mjcf_read_classes(cdy_mjcf *m)
{
    m->classes = cdy_arena_allocate(&m->r->memory, (size_t)count_classes(m), sizeof *m->classes);
    cdy_status status = m->classes ? CDY_OK : cdy_fail_memory(m->r->error);
    for (int i = 0; i < m->model_count && !status; i++) {
        cdy_mjcf_model *model = m->models[i];
        model->main_class = m->class_count++;
        m->classes[model->main_class] = (cdy_mjcf_class){.name = "main", .outer = -1};
        if (!cdy_name_table_set(&model->class_numbers, "main", model->main_class)) {
            status = cdy_fail_memory(m->r->error);
        }
        for (const cdy_element *e = first_default(model); e && !status; e = next_default(e, model->root)) {
            status = cdy_continue_reading(m->r, add_class(m, model, e), NULL);
        }
    }
    return status;
}

cdy_status cdy_mjcf_find_class(cdy_mjcf *m, const cdy_element *e, const char *attribute, int usual, int *number)
{
    const cdy_attribute *a = cdy_find_attribute(e, attribute);
    const int found = a ? cdy_name_table_find(&cdy_mjcf_model_of(m, e)->class_numbers, a->text) : usual;
    *number = found >= 0 ? found : usual;
    if (a && found < 0) {
        return cdy_fault(m->r, CDY_RULE_REFERENCE_UNKNOWN, a->at,
                         "class '%.80s' is not defined; expected the name of a <default>", a->text);
    }
    return CDY_OK;
}
