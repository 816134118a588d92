/* Mimic joints: chains of mimic joints are resolved to joints with coordinates of their own. */
#include "base/error.h"
#include "base/memory.h"
#include "tree/node.h"
#include "tree/tree.h"

#include <math.h>

bool cdy_tree_is_follower(const cdy_tree *tree, int index)
{
    const cdy_joint *joint = cdy_joint_at(tree, index);
    return !tree->mimic_independent && joint->mimic.joint && cdy_joint_type_nv(joint->type) == 1;
}

static cdy_status fail_at_body(const cdy_tree *tree, int index, int *culprit, const char *reason, cdy_error *error)
{
    const cdy_joint *joint = cdy_joint_at(tree, index);
    if (culprit) {
        *culprit = index;
    }
    return cdy_fail(error, CDY_ERROR_ROBOT, "joint '%.80s' mimics '%.80s', %s", joint->name, joint->mimic.joint,
                    reason);
}

/* Enters the direct leader of every mimic joint. */
static cdy_status find_leaders(const cdy_tree *tree, cdy_follower *followers, int *culprit, cdy_error *error)
{
    for (int i = 0; i < tree->count; i++) {
        followers[i] = (cdy_follower){-1, 1, 0};
        if (!cdy_tree_is_follower(tree, i)) {
            continue;
        }
        const cdy_mimic *mimic = &cdy_joint_at(tree, i)->mimic;
        int leader = cdy_tree_find_joint(tree, mimic->joint);
        if (leader < 0) {
            return fail_at_body(tree, i, culprit, "which does not exist; name a joint of this robot", error);
        }
        if (leader == i) {
            return fail_at_body(tree, i, culprit, "which is itself; name another joint", error);
        }
        if (cdy_joint_type_nv(cdy_joint_at(tree, leader)->type) != 1) {
            return fail_at_body(tree, i, culprit,
                                "which has not one degree of freedom; name a revolute, continuous or prismatic joint",
                                error);
        }
        followers[i] = (cdy_follower){leader, mimic->multiplier, mimic->offset};
    }
    return CDY_OK;
}

/* Composition of q = a q' + b with q' = c q'' + d. */
static cdy_follower compose(cdy_follower outer, cdy_follower inner)
{
    return (cdy_follower){inner.leader, outer.multiplier * inner.multiplier,
                          outer.multiplier * inner.offset + outer.offset};
}

static bool is_resolved(const cdy_follower *followers, int i)
{
    int leader = followers[i].leader;
    return leader < 0 || followers[leader].leader < 0;
}

/* Resolves the chain that starts at body i. Every pass halves the chain, as path halving does in disjoint-set forests,
 * so that long chains cost little. A ring has no end: the steps then exceed the number of bodies. */
static bool resolve_chain(cdy_follower *followers, int i, int count)
{
    int steps = 0;
    while (!is_resolved(followers, i)) {
        for (int k = i; !is_resolved(followers, k); k = followers[k].leader) {
            if (++steps > count) {
                return false;
            }
            followers[k] = compose(followers[k], followers[followers[k].leader]);
        }
    }
    return true;
}

cdy_status cdy_tree_resolve_mimic(const cdy_tree *tree, cdy_follower *followers, int *culprit, cdy_error *error)
{
    cdy_status status = find_leaders(tree, followers, culprit, error);
    for (int i = 0; !status && i < tree->count; i++) {
        if (!resolve_chain(followers, i, tree->count)) {
            status = fail_at_body(tree, i, culprit, "which leads back to itself in a ring; break the ring", error);
        } else if (!isfinite(followers[i].multiplier) || !isfinite(followers[i].offset)) {
            status = fail_at_body(tree, i, culprit, "and the multipliers of the chain have no finite product", error);
        }
    }
    return status;
}

cdy_status cdy_tree_check_mimic(const cdy_tree *tree, cdy_error *error)
{
    cdy_tree dependent = *tree; /* a shallow copy, only read, in which mimic joints follow their leaders */
    dependent.mimic_independent = false;
    cdy_follower *followers = cdy_allocate((size_t)tree->count, sizeof *followers);
    cdy_status status = followers ? cdy_tree_resolve_mimic(&dependent, followers, NULL, error) : cdy_fail_memory(error);
    cdy_release(followers);
    return status;
}
