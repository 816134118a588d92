"""Trees: edited robots equal the robots of files written by hand."""

import copy
import tempfile
import unittest
from pathlib import Path

import numpy

import condyle
from condyle import Placement, Tree

GRAVITY = (0, 0, -9.81)

ARM = """<robot name='arm'>
  <link name='base'/>
  <link name='upper'><inertial><origin xyz='0 0 0.2'/><mass value='2'/>
    <inertia ixx='0.1' iyy='0.1' izz='0.05' ixy='0' ixz='0' iyz='0'/></inertial></link>
  <link name='lower'><inertial><origin xyz='0.1 0 0'/><mass value='1.5'/>
    <inertia ixx='0.02' iyy='0.03' izz='0.02' ixy='0.001' ixz='0' iyz='0'/></inertial></link>
  <joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><origin xyz='0 0 0.1' rpy='0.1 0 0'/>
    <axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='30' velocity='3'/><dynamics damping='0.5' friction='0.2'/></joint>
  <joint name='elbow' type='prismatic'><parent link='upper'/><child link='lower'/><origin xyz='0 0.3 0.4'/>
    <axis xyz='1 0 0'/><limit lower='0' upper='1' effort='20' velocity='1'/></joint>
</robot>"""


def build():
    """Returns the arm made by calls."""
    tree = Tree("arm")
    tree.add_body(
        "base", name="upper", joint="shoulder", type="revolute", origin=((0, 0, 0.1), (0.1, 0, 0)), axis=(0, 1, 0),
        lower=-2, upper=2, effort=30, velocity=3, damping=0.5, friction=0.2,
        mass=2, center_of_mass=(0, 0, 0.2), inertia=(0.1 + 2 * 0.04, 0.1 + 2 * 0.04, 0.05, 0, 0, 0),
    )  # fmt: skip
    tree.add_body(
        "upper", name="lower", joint="elbow", type="prismatic", origin=Placement((0, 0.3, 0.4)).matrix(), axis=(1, 0, 0),
        lower=0, upper=1, effort=20, velocity=1,
        mass=1.5, center_of_mass=(0.1, 0, 0), inertia=(0.02, 0.03 + 0.015, 0.02 + 0.015, 0, 0, 0.001),
    )  # fmt: skip
    return tree


