"""Arrow arrays in and out without copies, by the C data and stream interfaces of Arrow (PyCapsules).

Any object of pyarrow, polars, DuckDB, nanoarrow ... with the method __arrow_c_array__ or __arrow_c_stream__ is read;
pyarrow itself is not needed. A column of states is fixed-size lists of float64 or float32, n numbers each: its memory
is that of an array (rows, n), which is used where it lies, and is not writable. Robots' calls take such columns as they
take arrays; integers are copied. Rows must not be null.

>>> import condyle, condyle.arrow
>>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
>>> q = condyle.arrow.Array(robot.random_configuration(1, 1000))
>>> tau = condyle.arrow.Array({"tau": robot.gravity_torque(q)})
>>> tau
<condyle.arrow.Array: 1000 rows of struct<tau: fixed_size_list<float64>[6]>>
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy

from . import _condyle
from ._masks import refuse_mask

if TYPE_CHECKING:
    import numpy.typing as npt

    class _WithArray(Protocol):
        def __arrow_c_array__(self) -> tuple[object, object]: ...

    class _WithStream(Protocol):
        def __arrow_c_stream__(self) -> object: ...

    _Source = _WithArray | _WithStream
    _Column = tuple[Any, ...]  # format, name, length, offset or numbers ..., children
    _Values = npt.ArrayLike | Mapping[str, npt.ArrayLike]

_NAMES = {
    "g": "float64", "f": "float32", "l": "int64", "L": "uint64", "i": "int32", "I": "uint32", "s": "int16",
    "S": "uint16", "c": "int8", "C": "uint8",
}  # fmt: skip
_EXACT = 1 << 53  # integers beyond are no float64


def is_arrow(value: object) -> bool:
    """Tell whether an object is read by Arrow's interface: it has one, and no arithmetic of NumPy's.

    >>> import condyle.arrow
    >>> condyle.arrow.is_arrow(condyle.arrow.Array([[1.0, 2.0]])), condyle.arrow.is_arrow([[1.0, 2.0]])
    (True, False)
    """
    if hasattr(value, "__arrow_c_array__"):
        return True
    return hasattr(value, "__arrow_c_stream__") and not hasattr(value, "__array_ufunc__")


def _require_valid(name: str, validity: Any, start: int, count: int) -> None:
    if validity is not None:
        valid = numpy.unpackbits(numpy.frombuffer(validity, numpy.uint8), bitorder="little")[start : start + count]
        if not valid.all():
            raise ValueError(f"the Arrow column {name!r} is null in row {int(valid.argmin())}; expected numbers")


def _refuse(name: str, kind: str) -> TypeError:
    return TypeError(
        f"the Arrow column {name!r} has the format {kind!r}; expected float64, float32, integers or fixed-size lists of "
        "them"
    )


def _as_floats(array: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """Returns integers as float64, which is a copy; floats as they are."""
    if array.dtype.kind == "f":
        return array
    for end in (array.min(), array.max()):
        if not -_EXACT <= int(end) <= _EXACT:
            raise ValueError(
                f"the Arrow column {name!r} has the integer {int(end)}, which float64 has not; expected 2^53 at most"
            )
    return array.astype(numpy.float64)


def _read(column: _Column, first: int, count: int) -> npt.NDArray[Any]:
    """Returns the numbers of rows of a column, without a copy."""
    kind, name, length, offset, validity, numbers, children = column
    start = offset + first
    _require_valid(name, validity, start, count)
    if first + count > length:
        raise ValueError(f"the Arrow column {name!r} has {length} rows; its parent needs {first + count}")
    if kind in _NAMES:
        if not count:
            return numpy.empty(0, _NAMES[kind])
        if numbers is None:
            raise ValueError(f"the Arrow column {name!r} has no numbers")
        return _as_floats(numpy.frombuffer(numbers, _NAMES[kind])[start : start + count], name)
    if not kind.startswith("+w:") or len(children) != 1:
        raise _refuse(name, kind)
    size = int(kind[3:])
    inner = _read(children[0], start * size, count * size)
    return inner.reshape(count, size, *inner.shape[1:])


def _parts(column: _Column) -> tuple[list[str], list[npt.NDArray[Any]]]:
    """Returns the names and arrays of a struct's columns."""
    kind, name, length, offset, validity, _, children = column
    if kind != "+s":
        raise TypeError(f"the Arrow column has the format {kind!r}; expected a struct, as record batches are")
    _require_valid(name, validity, offset, length)
    return [child[1] for child in children], [_read(child, offset, length) for child in children]


