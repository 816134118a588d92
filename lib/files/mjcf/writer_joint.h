/* Joints and poses of bodies as MJCF. */
#ifndef CDY_MJCF_WRITER_JOINT_H
#define CDY_MJCF_WRITER_JOINT_H

#include "description/losses.h"
#include "description/pose.h"
#include "xml/xml_output.h"

#include <condyle/tree.h>
#include <stdbool.h>

/* Whether a pose is none, and need not be written. */
static inline bool is_still(const double *values, const double *still, int count)
{
    for (int i = 0; i < count; i++) {
        if (values[i] < still[i] || values[i] > still[i]) {
            return false;
        }
    }
    return true;
}

/* Writes the attributes of a pose, those of none left out. */
void cdy_mjcf_write_pose(cdy_xml_output *out, const cdy_pose *pose);

/* Writes the joint of a body in a body whose frame stands at `in` in the first one's; tells what MuJoCo has not. */
void cdy_mjcf_write_joint(const cdy_writing *how, cdy_xml_output *out, const cdy_joint *j, const cdy_pose *in);

#endif