class Trees(unittest.TestCase):
    def setUp(self):
        self.arm = condyle.load(ARM, gravity=GRAVITY)
        self.q = numpy.array([[0.3, 0.2], [-1.1, 0.9]])

    def assert_same(self, a, b, q=None):
        q = self.q if q is None else q
        numpy.testing.assert_allclose(a.mass_matrix(q), b.mass_matrix(q), atol=1e-12)
        numpy.testing.assert_allclose(a.gravity_torque(q), b.gravity_torque(q), atol=1e-12)

    def test_a_tree_made_by_calls_is_that_of_the_file(self):
        made = build().robot(gravity=GRAVITY)
        self.assert_same(made, self.arm)
        self.assertEqual(made.joints, self.arm.joints)
        made.set_drives(damping=True, friction=True)
        self.arm.set_drives(damping=True, friction=True)
        numpy.testing.assert_allclose(made.inverse_dynamics(self.q, self.q), self.arm.inverse_dynamics(self.q, self.q), atol=1e-12)

    def test_keywords_come_back(self):
        tree = self.arm.tree()
        other = Tree("arm")
        for name in tree.body_names[1:]:
            other.add_body(tree.parent(name), **tree.body(name))
        other.gravity = tree.gravity
        self.assert_same(other.robot(), tree.robot())
        self.assertEqual(other.robot().joints, tree.robot().joints)
        self.assertEqual(tree.gravity, GRAVITY)
        self.assertEqual(tree.body("upper")["effort"], 30)
        self.assertNotIn("mimic", tree.body("upper"))
        self.assertEqual((tree.parent("base"), tree.children("base")), (None, ("upper",)))
        tree.replace_joint("lower", rotor_inertia=1e-4, gear_ratio=50, home=[0.5], soft_lower=0.1, rising=0.2)
        keywords = tree.body("lower")
        self.assertEqual([keywords[k] for k in ("gear_ratio", "home", "soft_lower", "rising")], [50, (0.5,), 0.1, 0.2])
        self.assertEqual(tree.robot().home_configuration()[1], 0.5)

    def test_removing_and_adding_back(self):
        tree = self.arm.tree()
        part = tree.remove_body("lower")
        self.assertEqual((tree.body_names, part.body_names), (("base", "upper"), ("upper", "lower")))
        self.assertEqual(tree.robot().nv, 1)
        tree.add_subtree("upper", part)
        self.assert_same(tree.robot(), self.arm)
        self.assertEqual(tree.subtree("lower").body_names, ("upper", "lower"))
        for other in (tree.copy(), copy.copy(tree), copy.deepcopy(tree)):
            other.remove_body("upper")
            self.assertEqual((len(other), len(tree)), (1, 3))

    def test_replacing(self):
        tree = self.arm.tree()
        tree.replace_body("lower", name="fore", joint="slider", mass=3)
        self.assertEqual(tree.body_of_joint("slider"), "fore")
        self.assertEqual(tree.body("fore")["upper"], 1)
        self.assertAlmostEqual(tree.robot().total_mass, 5)
        tree.replace_joint("fore", type="continuous")
        self.assertEqual(tree.robot().joints[1].type, "continuous")
        tree.set_inertial("fore", 1, (0, 0, 0), (1, 1, 1, 0, 0, 0))
        self.assertEqual(tree.body("fore")["inertia"], (1, 1, 1, 0, 0, 0))
        tree.name = "other"
        tree.gravity = (0, 0, -1)
        self.assertEqual((tree.name, tree.robot().gravity, tree.robot().name), ("other", (0, 0, -1), "other"))

    def test_mimic_joints(self):
        tree = build()
        tree.add_body("lower", name="finger", joint="grip", type="prismatic", mimic="elbow", multiplier=2, offset=0.1)
        robot = tree.robot()
        self.assertEqual((robot.nv, robot.joints[2].multiplier, robot.joints[2].offset), (2, 2, 0.1))
        tree.mimic_independent = True
        self.assertEqual(tree.robot().nv, 3)
        with self.assertRaisesRegex(ValueError, "mimics"):
            tree.weld("elbow")
        tree.weld("grip")
        tree.weld("elbow")
        self.assertEqual(tree.robot().nv, 1)

    def test_welding_keeps_the_pose(self):
        tree = self.arm.tree()
        tree.weld("elbow", 0.7)
        welded = tree.robot()
        numpy.testing.assert_allclose(welded.get_transform("lower", [0.4]), self.arm.get_transform("lower", [0.4, 0.7]), atol=1e-14)
        tree = self.arm.tree()
        tree.replace_joint("upper", axis=(1, 2, 2))
        turned = tree.robot()
        tree.weld("shoulder", 1.2)
        numpy.testing.assert_allclose(tree.robot().get_transform("lower", [0.4]), turned.get_transform("lower", [1.2, 0.4]), atol=1e-14)

    def test_attaching_is_adding_the_masses(self):
        tree = self.arm.tree()
        tree.attach("lower", self.arm.tree(), ((0, 0, 0.1), (0, 0, 0)), "b_")
        both = tree.robot()
        self.assertEqual((both.nv, both.total_mass), (4, 2 * self.arm.total_mass))
        q = [0.3, 0.2, -0.5, 0.6]
        expected = both.get_transform("b_base", q) @ self.arm.get_transform("lower", q[2:])
        numpy.testing.assert_allclose(both.get_transform("b_lower", q), expected, atol=1e-14)
        with self.assertRaises(condyle.RobotError):
            tree.attach("lower", self.arm.tree())  # the names are there already
        self.assertEqual(len(tree), 6)

    def test_masses_in_proportion(self):
        tree = self.arm.tree()
        tree.set_mass("lower", 3.0)
        numpy.testing.assert_allclose(tree.body("lower")["inertia"], 2 * numpy.array(self.arm.tree().body("lower")["inertia"]))
        with self.assertRaises(ValueError):
            tree.set_mass("base", 1)

    def test_denavit_hartenberg(self):
        tree = Tree("dh")
        tree.add_body("base", name="a", joint="ja", type="revolute", dh=(0.3, 0.5, 0.2, 0.0))
        tree.add_body("a", name="b", joint="jb", type="revolute", modified_dh=(0.3, 0.5, 0.2, 0.0))
        tree.add_body("b", name="c", joint="jc", fixed_transform=Placement((1, 2, 3), (0.1, 0.2, 0.3)).matrix())

        def matrix(axis, angle=0.0, shift=0.0):
            return Placement((shift, 0, 0) if axis == "x" else (0, 0, shift), (angle, 0, 0) if axis == "x" else (0, 0, angle)).matrix()

        robot, q = tree.robot(), [0.7, -0.4]
        first = matrix("z", 0.7) @ matrix("z", 0, 0.2) @ matrix("x", 0, 0.3) @ matrix("x", 0.5)
        numpy.testing.assert_allclose(robot.get_transform("a", q), first, atol=1e-14)
        second = first @ matrix("x", 0.5) @ matrix("x", 0, 0.3) @ matrix("z", -0.4) @ matrix("z", 0, 0.2)
        numpy.testing.assert_allclose(robot.get_transform("b", q), second, atol=1e-14)
        third = second @ Placement((1, 2, 3), (0.1, 0.2, 0.3)).matrix()
        numpy.testing.assert_allclose(robot.get_transform("c", q), third, atol=1e-14)

    def test_saving(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "arm.urdf"
            self.arm.save(path)
            self.assert_same(condyle.load(path, gravity=GRAVITY), self.arm)
            with self.assertRaises(condyle.RobotError) as caught:
                self.arm.tree().save(path)
            self.assertEqual(caught.exception.status, "io")
            self.arm.tree().save(path, replace=True)

    def test_inertias_from_shapes(self):
        text = ARM.replace("<link name='base'/>", "<link name='base'/><link name='box'><collision><geometry><box size='1 1 2'/>"
                           "</geometry></collision></link><joint name='j' type='fixed'><parent link='base'/><child link='box'/></joint>")
        tree = condyle.load(text).tree()
        (link,) = tree.estimate_inertia(density=100)
        self.assertEqual((link.link, link.visuals, link.hulls), ("box", False, 0))
        self.assertAlmostEqual(link.mass, 200)
        self.assertAlmostEqual(tree.body("box")["inertia"][2], 200 * 2 / 12)
        tree.estimate_inertia(masses={"box": 6})
        self.assertAlmostEqual(tree.body("box")["mass"], 6)
        with self.assertRaises(condyle.RobotError):
            tree.estimate_inertia()

    def test_what_is_wrong_is_refused(self):
        tree = build()
        for call, error in (
            (lambda: tree.add_body("base", name="upper", joint="x"), condyle.RobotError),
            (lambda: tree.add_body("bose", name="x", joint="x"), condyle.RobotError),
            (lambda: tree.add_body("base", name="x", joint="x", mass=-1), condyle.RobotError),
            (lambda: tree.add_body("base", name="x", joint="x", type="hinge"), ValueError),
            (lambda: tree.add_body("base", name="x", joint="x", axis=(0, 0)), ValueError),
            (lambda: tree.add_body("base", name="x", joint="x", colour="red"), TypeError),
            (lambda: tree.add_body("base", name="x", joint="x", lower="low"), TypeError),
            (lambda: tree.add_body("base", name="x\0y", joint="x"), ValueError),
            (lambda: tree.add_body("base", joint="x"), condyle.RobotError),
            (lambda: tree.add_body("base", name=3, joint="x"), TypeError),
            (lambda: tree.remove_body("base"), condyle.RobotError),
            (lambda: tree.replace_joint("base", type="fixed"), condyle.RobotError),
            (lambda: tree.body("uper"), condyle.RobotError),
            (lambda: tree.weld("sholder"), condyle.RobotError),
            (lambda: condyle.load(self.arm.to_bytes()).tree(), ValueError),
        ):
            with self.assertRaises(error):
                call()
        self.assertEqual(tree.robot(), build().robot())


if __name__ == "__main__":
    unittest.main()
