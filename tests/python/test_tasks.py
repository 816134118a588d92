"""Tasks and constraints, beside the equations that they solve, in NumPy."""

import unittest

import numpy

import condyle
from condyle import Constraint, Placement, Task

GRAVITY = (0, 0, -9.81)


def states(robot, count, seed=3):
    generator = numpy.random.default_rng(seed)
    return robot.random_configuration(seed, count), *(generator.uniform(-1, 1, (count, robot.nv)) for _ in range(2))


class Placements(unittest.TestCase):
    def test_matrix_and_back(self):
        place = Placement((1, 2, 3), (0.3, -0.4, 2.0))
        c, s = numpy.cos(place.rpy), numpy.sin(place.rpy)
        about_x = numpy.array([[1, 0, 0], [0, c[0], -s[0]], [0, s[0], c[0]]])
        about_y = numpy.array([[c[1], 0, s[1]], [0, 1, 0], [-s[1], 0, c[1]]])
        about_z = numpy.array([[c[2], -s[2], 0], [s[2], c[2], 0], [0, 0, 1]])
        numpy.testing.assert_allclose(place.matrix()[:3, :3], about_z @ about_y @ about_x, atol=1e-15)
        numpy.testing.assert_allclose(Placement.of(place.matrix()).rpy, place.rpy, atol=1e-15)
        self.assertEqual(Placement.of(place), place)
        for wrong in ([[1, 2], [3, 4]], numpy.zeros((4, 4)), [[1] * 4] * 3):
            with self.assertRaises(ValueError):
                Placement.of(wrong)


