"""Terms of one sweep, beside the calls that give each of them."""

import unittest

import numpy

import condyle

NAMES = (
    "transforms", "center_of_mass", "center_of_mass_jacobian", "momentum", "momentum_rate", "momentum_matrix",
    "kinetic_energy", "potential_energy", "torques", "mass_matrix", "torques_by_q", "torques_by_qd", "coriolis_matrix",
)  # fmt: skip
OF_FRAME = ("transform", "jacobian", "jacobian_dot", "velocity", "acceleration")


def single_calls(robot, q, qd, qdd, fext):
    """Returns the terms by the calls for one result."""
    center, momentum, energy = robot.center_of_mass(q), robot.centroidal_momentum(q, qd, qdd), robot.energy(q, qd)
    derivatives = robot.inverse_dynamics_derivatives(q, qd, qdd, fext)
    return dict(
        transforms=robot.forward_kinematics(q), center_of_mass=center[0], center_of_mass_jacobian=center[1],
        momentum=momentum[0], momentum_rate=momentum[1], momentum_matrix=robot.centroidal_momentum_matrix(q),
        kinetic_energy=energy[0], potential_energy=energy[1], torques=robot.inverse_dynamics(q, qd, qdd, fext),
        mass_matrix=robot.mass_matrix(q), torques_by_q=derivatives[0], torques_by_qd=derivatives[1],
        coriolis_matrix=robot.coriolis_matrix(q, qd),
    )  # fmt: skip


def frame_calls(robot, frame, axes, q, qd, qdd):
    return dict(
        transform=robot.get_transform(frame, q), jacobian=robot.geometric_jacobian(frame, q, axes),
        jacobian_dot=robot.jacobian_dot(frame, q, qd, axes), velocity=robot.frame_velocity(frame, q, qd, axes),
        acceleration=robot.frame_acceleration(frame, q, qd, qdd, axes),
    )  # fmt: skip


