"""JAX: the same numbers as NumPy's, and gradients that are slopes, through every transform."""

import doctest
import importlib.util
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

import condyle
import condyle.jax

try:
    import jax
    import jax.numpy as jnp
    from jax.test_util import check_grads

    jax.config.update("jax_enable_x64", True)
except ImportError:
    jax = None

SOURCES = Path(__file__).parents[2]
INTERFACE, EXAMPLES = SOURCES / "tools" / "python" / "xla.h", SOURCES / "docs" / "gradients.md"

# A robot on wheels: a planar joint, a hinge, and a slider, both with damping.
WAGON = """<robot name='wagon'>
  <link name='ground'/>
  <link name='base'><inertial><origin xyz='0.1 0 0.2'/><mass value='9'/>
    <inertia ixx='0.4' iyy='0.5' izz='0.6' ixy='0.01' ixz='0' iyz='0.02'/></inertial></link>
  <link name='arm'><inertial><origin xyz='0.3 0.1 0'/><mass value='2'/>
    <inertia ixx='0.1' iyy='0.2' izz='0.15' ixy='0' ixz='0' iyz='0'/></inertial></link>
  <joint name='drive' type='planar'><parent link='ground'/><child link='base'/><axis xyz='0 0 1'/></joint>
  <joint name='lift' type='revolute'><parent link='base'/><child link='arm'/><origin xyz='0 0 0.4' rpy='0.2 0 0.1'/>
    <axis xyz='0 1 0'/><limit lower='-2' upper='2' effort='50' velocity='4'/><dynamics damping='0.7'/></joint>
</robot>"""

# The members of xla.h beside the names that XLA's header gives them.
STRUCTS = {
    "xla_extension/XLA_FFI_Extension_Base": "type next",
    "xla_version/XLA_FFI_Api_Version": "major/major_version minor/minor_version",
    "xla_metadata/XLA_FFI_Metadata": "version/api_version traits",
    "xla_metadata_extension/XLA_FFI_Metadata_Extension": "base/extension_base metadata",
    "xla_error_arguments/XLA_FFI_Error_Create_Args": "message code/errc",
    "xla_api/XLA_FFI_Api": "version/api_version create_error/XLA_FFI_Error_Create",
    "xla_buffer/XLA_FFI_Buffer": "kind/dtype data rank sizes/dims",
    "xla_buffers/XLA_FFI_Args": "count/size types items/args",
    "xla_buffers/XLA_FFI_Rets": "count/size types items/rets",
    "xla_text/XLA_FFI_ByteSpan": "start/ptr length/len",
    "xla_scalar/XLA_FFI_Scalar": "kind/dtype value",
    "xla_attributes/XLA_FFI_Attrs": "count/size types names items/attrs",
    "xla_call_frame/XLA_FFI_CallFrame": "extension/extension_start api stage arguments/args results/rets attributes/attrs",
}
NUMBERS = {
    "XLA_INT64": "XLA_FFI_DataType_S64",
    "XLA_FLOAT": "XLA_FFI_DataType_F32",
    "XLA_DOUBLE": "XLA_FFI_DataType_F64",
    "1": "XLA_FFI_Extension_Metadata",
    "3": "XLA_FFI_AttrType_SCALAR",
    "sizeof(int)": "sizeof(XLA_FFI_AttrType)",
}


def some_robots():
    yield condyle.load("universalUR5e", gravity=(0.5, 1, -9.81))
    yield condyle.load("kukaIiwa14", gravity=(0, 0, -9.81), floating_base=True)
    robot = condyle.load(WAGON, gravity=(0, 0.3, -9.81))
    robot.set_drives(damping=True)
    yield robot


def some_states(robot, count=2, seed=5):
    """Returns q, two vectors and fext for count states."""
    generator = numpy.random.default_rng(seed)
    vectors = generator.normal(size=(2, count, robot.nv))
    return robot.random_configuration(seed, count), *vectors, generator.normal(size=(count, robot.force_rows, 6))


