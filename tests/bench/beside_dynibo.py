"""Benchmark from Python beside dynibo (the package `dynibo`): least ns of a call for one state that writes to `out`.

python3 tests/bench/beside_dynibo.py [URDF...]: robots with a fixed base; without arguments the bundled UR5e and iiwa
14.  The calls run in turns, in the time of this thread, after a check that the results agree; dynibo's gravity is
9.80665 m/s2.
"""

import sys
import time

import condyle
import dynibo
import numpy

ROUNDS, CALLS = 60, 400


def least_times(calls):
    """Returns the least time of each call, ns."""
    least = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for i, call in enumerate(calls):
            start = time.thread_time()
            for _ in range(CALLS):
                call()
            least[i] = min(least[i], (time.thread_time() - start) / CALLS * 1e9)
    return least


def measure(name):
    path = name if name.endswith(".urdf") else str(condyle.robot_path(name))
    ours, theirs = condyle.load(path, gravity=(0, 0, -9.80665)), dynibo.Robot.from_urdf(path)
    n = ours.nv
    q, qd, x = numpy.random.default_rng(2).uniform(-1, 1, (3, n))
    tau, M = numpy.empty(n), numpy.empty((n, n))
    tau2, M2 = numpy.empty(n), numpy.empty(n * n)
    rows = {
        "inverse dynamics": (
            lambda: ours.inverse_dynamics(q, qd, x, out=tau),
            lambda: theirs.inverse_dynamics(q, qd, x, out=tau2),
        ),
        "forward dynamics": (
            lambda: ours.forward_dynamics(q, qd, x, out=tau),
            lambda: theirs.forward_dynamics(q, qd, x, out=tau2),
        ),
        "mass matrix": (lambda: ours.mass_matrix(q, out=M), lambda: theirs.mass_matrix(q, out=M2)),
    }
    print(f"{name}, {n} degrees of freedom: ns a call from Python")
    for row, (call, peer) in rows.items():
        call()
        peer()
        numpy.testing.assert_allclose(*((M.ravel(), M2) if row == "mass matrix" else (tau, tau2)), rtol=1e-8, atol=1e-8)
        mine, its = least_times((call, peer))
        print(f"{row:18} {mine:6.0f}  dynibo {its:6.0f}  {its / mine:.2f} times")


if __name__ == "__main__":
    for robot_name in sys.argv[1:] or ("universalUR5e", "kukaIiwa14"):
        measure(robot_name)
