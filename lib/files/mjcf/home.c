/* Keyframes: the first one, or the one named home, is the home position. */
#include "mjcf/mjcf.h"

#include "base/error.h"
#include "text/number.h"
#include "tree/joint_traits.h"

#include <string.h>

static const cdy_element *find_key(const cdy_mjcf *m)
{
    const cdy_element *first = NULL;
    for (const cdy_element *e = cdy_mjcf_first_in(m, "keyframe"); e; e = cdy_mjcf_next_in(e)) {
        const cdy_attribute *name = cdy_find_attribute(e, "name");
        if (strcmp(e->name, "key") != 0 || !cdy_find_attribute(e, "qpos")) {
            continue;
        }
        if (name && strcmp(name->text, "home") == 0) {
            return e;
        }
        first = first ? first : e;
    }
    return first;
}

/* Reads as many numbers as all joints have positions, in the order of the file. */
static cdy_status read_positions(cdy_mjcf *m, const cdy_attribute *a, double *q, size_t count)
{
    const cdy_number_status problem = cdy_parse_numbers(a->text, strlen(a->text), q, count);
    if (problem == CDY_NUMBER_MEMORY) {
        return cdy_fail_memory(m->r->error);
    }
    return problem == CDY_NUMBER_OK
               ? CDY_OK
               : cdy_fault(m->r, CDY_RULE_NUMBER, a->at,
                           "<key> qpos is not a list of %zu numbers; expected one for each position", count);
}

static void set_home(cdy_mjcf *m, int joint, const double *q, cdy_place at)
{
    cdy_joint *j = &m->r->links[joint + 1].body.joint;
    const bool limited = j->limit.given && joint_has_range(j->type);
    if (limited && (q[0] < j->limit.lower || q[0] > j->limit.upper)) {
        cdy_about_joint(m->r, j->name);
        cdy_warn(m->r, CDY_RULE_PART_UNREAD, at,
                 "the position %g of the keyframe is outside of the limits %g and %g, and is not the joint's home",
                 q[0], j->limit.lower, j->limit.upper);
        cdy_about_robot(m->r);
        return;
    }
    const int nq = cdy_joint_type_nq(j->type);
    j->home_given = true;
    memcpy(j->home, q, (size_t)nq * sizeof *q);
}

cdy_status cdy_mjcf_read_home(cdy_mjcf *m)
{
    const cdy_element *key = find_key(m);
    size_t count = 0;
    for (int i = 0; i < m->r->joint_count; i++) {
        count += (size_t)cdy_joint_type_nq(m->r->links[i + 1].body.joint.type);
    }
    double *q = key ? cdy_arena_allocate(&m->r->memory, count + 1, sizeof *q) : NULL;
    if (!key || !q) {
        return key ? cdy_fail_memory(m->r->error) : CDY_OK;
    }
    const cdy_attribute *a = cdy_find_attribute(key, "qpos");
    const cdy_status status = read_positions(m, a, q, count);
    for (int i = 0; i < m->r->joint_count && !status; i++) {
        set_home(m, i, q, a->at);
        q += cdy_joint_type_nq(m->r->links[i + 1].body.joint.type);
    }
    return status;
}
