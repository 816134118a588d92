"""Errors of single precision: the worst difference of batches over floats from batches over doubles, in parts of the
largest number of the result, among 50,000 random states.

    floats.py [[--floating-base] ROBOT]...      UR5e and iiwa 14 where none is given

The inputs are numbers that floats hold; velocities are up to 2, accelerations and torques up to 3.
tests/bench/results/floats.txt is what it printed; docs/c.md and condyle/batch_float.h have the numbers from there.
"""

import sys

import numpy

import condyle

COUNT = 50000


def draw_states(robot):
    rng = numpy.random.default_rng(1)
    states = {"q": robot.random_configuration(seed=1, count=COUNT)}
    for name, most in (("qd", 2), ("qdd", 3), ("tau", 3)):
        states[name] = rng.uniform(-most, most, (COUNT, robot.nv))
    return {name: values.astype(numpy.float32) for name, values in states.items()}


def calls_of(robot):
    frame = robot.frames[-1]
    return {
        "inverse dynamics": (robot.inverse_dynamics, "q qd qdd", {}),
        "forward dynamics": (robot.forward_dynamics, "q qd tau", {}),
        "mass matrix": (robot.mass_matrix, "q", {}),
        "gravity torque": (robot.gravity_torque, "q", {}),
        "all transforms": (robot.forward_kinematics, "q", {}),
        "Jacobian": (robot.geometric_jacobian, "q", {"frame": frame}),
        "inverse mass matrix": (robot.inverse_mass_matrix, "q", {}),
        "derivatives of inverse dynamics": (robot.inverse_dynamics_derivatives, "q qd qdd", {}),
        "regressor": (robot.regressor, "q qd qdd", {}),
        "rate of a Jacobian": (robot.jacobian_dot, "q qd", {"frame": frame}),
        "Jacobian by q": (robot.jacobian_derivative, "q", {"frame": frame}),
        "transform by q": (robot.transform_derivative, "q", {"frame": frame}),
        "derivatives of forward dynamics": (robot.forward_dynamics_derivatives, "q qd tau", {}),
    }


def compare(call, states, names, options):
    """Returns the worst difference of each result in parts of its state's, over the states in parts that memory holds."""
    worst = 0
    for first in range(0, COUNT, 2500):
        part = {name: states[name][first:first + 2500] for name in names.split()}
        floats = call(**part, **options)
        doubles = call(**{name: values.astype(float) for name, values in part.items()}, **options)
        pairs = list(zip(floats, doubles)) if isinstance(doubles, tuple) else [(floats, doubles)]
        worst = numpy.maximum(worst, [(abs(f - d).reshape(len(d), -1).max(1) / abs(d).reshape(len(d), -1).max(1)).max()
                                      for f, d in pairs])
    return worst


def main(arguments):
    robots, floating = [], False
    for argument in arguments or ["universalUR5e", "kukaIiwa14"]:
        if argument == "--floating-base":
            floating = True
        else:
            robots.append((argument, condyle.load(argument, floating_base=floating)))
            floating = False
    for name, robot in robots:
        print(f"{name.rsplit('/')[-1]}, {robot.nv} degrees of freedom")
        states = draw_states(robot)
        for title, (call, names, options) in calls_of(robot).items():
            print(f"{title:32}", *(f"{part:.1e}" for part in compare(call, states, names, options)), flush=True)
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
