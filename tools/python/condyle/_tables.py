"""Results as tables: in notebooks as HTML, for pandas as data frames, with units."""

import html
import importlib
from typing import Any

# Units of the numbers of a result by its type; numbers that are not named here have none.
_UNITS = {
    "Body": {"mass": "kg", "center_of_mass": "m", "inertia": "kg m2"},
    "Capacity": {"mass": "kg"},
    "CapacityCell": {"radius": "m", "height": "m", "least_mass": "kg", "largest_mass": "kg"},
    "ContactCell": {"radius": "m", "height": "m", "least_mass": "kg", "largest_mass": "kg"},
    "IKResult": {"q": "rad, m", "angular_error": "rad", "linear_error": "m"},
    "IdentificationResult": {"joint_rms": "N m, N", "joint_prior_rms": "N m, N"},
    "LimitUse": {
        "torque": "N m, N", "rms_torque": "N m, N", "speed": "rad/s, m/s", "margin": "rad, m", "power": "W",
        "energy_driven": "J", "energy_braked": "J",
    },
    "MeshProperties": {"lower": "m", "upper": "m", "volume": "m3", "center": "m", "inertia": "kg m2 at 1 kg/m3"},
    "Motion": {"t": "s", "q": "rad, m", "qd": "rad/s, m/s"},
    "Payload": {"mass": "kg", "center_of_mass": "m", "inertia": "kg m2"},
    "Peak": {"time": "s"},
    "Placement": {"xyz": "m", "rpy": "rad"},
    "ReachCell": {"radius": "m", "height": "m", "farthest": "m"},
    "Solid": {"lower": "m", "upper": "m", "volume": "m3", "center": "m", "inertia": "kg m2 at 1 kg/m3"},
    "WorstPose": {"q": "rad, m"},
}  # fmt: skip
_MOST_NUMBERS = 12  # of an array that is written out; of a larger one its shape


def _unit_of(result: Any, field: str) -> str:
    if field in ("lower", "upper") and hasattr(result, "unit"):  # a Joint tells its own
        return str(result.unit)
    return _UNITS.get(type(result).__name__, {}).get(field, "")


def _is_result(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _is_motion(result: Any) -> bool:
    """Tells rows of times: the first member has the times, the others a row for each."""
    return type(result).__name__ == "Motion"


def _motion_table(result: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
    import numpy

    titles: list[str] = []
    columns = []
    for field in result._fields:
        numbers = numpy.asarray(getattr(result, field))
        for k in range(1 if numbers.ndim == 1 else numbers.shape[1]):
            titles.append(field if numbers.ndim == 1 else f"{field}[{k}]")
            columns.append(numbers if numbers.ndim == 1 else numbers[:, k])
    return titles, list(zip(*columns))


def _uses_table(report: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
    """A row for each degree of freedom of a LimitReport, extreme values with the rows where they are."""
    fields = [field for field in report.uses[0]._fields if field != "name"] if report.uses else []
    titles = ["name"]
    for field in fields:
        titles += [field, f"{field}_row"] if _is_result(getattr(report.uses[0], field)) else [field]
    rows = []
    for use in report.uses:
        row: list[Any] = [use.name]
        for field in fields:
            value = getattr(use, field)
            row += [value.value, value.row] if _is_result(value) else [value]
        rows.append(tuple(row))
    return titles, rows


def _members_table(result: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
    """A row for each member, those of a member that is a result itself below its name."""
    rows = []
    for field in result._fields:
        value = getattr(result, field)
        if _is_result(value):
            rows += [(f"{field}.{name}", *rest) for name, *rest in _members_table(value)[1]]
        else:
            rows.append((field, value, _unit_of(result, field)))
    return ["name", "value", "unit"], rows


def _table_of(result: Any) -> tuple[list[str], list[tuple[Any, ...]]]:
    if _is_motion(result):
        return _motion_table(result)
    return _uses_table(result) if type(result).__name__ == "LimitReport" else _members_table(result)


def _cell(value: Any) -> str:
    """A value in short: six digits, no more than a few numbers of an array."""
    import numpy

    if value is None:
        return ""
    if isinstance(value, (bool, numpy.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (float, numpy.floating)):
        return f"{value:.6g}"
    if isinstance(value, (numpy.ndarray, tuple, list)) and numpy.size(value) > _MOST_NUMBERS:
        shape = " x ".join(str(count) for count in numpy.shape(value))
        return f"{shape} numbers"
    if isinstance(value, (numpy.ndarray, tuple, list)):
        return ", ".join(_cell(number) for number in value)
    return str(value)


def _title(result: Any, title: str) -> str:
    """The title of a column with its unit."""
    kind = "LimitUse" if type(result).__name__ == "LimitReport" else type(result).__name__
    unit = _UNITS.get(kind, {}).get(title.split("[")[0], "")
    return f"{title} ({unit})" if unit else title


def as_html(result: Any) -> str:
    """Returns the table of a result for a notebook; of a long one its first and last rows."""
    titles, rows = _table_of(result)
    most = 20
    shown = rows if len(rows) <= 2 * most else rows[:most] + [("...",) * len(titles)] + rows[-most:]
    head = "".join(f"<th>{html.escape(_title(result, title))}</th>" for title in titles)
    lines = ("".join(f"<td>{html.escape(_cell(value))}</td>" for value in row) for row in shown)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def as_frame(result: Any) -> Any:
    """Return a DataFrame of pandas: of a motion and a limit report a row for each time or degree of freedom, else a row
    for each member with its value and unit; attrs['units'] has the units of columns.

    >>> import condyle, importlib.util
    >>> joint = condyle.load("universalUR5e").joints[0]
    >>> if importlib.util.find_spec("pandas"):
    ...     assert joint.to_pandas().loc["effort", "value"] == 150
    """
    pandas = importlib.import_module("pandas")

    titles, rows = _table_of(result)
    frame = pandas.DataFrame(rows, columns=titles)
    kind = "LimitUse" if type(result).__name__ == "LimitReport" else type(result).__name__
    frame.attrs["units"] = {
        title: _UNITS[kind][title.split("[")[0]] for title in titles if title.split("[")[0] in _UNITS.get(kind, {})
    }
    return frame.set_index("name") if titles[0] == "name" else frame


def tabular(*kinds: Any) -> None:
    """Gives types of results the table that notebooks show, and their to_pandas() its description."""
    for kind in kinds:
        kind.to_pandas.__doc__ = as_frame.__doc__
        kind._repr_html_ = as_html
