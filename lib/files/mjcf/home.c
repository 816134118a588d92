/* Keyframes: the first one, or the one named home, is the home position. */
#include "mjcf/mjcf.h"

#include "base/error.h"
#include "text/number.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

const cdy_element *cdy_mjcf_find_key(const cdy_element *root)
{
    const cdy_element *first = NULL;
    for (const cdy_element *e = cdy_mjcf_first_in(root, "keyframe"); e; e = cdy_mjcf_next_in(e)) {
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

/* Reads a list of at most `count` numbers; those that it lacks stay as they are. */
static bool read_list(const char *text, double *q, size_t count)
{
    const char *end = text + strlen(text);
    size_t read = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        double number;
        cdy_number_status problem;
        const char *next = cdy_scan_number(text, end, &number, &problem);
        if (next == text || (*next && !strchr(blanks, *next)) || problem != CDY_NUMBER_OK || read == count) {
            return false;
        }
        q[read++] = number;
        text = next;
    }
    return true;
}

/* Reads the numbers for positions of joints, in the order of the file; as in MuJoCo, those at the end may lack. */
cdy_status cdy_mjcf_read_key(cdy_mjcf *m, const cdy_element *key, double *q, size_t count)
{
    const cdy_attribute *a = cdy_find_attribute(key, "qpos");
    for (size_t i = 0; i < count; i++) {
        q[i] = (double)NAN;
    }
    return read_list(a->text, q, count)
               ? CDY_OK
               : cdy_fault(m->r, CDY_RULE_NUMBER, a->at,
                           "<key> qpos is not a list of %zu numbers or fewer; expected one for each position", count);
}

/* Makes a quaternion a unit one, and one of length 0 no rotation, as MuJoCo does. */
static void normalize(double q[4])
{
    const double length = hypot(hypot(q[0], q[1]), hypot(q[2], q[3]));
    for (int i = 0; i < 4; i++) {
        q[i] = length > 0 ? q[i] / length : i == 0;
    }
}

/* Copies the positions of a joint that are given to its home; a free one has the rotation first here. */
static void copy_home(cdy_joint *j, const double *q)
{
    const int nq = cdy_joint_type_nq(j->type), turned = joint_is_free(j->type) ? 4 : 0;
    if (!j->home_given && nq == 4) {
        memcpy(j->home, cdy_pose_still.q, sizeof cdy_pose_still.q);
    }
    for (int i = 0; i < nq; i++) {
        double *home = &j->home[(i + turned) % nq];
        *home = isnan(q[i]) ? *home : q[i];
    }
    if (nq > 1) {
        normalize(j->home);
    }
    j->home_given = true;
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
    } else if (cdy_joint_type_nq(j->type) > 0 && !isnan(q[0])) {
        copy_home(j, q);
    }
}

bool cdy_mjcf_is_joint(const cdy_element *e)
{
    return strcmp(e->name, "joint") == 0 || strcmp(e->name, "freejoint") == 0;
}

bool cdy_mjcf_hold(cdy_mjcf *m, const cdy_element *joint, const double *q, cdy_place at)
{
    cdy_mjcf_held *held = cdy_arena_allocate(&m->r->memory, 1, sizeof *held);
    if (held) {
        *held = (cdy_mjcf_held){joint, q, at, NULL};
        *(m->held ? m->held_end : &m->held) = held;
        m->held_end = &held->next;
    }
    return held;
}

bool cdy_mjcf_copy_held(cdy_mjcf *m, const cdy_element *joint, const cdy_element *copy, size_t *steps)
{
    const cdy_mjcf_held *held = m->held;
    for (*steps = 0; held && held->joint != joint; ++*steps) {
        held = held->next;
    }
    return !held || cdy_mjcf_hold(m, copy, held->q, held->at);
}

/* A joint of the reader by its element. */
typedef struct place_of_joint {
    const cdy_element *element;
    int joint;
} place_of_joint;

static int compare_elements(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t)((const place_of_joint *)a)->element;
    const uintptr_t y = (uintptr_t)((const place_of_joint *)b)->element;
    return (x > y) - (x < y);
}

/* Without a key of the file's own, each attached model stands as its key says. */
static cdy_status hold_attached(cdy_mjcf *m)
{
    const size_t count = (size_t)m->r->joint_count;
    place_of_joint *places = m->held ? cdy_arena_allocate(&m->r->memory, count + 1, sizeof *places) : NULL;
    if (!m->held || !places) {
        return m->held ? cdy_fail_memory(m->r->error) : CDY_OK;
    }
    for (size_t i = 0; i < count; i++) {
        places[i] = (place_of_joint){m->r->joints[i].element, (int)i};
    }
    qsort(places, count, sizeof *places, compare_elements);
    for (const cdy_mjcf_held *h = m->held; h; h = h->next) {
        const place_of_joint key = {h->joint, 0};
        const place_of_joint *found = bsearch(&key, places, count, sizeof *places, compare_elements);
        if (found) { /* else the joint was copied once more */
            set_home(m, found->joint, h->q, h->at);
        }
    }
    return CDY_OK;
}

cdy_status cdy_mjcf_read_home(cdy_mjcf *m)
{
    const cdy_element *key = cdy_mjcf_find_key(m->root);
    size_t count = 0;
    for (int i = 0; i < m->r->joint_count; i++) {
        count += (size_t)cdy_joint_type_nq(m->r->links[i + 1].body.joint.type);
    }
    double *q = key ? cdy_arena_allocate(&m->r->memory, count + 1, sizeof *q) : NULL;
    if (!key || !q) {
        return key ? cdy_fail_memory(m->r->error) : hold_attached(m);
    }
    const cdy_status status = cdy_mjcf_read_key(m, key, q, count);
    for (int i = 0; i < m->r->joint_count && !status; i++) {
        set_home(m, i, q, cdy_find_attribute(key, "qpos")->at);
        q += cdy_joint_type_nq(m->r->links[i + 1].body.joint.type);
    }
    return status;
}
