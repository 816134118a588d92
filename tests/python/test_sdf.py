"""SDF beside Drake, whose parser is libsdformat: frames and torques of random models, and of those in Drake's wheel."""

import os
import random
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy

import condyle

try:
    import pydrake.multibody.parsing
    import pydrake.multibody.plant
    import pydrake.multibody.tree
except ImportError:
    pydrake = None

MODELS = 40


def numbers(values):
    return " ".join(f"{v:.6g}" for v in values)


class Writer:
    """Writes a random model in SDF 1.9 or 1.7: a tree of links, whose poses are relative to whatever comes before."""

    def __init__(self, seed, folder):
        self.rng, self.folder, self.count = random.Random(seed), folder, 0
        self.new = self.rng.random() < 0.7

    def number(self):
        self.count += 1
        return self.count

    def pose(self, relative=None):
        angles = [self.rng.uniform(-3, 3) for _ in range(3)]
        place = [self.rng.uniform(-1, 1) for _ in range(3)]
        named = f" relative_to='{relative}'" if relative else ""
        if self.new and self.rng.random() < 0.3:
            return f"<pose degrees='true'{named}>{numbers(place)} {numbers(numpy.degrees(angles))}</pose>"
        if self.new and self.rng.random() < 0.3:
            q = numpy.array([self.rng.gauss(0, 1) for _ in range(4)])
            q /= numpy.linalg.norm(q)
            values = " ".join(repr(float(v)) for v in q)
            return f"<pose rotation_format='quat_xyzw'{named}>{numbers(place)} {values}</pose>"
        return f"<pose{named}>{numbers(place)}\n  {numbers(angles)}</pose>"

    def link(self, name, relative):
        a, b, c = sorted(self.rng.uniform(0.5, 1) for _ in range(3))
        return (f"<link name='{name}'>{self.pose(relative)}<inertial>{self.pose()}<mass>{self.rng.uniform(0.5, 3):.6g}"
                f"</mass><inertia><ixx>{a:.6g}</ixx><iyy>{b:.6g}</iyy><izz>{c:.6g}</izz><ixy>{a / 50:.6g}</ixy>"
                f"<ixz>{-a / 70:.6g}</ixz><iyz>{a / 90:.6g}</iyz></inertia></inertial></link>\n")

    def frame(self, name, attached):
        return f"<frame name='{name}' attached_to='{attached}'>{self.pose(self.rng.choice([None, attached]))}</frame>\n"

    def joint(self, name, parent, child, frames):
        kind = self.rng.choice(["revolute", "continuous", "prismatic", "revolute", "fixed", "universal"])
        text = f"<joint name='{name}' type='{kind}'><parent>{parent}</parent><child>{child}</child>"
        if self.rng.random() < 0.7:
            text += self.pose(self.rng.choice([None, *frames]))
        expressed = self.rng.choice(["", f" expressed_in='{self.rng.choice(frames)}'"])
        axis = [self.rng.gauss(0, 1) for _ in range(3)]
        second = numpy.cross(axis, [self.rng.gauss(0, 1) for _ in range(3)])
        if kind == "universal":
            axis, second = (v / numpy.linalg.norm(v) for v in (axis, second))
            return text + "".join(f"<{e}><xyz>{' '.join(repr(float(x)) for x in v)}</xyz></{e}>"
                                  for e, v in (("axis", axis), ("axis2", second))) + "</joint>\n"
        if kind != "fixed":
            text += f"<axis><xyz{expressed}>{numbers(axis)}</xyz><limit><lower>-9</lower><upper>9</upper></limit></axis>"
        return text + "</joint>\n"

    def model(self, name, depth=0, pose=""):
        links, frames, text = [], ["__model__"], ""
        for i in range(self.rng.randint(1, 4)):
            kind, joint = self.rng.random(), f"j{self.number()}"
            if links and depth < 2 and kind < 0.3:
                inner = f"m{i}"
                place = self.pose(self.rng.choice(frames))
                if kind < 0.15:
                    text += self.included(inner, depth, place)
                else:
                    text += self.model(inner, depth + 1, place)
                child = f"{inner}::l0"
            else:
                child = f"l{i}"
                text += self.link(child, self.rng.choice([None, *frames]))
            frames.append(child)
            if links:
                text += self.joint(joint, self.rng.choice(links), child, frames)
                frames.append(joint)
            if self.rng.random() < 0.4:
                text += self.frame(frame := f"f{self.number()}", self.rng.choice([child, frames[-1]]))
                frames.append(frame)
            links.append(child)
        placed = f" placement_frame='{self.rng.choice(frames[1:])}'" if depth and self.rng.random() < 0.4 else ""
        return f"<model name='{name}'{placed}>{pose}\n{text}</model>\n"

    def included(self, name, depth, place):
        (self.folder / "parts").mkdir(exist_ok=True)
        file = f"part{self.number()}.sdf"
        (self.folder / "parts" / file).write_text(self.file(self.model("part", depth + 1)))
        return f"<include><uri>model://parts/{file}</uri><name>{name}</name>{place}</include>\n"

    def file(self, model):
        return f"<sdf version='{'1.9' if self.new else '1.7'}'>\n{model}</sdf>\n"


