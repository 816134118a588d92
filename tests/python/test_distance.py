"""Distances of shapes and robots: closed forms, the gradient, obstacles, exclusions, meshes, and what is refused."""

import copy
import math
import os
import tempfile
import unittest

import condyle
import numpy

# Two links of 1 m that fold: the tip, a ball of 0.2 m, is 2 cos(q1 / 2) from the base, a ball of 0.3 m.
ARM = b"""<robot name='arm'>
<link name='base'><collision><geometry><sphere radius='0.3'/></geometry></collision></link>
<link name='upper'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>
<link name='lower'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>
<collision><origin xyz='1 0 0'/><geometry><sphere radius='0.2'/></geometry></collision></link>
<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/>
<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>
<joint name='elbow' type='revolute'><origin xyz='1 0 0'/><parent link='upper'/><child link='lower'/>
<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>"""

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class Distance(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load(ARM)

    def test_an_arm_folds_onto_its_base(self):
        for q in (0.1, 1.0, 2.2, 2.9):
            found = self.robot.distance([0.4, q])
            self.assertAlmostEqual(found.distance, 2 * math.cos(q / 2) - 0.5, 12)
            numpy.testing.assert_allclose(found.gradient, [0, -math.sin(q / 2)], atol=1e-12)
            self.assertEqual((found.first, found.second), ("base", "lower"))
            step = numpy.subtract(found.on_second, found.on_first)
            numpy.testing.assert_allclose(step, numpy.multiply(found.distance, found.normal), atol=1e-12)

    def test_obstacles_stand_in_the_base_frame(self):
        wall = condyle.Convex("box", size=(0.2, 4, 4)), condyle.Placement((3.1, 0, 0))
        scene = self.robot.distances({"wall": wall})
        self.assertEqual(scene.pairs, [("base", "lower"), ("lower", "wall")])
        self.assertAlmostEqual(scene.all([0, 0])[1].distance, 0.8, 12)
        self.assertEqual(scene.nearest([0, 0]).second, "wall")
        hull = condyle.Convex("hull", points=[(3, 0, 0), (4, 1, 0), (4, 0, 1)]), numpy.eye(4)
        self.assertAlmostEqual(self.robot.distance([0, 0], {"corner": hull}).distance, 0.8, 12)

    def test_excluded_bodies_are_not_looked_at(self):
        self.assertIsNone(self.robot.distance([0, 0], exclude=[("lower", "base")]))
        with self.assertRaisesRegex(ValueError, "no body 'lowr'"):
            self.robot.distance([0, 0], exclude=[("lowr", "base")])

    def test_a_way_is_looked_at_as_a_whole(self):
        scene = self.robot.distances()
        way = scene.between([0, -2], [0, 2.4])  # the distance, 2 cos(q / 2) - 0.5, is least at the end
        self.assertAlmostEqual(way.nearest.distance, 2 * math.cos(1.2) - 0.5, 12)
        self.assertEqual((way.share, way.nearest.first, way.nearest.second), (1, "base", "lower"))
        self.assertTrue(way.nearest.distance - 1e-4 <= way.bound <= way.nearest.distance)
        coarse = scene.between([0, -2], [0, 2.4], tolerance=0.1)
        self.assertTrue(coarse.bound < way.bound and coarse.looks < way.looks)
        self.assertIsNone(self.robot.distances(exclude=[("lower", "base")]).between(None, None))
        with self.assertRaisesRegex(condyle.RobotError, "tolerance"):
            scene.between(None, None, tolerance=0)

    def test_inverse_kinematics_keep_a_margin(self):
        q0 = [0.3, -1.2, 1.5, -1.9, -1.57, 0.4]
        robot = condyle.load("universalUR5e")
        elbow = robot.get_transform("forearm_link", q0)[:3, 3]
        ball = condyle.Convex("sphere", radius=0.05), condyle.Placement(elbow)
        pairs = [(a, b) for a in robot.frames for b in robot.frames if a < b]
        scene = robot.distances({"ball": ball}, exclude=pairs)
        target = robot.get_transform("tool0", q0)
        self.assertLess(scene.nearest(q0).distance, 0)
        found = scene.inverse_kinematics("tool0", target, q0, margin=0.05)
        self.assertTrue(found.clear and found.converged and found.restarts > 0)
        self.assertAlmostEqual(scene.nearest(found.q).distance, found.nearest.distance, 12)
        self.assertGreater(found.nearest.distance, 0.05)
        numpy.testing.assert_allclose(robot.get_transform("tool0", found.q), target, atol=1e-7)
        self.assertFalse(scene.inverse_kinematics("tool0", target, q0, margin=9, restarts=2).clear)
        with self.assertRaisesRegex(ValueError, "body: the robot has no body 'tol0'"):
            scene.inverse_kinematics("tol0", target)
        with self.assertRaisesRegex(ValueError, "margin is negative; expected meters from 0 on"):
            scene.inverse_kinematics("tool0", target, q0, margin=-1)

    def test_samples_count_touches(self):
        (use,) = self.robot.distances().sample(4000, seed=3)
        self.assertAlmostEqual(use.touches / 4000, 1 - 2 * math.acos(0.25) / 3, delta=0.03)
        self.assertLess(use.least, 0)
        self.assertGreater(use.most, 1.4)
        with self.assertRaisesRegex(ValueError, "samples: expected 1 or more"):
            self.robot.distances().sample(0)

    def test_meshes_count_as_their_hulls(self):
        text = ARM.replace(b"<sphere radius='0.3'/>", b"<mesh filename='a.obj' scale='2 2 2'/>")
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("a.obj", TETRAHEDRON), ("arm.urdf", text.decode())):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(content)
            robot = condyle.load(os.path.join(folder, "arm.urdf"))
            found = robot.distance([0, 0])
            self.assertAlmostEqual(found.distance, -0.2, 9)  # the tip's middle is the corner at (2, 0, 0)
            with open(os.path.join(folder, "a.obj"), "w") as file:
                file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
            self.assertAlmostEqual(robot.distance([0, 0]).distance, -0.2, 9)
            os.remove(os.path.join(folder, "a.obj"))
            with self.assertRaisesRegex(condyle.RobotError, "a.obj"):
                robot.distance([0, 0])

    def test_wrong_arguments_are_refused(self):
        ball = condyle.Convex("sphere", radius=1)
        for place in (numpy.zeros((4, 4)), numpy.full((4, 4), numpy.nan)):
            with self.assertRaisesRegex(condyle.RobotError, "not rigid"):
                condyle.convex_distance(ball, place, ball, numpy.eye(4))
        with self.assertRaisesRegex(condyle.RobotError, "radius"):
            condyle.convex_distance(condyle.Convex("sphere", radius=-1), numpy.eye(4), ball, numpy.eye(4))
        with self.assertRaisesRegex(condyle.RobotError, "no points"):
            condyle.convex_distance(condyle.Convex("hull"), numpy.eye(4), ball, numpy.eye(4))
        with self.assertRaisesRegex(ValueError, "expected one of 'sphere'"):
            condyle.convex_distance(condyle.Convex("cone"), numpy.eye(4), ball, numpy.eye(4))
        with self.assertRaisesRegex(ValueError, "three numbers"):
            condyle.convex_distance(condyle.Convex("hull", points=[(1, 2)]), numpy.eye(4), ball, numpy.eye(4))
        with self.assertRaises(ValueError):
            self.robot.distance([0])
        with self.assertRaises(TypeError):
            copy.copy(self.robot.distances())


if __name__ == "__main__":
    unittest.main()
