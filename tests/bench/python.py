"""Benchmark of the Python package beside the C library, and beside the packages pin (Pinocchio), mujoco and drake where
they are installed.

    PEER=build/tests/python/bench_python_peer python.py [ROBOT...]      PEER: the same calls in C; ROUNDS=200: fewer

Rounds of Python and of C take turns, so that a period in which the machine is slow affects both; the least time of all
rounds is printed, ns. Results are compared first. "one" is one state with out=, "all" a state of 10,000 with out=.
The address of memory changes the time of large results by a tenth and more from one start of a program to the next. So
both sides have their arrays in the same pages, and begin anew several times: C as a process, Python with a new robot.
The peers get one state by the calls that their users make; MuJoCo's and Drake's calls include setting the state.
"""

import mmap
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

import numpy

import condyle

COUNT, CALLS, BATCHES, STARTS, ROUNDS = 10000, 300, 3, 8, int(os.environ.get("ROUNDS", 600))
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


def mujoco_calls(file, states):
    """As peer_mujoco.c: the stages of forward and inverse dynamics that each result needs."""
    try:
        import mujoco
    except ImportError:
        return {}
    model = mujoco.MjModel.from_xml_path(file)
    data = mujoco.MjData(model)
    model.opt.gravity[:] = (0, 0, -9.81)
    q, qd, x = (part[0].copy() for part in states)
    M, force, acceleration = numpy.zeros((model.nv, model.nv)), numpy.zeros(model.nv), numpy.zeros((1, model.nv))

    def begin():
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)

    def inverse_dynamics():
        data.qvel[:] = qd
        data.qacc[:] = x
        begin()
        mujoco.mj_comVel(model, data)
        mujoco.mj_rne(model, data, 1, force)
        return force

    def mass_matrix():
        begin()
        mujoco.mj_crb(model, data)
        fill_matrix()
        return M

    def forward_dynamics():
        data.qvel[:] = qd
        begin()
        mujoco.mj_crb(model, data)
        mujoco.mj_factorM(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_rne(model, data, 0, force)
        mujoco.mj_solveM(model, data, acceleration, (x - force)[None])
        return acceleration[0]

    def fill_matrix():
        try:
            mujoco.mj_fullM(model, M, data.qM)
        except (AttributeError, TypeError):  # from 4.0 on
            mujoco.mj_fullM(model, data, M)

    return {"inverse_dynamics": inverse_dynamics, "forward_dynamics": forward_dynamics, "mass_matrix": mass_matrix}


def drake_calls(file, states):
    try:
        from pydrake.multibody.parsing import Parser
        from pydrake.multibody.plant import MultibodyPlant
        from pydrake.multibody.tree import MultibodyForces
    except ImportError:
        return {}
    plant = MultibodyPlant(0.0)
    Parser(plant).AddModels(file)
    root = plant.GetBodyByName(xml.etree.ElementTree.parse(file).find("link").get("name"))
    if root.name() != "world":
        plant.WeldFrames(plant.world_frame(), root.body_frame())
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -9.81])
    plant.Finalize()
    context = plant.CreateDefaultContext()
    q, qd, x = (part[0].copy() for part in states)
    forces = MultibodyForces(plant)
    plant.get_applied_generalized_force_input_port().FixValue(context, x)
    acceleration = plant.get_generalized_acceleration_output_port()

    def inverse_dynamics():
        plant.SetPositions(context, q)
        plant.SetVelocities(context, qd)
        plant.CalcForceElementsContribution(context, forces)
        return plant.CalcInverseDynamics(context, x, forces)

    def forward_dynamics():
        plant.SetPositions(context, q)
        plant.SetVelocities(context, qd)
        return acceleration.Eval(context)

    def mass_matrix():
        plant.SetPositions(context, q)
        return plant.CalcMassMatrix(context)

    return {"inverse_dynamics": inverse_dynamics, "forward_dynamics": forward_dynamics, "mass_matrix": mass_matrix}


PEERS = {"pin": pinocchio_calls, "mujoco": mujoco_calls, "drake": drake_calls}


def plain_urdf(robot):
    """Returns the robot's URDF without shapes, which the peers would load, and drives, which they would add."""
    root = xml.etree.ElementTree.fromstring(robot.to_urdf())
    for element in list(root.iter()):
        for name in ("visual", "collision", "dynamics", "safety_controller"):
            for part in element.findall(name):
                element.remove(part)
    return xml.etree.ElementTree.tostring(root)


