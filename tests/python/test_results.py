"""Results as tables."""

import importlib.util
import unittest

import condyle
import numpy


class Tables(unittest.TestCase):

    def setUp(self):
        self.robot = condyle.load("universalUR5e")

    def test_limits_have_a_row_for_each_joint(self):
        report = self.robot.limit_report(tau=[[75, 0, 0, 0, 0, 0], [-160, 0, 0, 0, 0, 0]])
        self.assertEqual([use.name for use in report.uses], [joint.name for joint in self.robot.joints])
        table = report._repr_html_()
        self.assertIn("<th>torque (N m, N)</th><th>torque_row</th>", table)
        self.assertIn("<td>shoulder_pan_joint</td><td>-160</td><td>1</td>", table)

    def test_limits_are_printed_in_a_line(self):
        report = self.robot.limit_report(tau=[[75, 0, 0, 0, 0, 0], [-160, 0, 0, 0, 0, 0]])
        self.assertEqual(
            str(report),
            "<condyle.LimitReport: 2 rows, 1 of 6 degrees of freedom beyond a limit, 6 not known; "
            "most used: 106.7 % of the effort of shoulder_pan_joint>",
        )
        whole = self.robot.limit_report([0, -1, 1, 0, 0, 0])
        self.assertEqual(str(whole), "<condyle.LimitReport: 1 row, 0 of 6 degrees of freedom beyond a limit, 6 not known>")

    def test_members_have_units(self):
        capacity = self.robot.payload_capacity("tool0", self.robot.home_configuration())
        self.assertIn("<td>mass</td>", capacity._repr_html_())
        self.assertIn("<td>kg</td>", capacity._repr_html_())
        worst = condyle.WorstPose(capacity, numpy.zeros(6), 3)._repr_html_()
        self.assertIn("<td>capacity.mass</td>", worst)
        self.assertIn("<td>0, 0, 0, 0, 0, 0</td><td>rad, m</td>", worst)

    def test_names_are_text_and_large_arrays_are_shapes(self):
        finding = condyle.Finding("error", "x", "<b> & 'c'", "link", "a.urdf", 3, 1)
        self.assertIn("&lt;b&gt; &amp;", finding._repr_html_())
        dynamics = condyle.ConstrainedDynamics(numpy.zeros((4, 5)), numpy.zeros(2), 2, 0.0)
        self.assertIn("<td>4 x 5 numbers</td>", dynamics._repr_html_())

    def test_motions_have_a_row_for_each_time(self):
        t = numpy.arange(100) / 100
        motion = condyle.Motion(t, numpy.ones((100, 2)), numpy.zeros((100, 1)))
        table = motion._repr_html_()
        self.assertIn("<th>t (s)</th><th>q[0] (rad, m)</th><th>q[1] (rad, m)</th><th>qd[0] (rad/s, m/s)</th>", table)
        self.assertEqual(table.count("<tr>"), 1 + 41)

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_data_frames(self):
        report = self.robot.limit_report(tau=[[75, 0, 0, 0, 0, 0]])
        frame = report.to_pandas()
        self.assertEqual(frame.loc["shoulder_pan_joint", "torque"], 75)
        self.assertEqual(frame.attrs["units"]["power"], "W")
        capacity = self.robot.payload_capacity("tool0", self.robot.home_configuration())
        self.assertEqual(capacity.to_pandas().loc["mass", "unit"], "kg")
        motion = condyle.Motion(numpy.arange(3.0), numpy.ones((3, 1)), numpy.zeros((3, 1)))
        self.assertEqual(list(motion.to_pandas().columns), ["t", "q[0]", "qd[0]"])


