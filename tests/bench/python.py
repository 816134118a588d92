"""Benchmark of the Python package beside the C library, and beside Pinocchio's package (pin) where it is installed.

    PEER=build/tests/python/bench_python_peer python.py [ROBOT...]      PEER: the same calls in C

Rounds of Python and of C take turns, so that a period in which the machine is slow affects both; the least time of all
rounds is printed, ns. Results are compared first. "one" is one state with out=, "all" a state of 10,000 with out=.
"""

import os
import subprocess
import sys
import tempfile
import time

import numpy

import condyle

COUNT, CALLS, BATCHES, ROUNDS = 10000, 300, 3, 600
NAMES = ("inverse_dynamics", "forward_dynamics", "mass_matrix")


def time_one(method, given, out):
    """Returns ns of a call for one state; the loops hold nothing else."""
    start = time.perf_counter_ns()
    if len(given) == 1:
        (q,) = given
        for _ in range(CALLS):
            method(q, out=out)
    else:
        q, qd, qdd = given
        for _ in range(CALLS):
            method(q, qd, qdd, out=out)
    return (time.perf_counter_ns() - start) / CALLS


def time_all(method, given, out):
    """Returns ns a state of a call for all states, the least of some."""
    times = []
    for _ in range(BATCHES):
        start = time.perf_counter_ns()
        method(*given, out=out)
        times.append(time.perf_counter_ns() - start)
    return min(times) / COUNT


def time_call(call):
    start = time.perf_counter_ns()
    for _ in range(CALLS):
        call()
    return (time.perf_counter_ns() - start) / CALLS


def arguments_of(name, states):
    return states[:1] if name == "mass_matrix" else states


def pinocchio_calls(file, states):
    try:
        import pinocchio
    except ImportError:
        return {}
    model = pinocchio.buildModelFromUrdf(file)
    data = model.createData()
    q, qd, qdd = (part[0].copy() for part in states)

    def mass_matrix():
        pinocchio.crba(model, data, q)
        return data.M

    return {
        "inverse_dynamics": lambda: pinocchio.rnea(model, data, q, qd, qdd),
        "forward_dynamics": lambda: pinocchio.aba(model, data, q, qd, qdd),
        "mass_matrix": mass_matrix,
    }


def measure(peer, name, file):
    robot = condyle.load(name, gravity=(0, 0, -9.81))
    generator = numpy.random.default_rng(1)
    states = [robot.random_configuration(1, COUNT), *generator.uniform(-1, 1, (2, COUNT, robot.nv))]
    outs = {key: numpy.empty_like(getattr(robot, key)(*arguments_of(key, states))) for key in NAMES}
    pins = pinocchio_calls(file, states)
    for key, call in pins.items():
        given = [part[0] for part in arguments_of(key, states)]
        found = numpy.array(call())
        if key == "mass_matrix":  # the upper triangle is all that is promised
            found = numpy.triu(found) + numpy.triu(found, 1).T
        numpy.testing.assert_allclose(found, getattr(robot, key)(*given), rtol=1e-8, atol=1e-8)
    least = {}

    def note(*key, value):
        least[key] = min(value, least.get(key, value))

    with tempfile.NamedTemporaryFile() as data:
        data.write(b"".join(part.tobytes() for part in states))
        data.flush()
        command = [peer, name, str(COUNT), data.name]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(ROUNDS):
                process.stdin.write("\n")
                process.stdin.flush()
                for key in NAMES:
                    found, one, every, total = process.stdout.readline().split()
                    assert found == key
                    note(key, "C", "one", value=float(one))
                    note(key, "C", "all", value=float(every))
                    given, out = arguments_of(key, states), outs[key]
                    first = [part[0].copy() for part in given]
                    note(key, "Python", "one", value=time_one(getattr(robot, key), first, out[0].copy()))
                    note(key, "Python", "all", value=time_all(getattr(robot, key), given, out))
                    if abs(out.sum() - float(total)) > 1e-9 * abs(out).sum():
                        raise SystemExit(f"{name}, {key}: C and Python differ")
                for key, call in pins.items():
                    note(key, "pin", "one", value=time_call(call))
            process.stdin.close()
    for key in NAMES:
        c, python, pin = (least.get((key, side, "one")) for side in ("C", "Python", "pin"))
        c_all, python_all = least[key, "C", "all"], least[key, "Python", "all"]
        print(f"{robot.name:12} {key:18} {c:7.0f} {python:8.0f} {python - c:8.0f} {c_all:9.1f} {python_all:9.1f} "
              f"{100 * (python_all / c_all - 1):8.1f} " + (f"{pin:8.0f}" if pin else "       -"), flush=True)  # fmt: skip


if __name__ == "__main__":
    print(f"{'robot':12} {'call':18} {'C, one':>7} {'Py, one':>8} {'more':>8} {'C, all':>9} {'Py, all':>9} {'more, %':>8} {'pin, one':>8}")
    for robot_name in sys.argv[1:] or ("universalUR5e", "kukaIiwa14"):
        with tempfile.NamedTemporaryFile("w", suffix=".urdf") as urdf:
            urdf.write(condyle.load(robot_name).to_urdf())
            urdf.flush()
            measure(os.environ["PEER"], robot_name, urdf.name)
