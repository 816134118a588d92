/* Actuators: the largest effort that they have at a joint. */
#include "base/error.h"
#include "mjcf/mjcf.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <string.h>

/* The sum of the efforts of a joint's actuators. */
typedef struct effort {
    double sum;
    bool unknown;
} effort;

/* Reads a range that counts where its flag says so, or by itself with autolimits; 0: it does not. */
static cdy_status read_range(cdy_mjcf *m, const cdy_element *e, int class_number, const char *flag, const char *name,
                             double *most)
{
    int limited = 2, count = 0;
    double range[2] = {0, 0};
    cdy_status status = cdy_mjcf_flag(m, e, class_number, flag, &limited);
    if (!status) {
        status = cdy_mjcf_numbers(m, e, class_number, name, range, 2, 2, &count);
    }
    const bool counts = limited == 1 || (limited == 2 && count == 2 && cdy_mjcf_model_of(m, e)->compiler.autolimits);
    *most = counts ? fmax(fabs(range[0]), fabs(range[1])) : 0;
    return status;
}

/* Whether the force is a factor times the control, without bias: a motor's factor is 1. */
static cdy_status read_gain(cdy_mjcf *m, const cdy_element *e, int class_number, double *gain)
{
    const bool general = strcmp(e->name, "general") == 0;
    double numbers[16] = {1};
    *gain = 0;
    if (strcmp(e->name, "motor") == 0) {
        *gain = 1;
        return CDY_OK;
    }
    if (!general || strcmp(cdy_mjcf_text(m, e, class_number, "gaintype", "fixed"), "fixed") != 0 ||
        strcmp(cdy_mjcf_text(m, e, class_number, "biastype", "none"), "none") != 0) {
        return CDY_OK;
    }
    const cdy_status status = cdy_mjcf_numbers(m, e, class_number, "gainprm", numbers, 1, 16, NULL);
    *gain = fabs(numbers[0]);
    return status;
}

static cdy_status read_effort(cdy_mjcf *m, const cdy_element *e, int class_number, effort *total)
{
    double force = 0, control = 0, gain = 0, gear[6] = {1};
    cdy_status status = read_range(m, e, class_number, "forcelimited", "forcerange", &force);
    if (!status) {
        status = read_range(m, e, class_number, "ctrllimited", "ctrlrange", &control);
    }
    if (!status) {
        status = read_gain(m, e, class_number, &gain);
    }
    if (!status) {
        status = cdy_mjcf_numbers(m, e, class_number, "gear", gear, 1, 6, NULL);
    }
    if (status) {
        return status;
    }
    const double by_control = gain * control;
    const double most = force > 0 && by_control > 0 ? fmin(force, by_control) : fmax(force, by_control);
    total->sum += fabs(gear[0]) * most;
    total->unknown = total->unknown || !(most > 0);
    return CDY_OK;
}

static void warn_of_dynamics(cdy_mjcf *m, const cdy_element *e, int class_number)
{
    static const char *const names[] = {"armature", "damping"};
    for (int i = 0; i < 2; i++) {
        const cdy_attribute *a = cdy_mjcf_find(m, e, class_number, names[i]);
        if (a && strcmp(a->text, "0") != 0) {
            cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, a->at, "<%.40s> %s is not read; expected it at the joint", e->name,
                     names[i]);
        }
    }
}

static cdy_status read_actuator(cdy_mjcf *m, const cdy_element *e, effort *efforts)
{
    int class_number;
    const cdy_attribute *joint = cdy_find_attribute(e, "joint");
    joint = joint ? joint : cdy_find_attribute(e, "jointinparent");
    cdy_status status = cdy_mjcf_find_class(m, e, "class", cdy_mjcf_main_class(m, e), &class_number);
    if (status) {
        return status;
    }
    warn_of_dynamics(m, e, class_number);
    const int number = joint ? cdy_name_table_find(&m->r->joint_numbers, joint->text) : -1;
    if (joint && number < 0) {
        char hint[CDY_HINT_SIZE];
        return cdy_fault(m->r, CDY_RULE_REFERENCE_UNKNOWN, joint->at,
                         "<%.40s> joint '%.80s' is unknown; expected the name "
                         "of a joint%s",
                         e->name, joint->text, cdy_hint_joint(m->r, hint, joint->text));
    }
    if (!joint) {
        cdy_warn(m->r, CDY_RULE_PART_UNREAD, e->at,
                 "<%.40s> acts on no joint; its forces are not limits of effort of any", e->name);
        return CDY_OK;
    }
    return read_effort(m, e, class_number, &efforts[number]);
}

/* The least of what the actuators have and what the joint allows. */
static void limit(cdy_joint *joint, const effort *e)
{
    cdy_limit *l = &joint->limit;
    if (e->unknown || !(e->sum > 0) || cdy_joint_type_nv(joint->type) != 1) {
        return;
    }
    if (!l->given) {
        l->given = true;
        l->lower = joint_slides(joint->type) ? -HUGE_VAL : 0;
        l->upper = joint_slides(joint->type) ? HUGE_VAL : 0;
    }
    l->effort = l->effort > 0 ? fmin(l->effort, e->sum) : e->sum;
}

cdy_status cdy_mjcf_read_actuators(cdy_mjcf *m)
{
    effort *efforts = cdy_arena_allocate(&m->r->memory, (size_t)m->r->joint_count + 1, sizeof *efforts);
    if (!efforts) {
        return cdy_fail_memory(m->r->error);
    }
    cdy_status status = CDY_OK;
    for (const cdy_element *e = cdy_mjcf_first_in(m->root, "actuator"); e && !status; e = cdy_mjcf_next_in(e)) {
        if (strcmp(e->name, "plugin") != 0) {
            status = cdy_continue_reading(m->r, read_actuator(m, e, efforts), NULL);
        }
    }
    for (int i = 0; i < m->r->joint_count && !status; i++) {
        limit(&m->r->links[i + 1].body.joint, &efforts[i]);
    }
    return status;
}
