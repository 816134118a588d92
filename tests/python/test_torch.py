"""PyTorch: the same numbers as NumPy's, and gradients that are slopes, through every transform."""

import doctest
import importlib.util
import re
import unittest
from pathlib import Path

import numpy

import condyle
import condyle.torch

try:
    import torch
except ImportError:
    torch = None

GRADIENTS = Path(__file__).parents[2] / "docs" / "gradients.md"

# A robot on wheels: a planar joint, a hinge, and a slider, with everything that drives can have.
CART = """<robot name='cart'>
  <link name='ground'/>
  <link name='base'><inertial><origin xyz='0.1 0 0.2'/><mass value='9'/>
    <inertia ixx='0.4' iyy='0.5' izz='0.6' ixy='0.01' ixz='0' iyz='0.02'/></inertial></link>
  <link name='arm'><inertial><origin xyz='0.3 0.1 0'/><mass value='2'/>
    <inertia ixx='0.1' iyy='0.2' izz='0.15' ixy='0' ixz='0' iyz='0'/></inertial></link>
  <link name='hand'><inertial><origin xyz='0 0 0.1'/><mass value='1'/>
    <inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial></link>
  <joint name='drive' type='planar'><parent link='ground'/><child link='base'/><axis xyz='0 0 1'/></joint>
  <joint name='lift' type='revolute'><parent link='base'/><child link='arm'/><origin xyz='0 0 0.4' rpy='0.2 0 0.1'/>
    <axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='50' velocity='4'/><dynamics damping='0.7'/></joint>
  <joint name='slide' type='prismatic'><parent link='arm'/><child link='hand'/><origin xyz='0.5 0 0'/>
    <axis xyz='1 0 0'/><limit lower='0' upper='1' effort='50' velocity='4'/><dynamics damping='2'/></joint>
</robot>"""


def robots():
    """Yields an arm, an arm on a floating base, and one on a planar joint, with damping."""
    yield condyle.load("universalUR5e", gravity=(0.5, 1, -9.81))
    yield condyle.load("kukaIiwa14", gravity=(0, 0, -9.81), floating_base=True)
    robot = condyle.load(CART, gravity=(0, 0.3, -9.81))
    robot.set_drives(damping=True)
    yield robot


def arguments(robot, count=2, seed=5):
    """Returns q, two vectors and fext for count states, which need gradients."""
    generator = numpy.random.default_rng(seed)
    vectors = generator.normal(size=(2, count, robot.nv))
    fext = generator.normal(size=(count, robot.force_rows, 6))
    arrays = (robot.random_configuration(seed, count), *vectors, fext)
    return [torch.tensor(array, dtype=torch.float64, requires_grad=True) for array in arrays]


