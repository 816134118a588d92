"""Simulations and ready-made control laws: closed forms, conserved energy, and laws in Python."""

import gc
import threading
import unittest

import numpy

import condyle

GRAVITY = (0, 0, -9.81)

# A pendulum: a point of 2 kg at 0.5 m; and a slider of 3 kg with limits.
PENDULUM = """<robot name='pendulum'>
  <link name='base'/>
  <link name='rod'><inertial><origin xyz='0 0 -0.5'/><mass value='2'/>
    <inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link>
  <joint name='hinge' type='continuous'><parent link='base'/><child link='rod'/><axis xyz='0 1 0'/></joint>
</robot>"""
SLIDER = """<robot name='slider'>
  <link name='base'/>
  <link name='block'><inertial><mass value='3'/>
    <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>
  <joint name='rail' type='prismatic'><parent link='base'/><child link='block'/><axis xyz='1 0 0'/>
    <limit lower='-1' upper='0.5' effort='6' velocity='9'/></joint>
</robot>"""


class Simulations(unittest.TestCase):
    def test_many_motions_are_those_of_one(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        random = numpy.random.default_rng(3)
        q, qd = random.uniform(-1, 1, (2, 3, 5, 6))
        tau = random.uniform(-5, 5, (5, 20, 6))
        for integrator in ("semi-implicit-euler", "rk4", "implicit"):
            many = robot.rollout(q, qd[0], tau, step=0.002, integrator=integrator, threads=2)
            self.assertEqual((many.q.shape, many.qd.shape), ((3, 5, 20, 6), (3, 5, 20, 6)))
            for i in range(3):
                for j in range(0, 5, 2):
                    torques = tau[j]
                    one = robot.simulation(
                        integrator, 0.002, sampled_control=True, control=lambda t, q, qd, rows=torques: rows[round(t / 0.002)]
                    )
                    one.set_state(0, q[i, j], qd[0, j])
                    motion = one.run(0.04)
                    numpy.testing.assert_allclose(many.q[i, j], motion.q[1:], atol=1e-11)
                    numpy.testing.assert_allclose(many.qd[i, j], motion.qd[1:], atol=1e-10)
                    numpy.testing.assert_allclose(many.t, motion.t[1:], atol=1e-15)

    def test_one_motion_and_none_have_their_shapes(self):
        robot = condyle.load(SLIDER)
        self.assertEqual(robot.rollout(steps=4).q.shape, (4, 1))
        self.assertEqual(robot.rollout(tau=numpy.ones((3, 0, 1))).qd.shape, (3, 0, 1))
        self.assertEqual(robot.rollout(numpy.zeros((0, 1)), steps=2).q.shape, (0, 2, 1))
        numpy.testing.assert_allclose(robot.rollout(tau=[[3.0]] * 10, step=0.1).qd[:, 0], 0.1 * numpy.arange(1, 11))

    def test_wrong_rollouts_are_refused(self):
        robot = condyle.load(SLIDER)
        for arguments, word in (
            ({}, "number of steps"),
            ({"q": [0.0, 1.0], "steps": 2}, "q: expected an array of shape (..., 1)"),
            ({"tau": [1.0]}, "tau: expected an array of shape (..., steps, 1)"),
            ({"tau": [[1.0]], "steps": 2}, "tau: expected an array of shape (..., 2, 1)"),
            ({"steps": -1}, "steps"),
            ({"steps": 1, "integrator": "euler"}, "integrator"),
            ({"steps": 1, "errors": "ignore"}, "errors: expected 'raise' or 'keep'"),
        ):
            with self.assertRaises(ValueError) as caught:
                robot.rollout(**arguments)
            self.assertIn(word, str(caught.exception))
        with self.assertRaises(condyle.RobotError) as caught:
            robot.rollout([[0.0], [float("nan")]], steps=3)
        self.assertIn("row 1:", str(caught.exception))
        with self.assertRaises(condyle.RobotError):
            robot.rollout(steps=3, step=-1.0, errors="keep")

    def test_simulations_that_fail_leave_the_others(self):
        robot = condyle.load(SLIDER)
        starts = numpy.array([[[0.1], [float("nan")]], [[0.3], [0.4]]])
        tau = numpy.zeros((2, 2, 5, 1))
        tau[0, 0] = 1.5
        tau[1, 0, 2] = float("inf")
        with self.assertWarnsRegex(condyle.RobotWarning, "^2 of 4 simulations failed; the first: row 1: ") as caught:
            kept = robot.rollout(starts, tau=tau, errors="keep")
        self.assertEqual(caught.filename, __file__)
        numpy.testing.assert_array_equal(numpy.isnan(kept.q[..., 0]).sum(-1), [[0, 5], [3, 0]])
        numpy.testing.assert_array_equal(numpy.isnan(kept.qd), numpy.isnan(kept.q))
        for place in ((0, 0), (1, 1)):
            alone = robot.rollout(starts[place], tau=tau[place])
            numpy.testing.assert_allclose(kept.q[place], alone.q, rtol=1e-12)
            numpy.testing.assert_allclose(kept.qd[place], alone.qd, atol=1e-15)

    def test_a_constant_force_has_its_closed_form(self):
        robot = condyle.load(SLIDER)
        for integrator in ("rk4", "variational", "implicit", "cvode", "cvode-stiff"):
            if not condyle.has_integrator(integrator):
                continue
            simulation = robot.simulation(integrator, 0.01, control=lambda t, q, qd: [1.5])
            simulation.set_state(0, [-0.5], [0.1])
            motion = simulation.run(0.5, every=5)
            numpy.testing.assert_allclose(motion.t, numpy.linspace(0, 0.5, 11), atol=1e-12)
            numpy.testing.assert_allclose(motion.q[:, 0], -0.5 + 0.1 * motion.t + 0.25 * motion.t**2, atol=1e-7)
            numpy.testing.assert_allclose(motion.qd[:, 0], 0.1 + 0.5 * motion.t, atol=1e-7)
            self.assertAlmostEqual(simulation.t, 0.5, 12)
            self.assertEqual((simulation.q[0], simulation.qd[0]), (motion.q[-1, 0], motion.qd[-1, 0]))

    def test_the_energy_of_a_pendulum_stays(self):
        simulation = condyle.load(PENDULUM, gravity=GRAVITY).simulation("rk4", 0.001)
        simulation.set_state(0, [2.0])
        start = sum(simulation.energy())
        self.assertAlmostEqual(start, -2 * 9.81 * 0.5 * numpy.cos(2.0), 12)
        simulation.step(2000)
        self.assertAlmostEqual(sum(simulation.energy()), start, 8)
        self.assertGreater(simulation.energy()[0], 0)

    def test_stops_and_saturation(self):
        robot = condyle.load(SLIDER)
        stopped = robot.simulation(control=lambda t, q, qd: [100.0], saturate=True, stops=True)
        numpy.testing.assert_array_equal(stopped.torque(), [6])
        motion = stopped.run(2.0)
        self.assertLessEqual(motion.q.max(), 0.5)
        self.assertAlmostEqual(stopped.q[0], 0.5, 9)
        before = motion.t < 0.6  # 0.5 = t^2, so at 0.71 s
        numpy.testing.assert_allclose(motion.q[before, 0], motion.t[before] ** 2, atol=1e-6)
        free = robot.simulation("rk4", control=lambda t, q, qd: [6.0])
        free.step(1000)
        self.assertAlmostEqual(free.q[0], 1.0, 9)
        with self.assertRaisesRegex(condyle.RobotError, "stop"):
            robot.simulation("rk4", stops=True)

    def test_an_environment_pushes(self):
        robot = condyle.load(SLIDER)
        seen = []

        def push(t, q, qd):
            seen.append((t, q.copy(), qd.copy()))
            return robot.external_force("block", [0, 0, 0, 3.0, 0, 0], q)

        simulation = robot.simulation("rk4", 0.01, environment=push)
        simulation.step(100)
        self.assertAlmostEqual(simulation.q[0], 0.5, 9)
        self.assertEqual(seen[0][1].shape, (1,))
        self.assertGreaterEqual(len(seen), 400)

    def test_sampled_control_is_asked_once_a_step(self):
        times = []
        simulation = condyle.load(SLIDER).simulation(
            "rk4", 0.1, sampled_control=True, control=lambda t, q, qd: times.append(t) or [1.0]
        )
        simulation.step(4)
        numpy.testing.assert_allclose(times, [0, 0.1, 0.2, 0.3], atol=1e-12)

    def test_stiff_laws_with_their_slopes(self):
        simulation = condyle.load(SLIDER).simulation(
            step=0.01,
            control=lambda t, q, qd: -1e6 * q - 1e4 * qd,
            control_slopes=lambda t, q, qd: ([1e6], [1e4]),
        )
        simulation.set_state(0, [-0.5])
        simulation.step(100)
        self.assertLess(abs(simulation.q[0]), 1e-6)

    def test_payloads_come_between_steps(self):
        robot = condyle.load(SLIDER)
        simulation = robot.simulation("rk4", 0.01, control=lambda t, q, qd: [3.0])
        simulation.step(10)
        simulation.set_payload("block", 3.0)
        speed = simulation.qd[0]
        simulation.step(10)
        self.assertAlmostEqual(simulation.qd[0] - speed, 3.0 / 6 * 0.1, 9)
        self.assertEqual(robot.total_mass, 3)
        robot.gravity = (9, 0, 0)  # the simulation has a robot of its own
        simulation.step(10)
        self.assertAlmostEqual(simulation.qd[0] - speed, 3.0 / 6 * 0.2, 9)

    def test_faults_of_laws_end_the_step(self):
        robot = condyle.load(SLIDER)

        def broken(t, q, qd):
            if t > 0.05:
                raise KeyError("sensor")
            return [0.0]

        simulation = robot.simulation("rk4", 0.01, control=broken)
        with self.assertRaisesRegex(KeyError, "sensor"):
            simulation.step(100)
        self.assertLess(simulation.t, 0.06)
        for wrong, error in (
            (lambda t, q, qd: [1, 2], ValueError),
            (lambda t, q, qd: None, ValueError),
            (lambda t, q, qd: [[1.0]], ValueError),
            (lambda t, q, qd: "x", TypeError),
            (lambda t, q, qd: [float("nan")], condyle.RobotError),
            (lambda t, q: [1.0], TypeError),
        ):
            with self.assertRaises(error):
                robot.simulation("rk4", control=wrong).step()
        with self.assertRaises(TypeError):
            robot.simulation(control_slopes=lambda t, q, qd: [1.0], control=lambda t, q, qd: [1.0]).step()
        with self.assertRaises(ValueError):
            robot.simulation(environment=lambda t, q, qd: [[0] * 6] * 2).step()

    def test_a_law_must_not_use_its_simulation(self):
        robot = condyle.load(SLIDER)
        held = []
        simulation = robot.simulation("rk4", control=lambda t, q, qd: held[0].step() or [0.0])
        held.append(simulation)
        with self.assertRaisesRegex(RuntimeError, "being used"):
            simulation.step()

    def test_wrong_arguments(self):
        robot = condyle.load(SLIDER)
        for keywords in ({"integrator": "euler"}, {"step": 0.0}, {"step": float("nan")}, {"relative_tolerance": -1.0}):
            with self.assertRaises(ValueError):
                robot.simulation(**keywords)
        with self.assertRaises(TypeError):
            robot.simulation(control=3)
        simulation = robot.simulation("rk4")
        for wrong in (([1, 2],), ([float("nan")],), ([0.0], [1, 2])):
            with self.assertRaises(ValueError):
                simulation.set_state(0.0, *wrong)
        for wrong in ((-1.0,), (float("inf"),), (1.0, 0)):
            with self.assertRaises(ValueError):
                simulation.run(*wrong)
        with self.assertRaises(ValueError):
            condyle.has_integrator("x")
        other = condyle.load("universalUR5e").motion_model()
        with self.assertRaisesRegex(ValueError, "another robot"):
            robot.simulation(control=other)

    def test_simulations_run_beside_each_other(self):
        robot = condyle.load("universalUR5e", gravity=GRAVITY)
        simulations = [robot.simulation("rk4", 0.001) for _ in range(3)]
        threads = [threading.Thread(target=s.step, args=(300,)) for s in simulations]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for other in simulations[1:]:
            numpy.testing.assert_array_equal(simulations[0].q, other.q)

    def test_they_are_freed(self):
        import weakref

        class Law:
            def __call__(self, t, q, qd):
                return [0.0]

        law = Law()
        law.simulation = condyle.load(SLIDER).simulation(control=law)
        watch = weakref.ref(law)
        del law
        gc.collect()
        self.assertIsNone(watch())


class Laws(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("universalUR5e", gravity=GRAVITY)
        generator = numpy.random.default_rng(1)
        self.q, self.goal = generator.uniform(-1, 1, (2, 6))
        self.qd, self.goal_qd, self.goal_qdd = generator.uniform(-1, 1, (3, 6))

    def test_computed_torques_are_those_of_the_error_dynamics(self):
        law = self.robot.motion_model()
        omega, zeta = numpy.arange(5.0, 11), numpy.linspace(0.5, 1, 6)
        law.set_error_dynamics(omega, zeta)
        law.set_reference(self.goal, self.goal_qd, self.goal_qdd)
        qdd = self.goal_qdd - 2 * zeta * omega * (self.qd - self.goal_qd) - omega**2 * (self.q - self.goal)
        expected = self.robot.inverse_dynamics(self.q, self.qd, qdd)
        numpy.testing.assert_allclose(law(self.q, self.qd), expected, atol=1e-10)
        numpy.testing.assert_allclose(law.derivative(self.q, self.qd), qdd, atol=1e-9)
        fext = self.robot.external_force("tool0", [0, 0, 0, 0, 0, 5.0], self.q)
        expected = self.robot.forward_dynamics(self.q, self.qd, expected, fext)
        numpy.testing.assert_allclose(law.derivative(self.q, self.qd, fext), expected, atol=1e-9)
        free = self.robot.motion_model("independent-joint")
        free.set_reference(self.goal)
        expected = -20 * self.qd - 100 * (self.q - self.goal)
        numpy.testing.assert_allclose(free.derivative(self.q, self.qd, fext), expected, atol=1e-10)

    def test_pd_has_its_gains(self):
        law = self.robot.motion_model("pd")
        Kp, Kd = numpy.random.default_rng(2).uniform(0, 9, (2, 6, 6))
        law.set_gains(Kp, Kd)
        numpy.testing.assert_array_equal(law.gains(), [Kp, Kd])
        law.set_reference(self.goal)
        expected = self.robot.gravity_torque(self.q) - Kp @ (self.q - self.goal) - Kd @ self.qd
        numpy.testing.assert_allclose(law(self.q, self.qd), expected, atol=1e-11)
        numpy.testing.assert_allclose(law.slopes(self.q, self.qd), [Kp.sum(1), Kd.sum(1)], atol=1e-12)
        law.set_gains(Kd=Kp)
        numpy.testing.assert_array_equal(law.gains(), [Kp, Kp])
        law.set_inertia_gains(self.q)
        diagonal = numpy.diag(self.robot.mass_matrix(self.q))
        numpy.testing.assert_allclose(law.gains()[0], numpy.diag(100 * diagonal), atol=1e-10)

    def test_a_law_moves_a_simulation_as_in_python(self):
        law = self.robot.motion_model("pd")
        law.set_reference(self.goal)
        law.set_inertia_gains()
        one = self.robot.simulation("rk4", 0.002, control=law)
        other = self.robot.simulation("rk4", 0.002, control=lambda t, q, qd: law(q, qd))
        for simulation in (one, other):
            simulation.set_state(0, self.q)
            simulation.step(50)
        numpy.testing.assert_allclose(one.q, other.q, atol=1e-12)
        numpy.testing.assert_array_equal(one.torque(), law(one.q, one.qd))

    def test_step_responses(self):
        omega, zeta = condyle.error_dynamics_from_step(0.8, 0.1)
        self.assertAlmostEqual(numpy.exp(-numpy.pi * zeta / numpy.sqrt(1 - zeta**2)), 0.1, 12)
        self.assertAlmostEqual(4 / (zeta * omega), 0.8, 12)
        with self.assertRaises(condyle.RobotError):
            condyle.error_dynamics_from_step(-1, 0)

    def test_wrong_arguments(self):
        law = self.robot.motion_model()
        for call in (
            lambda: self.robot.motion_model("pid"),
            lambda: law.set_error_dynamics([1] * 5),
            lambda: law.set_error_dynamics([-1] * 6),
            lambda: law.set_gains([[1]]),
            lambda: law.set_reference([float("nan")] * 6),
            lambda: law([0] * 5),
            lambda: law([float("inf")] * 6),
            lambda: law.derivative(fext=[[1]]),
        ):
            with self.assertRaises(ValueError):
                call()


if __name__ == "__main__":
    unittest.main()