class Old(Writer):
    """SDF 1.6 and older: no frames, axes in the joint's frame or the model's."""

    def model(self, name, depth=0, pose=""):
        self.new, text = False, ""
        for i in range(self.rng.randint(2, 5)):
            text += self.link(f"l{i}", None)
            if i:
                flag = self.rng.choice(["", "<use_parent_model_frame>true</use_parent_model_frame>"])
                axis = numbers(self.rng.gauss(0, 1) for _ in range(3))
                text += (f"<joint name='j{i}' type='revolute'><parent>l{self.rng.randrange(i)}</parent><child>l{i}"
                         f"</child>{self.rng.choice(['', self.pose()])}<axis><xyz>{axis}</xyz>{flag}</axis></joint>\n")
        return f"<model name='{name}'>{self.pose()}\n{text}</model>\n"

    def file(self, model):
        return f"<sdf version='{self.rng.choice(['1.4', '1.5', '1.6'])}'>\n{model}</sdf>\n"


def drake_plant(path, place=None):
    """Return Drake's plant of a file and the model in it; `place` welds the root link there."""
    plant = pydrake.multibody.plant.MultibodyPlant(0)
    parser = pydrake.multibody.parsing.Parser(plant)
    if (path.parent / "parts").exists():
        parser.package_map().Add("parts", os.fspath(path.parent / "parts"))
    model = parser.AddModels(os.fspath(path))[0]
    root = plant.get_body(plant.GetBodyIndices(model)[0])
    if place is not None:
        plant.WeldFrames(plant.world_frame(), root.body_frame(), place)
    plant.Finalize()
    return plant, model, root


def without_free_body(path):
    plant, model, root = drake_plant(path)
    if plant.num_velocities(model) and root.is_floating():
        return drake_plant(path, root.EvalPoseInWorld(plant.CreateDefaultContext()))
    return plant, model, root


def scoped(plant, element):
    """Return the name of a part of a model as SDF writes it: less the model, with those in it."""
    return "::".join([*plant.GetModelInstanceName(element.model_instance()).split("::")[1:], element.name()])


def drake_columns(plant, robot):
    """Return the column in Drake's velocities of each of the robot's."""
    columns = numpy.zeros(robot.nv, int)
    joints = {j.name.split("::")[-1]: j.qd.start for j in robot.joints}
    for index in plant.GetJointIndices():
        joint = plant.get_joint(index)
        for k in range(joint.num_velocities()):
            columns[joints[joint.name() + ("_axis2" if k else "")]] = joint.velocity_start() + k
    return columns


@unittest.skipUnless(pydrake, "Drake is not installed (PyPI: drake)")
class Sdf(unittest.TestCase):
    def compare(self, path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            robot = condyle.load(str(path), gravity=(0, 0, -9.81), mimic="independent")
        plant, _, _ = without_free_body(path)
        self.assertEqual(robot.nv, plant.num_velocities())
        columns = drake_columns(plant, robot)
        context, rng = plant.CreateDefaultContext(), numpy.random.default_rng(1)
        for _ in range(2):
            q, qd, qdd = (rng.normal(size=robot.nv) for _ in range(3))
            theirs = [numpy.zeros(robot.nv) for _ in range(3)]
            for to, values in zip(theirs, (q, qd, qdd)):
                to[columns] = values
            plant.SetPositions(context, theirs[0])
            plant.SetVelocities(context, theirs[1])
            forces = pydrake.multibody.tree.MultibodyForces(plant)
            plant.CalcForceElementsContribution(context, forces)
            for index in plant.GetJointIndices():
                forces.mutable_generalized_forces()[:] += self.damping(plant, index, theirs[1])
            torques = plant.CalcInverseDynamics(context, theirs[2], forces)[columns]
            scale = max(1, numpy.abs(torques).max(initial=0))
            ours = robot.inverse_dynamics(q, qd, qdd)
            numpy.testing.assert_allclose(ours, torques, rtol=0, atol=1e-10 * scale)
            for index in plant.GetBodyIndices(plant.get_body(pydrake.multibody.tree.BodyIndex(1)).model_instance()):
                body = plant.get_body(index)
                X = robot.get_transform(scoped(plant, body), q=q)
                numpy.testing.assert_allclose(X, body.EvalPoseInWorld(context).GetAsMatrix4(), rtol=0, atol=1e-10)

    def damping(self, plant, index, velocities):
        """Return what makes up for the damping that Drake's forces have: drives are off here."""
        joint, force = plant.get_joint(index), numpy.zeros(plant.num_velocities())
        for k in range(joint.num_velocities()):
            at = joint.velocity_start() + k
            force[at] = joint.default_damping_vector()[k] * velocities[at]
        return force

    def test_random_models(self):
        for seed in range(MODELS):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                writer = (Old if seed % 4 == 0 else Writer)(seed, folder)
                (folder / "robot.sdf").write_text(writer.file(writer.model("robot")))
                self.compare(folder / "robot.sdf")

    def test_models_of_the_wheel(self):
        for name in ("acrobot/Acrobot.sdf", "multibody/cart_pole/cart_pole.sdf",
                     "planar_gripper/planar_brick.sdf"):
            path = Path(pydrake.__file__).parent / "share/drake/examples" / name
            with self.subTest(name=name):
                self.assertTrue(path.exists())
                self.compare(path)


if __name__ == "__main__":
    unittest.main()