@unittest.skipUnless(jax, "JAX is not installed")
class Jax(unittest.TestCase):
    def test_values_are_those_of_numpy(self):
        for robot in some_robots():
            states = some_states(robot)
            for name in ("inverse_dynamics", "forward_dynamics"):
                call = getattr(condyle.jax, name)
                expected = getattr(robot, name)(*states)
                numpy.testing.assert_array_equal(call(robot, *states), expected)
                numpy.testing.assert_array_equal(jax.jit(lambda *a: call(robot, *a))(*states), expected)
            frame = robot.frames[-1]
            found = condyle.jax.get_transform(robot, frame, states[0], relative_to=2)
            numpy.testing.assert_allclose(found, robot.get_transform(frame, states[0], relative_to=2), atol=1e-14)
            for found, expected in zip(condyle.jax.energy(robot, *states[:2]), robot.energy(*states[:2]), strict=True):
                numpy.testing.assert_array_equal(found, expected)

    def test_gradients_are_slopes(self):
        for robot in some_robots():
            q, qd, x, fext = some_states(robot)
            for function, arrays in (
                (lambda *a: condyle.jax.inverse_dynamics(robot, *a), (q, qd, x, fext)),
                (lambda *a: condyle.jax.forward_dynamics(robot, *a), (q, qd, x, fext)),
                (lambda *a: condyle.jax.energy(robot, *a), (q, qd)),
                (lambda a: condyle.jax.get_transform(robot, robot.frames[-1], a, 2), (q,)),
            ):
                check_grads(function, arrays, 1, eps=1e-6, atol=1e-3, rtol=1e-3)

    def test_second_derivatives_that_exist(self):
        robot = condyle.load("universalUR5e", gravity=(0.5, 1, -9.81))
        q, qd, x, fext = some_states(robot, 1)
        for function, arrays in (
            (lambda a: condyle.jax.get_transform(robot, robot.frames[-1], a), (q,)),
            (lambda a, f: condyle.jax.inverse_dynamics(robot, q, qd, a, f), (x, fext)),
            (lambda a, f: condyle.jax.forward_dynamics(robot, q, qd, a, f), (x, fext)),
            (lambda a: condyle.jax.energy(robot, q, a), (qd,)),
        ):
            check_grads(function, arrays, 2, eps=1e-5, atol=1e-3, rtol=1e-3)

    def test_jacobians_are_the_derivatives(self):
        robot = condyle.load("kukaIiwa14", gravity=(0, 0, -9.81))
        q, qd, x, _ = some_states(robot, 5)
        for name in ("inverse_dynamics", "forward_dynamics"):
            function = lambda *a: getattr(condyle.jax, name)(robot, *a)
            expected = getattr(robot, f"{name}_derivatives")(q, qd, x)
            for jacobian in (jax.jacrev, jax.jacfwd):
                found = jax.jit(jax.vmap(jacobian(function, argnums=(0, 1, 2))))(q, qd, x)
                for one, other in zip(found, expected):
                    numpy.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-8)

    def test_a_map_is_one_call(self):
        robot = condyle.load("kukaIiwa14", gravity=(0, 0, -9.81))
        q, qd, x, _ = some_states(robot, 5)
        mapped = jax.vmap(lambda q, qd, x: condyle.jax.inverse_dynamics(robot, q, qd, x), (1, None, 0), 1)
        expected = robot.inverse_dynamics(q, qd[0], x)
        numpy.testing.assert_allclose(mapped(q.T, qd[0], x).T, expected, atol=1e-12)
        text = str(jax.make_jaxpr(mapped)(q.T, qd[0], x))
        self.assertEqual(text.count("condyle"), 1)
        self.assertIn("f64[5,7]", re.search(r"\w+:(\S+) = condyle", text)[1])

    def test_second_derivatives_that_do_not_exist_are_refused(self):
        robot = condyle.load("universalUR5e")
        for call in (condyle.jax.inverse_dynamics, condyle.jax.forward_dynamics):
            with self.assertRaisesRegex(NotImplementedError, "no derivative of .*_dynamics_(vjp|jvp) by q"):
                jax.hessian(lambda q: call(robot, q)[0])(numpy.ones(6))

    def test_parameters(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        states = some_states(robot)[:3]
        parameters = robot.inertial_parameters()
        function = lambda p: condyle.jax.parameter_torques(robot, *states, p)
        numpy.testing.assert_allclose(function(parameters), robot.inverse_dynamics(*states), atol=1e-11)
        check_grads(function, (parameters,), 2, eps=1e-4, atol=1e-5, rtol=1e-5)
        numpy.testing.assert_allclose(jax.jacrev(function)(parameters), robot.regressor(*states), atol=1e-11)

    def test_programs_keep_the_robot_as_it_was(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        function = jax.jit(lambda q: condyle.jax.inverse_dynamics(robot, q))
        q = numpy.ones(6)
        before = robot.inverse_dynamics(q)
        numpy.testing.assert_allclose(function(q), before, atol=1e-12)
        robot.set_payload("tool0", 5.0)
        numpy.testing.assert_allclose(function(q), before, atol=1e-12)
        numpy.testing.assert_allclose(condyle.jax.inverse_dynamics(robot, q), robot.inverse_dynamics(q), atol=1e-12)
        self.assertGreater(abs(robot.inverse_dynamics(q) - before).max(), 1)
        del robot
        numpy.testing.assert_allclose(function(q), before, atol=1e-12)

    def test_shapes_and_types(self):
        robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        q, qd = jnp.zeros((4, 1, 6), jnp.float32), jnp.ones((3, 6), jnp.float32)
        tau = condyle.jax.inverse_dynamics(robot, q, qd)
        self.assertEqual((tau.dtype, tau.shape), (jnp.float32, (4, 3, 6)))
        numpy.testing.assert_array_equal(tau, robot.inverse_dynamics(numpy.asarray(q), numpy.asarray(qd)))
        effort = lambda q: (condyle.jax.inverse_dynamics(robot, q, qd) ** 2).sum()
        self.assertEqual(jax.grad(effort)(q).dtype, jnp.float32)
        jacobian = jax.jacrev(lambda q: condyle.jax.get_transform(robot, "tool0", q))
        slopes = jax.jacrev(jacobian)(q[0, 0])  # by a call in doubles alone
        self.assertEqual(slopes.dtype, jnp.float32)
        numpy.testing.assert_allclose(slopes, jax.jacrev(jacobian)(jnp.zeros(6)), atol=1e-6)
        self.assertEqual(condyle.jax.inverse_dynamics(robot).shape, (6,))
        self.assertEqual(condyle.jax.inverse_dynamics(robot, q[:0]).shape, (0, 1, 6))
        with jax.enable_x64(False):
            self.assertEqual(condyle.jax.inverse_dynamics(robot, numpy.zeros(6)).dtype, jnp.float32)

    def test_wrong_arguments(self):
        robot = condyle.load("universalUR5e")
        with self.assertRaisesRegex(ValueError, "argument 1 of energy has shape"):
            condyle.jax.energy(robot, qd=numpy.zeros(5))
        with self.assertRaisesRegex(ValueError, "fext has shape"):
            condyle.jax.inverse_dynamics(robot, fext=numpy.zeros(6))
        with self.assertRaisesRegex(TypeError, "complex"):
            condyle.jax.energy(robot, numpy.zeros(6, complex))
        with self.assertRaisesRegex(condyle.RobotError, "tool"):
            condyle.jax.get_transform(robot, "tool", numpy.zeros(6))
        with self.assertRaisesRegex(Exception, "finite"):
            condyle.jax.inverse_dynamics(robot, numpy.full(6, numpy.nan)).block_until_ready()
        with self.assertRaisesRegex(TypeError, "needs the argument 'parameters'"):
            condyle.jax.parameter_torques(robot)
        for wrong in (None, "universalUR5e", 0, -1, True, numpy.float64(1)):
            with self.assertRaisesRegex(TypeError, f"expected a condyle.Robot, not {type(wrong).__name__}"):
                condyle.jax.energy(wrong, numpy.zeros(6))
        for threads in (-1, 1025, 2**70):
            with self.assertRaisesRegex(ValueError, "threads: expected 0 .all cores. to 1024"):
                condyle.jax.energy(robot, numpy.zeros(6), threads=threads)
        with self.assertRaisesRegex(TypeError, "cannot be interpreted as an integer"):
            condyle.jax.energy(robot, numpy.zeros(6), threads=1.5)

    @unittest.skipUnless(INTERFACE.is_file() and shutil.which("cc"), "no sources or no C compiler")
    def test_the_interface_is_that_of_the_header(self):
        lines = [f'#include "{INTERFACE}"', '#include "xla/ffi/api/c_api.h"']
        for pair, members in STRUCTS.items():
            own, theirs = pair.split("/")
            for member in ("struct_size", *members.split()):
                if member == "struct_size" and own in ("xla_text", "xla_scalar"):
                    continue
                ours, _, other = member.partition("/")
                if own == "xla_metadata_extension" and member == "struct_size":
                    ours, other = "base", "extension_base"
                other = other or ours
                for measure in (f"offsetof({own}, {ours}) == offsetof({theirs}, {other})",
                                f"sizeof((({own} *)0)->{ours}) <= sizeof((({theirs} *)0)->{other})"):
                    lines.append(f'_Static_assert({measure}, "{own}.{ours}");')
        lines += [f'_Static_assert((int)({ours}) == (int)({theirs}), "{theirs}");' for ours, theirs in NUMBERS.items()]
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "check.c"
            source.write_text("\n".join(lines) + "\n")
            command = ["cc", "-std=c17", "-fsyntax-only", f"-I{jax.ffi.include_dir()}", str(source)]
            done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(len(lines), 60)

    def test_docstrings(self):
        runner = doctest.DocTestRunner()
        for test in doctest.DocTestFinder(exclude_empty=True).find(condyle.jax):
            runner.run(test)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 20)

    @unittest.skipUnless(EXAMPLES.is_file() and importlib.util.find_spec("scipy"), "no docs/gradients.md, or no SciPy")
    def test_the_document(self):
        text = EXAMPLES.read_text().partition("\n## JAX")[2]
        examples = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
        runner = doctest.DocTestRunner()
        runner.run(doctest.DocTestParser().get_doctest(examples, {}, "docs/gradients.md", None, None))
        self.assertEqual(runner.failures, 0)
        self.assertGreater(runner.tries, 8)


if __name__ == "__main__":
    unittest.main()
