/* Gearboxes: a joint that makes one of two joints follow the other. The angle theta_1 is that of <parent> against
 * <gearbox_reference_body> about <axis>, theta_2 that of <child> about <axis2>: theta_2 = -<gearbox_ratio> theta_1. */
#include "base/error.h"
#include "sdf/sdf.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <stdlib.h>

/* One of the two joints between the gearbox's reference link and its parent or child. */
typedef struct shaft {
    cdy_sdf_edge *edge;
    double sense; /* 1, or -1 where theta is minus its position */
} shaft;

static bool turns(const cdy_sdf_edge *edge)
{
    const cdy_joint_traits *traits = edge->axis_count == 1 ? cdy_joint_type_traits(edge->axes[0].joint.type) : NULL;
    return traits && !edge->faulty && traits->nv == 1 && traits->turns == 1;
}

/* A joint that turns, by its two links, whichever of them is its parent. */
typedef struct turning {
    int links[2]; /* the lower number first */
    int edge;
} turning;

/* The joints that turn, in the order of their links and of the file. */
typedef struct turnings {
    turning *items;
    int count;
} turnings;

static turning turning_between(int one, int other, int edge)
{
    return (turning){{one < other ? one : other, one < other ? other : one}, edge};
}

static int compare_turnings(const void *a, const void *b)
{
    const turning *x = a, *y = b;
    for (int i = 0; i < 2; i++) {
        if (x->links[i] != y->links[i]) {
            return x->links[i] < y->links[i] ? -1 : 1;
        }
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static cdy_status list_turnings(cdy_sdf *s, turnings *all)
{
    all->items = cdy_arena_allocate(&s->r->memory, (size_t)s->edge_count + 1, sizeof *all->items);
    if (!all->items) {
        return cdy_fail_memory(s->r->error);
    }
    for (int i = 0; i < s->edge_count; i++) {
        if (turns(&s->edges[i])) {
            all->items[all->count++] = turning_between(s->edges[i].parent, s->edges[i].child, i);
        }
    }
    qsort(all->items, (size_t)all->count, sizeof *all->items, compare_turnings);
    return CDY_OK;
}

/* Finds the first joint of two links that turns. */
static shaft find_shaft(const cdy_sdf *s, const turnings *all, int reference, int link)
{
    const turning least = turning_between(reference, link, 0);
    int low = 0, high = all->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (compare_turnings(&all->items[middle], &least) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const turning *found = &all->items[low];
    if (low == all->count || found->links[0] != least.links[0] || found->links[1] != least.links[1]) {
        return (shaft){NULL, 0};
    }
    cdy_sdf_edge *edge = &s->edges[found->edge];
    return (shaft){edge, edge->parent == reference ? 1 : -1};
}

/* Warns of what an axis of a gearbox has beside its direction: it belongs to the joint that turns about it. */
static void tell_unread(cdy_sdf *s, const cdy_element *axis, const char *joint)
{
    static const char *const others[] = {"limit", "dynamics", "mimic"};
    cdy_sdf_check_children(s, axis);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const cdy_element *e = cdy_first_child(axis, others[i]);
        if (e) {
            cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                     "<%.40s> in <%.40s> of a gearbox is not read; expected it in the joint '%.80s'", e->name,
                     axis->name, joint);
        }
    }
}

/* Turns the sense of a shaft where the axis of the gearbox and that of the joint have opposite directions. */
static cdy_status compare_axes(cdy_sdf *s, int node, const char *which, shaft *compared)
{
    const cdy_sdf_node *n = &s->nodes[node];
    const cdy_element *e = cdy_first_child(n->e, which);
    double axis[3], own[3];
    if (!e) {
        return cdy_fault(s->r, CDY_RULE_ELEMENT_MISSING, n->e->at, "the joint lacks <%s>; expected its <xyz>", which);
    }
    cdy_status status = cdy_sdf_read_axis(s, n, e, axis);
    if (status) {
        return status;
    }
    const cdy_sdf_edge *edge = compared->edge;
    tell_unread(s, e, edge->axes[0].name);
    const cdy_pose here = cdy_sdf_pose_in(s, node, 0),
                   there = cdy_pose_compose(&s->places[edge->child], &edge->in_child);
    cdy_rotate(here.q, axis, axis);
    cdy_rotate(there.q, edge->axes[0].joint.axis, own);
    const double product = axis[0] * own[0] + axis[1] * own[1] + axis[2] * own[2];
    const double size = hypot(hypot(axis[0], axis[1]), axis[2]) * hypot(hypot(own[0], own[1]), own[2]);
    if (!(fabs(product) >= (1 - 1e-6) * size)) {
        return cdy_fault(s->r, CDY_RULE_JOINT_TYPE, e->at,
                         "<%s> of a gearbox is not along that of the joint '%.80s'; expected the same direction", which,
                         edge->axes[0].name);
    }
    compared->sense = product < 0 ? -compared->sense : compared->sense;
    return CDY_OK;
}

/* Finds the links: links[0] is the reference, links[1] the parent, links[2] the child. Below 0: a frame at fault, which
 * is reported. */
static cdy_status find_links(cdy_sdf *s, const cdy_sdf_node *n, int links[3])
{
    static const char *const names[3] = {"gearbox_reference_body", "parent", "child"};
    cdy_status status = CDY_OK;
    for (int i = 0, node; i < 3 && !status; i++) {
        status = cdy_sdf_find_end(s, n, names[i], &links[i], &node);
    }
    return status;
}

static cdy_status read_gearbox(cdy_sdf *s, const turnings *all, int node)
{
    static const char *const axes[2] = {"axis", "axis2"};
    const cdy_sdf_node *n = &s->nodes[node];
    int links[3] = {-1, -1, -1};
    double ratio = 1;
    cdy_status status = find_links(s, n, links);
    status = status ? status : cdy_sdf_number(s, n->e, "gearbox_ratio", &ratio);
    if (status || s->still || links[0] < 0 || links[1] < 0 || links[2] < 0) {
        return status;
    }
    if (links[1] == links[2] || !isfinite(ratio)) {
        return cdy_fault(
            s->r, CDY_RULE_JOINT_TYPE, n->e->at,
            "a gearbox needs two links and a ratio; expected another <child>, or a finite <gearbox_ratio>");
    }
    shaft shafts[2] = {0};
    for (int i = 0; i < 2 && !status; i++) {
        shafts[i] = find_shaft(s, all, links[0], links[1 + i]);
        status = shafts[i].edge ? compare_axes(s, node, axes[i], &shafts[i])
                                : cdy_fault(s->r, CDY_RULE_JOINT_TYPE, n->e->at,
                                            "a gearbox needs a revolute joint between its reference '%.80s' and "
                                            "'%.80s'; expected one",
                                            s->links[links[0]].body.name, s->links[links[1 + i]].body.name);
    }
    if (status || !shafts[0].edge || !shafts[1].edge) { /* one that is missing is a fault by now */
        return status;
    }
    const cdy_sdf_axis *input = &shafts[0].edge->axes[0];
    cdy_sdf_axis *output = &shafts[1].edge->axes[0];
    if (output->mimics) {
        return cdy_fault(s->r, CDY_RULE_MIMIC_INVALID, n->e->at,
                         "the joint '%.80s' of a gearbox follows another already; expected one leader", output->name);
    }
    output->mimics = input->name;
    output->mimic_at = n->e->at;
    output->joint.mimic = (cdy_mimic){input->name, -ratio * shafts[0].sense * shafts[1].sense, 0};
    return CDY_OK;
}

cdy_status cdy_sdf_read_gearboxes(cdy_sdf *s)
{
    turnings all = {NULL, 0};
    cdy_status status = CDY_OK;
    for (int i = 0; i < s->node_count && !status; i++) {
        if (cdy_sdf_is_gearbox(&s->nodes[i])) {
            cdy_about_joint(s->r, cdy_sdf_shown(s, s->nodes[i].name));
            status = all.items ? CDY_OK : list_turnings(s, &all);
            status = status ? status : cdy_continue_reading(s->r, read_gearbox(s, &all, i), NULL);
            cdy_sdf_check_type_for_drake(s, s->nodes[i].e);
            cdy_sdf_check_children(s, s->nodes[i].e);
        }
    }
    cdy_about_robot(s->r);
    return status;
}
