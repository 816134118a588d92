/* The tree of a robot: degrees of freedom of joints in either direction, frames, loops that are cut. */
#include "description/assembly.h"

#include "base/error.h"
#include "sdf/sdf.h"

#include <string.h>

/* Adds a joint's degrees of freedom as joints, with massless links between them. Against its direction the last one
 * comes first, and turns the other way: what is before and after the motion change places. */
static bool add_degrees(cdy_sdf *s, const cdy_sdf_edge *edge, bool against, int parent, int child)
{
    const cdy_pose joint = cdy_pose_compose(&s->places[edge->child], &edge->in_child);
    const cdy_pose root = cdy_pose_invert(&s->places[edge->parent]), in_parent = cdy_pose_compose(&root, &joint);
    const cdy_pose before = against ? edge->in_child : in_parent, after = against ? in_parent : edge->in_child;
    const cdy_pose back = cdy_pose_invert(&after);
    cdy_reader *r = s->r;
    for (int i = 0; i < edge->axis_count; i++) {
        const cdy_sdf_axis *axis = &edge->axes[against ? edge->axis_count - 1 - i : i];
        const bool last = i == edge->axis_count - 1;
        const cdy_element *e = s->nodes[edge->node].e;
        int link = child;
        if (!last) {
            const cdy_link_entry between = {
                .element = e, .at = e->at, .body = {.name = cdy_extend_name(r, axis->name, "_link")}};
            link = between.body.name ? cdy_assembly_add_link(r, &between) : -1;
        }
        cdy_joint motion = axis->joint;
        for (int k = 0; k < 3 && against; k++) {
            motion.axis[k] = 0 - motion.axis[k];
        }
        cdy_pose_to_placement(i == 0 ? &before : &cdy_pose_still, &motion.origin);
        cdy_pose_to_placement(last ? &back : &cdy_pose_still, &motion.child);
        if (link < 0 || !cdy_assembly_add_joint(r, parent, link, axis->name, e, motion)) {
            return false;
        }
        r->joints[r->joint_count - 1].mimics = axis->mimics;
        r->joints[r->joint_count - 1].mimic_at = axis->mimic_at;
        r->joints[r->joint_count - 1].faulty = edge->faulty;
        parent = link;
    }
    return true;
}

static bool add_edge(cdy_assembly *a, int number, bool against, int parent, int child)
{
    cdy_sdf *s = a->context;
    const cdy_sdf_edge *edge = &s->edges[number];
    const cdy_sdf_node *n = &s->nodes[edge->node];
    if (edge->axis_count > 0) {
        return add_degrees(s, edge, against, parent, child);
    }
    const cdy_pose back = cdy_pose_invert(&s->places[against ? edge->child : edge->parent]);
    const cdy_pose place = cdy_pose_compose(&back, &s->places[against ? edge->parent : edge->child]);
    const bool added =
        cdy_assembly_add_joint(s->r, parent, child, cdy_sdf_shown(s, n->name), n->e, cdy_fixed_joint(&place));
    s->r->joints[s->r->joint_count - 1].faulty = edge->faulty;
    return added;
}

static cdy_status add_frames(const cdy_assembly *a, cdy_sdf *s)
{
    for (int i = 0; i < s->node_count; i++) {
        const cdy_sdf_node *n = &s->nodes[i];
        if (n->kind != CDY_SDF_FRAME || n->scope == 0 || n->link < 0) {
            continue;
        }
        if (n->link == 0 && !a->world) {
            cdy_warn(s->r, CDY_RULE_PART_UNREAD, n->e->at, "the frame stands in the world, which is no body here");
            continue;
        }
        const cdy_link_entry frame = {.element = n->e, .at = n->e->at, .body = {.name = cdy_sdf_shown(s, n->name)}};
        const int link = cdy_assembly_add_link(s->r, &frame);
        const cdy_pose there = cdy_sdf_pose_in(s, i, 0), back = cdy_pose_invert(&s->places[n->link]);
        const cdy_pose place = cdy_pose_compose(&back, &there);
        const char *name = cdy_extend_name(s->r, frame.body.name, "_frame");
        if (link < 0 || !name ||
            !cdy_assembly_add_joint(s->r, a->tied[n->link], link, name, n->e, cdy_fixed_joint(&place))) {
            return cdy_fail_memory(s->r->error);
        }
    }
    return CDY_OK;
}

/* Keeps a joint that closes a loop; one with two axes is no constraint here. */
static bool keep_loop(const cdy_assembly *a, const cdy_sdf *s, int number)
{
    const cdy_sdf_edge *edge = &s->edges[number];
    const cdy_pose there = cdy_pose_compose(&s->places[edge->child], &edge->in_child);
    const cdy_pose back = cdy_pose_invert(&s->places[edge->parent]), in_parent = cdy_pose_compose(&back, &there);
    const cdy_joint fixed = {.type = CDY_JOINT_FIXED};
    return edge->axis_count > 1 ||
           cdy_assembly_keep_loop(a, number, cdy_sdf_shown(s, s->nodes[edge->node].name), s->nodes[edge->node].e->at,
                                  edge->axis_count ? &edge->axes[0].joint : &fixed, &in_parent, &edge->in_child);
}

static cdy_status name_loops(const cdy_assembly *a, const cdy_sdf *s)
{
    bool kept = true;
    for (int i = 0; i < s->edge_count; i++) {
        const cdy_sdf_edge *edge = &s->edges[i];
        const cdy_loop_entry *before = s->r->last_loop;
        kept = kept && (a->used[i] || keep_loop(a, s, i));
        if (!a->used[i]) {
            cdy_about_joint(s->r, cdy_sdf_shown(s, s->nodes[edge->node].name));
            cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, s->nodes[edge->node].e->at,
                     "the joint closes a loop between '%.80s' and '%.80s', which is open in the tree; 'condyle "
                     "%s' closes it",
                     s->links[edge->parent].body.name, s->links[edge->child].body.name,
                     s->r->last_loop == before ? "constrained --loop" : "mechanism");
            for (int k = 0; k < edge->axis_count; k++) {
                cdy_assembly_name_lost(s->r, &edge->axes[k].joint, edge->axes[k].mimics, s->nodes[edge->node].e->at);
            }
        }
    }
    cdy_about_robot(s->r);
    return kept ? CDY_OK : cdy_fail_memory(s->r->error);
}

cdy_status cdy_sdf_build(cdy_sdf *s)
{
    cdy_ends *ends = cdy_arena_allocate(&s->r->memory, (size_t)s->edge_count + 1, sizeof *ends);
    if (!ends) {
        return cdy_fail_memory(s->r->error);
    }
    for (int i = 0; i < s->edge_count; i++) {
        ends[i] = (cdy_ends){s->edges[i].parent, s->edges[i].child};
    }
    cdy_assembly a = {.r = s->r,
                      .links = s->links,
                      .places = s->places,
                      .link_count = s->link_count,
                      .edges = ends,
                      .edge_count = s->edge_count,
                      .spare = s->node_count + s->edge_count,
                      .still = s->still,
                      .add_edge = add_edge,
                      .context = s};
    if (s->still) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, s->scopes[1].e->at,
                 "the model is static, so that all its joints are fixed here");
    }
    cdy_status status = cdy_assemble(&a);
    status = status ? status : add_frames(&a, s);
    return status ? status : name_loops(&a, s);
}
