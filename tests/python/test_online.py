"""Online trajectories: against closed forms, against their own derivatives, planned again, and what is refused."""

import copy
import pickle
import unittest

import condyle
import numpy


class OnlineTrajectories(unittest.TestCase):
    def test_rest_to_rest_takes_the_time_of_the_formula(self):
        planner = condyle.OnlineTrajectory(2)
        duration = planner.plan([0, 1], [10, 1.5], velocity=[2, 2], acceleration=[1, 1], jerk=[1, 1])
        self.assertAlmostEqual(duration, 10 / 2 + 2 / 1 + 1 / 1, 12)
        self.assertEqual(planner.duration, duration)
        self.assertAlmostEqual(planner.least_durations[1], 4 * (0.5 / 2) ** (1 / 3), 12)

    def test_velocity_acceleration_and_jerk_are_derivatives(self):
        planner = condyle.OnlineTrajectory(3)
        start, goal = numpy.array([0.1, -0.2, 0.3]), numpy.array([1.0, 2.0, -1.0])
        planner.plan(start, goal, qd=[0.5, -0.5, 0], goal_qd=[0.1, 0, -0.2], jerk=[20.0, 15, 10], acceleration=[3] * 3)
        times = numpy.linspace(0, planner.duration, 2001)
        q, qd, qdd, jerk = planner(times)
        step = times[1]
        for value, slope in ((q, qd), (qd, qdd), (qdd, jerk)):
            middle = (value[2:] - value[:-2]) / (2 * step)
            smooth = numpy.all(jerk[2:] == jerk[:-2], axis=1)
            self.assertLess(numpy.abs(middle - slope[1:-1])[smooth].max(), 1e-4)
            self.assertGreater(smooth.mean(), 0.9)
        numpy.testing.assert_allclose(q[0], start, atol=1e-15)
        numpy.testing.assert_allclose(q[-1], goal, atol=1e-15)
        self.assertEqual(planner(numpy.zeros((4, 5)))[0].shape, (4, 5, 3))

    def test_least_duration_is_kept(self):
        planner = condyle.OnlineTrajectory(1)
        self.assertAlmostEqual(planner.plan([0], [1], jerk=[30], least_duration=7.5), 7.5, 12)
        self.assertAlmostEqual(planner(7.5 - 1e-9)[0][0], 1, 12)

    def test_a_planner_without_a_motion_has_no_states(self):
        planner = condyle.OnlineTrajectory(2)
        for times in (0, [0.0, 1.0], []):
            with self.assertRaisesRegex(condyle.RobotError, r"no motion is planned; call plan\(\)"):
                planner(times)
        with self.assertRaises(condyle.RobotError):
            planner.plan([0, 0], [1, 1], jerk=[1, 0])
        with self.assertRaisesRegex(condyle.RobotError, "no motion is planned"):
            planner(0)
        planner.plan([3, 4], [3, 4], jerk=[1, 1])  # a motion that takes no time is one
        numpy.testing.assert_array_equal(planner(0)[0], [3, 4])
        with self.assertRaisesRegex(condyle.RobotError, "jerk"):
            planner.plan([0, 0], [1, 1], jerk=[1, 0])
        numpy.testing.assert_array_equal(planner(0)[0], [3, 4])  # the motion before is kept
        with self.assertRaisesRegex(condyle.RobotError, "t is nan|finite"):
            planner(float("nan"))

    def test_faults_are_told(self):
        planner = condyle.OnlineTrajectory(2)
        with self.assertRaisesRegex(ValueError, "q has 1 numbers; expected 2"):
            planner.plan([0], [1, 1], jerk=[1, 1])
        with self.assertRaisesRegex(condyle.RobotError, r"jerk\[1\], a limit, is 0"):
            planner.plan([0, 0], [1, 1], jerk=[1, 0])
        with self.assertRaisesRegex(condyle.RobotError, r"goal_qd\[0\] is 3"):
            planner.plan([0, 0], [1, 1], goal_qd=[3, 0], velocity=[1, 1], jerk=[1, 1])
        for name in ("q", "goal_q", "jerk"):
            given = {"q": [0, 0], "goal_q": [1, 1], "jerk": [1, 1], name: None}
            with self.assertRaisesRegex(condyle.RobotError, f"^{name} is None; expected 2 numbers$"):
                planner.plan(given.pop("q"), given.pop("goal_q"), **given)
        with self.assertRaises(condyle.RobotError):
            planner(float("nan"))
        with self.assertRaises(condyle.RobotError):
            condyle.OnlineTrajectory(0)
        self.assertEqual(planner.duration, 0)
        for copying in (copy.copy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "cannot be copied"):
                copying(planner)
