/* The torques that hold a UR5e still while something pulls at its tool. */
#include <condyle/condyle.h>
#include <stdio.h>

int main(void)
{
    const double pull[6] = {0, 0, 0, 0.1, 0, 0}; /* Tx Ty Tz Fx Fy Fz, in the tool's frame */
    double q[6], fext[6 * 6] = {0}, tau[6];
    cdy_error error;
    cdy_robot *robot;
    cdy_urdf_options options = cdy_urdf_options_default();
    options.gravity[2] = -9.81; /* the default is no gravity */

    cdy_status status = cdy_robot_open("universalUR5e", &options, &robot, &error);
    if (!status) {
        cdy_robot_home_configuration(robot, q);
        status = cdy_robot_external_force(robot, "tool0", pull, q, fext, &error);
    }
    if (!status) { /* NULL: no velocity, no acceleration */
        status = cdy_robot_inverse_dynamics(robot, q, NULL, NULL, fext, tau, &error);
    }
    for (int i = 0; !status && i < 6; i++) {
        cdy_coordinate joint;
        cdy_model_velocity(cdy_robot_model(robot), i, &joint);
        printf("%-20s %12.6f N m\n", joint.joint, tau[i]);
    }
    if (status) {
        fprintf(stderr, "%s\n", error.text);
    }
    cdy_robot_destroy(robot);
    return status != CDY_OK;
}
