/* Loops beside the tree: <loop_joint>, as exporters of CAD systems and Isaac Sim write it, with the places of the joint
 * in two links; joints for Gazebo alone are named only. */
#include "base/error.h"
#include "base/format.h"
#include "description/pose.h"
#include "description/value.h"
#include "urdf/urdf.h"

#include <math.h>
#include <string.h>

/* Types of loop joints: the rows of their constraints, and whether an axis counts. */
typedef struct loop_type {
    const char *name;
    unsigned rows;
    bool has_axis;
} loop_type;

static const loop_type types[] = {
    {"spherical", CDY_LOOP_BALL, false},     {"ball", CDY_LOOP_BALL, false},
    {"fixed", CDY_LOOP_WELD, false},         {"revolute", CDY_LOOP_REVOLUTE, true},
    {"continuous", CDY_LOOP_REVOLUTE, true}, {"prismatic", CDY_LOOP_PRISMATIC, true},
};

static const loop_type *find_type(const cdy_element *e)
{
    const cdy_attribute *type = cdy_find_attribute(e, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types && type; i++) {
        if (strcmp(type->text, types[i].name) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

/* Reads <link1> or <link2>: the number of the link, -1 where there is none, and the place of the joint in it. */
static cdy_status read_end(cdy_reader *r, const cdy_element *e, const char *name, int *link, cdy_pose *pose)
{
    const cdy_element *end;
    cdy_placement place = {{0, 0, 0}, {0, 0, 0}};
    cdy_status status = cdy_only_child(r, e, name, &end);
    const cdy_attribute *named = !status && end ? cdy_find_attribute(end, "link") : NULL;
    *link = named ? cdy_name_table_find(&r->link_numbers, named->text) : -1;
    if (!status && end) {
        status = cdy_optional_numbers(r, end, "xyz", place.xyz, 3);
        status = status ? status : cdy_optional_numbers(r, end, "rpy", place.rpy, 3);
    }
    *pose = cdy_pose_from_placement(&place);
    return status;
}

/* Turns the places so that their z axis is that of the joint. */
static cdy_status turn_to_axis(cdy_reader *r, const cdy_element *e, cdy_pose poses[2])
{
    const cdy_element *axis;
    double xyz[3] = {1, 0, 0};
    cdy_pose turned = cdy_pose_still;
    cdy_status status = cdy_only_child(r, e, "axis", &axis);
    if (!status && axis) {
        status = cdy_required_numbers(r, axis, "xyz", xyz, 3);
        if (!status && !(hypot(hypot(xyz[0], xyz[1]), xyz[2]) > 0)) {
            status = cdy_fault(r, CDY_RULE_AXIS_ZERO, axis->at, "the axis is zero; expected a direction such as 0 0 1");
        }
    }
    if (!status) {
        cdy_quaternion_z_to(xyz, turned.q);
        poses[0] = cdy_pose_compose(&poses[0], &turned);
        poses[1] = cdy_pose_compose(&poses[1], &turned);
    }
    return status;
}

#define IS_OPEN "a loop is open here; 'condyle constrained --loop' closes it"

static void name_unread_type(cdy_reader *r, const cdy_element *e)
{
    const cdy_attribute *type = cdy_find_attribute(e, "type");
    char accepted[CDY_HINT_SIZE] = "";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t length = strlen(accepted);
        cdy_print(accepted + length, sizeof accepted - length, "%s%s", i ? ", " : "", types[i].name);
    }
    if (type) {
        cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, type->at,
                 "<loop_joint> is not read: its type '%.40s' is unknown; expected one of %s; " IS_OPEN, type->text,
                 accepted);
    } else {
        cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                 "<loop_joint> is not read: it lacks type; expected one of %s; " IS_OPEN, accepted);
    }
}

/* Tells that <link1> or <link2> names no link. */
static void name_unread_end(cdy_reader *r, const cdy_element *e, const char *name)
{
    const cdy_element *end = e->first_child;
    while (end && strcmp(end->name, name) != 0) {
        end = end->next;
    }
    const cdy_attribute *link = end ? cdy_find_attribute(end, "link") : NULL;
    char hint[CDY_HINT_SIZE];
    if (link) {
        cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, link->at,
                 "<loop_joint> is not read: the link '%.80s' of <%s> is unknown%s; " IS_OPEN, link->text, name,
                 cdy_hint_link(r, hint, link->text));
    } else {
        cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                 "<loop_joint> is not read: expected <%s link='...'>, which names a link; " IS_OPEN, name);
    }
}

static cdy_status read_loop(cdy_reader *r, const cdy_element *e)
{
    const loop_type *type = find_type(e);
    const cdy_attribute *name = cdy_find_attribute(e, "name");
    int links[2] = {-1, -1};
    cdy_pose poses[2];
    cdy_status status = read_end(r, e, "link1", &links[0], &poses[0]);
    status = status ? status : read_end(r, e, "link2", &links[1], &poses[1]);
    if (!status && type && type->has_axis) {
        status = turn_to_axis(r, e, poses);
    }
    if (status) {
        return status;
    }
    if (!type) {
        name_unread_type(r, e);
        return CDY_OK;
    }
    if (links[0] < 0 || links[1] < 0) {
        name_unread_end(r, e, links[0] < 0 ? "link1" : "link2");
        return CDY_OK;
    }
    if (links[0] == links[1]) {
        cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                 "<loop_joint> is not read: it ties link '%.80s' with itself; expected two links",
                 r->links[links[0]].body.name);
        return CDY_OK;
    }
    cdy_loop loop = {.name = name ? name->text : NULL,
                     .body = r->links[links[1]].body.name,
                     .other = r->links[links[0]].body.name,
                     .rows = type->rows};
    cdy_pose_to_placement(&poses[1], &loop.in_body);
    cdy_pose_to_placement(&poses[0], &loop.in_other);
    cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, e->at,
             "<loop_joint> closes a loop between '%.80s' and '%.80s', which is open in the tree; 'condyle mechanism' "
             "closes it",
             loop.other, loop.body);
    return cdy_keep_loop(r, &loop, e->at) ? CDY_OK : cdy_fail_memory(r->error);
}

cdy_status cdy_read_loops(cdy_reader *r, const cdy_element *robot)
{
    cdy_status status = CDY_OK;
    for (const cdy_element *e = robot->first_child; e && !status; e = e->next) {
        if (strcmp(e->name, "loop_joint") == 0) {
            status = cdy_continue_reading(r, read_loop(r, e), NULL);
        }
        for (const cdy_element *j = e->first_child; j && strcmp(e->name, "gazebo") == 0; j = j->next) {
            if (strcmp(j->name, "joint") == 0) {
                cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, j->at, "<joint> in <gazebo> is not read: " IS_OPEN);
            }
        }
    }
    return status;
}
