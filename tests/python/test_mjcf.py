"""MJCF beside MuJoCo itself: frames, mass matrices and torques of every model that installed packages carry."""

import contextlib
import importlib.util
import os
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

PACKAGES = ("mujoco", "dm_control", "robosuite", "gymnasium_robotics")
# What is refused, by a piece of the reason; everything else has to be equal.
REFUSED = ("makes bodies",)
# In g and cm: MuJoCo's principal axes are right to fewer digits.
ROUGH = {"drosophila_fused.xml": 1e-9}


def models():
    """Return the files of the packages that MuJoCo itself loads."""
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        for folder in spec.submodule_search_locations if spec else ():
            for path in sorted(Path(folder).rglob("*.xml")):
                if "<mujoco" in path.read_text(errors="replace"):
                    with contextlib.suppress(ValueError):
                        yield path, mujoco.MjModel.from_xml_path(str(path))


def dense_mass_matrix(model, data):
    M = numpy.zeros((model.nv, model.nv))
    try:
        mujoco.mj_fullM(model, data, M)
    except TypeError:  # before MuJoCo 4
        mujoco.mj_fullM(model, M, data.qM)
    return M


def match_joints(model, robot):
    """Return condyle's joint for each of MuJoCo's; unnamed ones are numbered in the order of the file."""
    names = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, j) for j in range(model.njnt)]
    by_name = {j.name: j for j in robot.joints}
    rest = [j for j in robot.joints if j.name not in names]
    rest = iter(sorted(rest, key=lambda j: int(j.name.rstrip("_").rsplit("_", 1)[1])))
    return [by_name[name] if name else next(rest) for name in names]


def draw_state(model, data, robot, joints, rng):
    """Draw a state, and return q, T and T' q' of condyle's velocities T q': a free joint's are in the body's frame."""
    q, T, rate = numpy.zeros(robot.nq), numpy.zeros((robot.nv, model.nv)), numpy.zeros(robot.nv)
    velocity = rng.normal(size=model.nv)
    for j, joint in enumerate(joints):
        p, v, c = model.jnt_qposadr[j], model.jnt_dofadr[j], joint.qd.start
        if model.jnt_type[j] == mujoco.mjtJoint.mjJNT_BALL:
            x = rng.normal(size=4)
            data.qpos[p:p + 4] = q[joint.q] = x / numpy.linalg.norm(x)
            T[c:c + 3, v:v + 3] = numpy.eye(3)
            continue
        if model.jnt_type[j] != mujoco.mjtJoint.mjJNT_FREE:
            data.qpos[p] = q[joint.q] = rng.normal()
            T[c, v] = 1
            continue
        x = rng.normal(size=7)
        x[3:] /= numpy.linalg.norm(x[3:])
        data.qpos[p:p + 7] = x
        q[joint.q] = numpy.concatenate([x[3:], x[:3]])
        R = numpy.zeros(9)
        mujoco.mju_quat2Mat(R, x[3:])
        R = R.reshape(3, 3)
        T[c:c + 3, v + 3:v + 6], T[c + 3:c + 6, v:v + 3] = numpy.eye(3), R.T
        rate[c + 3:c + 6] = -numpy.cross(velocity[v + 3:v + 6], R.T @ velocity[v:v + 3])
    data.qvel[:] = velocity
    return q, T, rate


@unittest.skipUnless(mujoco, "mujoco is not installed (PyPI: mujoco, and dm_control, robosuite, gymnasium-robotics)")
class Mjcf(unittest.TestCase):
    def compare(self, path, model):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # the package's folder: some models name meshes of another one there
            packages = [str(p) for p in path.parents if p.parent.name == "site-packages"]
            robot = condyle.load(str(path), gravity=(0, 0, -9.81), mimic="independent", packages=packages)
        robot.set_drives(rotors=True)
        self.assertEqual(robot.nv, model.nv)
        model.opt.gravity[:] = 0, 0, -9.81
        for j in numpy.flatnonzero(model.jnt_type == mujoco.mjtJoint.mjJNT_BALL):
            model.dof_armature[model.jnt_dofadr[j]:][:3] = 0  # named as not read
        model.opt.disableflags &= ~int(mujoco.mjtDisableBit.mjDSBL_GRAVITY)
        data, rng = mujoco.MjData(model), numpy.random.default_rng(1)
        joints = match_joints(model, robot)
        for _ in range(2):
            q, T, rate = draw_state(model, data, robot, joints, rng)
            acceleration = rng.normal(size=model.nv)
            mujoco.mj_forward(model, data)
            M = dense_mass_matrix(model, data)
            # MuJoCo finds principal axes to 1e-12 kg m2, whatever the size of a body.
            scale = numpy.abs(M).max(initial=0)
            share = ROUGH.get(path.name, 1e-10)
            numpy.testing.assert_allclose(T.T @ robot.mass_matrix(q) @ T, M, rtol=0, atol=share * scale + 2e-11)
            torques = M @ acceleration + data.qfrc_bias
            ours = T.T @ robot.inverse_dynamics(q, T @ data.qvel, T @ acceleration + rate)
            scale = numpy.abs(torques).max(initial=0)
            numpy.testing.assert_allclose(ours, torques, rtol=0, atol=share * scale + 1e-10)
            for body in range(1, model.nbody):
                name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, body)
                if name:
                    X = robot.get_transform(name, q=q)
                    numpy.testing.assert_allclose(X[:3, 3], data.xpos[body], rtol=0, atol=1e-10)
                    numpy.testing.assert_allclose(X[:3, :3].ravel(), data.xmat[body], rtol=0, atol=1e-10)

    def test_replicated_bodies(self):
        body = ("<body name='b' pos='0 0 .5'><joint name='j' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/><replicate "
                "count='2' offset='0 .3 0'><body name='c'><joint name='i' axis='1 0 0'/><geom size='.1 .2' type='capsule' "
                "pos='0 .1 0'/></body></replicate></body>")
        text = (f"<mujoco><worldbody><body name='base'><geom size='.1'/><replicate count='12' offset='1 0 .2' "
                f"euler='10 20 90' sep='-'>{body}</replicate></body></worldbody></mujoco>")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "robot.xml"
            path.write_text(text)
            self.compare(path, mujoco.MjModel.from_xml_path(str(path)))

    def test_models_of_packages(self):
        compared = 0
        for path, model in models():
            with self.subTest(path=os.fspath(path)):
                try:
                    self.compare(path, model)
                    compared += 1
                except condyle.RobotError as error:
                    self.assertTrue(any(reason in str(error) for reason in REFUSED), str(error))
        self.assertGreater(compared, 0)
