"""Tables whose columns have names: data frames, Arrow tables, structured arrays; names decide what a column is."""

import math
import sys
from typing import Any

import numpy

from . import arrow

_POSITIONS = ("q", "start", "q0", "q1")
# Columns under these names, q.JOINT and so on, belong to the argument of the name, in whatever table they stand.
_VARIABLES = ("q", "qd", "qdd", "tau")
_WRENCH = ("Tx", "Ty", "Tz", "Fx", "Fy", "Fz")
_SPATIAL = ("wx", "wy", "wz", "vx", "vy", "vz")
# What the results of a call are called in tables with full names, as the command calls them.
_RESULTS = {
    "inverse_dynamics": "tau", "gravity_torque": "tau", "velocity_product": "tau", "mass_times": "tau",
    "forward_dynamics": "qdd", "inverse_mass_times": "qdd", "integrate_configuration": "q", "clamp_configuration": "q",
}  # fmt: skip


def _is_labelled(value: Any) -> bool:
    """Tells a pandas Series that is one state: its index has the names."""
    index = getattr(value, "index", None)
    return index is not None and not callable(index) and hasattr(value, "to_numpy") and not hasattr(value, "columns")


def _is_table(value: Any) -> bool:
    return hasattr(value, "dtypes") and hasattr(value, "columns") and hasattr(value, "to_numpy")


def _text(name: Any) -> str | None:
    """Returns the name of a column, with the levels of one that has several joined; None where it is a number."""
    if isinstance(name, tuple) and all(isinstance(part, str) for part in name):
        return ".".join(part for part in name if part)
    return name if isinstance(name, str) else None


def columns_of(argument: str, value: Any) -> dict[str, Any] | None:
    """Returns the columns of a table by name, None where value is none or its columns have no names."""
    if isinstance(value, (numpy.ndarray, numpy.void)):
        return {name: value[name] for name in value.dtype.names} if value.dtype.names else None
    if isinstance(value, (list, tuple, float, int)):
        return None
    if _is_table(value):
        names = list(value.columns)
        texts = [_text(name) for name in names]
        if any(text is None for text in texts):
            if all(isinstance(name, int) for name in names):
                return None  # numbered, by position
            raise ValueError(f"{argument}: expected columns with names, or all numbered, not {names[:8]!r}")
        _refuse_twice(argument, texts)
        return {text: value[name].to_numpy() for text, name in zip(texts, names) if text is not None}
    if _is_labelled(value):
        names = list(value.index)
        if not names or not all(isinstance(name, str) for name in names):
            return None
        _refuse_twice(argument, names)
        numbers = value.to_numpy()
        return {name: numbers[i] for i, name in enumerate(names)}
    return None


def _refuse_twice(argument: str, names: list[Any]) -> None:
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise ValueError(f"{argument}: the column {twice[0]!r} is there twice")


def elements(robot: Any, argument: str, core: tuple[int, ...]) -> list[str]:
    """Returns the names of the numbers of one state of an argument; [] where they have none."""
    if len(core) != 1:
        return []
    if argument == "wrench":
        return list(_WRENCH)
    is_position = argument in _POSITIONS
    if core[0] != (robot.nq if is_position else robot.nv):
        return []
    names = [""] * core[0]
    for joint in robot.joints:
        place = joint.q if is_position else joint.qd
        for i in range(place.start, place.stop):
            if not joint.mimics:
                names[i] = joint.name if place.stop - place.start == 1 else f"{joint.name}[{i - place.start}]"
    return names


def _split(name: str) -> tuple[str, str, str]:
    """Returns variable, element and unit of the name of a column: q.JOINT[deg] has all three."""
    unit = ""
    for word in ("deg", "rad"):
        if name.endswith(f"[{word}]"):
            name, unit = name[: -len(word) - 2], word
    variable, point, element = name.partition(".")
    return (variable, element, unit) if point and variable in (*_VARIABLES, "wrench") else ("", name, unit)


def _suggestion(name: str, names: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    return f"did you mean {near[0]!r}?" if near else f"expected {', '.join(names[:12])}"


def _number(robot: Any, label: str, element: str, unit: str, column: Any) -> Any:
    array = numpy.asarray(column)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"the column {label!r} has {array.dtype}; expected real numbers")
    if unit:
        joint = next(joint for joint in robot.joints if element in (joint.name, element.rpartition("[")[0], joint.name))
        if not joint.unit.startswith("rad"):
            raise ValueError(f"the column {label!r} is no angle; expected its name without [{unit}]")
    return array * (math.pi / 180) if unit == "deg" else array


