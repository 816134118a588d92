"""The Python package: the same numbers as the command's, in every shape and type, and errors with a remedy."""

import copy
import csv
import doctest
import gc
import importlib
import importlib.util
import inspect
import io
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

import numpy

import condyle
from condyle import _condyle

# The tests of each part, in files of their own.
from test_arrow import *
from test_casadi import *
from test_constraints import *
from test_distance import *
from test_engines import *
from test_faults import *
from test_files import *
from test_floats import *
from test_frames import *
from test_identification import *
from test_interface import *
from test_jax import *
from test_mechanism import *
from test_mjcf import *
from test_mjcf_attach import *
from test_online import *
from test_pages import *
from test_picture import *
from test_ray import *
from test_reports import *
from test_results import *
from test_sdf import *
from test_sdformat import *
from test_search import *
from test_second_derivatives import *
from test_simulation import *
from test_tasks import *
from test_terms import *
from test_torch import *
from test_tree import *
from test_usd import *
from test_write import *

COMMAND = os.environ.get("CONDYLE")
SOURCE = Path(__file__).parents[2] / "docs" / "python.md"
GRAVITY = (0, 0, -9.81)

# A pendulum: a point of 2 kg at 0.5 m.
PENDULUM = """<robot name='pendulum'>
  <link name='base'/>
  <link name='rod'><inertial><origin xyz='0 0 -0.5'/><mass value='2'/>
    <inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link>
  <joint name='hinge' type='revolute'><parent link='base'/><child link='rod'/><axis xyz='0 1 0'/>
    <limit lower='-3' upper='3' effort='10' velocity='4'/><dynamics damping='0.5'/></joint>
</robot>"""


def states(robot, count, seed=1):
    """Returns count random states: q, qd, qdd."""
    generator = numpy.random.default_rng(seed)
    q = robot.random_configuration(seed, count)
    return q, *(generator.uniform(-1, 1, (count, robot.nv)) for _ in range(2))


def run_command(*arguments, **options):
    return subprocess.run([COMMAND, *map(str, arguments)], check=True, capture_output=True, text=True, **options).stdout


