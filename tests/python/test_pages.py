"""Pages for notebooks, the command that comes with the package, and the tutorial."""

import doctest
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy

import condyle
from condyle import _command, _pages

DOCS = Path(__file__).parents[2] / "docs"

# What Python has for each subcommand; texts in parentheses are reasons why it has nothing.
COMMANDS = {
    "show": "Robot.show_details", "id": "Robot.inverse_dynamics", "fd": "Robot.forward_dynamics",
    "constrained": "Robot.constrained_forward_dynamics", "mechanism": "Robot.mechanism", "reactions": "Robot.joint_reactions",
    "mass": "Robot.mass_matrix", "gravity": "Robot.gravity_torque", "coriolis": "Robot.velocity_product",
    "transform": "Robot.get_transform", "velocity": "Robot.frame_velocity", "acceleration": "Robot.frame_acceleration",
    "jacobian": "Robot.geometric_jacobian", "manipulability": "Robot.manipulability", "task": "Robot.task_dynamics",
    "com": "Robot.center_of_mass", "energy": "Robot.energy", "regressor": "Robot.regressor",
    "derivatives": "Robot.inverse_dynamics_derivatives", "ik": "Robot.inverse_kinematics", "sim": "Robot.simulation",
    "identify": "Robot.identify", "limits": "Robot.limit_report", "report": "Robot.report",
    "contact": "Robot.contact", "workspace": "Robot.reach_map", "stop": "Robot.stop", "drives": "Robot.drives", "distance": "Robot.distance",
    "payload": "Robot.payload_capacity", "random": "Robot.random_configuration", "trajectory": "Robot.trajectory",
    "smooth": "Robot.smoothing_rows", "excite": "Robot.excitation", "export": "Robot.export", "edit": "Tree",
    "compile": "Robot.save_model", "generate": "Robot.generate", "check": "check", "xacro": "expand_xacro",
    "list": "catalogue", "inertia": "Tree.estimate_inertia", "draw": "Robot.draw", "view": "Robot.view",
    "observe": "Robot.observe",
    "explain": "Robot.explain",
    "motion": "Robot.read_rows",
    "rows": "(a log's topics and rows for other programs; Python has libraries for logs, and data frames)",
    "diff": "Robot.diff",
    "bench": "(it measures the library itself, without Python)",
}  # fmt: skip


def has_command():
    try:
        return bool(_command.program())
    except condyle.RobotError:
        return False


