"""Accelerations of mechanisms with closed loops beside Pinocchio's constraints and MuJoCo's equalities.

The torques that condyle finds for a random motion of the drives, at random configurations with the loops closed, go
to the other engines, whose accelerations are compared with those of the motion. Run with the modules pin, mujoco and
condyle.
"""

import json
import sys
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy
import pinocchio

import condyle

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
ROBOTS = {
    "four_bar": (["crank_joint"], [0.5, 0, 1]),
    "five_bar": (["left_joint", "right_joint"], [2, -1, 1, 1]),
    "palletizer": (["turn", "lower", "upper", "spin"], None),
    "delta": (["drive1", "drive2", "drive3"], None),
}
STATES, SPREAD, IMPEDANCES = 200, 0.2, (0.99, 0.999, 0.9999)


def place(numbers=(0, 0, 0), angles=(0, 0, 0)):
    return condyle.Placement(tuple(numbers), tuple(angles))


def load(name):
    """The robot, its loops as dictionaries and as constraints."""
    robot = condyle.load(str(EXAMPLES / f"{name}.urdf"), gravity=(0, 0, -9.81))
    loops = json.loads((EXAMPLES / f"{name}.json").read_text())
    constraints = [
        condyle.Constraint(
            x["body"], x["other"], x["joint"], place(x["at"], x.get("rpy", (0, 0, 0))),
            place(x["other_at"], x.get("other_rpy", (0, 0, 0))),
        )
        for x in loops
    ]  # fmt: skip
    return robot, loops, constraints


class Pinocchio:
    """Constraints at points: what a revolute joint of a planar loop forbids besides, its bars do already."""

    def __init__(self, robot, name, loops):
        document = ElementTree.parse(EXAMPLES / f"{name}.urdf").getroot()
        for joint in document.iter("joint"):
            if joint.get("type") == "continuous":  # two numbers there: a revolute joint with wide limits is one
                joint.set("type", "revolute")
                limit = joint.find("limit")
                limit = ElementTree.SubElement(joint, "limit") if limit is None else limit
                limit.attrib.update(lower="-9", upper="9", effort="9", velocity="9")
        self.model = pinocchio.buildModelFromXML(ElementTree.tostring(document, "unicode"))
        self.data = self.model.createData()
        self.order = [self.model.joints[self.model.getJointId(joint.name)].idx_v for joint in robot.joints]
        self.constraints = pinocchio.StdVec_RigidConstraintModel()
        self.datas = pinocchio.StdVec_RigidConstraintData()
        for x in loops:
            sides = *self.side(x["body"], x["at"]), *self.side(x["other"], x["other_at"])
            constraint = pinocchio.RigidConstraintModel(pinocchio.ContactType.CONTACT_3D, self.model, *sides)
            self.constraints.append(constraint)
            self.datas.append(constraint.createData())
        pinocchio.initConstraintDynamics(self.model, self.data, self.constraints, self.datas)

    def side(self, body, at):
        frame = self.model.frames[self.model.getFrameId(body)]
        return frame.parentJoint, frame.placement * pinocchio.SE3(numpy.eye(3), numpy.array(at, float))

    def accelerate(self, q, qd, tau):
        x = [numpy.zeros(self.model.nv) for _ in range(3)]
        for mine, given in zip(x, (q, qd, tau), strict=True):
            mine[self.order] = given
        prox = pinocchio.ProximalSettings(1e-14, 1e-10, 100)
        found = pinocchio.constraintDynamics(self.model, self.data, *x, self.constraints, self.datas, prox)
        return found[self.order]


class MuJoCo:
    """<connect> of a given impedance, at most 0.9999 in MuJoCo, and next to no force for gaps and rates."""

    def __init__(self, robot, name, loops, impedance):
        text = condyle._command.run(["export", str(EXAMPLES / f"{name}.urdf"), "--as", "mjcf"])[0].decode()
        spec = mujoco.MjSpec.from_string(text)
        for i, x in enumerate(loops):
            for k, (body, at) in enumerate(((x["body"], x["at"]), (x["other"], x["other_at"]))):
                spec.body(body).add_site(name=f"tie{i}_{k}", pos=at)
            equality = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, objtype=mujoco.mjtObj.mjOBJ_SITE)
            equality.name1, equality.name2 = f"tie{i}_0", f"tie{i}_1"
        spec.option.gravity = [0, 0, -9.81]
        self.model = spec.compile()
        self.model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_LIMIT | mujoco.mjtDisableBit.mjDSBL_CONTACT
        self.model.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON
        self.model.opt.iterations, self.model.opt.tolerance = 100, 0
        self.model.eq_solref[:] = [-1, -1e-9]
        self.model.eq_solimp[:, :2] = impedance
        self.data = mujoco.MjData(self.model)
        self.order = [self.model.joint(joint.name).dofadr[0] for joint in robot.joints]

    def accelerate(self, q, qd, tau):
        self.data.qpos[self.order], self.data.qvel[self.order], self.data.qfrc_applied[self.order] = q, qd, tau
        self.data.qacc_warmstart[:] = 0
        mujoco.mj_forward(self.model, self.data)
        return self.data.qacc[self.order].copy()


def compare(name):
    robot, loops, constraints = load(name)
    drives, start = ROBOTS[name]
    mechanism = robot.mechanism(constraints, drives, start)
    generator = numpy.random.default_rng(1)
    k = len(mechanism.coordinates)
    q = numpy.tile(mechanism.q, (STATES, 1))
    q[:, list(mechanism.coordinates)] += generator.uniform(-SPREAD, SPREAD, (STATES, k))
    closed = mechanism.assemble(q)
    u, du = generator.uniform(-1, 1, (2, STATES, k))
    row = [name, k, numpy.max(closed.linear_gap)]
    motion, found = mechanism.motion(closed.q, u, du), mechanism.inverse_dynamics(closed.q, u, du)
    for other in [Pinocchio(robot, name, loops)] + [MuJoCo(robot, name, loops, d) for d in IMPEDANCES]:
        worst = 0
        for state in zip(closed.q, motion.qd, found.tau, motion.qdd, strict=True):
            there = other.accelerate(*state[:3])
            worst = max(worst, numpy.max(numpy.abs(there - state[3])) / (1 + numpy.max(numpy.abs(state[3]))))
        row.append(worst)
    return row


print(f"pin {version('pin')}, mujoco {version('mujoco')}, {STATES} states a robot; python {sys.version.split()[0]}")
print(f"{'robot':<12}{'dofs':>5}{'gap, m':>11}{'pin':>11}" + "".join(f"{f'mj {d}':>11}" for d in IMPEDANCES))
for robot_name in ROBOTS:
    name, dofs, *numbers = compare(robot_name)
    print(f"{name:<12}{dofs:>5}" + "".join(f"{number:>11.1e}" for number in numbers))
