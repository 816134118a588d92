"""Second derivatives: beside differences of the first ones, in shapes, and with arrays for the results."""

import unittest

import numpy

import condyle


class SecondDerivatives(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        self.q, self.qd, self.qdd = numpy.random.default_rng(3).normal(size=(3, 6))
        self.fext = numpy.random.default_rng(4).normal(size=(self.robot.force_rows, 6))

    def differences(self, call, vector):
        h = 1e-4
        layers = [(numpy.array(call(vector + step)) - call(vector - step)) / (2 * h) for step in h * numpy.eye(6)]
        return numpy.moveaxis(numpy.array(layers), 0, -1)

    def test_they_are_derivatives_of_the_first(self):
        q, qd, qdd, fext, first = self.q, self.qd, self.qdd, self.fext, self.robot.inverse_dynamics_derivatives
        found = self.robot.inverse_dynamics_second_derivatives(q, qd, qdd, fext)
        self.assertIsInstance(found, condyle.SecondDerivatives)
        by_q_q, _ = self.differences(lambda x: first(x, qd, qdd, fext), q)
        by_q_qd, by_qd_qd = self.differences(lambda x: first(q, x, qdd, fext), qd)
        by = [by_q_q, by_q_qd, by_qd_qd, self.differences(self.robot.mass_matrix, q)]
        for array, expected in zip(found, by):
            numpy.testing.assert_allclose(array, expected, rtol=0, atol=1e-5)

    def test_several_states_are_each_their_own(self):
        q = numpy.stack([self.q, -self.q, 2 * self.q])
        found = self.robot.inverse_dynamics_second_derivatives(q, self.qd)
        self.assertEqual({array.shape for array in found}, {(3, 6, 6, 6)})
        for one, *several in zip(q, *found):
            for array, expected in zip(several, self.robot.inverse_dynamics_second_derivatives(one, self.qd)):
                numpy.testing.assert_array_equal(array, expected)

    def test_results_go_to_given_arrays(self):
        out = tuple(numpy.empty((6, 6, 6)) for _ in range(4))
        found = self.robot.inverse_dynamics_second_derivatives(self.q, self.qd, self.qdd, out=out)
        expected = self.robot.inverse_dynamics_second_derivatives(self.q, self.qd, self.qdd)
        for array, given, other in zip(found, out, expected):
            self.assertTrue(numpy.shares_memory(array, given))
            numpy.testing.assert_array_equal(array, other)

    def test_wrong_arguments_are_refused(self):
        with self.assertRaises(ValueError):
            self.robot.inverse_dynamics_second_derivatives(numpy.zeros(5))
        with self.assertRaises(condyle.RobotError):
            self.robot.inverse_dynamics_second_derivatives(numpy.full(6, numpy.nan))


if __name__ == "__main__":
    unittest.main()
