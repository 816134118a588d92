"""Tables as arguments: the names of columns decide, and results have names where an argument has them."""

import importlib.util
import unittest
import warnings

import numpy

import condyle


def with_module(name):
    return unittest.skipUnless(importlib.util.find_spec(name), f"{name} is not installed")


def made():
    """Returns a robot, states, and the names of its joints."""
    robot = condyle.load("universalUR5e")
    q = robot.random_configuration(1, 7)
    return robot, q, [joint.name for joint in robot.joints]


def structured(names, numbers):
    table = numpy.zeros(numbers.shape[:-1], [(name, float) for name in names])
    for i, name in enumerate(names):
        table[name] = numbers[..., i]
    return table


class StructuredArrays(unittest.TestCase):
    def test_columns_in_any_order_give_the_same_torques(self):
        robot, q, names = made()
        table = structured(names[::-1], q[:, ::-1])
        tau = robot.gravity_torque(table)
        self.assertEqual(list(tau.dtype.names), names)
        for i, name in enumerate(names):
            numpy.testing.assert_array_equal(tau[name], robot.gravity_torque(q)[:, i])

    def test_one_state_is_one_record(self):
        robot, q, names = made()
        tau = robot.gravity_torque(structured(names, q)[2])
        numpy.testing.assert_array_equal([tau[name] for name in names], robot.gravity_torque(q[2]))

    def test_names_that_mean_nothing_are_refused(self):
        robot, q, names = made()
        for wrong, reason in (
            (["shoulder_pan", *names[1:]], "no 'shoulder_pan'; did you mean 'shoulder_pan_joint'"),
            (["q.elbow", *names[1:]], "no 'q.elbow'"),
            (["q.elbow_joint", *names[1:]], "two columns are 'elbow_joint'"),
        ):
            with self.subTest(wrong), self.assertRaisesRegex(ValueError, reason):
                robot.inverse_dynamics(structured(wrong, q))
        with self.assertRaisesRegex(ValueError, "no column for 'shoulder_pan_joint'"):
            robot.inverse_dynamics(structured(names[1:], q[:, 1:]))
        with self.assertRaisesRegex(TypeError, "fext: expected an array; a table"):
            robot.inverse_dynamics(fext=structured(names, q))
        words = numpy.zeros(3, [(name, "U3") for name in names])
        with self.assertRaisesRegex(TypeError, "'shoulder_pan_joint' has <U3"):
            robot.inverse_dynamics(words)

    def test_full_names_give_every_argument(self):
        robot, q, names = made()
        labels = ["t", *(f"{kind}.{name}" for kind in ("tau", "qdd", "qd", "q") for name in names)]
        log = structured(labels, numpy.hstack([numpy.zeros((7, 1)), 9 * q, 3 * q, 2 * q, q]))
        tau = robot.inverse_dynamics(log)
        self.assertEqual(list(tau.dtype.names), [f"tau.{name}" for name in names])
        expected = robot.inverse_dynamics(q, 2 * q, 3 * q)
        numpy.testing.assert_array_equal(numpy.stack([tau[name] for name in tau.dtype.names], -1), expected)
        # An argument that is given is not read from the table.
        tau = robot.inverse_dynamics(log, qdd=numpy.zeros(6))
        numpy.testing.assert_array_equal(tau["tau.elbow_joint"], robot.inverse_dynamics(q, 2 * q)[:, 2])
        self.assertEqual(robot.limit_report(log).rows, 7)

    def test_columns_in_degrees_say_so(self):
        robot, q, names = made()
        labels = [f"q.{name}[deg]" for name in names]
        placed = robot.get_transform("tool0", structured(labels, numpy.rad2deg(q)))
        numpy.testing.assert_allclose(placed, robot.get_transform("tool0", q), atol=1e-12)
        slide = condyle.load(
            "<robot name='s'><link name='a'/><link name='b'/><joint name='j' type='prismatic'><parent link='a'/>"
            "<child link='b'/><axis xyz='0 0 1'/><limit lower='0' upper='1' effort='1' velocity='1'/></joint></robot>"
        )
        with self.assertRaisesRegex(ValueError, "no angle"):
            slide.get_transform("b", structured(["q.j[deg]"], numpy.zeros((2, 1))))

    def test_coordinates_of_one_joint_have_numbers(self):
        robot = condyle.load("universalUR5e", floating_base=True)
        q = robot.random_configuration(2, 3)
        moving = [joint for joint in robot.joints if joint.name not in made()[2]][0].name
        labels = [f"{moving}[{i}]" for i in range(7)] + made()[2]
        moved = robot.clamp_configuration(structured(labels[::-1], q[:, ::-1]))
        self.assertEqual(list(moved.dtype.names), labels)
        step = robot.configuration_difference(structured(labels, q), structured(labels, q))
        self.assertEqual(len(step.dtype.names), robot.nv)

    def test_identification_takes_a_recording(self):
        robot, _, names = made()
        q, qd, qdd = (robot.random_configuration(seed, 60) / 3 for seed in (1, 2, 3))
        labels = [f"{kind}.{name}" for kind in ("q", "qd", "qdd", "tau") for name in names]
        problem = robot.identification()
        problem.add(structured(labels, numpy.hstack([q, qd, qdd, robot.inverse_dynamics(q, qd, qdd)])))
        self.assertLess(problem.solve().joint_rms.max(), 1e-9)


