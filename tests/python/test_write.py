"""Written MJCF and SDF beside MuJoCo and Drake: torques of every bundled robot are the robot's own."""

import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy

import condyle

try:
    import mujoco

    mujoco.set_mju_user_warning(lambda text: None)  # else warnings go to MUJOCO_LOG.TXT, where the tests run
except ImportError:
    mujoco = None
try:
    import pydrake.multibody.parsing
    import pydrake.multibody.plant
    import pydrake.multibody.tree
except ImportError:
    pydrake = None

__all__ = ["Write"]

COMMAND = os.environ.get("CONDYLE")
GRAVITY = (0, 0, -9.81)
ROBOTS = condyle.robots()[:: 8 if os.environ.get("WATCHED") else 1]
# Robots with links that have an inertia and no mass, or moments that no body has; MuJoCo and libsdformat refuse them.
REFUSED = ("inertia",)


def export(robot, kind, folder):
    path = Path(folder) / f"robot.{'xml' if kind == 'mjcf' else kind}"
    subprocess.run([COMMAND, "export", robot, "--as", kind, "--force", "-o", path], check=True, capture_output=True)
    return path


def states(robot):
    rng = numpy.random.default_rng(2)
    return [[rng.normal(size=robot.nv) for _ in range(3)] for _ in range(3)]


@unittest.skipUnless(COMMAND, "CONDYLE names no command")
class Write(unittest.TestCase):
    def load(self, source):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return condyle.load(os.fspath(source), gravity=GRAVITY, mimic="independent")

    def compare(self, torques, robot, state):
        own = robot.inverse_dynamics(*state)
        numpy.testing.assert_allclose(torques, own, rtol=0, atol=1e-10 * max(1, numpy.abs(own).max(initial=0)))

    def test_what_is_read_back(self):
        for name in ROBOTS:
            with tempfile.TemporaryDirectory() as folder, self.subTest(name=name):
                robot = self.load(name)
                for kind in ("urdf", "mjcf", "sdf"):
                    back = self.load(export(name, kind, folder))
                    names = [j.name for j in back.joints]
                    order = [names.index(j.name) for j in robot.joints]
                    for state in states(robot):
                        moved = [numpy.empty(robot.nv) for _ in range(3)]
                        for to, values in zip(moved, state):
                            to[order] = values
                        self.compare(back.inverse_dynamics(*moved)[order], robot, state)

    @unittest.skipUnless(mujoco, "mujoco is not installed")
    def test_mujoco(self):
        for name in ROBOTS:
            with tempfile.TemporaryDirectory() as folder, self.subTest(name=name):
                robot = self.load(name)
                try:
                    model = mujoco.MjModel.from_xml_path(os.fspath(export(name, "mjcf", folder)))
                except ValueError as error:
                    self.assertTrue(any(reason in str(error) for reason in REFUSED), str(error))
                    continue
                data = mujoco.MjData(model)
                model.dof_damping[:] = model.dof_frictionloss[:] = model.dof_armature[:] = 0
                model.jnt_stiffness[:] = 0
                model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
                columns = [model.joint(j.name).dofadr[0] for j in robot.joints]
                for state in states(robot):
                    data.qpos[columns], data.qvel[columns], data.qacc[columns] = state
                    mujoco.mj_inverse(model, data)
                    self.compare(data.qfrc_inverse[columns], robot, state)

    @unittest.skipUnless(pydrake, "Drake is not installed")
    def test_drake(self):
        for name in ROBOTS:
            with tempfile.TemporaryDirectory() as folder, self.subTest(name=name):
                robot = self.load(name)
                if any(body.mass == 0 and numpy.any(body.inertia) for body in robot.bodies):
                    continue  # no body has an inertia without mass, and Drake leaves it out
                plant = pydrake.multibody.plant.MultibodyPlant(0)
                parser = pydrake.multibody.parsing.Parser(plant)
                try:
                    model = parser.AddModels(os.fspath(export(name, "sdf", folder)))[0]
                except RuntimeError as error:
                    self.assertTrue(any(reason in str(error) for reason in REFUSED), str(error))
                    continue
                root = robot.bodies[0].name
                if root != "world":
                    plant.WeldFrames(plant.world_frame(), plant.GetFrameByName(root, model))
                plant.Finalize()
                context = plant.CreateDefaultContext()
                columns = [plant.GetJointByName(j.name).velocity_start() for j in robot.joints]
                for state in states(robot):
                    theirs = [numpy.zeros(robot.nv) for _ in range(3)]
                    for to, values in zip(theirs, state):
                        to[columns] = values
                    plant.SetPositions(context, theirs[0])
                    plant.SetVelocities(context, theirs[1])
                    M = plant.CalcMassMatrixViaInverseDynamics(context)
                    bias = plant.CalcBiasTerm(context) - plant.CalcGravityGeneralizedForces(context)
                    self.compare((M @ theirs[2] + bias)[columns], robot, state)


if __name__ == "__main__":
    unittest.main()
