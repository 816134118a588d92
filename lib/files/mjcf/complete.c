/* Completion of models: what each attaches and replicates, first in those that others attach. */
#include "mjcf/mjcf.h"

#include "base/error.h"

#include <string.h>

/* Elements that <attach> may make: so many, and so many for each element of the files. */
enum { ELEMENTS_AT_LEAST = 20000, ELEMENTS_AN_ELEMENT = 16 };

/* Returns the next <attach> at or behind an element; NULL: none. */
static cdy_element *find_attach(const cdy_element *top, cdy_element *e)
{
    while (e && strcmp(e->name, "attach") != 0) {
        e = cdy_mjcf_next_within(top, e);
    }
    return e;
}

/* Finds the model of an <attach> of model number `into`, which stands where bodies do. */
static cdy_status find_model(cdy_mjcf *m, const cdy_element *e, int into, int *number)
{
    static const char *const places[] = {"worldbody", "body", "frame", "replicate"};
    const cdy_attribute *name = cdy_find_attribute(e, "model");
    cdy_mjcf_check_attributes(m, e);
    if (!cdy_is_among(e->parent->name, sizeof places / sizeof *places, places)) {
        return cdy_fault(
            m->r, CDY_RULE_ELEMENT_MISPLACED, e->at,
            "<attach> in <%.40s> would attach to no body; expected it in <worldbody>, a <body> or a <frame>",
            e->parent->name);
    }
    if (!name || !cdy_find_attribute(e, "prefix")) {
        return cdy_fault(m->r, CDY_RULE_ATTRIBUTE_MISSING, e->at,
                         "<attach> lacks %s; expected model=\"name_of_a_model\" prefix=\"left_\"",
                         name ? "prefix" : "model");
    }
    *number = cdy_name_table_find(&m->models[into]->model_numbers, name->text);
    return *number >= 0
               ? CDY_OK
               : cdy_fault(m->r, CDY_RULE_REFERENCE_UNKNOWN, name->at,
                           "model '%.80s' is not defined; expected the name of a <model> in <asset>", name->text);
}

/* Returns a model that model number `i` attaches and that is not complete, with a fault where that attaches it in
 * turn; -1: there is none. */
static int find_needed(cdy_mjcf *m, int i, cdy_status *status)
{
    cdy_element *root = m->models[i]->root;
    for (cdy_element *e = find_attach(root, root); e; e = find_attach(root, cdy_mjcf_next_within(root, e))) {
        const cdy_attribute *name = cdy_find_attribute(e, "model");
        const int number = name ? cdy_name_table_find(&m->models[i]->model_numbers, name->text) : -1;
        if (number >= 0 && m->models[number]->state == CDY_MJCF_BEGUN) {
            *status = cdy_fault(m->r, CDY_RULE_ELEMENT_MISPLACED, e->at,
                                "<attach> model '%.80s' attaches itself; expected another model", name->text);
            return -1;
        }
        if (number >= 0 && m->models[number]->state == CDY_MJCF_READ) {
            return number;
        }
    }
    return -1;
}

static size_t count_elements(cdy_element *root)
{
    size_t count = 0;
    for (cdy_element *e = root; e; e = cdy_mjcf_next_within(root, e)) {
        count++;
    }
    return count;
}

/* Carries out what a model attaches, of complete models, and replicates. */
static cdy_status complete(cdy_mjcf *m, int i, size_t *budget)
{
    cdy_element *root = m->models[i]->root;
    cdy_status status = CDY_OK;
    for (cdy_element *e = find_attach(root, root); e && !status;) {
        int from = -1;
        cdy_element *next = cdy_mjcf_next_within(root, e);
        status = find_model(m, e, i, &from);
        status = cdy_continue_reading(m->r, status ? status : cdy_mjcf_attach(m, e, from, i, budget), NULL);
        e = find_attach(root, strcmp(e->name, "attach") == 0 ? next : e);
    }
    m->models[i]->state = CDY_MJCF_COMPLETE;
    status = status ? status : cdy_mjcf_replicate(m, root);
    m->models[i]->elements = count_elements(root);
    return status;
}

/* The models that wait for others, the newest last, make the stack. */
cdy_status cdy_mjcf_attach_models(cdy_mjcf *m)
{
    int *stack = cdy_arena_allocate(&m->r->memory, (size_t)m->model_count, sizeof *stack), depth = 0;
    size_t budget = ELEMENTS_AT_LEAST;
    if (!stack) {
        return cdy_fail_memory(m->r->error);
    }
    for (int i = 0; i < m->model_count; i++) {
        budget += ELEMENTS_AN_ELEMENT * count_elements(m->models[i]->root);
    }
    cdy_status status = CDY_OK;
    for (stack[depth++] = 0; depth > 0 && !status;) {
        const int i = stack[depth - 1];
        m->models[i]->state = CDY_MJCF_BEGUN;
        const int needed = find_needed(m, i, &status);
        if (status) {
            return cdy_continue_reading(m->r, status, NULL);
        }
        if (needed >= 0) {
            stack[depth++] = needed;
        } else {
            status = complete(m, i, &budget);
            depth--;
        }
    }
    return status;
}
