# mypy: ignore-errors
"""The calls as primitives of JAX, by the rules of _rules.py; XLA calls the library directly (xla.c)."""

import re
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from . import _condyle, load
from ._rules import ARGUMENTS, RULES, Call, Robots, require_robot, thread_count

_TARGET = "condyle_call"
# Robots by their compiled models: XLA keeps programs, which keep the addresses of robots.
_robots = {}
_addresses = {}


def _register():
    """Registers the library's function for the version of the interface that this JAX has."""
    header = (Path(jax.ffi.include_dir()) / "xla" / "ffi" / "api" / "c_api.h").read_text()
    major, minor = (int(re.search(rf"XLA_FFI_API_{part} (\d+)", header)[1]) for part in ("MAJOR", "MINOR"))
    jax.ffi.register_ffi_target(_TARGET, _condyle._xla_handler(major, minor), platform="cpu")


_register()


def _fixed(robot):
    """Returns the robot as it is now; equal ones are the same."""
    model = robot.to_bytes()
    if model not in _robots:
        _robots[model] = Robots(load(model))
    return _robots[model]


def _address(robots):
    if robots not in _addresses:
        _addresses[robots] = robots.robot._xla_robot()
    return _addresses[robots]


class Engine:
    """JAX's operations for the rules."""

    einsum: Any = staticmethod(jnp.einsum)
    sqrt: Any = staticmethod(jnp.sqrt)
    cos: Any = staticmethod(jnp.cos)
    sin: Any = staticmethod(jnp.sin)
    stack: Any = staticmethod(jnp.stack)
    concatenate: Any = staticmethod(jnp.concatenate)
    turned: Any = staticmethod(jnp.cross)

    @staticmethod
    def call(call, arrays):
        present = tuple(array is not None for array in arrays)
        return _computed.bind(*(array for array in arrays if array is not None), call=call, present=present)

    @staticmethod
    def cross(a, b):
        return jnp.cross(a, b, axis=-2).sum(-1)


def _drives(call):
    options = dict(call.options)
    return sum(bool(options.get(name)) << i for i, name in enumerate(("damping", "coulomb", "rotor_inertia")))


def _library_name(call):
    return {"forces_torque": "inverse_dynamics", "parameter_torques": "regressor"}.get(call.name, call.name)


def _spread(arrays, present):
    """Returns one value for each input, None where it is not given."""
    left = iter(arrays)
    return [next(left) if given else None for given in present]


def _leading(call, shapes, present):
    """Returns the dimensions of arrays in front of one state's."""
    _, cores, _ = call.robots.robot._call_shapes(_library_name(call), _drives(call))
    if call.name == "forces_torque":
        cores = (cores[0], cores[3])
    elif call.name == "parameter_torques":
        cores = (*cores, call.robots.robot._call_shapes("regressor_transpose_times", _drives(call))[2][0])
    leading = ()
    for shape, core, name in zip(_spread(shapes, present), cores, range(9)):
        if shape is not None:
            split = len(shape) - len(core)
            if split < 0 or tuple(shape[split:]) != core:
                raise ValueError(f"argument {name} of {call.name} has shape {tuple(shape)}; expected (..., {core})")
            leading = tuple(shape[:split])
    return leading


def _foreign(call, arrays, present, leading, dtype):
    """Calls the library: a list of results."""
    index, _, cores = call.robots.robot._call_shapes(_library_name(call), _drives(call))
    results = [jax.ShapeDtypeStruct((*leading, *core), dtype) for core in cores]
    count = 1
    for size in leading:
        count *= size
    numbers = {
        "robot": _address(call.robots), "quantity": index, "frame": call.head[0] if call.head else 0,
        "drives": _drives(call), "threads": dict(call.options).get("threads", 1), "count": count,
        "present": sum(given << i for i, given in enumerate(present)),
    }  # fmt: skip
    target = jax.ffi.ffi_call(_TARGET, results)
    return target(*arrays, **{name: numpy.int64(number) for name, number in numbers.items()})


def _results(call, arrays, present):
    """Computes a call by the library, as operations of XLA."""
    leading = _leading(call, [array.shape for array in arrays], present)
    dtype = arrays[0].dtype if arrays else jnp.result_type(float)
    if call.name == "forces_torque":
        q_given, fext_given = present
        return _foreign(call, arrays, (q_given, False, False, fext_given), leading, dtype)
    if call.name == "parameter_torques":
        *state, parameters = arrays
        (regressor,) = _foreign(call, state, present[:3], leading, dtype)
        return [jnp.einsum("...ij,...j->...i", regressor, parameters)]
    return _foreign(call, arrays, present, leading, dtype)


