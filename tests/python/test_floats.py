"""Arrays of float32 give float32, in every call of a robot."""

import inspect
import unittest

import numpy

import condyle

VECTORS = {"q", "qd", "qdd", "tau", "x", "w", "dq", "dqd", "dqdd", "dtau"}
# Calls on several threads with other arguments than arrays and a frame.
OTHER_CALLS = {
    "all_terms", "constrained_forward_dynamics", "contact_map", "generalized_inverse_kinematics", "impact", "inverse_kinematics",
    "payload_capacity_anywhere", "payload_capacity_map", "reach_map", "rollout", "task_dynamics",
}  # fmt: skip


def signature(name):
    """Returns the names of the parameters of a call of a robot."""
    call = getattr(condyle.Robot, name)
    return inspect.signature(call).parameters if callable(call) and not name.startswith("_") else {}


def in_tuple(results):
    return results if isinstance(results, tuple) else (results,)


class Floats(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        self.q = self.robot.random_configuration(3, 12).astype(numpy.float32)
        self.qd = numpy.random.default_rng(4).normal(size=(12, 6)).astype(numpy.float32)

    def test_floats_give_floats_in_every_call(self):
        """Every call with arrays of states: as the call in doubles, one state and many, also into arrays of out."""
        generator = numpy.random.default_rng(5)
        given = {"frame": "tool0", "q": self.q}
        shapes = {"fext": (self.robot.force_rows, 6), "wrench": (6,)}
        calls = [name for name in dir(condyle.Robot) if "threads" in signature(name) and name not in OTHER_CALLS]
        self.assertGreater(len(calls), 30)
        for name in calls:
            names = [key for key in signature(name) if key in VECTORS or key in shapes]
            for key in names:
                vectors = generator.normal(size=(12, *shapes.get(key, (6,))))
                given.setdefault(key, vectors.astype(numpy.float32))
            arguments = {key: given[key] for key in [*names, "q", "frame"] if key in signature(name)}
            for one in (False, True):
                single = {key: value[3] if one and key != "frame" else value for key, value in arguments.items()}
                wide = {key: value if key == "frame" else value.astype(float) for key, value in single.items()}
                call = getattr(self.robot, name)
                results, expected = in_tuple(call(**single)), in_tuple(call(**wide))
                out = tuple(numpy.empty(numpy.shape(result), numpy.float32) for result in results)
                if all(array.shape for array in out):
                    call(**single, out=out if len(out) > 1 else out[0])
                for result, double, array in zip(results, expected, out):
                    with self.subTest(name, one=one):
                        if numpy.shape(result):
                            self.assertEqual((result.dtype, double.dtype), (numpy.float32, numpy.float64))
                            numpy.testing.assert_array_equal(result, array)
                        largest = max(numpy.abs(double).max(), 1e-3)
                        numpy.testing.assert_allclose(result, double, rtol=0, atol=1e-4 * largest)

    def test_floats_give_floats_in_calls_that_compute_in_doubles(self):
        q, qd = self.q.copy(), self.qd
        table, task = condyle.Constraint("tool0", rows="plane-contact"), condyle.Task("tool0", "linear")
        target = self.robot.get_transform("tool0", q)
        robot = self.robot

        def calls(q, qd, target):
            wrench = numpy.ones(6, q.dtype)
            yield robot.constrained_forward_dynamics(table, q, qd)[:2]
            yield robot.impact(table, q, qd)[:2]
            yield (robot.constraint_gap(table, q),)
            yield robot.task_dynamics(task, q, qd)[:6]
            yield (robot.manipulability("tool0", q).singular_values,)
            yield (robot.external_force_at("tool0", wrench, q),)
            yield (robot.inverse_kinematics("tool0", target, q).q,)
            yield (robot.inverse_kinematics("tool0", target[0], q[0]).q,)
            yield (robot.inverse_kinematics_all("tool0", target[0], q[0], most=1),)
            yield (robot.integrate_configuration(q[0], qd[0]),)
            yield (robot.configuration_difference(q[0], q[1]),)
            yield (robot.clamp_configuration(q[0]),)

        floats, doubles = calls(q, qd, target), calls(q.astype(float), qd.astype(float), target.astype(float))
        for number, (ours, expected) in enumerate(zip(floats, doubles)):
            for result, double in zip(ours, expected):
                with self.subTest(number):
                    self.assertEqual((result.dtype, double.dtype), (numpy.float32, numpy.float64))
                    numpy.testing.assert_array_equal(result, double.astype(numpy.float32))
        out = numpy.full((12, 6), 7, numpy.float32), numpy.empty((12, 1), numpy.float32)
        self.assertIs(robot.constrained_forward_dynamics(table, q, qd, out=out).qdd, out[0])
        numpy.testing.assert_array_equal(out[0], robot.constrained_forward_dynamics(table, q, qd).qdd)
        q[5] = numpy.nan
        with self.assertRaises(condyle.RobotError) as caught:
            robot.constrained_forward_dynamics(table, q, qd, out=out)
        self.assertEqual((caught.exception.row, numpy.isnan(out[0]).all(axis=1).tolist()), (5, [i == 5 for i in range(12)]))
