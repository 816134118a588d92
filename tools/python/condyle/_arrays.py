"""Arguments of calls as arrays of numbers: what is converted, and by which rule."""

from typing import Any

import numpy
from numpy.typing import NDArray

from . import _frames, arrow
from ._frames import name_results as name_results
from ._masks import refuse_mask

_Array = NDArray[Any]
_Shape = tuple[int, ...]
_MOST_LEADING = 24  # array.h: MAX_LEADING


def _described(value: Any, array: _Array) -> str:
    """Returns what a message calls a value that NumPy can only take as one object, or as an array of no numbers."""
    return str(array.dtype) if array.ndim or array.dtype != object else type(value).__name__


def _convert(name: str, value: Any) -> _Array:
    """Returns value as float64, or as float32 where it is an array of float32; Arrow's columns by their own interface."""
    refuse_mask(name, value)
    try:
        array = arrow.to_numpy(value) if arrow.is_arrow(value) else numpy.asarray(value)
    except ValueError:
        if not isinstance(value, (list, tuple)):
            raise
        raise ValueError(f"{name}: expected an array of numbers, in rows that are equally long") from None
    if array.dtype == numpy.float32:
        return array
    if array.dtype == numpy.float16 or array.dtype.kind in "biu":
        return array.astype(numpy.float64)
    if array.dtype != numpy.float64 and array.dtype.kind != "f":
        raise TypeError(f"{name}: expected real numbers, not {_described(value, array)}")
    return array.astype(numpy.float64, copy=False)


def _kind(arrays: list[_Array]) -> type[numpy.floating[Any]]:
    """Returns the kind of number to compute with: floats where there are arrays and all are of floats."""
    return numpy.float32 if arrays and all(array.dtype == numpy.float32 for array in arrays) else numpy.float64


def kind_of(values: tuple[Any, ...]) -> type[numpy.floating[Any]]:
    """Returns the kind of number that a call computes with where these are its arguments."""
    return _kind([_convert("argument", value) for value in values if value is not None])


def like(result: _Array, values: tuple[Any, ...]) -> _Array:
    """Returns a result of doubles as float32 where these arguments, None for those not given, are float32.

    Arguments that are no arrays of numbers, such as generators and fractions, which some calls take, are not.
    """
    try:
        kind = kind_of(values)
    except (TypeError, ValueError):
        return result
    return result.astype(kind, copy=False)


def _leading(name: str, array: _Array, core: _Shape) -> _Shape:
    """Returns the dimensions of array in front of those of one state."""
    split = array.ndim - len(core)
    if split > _MOST_LEADING:
        raise ValueError(f"{name} has {array.ndim} dimensions; expected {_MOST_LEADING + len(core)} at most")
    if split < 0 or array.shape[split:] != core:
        numbers = ", ".join(map(str, core))
        raise ValueError(
            f"{name} has shape {array.shape}; expected {core} for one state, (..., {numbers}) for several"
        )
    return array.shape[:split]


def prepare(
    arguments: list[tuple[str, Any, _Shape]], doubles: bool, robot: Any = None
) -> tuple[tuple[_Array | None, ...], Any]:
    """Converts arguments, a list of (name, value, core), for one call; columns of tables by the names of the robot.

    The result is a tuple of contiguous arrays, None where value is None, and the first table (_frames) or None. All are float32 where every array given is
    float32 and doubles is false, else float64; their leading dimensions are broadcast to the same.
    """
    values, table = _frames.fill(robot, arguments)
    arrays = [None if value is None else _convert(name, value) for (name, _, _), value in zip(arguments, values)]
    given = [array for array in arrays if array is not None]
    dtype = numpy.float64 if doubles else _kind(given)
    leading = [
        _leading(name, array, core) for array, (name, _, core) in zip(arrays, arguments) if array is not None
    ]
    try:
        common = numpy.broadcast_shapes(*leading)
    except ValueError:
        shapes = ", ".join(f"{n} {a.shape}" for (n, _, _), a in zip(arguments, arrays) if a is not None)
        raise ValueError(f"the shapes {shapes} do not agree on the number of states") from None
    prepared = tuple(
        None
        if array is None
        else numpy.require(numpy.broadcast_to(array, common + core), dtype, ["C", "A"])
        for array, (_, _, core) in zip(arrays, arguments)
    )
    return prepared, table
