"""USD beside URDF, from which it is written here, and beside OpenUSD: layers, frames and masses of random stages."""

import math
import os
import random
import tempfile
import unittest
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy

import condyle

try:
    from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics
except ImportError:
    Usd = None

STAGES = 25


def load(source, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return condyle.load(source, gravity=(0, 0, -9.81), mimic="independent", **options)


# ---- rotations ----


def rotation_of(rpy):
    r, p, y = rpy
    X = numpy.array([[1, 0, 0], [0, math.cos(r), -math.sin(r)], [0, math.sin(r), math.cos(r)]])
    Y = numpy.array([[math.cos(p), 0, math.sin(p)], [0, 1, 0], [-math.sin(p), 0, math.cos(p)]])
    Z = numpy.array([[math.cos(y), -math.sin(y), 0], [math.sin(y), math.cos(y), 0], [0, 0, 1]])
    return Z @ Y @ X


def quaternion_of(R):
    """Return w x y z of a rotation, by the largest of four ways to divide."""
    K = numpy.array([
        [R[0, 0] + R[1, 1] + R[2, 2], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
        [0, R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
        [0, 0, R[1, 1] - R[0, 0] - R[2, 2], R[1, 2] + R[2, 1]],
        [0, 0, 0, R[2, 2] - R[0, 0] - R[1, 1]]])
    return numpy.linalg.eigh(K + K.T - numpy.diag(numpy.diag(K)))[1][:, 3]


def frame_of(origin):
    T = numpy.eye(4)
    if origin is not None:
        T[:3, 3] = [float(v) for v in origin.get("xyz", "0 0 0").split()]
        T[:3, :3] = rotation_of([float(v) for v in origin.get("rpy", "0 0 0").split()])
    return T


def axis_to(axis):
    """Return a rotation whose x axis is `axis`."""
    x = numpy.asarray(axis) / numpy.linalg.norm(axis)
    other = numpy.eye(3)[numpy.argmin(numpy.abs(x))]
    y = numpy.cross(other, x)
    y /= numpy.linalg.norm(y)
    return numpy.column_stack([x, y, numpy.cross(x, y)])


def numbers(values):
    return "(" + ", ".join(repr(float(v)) for v in values) + ")"


# ---- URDF to USD ----


class Stage:
    """Writes the links and joints of URDF as UsdPhysics has them, in random units and with random frames of joints."""

    def __init__(self, urdf, seed):
        self.root = ET.fromstring(urdf)
        self.rng = random.Random(seed)
        self.meters = self.rng.choice([1, 0.01, 0.001])
        self.kilograms = self.rng.choice([1, 0.5])
        self.up = self.rng.choice("YZ")
        self.links = {e.get("name"): e for e in self.root.findall("link")}
        self.joints = {j.find("child").get("link"): j for j in self.root.findall("joint")}
        self.prims = {name: f"l{i}" for i, name in enumerate(self.links)}

    def place(self, link):
        if link not in self.joints:
            T = numpy.eye(4)
            if self.up == "Y":
                T[:3, :3] = rotation_of([-math.pi / 2, 0, 0])
            return T
        joint = self.joints[link]
        return self.place(joint.find("parent").get("link")) @ frame_of(joint.find("origin"))

    def body(self, name, link):
        T, text = self.place(name), ""
        inertial = link.find("inertial")
        if inertial is None:
            inertial = ET.fromstring('<inertial><mass value="1e-30"/><inertia ixx="1e-30" iyy="1e-30" izz="1e-30"/>'
                                     "</inertial>")
        C, moments = frame_of(inertial.find("origin")), inertial.find("inertia").attrib
        I = numpy.array([[float(moments.get("i" + "".join(sorted(a + b)), 0)) for a in "xyz"] for b in "xyz"])
        values, vectors = numpy.linalg.eigh(C[:3, :3] @ I @ C[:3, :3].T)
        vectors[:, 2] *= numpy.sign(numpy.linalg.det(vectors))
        unit = self.kilograms * self.meters**2
        text += f"float physics:mass = {float(inertial.find('mass').get('value')) / self.kilograms!r}\n"
        text += f"point3f physics:centerOfMass = {numbers(C[:3, 3] / self.meters)}\n"
        text += f"float3 physics:diagonalInertia = {numbers(values / unit)}\n"
        text += f"quatf physics:principalAxes = {numbers(quaternion_of(vectors))}\n"
        ops = self.rng.choice(["translate, orient", "transform"])
        if ops == "transform":
            M = T.copy()
            M[:3, 3] /= self.meters
            text += f"matrix4d xformOp:transform = ({', '.join(numbers(row) for row in M.T)})\n"
        else:
            text += f"double3 xformOp:translate = {numbers(T[:3, 3] / self.meters)}\n"
            text += f"quatd xformOp:orient = {numbers(quaternion_of(T[:3, :3]))}\n"
        order = ", ".join(f'"xformOp:{op}"' for op in ops.split(", "))
        text += f"uniform token[] xformOpOrder = [{order}]\n"
        return (f'def Xform "{self.prims[name]}" (\n    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]\n)'
                f"\n{{\n{text}}}\n")

    def joint(self, number, joint):
        kind = {"fixed": "Fixed", "prismatic": "Prismatic"}.get(joint.get("type"), "Revolute")
        origin = frame_of(joint.find("origin"))
        letter = self.rng.choice("XYZ")
        cycle = numpy.roll(numpy.eye(3), "XYZ".index(letter), axis=0)  # turns the letter's axis to x
        axis = joint.find("axis")
        F = numpy.eye(4)  # a frame of the joint in the child, at random along the axis
        F[:3, :3] = axis_to([float(v) for v in axis.get("xyz").split()] if axis is not None else [1, 0, 0]) @ cycle.T
        F[:3, 3] = [self.rng.uniform(-1, 1) for _ in range(3)] if kind == "Fixed" else F[:3, "XYZ".index(letter)]
        text = ""
        for k, (body, T) in enumerate(((joint.find("parent"), origin @ F), (joint.find("child"), F))):
            text += f"rel physics:body{k} = </robot/{self.prims[body.get('link')]}>\n"
            text += f"point3f physics:localPos{k} = {numbers(T[:3, 3] / self.meters)}\n"
            text += f"quatf physics:localRot{k} = {numbers(quaternion_of(T[:3, :3]))}\n"
        if kind != "Fixed":
            text += f'uniform token physics:axis = "{letter}"\n'
        limit = joint.find("limit")
        if joint.get("type") in ("revolute", "prismatic") and limit is not None:
            unit = self.meters if kind == "Prismatic" else math.pi / 180
            text += f"float physics:lowerLimit = {float(limit.get('lower', 0)) / unit!r}\n"
            text += f"float physics:upperLimit = {float(limit.get('upper', 0)) / unit!r}\n"
        return f'def Physics{kind}Joint "j{number}"\n{{\n{text}}}\n'

    def text(self):
        bodies = "".join(self.body(name, link) for name, link in self.links.items())
        joints = "".join(self.joint(i, j) for i, j in enumerate(self.joints.values()))
        return (f'#usda 1.0\n(\n    defaultPrim = "robot"\n    metersPerUnit = {self.meters}\n    kilogramsPerUnit = '
                f'{self.kilograms}\n    upAxis = "{self.up}"\n)\n\ndef Xform "robot" (\n    prepend apiSchemas = '
                f'["PhysicsArticulationRootAPI"]\n)\n{{\n{bodies}{joints}}}\n')


class BesideUrdf(unittest.TestCase):
    """The same torques as URDF to 1e-10."""

    def compare(self, name, seed):
        original = load(name)
        stage = Stage(original.to_urdf(), seed)
        robot = load(stage.text().encode())
        moving = [j.get("name") for j in stage.joints.values()]
        places = {f"j{i}": name for i, name in enumerate(moving)}
        theirs = {j.name: j for j in original.joints}
        self.assertEqual(robot.nv, original.nv)
        rng = numpy.random.default_rng(seed)
        for _ in range(3):
            q, qd, qdd = (numpy.zeros((2, robot.nv)) for _ in range(3))
            for joint in robot.joints:
                other = theirs[places[joint.name]]
                for values in (q, qd, qdd):
                    values[0, joint.qd], values[1, other.qd] = (rng.normal(),) * 2
            ours, expected = robot.inverse_dynamics(q[0], qd[0], qdd[0]), original.inverse_dynamics(q[1], qd[1], qdd[1])
            scale = max(1, numpy.abs(expected).max(initial=0))
            for joint in robot.joints:
                numpy.testing.assert_allclose(ours[joint.qd], expected[theirs[places[joint.name]].qd], rtol=0,
                                              atol=1e-10 * scale)
                if joint.type in ("revolute", "prismatic"):
                    other = theirs[places[joint.name]]
                    numpy.testing.assert_allclose([joint.lower, joint.upper], [other.lower, other.upper], atol=1e-12)

    def test_bundled_robots(self):
        for name in condyle.robots():
            original = load(name)
            if all(j.type in ("fixed", "revolute", "continuous", "prismatic") for j in original.joints):
                for seed in range(3):
                    with self.subTest(robot=name, seed=seed):
                        self.compare(name, seed)


class Models(unittest.TestCase):
    """One of several models in a file, by its name."""

    SDF = "<sdf version='1.9'>" + "".join(
        f"<model name='{name}'><link name='{name}_a'/><link name='{name}_b'/><joint name='j' type='revolute'><parent>"
        f"{name}_a</parent><child>{name}_b</child><axis><xyz>0 0 1</xyz></axis></joint></model>" for name in "mn") + "</sdf>"
    USD = "#usda 1.0\n(upAxis = 'Z')\n" + "".join(
        f"def Xform '{name}' (prepend apiSchemas = 'PhysicsArticulationRootAPI') {{\n  def Xform '{name}_b' (prepend "
        "apiSchemas = 'PhysicsRigidBodyAPI') {}\n  def PhysicsRevoluteJoint 'j' { rel physics:body1 = "
        f"</{name}/{name}_b> }}\n}}\n" for name in "mn")

    def test_the_model_is_chosen(self):
        for text in (self.SDF, self.USD):
            with self.assertRaisesRegex(condyle.RobotError, "several"):
                load(text)
            for name in "mn":
                robot = load(text, model=name)
                self.assertEqual(robot.name, name)
                self.assertIn(f"{name}_b", robot.frames)
            with self.assertRaises(condyle.RobotError):
                load(text, model="o")


# ---- OpenUSD ----


class Author:
    """Authors a random chain of links by OpenUSD's own calls, its parts spread over layers, classes and variants."""

    def __init__(self, seed, folder):
        self.rng, self.folder, self.count = random.Random(seed), folder, 0
        self.meters = self.rng.choice([1.0, 0.01])
        self.up = self.rng.choice([UsdGeom.Tokens.y, UsdGeom.Tokens.z])

    def new_stage(self, name):
        stage = Usd.Stage.CreateNew(os.fspath(self.folder / name))
        UsdGeom.SetStageMetersPerUnit(stage, self.meters)
        UsdGeom.SetStageUpAxis(stage, self.up)
        return stage

    def vector(self, size=1.0):
        return Gf.Vec3d(*(self.rng.uniform(-size, size) for _ in range(3)))

    def move(self, prim):
        """Gives a prim random xformOps."""
        x, kind = UsdGeom.Xformable(prim), self.rng.randrange(4)
        x.ClearXformOpOrder()
        self.count += 1
        name = f"n{self.count}"
        if kind == 0:
            x.AddTransformOp(opSuffix=name).Set(Gf.Matrix4d(Gf.Rotation(self.vector(), self.rng.uniform(0, 180)), self.vector()))
        elif kind == 1:
            x.AddTranslateOp(opSuffix=name).Set(self.vector())
            x.AddRotateXYZOp(opSuffix=name).Set(Gf.Vec3f(self.vector(180)))
            x.AddScaleOp(opSuffix=name).Set(Gf.Vec3f(self.rng.choice([1.0, 2.0])))
        elif kind == 2:
            x.AddTranslateOp(opSuffix=name).Set(self.vector())
            x.AddRotateZYXOp(UsdGeom.XformOp.PrecisionDouble, name).Set(self.vector(180))
            x.AddTranslateOp(opSuffix=name, isInverseOp=True)
        else:
            x.AddTranslateOp(opSuffix=name).Set(self.vector())
            x.AddOrientOp(UsdGeom.XformOp.PrecisionDouble, name).Set(
                Gf.Quatd(Gf.Rotation(self.vector(), self.rng.uniform(0, 180)).GetQuat()))

    def weigh(self, prim):
        mass = UsdPhysics.MassAPI.Apply(prim)
        mass.CreateMassAttr(self.rng.uniform(1, 3))
        mass.CreateCenterOfMassAttr(Gf.Vec3f(self.vector(0.2)))
        mass.CreateDiagonalInertiaAttr(Gf.Vec3f(*(self.rng.uniform(1, 1.5) for _ in range(3))))
        mass.CreatePrincipalAxesAttr(Gf.Quatf(Gf.Rotation(self.vector(), self.rng.uniform(0, 180)).GetQuat()))

    def body(self, stage, path):
        prim = UsdGeom.Xform.Define(stage, path).GetPrim()
        UsdPhysics.RigidBodyAPI.Apply(prim)
        self.weigh(prim)
        self.move(prim)
        return prim

    def joint(self, stage, path, parent, child):
        kind = self.rng.choice([UsdPhysics.RevoluteJoint, UsdPhysics.RevoluteJoint, UsdPhysics.PrismaticJoint,
                                UsdPhysics.FixedJoint])
        joint = kind.Define(stage, path)
        joint.CreateBody0Rel().SetTargets([parent])
        joint.CreateBody1Rel().SetTargets([child])
        joint.CreateLocalPos0Attr(Gf.Vec3f(self.vector()))
        joint.CreateLocalPos1Attr(Gf.Vec3f(self.vector()))
        joint.CreateLocalRot0Attr(Gf.Quatf(Gf.Rotation(self.vector(), self.rng.uniform(0, 180)).GetQuat()))
        joint.CreateLocalRot1Attr(Gf.Quatf(Gf.Rotation(self.vector(), self.rng.uniform(0, 180)).GetQuat()))
        if kind is not UsdPhysics.FixedJoint:
            joint.CreateAxisAttr(self.rng.choice("XYZ"))

    def part(self, name):
        """Writes a file with two links under one prim."""
        stage = self.new_stage(name)
        root = UsdGeom.Xform.Define(stage, "/part").GetPrim()
        stage.SetDefaultPrim(root)
        self.body(stage, "/part/a")
        self.body(stage, "/part/b")
        self.joint(stage, "/part/joint", "/part/a", "/part/b")
        stage.CreateClassPrim("/heavy").CreateAttribute("physics:mass", Sdf.ValueTypeNames.Float).Set(9.0)
        if self.rng.random() < 0.5:
            stage.GetPrimAtPath("/part/a").GetInherits().AddInherit("/heavy")
        sets = root.GetVariantSets().AddVariantSet("size")
        for variant in ("small", "large"):
            sets.AddVariant(variant)
            sets.SetVariantSelection(variant)
            with sets.GetVariantEditContext():
                self.move(stage.GetPrimAtPath("/part/b"))
                stage.OverridePrim("/part/b").CreateAttribute("physics:mass", Sdf.ValueTypeNames.Float).Set(
                    self.rng.uniform(1, 5))
        stage.Save()

    def robot(self):
        for name in ("part0.usda", "part1.usda"):
            self.part(name)
        stage = self.new_stage("robot.usda")
        root = UsdGeom.Xform.Define(stage, "/robot").GetPrim()
        stage.SetDefaultPrim(root)
        UsdPhysics.ArticulationRootAPI.Apply(root)
        self.move(root)
        links = [self.body(stage, "/robot/base").GetPath()]
        for i in range(self.rng.randint(1, 3)):
            outer = links[-1] if self.rng.random() < 0.3 else root.GetPath()
            prim = stage.DefinePrim(outer.AppendChild(f"p{i}"), "Xform")
            file = f"./part{self.rng.randrange(2)}.usda"
            if self.rng.random() < 0.5:
                prim.GetReferences().AddReference(file)
            else:
                prim.GetPayloads().AddPayload(file)
            if self.rng.random() < 0.7:
                prim.GetVariantSets().SetSelection("size", self.rng.choice(["small", "large"]))
            if self.rng.random() < 0.5:
                self.weigh(stage.OverridePrim(prim.GetPath().AppendChild("b")))
            self.move(prim)
            self.joint(stage, f"/robot/joint{i}", self.rng.choice(links), prim.GetPath().AppendChild("a"))
            links += [prim.GetPath().AppendChild(c) for c in "ab"]
        stage.Save()
        weaker = self.new_stage("weaker.usda")
        weaker.OverridePrim("/robot/base").CreateAttribute("physics:mass", Sdf.ValueTypeNames.Float).Set(7.0)
        weaker.Save()
        stage.GetRootLayer().subLayerPaths.append("./weaker.usda")
        if self.rng.random() < 0.5:
            stage.GetRootLayer().GetAttributeAtPath("/robot/base.physics:mass").ClearDefaultValue()
        stage.Save()
        return stage


@unittest.skipUnless(Usd, "OpenUSD is not installed (PyPI: usd-core)")
class BesideOpenUsd(unittest.TestCase):
    def test_composition_is_that_of_the_flattened_stage(self):
        for seed in range(STAGES):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                stage = Author(seed, folder).robot()
                stage.Export(os.fspath(folder / "flat.usda"))
                robot, flat = load(folder / "robot.usda"), load(folder / "flat.usda")
                self.assertEqual(robot.frames, flat.frames)
                rng = numpy.random.default_rng(seed)
                q, qd, qdd = (rng.normal(size=robot.nv) for _ in range(3))
                numpy.testing.assert_allclose(robot.inverse_dynamics(q, qd, qdd), flat.inverse_dynamics(q, qd, qdd),
                                              rtol=1e-12, atol=1e-9)
                self.check_masses(stage, robot)

    def check_masses(self, stage, robot):
        expected = sum(UsdPhysics.MassAPI(p).GetMassAttr().Get() for p in stage.Traverse()
                       if p.HasAPI(UsdPhysics.RigidBodyAPI))
        self.assertAlmostEqual(sum(b.mass for b in robot.bodies), expected, delta=1e-5 * expected)

    def test_frames_are_those_of_the_stage(self):
        """Links without joints stand where the stage puts them."""
        for seed in range(STAGES):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as name:
                author = Author(seed, Path(name))
                stage = author.new_stage("robot.usda")
                outer = "/world"
                author.move(UsdGeom.Xform.Define(stage, outer).GetPrim())
                for i in range(3):
                    outer += f"/group{i}"
                    author.move(UsdGeom.Xform.Define(stage, outer).GetPrim())
                    author.body(stage, f"{outer}/body{i}")
                stage.Save()
                robot, cache = load(Path(name) / "robot.usda"), UsdGeom.XformCache()
                q = robot.home_configuration()
                for prim in stage.Traverse():
                    if prim.HasAPI(UsdPhysics.RigidBodyAPI):
                        M = numpy.array(cache.GetLocalToWorldTransform(prim)).T
                        T = robot.get_transform(prim.GetName(), q=q)
                        if author.up == UsdGeom.Tokens.y:
                            M = numpy.block([[rotation_of([math.pi / 2, 0, 0]), numpy.zeros((3, 1))],
                                             [numpy.zeros((1, 3)), numpy.ones((1, 1))]]) @ M
                        scale = numpy.linalg.norm(M[:3, 0])
                        numpy.testing.assert_allclose(T[:3, 3], M[:3, 3] * author.meters, atol=1e-6)
                        numpy.testing.assert_allclose(T[:3, :3], M[:3, :3] / scale, atol=1e-6)

    def test_masses_are_those_of_the_schema(self):
        """What ComputeMassProperties makes of colliders: cubes and spheres, with masses and densities here and there."""
        for seed in range(4 * STAGES):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as name:
                author = Author(seed, Path(name))
                stage, rng = author.new_stage("robot.usda"), author.rng
                body = UsdGeom.Xform.Define(stage, "/body").GetPrim()
                api, own = UsdPhysics.RigidBodyAPI.Apply(body), UsdPhysics.MassAPI.Apply(body)
                count = rng.randint(0, 3)
                for i in range(count):
                    kind, size = rng.choice([(UsdGeom.Cube, "size"), (UsdGeom.Sphere, "radius")])
                    shape = kind.Define(stage, f"/body/c{i}").GetPrim()
                    shape.GetAttribute(size).Set(rng.uniform(0.2, 0.5) / author.meters)
                    UsdGeom.Xformable(shape).AddTranslateOp().Set(author.vector() / author.meters)
                    UsdGeom.Xformable(shape).AddOrientOp().Set(
                        Gf.Quatf(Gf.Rotation(author.vector(), rng.uniform(0, 180)).GetQuat()))
                    UsdPhysics.CollisionAPI.Apply(shape).CreateCollisionEnabledAttr(rng.random() < 0.7)
                    if rng.random() < 0.6:
                        mass = UsdPhysics.MassAPI.Apply(shape)
                        if rng.random() < 0.5:
                            mass.CreateMassAttr(rng.uniform(1, 5))
                        else:
                            mass.CreateDensityAttr(rng.uniform(500, 3000) * author.meters**3)
                if count == 0 or rng.random() < 0.5:
                    own.CreateMassAttr(rng.uniform(1, 5))
                if rng.random() < 0.3:
                    own.CreateDensityAttr(rng.uniform(500, 3000) * author.meters**3)
                if rng.random() < 0.3:
                    own.CreateCenterOfMassAttr(Gf.Vec3f(author.vector() / author.meters))
                if rng.random() < 0.3:
                    own.CreateDiagonalInertiaAttr(Gf.Vec3f(1, 1.2, 1.4) / author.meters**2)
                    own.CreatePrincipalAxesAttr(
                        Gf.Quatf(Gf.Rotation(author.vector(), rng.uniform(0, 180)).GetQuat()))
                stage.Save()
                self.compare_mass(api, load(Path(name) / "robot.usda"), author.meters, author.up)

    def compare_mass(self, api, robot, meters, up):
        def information(prim):
            found = UsdPhysics.RigidBodyAPI.MassInformation()
            cube = prim.IsA(UsdGeom.Cube)
            size = prim.GetAttribute("size" if cube else "radius").Get()
            found.volume = size**3 if cube else 4 / 3 * math.pi * size**3
            moment = size**2 / 6 if cube else 0.4 * size**2
            found.inertia = Gf.Matrix3f(moment * found.volume)
            found.centerOfMass = Gf.Vec3f(0)
            M = UsdGeom.Xformable(prim).GetLocalTransformation()
            found.localPos = Gf.Vec3f(M.ExtractTranslation())
            found.localRot = Gf.Quatf(M.ExtractRotationQuat())
            return found

        mass, inertia, center, axes = api.ComputeMassProperties(information)
        R = numpy.array(Gf.Matrix3d(Gf.Rotation(Gf.Quatd(axes)))).T
        if not numpy.isfinite(R).all() or abs(numpy.linalg.det(R) - 1) > 1e-3:
            R = numpy.eye(3)  # what is not set, where there are no colliders
        expected = R @ numpy.diag(numpy.array(inertia) * meters**2) @ R.T
        m, mc, ours = self.parameters(robot)
        if mass < 0:  # the schema has none; PhysX takes 1 kg
            self.assertEqual(m, 1)
            return
        self.assertAlmostEqual(m, mass, delta=1e-4 * mass)
        c = numpy.array(center) * meters
        numpy.testing.assert_allclose(mc / m, c, atol=1e-4)
        about = ours - m * (c @ c * numpy.eye(3) - numpy.outer(c, c))
        numpy.testing.assert_allclose(about, expected, atol=2e-3 * max(1, numpy.abs(ours).max()))

    def parameters(self, robot):
        body = robot.bodies[-1]
        I = numpy.array(body.inertia)
        full = numpy.array([[I[0], I[5], I[4]], [I[5], I[1], I[3]], [I[4], I[3], I[2]]])
        return body.mass, body.mass * numpy.array(body.center_of_mass), full


if __name__ == "__main__":
    unittest.main()
