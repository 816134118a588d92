"""Identification, smoothing, excitation and limit reports: true parameters and motions come back."""

import unittest

import numpy

import condyle
from test_pages import has_command

GRAVITY = (0, 0, -9.81)


def motion(robot, count, seed=4):
    generator = numpy.random.default_rng(seed)
    return robot.random_configuration(seed, count), *(generator.uniform(-2, 2, (count, robot.nv)) for _ in range(2))


class Identifications(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=GRAVITY)

    def test_torques_of_another_robot_give_its_parameters(self):
        real = self.robot.tree()
        real.set_mass("forearm_link", 3.1)
        real.replace_joint("forearm_link", damping=1.7, friction=2.5)
        real = real.robot(gravity=GRAVITY)
        real.set_drives(damping=True, friction=True)
        q, qd, qdd = motion(self.robot, 200)
        problem = self.robot.identification(damping=True, coulomb=True)
        tau = real.inverse_dynamics(q, qd, qdd)
        problem.add(q[:100].reshape(20, 5, 6), qd[:100].reshape(20, 5, 6), qdd[:100].reshape(20, 5, 6), tau[:100].reshape(20, 5, 6))
        problem.add(q[100:], qd[100:], qdd[100:], tau[100:])
        result = problem.solve()
        self.assertEqual((result.rows, result.rank), (200, result.full_rank))
        self.assertLess(result.joint_rms.max(), 1e-8)
        self.assertGreater(result.joint_prior_rms.max(), 1)
        kinds = self.robot.parameters(damping=True, coulomb=True)
        self.assertEqual(len(kinds), len(result.parameters))
        found = {(k.kind, k.velocity): v for k, v in zip(kinds, result.parameters) if k.velocity is not None}
        self.assertAlmostEqual(found["damping", 2], 1.7, 6)
        self.assertAlmostEqual(found["coulomb", 2], 2.5, 6)
        self.assertAlmostEqual(found["damping", 3], 0, 6)
        fitted = self.robot.apply_parameters(result.parameters, damping=True, coulomb=True)
        fitted.set_drives(damping=True, friction=True)
        numpy.testing.assert_allclose(fitted.inverse_dynamics(q, qd, qdd), tau, atol=1e-6)
        self.assertEqual(fitted.gravity, GRAVITY)
        p = len(result.parameters)
        self.assertEqual((result.covariance.shape, result.base_combinations.shape), ((p, p), (result.rank, p)))
        numpy.testing.assert_allclose(result.base_combinations @ result.parameters, result.base_values, atol=1e-6)
        numpy.testing.assert_allclose(result.base_combinations[range(result.rank), result.base_parameters], 1, atol=1e-12)

    def test_known_forces_and_weights(self):
        q, qd, qdd = motion(self.robot, 60)
        fext = self.robot.external_force("tool0", numpy.arange(1.0, 7), q)
        tau = self.robot.inverse_dynamics(q, qd, qdd, fext)
        spoiled = tau.copy()
        spoiled[:, 5] += 100
        weights = numpy.array([1, 1, 1, 1, 1, 0.0])
        problem = self.robot.identification()
        problem.add(q, qd, qdd, spoiled, fext, weights)
        self.assertLess(problem.solve().joint_rms[:5].max(), 1e-8)

    def test_masked_recordings_are_refused(self):
        q, qd, qdd = motion(self.robot, 60)
        tau = self.robot.inverse_dynamics(q, qd, qdd)
        masked = numpy.ma.masked_greater(tau, 10)
        t = numpy.ma.masked_less(numpy.arange(60.0), 1)
        prior = numpy.ma.masked_less(self.robot.tree_parameters(), 1e-3)
        problem = self.robot.identification()
        for name, call in (
            ("tau", lambda: problem.add(q, qd, qdd, masked)),
            ("weights", lambda: problem.add(q, qd, qdd, tau, weights=masked)),
            ("prior", lambda: self.robot.identification(prior=prior)),
            ("t", lambda: self.robot.smoothing_rows(t, q, 10)),
            ("q", lambda: self.robot.smoothing_rows(numpy.arange(60.0), numpy.ma.masked_less(q, 0), 10)),
            ("t", lambda: self.robot.excitation(acceleration=[5] * 6, evaluations=1)(t)),
        ):
            with self.assertRaisesRegex(ValueError, f"^{name} has masked elements"):
                call()
        with self.assertRaisesRegex(condyle.RobotError, "no rows"):
            problem.solve()

    def test_parameters_of_the_tree(self):
        parameters = self.robot.tree_parameters(damping=True, rotor_inertia=True)
        self.assertEqual(len(parameters), 60 + 12)
        bodies = {body.name: body.mass for body in self.robot.bodies}
        for kind, value in zip(self.robot.parameters(), parameters):
            if kind.kind == "m" and kind.link == "forearm_link":
                self.assertEqual(value, bodies["forearm_link"])
        numpy.testing.assert_allclose(self.robot.apply_parameters(self.robot.tree_parameters()).inertial_parameters(),
                                      self.robot.inertial_parameters(), atol=1e-12)
        with self.assertRaisesRegex(ValueError, "no tree"):
            condyle.load(self.robot.to_bytes()).tree_parameters()

    def test_consistency_of_ten_parameters(self):
        sphere = [2, 0, 0, 0, 0.5, 0, 0, 0.5, 0, 0.5]
        consistent, margin = condyle.parameters_are_consistent(sphere)
        self.assertTrue(consistent and margin > 0)
        flat = [2, 0, 0, 0, 1, 0, 0, 1, 0, 3]
        self.assertFalse(condyle.parameters_are_consistent(flat)[0])
        nearest, distance = condyle.parameters_make_consistent(flat)
        self.assertGreater(distance, 0)
        self.assertGreaterEqual(condyle.parameters_are_consistent(nearest)[1], -1e-12)
        for call in (lambda: condyle.parameters_are_consistent([1]), lambda: condyle.parameters_make_consistent(flat, -1)):
            with self.assertRaises(ValueError):
                call()

    def test_what_is_wrong_is_refused(self):
        problem = self.robot.identification()
        q, qd, qdd = motion(self.robot, 3)
        tau = numpy.zeros((3, 6))
        tau[1, 0] = numpy.nan
        with self.assertRaises(condyle.RobotError) as caught:
            problem.add(q, qd, qdd, tau)
        self.assertEqual(caught.exception.row, 1)
        with self.assertRaises(condyle.RobotError):
            problem.add(q[0], qd[0], qdd[0], None)
        with self.assertRaises(ValueError):
            problem.add(q, qd, qdd, tau[:, :5])
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.identification().solve()
        self.assertEqual(caught.exception.status, "numeric")
        with self.assertRaises(ValueError):
            self.robot.identification(prior=[1, 2])
        with self.assertRaises(ValueError):
            self.robot.identification(prior_weight=-1)
        with self.assertRaises(ValueError):
            self.robot.apply_parameters([0] * 5)


