#include "description/closure.h"

#include "base/memory.h"

#include <math.h>

cdy_pose *cdy_poses_at_zero(const cdy_tree *tree)
{
    const int count = cdy_tree_body_count(tree) + 1;
    cdy_pose *poses = cdy_allocate((size_t)count, sizeof *poses);
    for (int i = 0; i < count && poses; i++) { /* parents first */
        const cdy_pose joint = i > 0 ? cdy_joint_pose_at_zero(&cdy_tree_body(tree, i)->joint) : cdy_pose_still;
        poses[i] = i > 0 ? cdy_pose_compose(&poses[cdy_tree_parent(tree, i)], &joint) : joint;
    }
    return poses;
}

double cdy_loop_gap(const cdy_tree *tree, const cdy_pose *poses, const cdy_loop *loop)
{
    const int body = cdy_tree_find_body(tree, loop->body), other = cdy_tree_find_body(tree, loop->other);
    if (body < 0 || other < 0) {
        return HUGE_VAL;
    }
    const cdy_pose ends[2] = {cdy_pose_from_placement(&loop->in_body), cdy_pose_from_placement(&loop->in_other)};
    const cdy_pose here = cdy_pose_compose(&poses[body], &ends[0]), there = cdy_pose_compose(&poses[other], &ends[1]);
    const cdy_pose back = cdy_pose_invert(&there), off = cdy_pose_compose(&back, &here);
    const double sign = off.q[0] < 0 ? -2 : 2;
    double gap = 0;
    for (unsigned k = 0; k < 6; k++) { /* the angular rows come first */
        gap = loop->rows >> k & 1U ? fmax(gap, fabs(k < 3 ? sign * off.q[1 + k] : off.p[k - 3])) : gap;
    }
    return gap;
}