class Table:
    """A table as an argument of a call: which argument it is, its columns, and the object itself."""

    def __init__(self, robot: Any, argument: str, value: Any, columns: dict[str, Any]) -> None:
        self.robot, self.argument, self.value, self.columns = robot, argument, value, columns
        self.full = any(_split(name)[0] for name in columns) or any(name in _VARIABLES for name in columns)

    def take(self, argument: str, core: tuple[int, ...]) -> Any:
        """Returns the array of an argument; None where the table has no column of it."""
        if argument in self.columns and core != ():
            whole = numpy.asarray(self.columns[argument])
            if whole.shape[-len(core) :] == core:
                return whole
        if core == ():
            return self.columns.get(argument)
        names = elements(self.robot, argument, core)
        if not names:
            if argument != self.argument:
                return None
            raise TypeError(f"{argument}: expected an array; a table has no names for what it needs")
        found = {}
        for label, column in self.columns.items():
            variable, element, unit = _split(label)
            own = variable == argument or (not variable and argument == self.argument)
            if own and element in names:
                if element in found:
                    raise ValueError(f"{argument}: two columns are {element!r}")
                found[element] = _number(self.robot, label, element, unit, column)
            elif own and not (element == "t" or element in _VARIABLES):
                raise ValueError(f"{argument}: the robot has no {label!r}; {_suggestion(element, names)}")
        missing = [name for name in names if name not in found]
        if missing and (found or argument == self.argument):
            raise ValueError(f"{argument}: the table has no column for {', '.join(map(repr, missing[:6]))}")
        return numpy.stack([found[name] for name in names], axis=-1) if found else None


def fill(robot: Any, arguments: list[tuple[str, Any, tuple[int, ...]]]) -> tuple[list[Any], "Table | None"]:
    """Returns the values of arguments, with arrays in place of tables, and the first table, None where there is none.

    A table gives the argument that it stands for, and those that are None, where it has columns of their names.
    """
    values = [value for _, value, _ in arguments]
    first = None
    for i, (name, value, _) in enumerate(arguments):
        if arrow.is_arrow(value):
            read = arrow._contents(value)
            columns = read if isinstance(read, dict) else None
            values[i] = read
        else:
            columns = None if value is None else columns_of(name, value)
        if columns is not None:
            if robot is None:
                raise TypeError(f"{name}: expected an array, not a table with names")
            table = Table(robot, name, value, columns)
            first = first or table
            for k, (other, given, core) in enumerate(arguments):
                if k == i or (given is None and values[k] is None and (table.full or core == ())):
                    values[k] = table.take(other, core)
    return values, first


def _labels(table: Table, call: str, kind: str) -> list[str]:
    robot = table.robot
    names = {
        "q": lambda: elements(robot, "q", (robot.nq,)), "v": lambda: elements(robot, "qd", (robot.nv,)),
        "w": lambda: list(_WRENCH), "s": lambda: list(_SPATIAL), "x": lambda: ["x", "y", "z"],
    }[kind]()  # fmt: skip
    variable = _RESULTS.get(call)
    return [f"{variable}.{name}" for name in names] if table.full and variable else names


def _give(table: Table, names: list[str], array: Any) -> Any:
    """Returns an array as a table of the kind of the argument; as it is where that has none."""
    value = table.value
    module = sys.modules.get(type(value).__module__.split(".")[0])
    if isinstance(value, (numpy.ndarray, numpy.void)):
        if array.ndim != numpy.ndim(value) + 1:
            return array
        made = numpy.empty(array.shape[:-1], [(name, array.dtype) for name in names])
        for i, name in enumerate(names):
            made[name] = array[..., i]
        return made
    if _is_labelled(value) and array.ndim == 1:
        return type(value)(array, index=names)
    if array.ndim != 2:
        return array
    if _is_table(value) and hasattr(value, "index"):
        return type(value)(array, index=value.index, columns=names)
    if _is_table(value):
        return type(value)({name: array[:, i] for i, name in enumerate(names)})
    if hasattr(value, "from_arrays") and module is not None:
        return type(value).from_arrays([module.array(array[:, i]) for i in range(len(names))], names=names)
    return array


def name_results(table: Table, call: str, kinds: str, results: Any) -> Any:
    """Returns the results of a call with names, as tables of the kind of its argument.

    kinds: a letter for each: q, v: of configurations and velocities, w, s: wrenches and spatial velocities, x: vectors,
    -: anything else, which stays an array
    """
    several = results if isinstance(results, tuple) else (results,)
    named = tuple(
        result if kind == "-" else _give(table, _labels(table, call, kind), result) for kind, result in zip(kinds, several)
    )
    return named if isinstance(results, tuple) else named[0]
