/* Equalities: joints that follow others, and loops that <connect> and <weld> close. */
#include "mjcf/mjcf.h"

#include <string.h>

static int find_joint(const cdy_mjcf *m, const cdy_attribute *a)
{
    return a ? cdy_name_table_find(&m->r->joint_numbers, a->text) : -1;
}

static cdy_status fault_joint(cdy_mjcf *m, const cdy_element *e, const char *attribute)
{
    const cdy_attribute *a = cdy_find_attribute(e, attribute);
    char hint[CDY_HINT_SIZE];
    return a ? cdy_fault(m->r, CDY_RULE_MIMIC_UNKNOWN, a->at,
                         "<joint> %s '%.80s' is unknown; expected the name of a joint%s", attribute, a->text,
                         cdy_hint_joint(m->r, hint, a->text))
             : cdy_fault(m->r, CDY_RULE_ATTRIBUTE_MISSING, e->at,
                         "<joint> in <equality> lacks %s; expected the name of a joint", attribute);
}

static void name_unread(cdy_mjcf *m, const cdy_element *e, const char *what)
{
    cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, e->at, "<%.40s> in <equality> is not read: %s", e->name, what);
}

/* q - ref = a0 + a1 (q' - ref'), for polynomials of the first degree. */
static void follow(cdy_mjcf *m, const cdy_element *e, int joint, int leader, const double poly[5])
{
    cdy_joint_entry *entry = &m->r->joints[joint];
    cdy_joint *follower = &m->r->links[joint + 1].body.joint;
    const cdy_joint *other = &m->r->links[leader + 1].body.joint;
    if (cdy_joint_type_nv(follower->type) != 1 || cdy_joint_type_nv(other->type) != 1) {
        name_unread(m, e, "one of its joints has not one degree of freedom");
        return;
    }
    if (entry->mimics) {
        name_unread(m, e, "its first joint follows another already");
        return;
    }
    entry->mimics = m->r->joints[leader].name;
    entry->mimic_at = e->at;
    follower->mimic = (cdy_mimic){entry->mimics, poly[1], m->refs[joint] + poly[0] - poly[1] * m->refs[leader]};
}

static cdy_status read_joint(cdy_mjcf *m, const cdy_element *e)
{
    double poly[5] = {0, 1, 0, 0, 0};
    const cdy_attribute *second = cdy_find_attribute(e, "joint2");
    const int joint = find_joint(m, cdy_find_attribute(e, "joint1")), leader = find_joint(m, second);
    cdy_status status = cdy_mjcf_numbers(m, e, -1, "polycoef", poly, 1, 5, NULL);
    if (!status && joint < 0) {
        status = fault_joint(m, e, "joint1");
    }
    if (!status && second && leader < 0) {
        status = fault_joint(m, e, "joint2");
    }
    if (status) {
        return status;
    }
    if (!second) {
        name_unread(m, e, "it holds a joint at a position, which moves freely here");
    } else if (poly[2] != 0 || poly[3] != 0 || poly[4] != 0) {
        name_unread(m, e, "a follower is a linear function of its leader here, and polycoef is of a higher degree");
    } else {
        follow(m, e, joint, leader, poly);
    }
    return CDY_OK;
}

/* Finds whether an equality acts: it or its class says so. */
static cdy_status find_active(cdy_mjcf *m, const cdy_element *e, int *active)
{
    int class_number = -1;
    *active = 1;
    const cdy_status status = cdy_mjcf_find_class(m, e, "class", cdy_mjcf_main_class(m, e), &class_number);
    return status ? status : cdy_mjcf_truth(m, e, class_number, "active", active);
}

cdy_status cdy_mjcf_read_equalities(cdy_mjcf *m)
{
    cdy_status status = CDY_OK;
    for (const cdy_element *e = cdy_mjcf_first_in(m->root, "equality"); e && !status; e = cdy_mjcf_next_in(e)) {
        int active = 1;
        status = cdy_continue_reading(m->r, find_active(m, e, &active), NULL);
        const bool loop = strcmp(e->name, "connect") == 0 || strcmp(e->name, "weld") == 0;
        if (loop) {
            cdy_mjcf_check_loop(m, e);
        }
        if (status || active == 0) {
            continue;
        }
        if (strcmp(e->name, "joint") == 0) {
            status = cdy_continue_reading(m->r, read_joint(m, e), NULL);
        } else {
            const cdy_loop_entry *before = m->r->last_loop;
            status = loop ? cdy_continue_reading(m->r, cdy_mjcf_read_loop(m, e, strcmp(e->name, "weld") == 0), NULL)
                          : CDY_OK;
            if (m->r->last_loop == before) {
                name_unread(m, e,
                            loop ? "a loop is open here; 'condyle constrained --loop' closes it"
                                 : "it has no equivalent here");
            } else {
                cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                         "<%.40s> closes a loop, which is open in the tree; 'condyle mechanism' closes it", e->name);
            }
        }
    }
    return status;
}
