// The torques that a motion of a UR5e needs, one state and a thousand, in C++.
#include <array>
#include <condyle/condyle.hpp>
#include <cstdio>
#include <vector>

int main()
{
    try {
        condyle::robot robot("universalUR5e", {0, 0, -9.81});
        const std::array<double, 6> q{0, -1, 1, 0, 0.5, 0}, qd{1, 1, 1, 1, 1, 1}, qdd{2, 2, 2, 2, 2, 2};

        // A new vector, or memory of the caller's, where nothing is allocated.
        std::vector<double> tau = robot.inverse_dynamics(q, qd, qdd);
        robot.inverse_dynamics(q, qd, qdd, nullptr, tau); // nullptr: no external forces
        std::printf("%.4f %.4f %.4f %.4f %.4f %.4f\n", tau[0], tau[1], tau[2], tau[3], tau[4], tau[5]);

        // A thousand states: rows of six numbers.
        const std::size_t count = 1000;
        std::vector<double> states(count * robot.nq()), torques(count * robot.nv());
        for (std::size_t i = 0; i < states.size(); i++) {
            states[i] = 0.001 * static_cast<double>(i);
        }
        condyle::batch batch(robot.model());
        batch.gravity_torque(count, states, torques);
        std::printf("%.4f\n", torques[6 * 999 + 1]);

        // Without an exception: a cdy_error comes last.
        cdy_error error;
        if (robot.gravity_torque({0, 0, 0}, tau, error) != CDY_OK) {
            std::printf("%s\n", error.text);
        }
        robot.get_transform("tol0", q);
    } catch (const condyle::error &e) {
        std::printf("%s\n", e.what());
    }
}