@unittest.skipUnless(torch, "PyTorch is not installed")
class Torch(unittest.TestCase):
    def test_values_are_those_of_numpy(self):
        for robot in robots():
            q, qd, x, fext = arguments(robot)
            plain = [tensor.detach().numpy() for tensor in (q, qd, x, fext)]
            for name in ("inverse_dynamics", "forward_dynamics"):
                found = getattr(condyle.torch, name)(robot, q, qd, x, fext)
                numpy.testing.assert_array_equal(found.detach(), getattr(robot, name)(*plain))
            frame = robot.frames[-1]
            found = condyle.torch.get_transform(robot, frame, q, relative_to=2)
            numpy.testing.assert_allclose(found.detach(), robot.get_transform(frame, plain[0], relative_to=2), atol=1e-14)
            for found, expected in zip(condyle.torch.energy(robot, q, qd), robot.energy(*plain[:2]), strict=True):
                numpy.testing.assert_array_equal(found.detach(), expected)

    def test_gradients_are_the_derivatives_transposed(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        q, qd, x, _ = arguments(robot, 1)
        w = torch.arange(6.0, dtype=torch.float64)
        for name, third in (("inverse_dynamics", robot.mass_matrix), ("forward_dynamics", robot.inverse_mass_matrix)):
            plain = [tensor.detach().numpy()[0] for tensor in (q, qd, x)]
            matrices = *getattr(robot, name + "_derivatives")(*plain)[:2], third(plain[0])
            result = getattr(condyle.torch, name)(robot, q, qd, x)
            for found, matrix in zip(torch.autograd.grad(result, (q, qd, x), w[None]), matrices, strict=True):
                numpy.testing.assert_allclose(found[0], w.numpy() @ matrix, rtol=1e-9, atol=1e-9)

    def check(self, function, *tensors, **options):
        """Compares gradients of both modes with slopes."""
        options = {"check_forward_ad": True, "atol": 2e-5, "rtol": 1e-4, **options}
        self.assertTrue(torch.autograd.gradcheck(function, tensors, **options))

    def test_gradients_are_slopes(self):
        for robot in robots():
            q, qd, x, fext = arguments(robot)
            self.check(lambda *a: condyle.torch.inverse_dynamics(robot, *a), q, qd, x, fext)
            self.check(lambda *a: condyle.torch.forward_dynamics(robot, *a), q, qd, x, fext)
            self.check(lambda *a: condyle.torch.energy(robot, *a), q, qd)
            self.check(lambda a: condyle.torch.get_transform(robot, robot.frames[-1], a, 2), q)

    def test_each_argument_alone_has_the_same_gradient(self):
        for robot in robots():
            tensors = arguments(robot)
            w = torch.linspace(-1, 1, 2 * robot.nv, dtype=torch.float64).reshape(2, -1)
            for call in (condyle.torch.inverse_dynamics, condyle.torch.forward_dynamics):
                together = torch.autograd.grad(call(robot, *tensors), tensors, w)
                for i, expected in enumerate(together):
                    alone = [t if k == i else t.detach() for k, t in enumerate(tensors)]
                    (found,) = torch.autograd.grad(call(robot, *alone), alone[i], w)
                    torch.testing.assert_close(found, expected, rtol=1e-9, atol=1e-10)
            q, qd = tensors[:2]
            kinetic = condyle.torch.energy(robot, q.detach(), qd)[0]
            (momentum,) = torch.autograd.grad(kinetic.sum(), qd)
            numpy.testing.assert_allclose(momentum, robot.mass_times(q.detach().numpy(), qd.detach().numpy()), atol=1e-12)

    def test_second_derivatives_that_exist(self):
        for robot in robots():
            q, qd, x, fext = arguments(robot)
            second = torch.autograd.gradgradcheck
            self.assertTrue(second(lambda a: condyle.torch.get_transform(robot, robot.frames[-1], a), q, atol=1e-4))
            still = q.detach(), qd.detach()
            self.assertTrue(second(lambda a, b: condyle.torch.inverse_dynamics(robot, *still, a, b), (x, fext)))
            self.assertTrue(second(lambda a, b: condyle.torch.forward_dynamics(robot, *still, a, b), (x, fext)))
            self.assertTrue(second(lambda a: condyle.torch.energy(robot, still[0], a), qd))

    def test_products_with_the_mass_matrix_are_differentiable_by_q(self):
        """By q and w: through the gradient by qdd, which is M(q) w."""
        for robot in robots():
            q, w, x, fext = arguments(robot)

            def by_third(call):
                def gradient(at, along, forces):
                    given = x.detach().requires_grad_(), forces.detach().requires_grad_()
                    result = call(robot, at.detach(), None, *given)
                    from condyle._rules import Call, Robots
                    from condyle._torch import Computed

                    name = "mass_times" if call is condyle.torch.inverse_dynamics else "inverse_mass_times"
                    own = Computed.apply(Call(Robots(robot), name), at, along)[0]
                    expected = torch.autograd.grad(result, given[0], along.detach())[0]
                    torch.testing.assert_close(own.detach(), expected)
                    load = Computed.apply(Call(Robots(robot), "load_vjp"), at, along)[0]
                    bare = Call(Robots(robot), "forces_torque").of("forces_torque", bare=True)
                    return own, load, Computed.apply(bare, at, forces)[0]

                return gradient

            self.assertTrue(torch.autograd.gradcheck(by_third(condyle.torch.inverse_dynamics), (q, w, fext), atol=2e-5))
            self.assertTrue(torch.autograd.gradcheck(by_third(condyle.torch.forward_dynamics), (q, w, fext), atol=2e-5))

    def test_second_derivatives_that_do_not_exist_are_refused(self):
        robot = condyle.load("universalUR5e")
        q, qd, x, _ = arguments(robot)
        for call in (condyle.torch.inverse_dynamics, condyle.torch.forward_dynamics):
            (by_qd,) = torch.autograd.grad(call(robot, q, qd, x).sum(), qd, create_graph=True)
            with self.assertRaisesRegex(NotImplementedError, "no derivative of .*_dynamics_vjp by q"):
                by_qd.sum().backward()

    def test_parameters(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        q, qd, qdd = (tensor.detach() for tensor in arguments(robot)[:3])
        parameters = torch.tensor(robot.inertial_parameters(), requires_grad=True)
        tau = condyle.torch.parameter_torques(robot, q, qd, qdd, parameters)
        numpy.testing.assert_allclose(tau.detach(), robot.inverse_dynamics(q.numpy(), qd.numpy(), qdd.numpy()), atol=1e-11)
        self.check(lambda p: condyle.torch.parameter_torques(robot, q, qd, qdd, p), parameters)
        function = lambda p: condyle.torch.parameter_torques(robot, q, qd, qdd, p).square().sum()
        hessian = torch.autograd.functional.hessian(function, parameters)
        regressor = robot.regressor(q.numpy(), qd.numpy(), qdd.numpy()).reshape(-1, 60)
        numpy.testing.assert_allclose(hessian, 2 * regressor.T @ regressor, atol=1e-9)
        with self.assertRaisesRegex(NotImplementedError, "parameter_torques by q"):
            condyle.torch.parameter_torques(robot, q.requires_grad_(), None, None, parameters).sum().backward()

    def test_transforms_of_functions(self):
        robot = condyle.load("kukaIiwa14", gravity=(0, 0, -9.81))
        q, qd, qdd, _ = (tensor.detach() for tensor in arguments(robot, 5))
        function = lambda q, qd, qdd: condyle.torch.inverse_dynamics(robot, q, qd, qdd)
        by_q, by_qd = robot.inverse_dynamics_derivatives(q.numpy(), qd.numpy(), qdd.numpy())
        for jacobian in (torch.func.jacrev, torch.func.jacfwd):
            found = torch.func.vmap(jacobian(function, argnums=(0, 1)))(q, qd, qdd)
            numpy.testing.assert_allclose(found[0], by_q, atol=1e-10)
            numpy.testing.assert_allclose(found[1], by_qd, atol=1e-10)
        mapped = torch.func.vmap(function, in_dims=(1, None, 0), out_dims=1)(q.T, qd[0], qdd)
        expected = robot.inverse_dynamics(q.numpy(), qd[0].numpy(), qdd.numpy())
        numpy.testing.assert_allclose(mapped.T, expected, atol=1e-12)
        hessian = torch.func.hessian(lambda q: condyle.torch.get_transform(robot, "iiwa_link_ee", q)[0, 3])(q[0])
        torch.testing.assert_close(hessian, hessian.T, atol=1e-10, rtol=0)
        self.assertGreater(hessian.abs().max(), 0.05)

    def test_a_map_is_one_call(self):
        robot = condyle.load("kukaIiwa14")
        counted = []

        class Counting(condyle.Robot):
            def inverse_dynamics(self, *arguments, **options):
                counted.append(numpy.shape(arguments[0]))
                return super().inverse_dynamics(*arguments, **options)

        robot.__class__ = Counting
        torch.func.vmap(lambda q: condyle.torch.inverse_dynamics(robot, q))(torch.zeros(9, 7, dtype=torch.float64))
        self.assertEqual(counted, [(9, 7)])

    def test_shapes_and_types(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        q = torch.zeros(4, 1, 6, dtype=torch.float32, requires_grad=True)
        qd = torch.ones(3, 6, dtype=torch.float32, requires_grad=True)
        tau = condyle.torch.inverse_dynamics(robot, q, qd)
        self.assertEqual((tau.dtype, tau.shape), (torch.float32, (4, 3, 6)))
        tau.square().sum().backward()
        self.assertEqual((q.grad.shape, qd.grad.shape, qd.grad.dtype), ((4, 1, 6), (3, 6), torch.float32))
        again = [tensor.detach().double().requires_grad_() for tensor in (q, qd)]
        condyle.torch.inverse_dynamics(robot, *again).square().sum().backward()
        torch.testing.assert_close(q.grad.double(), again[0].grad, rtol=1e-4, atol=1e-2)
        self.assertEqual(condyle.torch.inverse_dynamics(robot, q, again[1]).dtype, torch.float64)
        self.assertEqual(condyle.torch.inverse_dynamics(robot).shape, (6,))
        kinetic, potential = condyle.torch.energy(robot, q[0, 0])
        self.assertEqual((kinetic.shape, potential.dtype), ((), torch.float32))
        self.assertEqual(condyle.torch.inverse_dynamics(robot, q[:0]).shape, (0, 1, 6))

    def test_wrong_arguments(self):
        robot = condyle.load("universalUR5e")
        with self.assertRaisesRegex(TypeError, "q: expected a tensor of float64 or float32, not torch.int64"):
            condyle.torch.inverse_dynamics(robot, torch.zeros(6, dtype=torch.int64))
        with self.assertRaisesRegex(TypeError, "qd: expected a tensor, not list"):
            condyle.torch.inverse_dynamics(robot, qd=[0.0] * 6)
        with self.assertRaisesRegex(ValueError, "qd has shape"):
            condyle.torch.energy(robot, qd=torch.zeros(5))
        with self.assertRaisesRegex(ValueError, "q has no dimension"):
            condyle.torch.energy(robot, torch.tensor(0.0))
        with self.assertRaisesRegex(ValueError, "device"):
            condyle.torch.energy(robot, torch.zeros(6, device="meta"))
        with self.assertRaisesRegex(condyle.RobotError, "tool"):
            condyle.torch.get_transform(robot, "tool", torch.zeros(6))
        with self.assertRaisesRegex(TypeError, "needs the argument 'parameters'"):
            condyle.torch.parameter_torques(robot)
        for wrong in (None, "universalUR5e", 0, -1, True):
            with self.assertRaisesRegex(TypeError, f"expected a condyle.Robot, not {type(wrong).__name__}"):
                condyle.torch.energy(wrong, torch.zeros(6))

    def test_docstrings(self):
        runner = doctest.DocTestRunner()
        for test in doctest.DocTestFinder(exclude_empty=True).find(condyle.torch):
            runner.run(test)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 20)

    @unittest.skipUnless(GRADIENTS.is_file(), "docs/gradients.md is not there")
    def test_the_document(self):
        text = GRADIENTS.read_text().partition("\n## JAX")[0]
        examples = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
        runner = doctest.DocTestRunner()
        runner.run(doctest.DocTestParser().get_doctest(examples, {}, "docs/gradients.md", None, None))
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 8)


if __name__ == "__main__":
    unittest.main()
