/* Topology: every root but the first, and every cycle. */
#include "base/error.h"
#include "description/reader.h"
#include "lint/checks.h"

/* Whether a link is the child of no joint. A link with the name of an earlier one does not count: joints refer to the
 * first of that name, and the duplicate is reported already. */
static bool is_root(const cdy_reader *r, int link)
{
    return r->links[link].joint < 0 && cdy_name_table_find(&r->link_numbers, r->links[link].body.name) == link;
}

/* Whether a joint refers to an unknown link, or to one link as parent and child; the roots are then unknown. */
static bool has_incomplete_joint(const cdy_reader *r)
{
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint_entry *joint = &r->joints[i];
        if (joint->parent < 0 || joint->child < 0 || joint->parent == joint->child) {
            return true;
        }
    }
    return false;
}

static void report_roots(cdy_reader *r)
{
    int root = -1;
    for (int i = 0; i < r->link_count; i++) {
        if (!is_root(r, i)) {
            continue;
        }
        if (root < 0) {
            root = i;
            continue;
        }
        cdy_about_link(r, r->links[i].body.name);
        cdy_fault(r, CDY_RULE_ROOTS, r->links[i].at,
                  "the child of no joint, as link '%.80s' in line %d; expected one root", r->links[root].body.name,
                  r->links[root].at.line);
    }
}

static int parent_of(const cdy_reader *r, int link)
{
    return r->links[link].joint < 0 ? -1 : r->joints[r->links[link].joint].parent;
}

/* Reports a cycle at its first joint in the file. */
static void report_cycle(cdy_reader *r, int link)
{
    int first = r->links[link].joint, length = 1;
    for (int i = parent_of(r, link); i != link; i = parent_of(r, i)) {
        first = r->links[i].joint < first ? r->links[i].joint : first;
        length++;
    }
    const cdy_joint_entry *joint = &r->joints[first];
    cdy_about_joint(r, joint->name);
    cdy_fault(r, CDY_RULE_CYCLE, joint->at,
              "part of a cycle of %d joints, from link '%.80s' through its children back to it; expected a tree; a "
              "closed loop "
              "is cut at a joint, and closed by 'condyle constrained --loop'",
              length, r->links[joint->parent].body.name);
}

/* Follows parents from every link, over links that no earlier walk visited: a link visited by the same walk closes a
 * cycle. */
static void report_cycles(cdy_reader *r, int *walk)
{
    for (int i = 0; i < r->link_count; i++) {
        int link = i;
        while (link >= 0 && walk[link] == 0) {
            walk[link] = i + 1;
            link = parent_of(r, link);
        }
        if (link >= 0 && walk[link] == i + 1) {
            report_cycle(r, link);
        }
    }
}

cdy_status cdy_check_topology(cdy_reader *r)
{
    int *walk = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *walk);
    if (!walk) {
        return cdy_fail_memory(r->error);
    }
    if (!has_incomplete_joint(r)) {
        report_roots(r);
    }
    report_cycles(r, walk);
    cdy_about_robot(r);
    return CDY_OK;
}