def shared_states(robot):
    """Returns q, qd, qdd and room for results in one memory of the processes, and the file that it is."""
    generator = numpy.random.default_rng(1)
    states = [robot.random_configuration(1, COUNT), *generator.uniform(-1, 1, (2, COUNT, robot.nv))]
    size = sum(part.size for part in states)
    file = tempfile.TemporaryFile(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    file.truncate(8 * (size + COUNT * robot.nv**2))
    numbers = numpy.frombuffer(mmap.mmap(file.fileno(), 0), dtype=float)
    shared, begin = [], 0
    for part in states:
        shared.append(numbers[begin : begin + part.size].reshape(part.shape))
        shared[-1][:] = part
        begin += part.size
    return shared, numbers[size:], file


def compare(robot, key, call, states):
    """Compares a peer's result with ours."""
    given = [part[0] for part in arguments_of(key, states)]
    found = numpy.array(call())
    if key == "mass_matrix":  # the upper triangle is all that Pinocchio promises
        found = numpy.triu(found) + numpy.triu(found, 1).T
    numpy.testing.assert_allclose(found, getattr(robot, key)(*given), rtol=1e-7, atol=1e-7)


def measure(peer, name, file):
    robot = condyle.load(name, gravity=(0, 0, -9.81))
    states, room, memory = shared_states(robot)
    outs = {}
    for key in NAMES:
        shape = (COUNT, robot.nv, robot.nv) if key == "mass_matrix" else (COUNT, robot.nv)
        outs[key] = room[: numpy.prod(shape)].reshape(shape)
    peers = {side: calls(file, states) for side, calls in PEERS.items()}
    for calls in peers.values():
        for key, call in calls.items():
            compare(robot, key, call, states)
    least = {}

    def note(*key, value):
        least[key] = min(value, least.get(key, value))

    command = [peer, name, str(COUNT), f"/proc/self/fd/{memory.fileno()}"]
    for _ in range(STARTS):
        robot = condyle.load(name, gravity=(0, 0, -9.81))
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=[memory.fileno()]
        ) as process:
            for _ in range(max(1, ROUNDS // STARTS)):
                process.stdin.write("\n")
                process.stdin.flush()
                totals = {}
                for key in NAMES:
                    found, one, every, totals[key] = process.stdout.readline().split()
                    assert found == key
                    note(key, "C", "one", value=float(one))
                    note(key, "C", "all", value=float(every))
                for key in NAMES:
                    given, out = arguments_of(key, states), outs[key]
                    first = [part[0].copy() for part in given]
                    note(key, "Python", "one", value=time_one(getattr(robot, key), first, out[0].copy()))
                    out[:] = numpy.nan
                    note(key, "Python", "all", value=time_all(getattr(robot, key), given, out))
                    if abs(out.sum() - float(totals[key])) > 1e-9 * abs(out).sum():
                        raise SystemExit(f"{name}, {key}: C and Python differ")
                for side, calls in peers.items():
                    for key, call in calls.items():
                        note(key, side, "one", value=time_call(call))
            process.stdin.close()
    for key in NAMES:
        c, python = (least[key, side, "one"] for side in ("C", "Python"))
        c_all, python_all = least[key, "C", "all"], least[key, "Python", "all"]
        others = "".join(f" {least[key, side, 'one']:8.0f}" if peers[side] else "        -" for side in PEERS)
        print(f"{robot.name:12} {key:18} {c:7.0f} {python:8.0f} {python - c:8.0f} {c_all:9.1f} {python_all:9.1f} "
              f"{100 * (python_all / c_all - 1):8.1f}{others}", flush=True)  # fmt: skip


if __name__ == "__main__":
    print(f"{'robot':12} {'call':18} {'C, one':>7} {'Py, one':>8} {'more':>8} {'C, all':>9} {'Py, all':>9} {'more, %':>8}"
          + "".join(f" {side:>8}" for side in PEERS))  # fmt: skip
    for robot_name in sys.argv[1:] or ("universalUR5e", "kukaIiwa14"):
        with tempfile.NamedTemporaryFile(suffix=".urdf") as urdf:
            urdf.write(plain_urdf(condyle.load(robot_name)))
            urdf.flush()
            measure(os.environ["PEER"], robot_name, urdf.name)