@with_module("pandas")
class Pandas(unittest.TestCase):
    def test_a_frame_gives_a_frame(self):
        import pandas

        robot, q, names = made()
        frame = pandas.DataFrame(q, columns=names, index=list("abcdefg"))
        tau = robot.gravity_torque(frame[names[::-1]])
        self.assertEqual((list(tau.columns), list(tau.index)), (names, list("abcdefg")))
        numpy.testing.assert_array_equal(tau.to_numpy(), robot.gravity_torque(q))
        one = robot.gravity_torque(frame.iloc[3])
        numpy.testing.assert_array_equal(one[names].to_numpy(), robot.gravity_torque(q[3]))
        first, second, _ = robot.energy_gradient(frame)
        self.assertEqual(list(second.columns), names)
        self.assertEqual(robot.mass_matrix(frame).shape, (7, 6, 6))

    def test_numbered_columns_count(self):
        import pandas

        robot, q, _ = made()
        numpy.testing.assert_array_equal(robot.gravity_torque(pandas.DataFrame(q)), robot.gravity_torque(q))

    def test_columns_of_two_levels(self):
        import pandas

        robot, q, names = made()
        frame = pandas.DataFrame(q, columns=pandas.MultiIndex.from_product([["q"], names]))
        numpy.testing.assert_array_equal(robot.gravity_torque(frame).to_numpy(), robot.gravity_torque(q))

    def test_a_name_twice_is_refused(self):
        import pandas

        robot, q, names = made()
        with self.assertRaisesRegex(ValueError, "'elbow_joint' is there twice"):
            robot.gravity_torque(pandas.DataFrame(q, columns=["elbow_joint", *names[1:]]))


@with_module("pyarrow")
class Pyarrow(unittest.TestCase):
    def test_tables_have_names(self):
        import pyarrow

        robot, q, names = made()
        table = pyarrow.table({name: q[:, i] for i, name in reversed(list(enumerate(names)))})
        tau = robot.gravity_torque(table)
        self.assertEqual(tau.column_names, names)
        numpy.testing.assert_array_equal(tau["elbow_joint"], robot.gravity_torque(q)[:, 2])
        with self.assertRaisesRegex(ValueError, "no 'elbow'"):
            robot.gravity_torque(table.rename_columns([name.replace("elbow_joint", "elbow") for name in table.column_names]))


@with_module("polars")
class Polars(unittest.TestCase):
    def test_frames_have_names(self):
        import polars

        robot, q, names = made()
        frame = polars.DataFrame({name: q[:, i] for i, name in reversed(list(enumerate(names)))})
        tau = robot.gravity_torque(frame)
        self.assertEqual(tau.columns, names)
        numpy.testing.assert_array_equal(tau.to_numpy(), robot.gravity_torque(q))


