"""Rows of logs, external torques, differences of robots and other formats: what the command says, as Python's."""

import json
import os
import tempfile
import unittest
import warnings

import numpy

import condyle
from test_pages import has_command


@unittest.skipUnless(has_command(), "the package has no command")
class Reports(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def test_rows_come_back_with_names(self):
        q = self.robot.random_configuration(seed=1, count=5)
        names = [joint.name for joint in self.robot.joints]
        lines = [",".join(["t", *(f"q.{name}" for name in names), "tau.elbow_joint"])]
        lines += [",".join(map(repr, [0.1 * i, *row.tolist(), 2.0 * i])) for i, row in enumerate(q)]
        rows = self.robot.read_rows(self.path("log.csv", "\n".join(lines) + "\n"))
        numpy.testing.assert_array_equal(numpy.array([rows[f"q.{name}"] for name in names]).T, q)
        numpy.testing.assert_array_equal(rows["tau.elbow_joint"], [0, 2, 4, 6, 8])
        self.assertTrue(numpy.isnan(rows["tau.wrist_1_joint"]).all())
        self.assertNotIn("qd.elbow_joint", rows)

    def test_rows_in_degrees_and_json(self):
        rows = self.robot.read_rows(self.path("log.json", '{"q": {"elbow_joint": 90}}\n{"q": {"elbow_joint": 45}}\n'), degrees=True)
        numpy.testing.assert_allclose(rows["q.elbow_joint"], [numpy.pi / 2, numpy.pi / 4], rtol=1e-15)

    def test_a_faulty_row_is_named(self):
        with self.assertRaisesRegex(condyle.RobotError, "bad.csv:3: .*'x' is not a decimal number"):
            self.robot.read_rows(self.path("bad.csv", "t,q.elbow_joint\n0,1\n1,x\n"))
        with self.assertRaisesRegex(condyle.RobotError, "none.csv"):
            self.robot.read_rows(self.path("none.csv"))

    def test_differences_are_those_of_the_command(self):
        tree = self.robot.tree()
        tree.set_mass("forearm_link", 3.5)
        found = self.robot.diff(tree.robot())
        self.assertFalse(found["same"])
        self.assertIn("forearm_link", json.dumps(found))
        self.assertTrue(self.robot.diff(self.robot)["same"])
        self.assertTrue(self.robot.diff("universalUR5e")["same"])

    def test_diff_compares_loops(self):
        body = "<body name='{0}' pos='{1} 0 0'><joint name='j{0}' axis='0 1 0'/><geom size='.1'/></body>"
        bodies = body.format("a", 0) + body.format("b", 1)
        robots = []
        for tie in "<connect {}/>", "<weld {}/>", "<!-- {} -->":
            ends = "body1='a' body2='b'" + (" anchor='.5 0 0'" if "connect" in tie else "")
            text = f"<mujoco><worldbody>{bodies}</worldbody><equality>{tie.format(ends)}</equality></mujoco>"
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                robots.append(condyle.load(self.path(f"{len(robots)}.xml", text)))
        ball, weld, tree = robots
        for robot in robots:
            self.assertTrue(robot.diff(robot)["same"])
        kinds = {item["kind"] for item in ball.diff(tree)["differences"] + tree.diff(weld)["differences"]}
        self.assertEqual(kinds, {"loop"})
        self.assertIn("type", [item["what"] for item in ball.diff(weld)["differences"]])

    def test_formats_are_read_back(self):
        q = self.robot.random_configuration(seed=2, count=3)
        for name in ("arm.urdf", "arm.xml", "arm.sdf"):
            notes = self.robot.export(self.path(name))
            self.assertTrue(all(isinstance(note, str) for note in notes))
            back = condyle.load(self.path(name))
            numpy.testing.assert_allclose(back.gravity_torque(q), self.robot.gravity_torque(q), atol=1e-9)
        with self.assertRaisesRegex(condyle.RobotError, "exists"):
            self.robot.export(self.path("arm.urdf"))
        self.robot.export(self.path("arm.urdf"), replace=True)
        with self.assertRaisesRegex(ValueError, "expected a name"):
            self.robot.export(self.path("arm.txt"))

    def test_a_push_is_observed(self):
        t = numpy.arange(0, 1, 0.002)
        q = numpy.zeros((500, 6)) + [0, -1.2, 1.5, 0, 0.5, 0]
        push = numpy.where((t > 0.5)[:, None], [0, 0, 20, 0, 0, 0], 0)
        names = ["t", *(f"{k}.{joint.name}" for k in ("q", "qd", "tau") for joint in self.robot.joints)]
        rows = numpy.hstack([t[:, None], q, 0 * q, self.robot.gravity_torque(q) - push])
        log = rows.view([(name, float) for name in names])[:, 0]
        found = self.robot.observe(log, threshold=5)
        self.assertEqual(len(found["events"]), 1)
        self.assertAlmostEqual(float(numpy.max(found["residual"]["residual.elbow_joint"])), 20, 3)
        with self.assertRaisesRegex(condyle.RobotError, "drives"):
            self.robot.observe(log, drives="nothing")


if __name__ == "__main__":
    unittest.main()