def _columns(column: _Column) -> dict[str, npt.NDArray[Any]]:
    names, arrays = _parts(column)
    if len(set(names)) < len(names):
        raise ValueError(f"two Arrow columns have the same name among {', '.join(map(repr, names))}")
    return dict(zip(names, arrays, strict=True))


def _array(column: _Column) -> npt.NDArray[Any]:
    if column[0] != "+s":
        return _read(column, 0, column[2])
    names, arrays = _parts(column)
    if len(arrays) == 1 and arrays[0].ndim > 1:
        return arrays[0]
    for name, array in zip(names, arrays, strict=True):
        if array.ndim != 1:
            raise TypeError(f"the Arrow column {name!r} holds lists; expected one such column, or one number a column")
    return numpy.stack(arrays, axis=1) if arrays else numpy.empty((column[2], 0))


def _batches(source: Any) -> Iterator[_Column]:
    """Gives what describes each array of a source."""
    if hasattr(source, "__arrow_c_array__"):
        yield _condyle._arrow_contents(*source.__arrow_c_array__())
        return
    if not hasattr(source, "__arrow_c_stream__"):
        raise TypeError(f"expected an object with __arrow_c_array__ or __arrow_c_stream__, not {type(source).__name__}")
    stream = source.__arrow_c_stream__()
    schema = _condyle._arrow_stream_schema(stream)
    array = _condyle._arrow_stream_next(stream)
    if array is None:  # a table without rows may have no batch: its columns have no rows
        yield _condyle._arrow_nothing(schema)
    while array is not None:
        yield _condyle._arrow_contents(schema, array)
        array = _condyle._arrow_stream_next(stream)


def _one(parts: Iterable[Any], join: Callable[[list[Any]], Any]) -> Any:
    parts = list(parts)
    return parts[0] if len(parts) == 1 else join(parts)


def _contents(source: object) -> Any:
    """Returns the columns of a source of structs by name; of one column of numbers or lists the array."""
    parts = [_columns(column) if column[0] == "+s" else _array(column) for column in _batches(source)]
    return _one(parts, _join if parts and isinstance(parts[0], dict) else numpy.concatenate)


def _join(parts: list[dict[str, npt.NDArray[Any]]]) -> dict[str, npt.NDArray[Any]]:
    return {name: numpy.concatenate([part[name] for part in parts]) for name in parts[0]}


def to_numpy(source: _Source) -> npt.NDArray[Any]:
    """Return an Arrow column as an array: (rows,) of numbers, (rows, n) of fixed-size lists, and so on.

    A struct or record batch with one number a column gives (rows, columns), which is a copy, and so are the batches of a
    stream, where there are several.

    >>> import condyle.arrow
    >>> condyle.arrow.to_numpy(condyle.arrow.Array({"x": [1.0, 2.0], "y": [3.0, 4.0]}))
    array([[1., 3.],
           [2., 4.]])
    """
    array: npt.NDArray[Any] = _one(map(_array, _batches(source)), numpy.concatenate)
    return array