class Recordings(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=GRAVITY)

    def test_cubics_are_smooth_already(self):
        t = numpy.sort(numpy.random.default_rng(1).uniform(0, 1, 60))
        factors = numpy.linspace(-1, 1, 6)
        q = numpy.outer(t**3 - t, factors)
        smooth, qd, qdd = self.robot.smoothing_rows(t, q, 8.0)
        numpy.testing.assert_allclose(smooth, q, atol=1e-10)
        numpy.testing.assert_allclose(qd, numpy.outer(3 * t**2 - 1, factors), atol=1e-7)
        numpy.testing.assert_allclose(qdd, numpy.outer(6 * t, factors), atol=1e-4)
        one = self.robot.smoothing_row(t, q, 30, 8.0)
        for a, b in zip(one, (smooth, qd, qdd)):
            numpy.testing.assert_array_equal(a, b[30])
        for call in (
            lambda: self.robot.smoothing_rows(t, q[:, :5], 8),
            lambda: self.robot.smoothing_rows(t[:-1], q, 8),
            lambda: self.robot.smoothing_rows(t[::-1], q, 8),
            lambda: self.robot.smoothing_rows(t, q, 0),
            lambda: self.robot.smoothing_row(t, q, 60, 8),
        ):
            with self.assertRaises((IndexError, ValueError)):
                call()

    def test_half_the_amplitude_remains_at_the_cutoff(self):
        t = numpy.linspace(0, 4, 4001)
        q = numpy.outer(numpy.sin(2 * numpy.pi * 5 * t), numpy.ones(6))
        smooth = self.robot.smoothing_rows(t, q, 5.0)[0]
        self.assertAlmostEqual(numpy.abs(smooth[1000:3000]).max(), 0.5, 2)
        self.assertTrue(0 < condyle.smoothing_half_width(5.0) < 1)

    def test_excitations_stay_within_the_limits(self):
        motion = self.robot.excitation(duration=6, acceleration=[4] * 6, evaluations=10, seed=3)
        q, qd, qdd = motion(numpy.linspace(0, 6, 601))
        self.assertLessEqual(numpy.abs(qdd).max(), 4)
        self.assertTrue((numpy.abs(qd) <= self.robot.motion_limits()[0]).all())
        numpy.testing.assert_allclose(motion(6.0)[0], motion(0.0)[0], atol=1e-9)
        numpy.testing.assert_allclose(qd[[0, -1]], 0, atol=1e-9)
        numpy.testing.assert_allclose(numpy.gradient(q, 0.01, axis=0)[5:-5], qd[5:-5], atol=1e-2)
        self.assertEqual(motion.rank, 36)
        self.assertGreater(motion.condition, 1)
        better = self.robot.excitation(duration=6, acceleration=[4] * 6, evaluations=200, seed=3)
        self.assertLessEqual(better.condition, motion.condition)
        with self.assertRaises(ValueError):
            motion(float("nan"))
        for wrong in ({"harmonics": 1}, {"duration": 0}, {"scale": 2.0}, {"velocity": [1]}):
            with self.assertRaises(ValueError):
                self.robot.excitation(**wrong)

    def test_reports_have_the_peaks(self):
        t = numpy.linspace(0, 2, 201)
        qd = numpy.zeros((201, 6))
        tau = numpy.zeros((201, 6))
        qd[:, 0] = numpy.sin(numpy.pi * t)
        tau[:, 0] = 10 * numpy.sin(numpy.pi * t)
        tau[50, 3] = -30
        report = self.robot.limit_report(qd=qd, tau=tau, t=t)
        use = report.uses[0]
        self.assertEqual((report.rows, report.exceeded, use.torque.row, use.torque.time), (201, 1, 50, 0.5))
        self.assertAlmostEqual(use.effort_used, 10 / 150, 12)
        self.assertAlmostEqual(use.rms_torque, 10 / numpy.sqrt(2), 3)
        self.assertAlmostEqual(use.energy_driven, 10.0, 2)  # 10 sin^2 over 2 s
        self.assertEqual(use.energy_braked, 0)
        self.assertTrue(numpy.isnan(use.margin.value))
        self.assertTrue(report.uses[3].effort_exceeded and not use.effort_exceeded)
        q = self.robot.configuration(elbow_joint=3.5)
        self.assertTrue(self.robot.limit_report(q).uses[2].position_exceeded)
        self.assertEqual((report.unknown, use.effort_unknown, use.velocity_unknown, use.position_unknown), (6, False, False, True))
        self.assertEqual(self.robot.limit_report(q * [1, 1, 0, 1, 1, 1], q * 0, q * 0).unknown, 0)
        self.assertTrue(self.robot.limit_report(qd=qd, tau=[[1.0] * 6] * 200 + [[numpy.nan] * 6]).uses[0].effort_unknown)
        self.assertEqual((report.tolerance, self.robot.limit_report(tau=tau, tolerance=0.1).exceeded), (1e-9, 0))
        for wrong in (-1e-9, 2, float("nan")):
            with self.assertRaisesRegex(ValueError, "tolerance of limits"):
                self.robot.limit_report(tau=tau, tolerance=wrong)
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.limit_report(tau=tau, t=t[::-1])
        self.assertEqual(caught.exception.row, 1)

    def test_reports_of_trajectories_and_simulations(self):
        move = self.robot.trajectory([[0, -1, 1, 0, 0, 0], [1, -1, 1, 0, 0, 0]], acceleration=[2] * 6)
        t = numpy.linspace(0, move.duration, 10001)
        q, qd, qdd = move(t)
        report = self.robot.limit_report(move)
        by_rows = self.robot.limit_report(q, qd, self.robot.inverse_dynamics(q, qd, qdd), t)
        for use, other in zip(report.uses, by_rows.uses):
            self.assertAlmostEqual(use.effort_used, other.effort_used, 4)
            self.assertAlmostEqual(use.velocity_used, other.velocity_used, 5)
        self.assertEqual((report.exceeded, report.unknown), (0, 0))
        self.assertGreaterEqual(report.rows, 1000)
        motion = self.robot.simulation().run(0.05)
        by_rows = self.robot.limit_report(motion.q, motion.qd, t=motion.t)
        self.assertEqual(list(map(repr, self.robot.limit_report(motion).uses)), list(map(repr, by_rows.uses)))  # NaN in some
        with self.assertRaisesRegex(TypeError, "a motion has its own times"):
            self.robot.limit_report(move, qd)
        with self.assertRaisesRegex(TypeError, "q: expected real numbers, not Trajectory"):
            self.robot.gravity_torque(move)

    def test_reports_of_trajectories_miss_no_peak(self):
        points = [[0, -1.2, 1, 0, 0, 0], [0.3, -1, 1.2, 0.1, 0, 0]]
        move = self.robot.trajectory(points, "cubic", acceleration=[80] * 6, effort=[1e9] * 6)
        report = self.robot.limit_report(move)
        self.assertGreater(report.exceeded, 0)
        self.assertGreater(max(use.effort_used for use in report.uses), 1.1)
        middle = [[0] * 6, [0.5, 0, 0, 0, 0, 0], [0] * 6]
        move = self.robot.trajectory(middle, "cubic", acceleration=[2] * 6)
        times = numpy.array(move.waypoint_times)
        sides = numpy.clip([times - 1e-9 * times[-1], times, times + 1e-9 * times[-1]], 0, times[-1]).ravel()
        torques = numpy.abs(self.robot.inverse_dynamics(*move(sides)))
        for joint, use in enumerate(self.robot.limit_report(move).uses):
            self.assertGreaterEqual(abs(use.torque.value), torques[:, joint].max() * (1 - 1e-9))

    def test_what_is_set_can_be_asked(self):
        self.robot.set_drives(friction=True, friction_width=0.01)
        drives = self.robot.get_drives()
        self.assertEqual(drives, {"damping": False, "friction": True, "friction_width": 0.01, "rotors": False, "springs": False, "load": False, "offsets": False})
        self.assertIsNone(self.robot.get_payload("tool0"))
        self.robot.set_payload("tool0", 2, (1, 2, 3), (1, 1, 1, 0, 0, 0))
        self.assertEqual(self.robot.get_payload("tool0"), condyle.Payload(2, (1, 2, 3), (1, 1, 1, 0, 0, 0)))
        self.assertEqual(self.robot.limit_violations([9, 0, 0, 0, 0, 0]), [0])
        self.assertEqual(self.robot.limit_violations([9, 0, 0, 0, 0, 0], tolerance=3), [])
        self.assertTrue(self.robot.frame_is_fixed("base_link"))
        self.assertFalse(self.robot.frame_is_fixed("tool0"))


