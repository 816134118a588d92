/* Topology: checks that links and joints form one tree, and orders the links. */
#include "base/error.h"
#include "base/memory.h"
#include "description/reader.h"

static int parent_of(const cdy_reader *r, int link)
{
    return r->joints[r->links[link].joint].parent;
}

/* A link without root has a cycle among its ancestors; link_count steps upwards end in the cycle. Reports the joint of
 * the cycle that comes first in the file. */
static cdy_status fail_at_cycle(cdy_reader *r, int link, const char *detail)
{
    for (int i = 0; i < r->link_count; i++) {
        link = parent_of(r, link);
    }
    int first = r->links[link].joint;
    for (int i = parent_of(r, link); i != link; i = parent_of(r, i)) {
        first = r->links[i].joint < first ? r->links[i].joint : first;
    }
    const cdy_joint_entry *joint = &r->joints[first];
    return cdy_fault(r, CDY_RULE_CYCLE, joint->at,
                     "joint '%.80s' is part of a cycle, from link '%.80s' through its children back to it%s; "
                     "expected a tree; a closed loop is cut at a joint, and closed by 'condyle constrained --loop'",
                     joint->name, r->links[joint->parent].body.name, detail);
}

static cdy_status find_root(cdy_reader *r, int *root)
{
    *root = -1;
    for (int i = 0; i < r->link_count; i++) {
        if (r->links[i].joint >= 0) {
            continue;
        }
        if (*root >= 0) {
            return cdy_fault(r, CDY_RULE_ROOTS, r->links[i].at,
                             "links '%.80s' (line %d) and '%.80s' are both the child of no joint; expected one root",
                             r->links[*root].body.name, r->links[*root].at.line, r->links[i].body.name);
        }
        *root = i;
    }
    return *root >= 0 ? CDY_OK : fail_at_cycle(r, 0, ", and no link is the root");
}

/* Breadth-first traversal. Lists of children: first[link] is the first child, next[link] the next sibling; -1: none. */
static int traverse(const cdy_reader *r, int root, int *first, int *next, int *order)
{
    for (int i = 0; i < r->link_count; i++) {
        first[i] = -1;
    }
    for (int i = r->link_count - 1; i >= 0; i--) {
        if (i != root) {
            int parent = parent_of(r, i);
            next[i] = first[parent];
            first[parent] = i;
        }
    }
    int count = 0;
    order[count++] = root;
    for (int i = 0; i < count; i++) {
        for (int child = first[order[i]]; child >= 0; child = next[child]) {
            order[count++] = child;
        }
    }
    return count;
}

/* Reports the first link that the traversal did not reach; `reached` is a work array of link_count elements. */
static cdy_status check_reached(cdy_reader *r, const int *order, int count, int *reached)
{
    for (int i = 0; i < r->link_count; i++) {
        reached[i] = 0;
    }
    for (int i = 0; i < count; i++) {
        reached[order[i]] = 1;
    }
    for (int i = 0; i < r->link_count; i++) {
        if (!reached[i]) {
            return fail_at_cycle(r, i, ", beside the rest of the robot");
        }
    }
    return CDY_OK;
}

cdy_status cdy_order_links(cdy_reader *r, int *order)
{
    int root;
    cdy_status status = find_root(r, &root);
    if (status) {
        return status;
    }
    int *lists = cdy_allocate((size_t)r->link_count, 2 * sizeof *lists);
    if (!lists) {
        return cdy_fail_memory(r->error);
    }
    int count = traverse(r, root, lists, lists + r->link_count, order);
    status = count == r->link_count ? CDY_OK : check_reached(r, order, count, lists);
    cdy_release(lists);
    return status;
}

const cdy_joint *cdy_joint_of(const cdy_reader *r, int number)
{
    const cdy_joint_entry *entry = &r->joints[number];
    return entry->child >= 0 && r->links[entry->child].joint == number && !entry->faulty
               ? &r->links[entry->child].body.joint
               : NULL;
}