_computed = Primitive("condyle")
_computed.multiple_results = True


@_computed.def_impl
def _compute(*arrays, call, present):
    return jax.jit(lambda *arrays: _results(call, arrays, present))(*arrays)


@_computed.def_abstract_eval
def _shapes(*avals, call, present):
    leading = _leading(call, [aval.shape for aval in avals], present)
    _, _, cores = call.robots.robot._call_shapes(_library_name(call), _drives(call))
    if call.name == "parameter_torques":
        cores = (cores[0][:1],)
    dtype = avals[0].dtype if avals else jnp.result_type(float)
    return [jax.core.ShapedArray((*leading, *core), dtype) for core in cores]


def _unchanged(result):
    return ad.Zero(jax.typeof(result).to_tangent_aval())


def _differentiate(arrays, tangents, *, call, present):
    """Forward mode; reverse mode transposes its calls, each linear in the tangents."""
    results = _computed.bind(*arrays, call=call, present=present)
    steps = [None if type(tangent) is ad.Zero else tangent for tangent in tangents]
    if all(step is None for step in steps):
        return results, [_unchanged(result) for result in results]
    changes = RULES[call.name].jvp(Engine, call, _spread(arrays, present), _spread(steps, present))
    return results, [_unchanged(result) if change is None else change for result, change in zip(results, changes)]


def _transpose(cotangents, *arrays, call, present):
    needs = [ad.is_undefined_primal(array) for array in arrays]
    known = [None if need else array for need, array in zip(needs, arrays)]
    weights = [None if type(cotangent) is ad.Zero else cotangent for cotangent in cotangents]
    if all(weight is None for weight in weights):
        return [None] * len(arrays)
    wanted = [bool(need) for need in _spread(needs, present)]
    gradients = RULES[call.name].vjp(Engine, call, _spread(known, present), weights, wanted)
    found = [gradient for gradient, given in zip(gradients, present) if given]
    return [gradient if need else None for gradient, need in zip(found, needs)]


def _batch(arrays, axes, *, call, present):
    """One call for all: what is not mapped over is the same for each."""
    size = next(array.shape[axis] for array, axis in zip(arrays, axes) if axis is not None)
    moved = [
        jnp.broadcast_to(array, (size, *array.shape)) if axis is None else jnp.moveaxis(array, axis, 0)
        for array, axis in zip(arrays, axes)
    ]
    results = _computed.bind(*moved, call=call, present=present)
    return results, [0] * len(results)


def _lower(*arrays, call, present):
    return list(_results(call, arrays, present))


ad.primitive_jvps[_computed] = _differentiate
ad.primitive_transposes[_computed] = _transpose
batching.primitive_batchers[_computed] = _batch
mlir.register_lowering(_computed, mlir.lower_fun(_lower, multiple_results=True), platform="cpu")


def compute(robot: Any, name: str, values: Any, head: tuple[int, ...] = (), **options: Any) -> Any:
    """Computes a call for arrays whose dimensions in front of one state's are broadcast."""
    require_robot(robot)
    options["threads"] = thread_count(options.get("threads", 1))
    given = []
    for (argument, shape), value in zip(ARGUMENTS[name], values, strict=True):
        if value is not None:
            array = jnp.asarray(value)
            if jnp.issubdtype(array.dtype, jnp.complexfloating):
                raise TypeError(f"{argument}: expected real numbers, not {array.dtype}")
            rank = 2 if shape == "forces" else 1
            if array.ndim < rank:
                raise ValueError(f"{argument} has shape {array.shape}; expected {rank} or more dimensions")
            given.append((array, array.ndim - rank))
    types = {array.dtype for array, _ in given}
    dtype = jnp.float32 if types == {jnp.dtype("float32")} else jnp.result_type(float)
    leading = jnp.broadcast_shapes(*(array.shape[:split] for array, split in given))
    arrays = iter(
        jnp.broadcast_to(array, (*leading, *array.shape[split:])).astype(dtype) for array, split in given
    )
    inputs = [None if value is None else next(arrays) for value in values]
    call = Call(_fixed(robot), name, head, tuple(options.items()))
    return tuple(Engine.call(call, inputs))
