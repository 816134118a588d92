/* Ranges: positions of joints that keep the limits of the joint and of the joints that follow it. */
#ifndef CDY_MODEL_RANGE_H
#define CDY_MODEL_RANGE_H

#include "model/model.h"

/* A range of positions, rad or m; infinite where nothing bounds it. */
typedef struct position_range {
    double lower, upper;
} position_range;

/* Gives the positions of the leader of follower `body`, q_leader, that keep the limits of the follower:
 * lower <= multiplier q_leader + offset <= upper. */
position_range cdy_follower_range(const cdy_model *model, int32_t body);

/* Narrows the range of a leader to the positions within its follower's limits too. A follower whose limits leave its
 * leader no range is ignored. */
void cdy_narrow_range(position_range *leader, position_range follower);

/* Gives for each body (body_count) the range of its joint: the limits of the joint, narrowed for a leader by the limits
 * of the followers in the order of the bodies. Joints of several degrees of freedom, and followers themselves, have
 * infinite ranges. */
void cdy_joint_ranges(const cdy_model *model, position_range *ranges);

/* Gives the range of one coordinate of the caller's configuration, by the same rule and without memory. */
position_range cdy_coordinate_range(const cdy_model *model, int32_t index);

#endif
