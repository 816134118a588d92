"""Benchmark of simulations: steps of one robot and of many side by side, by Condyle and by MuJoCo's rollout.

python3 tests/bench/rollout.py [ROBOT...]: bundled robots; least ns of a step and a robot of several rounds, on one
thread and in its time, from the same states without torques, by steps of 1 ms.  MuJoCo (the package `mujoco`) reads
what `condyle export --as mjcf` writes, and its constraints are off.
"""

import os
import subprocess
import sys
import time

import numpy

import condyle

MANY, STEPS, ROUNDS = 256, 50, 15
GRAVITY = (0, 0, -9.81)
INTEGRATORS = {"semi-implicit-euler": "mjINT_EULER", "rk4": "mjINT_RK4", "implicit": None}


def least(run):
    """Returns the least time of a run of all rounds, s."""
    times = []
    for _ in range(ROUNDS):
        start = time.thread_time()
        run()
        times.append(time.thread_time() - start)
    return min(times)


def condyle_times(robot, integrator, q):
    """Returns the time of a step of one robot and of many, ns."""
    simulation = robot.simulation(integrator)

    def run_one():
        simulation.set_state(0, q[0])
        simulation.step(STEPS * 8)

    one = least(run_one) / STEPS / 8
    many = least(lambda: robot.rollout(q, steps=STEPS, integrator=integrator)) / STEPS / MANY
    return one * 1e9, many * 1e9


def mujoco_times(name, integrator, q):
    """Returns the times of mujoco.rollout; none where there is no such package or integrator."""
    try:
        import mujoco
        from mujoco import rollout
    except ImportError:
        return None
    if INTEGRATORS[integrator] is None:
        return None
    command = [os.environ.get("CONDYLE", "condyle"), "export", "--as", "mjcf", "--gravity", "0,0,-9.81", name]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.timestep = 0.001
    model.opt.integrator = getattr(mujoco.mjtIntegrator, INTEGRATORS[integrator])
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    starts = numpy.zeros((MANY, size))
    starts[:, 1 : 1 + model.nq] = q
    one = least(lambda: rollout.rollout(model, data, starts[:1], nstep=STEPS * 8)) / STEPS / 8
    many = least(lambda: rollout.rollout(model, data, starts, nstep=STEPS)) / STEPS / MANY
    return one * 1e9, many * 1e9


def measure(name):
    robot = condyle.load(name, gravity=GRAVITY)
    q = numpy.random.default_rng(1).uniform(-1, 1, (MANY, robot.nq))
    print(f"{name}: ns a step and a robot")
    for integrator in INTEGRATORS:
        one, many = condyle_times(robot, integrator, q)
        line = f"{integrator:20} one {one:7.0f}  of {MANY} {many:7.0f}  {one / many:5.2f} times"
        peer = mujoco_times(name, integrator, q)
        if peer:
            line += f"  MuJoCo one {peer[0]:7.0f}  of {MANY} {peer[1]:7.0f}"
            line += f"  {peer[0] / one:5.2f} and {peer[1] / many:5.2f} times Condyle's"
        print(line)


if __name__ == "__main__":
    for robot_name in sys.argv[1:] or ("universalUR5e", "kukaIiwa14"):
        measure(robot_name)