class Arguments(unittest.TestCase):
    """What is no array, pose or gravity is refused in words of this package."""

    def test_the_default_gravity_is_that_of_the_command(self):
        robot = condyle.load("universalUR5e")
        self.assertEqual(robot.gravity, (0, 0, -9.81))
        self.assertEqual(condyle.Tree("arm").robot().gravity, (0, 0, -9.81))
        still = condyle.load("universalUR5e", gravity=(0, 0, 0))
        self.assertEqual(condyle.load(still.to_bytes()).gravity, (0, 0, 0))

    def test_texts(self):
        robot, q, _ = made()
        deep = [0] * 6
        for _ in range(70):
            deep = [deep]
        for call, kind, reason in (
            (lambda: condyle.load("universalUR5e", gravity=9.81), TypeError, "gravity: expected 3 numbers, not 9.81"),
            (lambda: condyle.load("universalUR5e", gravity="down"), TypeError, "gravity: expected 3 numbers, not 'down'"),
            (lambda: condyle.load("universalUR5e", gravity=(0, 0, None)), TypeError, "expected a number at place 2"),
            (lambda: robot.integrate_configuration(q), TypeError, "missing required argument 'step'"),
            (lambda: robot.inverse_kinematics("tool0", [0.4, 0, 0.3]), ValueError, "Placement"),
            (lambda: robot.inverse_kinematics("tool0", 4.0), ValueError, "Placement"),
            (lambda: robot.inverse_dynamics(numpy.zeros((1,) * 31 + (6,))), ValueError, "32 dimensions; expected 25 at"),
            (lambda: robot.inverse_dynamics(deep), ValueError, "q: expected an array of numbers"),
            (lambda: robot.inverse_dynamics([[0] * 6, [0] * 5]), ValueError, "rows that are equally long"),
            (lambda: robot.trajectory(5), TypeError, "waypoints: expected rows of 6 numbers"),
        ):
            with self.subTest(reason), self.assertRaisesRegex(kind, reason):
                call()

    @unittest.skipUnless(int(numpy.__version__.split(".")[0]) >= 2, "this NumPy has 32 dimensions at most")
    def test_64_dimensions(self):
        with self.assertRaisesRegex(ValueError, "q has 64 dimensions; expected 25 at most"):
            made()[0].inverse_dynamics(numpy.zeros((1,) * 63 + (6,)))

    def test_keywords_of_configurations(self):
        robot, q, _ = made()
        numpy.testing.assert_array_equal(robot.integrate_configuration(q=q, step=[1] * 6), q + 1)
        numpy.testing.assert_array_equal(robot.configuration_difference(q0=q, q1=q + 1).round(12), numpy.ones((7, 6)))

    def test_placements_are_targets(self):
        robot = made()[0]
        target = robot.get_transform("tool0", [0.3, -1, 1, 0.2, 0.4, 0.5])
        placement = condyle.Placement.of(target)
        for given in (placement, tuple(placement), [placement, placement]):
            found = robot.inverse_kinematics("tool0", given)
            self.assertTrue(numpy.all(found.converged))
            reached = robot.get_transform("tool0", found.q)
            numpy.testing.assert_allclose(reached, numpy.broadcast_to(target, reached.shape), atol=1e-7)

    def test_what_a_weightless_robot_can_hold_is_not_known(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, 0))
        for call in (
            lambda: robot.payload_capacity("tool0"),
            lambda: robot.payload_capacity_anywhere("tool0", samples=10),
            lambda: robot.payload_capacity_map("tool0", 0.5, samples=10),
        ):
            with self.assertRaisesRegex(ValueError, "has no gravity"):
                call()
        self.assertGreater(robot.payload_capacity("tool0", [0, -1, 1, 0, 0, 0], qdd=[1] * 6).mass, 0)

    def test_xacro_arguments_as_on_the_command_line(self):
        text = "<robot name='$(arg name)' xmlns:xacro='http://ros.org/wiki/xacro'><xacro:arg name='name' default='c'/><link name='a'/></robot>"
        for given in ({"name": "b"}, "name:=b", ["name:=b"]):
            import os
            import tempfile

            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "r.urdf.xacro")
                with open(path, "w") as file:
                    file.write(text)
                self.assertEqual(condyle.load(path, given).name, "b")
                with self.assertRaisesRegex(ValueError, "NAME:=VALUE"):
                    condyle.load(path, ["name=b"])


class Degrees(unittest.TestCase):
    """Angles that make sense in degrees alone are warned of, once a robot; what is right is not."""

    def warnings_of(self, call):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call(condyle.load("universalUR5e"))
        return [str(warning.message) for warning in caught]

    def test_degrees_warn(self):
        q = [0, -90, 90, 0, 0, 0]
        for call in (
            lambda robot: robot.inverse_dynamics(q),
            lambda robot: robot.inverse_dynamics(numpy.array([[0] * 6, q], numpy.float32)),
            lambda robot: robot.gravity_torque(numpy.asfortranarray([[0] * 6, q, q])),
            lambda robot: robot.integrate_configuration(q, [0] * 6),
            lambda robot: robot.inverse_kinematics("tool0", numpy.eye(4), start=[q, q], restarts=0, iterations=1),
            lambda robot: (robot.mass_matrix(q), robot.mass_matrix(q)),
        ):
            found = self.warnings_of(call)
            self.assertEqual(len(found), 1)
            self.assertRegex(found[0], r"shoulder_lift_joint is at -90\.0 rad.*degrees.*deg2rad")

    def test_what_is_right_does_not(self):
        for call in (
            lambda robot: robot.inverse_dynamics([6.2, -6.2, 3, 0, 0, 0]),
            lambda robot: robot.inverse_dynamics([7, 0, 0, 0, 0, 0], [90] * 6),  # beyond a limit, but no degrees
            lambda robot: robot.mass_matrix(robot.random_configuration(1, 100)),
        ):
            found = self.warnings_of(call)
            self.assertEqual([text for text in found if "-" in text], [])

    def test_way_points_warn(self):
        def refused(robot):
            with self.assertRaisesRegex(condyle.RobotError, "outside of its limits"):
                robot.trajectory([[0] * 6, [0, -90, 90, 0, 0, 0]], acceleration=[1] * 6)

        self.assertRegex(self.warnings_of(refused)[0], "waypoints: .* degrees")

    def test_wheels_turn(self):
        wheel = condyle.load(
            "<robot name='w'><link name='a'/><link name='b'/><joint name='j' type='continuous'><parent link='a'/>"
            "<child link='b'/><axis xyz='0 0 1'/></joint></robot>"
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            wheel.get_transform("b", [123.4])
            with self.assertRaises(condyle.RobotWarning):
                wheel.get_transform("b", [90.0])


if __name__ == "__main__":
    unittest.main()