class OneSweep(unittest.TestCase):
    def setUp(self):
        self.robot = condyle.load("kukaIiwa14", gravity=(0.5, 0, -9.81))
        generator = numpy.random.default_rng(5)
        self.frame = self.robot.frames[-1]
        self.q = self.robot.random_configuration(5, 600).reshape(3, 200, 7)
        self.qd, self.qdd = generator.uniform(-1, 1, (2, 3, 200, 7))
        self.fext = generator.uniform(-1, 1, (3, 200, 7, 6))

    def compare(self, found, wanted):
        for name, value in wanted.items():
            with self.subTest(name):
                self.assertEqual(numpy.shape(getattr(found, name)), numpy.shape(value))
                numpy.testing.assert_allclose(getattr(found, name), value, rtol=1e-9, atol=1e-10)

    def test_every_term_is_that_of_its_call(self):
        state = (self.q, self.qd, self.qdd, self.fext)
        for given in (state, [part[1, 7] for part in state]):
            for axes in ("base", "body"):
                frames = {self.frame: OF_FRAME, 2: ("velocity",)}
                found = self.robot.all_terms(NAMES, *given, frames=frames, axes=axes, threads=2)
                self.compare(found, single_calls(self.robot, *given))
                self.compare(found.frames[self.frame], frame_calls(self.robot, self.frame, axes, *given[:3]))
                numpy.testing.assert_allclose(
                    found.frames[2].velocity, self.robot.frame_velocity(2, *given[:2], axes), atol=1e-12
                )

    def test_each_alone_and_nothing_else(self):
        wanted = single_calls(self.robot, self.q[0, 0], self.qd[0, 0], None, None)
        for name in NAMES:
            found = self.robot.all_terms(name, self.q[0, 0], self.qd[0, 0])
            self.compare(found, {name: wanted[name]})
            self.assertEqual(set(vars(found)), {name, "frames"})
            self.assertIn(name, repr(found))
        with self.assertRaises(AttributeError):
            found.jacobian
        self.assertEqual(self.robot.all_terms("torques").torques.shape, (7,))

    def test_memory_of_the_caller(self):
        first = self.robot.all_terms(("torques", "mass_matrix"), self.q, frames={self.frame: ["jacobian"]})
        again = self.robot.all_terms(("torques", "mass_matrix"), self.q[::-1].copy(), frames={self.frame: ["jacobian"]}, out=first)
        self.assertIs(again.mass_matrix, first.mass_matrix)
        self.assertIs(again.frames[self.frame].jacobian, first.frames[self.frame].jacobian)
        numpy.testing.assert_allclose(again.torques[0], self.robot.gravity_torque(self.q[2]), atol=1e-11)
        with self.assertRaises(ValueError):
            self.robot.all_terms(("torques", "mass_matrix"), self.q[0], frames={self.frame: ["jacobian"]}, out=first)

    def test_memory_of_the_caller_for_one_state(self):
        names = ("kinetic_energy", "torques", "potential_energy")
        first = self.robot.all_terms(names, self.q[0, 0], self.qd[0, 0], frames={self.frame: "velocity"})
        again = self.robot.all_terms(names, self.q[1, 1], self.qd[1, 1], frames={self.frame: "velocity"}, out=first)
        self.assertIs(again.torques, first.torques)
        self.assertIs(again.frames[self.frame].velocity, first.frames[self.frame].velocity)
        kinetic, potential = self.robot.energy(self.q[1, 1], self.qd[1, 1])
        self.assertIs(type(again.kinetic_energy), float)
        numpy.testing.assert_allclose((again.kinetic_energy, again.potential_energy), (kinetic, potential), rtol=1e-12)
        alone = self.robot.all_terms("potential_energy", self.q[0, 0])
        found = self.robot.all_terms("potential_energy", self.q[1, 1], out=alone).potential_energy
        self.assertAlmostEqual(found, potential, delta=1e-10)
        with self.assertRaisesRegex(ValueError, "shape"):
            self.robot.all_terms("potential_energy", self.q[0], out=alone)

    def test_a_state_that_fails(self):
        self.q[1, 3, 2] = numpy.nan
        out = self.robot.all_terms(["torques", "mass_matrix"], numpy.zeros((3, 200, 7)))
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.all_terms(["torques", "mass_matrix"], self.q, out=out)
        self.assertEqual(caught.exception.row, 203)
        self.assertTrue(numpy.isnan(out.mass_matrix[1, 3]).all())
        numpy.testing.assert_allclose(out.torques[1, 4], self.robot.gravity_torque(self.q[1, 4]), atol=1e-11)

    def test_floats_give_floats(self):
        small = [part.astype(numpy.float32) for part in (self.q, self.qd, self.qdd, self.fext)]
        for given in (small, [part[1, 7] for part in small]):
            wide = [part.astype(float) for part in given]
            for axes in ("base", "body"):
                found = self.robot.all_terms(NAMES, *given, frames={self.frame: OF_FRAME}, axes=axes, threads=2)
                wanted = self.robot.all_terms(NAMES, *wide, frames={self.frame: OF_FRAME}, axes=axes)
                for name in NAMES + OF_FRAME:
                    ours, theirs = (getattr(terms if name in NAMES else terms.frames[self.frame], name) for terms in (found, wanted))
                    with self.subTest(name):
                        if numpy.ndim(theirs) > 0:
                            self.assertEqual(ours.dtype, numpy.float32)
                        self.assertEqual(numpy.shape(ours), numpy.shape(theirs))
                        largest = numpy.abs(theirs).max()
                        self.assertLess(numpy.abs(ours - theirs).max(), 1e-5 * largest)
                        self.assertGreater(numpy.abs(ours - theirs).max(), 0)

    def test_floats_beside_doubles_give_doubles(self):
        small = self.q.astype(numpy.float32)
        self.assertEqual(self.robot.all_terms("torques", small, self.qd).torques.dtype, numpy.float64)
        self.assertEqual(self.robot.all_terms("torques", small).torques.dtype, numpy.float32)
        self.assertEqual(self.robot.all_terms("torques").torques.dtype, numpy.float64)

    def test_memory_of_the_caller_for_floats(self):
        q, qd = self.q.astype(numpy.float32), self.qd.astype(numpy.float32)
        names = ("kinetic_energy", "torques")
        for at in ((), (1, 1)):
            first = self.robot.all_terms(names, q[at], qd[at])
            again = self.robot.all_terms(names, -q[at], qd[at], out=first)
            self.assertIs(again.torques, first.torques)
            numpy.testing.assert_allclose(again.torques, self.robot.inverse_dynamics(-q[at], qd[at]), atol=1e-3)
        with self.assertRaisesRegex(ValueError, "float64"):
            self.robot.all_terms(names, self.q[1, 1], out=first)

    def test_a_state_of_floats_that_fails(self):
        q = self.q.astype(numpy.float32)
        q[1, 3, 2] = numpy.inf
        out = self.robot.all_terms(["torques", "mass_matrix"], numpy.zeros((3, 200, 7), numpy.float32))
        with self.assertRaises(condyle.RobotError) as caught:
            self.robot.all_terms(["torques", "mass_matrix"], q, out=out)
        self.assertEqual(caught.exception.row, 203)
        self.assertTrue(numpy.isnan(out.mass_matrix[1, 3]).all())
        numpy.testing.assert_allclose(out.torques[1, 4], self.robot.gravity_torque(q[1, 4]), atol=1e-4)

    def test_what_is_refused(self):
        for wanted, frames in ((["torqes"], None), (["torques", 3], None), (["torques", "torques"], None), ("torques", {self.frame: "mass"}),
                               ("torques", {"nothing": "jacobian"})):
            with self.assertRaises((ValueError, condyle.RobotError), msg=(wanted, frames)):
                self.robot.all_terms(wanted, frames=frames)
        for wanted, frames in (((), None), ([], {}), ([], {self.frame: []})):
            with self.assertRaisesRegex(ValueError, "no term.*'transforms', .*'coriolis_matrix'.*'transform', .*'acceleration'"):
                self.robot.all_terms(wanted, frames=frames)
        for frames in ([self.frame], self.frame, (self.frame,), 3):
            with self.assertRaisesRegex(TypeError, f"frames: expected .*body's name.*not {type(frames).__name__}"):
                self.robot.all_terms("torques", frames=frames)
        for q in (self.q, self.q[0, 0]):
            for threads in (-1, 1025):
                with self.assertRaisesRegex(ValueError, "threads: expected 0"):
                    self.robot.all_terms("torques", q, threads=threads)


if __name__ == "__main__":
    unittest.main()