@unittest.skipUnless(has_command(), "the package has no command")
class Command(unittest.TestCase):
    def test_python_has_what_the_command_has(self):
        text = _command.run(["help"])[0].decode().split("Commands:\n")[1].split("\n\n")[0]
        names = re.findall(r"^  ([\w-]+) ", text, re.M)
        self.assertEqual(sorted(set(names) - set(COMMANDS)), [])
        self.assertEqual(sorted(set(COMMANDS) - set(names)), [])
        for place in COMMANDS.values():
            if not place.startswith("("):
                thing = condyle
                for part in place.split("."):
                    thing = getattr(thing, part)

    def test_it_runs_by_the_name_of_the_package(self):
        done = subprocess.run([sys.executable, "-m", "condyle", "gravity", "ur5e"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("shoulder_lift_joint", done.stdout)
        wrong = subprocess.run([sys.executable, "-m", "condyle", "gravity", "no-such"], capture_output=True, text=True)
        self.assertNotEqual(wrong.returncode, 0)

    def test_what_the_command_refuses_is_an_error(self):
        with self.assertRaisesRegex(condyle.RobotError, "no-such"):
            _command.run(["gravity", "no-such"])

    def test_reasons_are_for_what_python_has_not(self):
        members = {name for thing in (condyle, condyle.Robot, condyle.Tree) for name in dir(thing)}
        reasons = {name for name, place in COMMANDS.items() if place.startswith("(")}
        self.assertEqual(sorted(reasons & members), [])

    def test_errors_have_the_words_of_the_command_without_its_name(self):
        with self.assertRaises(condyle.RobotError) as caught:
            _command.run(["gravity", "no-such"])
        self.assertFalse(str(caught.exception).startswith("condyle:"), caught.exception)

    def test_a_script_is_no_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "condyle")
            with open(path, "w") as file:
                file.write("#!/bin/sh\nexec condyle\n")
            os.chmod(path, 0o755)
            self.assertFalse(_command._is_program(path))


@unittest.skipUnless(has_command(), "the package has no command")
class Pages(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e")
        self.move = self.robot.trajectory([[0, -1, 1, 0, 0, 0], [1, -1, 1, 0, 0, 0]], acceleration=[2] * 6)

    def test_a_report_of_every_kind_of_motion(self):
        t = numpy.linspace(0, self.move.duration, 30)
        q, qd, qdd = self.move(t)
        names = [joint.name for joint in self.robot.joints]
        labels = ["t", *(f"{kind}.{name}" for kind in ("q", "qd", "qdd") for name in names)]
        table = numpy.zeros(30, [(label, float) for label in labels])
        for label, column in zip(labels, numpy.column_stack([t, q, qd, qdd]).T):
            table[label] = column
        simulation = self.robot.simulation()
        for motion in (self.move, table, q, simulation.run(0.05)):
            page = self.robot.report(motion)
            self.assertIn(page.exceeded, (True, False))
            self.assertIn("elbow_joint", page.html)
        self.assertFalse(self.robot.report(table).exceeded)
        with self.assertRaisesRegex(ValueError, "q has shape"):
            self.robot.report(q[:, :3])

    def test_rows_are_what_was_given(self):
        rows = _pages._rows(self.robot, self.move).decode().splitlines()
        self.assertEqual(rows[0].split(",")[:2], ["t", "q.shoulder_pan_joint"])
        last = [float(number) for number in rows[-1].split(",")]
        self.assertEqual(last[0], self.move.duration)
        numpy.testing.assert_array_equal(last[1:7], self.move(self.move.duration)[0])

    def test_rows_of_a_mechanism_have_the_torques_of_its_drives(self):
        held = condyle.Constraint("tool0", rows="ball", in_other=condyle.Placement((0.4, 0.2, 0.3)))
        drives = ["shoulder_pan_joint", "elbow_joint", "wrist_3_joint"]
        arm = self.robot.mechanism(held, drives, [0, -1.5, 1.5, 0, 0, 0])
        end = arm.q + numpy.eye(6)[5] * 0.3
        move = arm.trajectory([arm.q, end], "quintic", acceleration=[2] * 6)
        labels = _pages._rows(self.robot, move, True).decode().split("\n", 1)[0].split(",")
        self.assertEqual([label for label in labels if label[:3] in ("tau", "qdd")], [f"tau.{name}" for name in drives])
        self.assertIn("elbow_joint", self.robot.report(move).html)

    def test_payloads_and_gravity_are_in_a_report(self):
        self.assertFalse(self.robot.report(self.move).exceeded)
        self.robot.set_payload("tool0", 60.0)
        self.assertTrue(self.robot.report(self.move).exceeded)
        self.robot.gravity = (0, 0, 0)
        self.assertFalse(self.robot.report(self.move).exceeded)

    def test_an_edited_robot_has_its_own_page(self):
        tree = self.robot.tree()
        tree.name = "mine"
        self.assertIn("mine", tree.robot().report(self.move).html)
        with self.assertRaisesRegex(condyle.RobotError, "no bodies to show"):
            condyle.load(self.robot.to_bytes()).report(self.move)

    def test_a_notebook_shows_the_page_in_a_frame(self):
        page = self.robot.report(self.move)
        shown = page._repr_html_()
        self.assertRegex(shown, r'^<iframe title="[^"]*" sandbox="allow-scripts allow-downloads" style="[^"]*" srcdoc="[^"]*"></iframe>$')
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.html")
            page.save(path)
            with self.assertRaises(FileExistsError):
                page.save(path)
            page.save(path, replace=True)
            self.assertEqual(Path(path).read_text(encoding="utf-8"), page.html)

    def test_a_view_moves(self):
        try:
            page = self.robot.view([0, -1, 1, 0, 0, 0], motion=self.move)
        except condyle.RobotError as error:
            self.assertIn("without the page", str(error))
            self.skipTest("the command has no page")
        self.assertIn("elbow_joint", page.html)
        self.assertIn('{"file": "motion"', page.html)
        self.assertIn("<iframe", self.robot._repr_html_())

    def beside_in(self, robot, other):
        try:
            page = robot.view(beside=other).html
        except condyle.RobotError as error:
            if "without the page" in str(error):
                self.skipTest("the command has no page")
            raise
        begin = page.index('id="data">') + len('id="data">')
        return json.loads(page[begin : page.index("</script>", begin)])["beside"]

    def test_a_robot_stands_beside(self):
        self.assertEqual(self.beside_in(self.robot, "universalUR10e")["head"]["robot"], condyle.load("universalUR10e").name)
        tree = self.robot.tree()
        tree.name = "mine"
        self.assertEqual(self.beside_in(self.robot, tree.robot())["head"]["robot"], "mine")
        floating = condyle.load("kukaIiwa14", floating_base=True)
        for other in (condyle.load("kukaIiwa14", floating_base=True), floating.tree().robot()):
            self.assertEqual(len(self.beside_in(floating, other)["head"]["q"]), 14)
        self.assertEqual(len(self.beside_in(self.robot, floating)["head"]["q"]), 14)
        with self.assertRaisesRegex(condyle.RobotError, "no bodies to show"):
            self.robot.view(beside=condyle.load(self.robot.to_bytes()))
        hand, loose = condyle.load("frankaEmikaPanda"), condyle.load("frankaEmikaPanda", mimic="independent")
        with self.assertRaisesRegex(ValueError, "independent in one"):
            hand.view(beside=loose)

    def test_names_are_escaped(self):
        tree = self.robot.tree()
        tree.name = "<script>&\""
        robot = tree.robot()
        self.assertNotIn("<script>&", robot.report(self.move)._repr_html_())


@unittest.skipUnless(has_command() and (DOCS / "tutorial.md").is_file(), "the command or docs/tutorial.md is not there")
class Tutorial(unittest.TestCase):
    def run_document(self, path):
        examples = "\n".join(re.findall(r"```python\n(.*?)```", path.read_text(), re.S))
        runner = doctest.DocTestRunner()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            runner.run(doctest.DocTestParser().get_doctest(examples, {}, path.name, None, None))
        self.assertGreater(runner.tries, 4)
        self.assertEqual(runner.failures, 0)

    def test_the_tutorial(self):
        self.run_document(DOCS / "tutorial.md")

    def test_the_page_for_research(self):
        self.run_document(DOCS / "research.md")

    def test_the_readme(self):
        self.run_document(DOCS.parent / "README.md")


if __name__ == "__main__":
    unittest.main()
