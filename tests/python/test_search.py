"""Searches over configurations, and generated code."""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy

import condyle

GRAVITY = (0, 0, -9.81)
COMPILER = os.environ.get("CC") or "cc"  # with its arguments


class Searches(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=GRAVITY)

    def test_all_configurations_reach_the_pose(self):
        target = self.robot.get_transform("tool0", [0.3, -1, 1, 0.2, 0.4, 0.5])
        start = [0.2] * 6
        found = self.robot.inverse_kinematics_all("tool0", target, start, restarts=200)
        self.assertGreaterEqual(len(found), 6)
        numpy.testing.assert_allclose(self.robot.get_transform("tool0", found), [target] * len(found), atol=1e-7)
        distances = numpy.linalg.norm(found - start, axis=1)
        self.assertTrue((numpy.diff(distances) >= -1e-9).all())
        few = self.robot.inverse_kinematics_all("tool0", target, start, restarts=200, most=2)
        numpy.testing.assert_allclose(few, found[:2], atol=1e-9)
        target[0, 3] = 9
        self.assertEqual(self.robot.inverse_kinematics_all("tool0", target, restarts=2).shape, (0, 6))
        for wrong in ({"most": 0}, {"restarts": -1}, {"weights": (1, 2)}):
            with self.assertRaises(ValueError):
                self.robot.inverse_kinematics_all("tool0", target, **wrong)

    def test_solutions_in_closed_form(self):
        q = numpy.array([0.3, -1, 1, 0.2, 0.4, 0.5])
        target = self.robot.get_transform("tool0", q)
        found = self.robot.closed_inverse_kinematics("tool0", target, q)
        self.assertEqual((found.structure, found.given, found.outside), ("three parallel axes", None, 0))
        self.assertEqual((len(found.q), found.families), (8, (False,) * 8))
        numpy.testing.assert_allclose(found.q[0], q, atol=1e-9)
        numpy.testing.assert_allclose(self.robot.get_transform("tool0", found.q), [target] * 8, atol=2e-12)
        targets = numpy.array([target, target])
        targets[1, 0, 3] += 5
        near, far = self.robot.closed_inverse_kinematics("tool0", targets, [q, q])
        numpy.testing.assert_array_equal(near.q, found.q)
        self.assertEqual(far.q.shape, (0, 6))
        self.assertGreater(far.linear_error, 3)
        for wrong in ({"start": [0]}, {"start": [q, q, q]}, {"given": "elbow_joint"}, {"position": 1}):
            with self.assertRaises(ValueError):
                self.robot.closed_inverse_kinematics("tool0", target, **wrong)
        with self.assertRaises(condyle.RobotError):
            self.robot.closed_inverse_kinematics("forearm_link", target)

    def test_seven_joints_have_one_to_choose(self):
        iiwa = condyle.load("kukaIiwa14")
        q = numpy.array([0.1, 0.5, 0.4, -1, 0.2, 0.3, 0])
        target = iiwa.get_transform("iiwa_link_ee", q)
        angle = iiwa.arm_angle("iiwa_link_ee", q)
        for choice in ({}, {"arm_angle": angle}, {"given": "iiwa_joint_3"}, {"given": "iiwa_joint_3", "position": 0.4}):
            found = iiwa.closed_inverse_kinematics("iiwa_link_ee", target, q, **choice)
            numpy.testing.assert_allclose(found.q[0], q, atol=1e-9)
            self.assertEqual(found.given, 2 if "given" in choice else None)
        with self.assertRaises(ValueError):
            iiwa.closed_inverse_kinematics("iiwa_link_ee", target, given="iiwa_joint_3", arm_angle=1)

    def test_an_arm_angle_is_no_position_of_a_joint(self):
        panda = condyle.load("frankaEmikaPanda")
        for robot, frame in ((panda, "panda_hand"), (self.robot, "tool0")):
            target = robot.get_transform(frame, [0.1] * robot.nq)
            with self.assertRaisesRegex(ValueError, "no spherical shoulder and wrist"):
                robot.closed_inverse_kinematics(frame, target, arm_angle=1)

    def test_an_arm_without_branches_has_no_distance(self):
        jaco = condyle.load("kinovaJacoJ2N6S200")
        target = numpy.eye(4)
        target[2, 3] = 30
        found = jaco.closed_inverse_kinematics("j2n6s200_end_effector", target)
        self.assertEqual((len(found.q), found.outside), (0, 0))
        self.assertFalse(found.linear_error < 20)

    def test_effective_masses_are_those_of_operational_space(self):
        q = [0.3, -1, 1, 0.2, 0.4, 0.5]
        task = self.robot.task_dynamics(condyle.Task("tool0", "linear"), q)
        mobility = numpy.linalg.inv(task.Lambda)
        for direction in ([0, 0, 1], [1, -2, 0.5]):
            u = direction / numpy.linalg.norm(direction)
            blow = self.robot.contact("tool0", direction, q, [0.1] * 6)
            self.assertAlmostEqual(blow.mass, 1 / (u @ mobility @ u), places=10)
            self.assertAlmostEqual(blow.speed, u @ task.J @ ([0.1] * 6), places=12)
            self.assertTrue(numpy.isnan(blow.limit))
        rows = self.robot.contact("tool0", None, [q, q], [[0.1] * 6, [0] * 6], energy=0.3, region_mass=0.6)
        self.assertAlmostEqual(rows.limit[0], (0.6 * (1 / 0.6 + 1 / rows.mass[0])) ** 0.5, places=12)
        self.assertTrue(numpy.isnan(rows.mass[1]) and numpy.isnan(rows.limit[1]) and rows.speed[1] == 0)
        locked = [joint.name for joint in self.robot.joints]
        self.assertEqual(self.robot.contact("tool0", [1, 0, 0], q, locked=locked).mass, numpy.inf)
        panda = condyle.load("frankaEmikaPanda")
        with self.assertRaisesRegex(ValueError, "'panda_finger_joint2' follows another one; lock that one"):
            panda.contact("panda_leftfinger", [0, 1, 0], locked="panda_finger_joint2")
        for wrong in ({"force": 1}, {"locked": "hand"}, {"point": (0, 0)}, {"energy": -1}):
            with self.assertRaises((ValueError, LookupError, condyle.RobotError)):
                self.robot.contact("tool0", [1, 0, 0], q, **wrong)

    def test_maps_of_contact_hold_the_masses_of_their_poses(self):
        cells = self.robot.contact_map("tool0", 0.25, [1, 0, 0], point=(0, 0, 0.1), samples=3000, seed=2)
        self.assertEqual(sum(cell.samples for cell in cells), 3000)
        q = self.robot.random_configuration(2, 3000)
        blow = self.robot.contact("tool0", [1, 0, 0], q, point=(0, 0, 0.1))
        places = self.robot.get_transform("tool0", q) @ [0, 0, 0.1, 1]
        radius, height = numpy.hypot(places[:, 0], places[:, 1]), places[:, 2]
        for cell in cells:
            there = (abs(radius - cell.radius) <= 0.125) & (abs(height - cell.height) <= 0.125)
            self.assertEqual(there.sum(), cell.samples)
            numpy.testing.assert_allclose(blow.mass[there].min(), cell.least_mass, rtol=1e-9)
            numpy.testing.assert_allclose(blow.mass[there].max(), cell.largest_mass, rtol=1e-6)
        outward = self.robot.contact_map("tool0", 0.5, samples=100, locked="elbow_joint")
        self.assertTrue(all(0 < cell.least_mass <= cell.largest_mass for cell in outward))
        for wrong in ([0.2], {"direction": (0, 0, 0)}, {"direction": (1, 0)}, {"locked": "hand"}, {"samples": 0}):
            with self.assertRaises((ValueError, TypeError, LookupError, condyle.RobotError)):
                self.robot.contact_map(*(["hand", *wrong] if isinstance(wrong, list) else ["tool0", 0.2]),
                                       **(wrong if isinstance(wrong, dict) else {}))

    def test_maps_of_reach_hold_their_poses(self):
        cells = self.robot.reach_map("tool0", 0.25, rows="vx vz", samples=3000, seed=2)
        self.assertEqual(sum(cell.samples for cell in cells), 3000)
        q = self.robot.random_configuration(2, 3000)
        measure = self.robot.manipulability("tool0", q, rows="vx vz").measure
        places = self.robot.get_transform("tool0", q)[:, :3, 3]
        radius, height, far = numpy.hypot(*places[:, :2].T), places[:, 2], numpy.linalg.norm(places, axis=1)
        for cell in cells:
            there = (abs(radius - cell.radius) <= 0.125) & (abs(height - cell.height) <= 0.125)
            self.assertEqual(there.sum(), cell.samples)
            numpy.testing.assert_allclose(measure[there].min(), cell.least_manipulability, rtol=1e-9, atol=1e-12)
            numpy.testing.assert_allclose(measure[there].max(), cell.largest_manipulability, rtol=1e-9)
            numpy.testing.assert_allclose(far[there].max(), cell.farthest, rtol=1e-12)
            self.assertTrue(1 <= round(86 * cell.dexterity) <= min(86, cell.samples))
        along = self.robot.reach_map("tool0", 0.25, point=(0, 0, 0.1), axis=(1, 0, 0), samples=3000, seed=2)
        self.assertNotEqual([cell[:2] for cell in along], [cell[:2] for cell in cells])
        for wrong in ({"size": 0}, {"rows": "up"}, {"rows": 64}, {"axis": (1, 0)}, {"point": (1,)}, {"samples": 0}):
            with self.assertRaises((ValueError, condyle.RobotError)):
                self.robot.reach_map("tool0", **{"size": 0.2, **wrong})
        with self.assertRaises(condyle.RobotError):
            self.robot.reach_map("hand", 0.2)

    def test_motions_keep_limits_of_contact(self):
        points = [[0, -1, 1, 0, 0, 0], [1, -1.2, 1.3, 0, 0.4, 0], [1, -1, 0.5, 0.5, 0, 0]]
        region = {"force": 140, "stiffness": 75e3, "region_mass": 4}
        tool, elbow = {"frame": "tool0", **region}, {"frame": "forearm_link", "locked": "wrist_1_joint", **region}

        def shares(move, limits):
            q, qd, _ = move(numpy.linspace(0, move.duration, 5000)[1:-1])
            limits = {key: value for key, value in limits.items() if key != "frame"}
            blow = self.robot.contact("tool0" if limits == region else "forearm_link", None, q, qd, **limits)
            return numpy.nanmax(blow.speed / blow.limit)

        free = self.robot.trajectory(points, "time_optimal", acceleration=[10] * 6)
        self.assertGreater(shares(free, tool), 1.5)
        one = self.robot.trajectory(points, "time_optimal", acceleration=[10] * 6, contact_limits=tool)
        both = self.robot.trajectory(points, "time_optimal", acceleration=[10] * 6, contact_limits=[tool, elbow])
        self.assertTrue(0.999 < shares(one, tool) <= 1 and shares(both, tool) <= 1 and shares(both, elbow) <= 1)
        self.assertTrue(free.duration < one.duration <= both.duration)
        places = [self.robot.get_transform("tool0", [0, -1.5, 1.5, 0, 0.5, 0])] * 2
        places[1] = places[1] + [[0] * 4, [0] * 4, [0, 0, 0, 0.2], [0] * 4]
        line = {"start": [0, -1.5, 1.5, 0, 0.5, 0], "acceleration": [10] * 6}
        slow = self.robot.trajectory_lines("tool0", places, "time_optimal", contact_limits=[tool], **line)
        self.assertGreater(slow.duration, self.robot.trajectory_lines("tool0", places, "time_optimal", **line).duration)
        self.assertLessEqual(shares(slow, tool), 1)
        for wrong in ({}, {"frame": "hand"}, {**tool, "locked": "hand"}, {**tool, "force": -1}, {**tool, "speed": 1}):
            with self.assertRaises((ValueError, TypeError, LookupError, condyle.RobotError)):
                self.robot.trajectory(points, "time_optimal", acceleration=[10] * 6, contact_limits=[wrong])
        with self.assertRaisesRegex(ValueError, "time-optimal"):
            self.robot.trajectory(points, acceleration=[10] * 6, contact_limits=[tool])

    def test_clamping_is_bounded_by_one_joint(self):
        q = numpy.array([[0, -1.2, 1.2, 0, 0.5, 0], [0.3, -1.5, 1.5, 0, 0, 0]])
        effort = [150, 150, 150, 28, 28, 28]
        forces = self.robot.clamping_force("tool0", [0, 0, -1], q, effort=effort)
        self.assertEqual(forces.shape, (2,))
        for pose, force in zip(q, forces):
            jacobian = self.robot.geometric_jacobian("tool0", pose)[5]
            used = numpy.abs(self.robot.gravity_torque(pose) - force * jacobian) / effort
            self.assertAlmostEqual(used.max(), 1, places=9)
        locked = [joint.name for joint in self.robot.joints]
        self.assertEqual(self.robot.clamping_force("tool0", [0, 0, -1], q[0], locked=locked), numpy.inf)
        with self.assertRaises((ValueError, condyle.RobotError)):
            self.robot.clamping_force("tool0", [0, 0, 0], q[0])
        with self.assertRaises((ValueError, condyle.RobotError)):
            self.robot.clamping_force("tool0", [0, 0, 1], q[0], effort=[-1] * 6)

    def test_stops_end_where_the_drives_let_them(self):
        q, qd = [0, -1.2, 1.2, 0, 0.5, 0], [0.5, -1, 1.5, 0, 0, 0]
        line = self.robot.stop(1, q, qd, deceleration=[5] * 6, frame="tool0")
        self.assertTrue(line.stopped)
        numpy.testing.assert_allclose(line.q, q + numpy.multiply(qd, 0.15), atol=1e-9)  # 1.5 rad/s at 5 rad/s2
        self.assertAlmostEqual(line.time, 0.3, places=9)
        free = self.robot.stop(0, q, qd, brakes=[1e-3] * 6, most_time=0.2)
        self.assertFalse(free.stopped)
        self.assertAlmostEqual(free.time, 0.2, places=9)
        for wrong in ({"brakes": [-1] * 6}, {"brakes": [1]}, {"frame": "hand"}, {"step": -1}):
            with self.assertRaises((ValueError, LookupError, condyle.RobotError)):
                self.robot.stop(0, q, qd, **wrong)
        held = self.robot.stop(2, q, qd, deceleration=[5] * 6)
        numpy.testing.assert_array_equal(held.q, line.q)
        fastest = self.robot.stop(2, q, qd, fastest=True)
        self.assertTrue(fastest.stopped and fastest.time < line.time)
        worst = self.robot.worst_stop(2, qd, deceleration=[5] * 6, reach=(0.5, 1), poses=5, frame="tool0")
        self.assertEqual((worst.poses, worst.unstopped, len(worst.q)), (5, 0, 6))
        self.assertAlmostEqual(worst.travel, 1.5 * 0.15, places=9)
        self.assertEqual((worst.joint, worst.stuck), (2, 0))
        for wrong in ({"reach": (0.5, 0.4)}, {"poses": 0}, {"fastest": True, "deceleration": [1] * 6}):
            with self.assertRaises((ValueError, condyle.RobotError)):
                self.robot.worst_stop(1, qd, **wrong)
        with self.assertRaises(ValueError):
            self.robot.stop(3, q, qd)

    def test_many_targets_are_reached(self):
        starts = self.robot.random_configuration(3, 40)
        targets = self.robot.get_transform("tool0", self.robot.random_configuration(4, 40)).reshape(5, 8, 4, 4)
        found = self.robot.inverse_kinematics("tool0", targets, starts.reshape(5, 8, 6), threads=2)
        self.assertTrue(found.converged.all() and found.converged.shape == (5, 8))
        numpy.testing.assert_allclose(self.robot.get_transform("tool0", found.q), targets, atol=1e-7)
        one = self.robot.inverse_kinematics("tool0", targets[1, 2], starts[10])
        numpy.testing.assert_allclose(found.q[1, 2], one.q, atol=1e-6)
        self.assertEqual(found.iterations[1, 2], one.iterations)
        self.assertEqual(self.robot.inverse_kinematics("tool0", targets[0], starts[0]).q.shape, (8, 6))
        self.assertEqual(self.robot.inverse_kinematics("tool0", targets[0, 0], starts).iterations.dtype, int)
        targets[1, 1, 0, 0] = 7
        with self.assertRaisesRegex(ValueError, "9"):
            self.robot.inverse_kinematics("tool0", targets, restarts=0)

    def test_lines_are_straight(self):
        start = [0, -1.5, 1.5, 0, 0.5, 0]
        first = self.robot.get_transform("tool0", start)
        last = first.copy()
        last[:3, 3] += [0.05, 0.1, -0.1]
        move = self.robot.trajectory_lines("tool0", [first, last], start=start, acceleration=[3] * 6)
        q, qd, qdd = move(numpy.linspace(0, move.duration, 50))
        points = self.robot.get_transform("tool0", q)[:, :3, 3] - first[:3, 3]
        direction = (last - first)[:3, 3] / numpy.linalg.norm((last - first)[:3, 3])
        numpy.testing.assert_allclose(points - numpy.outer(points @ direction, direction), 0, atol=2e-5)
        self.assertAlmostEqual(points[-1] @ direction, 0.15, 5)
        self.assertLessEqual(numpy.abs(qdd).max(), 3.001)
        with self.assertRaises(ValueError):
            self.robot.trajectory_lines("tool0", [first[:3]], acceleration=[3] * 6)
        far = last.copy()
        far[0, 3] = 5
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.trajectory_lines("tool0", [first, far], start=start, acceleration=[3] * 6)
        self.assertEqual(caught.exception.status, "numeric")

    def test_a_deviation_passes_singularities(self):
        first, last = [0.3, -1.2, 1.5, -1.8, 0.15, 0.2], [0.3, -1.2, 1.5, -1.798, -0.15, 0.2]
        places = self.robot.get_transform("tool0", [first, last])
        limits = {"start": first, "velocity": [1] * 6, "acceleration": [3] * 6}
        exact = self.robot.trajectory_lines("tool0", places, **limits)
        damped = self.robot.trajectory_lines(
            "tool0", places, linear_deviation=0.002, angular_deviation=0.01, **limits
        )
        self.assertLess(damped.duration, 0.01 * exact.duration)
        end = self.robot.get_transform("tool0", damped(damped.duration)[0])
        self.assertLess(numpy.linalg.norm((end - places[1])[:3, 3]), 0.002)
        with self.assertRaises(ValueError):
            self.robot.trajectory_lines("tool0", places, linear_deviation=-1, **limits)

    def test_the_map_has_every_sample(self):
        cells = self.robot.payload_capacity_map("tool0", 0.25, samples=3000, seed=2)
        self.assertEqual(sum(cell.samples for cell in cells), 3000)
        self.assertTrue(all(cell.least_mass <= cell.largest_mass for cell in cells))
        worst = self.robot.payload_capacity_anywhere("tool0", samples=3000).capacity.mass
        self.assertGreaterEqual(min(cell.least_mass for cell in cells), worst - 1e-6)
        self.assertLessEqual({cell.joint for cell in cells}, {joint.name for joint in self.robot.joints})
        for wrong in ((0.25, {"samples": 0}), (0.0, {}), (-1.0, {})):
            with self.assertRaises(ValueError):
                self.robot.payload_capacity_map("tool0", wrong[0], **wrong[1])

    def test_forces_lower_the_capacity(self):
        q = [0, -0.7, 1.1, 0.2, 0.3, 0]
        free = self.robot.payload_capacity("tool0", q)
        fext = self.robot.external_force_at("tool0", [0, 0, 0, 0, 0, -9.81 * 2], q)
        self.assertAlmostEqual(self.robot.payload_capacity("tool0", q, fext=fext).mass, free.mass - 2, 9)

    def test_models_in_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "arm.model"
            self.robot.save_model(path)
            self.assertEqual(condyle.load(path), self.robot)
            with self.assertRaises(condyle.RobotError):
                self.robot.save_model(path)
            self.robot.save_model(path, replace=True)

    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    @unittest.skipUnless(shutil.which(COMPILER.split()[0]) and sys.platform == "linux", "no compiler, or no Linux")
    def test_compiled_code_takes_the_place_of_the_calls(self):
        """A compiler that changes results by 1e-9 tells the code from the general calls."""
        generator = numpy.random.default_rng(2)
        states = self.robot.random_configuration(3, 20), *generator.uniform(-1, 1, (2, 20, 6))
        states = [numpy.ascontiguousarray(array) for array in states]
        weights = numpy.ascontiguousarray(generator.uniform(-1, 1, (20, 6)))
        floats = [array.astype(numpy.float32) for array in states]
        inputs = {
            "inverse_dynamics": 3,
            "forward_dynamics": 3,
            "inverse_mass_matrix": 1,
            "inverse_dynamics_derivatives": 3,
            "forward_dynamics_derivatives": 3,
            "inverse_dynamics_vjp": 3,
            "forward_dynamics_vjp": 3,
        }
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        by_columns = [numpy.asfortranarray(array) for array in states]

        def compute(call, count):
            one, all_weights = {"w": weights[4]}, {"w": weights}
            if "vjp" not in call:
                one = all_weights = {}
            return (
                getattr(robot, call)(*(a[4] for a in states[:count]), **one),
                getattr(robot, call)(*states[:count], threads=2, **all_weights),
            )

        def compute_all():
            return {call: compute(call, count) for call, count in inputs.items()}

        general = compute_all()
        in_floats = robot.inverse_dynamics(*floats)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "compiler"
            script.write_text(
                'for word; do case "$word" in *.c) sed -i "s/9 = /9 = (1 + 1e-9) * /" "$word" ;; esac; done\n'
                f'exec {COMPILER} "$@" -O0\n'
            )
            options = dict(compiler=f"/bin/sh {script}", cache=folder, time_limit=600, most_bytes=1000000)
            self.assertIs(robot.specialize(inputs, **options), False)
            for call, compiled in compute_all().items():
                for new, old in zip(compiled, general[call], strict=True):
                    difference = numpy.abs(numpy.array(new) - numpy.array(old)).max() / numpy.abs(numpy.array(old)).max()
                    self.assertTrue(1e-13 < difference < 1e-6, (call, difference))
            numpy.testing.assert_allclose(robot.inverse_dynamics(*by_columns), robot.inverse_dynamics(*states), rtol=1e-12)
            self.assertFalse(numpy.array_equal(robot.inverse_dynamics(*by_columns), general["inverse_dynamics"][1]))
            numpy.testing.assert_array_equal(robot.inverse_dynamics(*floats), in_floats)
            script.write_text(script.read_text().replace("(1 + 1e-9)", "1.00001f"))
            self.assertIs(robot.specialize("inverse_dynamics", floats=True, **options), False)
            compiled = robot.inverse_dynamics(*floats)
            self.assertFalse(numpy.array_equal(compiled, in_floats))
            numpy.testing.assert_allclose(compiled, in_floats, rtol=1e-3, atol=1e-4)
            with self.assertRaisesRegex(condyle.RobotError, "calls over floats"):
                robot.specialize("inverse_mass_matrix", floats=True, **options)
            fext = numpy.zeros((6, 6))
            numpy.testing.assert_array_equal(
                robot.inverse_dynamics(*(a[4] for a in states), fext), general["inverse_dynamics"][0]
            )
            self.assertIs(robot.specialize(inputs, **options), True)
            copy = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
            numpy.testing.assert_array_equal(copy.inverse_dynamics(*states), general["inverse_dynamics"][1])
            again = robot.inverse_dynamics(*states)
            with self.assertRaises(condyle.RobotError):
                robot.specialize(**{**options, "most_bytes": 100})
            numpy.testing.assert_array_equal(robot.inverse_dynamics(*states), again)

    def test_code_that_cannot_be_compiled(self):
        with self.assertRaisesRegex(condyle.RobotError, "no-such-compiler|cannot start compilers|without") as caught:
            self.robot.specialize(compiler="no-such-compiler")
        self.assertEqual(caught.exception.status, "unsupported")
        for wrong in (dict(calls="gravity_torque"), dict(calls=["mass"]), dict(most_bytes=-1)):
            with self.assertRaises(ValueError, msg=wrong):
                self.robot.specialize(**wrong)
        for wrong in (dict(time_limit=0.0), dict(angle_tolerance=1.0), dict(compiler="")):
            with self.assertRaises(condyle.RobotError, msg=wrong) as caught:
                self.robot.specialize(**wrong)
            self.assertIn(caught.exception.status, ("argument", "unsupported"))  # where nothing can be compiled

    def test_generated_code_computes_the_same(self):
        try:
            code = self.robot.generate("arm", ["inverse_dynamics", "gravity_torque"])
        except condyle.RobotError as error:
            self.skipTest(str(error))  # a library without a C++ compiler
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("arm.h", code.header), ("arm.c", code.source), ("arm_test.c", code.test)):
                (Path(folder) / name).write_text(text)
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", "arm.so", "arm.c", "-lm"], cwd=folder, check=True)
            made = ctypes.CDLL(str(Path(folder) / "arm.so"))
            q, qd, qdd = (self.robot.random_configuration(seed) for seed in (1, 2, 3))
            tau = numpy.empty(6)
            made.arm_inverse_dynamics(*(ctypes.c_void_p(a.ctypes.data) for a in (q, qd, qdd, tau)))
            numpy.testing.assert_allclose(tau, self.robot.inverse_dynamics(q, qd, qdd), rtol=1e-9, atol=1e-9)
        self.assertIn("arm_gravity_torque_batch", self.robot.generate("arm", "gravity_torque", lanes=4).header)
        self.assertNotIn("double", self.robot.generate("arm", "gravity_torque", floats=True).header)
        held = self.robot.generate("arm", "gravity_torque", gravity=True, payload_body="tool0").header
        self.assertIn("(const double *q, const double *gravity, const double *payload, double *tau)", held)
        self.assertIn("__global__", self.robot.generate("arm", "gravity_torque", target="cuda").source)
        placed = self.robot.generate("arm", "transform", frame="tool0").header
        self.assertIn("void arm_transform(const double *q, double *T)", placed)
        package = self.robot.generate("arm", target="ros2_control", frame="tool0")
        self.assertEqual(len(package.files), 11)
        self.assertIn("arm_observer_update", package.files["arm_observer.cpp"])
        self.assertEqual(self.robot.generate("arm", "gravity_torque").files, {})
        small = self.robot.generate("arm", ["gravity_torque", "observer"], target="cortex-m")
        self.assertEqual(list(small.files), ["arm_measure.sh"])
        self.assertNotIn("math.h", small.source)
        sizes = ({"most_bytes": 10}, {"most_bytes": -1}, {"calls": "transform"}, {"frame": "x"})
        for wrong in ({"name": "1"}, {"calls": "id"}, {"lanes": 3}, {"payload_body": "x"}, {"target": "x"}, *sizes):
            with self.assertRaises(ValueError):
                self.robot.generate(**wrong)


if __name__ == "__main__":
    unittest.main()
