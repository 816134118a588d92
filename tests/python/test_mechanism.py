"""Mechanisms with closed loops, beside the equations of constrained dynamics, in NumPy."""

import tempfile
import unittest
import warnings
from pathlib import Path

import numpy

import condyle
from condyle import Constraint, Placement
from test_pages import has_command

GRAVITY = (0, 0, -9.81)
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def place(radius, angle):
    return Placement((radius * numpy.cos(angle), radius * numpy.sin(angle), 0))


def delta():
    """The Delta of docs/examples and its loops."""
    robot = condyle.load(str(EXAMPLES / "delta.urdf"), gravity=GRAVITY)
    angles = numpy.arange(3) * 2 * numpy.pi / 3
    loops = [
        Constraint(f"rod{i + 1}", "platform", "ball", Placement((0, 0, -0.8)), place(0.05, a))
        for i, a in enumerate(angles)
    ]
    return robot, robot.mechanism(loops, [f"drive{i + 1}" for i in range(3)]), loops


@unittest.skipUnless(EXAMPLES.is_dir(), "the sources are not there")
class Mechanisms(unittest.TestCase):
    def test_reports_have_the_torques_of_the_drives(self):
        robot, mechanism, _ = delta()
        end = mechanism.q.copy()
        end[list(mechanism.coordinates)] = [0.3, -0.1, 0.2]
        move = mechanism.trajectory([mechanism.q, end], "quintic", acceleration=[20] * robot.nv)
        q, qd, qdd = move(numpy.linspace(0, move.duration, 5001))
        own = list(mechanism.coordinates)
        tau = mechanism.inverse_dynamics(q, qd[:, own], qdd[:, own]).tau
        for degree, use in enumerate(robot.limit_report(move).uses):
            if degree in own:
                self.assertAlmostEqual(abs(use.torque.value), numpy.abs(tau[:, degree]).max(), 3)
            else:
                self.assertTrue(numpy.isnan(use.torque.value))
        with self.assertRaisesRegex(ValueError, "a mechanism of another robot"):
            delta()[0].limit_report(move)

    @unittest.skipUnless(has_command(), "the package has no command")
    def test_a_report_closes_the_loops_of_the_file(self):
        tie = (
            "<loop_joint name='tie' type='spherical'><link1 link='coupler' xyz='0.3 0 0'/>"
            "<link2 link='rocker' xyz='0.25 0 0'/></loop_joint></robot>"
        )
        with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
            warnings.simplefilter("ignore")
            file = Path(folder) / "bars.urdf"
            file.write_text((EXAMPLES / "four_bar.urdf").read_text().replace("</robot>", tie))
            robot = condyle.load(file)
            for loops, fault in ((None, None), (robot.loops[0]._replace(in_other=place(0.29, 0)), "has other loops")):
                bars = robot.mechanism(loops, ["crank_joint"], [0.5, 0, 1])
                move = bars.trajectory([bars.q, bars.q + [0.5, 0, 0]], "quintic", velocity=[2] * 3, acceleration=[5] * 3)
                if fault:
                    with self.assertRaisesRegex(ValueError, fault):
                        robot.report(move)
                else:
                    self.assertIn("crank_joint", robot.report(move).html)

    def test_a_delta_stands_where_its_arms_meet(self):
        robot, mechanism, _ = delta()
        self.assertEqual(mechanism.joints, ("drive1", "drive2", "drive3"))
        q = numpy.tile(mechanism.q, (4, 1))
        drives = list(mechanism.coordinates)
        q[:, drives] = [[0, 0, 0], [0.1, 0.1, 0.1], [0.2, -0.1, 0.3], [-0.2, 0.1, 0]]
        closed = mechanism.assemble(q)
        self.assertLess(numpy.max(closed.linear_gap), 1e-12)
        numpy.testing.assert_array_equal(closed.q[:, drives], q[:, drives])
        for configuration in closed.q:  # the rods keep their length between elbows and platform
            platform = robot.get_transform("platform", q=configuration)[:3, 3]
            for i in range(3):
                angle = 2 * numpy.pi * i / 3
                outward = numpy.array([numpy.cos(angle), numpy.sin(angle), 0])
                lift = configuration[drives[i]]
                elbow = (0.2 + 0.3 * numpy.cos(lift)) * outward - [0, 0, 0.3 * numpy.sin(lift)]
                self.assertAlmostEqual(numpy.linalg.norm(platform + 0.05 * outward - elbow), 0.8, places=11)

    def test_the_torques_do_what_the_equations_say(self):
        robot, mechanism, loops = delta()
        generator = numpy.random.default_rng(1)
        u, du = generator.uniform(-1, 1, (2, 5, 3))
        q = numpy.tile(mechanism.q, (5, 1))
        q[:, list(mechanism.coordinates)] += generator.uniform(-0.2, 0.2, (5, 3))
        q = mechanism.assemble(q).q
        motion = mechanism.motion(q, u, du)
        found = mechanism.inverse_dynamics(q, u, du)
        passive = [i for i in range(robot.nv) if i not in mechanism.coordinates]
        numpy.testing.assert_array_equal(found.tau[:, passive], 0)
        held = robot.constrained_forward_dynamics(loops, q, motion.qd, found.tau)
        numpy.testing.assert_allclose(held.qdd, motion.qdd, atol=1e-9)
        numpy.testing.assert_allclose(held.forces, found.forces, atol=1e-9)
        back = mechanism.forward_dynamics(q, u, found.tau)
        numpy.testing.assert_allclose(back.du, du, atol=1e-9)
        terms = mechanism.terms(q, u)
        numpy.testing.assert_allclose(numpy.einsum("...nk,...k->...n", terms.G, u), motion.qd, atol=1e-12)
        driven = numpy.einsum("...nk,...n->...k", terms.G, found.tau)
        left = numpy.einsum("...ij,...j->...i", terms.M, du) + terms.product + terms.gravity
        numpy.testing.assert_allclose(left, driven, atol=1e-11)

    def test_derivatives_are_those_of_the_torques(self):
        _, mechanism, _ = delta()
        generator = numpy.random.default_rng(2)
        u, du = generator.uniform(-1, 1, (2, 3))
        q = mechanism.q.copy()
        q[list(mechanism.coordinates)] += (0.1, -0.2, 0.15)
        q = mechanism.assemble(q).q
        by = mechanism.derivatives(q, u, du)
        h = 1e-5
        for j, degree in enumerate(mechanism.coordinates):
            step = numpy.eye(len(q))[degree] * h
            ends = [mechanism.inverse_dynamics(mechanism.assemble(q + s * step).q, u, du).tau for s in (-1, 1)]
            numpy.testing.assert_allclose(by.by_q[:, j], (ends[1] - ends[0]) / (2 * h), atol=1e-6)
            step = numpy.eye(3)[j] * h
            ends = [mechanism.inverse_dynamics(q, u + s * step, du).tau for s in (-1, 1)]
            numpy.testing.assert_allclose(by.by_u[:, j], (ends[1] - ends[0]) / (2 * h), atol=1e-7)
            ends = [mechanism.inverse_dynamics(q, u, du + s * step).tau for s in (-1, 1)]
            numpy.testing.assert_allclose(by.by_du[:, j], (ends[1] - ends[0]) / (2 * h), atol=1e-7)

    def test_open_loops_are_no_state(self):
        _, mechanism, _ = delta()
        q = mechanism.q + 0.01
        with self.assertRaisesRegex(condyle.RobotError, "is open at the configuration, by .* assemble it first"):
            mechanism.inverse_dynamics(q)

    def test_a_step_keeps_the_loops(self):
        robot, mechanism, loops = delta()
        q, qd = mechanism.q, numpy.zeros(robot.nv)
        before = sum(robot.energy(q, qd))
        for _ in range(200):
            q, qd = mechanism.step(q, qd, 1e-3)
        self.assertLess(numpy.max(numpy.abs(robot.constraint_gap(loops, q))), 1e-12)
        self.assertGreater(numpy.max(numpy.abs(qd)), 0.5)
        self.assertAlmostEqual(sum(robot.energy(q, qd)), before, places=8)

    def test_motions_use_the_efforts_of_the_drives(self):
        robot, mechanism, loops = delta()
        drives = list(mechanism.coordinates)
        points = numpy.full((3, robot.nq), numpy.inf)  # but the first one, only independent positions count
        points[0] = mechanism.q
        points[:, drives] = [[0, 0, 0], [0.5, -0.2, 0.3], [0.1, 0.6, 0.4]]
        effort = numpy.full(robot.nv, numpy.inf)
        effort[drives] = [12, 10, 8]
        move = mechanism.trajectory(points, effort=effort)
        q, qd, qdd = move(numpy.linspace(0, move.duration, 2000))
        gaps = robot.constraint_gap(loops, q)
        self.assertLess(numpy.max(numpy.abs(gaps)), 1e-8)
        tau = mechanism.inverse_dynamics(q, qd[:, drives], qdd[:, drives]).tau
        most = numpy.max(numpy.abs(tau[:, drives]) / [12, 10, 8], axis=1)
        self.assertLess(most.max(), 1 + 1e-6)
        self.assertGreater(numpy.median(most), 0.99)
        for k, time in enumerate(move.waypoint_times):
            numpy.testing.assert_allclose(move(time)[0][drives], points[k, drives], atol=1e-9)
        with self.assertRaisesRegex(condyle.RobotError, "nothing bounds"):
            mechanism.trajectory(points, effort=[numpy.inf] * robot.nv, velocity=[1] * robot.nv)

    def test_a_file_states_its_loops(self):
        text = (
            "<mujoco><worldbody><body name='a'><joint name='j' axis='0 1 0'/><inertial pos='.1 0 0' mass='1' "
            "diaginertia='1 1 1'/><body name='b' pos='.3 0 0'><joint name='k' axis='0 1 0'/><inertial pos='.1 0 0' "
            "mass='1' diaginertia='1 1 1'/></body></body><body name='c' pos='0 0 .2'><joint name='l' axis='0 1 0'/>"
            "<inertial pos='.1 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody>"
            "<equality><connect body1='b' body2='c' anchor='0 0 .2'/></equality></mujoco>"
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            robot = condyle.load(text.encode(), gravity=GRAVITY)
        (loop,) = robot.loops
        self.assertEqual((loop.frame, loop.other, loop.rows), ("b", "c", 56))
        numpy.testing.assert_allclose(loop.in_frame.xyz, (0, 0, 0.2), atol=1e-15)
        numpy.testing.assert_allclose(loop.in_other.xyz, (0.3, 0, 0), atol=1e-15)  # a parallelogram
        bars = robot.mechanism(actuated="j", q=[0.1, -0.1, 0.1])
        self.assertEqual(bars.joints, ("j",))
        numpy.testing.assert_allclose(bars.motion(bars.q, [1]).qd, (1, -1, 1), atol=1e-12)

    def test_coordinates_are_held_and_not_their_joints(self):
        text = (
            "<mujoco><worldbody><body name='ball'><joint name='j' type='ball'/><inertial pos='0 0 0' mass='1' "
            "diaginertia='1 1 1'/></body></worldbody></mujoco>"
        )
        robot = condyle.load(text.encode(), gravity=GRAVITY)
        tied = Constraint("ball", "world", "ball", Placement((1, 0, 0)), Placement((1, 0, 0)))  # turns about x
        mechanism = robot.mechanism(tied)
        self.assertEqual(mechanism.coordinates, (0,))
        closed = mechanism.assemble(robot.integrate_configuration(mechanism.q, [0, 0.2, 0.1]))
        self.assertLess(numpy.max(closed.linear_gap), 1e-12)
        with self.assertRaisesRegex(condyle.RobotError, "cannot be closed"):
            mechanism.assemble(robot.integrate_configuration(mechanism.q, [0, 0.2, 0.1]), held="j")

    def test_what_cannot_be(self):
        robot, mechanism, _ = delta()
        with self.assertRaisesRegex(ValueError, "no moving joint 'elbow'"):
            robot.mechanism(Constraint("rod1", "platform", "ball"), "elbow")
        with self.assertRaisesRegex(ValueError, "no moving joint 'elbow'"):
            mechanism.assemble(held="elbow")
        with self.assertRaisesRegex(condyle.RobotError, "the loop between 'arm1' and 'base' cannot be closed"):
            robot.mechanism(Constraint("arm1", "base", "ball", Placement((0.3, 0, 0)), Placement((9, 0, 0))))
        self.assertIn("3 degrees of freedom, drive1", repr(mechanism))


if __name__ == "__main__":
    unittest.main()