@unittest.skipUnless(has_command(), "the package has no command")
class Logs(unittest.TestCase):
    """A simulated arm with drives comes back from its logs, and what is missing is named."""

    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=GRAVITY)
        real = self.robot.tree()
        for body in ("shoulder_link", "upper_arm_link", "forearm_link", "wrist_1_link", "wrist_2_link", "wrist_3_link"):
            real.replace_joint(body, damping=2.0, friction=3.0)
        self.real = real.robot(gravity=GRAVITY)
        self.real.set_drives(damping=True, friction=True)

    def table(self, robot, count, seed):
        q, qd, qdd = motion(robot, count, seed)
        tau = robot.inverse_dynamics(q, qd, qdd)
        tau += numpy.random.default_rng(seed).normal(0, 0.05, tau.shape)
        names = [f"{kind}.{joint.name}" for kind in ("q", "qd", "qdd", "tau") for joint in robot.joints]
        rows = numpy.ascontiguousarray(numpy.hstack([q, qd, qdd, tau]))
        return rows.view([(name, float) for name in names])[:, 0]

    def test_an_identified_robot_explains_another_log(self):
        train, held = self.table(self.real, 300, 1), self.table(self.real, 150, 2)
        before = self.robot.explain(train, hold_out=held)
        self.assertEqual(len(before["joints"]), 6)
        for joint in before["joints"]:
            self.assertGreater(joint["residual_rms"], 2)
            self.assertEqual(joint["held_out"]["rows"], 150)
            self.assertIn("--friction coulomb", joint["finding"])
        found = self.robot.identify(train, friction="full", rotors=False, bodies="keep")
        self.assertEqual(found.report["rows"], 300)
        self.assertAlmostEqual(found.report["drives"][2]["values"]["damping"], 2, delta=0.1)
        after = found.robot.explain(held)
        self.assertEqual(
            [joint["presliding_distance"] for joint in found.robot.explain(held, presliding=False)["joints"]], [0] * 6
        )
        for joint in after["joints"]:
            self.assertLess(joint["residual_rms"], 0.2)
        judged = self.robot.identify(train, friction="full", rotors=False, bodies="keep", hold_out=held).report["held_out"]
        self.assertEqual(judged["rows"], [150] * 6)
        for left, joint in zip(judged["residual_rms"], after["joints"]):
            self.assertAlmostEqual(left, joint["residual_rms"], delta=1e-9)
        shared = self.robot.explain(train, hold_out=0.2)
        for share in (0, 1, numpy.float32(1.5)):
            with self.assertRaisesRegex(condyle.RobotError, "a share above 0 and below 1"):
                self.robot.explain(train, hold_out=share)
        self.assertEqual(shared["joints"][0]["rows"] + shared["joints"][0]["held_out"]["rows"], 300)

    def test_a_payload_comes_back(self):
        empty = self.table(self.real, 300, 3)
        self.real.set_payload("tool0", 2.0, (0.05, 0, 0.1))
        loaded = self.table(self.real, 300, 4)
        found = self.robot.identify_payload(loaded, empty=empty, body="tool0")
        self.assertAlmostEqual(found["mass"], 2.0, delta=0.1)
        same = self.robot.identify_payload(loaded, empty=empty, body="tool0", delays=False)
        self.assertAlmostEqual(same["mass"], found["mass"], delta=1e-9)  # the rows have no times

    def test_an_independent_robot_stays_independent(self):
        text = '''<robot name="pair"><link name="base"/>
          <link name="a"><inertial><mass value="2"/><origin xyz="0.1 0 0.2"/>
            <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
          <link name="b"><inertial><mass value="1"/><origin xyz="0 0.1 0.2"/>
            <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
          <joint name="lead" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/></joint>
          <joint name="follow" type="continuous"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
            <origin xyz="0 0 0.3"/><mimic joint="lead" multiplier="2"/></joint></robot>'''
        for mimic, nv in (("independent", 2), ("tied", 1)):
            robot = condyle.load(text, mimic=mimic, gravity=(0, 0, -9))
            joints = [joint.name for joint in robot.joints if not joint.mimics]
            q, qd, qdd = (numpy.random.default_rng(k).uniform(-2, 2, (300, nv)) for k in range(3))
            tau = robot.inverse_dynamics(q, qd, qdd) + 2 * qd
            names = [f"{kind}.{joint}" for kind in ("q", "qd", "qdd", "tau") for joint in joints]
            log = numpy.ascontiguousarray(numpy.hstack([q, qd, qdd, tau])).view([(name, float) for name in names])[:, 0]
            found = robot.identify(log, friction="offset", rotors=False, bodies="keep").robot
            self.assertEqual(found.nv, nv)
            self.assertEqual(tuple(found.gravity), (0, 0, -9))
            self.assertLess(max(joint["residual_rms"] for joint in found.explain(log)["joints"]), 0.05)

    def test_no_log_is_said(self):
        for call in (self.robot.explain, self.robot.identify, self.robot.identify_payload):
            with self.assertRaisesRegex(TypeError, "log: expected a table .* not None"):
                call(None)

    def test_notes_are_told_and_faults_raise(self):
        log = self.table(self.real, 200, 5)
        for joint in self.robot.joints:
            log[f"tau.{joint.name}"] /= -10
        notes = self.robot.explain(log)["notes"]
        self.assertTrue(any("of what gravity needs" in note for note in notes), notes)
        with self.assertRaisesRegex(condyle.RobotError, "current_gain"):
            self.robot.explain(log, effort="current")
        with self.assertRaisesRegex(condyle.RobotError, "--friction"):
            self.robot.identify(log, friction="much")
        with self.assertRaises(condyle.RobotError):
            self.robot.explain("no/such/log.csv")


if __name__ == "__main__":
    unittest.main()