class OperationalSpace(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("kukaIiwa14", gravity=GRAVITY)
        self.frame = self.robot.frames[-1]

    def test_the_definitions_hold(self):
        q, qd, _ = states(self.robot, 4)
        many = self.robot.task_dynamics(Task(self.frame), q.reshape(2, 2, 7), qd.reshape(2, 2, 7))
        self.assertEqual(many.J.shape, (2, 2, 6, 7))
        for i in range(4):
            one = self.robot.task_dynamics([Task(self.frame)], q[i], qd[i])
            jacobian, inverse = self.robot.geometric_jacobian(self.frame, q[i]), self.robot.inverse_mass_matrix(q[i])
            inertia = numpy.linalg.inv(jacobian @ inverse @ jacobian.T)
            numpy.testing.assert_allclose(one.J, jacobian, atol=1e-13)
            numpy.testing.assert_allclose(one.Lambda, inertia, rtol=1e-7, atol=1e-9)
            numpy.testing.assert_allclose(one.Jbar, inverse @ jacobian.T @ inertia, rtol=1e-7, atol=1e-8)
            numpy.testing.assert_allclose(one.N, numpy.eye(7) - one.Jbar @ jacobian, atol=1e-12)
            numpy.testing.assert_allclose(one.p, one.Jbar.T @ self.robot.gravity_torque(q[i]), rtol=1e-9, atol=1e-9)
            bias = one.Jbar.T @ self.robot.velocity_product(q[i], qd[i])
            bias -= one.Lambda @ self.robot.jacobian_dot_qd(self.frame, q[i], qd[i])
            numpy.testing.assert_allclose(one.mu, bias, rtol=1e-7, atol=1e-8)
            self.assertEqual(one.rank, 6)
            for a, b in zip(one, many):
                same = numpy.asarray(b).reshape(4, *numpy.shape(a))[i]
                numpy.testing.assert_allclose(a, same, rtol=1e-9, atol=1e-10)

    def test_rows_points_and_axes(self):
        q = self.robot.random_configuration(5)
        whole = self.robot.geometric_jacobian(self.frame, q, "body")
        task = Task(self.frame, "wz vx", "body", (0, 0.2, 0))
        found = self.robot.task_dynamics([task, Task(self.frame, 7)], q)
        numpy.testing.assert_allclose(found.J[0], whole[2], atol=1e-13)
        numpy.testing.assert_allclose(found.J[1], whole[3] - 0.2 * whole[2], atol=1e-13)  # (w x r)_x = -wz ry
        numpy.testing.assert_allclose(found.J[2:], self.robot.geometric_jacobian(self.frame, q)[:3], atol=1e-13)
        self.assertEqual(self.robot.task_dynamics([Task(self.frame), Task(self.frame)], q).rank, 6)

    def test_out_and_errors(self):
        q = self.robot.random_configuration(5)
        out = tuple(numpy.empty(shape) for shape in ((3, 7), (3, 3), (7, 3), (7, 7), (3,), (3,)))
        found = self.robot.task_dynamics(Task(self.frame, "linear"), q, out=out)
        self.assertTrue(all(a is b for a, b in zip(found, out)))
        for wrong in (Task("tol0"), Task(self.frame, "up"), Task(self.frame, ""), Task(self.frame, 0), Task(self.frame, 64),
                      Task(self.frame, "all", "tool"), Task(self.frame, point=(1, 2)), [Task(self.frame)] * 5000):
            with self.assertRaises(ValueError):
                self.robot.task_dynamics(wrong, q)
        for wrong in ("tool0", 3, [self.frame]):
            with self.assertRaises(TypeError):
                self.robot.task_dynamics(wrong, q)
        q = numpy.tile(q, (4, 1))
        q[2, 0] = numpy.inf
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.task_dynamics(Task(self.frame), q, out=(out := tuple(
                numpy.empty((4, *shape)) for shape in ((6, 7), (6, 6), (7, 6), (7, 7), (6,), (6,)))))
        self.assertEqual(caught.exception.row, 2)
        self.assertTrue(numpy.isnan(out[0][2]).all() and numpy.isfinite(out[0][3]).all())

    def test_manipulability_is_the_product_of_singular_values(self):
        q = self.robot.random_configuration(2, 5)
        found = self.robot.manipulability(self.frame, q, rows="linear")
        for i in range(5):
            values = numpy.linalg.svd(self.robot.geometric_jacobian(self.frame, q[i])[3:], compute_uv=False)
            numpy.testing.assert_allclose(found.singular_values[i], values, rtol=1e-12)
            self.assertAlmostEqual(found.measure[i], values.prod(), 12)
            self.assertAlmostEqual(found.condition[i] / (values[0] / values[-1]), 1, 10)
        self.assertIsInstance(self.robot.manipulability(self.frame, q[0]).measure, float)
        with self.assertRaises(condyle.RobotError):
            self.robot.manipulability(self.frame, q, rows=0)

    def test_wrenches_at_a_frame_in_both_axes(self):
        q = self.robot.random_configuration(2, 3)
        wrench = numpy.arange(1.0, 7)
        for axes in ("base", "body"):
            fext = self.robot.external_force_at(self.frame, wrench, q, axes)
            felt = self.robot.gravity_torque(q) - self.robot.inverse_dynamics(q, fext=fext)
            expected = self.robot.geometric_jacobian(self.frame, q, axes).swapaxes(1, 2) @ wrench
            numpy.testing.assert_allclose(felt, expected, atol=1e-11)


class Constraints(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=GRAVITY)
        self.q, self.qd, self.tau = states(self.robot, 3)

    def test_accelerations_and_forces_solve_the_equations(self):
        contact = Constraint("tool0", rows="linear")
        many = self.robot.constrained_forward_dynamics(contact, self.q, self.qd, self.tau)
        for i, (q, qd, tau) in enumerate(zip(self.q, self.qd, self.tau)):
            one = self.robot.constrained_forward_dynamics([contact], q, qd, tau)
            jacobian = self.robot.geometric_jacobian("tool0", q)[3:]
            matrix = numpy.block([[self.robot.mass_matrix(q), -jacobian.T], [jacobian, numpy.zeros((3, 3))]])
            bias = self.robot.inverse_dynamics(q, qd)
            right = numpy.concatenate([tau - bias, -self.robot.jacobian_dot_qd("tool0", q, qd)[3:]])
            expected = numpy.linalg.solve(matrix, right)
            numpy.testing.assert_allclose(one.qdd, expected[:6], rtol=1e-7, atol=1e-7)
            numpy.testing.assert_allclose(one.forces, expected[6:], rtol=1e-7, atol=1e-7)
            numpy.testing.assert_allclose(one.qdd, many.qdd[i], rtol=1e-9, atol=1e-9)  # lanes round in their own way
            self.assertEqual((one.rank, many.rank[i]), (3, 3))

    def test_wrenches_of_the_forces_balance(self):
        contacts = [Constraint("tool0", rows="vz"), Constraint("forearm_link", rows="vx wy", in_frame=((0.1, 0, 0), (0, 0, 0)))]
        found = self.robot.constrained_forward_dynamics(contacts, self.q[0], self.qd[0], self.tau[0])
        wrenches = self.robot.constraint_wrenches(contacts, found.forces, self.q[0])
        fext = sum(self.robot.external_force(c.frame, w) for c, w in zip(contacts, wrenches))
        numpy.testing.assert_allclose(
            self.robot.inverse_dynamics(self.q[0], self.qd[0], found.qdd, fext), self.tau[0], atol=1e-9
        )

    def test_rows_of_the_callers_own(self):
        rows = numpy.zeros((1, 6))
        rows[0, :2] = 1, -1
        found = self.robot.constrained_forward_dynamics(Constraint(J=rows, gamma=[0.5]), self.q, self.qd, self.tau)
        numpy.testing.assert_allclose(found.qdd @ rows[0], [0.5] * 3, atol=1e-9)
        for wrong in (Constraint(J=rows[:, :4]), Constraint(J=rows, gamma=[1, 2]), Constraint(J=[[1, 2], [3]])):
            with self.assertRaises(ValueError):
                self.robot.constrained_forward_dynamics(wrong, self.q[0])

    def test_contradictions_leave_a_residual(self):
        rows = numpy.eye(6)[[0, 0]]
        found = self.robot.constrained_forward_dynamics(Constraint(J=rows, gamma=[1, -1]), self.q[0])
        self.assertEqual(found.rank, 1)
        self.assertAlmostEqual(found.residual, 1, 9)

    def test_many_states_have_the_results_of_single_ones(self):
        q, qd, tau = states(self.robot, 37)
        held = [Constraint("tool0", rows="weld"), Constraint("tool0", rows="linear", in_frame=condyle.Placement((0.1, 0, 0)))]
        for constraints in (held[:1], held):  # six rows, and three more that depend on them
            many = self.robot.constrained_forward_dynamics(constraints, q, qd, tau, velocity_gain=3, threads=2)
            for i in range(37):
                one = self.robot.constrained_forward_dynamics(constraints, q[i], qd[i], tau[i], velocity_gain=3)
                numpy.testing.assert_allclose(many.qdd[i], one.qdd, rtol=1e-8, atol=1e-6)
                numpy.testing.assert_allclose(many.forces[i], one.forces, rtol=1e-8, atol=1e-6)
                self.assertEqual(many.rank[i], one.rank)
        grid = self.robot.constrained_forward_dynamics(held[0], q[:36].reshape(6, 6, 6), qd[0])
        self.assertEqual((grid.qdd.shape, grid.forces.shape, grid.rank.shape), ((6, 6, 6), (6, 6, 6), (6, 6)))
        q[9, 3] = numpy.nan
        out = numpy.zeros((37, 6)), numpy.zeros((37, 6))
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.constrained_forward_dynamics(held[0], q, qd, out=out)
        self.assertEqual((caught.exception.row, caught.exception.status), (9, "argument"))
        self.assertTrue(numpy.isnan(out[0][9]).all() and numpy.isnan(out[1][9]).all())
        self.assertTrue(numpy.isfinite(out[0][10:]).all() and numpy.isfinite(out[1][:9]).all())
        for given in (q, q[0]):
            for threads in (-1, 1025):
                with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                    self.robot.constrained_forward_dynamics(held[0], given, threads=threads)
                with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                    self.robot.impact(held[0], given, threads=threads)
                with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                    self.robot.task_dynamics(condyle.Task("tool0"), given, threads=threads)

    def test_impacts_reverse_the_normal_velocity(self):
        contact = Constraint("tool0", rows="plane-contact")
        for restitution in (0.0, 0.6, 1.0):
            found = self.robot.impact(contact, self.q, self.qd, restitution)
            before = self.robot.frame_velocity("tool0", self.q, self.qd)[:, 5]
            after = self.robot.frame_velocity("tool0", self.q, found.qd)[:, 5]
            numpy.testing.assert_allclose(after, -restitution * before, atol=1e-11)
            change = self.robot.mass_times(self.q, found.qd - self.qd)
            row = self.robot.geometric_jacobian("tool0", self.q)[:, 5]
            numpy.testing.assert_allclose(change, row * found.impulses, atol=1e-10)
        kinetic = [self.robot.energy(self.q[0], v)[0] for v in (self.qd[0], found.qd[0])]
        self.assertAlmostEqual(*kinetic, 10)  # restitution 1 keeps the energy

    def test_gaps_anchors_and_projections(self):
        q = self.q[0]
        place = self.robot.get_transform("tool0", q)
        moved = place.copy()
        moved[:3, 3] += place[:3, :3] @ [0.01, 0, 0.02]
        gap = self.robot.constraint_gap(Constraint("tool0", rows="weld", in_other=moved), q)
        numpy.testing.assert_allclose(gap, [0, 0, 0, -0.01, 0, -0.02], atol=1e-12)
        held = self.robot.constraint_anchor(Constraint("tool0", rows="weld"), q)
        numpy.testing.assert_allclose(held.in_other.matrix(), place, atol=1e-12)
        self.assertLess(numpy.abs(self.robot.constraint_gap(held, q)).max(), 1e-12)
        starts = q + 0.05 * self.qd
        found = self.robot.constraint_project(held, starts)
        self.assertTrue(found.converged.all())
        numpy.testing.assert_allclose(self.robot.get_transform("tool0", found.q), [place] * 3, atol=1e-8)
        far = numpy.eye(4)
        far[0, 3] = 9
        self.assertFalse(self.robot.constraint_project(Constraint("tool0", in_other=far), q, iterations=5).converged)

    def test_one_constraint_is_anchored(self):
        for wrong in ([], [Constraint("tool0")] * 2):
            with self.assertRaisesRegex(TypeError, f"expected one Constraint, not {len(wrong)}"):
                self.robot.constraint_anchor(wrong, self.q[0])

    def test_stabilized_constraints_pull_back(self):
        held = self.robot.constraint_anchor(Constraint("tool0"), self.q[0])
        q = self.q[0] + 0.01
        found = self.robot.constrained_forward_dynamics(held, q, velocity_gain=20, position_gain=100)
        gap = self.robot.constraint_gap(held, q)
        acceleration = self.robot.geometric_jacobian("tool0", q)[3:] @ found.qdd
        numpy.testing.assert_allclose(acceleration, -100 * gap, atol=1e-9)

    def test_wrong_constraints_are_refused(self):
        self.assertEqual(self.robot.constraint_rows([Constraint("tool0"), Constraint("tool0", rows="weld")]), 9)
        for wrong in (Constraint("tol0"), Constraint("tool0", "bose"), Constraint("tool0", rows=0), Constraint("tool0", rows="x"),
                      Constraint("tool0", in_frame=[1, 2])):
            with self.assertRaises((TypeError, ValueError)):
                self.robot.constraint_gap(wrong, self.q[0])
        with self.assertRaises(TypeError):
            self.robot.constraint_gap("tool0", self.q[0])
        with self.assertRaises(condyle.RobotError):
            self.robot.impact(Constraint("tool0"), self.q[0], self.qd[0], 2.0)
        with self.assertRaises(ValueError):
            self.robot.constraint_wrenches(Constraint("tool0"), [1, 2], self.q[0])


if __name__ == "__main__":
    unittest.main()
