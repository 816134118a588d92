/* The documented table of the UR5e, as showdetails prints it. */
#ifndef CDY_TESTS_UR5E_DETAILS_H
#define CDY_TESTS_UR5E_DETAILS_H

/* clang-format off */
#define UR5E_DETAILS \
    "--------------------\n" \
    "Robot: (10 bodies)\n" \
    "\n" \
    " Idx                Body Name                         Joint Name                         Joint Type" \
    "                Parent Name(Idx)   Children Name(s)\n" \
    " ---                ---------                         ----------                         ----------" \
    "                ----------------   ----------------\n" \
    "   1                     base         base_link-base_fixed_joint                              fixed" \
    "                    base_link(0)   \n" \
    "   2        base_link_inertia        base_link-base_link_inertia                              fixed" \
    "                    base_link(0)   shoulder_link(3)  \n" \
    "   3            shoulder_link                 shoulder_pan_joint                           revolute" \
    "            base_link_inertia(2)   upper_arm_link(4)  \n" \
    "   4           upper_arm_link                shoulder_lift_joint                           revolute" \
    "                shoulder_link(3)   forearm_link(5)  \n" \
    "   5             forearm_link                        elbow_joint                           revolute" \
    "               upper_arm_link(4)   wrist_1_link(6)  \n" \
    "   6             wrist_1_link                      wrist_1_joint                           revolute" \
    "                 forearm_link(5)   wrist_2_link(7)  \n" \
    "   7             wrist_2_link                      wrist_2_joint                           revolute" \
    "                 wrist_1_link(6)   wrist_3_link(8)  \n" \
    "   8             wrist_3_link                      wrist_3_joint                           revolute" \
    "                 wrist_2_link(7)   flange(9)  \n" \
    "   9                   flange                     wrist_3-flange                              fixed" \
    "                 wrist_3_link(8)   tool0(10)  \n" \
    "  10                    tool0                       flange-tool0                              fixed" \
    "                       flange(9)   \n" \
    "--------------------\n"
/* clang-format on */

#endif