def columns(source: _Source) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of a record batch, table or struct column, a dictionary of arrays by name.

    >>> import condyle.arrow
    >>> condyle.arrow.columns(condyle.arrow.Array({"q": [[1.0, 2.0]], "t": [0.5]}))
    {'q': array([[1., 2.]]), 't': array([0.5])}
    """
    named: dict[str, npt.NDArray[Any]] = _one(map(_columns, _batches(source)), _join)
    return named


def batches(source: _Source) -> Iterator[Any]:
    """Iterate over the batches of a stream, each a dictionary of arrays by name, or one array for a column alone.

    >>> import condyle.arrow
    >>> stream = condyle.arrow.Stream({"t": [float(i), i + 0.5]} for i in range(2))
    >>> [part["t"].tolist() for part in condyle.arrow.batches(stream)]
    [[0.0, 0.5], [1.0, 1.5]]
    """
    for column in _batches(source):
        yield _columns(column) if column[0] == "+s" else _array(column)


def _checked(name: str) -> str:
    """Returns a name that Arrow can have."""
    if "\0" in name or any("\ud800" <= letter <= "\udfff" for letter in name):
        raise ValueError(f"the column's name {name!r} has a byte of zero or half of a character; expected text")
    return name


def _describe(name: str, values: Any) -> _Column:
    """Returns the description of an array's column, whose numbers lie in C order."""
    refuse_mask(name or "the array", values)
    array = numpy.asarray(values)
    if array.dtype.kind not in "buifO":
        raise TypeError(f"the column {name!r} has the type {array.dtype}; expected numbers")
    if array.dtype != numpy.float32:
        array = numpy.asarray(array, numpy.float64)
    array = numpy.require(array, array.dtype.newbyteorder("="), ["C", "A"])
    if array.ndim == 0:
        raise ValueError("expected an array with rows, not one number")
    column: _Column = ("f" if array.dtype == numpy.float32 else "g", "item", array.size, array.reshape(-1), [])
    for axis in range(array.ndim - 1, 0, -1):
        length = int(numpy.prod(array.shape[:axis]))
        column = (f"+w:{array.shape[axis]}", "item", length, None, [column])
    return (column[0], name, *column[2:])


def _name_of(column: _Column) -> str:
    kind, _, _, _, children = column
    if kind == "+s":
        return f"struct<{', '.join(f'{child[1]}: {_name_of(child)}' for child in children)}>"
    return _NAMES.get(kind) or f"fixed_size_list<{_name_of(children[0])}>[{kind[3:]}]"


class Array:
    """An array (rows, ...) as an Arrow column, or a dictionary of such arrays as a record batch.

    Readers of Arrow's interface take it without a copy: pyarrow.array(), pyarrow.record_batch(), polars.from_arrow() ...
    They see the array's memory, also when the array changes. Arrays of float64 and float32 in C order are used where
    they lie; others are copied once.

    >>> import condyle.arrow
    >>> len(condyle.arrow.Array([[1.0, 2.0, 3.0]]))
    1
    """

    def __init__(self, values: _Values) -> None:
        if isinstance(values, dict):
            parts = [_describe(_checked(str(name)), array) for name, array in values.items()]
            lengths = {part[2] for part in parts}
            if len(lengths) != 1:
                raise ValueError(f"expected columns of as many rows, not {sorted(lengths)}")
            self._column: _Column = ("+s", "", lengths.pop(), None, parts)
        else:
            self._column = _describe("", values)

    def __len__(self) -> int:
        return int(self._column[2])

    def __repr__(self) -> str:
        return f"<condyle.arrow.Array: {len(self)} rows of {_name_of(self._column)}>"

    def __arrow_c_schema__(self) -> object:
        return _condyle._arrow_schema(self._column)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return _condyle._arrow_schema(self._column), _condyle._arrow_array(self._column)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return Stream([self]).__arrow_c_stream__()


class Stream:
    """Arrow batches one after the other, computed as they are read, once: from an iterable of what Array() takes.

    >>> import condyle, condyle.arrow
    >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
    >>> states = condyle.arrow.Stream({"q": robot.random_configuration(seed, 100)} for seed in range(1, 4))
    >>> torques = condyle.arrow.Stream({"tau": robot.gravity_torque(**part)} for part in condyle.arrow.batches(states))
    >>> condyle.arrow.columns(torques)["tau"].shape
    (300, 6)
    """

    def __init__(self, items: Iterable[_Values | Array]) -> None:
        arrays = (item if isinstance(item, Array) else Array(item) for item in items)
        first = next(arrays, None)
        if first is None:
            raise ValueError("expected one batch or more, from which the columns are known")
        self._type = _name_of(first._column)
        self._first = first
        self._rest = itertools.chain([first], arrays)

    def _next(self) -> Any:
        array = next(self._rest, None)
        if array is None:
            return None
        if _name_of(array._column) != self._type:
            raise ValueError(f"a batch has the columns {_name_of(array._column)}; the first has {self._type}")
        return _condyle._arrow_array(array._column)

    def __repr__(self) -> str:
        return f"<condyle.arrow.Stream of {self._type}>"

    def __arrow_c_schema__(self) -> object:
        return self._first.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _condyle._arrow_stream(self.__arrow_c_schema__, self._next)
