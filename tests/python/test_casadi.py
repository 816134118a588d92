"""CasADi: generated functions give the library's numbers and those of CasADi's own graph, so do their Jacobians, and an
optimal swing by them is the one by that graph."""

import tempfile
import unittest
from pathlib import Path

import numpy

import condyle

try:
    import casadi
    from casadi_arm import COMPILER, GRAVITY, OwnGraph, load_functions, swing
except ImportError:
    casadi, COMPILER = None, None

UR5E = Path(__file__).parents[2] / "urdf" / "universalUR5e.urdf"
START, GOAL = [0, -1.2, 1.0, -0.5, 0.3, 0], [1.5, -0.6, 1.6, -1.2, 0.8, 0.5]


@unittest.skipUnless(casadi and COMPILER, "needs casadi and a C compiler")
class FunctionsForCasadi(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.robot = condyle.load(UR5E, gravity=GRAVITY)
        self.random = numpy.random.default_rng(5)

    def load(self, *calls, **options):
        return load_functions(self.robot, self.folder, "arm", calls, **options)

    def state(self, count=3):
        return [self.random.uniform(-2, 2, self.robot.nv) for _ in range(count)]

    def close(self, found, expected, tolerance=1e-12):
        """Within a part of the largest number."""
        found, expected = numpy.array(found), numpy.array(expected)
        self.assertLessEqual(numpy.abs(found - expected.reshape(found.shape)).max(), tolerance * abs(expected).max())

    def test_results_are_the_librarys(self):
        calls = [
            "inverse_dynamics",
            "forward_dynamics",
            "mass_matrix",
            "inverse_mass_matrix",
            "gravity_torque",
            "velocity_product",
        ]
        for call, function in zip(calls, self.load(*calls), strict=True):
            for _ in range(10):
                state = self.state(function.n_in())
                self.close(function(*state), getattr(self.robot, call)(*state))

    def test_results_are_those_of_casadis_own_graph(self):
        own = OwnGraph(UR5E)
        pairs = zip(
            self.load("inverse_dynamics", "forward_dynamics", "mass_matrix"),
            (own.inverse_dynamics, own.forward_dynamics, own.mass_matrix),
            strict=True,
        )
        for function, graph in pairs:
            for _ in range(10):
                state = self.state(function.n_in())
                self.close(function(*state), graph(*state))
                found, expected = (f.jacobian().call([*state, 0]) for f in (function, graph))
                for slopes, others in zip(found, expected, strict=True):
                    self.close(slopes.full(), others.full())

    def test_jacobians_are_the_librarys_derivatives(self):
        inverse, forward = (f.jacobian() for f in self.load("inverse_dynamics", "forward_dynamics"))
        for _ in range(10):
            state = self.state()
            by_q, by_qd = self.robot.inverse_dynamics_derivatives(*state)
            for found, expected in zip(
                inverse(*state, 0), (by_q, by_qd, self.robot.mass_matrix(state[0])), strict=True
            ):
                self.close(found, expected)
            for found, expected in zip(
                forward(*state, 0), self.robot.forward_dynamics_derivatives(*state), strict=True
            ):
                self.close(found, expected)

    def second_derivatives(self, function):
        """The gradient and the Hessian of a weighted sum of the result by all inputs, as a function."""
        inputs = [casadi.MX.sym(function.name_in(k), function.size_in(k)) for k in range(function.n_in())]
        weights = casadi.MX.sym("weights", function.size_out(0))
        hessian, gradient = casadi.hessian(casadi.dot(function(*inputs), weights), casadi.veccat(*inputs))
        return casadi.Function("second", [*inputs, weights], [gradient, hessian])

    def test_second_derivatives_are_those_of_casadis_own_graph(self):
        own = OwnGraph(UR5E)
        pairs = zip(
            self.load("forward_dynamics", "mass_matrix", hessians=True),
            (own.forward_dynamics, own.mass_matrix),
            strict=True,
        )
        for function, graph in pairs:
            found, expected = self.second_derivatives(function), self.second_derivatives(graph)
            for _ in range(5):
                state = [*self.state(function.n_in()), self.random.normal(size=function.size_out(0))]
                for numbers, others in zip(found(*state), expected(*state), strict=True):
                    self.close(numbers, others.full(), 1e-10)

    def test_second_derivatives_are_the_librarys(self):
        (inverse,) = self.load("inverse_dynamics", hessians=True)
        by_q_q, by_q_qd, by_qd_qd, mass_by_q = self.robot.inverse_dynamics_second_derivatives(*(state := self.state()))
        weights = self.random.normal(size=6)
        hessian = self.second_derivatives(inverse)(*state, weights)[1].full()
        for rows, columns, cube in [(0, 0, by_q_q), (0, 6, by_q_qd), (6, 6, by_qd_qd), (12, 0, mass_by_q)]:
            self.close(hessian[rows : rows + 6, columns : columns + 6], numpy.tensordot(weights, cube, 1))
        self.assertEqual(abs(hessian[6:, 12:]).max(), 0)

    def test_sparsity_leaves_out_what_is_zero(self):
        (gravity,) = self.load("gravity_torque")
        self.assertEqual(gravity.sparsity_out(0).nnz(), 5)  # nothing about the vertical axis
        self.assertEqual(gravity.jacobian().sparsity_out(0).nnz(), 20)  # nor do the first and the last joint change it
        self.assertEqual(gravity.jacobian().sparsity_out(0).shape, (6, 6))

    def test_more_inputs_have_jacobians_too(self):
        (inverse,) = self.load("inverse_dynamics", wrenches=True, gravity=True, payload_body="tool0")
        self.assertEqual([inverse.name_in(k) for k in range(3, 6)], ["wrenches", "gravity", "payload"])
        q, qd, qdd = self.state()
        wrenches, pull = self.random.normal(size=(6, 6)), self.random.normal(size=3)
        payload = [1.5, 0.1, 0, 0.05, 0.02, 0.02, 0.02, 0, 0, 0]
        found = inverse(q, qd, qdd, wrenches.T, pull, payload)
        loaded = condyle.load(UR5E, gravity=tuple(pull))
        loaded.set_payload("tool0", 1.5, center_of_mass=(0.1, 0, 0.05), inertia=(0.02, 0.02, 0.02, 0, 0, 0))
        self.close(found, loaded.inverse_dynamics(q, qd, qdd, wrenches))
        by = inverse.jacobian()(q, qd, qdd, wrenches.T, pull, payload, 0)
        rest = inverse(q, qd, qdd, 0, 0, payload)  # wrenches and gravity act linearly
        self.close(by[3] @ casadi.vec(casadi.DM(wrenches.T)) + by[4] @ casadi.DM(pull), found - rest, 1e-11)

    def test_positions_of_quaternions_are_numbers(self):
        self.robot = condyle.load(UR5E, gravity=GRAVITY, floating_base=True)
        (inverse,) = self.load("inverse_dynamics")
        q = self.robot.random_configuration(3)
        qd, qdd = self.random.normal(size=(2, self.robot.nv))
        by_q = inverse.jacobian()(q, qd, qdd, 0)[0].full()
        self.assertEqual(by_q.shape, (self.robot.nv, self.robot.nq))
        moves = 1e-5 * numpy.eye(self.robot.nq)
        slopes = [(inverse(q + move, qd, qdd) - inverse(q - move, qd, qdd)).full().ravel() / 2e-5 for move in moves]
        self.close(by_q, numpy.transpose(slopes), 1e-8)

    def test_an_optimal_swing_is_that_of_casadis_own_graph(self):
        (forward,) = self.load("forward_dynamics")
        (statistics, cost, (q, qd, tau)), (own, own_cost, _) = (
            swing(f, START, GOAL) for f in (forward, OwnGraph(UR5E).forward_dynamics)
        )
        self.assertTrue(statistics["success"] and own["success"])
        self.assertLess(abs(cost - own_cost), 1e-9 * own_cost)
        self.assertLessEqual(abs(statistics["iter_count"] - own["iter_count"]), 3)
        # It is a motion of the library's robot, with less effort than a polynomial of the fifth degree.
        q, qd, tau, step = q.full().T, qd.full().T, tau.full().T, 1 / 25
        qdd = self.robot.forward_dynamics(q, qd, tau)
        self.close(numpy.diff(qd, axis=0), (qdd[1:] + qdd[:-1]) / 2 * step, 1e-6)
        self.close(numpy.diff(q, axis=0), (qd[1:] + qd[:-1]) / 2 * step, 1e-6)
        self.assertAlmostEqual(cost, 1e-3 * step * numpy.sum(tau**2))
        s, way = numpy.linspace(0, 1, 26)[:, None], numpy.subtract(GOAL, START)
        plain = self.robot.inverse_dynamics(
            START + (10 * s**3 - 15 * s**4 + 6 * s**5) * way,
            (30 * s**2 - 60 * s**3 + 30 * s**4) * way,
            (60 * s - 180 * s**2 + 120 * s**3) * way,
        )
        self.assertLess(cost, 0.95 * 1e-3 * step * numpy.sum(plain**2))

    def test_exact_hessians_take_fewer_steps(self):
        (forward,) = self.load("forward_dynamics", hessians=True)
        plain, effort, _ = swing(forward, START, GOAL)
        exact, least, _ = swing(forward, START, GOAL, exact=True)
        own, own_least, _ = swing(OwnGraph(UR5E).forward_dynamics, START, GOAL, exact=True)
        self.assertTrue(exact["success"] and own["success"])
        self.assertLess(exact["iter_count"], plain["iter_count"])
        self.assertLessEqual(abs(exact["iter_count"] - own["iter_count"]), 3)
        self.assertLess(abs(least - own_least), 1e-9 * own_least)
        self.assertLess(abs(least - effort), 1e-6 * effort)


if __name__ == "__main__":
    unittest.main()
