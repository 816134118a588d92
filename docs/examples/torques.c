/* The torques that a motion of a UR5e needs. */
#include <condyle/condyle.h>
#include <stdio.h>

int main(void)
{
    const double q[6] = {0, -1, 1, 0, 0.5, 0}, qd[6] = {1, 1, 1, 1, 1, 1}, qdd[6] = {2, 2, 2, 2, 2, 2};
    double tau[6];
    cdy_error error;
    cdy_robot *robot;
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81; /* the default is no gravity */

    cdy_status status = cdy_robot_open("universalUR5e", &options, &robot, &error);
    if (!status) { /* NULL: no external forces */
        status = cdy_robot_inverse_dynamics(robot, q, qd, qdd, NULL, tau, &error);
    }
    if (status) {
        fprintf(stderr, "%s\n", error.text);
    } else {
        printf("%.4f %.4f %.4f %.4f %.4f %.4f\n", tau[0], tau[1], tau[2], tau[3], tau[4], tau[5]);
    }
    cdy_robot_destroy(robot);
    return status != CDY_OK;
}