class Physics(unittest.TestCase):
    """Closed forms and identities."""

    def test_pendulum_has_its_closed_form(self):
        robot = condyle.load(PENDULUM, gravity=GRAVITY)
        q, qdd = 0.7, 1.3
        expected = 2 * 0.25 * qdd + 2 * 9.81 * 0.5 * numpy.sin(q)
        self.assertAlmostEqual(robot.inverse_dynamics([q], [0.0], [qdd])[0], expected, 13)
        self.assertAlmostEqual(robot.mass_matrix([q])[0, 0], 0.5, 14)
        kinetic, potential = robot.energy([q], [2.0])
        self.assertIsInstance(kinetic, float)
        self.assertAlmostEqual(kinetic, 1.0, 14)
        self.assertAlmostEqual(potential, -2 * 9.81 * 0.5 * numpy.cos(q), 13)

    def test_forward_undoes_inverse(self):
        for entry in condyle.catalogue():  # the robots with published masses
            robot = condyle.load(entry.name, gravity=GRAVITY)
            q, qd, qdd = states(robot, 20)
            tau = robot.inverse_dynamics(q, qd, qdd)
            for method in ("auto", "mass-matrix", "lapack"):
                try:
                    found = robot.forward_dynamics(q, qd, tau, method=method)
                except condyle.RobotError as error:  # a library without LAPACK
                    self.assertEqual((method, error.status), ("lapack", "unsupported"))
                    continue
                numpy.testing.assert_allclose(found, qdd, atol=1e-8)

    def test_momentum_is_its_matrix_times_velocity(self):
        robot = condyle.load("kukaIiwa14")
        q, qd, qdd = states(robot, 5)
        momentum, rate = robot.centroidal_momentum(q, qd, qdd)
        matrix = robot.centroidal_momentum_matrix(q)
        numpy.testing.assert_allclose(momentum, numpy.einsum("bij,bj->bi", matrix, qd), atol=1e-13)
        one, one_rate = robot.centroidal_momentum(q[2], qd[2], qdd[2])
        numpy.testing.assert_allclose(one, momentum[2], atol=1e-13)
        numpy.testing.assert_allclose(one_rate, rate[2], atol=1e-12)

    def test_wrench_at_a_frame_is_felt_through_the_jacobian(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, 0))
        q = robot.random_configuration(3)
        wrench = numpy.array([1.0, 2, 3, 4, 5, 6])
        fext = robot.external_force("tool0", wrench, q)
        jacobian = robot.geometric_jacobian("tool0", q, axes="body")
        numpy.testing.assert_allclose(robot.inverse_dynamics(q, fext=fext), -jacobian.T @ wrench, atol=1e-12)

    def test_derivatives_are_slopes(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        q, qd, qdd = (row[0] for row in states(robot, 1))
        by_q, by_qd = robot.inverse_dynamics_derivatives(q, qd, qdd)
        step = 1e-6
        for i in range(6):
            move = step * numpy.eye(6)[i]
            slope = robot.inverse_dynamics(q + move, qd, qdd) - robot.inverse_dynamics(q - move, qd, qdd)
            numpy.testing.assert_allclose(by_q[:, i], slope / (2 * step), atol=1e-6)
            slope = robot.inverse_dynamics(q, qd + move, qdd) - robot.inverse_dynamics(q, qd - move, qdd)
            numpy.testing.assert_allclose(by_qd[:, i], slope / (2 * step), atol=1e-6)

    def test_products_are_those_with_the_derivatives(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        q, qd, x = (row[0] for row in states(robot, 1))
        w, dq, dqd, third = numpy.random.default_rng(4).normal(size=(4, 6))
        inverse = *robot.inverse_dynamics_derivatives(q, qd, x), robot.mass_matrix(q)
        forward = robot.forward_dynamics_derivatives(q, qd, x)
        steps = (dq, dqd, third)
        for matrices, vjp, jvp in (
            (inverse, robot.inverse_dynamics_vjp(q, qd, x, w=w), robot.inverse_dynamics_jvp(q, qd, x, None, *steps)),
            (forward, robot.forward_dynamics_vjp(q, qd, x, w=w), robot.forward_dynamics_jvp(q, qd, x, None, *steps)),
        ):
            for product, matrix in zip(vjp, matrices):
                numpy.testing.assert_allclose(product, w @ matrix, rtol=1e-9, atol=1e-9)
            expected = sum(matrix @ step for matrix, step in zip(matrices, steps))
            numpy.testing.assert_allclose(jvp, expected, rtol=1e-9, atol=1e-9)

    def test_inverse_kinematics_finds_the_pose(self):
        robot = condyle.load("universalUR5e")
        target = robot.get_transform("tool0", [0.3, -1, 1, 0.2, 0.4, 0.5])
        result = robot.inverse_kinematics("tool0", target, start=[0.2] * 6)
        self.assertTrue(result.converged)
        numpy.testing.assert_allclose(robot.get_transform("tool0", result.q), target, atol=1e-7)
        target[0, 3] = 9.0
        self.assertFalse(robot.inverse_kinematics("tool0", target, restarts=2).converged)

    def test_drives_act_once_set(self):
        robot = condyle.load(PENDULUM)
        self.assertEqual(robot.inverse_dynamics([0.0], [2.0])[0], 0)
        robot.set_drives(damping=True)
        self.assertAlmostEqual(robot.inverse_dynamics([0.0], [2.0])[0], 1.0, 14)


    def test_reactions_have_the_torques_along_the_axes(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        q, qd, qdd = states(robot, 3)
        reactions = robot.joint_reactions(q, qd, qdd)
        axes = numpy.array([body.axis for body in robot.bodies if body.joint_type == "revolute"])
        numpy.testing.assert_allclose(
            numpy.einsum("bji,ji->bj", reactions[..., :3], axes), robot.inverse_dynamics(q, qd, qdd), atol=1e-11
        )

    def test_payloads_weigh(self):
        robot = condyle.load(PENDULUM, gravity=GRAVITY)
        robot.set_payload("rod", 3.0, (0, 0, -1))
        self.assertAlmostEqual(robot.mass_matrix([0.0])[0, 0], 0.5 + 3, 13)
        self.assertAlmostEqual(robot.gravity_torque([0.5])[0], 9.81 * (1 + 3) * numpy.sin(0.5), 12)
        self.assertEqual(pickle.loads(pickle.dumps(robot)), robot)
        robot.set_payload("rod", 0)
        self.assertEqual(robot, condyle.load(PENDULUM, gravity=GRAVITY))
        for wrong in (("rod", -1), ("rot", 1), ("rod\0", 1), ("rod", 1, (0, 0)), ("rod", 1, (0, 0, 0), (1, 0, 0, 0, 0, 0))):
            with self.assertRaises(ValueError):
                robot.set_payload(*wrong)


class Motions(unittest.TestCase):
    """Trajectories and carrying capacity."""

    def test_limits_are_those_of_the_joints(self):
        robot = condyle.load("universalUR5e")
        velocity, acceleration, effort = robot.motion_limits()
        self.assertEqual([joint.velocity for joint in robot.joints], list(velocity))
        self.assertEqual([joint.effort for joint in robot.joints], list(effort))
        self.assertTrue(numpy.isinf(acceleration).all())
        saved = condyle.load(robot.to_bytes()).motion_limits()
        self.assertTrue(all((a == b).all() for a, b in zip(saved, (velocity, acceleration, effort))))

    def test_a_trapezoid_has_its_closed_form(self):
        robot = condyle.load("universalUR5e")
        move = robot.trajectory([[0.0] * 6, [3.0, 0, 0, 0, 0, 0]], velocity=[1] * 6, acceleration=[2] * 6)
        self.assertAlmostEqual(move.duration, 3.5, 12)
        self.assertEqual(len(move.waypoint_times), 2)
        q, qd, qdd = move(numpy.array([[0.25, 1.75], [3.5, 9.0]]))
        self.assertEqual(q.shape, (2, 2, 6))
        numpy.testing.assert_allclose(q[..., 0], [[0.0625, 1.5], [3, 3]], atol=1e-12)
        numpy.testing.assert_allclose(qd[..., 0], [[0.5, 1], [0, 0]], atol=1e-12)
        numpy.testing.assert_allclose(qdd[0, :, 0], [2, 0], atol=1e-12)
        half = robot.trajectory([[0.0] * 6, [3.0, 0, 0, 0, 0, 0]], velocity=[1] * 6, acceleration=[2] * 6, scale=0.5)
        self.assertGreater(half.duration, move.duration)

    def test_an_optimal_motion_uses_the_efforts(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        points = [[0, -1, 1, 0, 0.5, 0], [1, -0.5, 0.5, 0.2, 0, 0], [1.5, -1, 1, 0, 0, 0.5]]
        move = robot.trajectory(points, "time_optimal")
        q, qd, qdd = move(numpy.linspace(0, move.duration, 400))
        use = numpy.abs(robot.inverse_dynamics(q, qd, qdd)) / robot.motion_limits()[2]
        self.assertLess(use.max(), 1.02)
        self.assertTrue((numpy.abs(qd) <= robot.motion_limits()[0] * 1.001).all())
        numpy.testing.assert_allclose(move(move.waypoint_times[1])[0], points[1], atol=1e-9)
        self.assertIn("3 way points", repr(move))

    def test_wrong_motions_are_refused(self):
        robot = condyle.load("universalUR5e")
        points = [[0.0] * 6, [1.0] * 6]
        with self.assertRaisesRegex(condyle.RobotError, "acceleration"):
            robot.trajectory(points)
        with self.assertRaisesRegex(ValueError, "profile"):
            robot.trajectory(points, "fast", acceleration=[1] * 6)
        with self.assertRaisesRegex(ValueError, "rows of 6 numbers"):
            robot.trajectory([[0.0] * 5], acceleration=[1] * 6)
        with self.assertRaises(ValueError):
            robot.trajectory(points, acceleration=[1] * 5)
        with self.assertRaises(condyle.RobotError):
            robot.trajectory([], acceleration=[1] * 6)
        move = robot.trajectory(points, acceleration=[1] * 6)
        with self.assertRaisesRegex(condyle.RobotError, "time"):
            move(float("nan"))
        with self.assertRaises(ValueError):
            robot._evaluate(move._handle, tuple(numpy.zeros(size) for size in (2, 6, 6, 6)))

    def test_capacity_is_where_a_joint_reaches_its_limit(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        q, center = [0, -0.7, 1.1, 0.2, 0.3, 0], (0, 0, 0.1)
        capacity = robot.payload_capacity("tool0", q, center_of_mass=center)
        robot.set_payload("tool0", capacity.mass, center)
        use = numpy.abs(robot.gravity_torque(q)) / robot.motion_limits()[2]
        self.assertAlmostEqual(use.max(), 1, 9)
        self.assertEqual(robot.joints[int(use.argmax())].name, capacity.joint)
        robot.set_payload("tool0", 0)
        worst = robot.payload_capacity_anywhere("tool0", center_of_mass=center, samples=2000)
        self.assertLessEqual(worst.capacity.mass, capacity.mass)
        again = robot.payload_capacity("tool0", worst.q, center_of_mass=center)
        self.assertAlmostEqual(again.mass, worst.capacity.mass, 9)
        with self.assertRaisesRegex(condyle.RobotError, "did you mean 'tool0'"):
            robot.payload_capacity("tol0")
        with self.assertRaises(ValueError):
            robot.payload_capacity_anywhere("tool0", samples=0)
        with self.assertRaises(ValueError):
            robot.payload_capacity("tool0", [0.0] * 5)


class AgainstTheCommand(unittest.TestCase):
    """The command reads rows with readers of its own."""

    @unittest.skipUnless(COMMAND, "the command is not built")
    def test_torques_are_those_of_condyle_id(self):
        for name in condyle.robots():
            robot = condyle.load(name, gravity=GRAVITY)
            rows = states(robot, 4)
            header = [f"{kind}.{joint.name}" for kind in ("q", "qd", "qdd") for joint in robot.joints if not joint.mimics]
            text = io.StringIO()
            writer = csv.writer(text)
            writer.writerow(header)
            writer.writerows([[repr(float(x)) for x in row] for row in numpy.hstack(rows)])
            out = run_command("id", name, "--input", "-", "--gravity=0,0,-9.81", "--format", "csv", input=text.getvalue())
            expected = numpy.array(list(csv.reader(io.StringIO(out)))[1:], float)[:, -robot.nv :]
            numpy.testing.assert_allclose(robot.inverse_dynamics(*rows), expected, rtol=1e-13, atol=1e-13)


class Shapes(unittest.TestCase):
    """Whatever the arrays look like, the numbers are the same."""

    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=GRAVITY)
        self.q, self.qd, self.qdd = states(self.robot, 12)
        self.tau = numpy.array([self.robot.inverse_dynamics(*s) for s in zip(self.q, self.qd, self.qdd)])

    def check(self, tau, expected=None, **tolerance):
        numpy.testing.assert_allclose(tau, self.tau if expected is None else expected, **(tolerance or {"atol": 1e-12}))

    def test_any_leading_dimensions(self):
        for shape in ((12,), (3, 4), (1, 12), (2, 3, 2), (12, 1)):
            arrays = (a.reshape(*shape, 6) for a in (self.q, self.qd, self.qdd))
            self.check(self.robot.inverse_dynamics(*arrays), self.tau.reshape(*shape, 6))

    def test_no_states_at_all(self):
        self.assertEqual(self.robot.inverse_dynamics(numpy.empty((0, 6))).shape, (0, 6))
        self.assertEqual(self.robot.mass_matrix(numpy.empty((3, 0, 6))).shape, (3, 0, 6, 6))

    def test_broadcasting(self):
        one = self.robot.inverse_dynamics(self.q, self.qd[0], self.qdd[0])
        all_alike = self.robot.inverse_dynamics(self.q, numpy.tile(self.qd[0], (12, 1)), numpy.tile(self.qdd[0], (12, 1)))
        numpy.testing.assert_array_equal(one, all_alike)
        grid = self.robot.inverse_dynamics(self.q[:, None], self.qd[None, :3])
        self.assertEqual(grid.shape, (12, 3, 6))
        self.check(grid[4, 2], self.robot.inverse_dynamics(self.q[4], self.qd[2]))

    def test_strided_reversed_and_foreign_arrays(self):
        wide = numpy.zeros((24, 12))
        wide[::2, ::2] = self.q
        self.check(self.robot.inverse_dynamics(wide[::2, ::2], self.qd, self.qdd))
        self.check(self.robot.inverse_dynamics(self.q[::-1], self.qd[::-1], self.qdd[::-1])[::-1])
        self.check(self.robot.inverse_dynamics(numpy.asfortranarray(self.q), self.qd, self.qdd))
        self.check(self.robot.inverse_dynamics(self.q.astype(">f8"), self.qd, self.qdd))
        self.check(self.robot.inverse_dynamics(self.q.tolist(), self.qd, memoryview(self.qdd)))
        shifted = numpy.frombuffer(b"x" + self.q.tobytes(), numpy.float64, offset=1).reshape(12, 6)
        self.check(self.robot.inverse_dynamics(shifted, self.qd, self.qdd))
        self.check(self.robot.mass_matrix([0, 1, 0, 1, 0, 0]), self.robot.mass_matrix(numpy.array([0.0, 1, 0, 1, 0, 0])))

    def test_states_by_columns_are_used_where_they_lie(self):
        columns = [numpy.asfortranarray(a) for a in (self.q, self.qd, self.qdd)]
        cube = [numpy.asfortranarray(a.reshape(3, 4, 6)) for a in (self.q, self.qd, self.qdd)]
        small = [a.astype(numpy.float32) for a in columns]
        out = numpy.empty((12, 6), order="F")
        prepare, condyle._arrays.prepare = condyle._arrays.prepare, None  # what converts arrays
        try:
            tau = self.robot.inverse_dynamics(*columns)
            also = self.robot.inverse_dynamics(*cube, threads=2)
            floats = self.robot.inverse_dynamics(*small)
            self.assertIs(self.robot.forward_dynamics(*columns[:2], tau, out=out), out)
            kinetic, potential = self.robot.energy(*cube[:2])
            in_place = columns[2].copy(order="F")
            self.robot.inverse_dynamics(*columns[:2], in_place, out=in_place)
            with self.assertRaises(condyle.RobotError) as caught:
                self.robot.inverse_dynamics(numpy.asfortranarray(numpy.where(numpy.arange(12)[:, None] == 7, numpy.nan, self.q)))
        finally:
            condyle._arrays.prepare = prepare
        for result in (tau, also, floats, kinetic):
            self.assertTrue(result.flags.f_contiguous)
        self.check(tau)
        self.check(in_place)
        self.check(also, self.tau.reshape(3, 4, 6))
        self.assertEqual(floats.dtype, numpy.float32)
        self.check(floats, rtol=1e-4, atol=1e-4)
        self.check(out, self.qdd, atol=1e-9)
        self.check(kinetic.ravel(), self.robot.energy(self.q, self.qd)[0])
        self.check(potential.ravel(), self.robot.energy(self.q, self.qd)[1])
        self.assertEqual(caught.exception.row, 7)

    def test_states_by_columns_are_copied_where_others_lie_otherwise(self):
        columns = [numpy.asfortranarray(a) for a in (self.q, self.qd, self.qdd)]
        out = numpy.empty((12, 6))
        self.assertIs(self.robot.inverse_dynamics(*columns, out=out), out)
        self.check(out)
        self.check(self.robot.inverse_dynamics(columns[0], self.qd, columns[2]))
        self.check(self.robot.mass_matrix(columns[0]), self.robot.mass_matrix(self.q))
        fext = numpy.asfortranarray(numpy.random.default_rng(2).normal(size=(12, self.robot.force_rows, 6)))
        expected = self.robot.inverse_dynamics(self.q, fext=numpy.ascontiguousarray(fext))
        self.check(self.robot.inverse_dynamics(columns[0], fext=fext), expected)
        self.check(self.robot.jacobian_dot_qd("tool0", *columns[:2]), self.robot.jacobian_dot_qd("tool0", self.q, self.qd))

    def test_floats_give_floats(self):
        small = [a.astype(numpy.float32) for a in (self.q, self.qd, self.qdd)]
        tau = self.robot.inverse_dynamics(*small)
        self.assertEqual(tau.dtype, numpy.float32)
        self.check(tau, rtol=1e-4, atol=1e-4)
        self.assertEqual(self.robot.inverse_dynamics(small[0][0]).dtype, numpy.float32)
        self.assertEqual(self.robot.inverse_dynamics(small[0], self.qd).dtype, numpy.float64)
        self.assertEqual(self.robot.mass_matrix(self.q.astype(numpy.float16)).dtype, numpy.float64)

    def test_out_takes_the_results(self):
        out = numpy.empty((12, 6))
        self.assertIs(self.robot.inverse_dynamics(self.q, self.qd, self.qdd, out=out), out)
        self.check(out)
        one = numpy.empty(6)
        self.assertIs(self.robot.inverse_dynamics(self.q[0], self.qd[0], self.qdd[0], out=one), one)
        self.check(one, self.tau[0])
        by_q, by_qd = numpy.empty((6, 6)), numpy.empty((6, 6))
        given = self.robot.inverse_dynamics_derivatives(self.q[0], out=(by_q, by_qd))
        self.assertIs(given[1], by_qd)
        in_place = self.qdd.copy()
        self.robot.inverse_dynamics(self.q, self.qd, in_place, out=in_place)
        self.check(in_place)

    def test_unfit_out_is_refused(self):
        read_only = numpy.empty((12, 6))
        read_only.flags.writeable = False
        both = numpy.empty((13, 6))
        both[:12] = self.q
        for error, q, out in (
            (ValueError, self.q, numpy.empty((11, 6))),
            (ValueError, self.q, numpy.empty((12, 6), numpy.float32)),
            (ValueError, self.q, numpy.empty((12, 12))[:, ::2]),
            (ValueError, both[:12], both[1:]),
            (ValueError, self.q, read_only),
            (ValueError, self.q, bytes(576)),
            (TypeError, self.q, [0.0] * 6),
            (TypeError, self.q, 3.0),
        ):
            with self.assertRaisesRegex(error, "^out: expected a .*writable float64 array of shape|^out overlaps"):
                self.robot.gravity_torque(q, out=out)
        same = numpy.empty((6, 6))
        for out in ((same, same), (same,), same):
            with self.assertRaises((TypeError, ValueError)):
                self.robot.inverse_dynamics_derivatives(self.q[0], out=out)

    def test_masked_elements_are_refused(self):
        masked, whole = numpy.ma.masked_array(self.q), numpy.ma.masked_array(self.q, mask=False)
        masked[3, 2] = numpy.ma.masked
        gravity = numpy.ma.masked_array([0, 0, -9.81], mask=[0, 0, 1])
        for name, call in (
            ("q", lambda: self.robot.gravity_torque(masked)),
            ("q", lambda: self.robot.gravity_torque(list(masked))),
            ("q", lambda: self.robot.gravity_torque(masked.astype(numpy.float32))),
            ("qdd", lambda: self.robot.inverse_dynamics(self.q, self.qd, masked)),
            ("out", lambda: self.robot.gravity_torque(self.q, out=masked)),
            ("q", lambda: self.robot.draw(masked)),
            ("gravity", lambda: condyle.load("universalUR5e", gravity=gravity)),
        ):
            with self.assertRaisesRegex(ValueError, f"^{name} has masked elements"):
                call()
        numpy.testing.assert_array_equal(self.robot.gravity_torque(whole), self.robot.gravity_torque(self.q))
        self.assertIs(self.robot.gravity_torque(self.q, out=whole), whole)

    def test_every_call_agrees_with_itself_for_many_states(self):
        for name, method in inspect.getmembers(_condyle.Robot):
            signature = (getattr(method, "__text_signature__", None) or "").split("(")[-1]
            if "threads" not in signature or name == "external_force":
                continue
            frame = ["tool0"] if "frame" in signature else []
            given = {"q": self.q, "qd": self.qd, "qdd": self.qdd, "tau": self.tau, "x": self.qd}
            given |= {"w": self.qdd, "dq": self.qdd, "dqd": self.qd, "dqdd": self.qd, "dtau": self.qd}
            arguments = {k: v for k, v in given.items() if f" {k}=" in signature or f",{k}=" in signature}
            many = getattr(self.robot, name)(*frame, **arguments)
            many = many if isinstance(many, tuple) else (many,)
            for i in (0, 7):
                one = getattr(self.robot, name)(*frame, **{k: v[i] for k, v in arguments.items()})
                for a, b in zip(many, one if isinstance(one, tuple) else (one,)):
                    numpy.testing.assert_allclose(a[i], b, rtol=1e-9, atol=1e-9, err_msg=name)

    def test_configurations_of_any_leading_dimensions(self):
        robot = condyle.load(PENDULUM, floating_base=True)
        q = 3 * robot.random_configuration(5, 6).reshape(2, 3, robot.nq)
        q[..., 3:7] /= numpy.linalg.norm(q[..., 3:7], axis=-1, keepdims=True)
        other = robot.random_configuration(6)
        for call, arrays in (
            (robot.integrate_configuration, (q, numpy.arange(7.0) / 7)),
            (robot.configuration_difference, (q, other)),
            (robot.configuration_difference, (other, q[::-1])),
            (robot.clamp_configuration, (q,)),
        ):
            many = call(*arrays)
            for place in numpy.ndindex(2, 3):
                one = call(*(a[place] if a.ndim == 3 else a for a in arrays))
                numpy.testing.assert_array_equal(many[place], one)
        with self.assertRaises(condyle.RobotError) as caught:
            robot.integrate_configuration(q[0], [[0] * 7, [0] * 7, [numpy.nan] * 7])
        self.assertEqual(caught.exception.row, 2)
        for wrong in (lambda: robot.clamp_configuration(None), lambda: robot.integrate_configuration(other, None)):
            with self.assertRaisesRegex(TypeError, "expected an array, not None"):
                wrong()

    def test_capacities_of_many_states(self):
        q = self.q.reshape(3, 4, 6)
        fext = self.robot.external_force("tool0", [0, 0, 0, 0, 0, -5], q[0, 0])
        many = self.robot.payload_capacity("tool0", q, self.qd[0], fext=fext)
        for place in numpy.ndindex(3, 4):
            one = self.robot.payload_capacity("tool0", q[place], self.qd[0], fext=fext)
            self.assertIsInstance(one.mass, float)
            self.assertEqual((many.mass[place], many.joint[place], many.unloaded[place]), one)

    def test_capacities_name_the_joint_that_bounds_each(self):
        """An arm that a follower comes before: stretched out its shoulder bounds the mass, with the forearm out its elbow."""
        link = "<link name='{}'><inertial><mass value='0.01'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
        joint = (
            "<joint name='{}' type='revolute'><parent link='{}'/><child link='{}'/><axis xyz='0 1 0'/><origin xyz='{} 0 0'/>"
            "<limit lower='-3' upper='3' effort='{}' velocity='1'/>{}</joint>"
        )
        arm = condyle.load(
            "<robot name='arm'><link name='base'/>"
            + "".join(link.format(name) for name in ("finger", "upper", "lower"))
            + "<link name='hand'/>"
            + joint.format("follower", "base", "finger", 0, 9, "<mimic joint='elbow'/>")
            + joint.format("shoulder", "base", "upper", 0, 100, "")
            + joint.format("elbow", "upper", "lower", 1, 60, "")
            + "<joint name='mount' type='fixed'><parent link='lower'/><child link='hand'/><origin xyz='1 0 0'/></joint></robot>",
            gravity=(0, 0, -9.81),
        )
        states = [[arm.configuration(shoulder=a, elbow=-a)] for a in (0, numpy.pi / 2)]
        found = arm.payload_capacity("hand", states)
        self.assertEqual(found.joint.tolist(), [["shoulder"], ["elbow"]])
        numpy.testing.assert_allclose(found.mass, [[100 / 9.81 / 2], [60 / 9.81]], rtol=0.01)
        free = condyle.load(PENDULUM.replace("effort='10'", "effort='1e300'"), gravity=GRAVITY)
        straight = free.payload_capacity("rod", numpy.zeros((2, 1)))
        self.assertEqual(straight.joint.tolist(), [None, None])

    def test_threads_change_nothing(self):
        q, qd, qdd = states(self.robot, 2000)
        numpy.testing.assert_array_equal(
            self.robot.inverse_dynamics(q, qd, qdd), self.robot.inverse_dynamics(q, qd, qdd, threads=2)
        )

    @unittest.skipIf(os.environ.get("THREADS") == "alone", "the library has no threads")
    def test_threads_share_the_work(self):
        q, out = self.robot.random_configuration(1, 200000), numpy.empty((200000, 6, 6))

        def own_share(threads):
            all_threads, this_thread = time.process_time(), time.thread_time()
            self.robot.mass_matrix(q, out=out, threads=threads)
            this_thread, all_threads = time.thread_time() - this_thread, time.process_time() - all_threads
            return this_thread / all_threads

        self.assertGreater(own_share(1), 0.95)
        # The second thread may wait for a processor that other programs use.
        self.assertTrue(any(0.2 < own_share(2) < 0.8 for _ in range(100)))


class Errors(unittest.TestCase):
    """Errors name the expected value, and leave the arrays unchanged."""

    def setUp(self):
        self.robot = condyle.load("universalUR5e")

    def test_shapes(self):
        with self.assertRaisesRegex(ValueError, r"q has shape \(5,\); expected \(6,\) for one state, \(\.\.\., 6\)"):
            self.robot.mass_matrix([0] * 5)
        with self.assertRaisesRegex(ValueError, r"do not agree on the number of states"):
            self.robot.velocity_product(numpy.zeros((2, 6)), numpy.zeros((3, 6)))
        for wrong in ("text", [1j] * 6, [[0, 1], [2]], object()):
            with self.assertRaises((TypeError, ValueError)):
                self.robot.mass_matrix(wrong)

    def test_arguments(self):
        for arguments, keywords in (
            ((), {"speed": 1}),
            (([0] * 6,), {"q": [0] * 6}),
            (tuple([[0] * 6] * 5), {}),
        ):
            with self.assertRaises(TypeError):
                self.robot.inverse_dynamics(*arguments, **keywords)
        with self.assertRaises(TypeError):
            self.robot.geometric_jacobian()
        with self.assertRaises(TypeError):
            self.robot.external_force("tool0")
        for threads in (-1, 1025):
            with self.assertRaises(ValueError):
                self.robot.mass_matrix(threads=threads)
        target = numpy.eye(4)
        for threads in (-1, 1025):
            for targets in (target, [target, target]):
                with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                    self.robot.inverse_kinematics("tool0", targets, threads=threads)
            with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                self.robot.payload_capacity_anywhere("tool0", threads=threads)
            with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                self.robot.payload_capacity_map("tool0", 0.5, threads=threads)
            with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                self.robot.reach_map("tool0", 0.5, threads=threads)
        for frame in (["tool0"], None, 1.5, numpy.zeros(3), numpy.zeros(())):
            with self.assertRaisesRegex(TypeError, f"a frame is a body's name or index, not {type(frame).__name__}"):
                self.robot.get_transform(frame)
        with self.assertRaisesRegex(ValueError, "axes: expected one of 'base', 'body', not 'tool'"):
            self.robot.geometric_jacobian("tool0", axes="tool")
        for call in (self.robot.get_transform, self.robot.payload_capacity):
            with self.assertRaisesRegex(ValueError, r"the name '\\ud800' has half of a character"):
                call("\ud800")
        with self.assertRaises(IndexError):
            self.robot.get_transform(99)
        with self.assertRaisesRegex(condyle.RobotError, "did you mean 'tool0'"):
            self.robot.get_transform("tol0")

    def test_a_state_at_fault_is_named(self):
        q = numpy.zeros((9, 6))
        q[5, 2] = numpy.nan
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.gravity_torque(q)
        self.assertEqual((caught.exception.row, caught.exception.status), (5, "argument"))
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.gravity_torque(q[5])
        self.assertIsNone(caught.exception.row)

    def test_a_file_at_fault_is_named(self):
        with self.assertRaises(condyle.RobotError) as caught:
            condyle.load("<robot name='r'>\n<link name='a'/>\n<link/></robot>")
        self.assertEqual((caught.exception.line, caught.exception.status), (3, "robot"))
        with self.assertRaises(condyle.RobotError) as caught:
            condyle.load("no-such-robot.urdf")
        self.assertEqual(caught.exception.status, "io")
        self.assertRegex(str(caught.exception), "^no-such-robot.urdf: cannot open")
        for extra in ("", "x"):  # a long path is cut, here within a letter of two bytes
            with self.assertRaises(condyle.RobotError) as caught:
                condyle.load("/no/" + 100 * "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4/" + extra + "r.urdf")
            self.assertEqual(caught.exception.status, "io")
        for wrong in (None, 3, [1]):
            with self.assertRaises(TypeError):
                condyle.load(wrong)
        with self.assertRaises(ValueError):
            condyle.load("universalUR5e", gravity=(0, 1))
        with self.assertRaises(ValueError):
            condyle.load("universalUR5e", mimic="none")
        with self.assertRaises(TypeError):
            condyle.Robot("universalUR5e")

    def test_warnings_are_warnings(self):
        text = PENDULUM.replace("upper='3'", "upper='-4'")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            condyle.load(text)
        self.assertTrue(any(issubclass(w.category, condyle.RobotWarning) for w in caught))
        with self.assertRaises(condyle.RobotError):
            condyle.load(text, strict=True)
        self.assertTrue(condyle.check(text))

    def test_searches_let_other_threads_run(self):
        """While another thread searches, this one runs: the robot tells it that it computes."""
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        points = robot.random_configuration(1, 12)
        target = robot.get_transform("tool0", points[0])
        times = numpy.linspace(0, 9, 3000)
        lines = [robot.get_transform("tool0", [0, -1.5, 1.5, 0, 0.5, 0]) for _ in range(40)]
        for place, line in enumerate(lines):
            line[2, 3] += 0.1 * (place % 2)
        for search in (
            lambda: robot.excitation(acceleration=[5] * 6, evaluations=20),
            lambda: robot.trajectory(points, "time_optimal", acceleration=[20] * 6),
            lambda: robot.trajectory_lines("tool0", lines, start=[0, -1.5, 1.5, 0, 0.5, 0], acceleration=[2] * 6),
            lambda: robot.payload_capacity_anywhere("tool0"),
            lambda: robot.inverse_kinematics_all("tool0", target, restarts=2000),
            lambda: robot.smoothing_rows(times, numpy.outer(times, [0.1] * 6), 5),
            lambda: robot.random_configuration(1, 100000),
        ):
            with self.subTest(search=search.__code__.co_names):
                self.assertTrue(any(self.is_seen(robot, search) for _ in range(20)))

    def is_seen(self, robot, search):
        """Tells whether this thread finds the robot in use while another one searches."""
        failures = []
        thread = threading.Thread(target=search)
        thread.start()
        while thread.is_alive() and not failures:
            try:
                robot.gravity = GRAVITY
            except RuntimeError as error:
                failures.append(error)
        thread.join()
        return bool(failures)

    def test_robots_are_not_changed_while_others_compute(self):
        q = self.robot.random_configuration(1, 200000)
        failures, done = [], threading.Event()

        def compute():
            self.robot.inverse_dynamics_derivatives(q)
            done.set()

        thread = threading.Thread(target=compute)
        thread.start()
        while not done.is_set() and not failures:
            try:
                self.robot.gravity = self.robot.gravity
            except RuntimeError as error:
                failures.append(error)
        thread.join()
        self.robot.gravity = GRAVITY
        self.assertEqual(self.robot.gravity, GRAVITY)

    @unittest.skipUnless(hasattr(os, "fork"), "processes are not forked here")
    def test_forked_processes_compute(self):
        """Without the threads of the process that they were forked from."""
        q = self.robot.random_configuration(1, 5000)
        tau = self.robot.gravity_torque(q, threads=2)
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # ends a child that waits forever
            os._exit(7 if numpy.array_equal(self.robot.gravity_torque(q, threads=2), tau) else 8)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)

    @unittest.skipUnless(importlib.util.find_spec("_xxsubinterpreters"), "this Python has no subinterpreters")
    def test_subinterpreters_are_refused(self):
        """Also where the first import is theirs, and the main interpreter goes on."""
        script = """
import _xxsubinterpreters
for _ in range(2):
    sub = _xxsubinterpreters.create()
    try:
        _xxsubinterpreters.run_string(sub, "import condyle")
    except Exception as error:
        print(error)
    _xxsubinterpreters.destroy(sub)
    import condyle
    print(condyle.load("universalUR5e").gravity_torque([0] * 6).shape)
"""
        lines = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.splitlines()
        self.assertEqual(len(lines), 4)
        for line in lines[::2]:
            self.assertRegex(line, "condyle does not serve subinterpreters; expected the main interpreter")
        self.assertEqual(lines[1::2], ["(6,)"] * 2)

    def test_an_import_anew_has_the_same_types(self):
        before = sys.modules.pop("condyle._condyle")
        try:
            anew = importlib.import_module("condyle._condyle")
        finally:
            sys.modules["condyle._condyle"] = condyle._condyle = before
        self.assertIs(anew.Robot, before.Robot)
        self.assertIs(anew.RobotError, before.RobotError)


def use_objects(robot, q):
    """Makes an object of each kind, and a failure of each."""
    simulation = robot.simulation("rk4", control=lambda t, q, qd: q)
    simulation.step()
    tree = robot.tree()
    tree.add_body("tool0", name="x", joint="y", home=())
    tree.remove_body("x").body("x")
    problem = robot.identification()
    problem.add(q, q, q, q)
    robot.limit_report(q)
    robot.motion_model().gains()
    robot.task_dynamics(condyle.Task("tool0"), q)
    robot.constrained_forward_dynamics(condyle.Constraint(J=[q]), q)
    robot.inverse_kinematics_all("tool0", numpy.eye(4), restarts=0, iterations=1)
    condyle.fix("<robot name='r'><link name='a'><inertal/></link></robot>")
    condyle.rules()
    mesh = condyle.Mesh(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\n", "t.obj")
    mesh.convex_hull().measure()
    for wrong in (
        lambda: condyle.Mesh(b"x", "t.obj"),
        lambda: condyle.fix("<robot/>", disable=["x"]),
        lambda: condyle.Expansion("<robot xmlns:xacro='x'><xacro:x/></robot>"),
        lambda: robot.generate("1"),
        lambda: robot.task_dynamics([condyle.Task("tool0"), condyle.Task("x")], q),
        lambda: robot.constraint_gap([condyle.Constraint(J=[q]), condyle.Constraint("x")], q),
        lambda: robot.simulation("rk4", control=lambda t, q, qd: "x").step(),
        lambda: tree.add_body("tool0", name="x", joint="y", axis="x"),
        lambda: problem.add(q, q, q, "x"),
        lambda: robot.motion_model().set_reference(q, "x"),
    ):
        try:
            wrong()
        except (TypeError, ValueError):
            pass


class Objects(unittest.TestCase):
    """Robots as Python's values."""

    def test_pickle_copy_and_equality(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        robot.set_drives(damping=True)
        for other in (pickle.loads(pickle.dumps(robot)), copy.copy(robot), copy.deepcopy(robot)):
            self.assertEqual(robot, other)
            self.assertEqual(hash(robot), hash(other))
            self.assertEqual(other.gravity, GRAVITY)
        self.assertNotEqual(robot, condyle.load("kukaIiwa14"))
        self.assertNotEqual(robot, "universalUR5e")
        with self.assertRaisesRegex(ValueError, "no bodies"):
            pickle.loads(pickle.dumps(robot)).bodies
        with tempfile.NamedTemporaryFile(suffix=".model") as file:
            file.write(robot.to_bytes())
            file.flush()
            self.assertEqual(condyle.load(Path(file.name)), robot)
            self.assertEqual(condyle.load(file.name, gravity=(0, 0, 1)).gravity, (0, 0, 1))

    def test_a_copy_has_all_of_the_robot(self):
        loaded = [condyle.load(name, gravity=GRAVITY) for name in condyle.robots()]
        loaded.append(condyle.load(PENDULUM, gravity=GRAVITY, floating_base=True))
        for robot in loaded:
            robot.set_drives(damping=True, friction=True, friction_width=0.01)
            for i, frame in enumerate(robot.frames):
                if not robot.frame_is_fixed(frame):
                    robot.set_payload(frame, 0.1 + 0.7 * i, (0.1, 0.2 * i, 0.3), (0.1, 0.2, 0.25, 0.01, 0, 0))
            for other in (copy.copy(robot), copy.deepcopy(robot)):
                self.assertEqual(other.to_bytes(), robot.to_bytes())
                self.assertEqual(other.bodies, robot.bodies)
                self.assertEqual(other.to_urdf(), robot.to_urdf())
                self.assertEqual(str(other.draw(size=(80, 60))), str(robot.draw(size=(80, 60))))
                other.gravity = (0, 0, 1)
                self.assertEqual(robot.gravity, GRAVITY)
                self.assertNotEqual(other, robot)
        unpickled = pickle.loads(pickle.dumps(loaded[0]))
        self.assertEqual(copy.copy(unpickled), loaded[0])
        plain = condyle.load("universalUR5e")
        self.assertEqual(copy.copy(plain), plain)
        changed = condyle.load("universalUR5e")
        changed.set_drives(springs=True, damping=True)
        self.assertNotEqual(changed, plain)
        changed.set_drives()
        self.assertEqual(changed, plain)

    def test_what_would_share_its_state_is_not_copied(self):
        robot = condyle.load("universalUR5e")
        for thing in (robot.simulation(), robot.motion_model(), robot.identification()):
            for how in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, f"a {type(thing).__name__} cannot be copied or pickled; make another by"):
                    how(thing)
        with self.assertRaisesRegex(TypeError, "a Tree cannot be pickled; "):
            pickle.dumps(robot.tree())

    def test_what_no_call_changes_is_its_own_copy(self):
        robot = condyle.load("universalUR5e")
        mesh = condyle.Mesh(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\n", "t.obj")
        for thing in (
            robot.trajectory([[0] * 6, [1] * 6], acceleration=[1] * 6),
            robot.excitation(acceleration=[5] * 6, evaluations=2),
            mesh,
            condyle.Expansion("<robot name='r' xmlns:xacro='x'><link name='a'/></robot>"),
        ):
            self.assertIs(copy.copy(thing), thing)
            self.assertIs(copy.deepcopy([thing])[0], thing)
            with self.assertRaisesRegex(TypeError, f"a {type(thing).__name__} cannot be pickled; "):
                pickle.dumps(thing)

    def test_joints_and_bodies(self):
        robot = condyle.load(PENDULUM)
        (joint,) = robot.joints
        self.assertEqual(joint[:4], ("hinge", "revolute", "rod", "rad"))
        self.assertEqual((joint.lower, joint.upper, joint.effort, joint.velocity), (-3, 3, 10, 4))
        self.assertEqual([body.name for body in robot.bodies], ["base", "rod"])
        self.assertEqual(robot.bodies[1].center_of_mass, (0, 0, -0.5))
        self.assertEqual(robot.frames, ("base", "rod"))
        self.assertIn("hinge", robot._repr_html_())
        numpy.testing.assert_array_equal(robot.configuration(hinge=0.5), [0.5])
        with self.assertRaises(KeyError):
            robot.configuration(hing=0.5)

    def test_floating_base_and_manifold(self):
        robot = condyle.load(PENDULUM, floating_base=True)
        self.assertEqual((robot.nq, robot.nv), (8, 7))
        q0, q1 = robot.random_configuration(5, 2)
        step = robot.configuration_difference(q0, q1)
        moved = robot.integrate_configuration(q0, step)
        numpy.testing.assert_allclose(robot.forward_kinematics(moved), robot.forward_kinematics(q1), atol=1e-9)

    def test_names_are_escaped_in_notebooks(self):
        robot = condyle.load(PENDULUM.replace("hinge", "&lt;b&gt;"))
        self.assertNotIn("<b>", robot._repr_html_())

    def test_memory_stays_the_same(self):
        import resource

        robot = condyle.load("universalUR5e")
        q = robot.random_configuration(1, 64)

        def use():
            for _ in range(200):
                robot.mass_matrix(q)
                robot.mass_matrix(q.tolist())
                pickle.loads(pickle.dumps(robot))
                condyle.check(PENDULUM)
                use_objects(robot, q[0])
                for wrong in (q[:, :5], "x"):
                    try:
                        robot.inverse_dynamics(wrong, out=q)
                    except (TypeError, ValueError):
                        pass
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        before = use()
        self.assertLess(use() - before, 2048)  # kB: a leak of 64 bytes a turn in each call would be as much


class Documents(unittest.TestCase):
    """Every example in a docstring runs, every method has a signature."""

    def test_docstrings(self):
        runner = doctest.DocTestRunner()
        engines = ("condyle.jax", "condyle.torch")  # which need not be installed, and have tests of their own
        parts = [part for part in vars(condyle).values() if inspect.ismodule(part) and part.__name__.startswith("condyle.")]
        parts = [part for part in parts if part.__name__ not in engines]
        for module in (condyle, *parts):
            for test in doctest.DocTestFinder(exclude_empty=True).find(module):
                runner.run(test)
        for name, method in vars(_condyle.Robot).items():
            if not name.startswith("_") and callable(method):
                self.assertIn(">>>", method.__doc__, name)
                self.assertIsNotNone(inspect.signature(method), name)
                runner.run(doctest.DocTestParser().get_doctest(method.__doc__, {}, name, None, None))
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 110)
        for name, method in inspect.getmembers(condyle.Robot, callable):
            if not name.startswith("_"):
                self.assertIn(">>>", method.__doc__, name)

    def test_docstrings_describe_every_argument(self):
        """Each is named before the example; arrays of one state or many have their shape there, and a unit."""
        arrays = {"q": "nq", "qd": "n", "qdd": "n", "tau": "n", "fext": "6"}
        units = r"rad|\bm\b|N m|kg|\bJ\b"
        shapes = 0
        for name, method in inspect.getmembers(condyle.Robot, callable):
            if name.startswith("_"):
                continue
            text = inspect.getdoc(method).partition(">>>")[0]
            for argument in list(inspect.signature(method).parameters)[1:]:
                with self.subTest(name, argument=argument):
                    self.assertRegex(text, rf"\b{argument}\b")
                    self.assertNotRegex(text, rf"(?m)^{argument}:\s*$")
                    if argument in arrays and method is not condyle.Robot.limit_violations:
                        self.assertRegex(text, rf"(?s)\b{argument}\b[^(]*\((\.\.\., )?[^)]*\b{arrays[argument]}\b")
                        shapes += 1
            if name in vars(_condyle.Robot) and "(..., n" in text:
                with self.subTest(name):
                    self.assertRegex(text, units)
        self.assertGreater(shapes, 90)

    def test_functions_and_objects_have_examples(self):
        """Every function of the module describes its arguments and has an example; so does every method of its classes."""
        for name in condyle.__all__:
            thing = getattr(condyle, name)
            methods = vars(thing).items() if inspect.isclass(thing) and thing.__module__.startswith("condyle") else ()
            own = [(f"{name}.{m}", f) for m, f in methods if inspect.isfunction(f) and not m.startswith("_")]
            for title, function in own + ([(name, thing)] if inspect.isroutine(thing) else []):
                if title.startswith("Robot."):
                    continue
                text, _, example = inspect.getdoc(function).partition(">>>")
                with self.subTest(title):
                    self.assertTrue(example)
                    for argument in inspect.signature(function).parameters:
                        if argument not in ("self", "keywords"):
                            self.assertRegex(text, rf"\b{argument}\b")

    @unittest.skipUnless(SOURCE.is_file(), "docs/python.md is not there")
    def test_the_document(self):
        text = SOURCE.read_text()
        examples = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
        runner = doctest.DocTestRunner()
        runner.run(doctest.DocTestParser().get_doctest(examples, {}, "docs/python.md", None, None))
        self.assertEqual(runner.failures, 0)
        for name in [*condyle.__all__, *dir(condyle.Robot)]:
            if not name.startswith("_") and name not in ("Body", "Finding", "Joint", "robots"):
                self.assertRegex(text, rf"\b{name}\b")

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_the_types(self):
        # Engines that are not installed cannot be imported.
        engines = {"jax": ["_jax", "jax.Array", "jax.ArrayLike"], "torch": ["_torch", "torch.Tensor"]}
        absent = [f"condyle.{name}" for engine in engines if not importlib.util.find_spec(engine) for name in engines[engine]]
        absent.append("condyle._condyle.Robot")  # a decorator for bases with a layout of their own is newer than most checkers
        with tempfile.NamedTemporaryFile("w", suffix=".allow") as allowed:
            allowed.write("\n".join(absent))
            allowed.flush()
            self.check_types(["mypy", "--strict", "-p", "condyle"], ["mypy.stubtest", "condyle", "--allowlist", allowed.name])

    def check_types(self, *tools):
        for tool in tools:
            done = subprocess.run([sys.executable, "-m", *tool], capture_output=True, text=True, cwd=tempfile.gettempdir())
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    warnings.simplefilter("ignore", condyle.RobotWarning)
    unittest.main(verbosity=1, warnings="ignore")
