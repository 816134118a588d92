"""Rows of logs, external torques, differences of robots, and robots in other formats, by the command."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from . import _command
from ._logs import LogCalls, _notes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from . import Robot

    _Path = str | PathLike[str]


def _put(folder: str, name: str, source: tuple[Any, list[str], bytes | None]) -> list[str]:
    """Returns the arguments that name a robot to the command; its text comes into a file of the folder."""
    file, given, text = source
    if text is None:
        return [file, *given]
    path = os.path.join(folder, name)
    with open(path, "wb") as urdf:
        urdf.write(text)
    return [path, *given]


def _columns(table: bytes) -> dict[str, npt.NDArray[np.float64]]:
    """The columns of rows in CSV, as a dictionary of numpy arrays; angles in degrees become radians."""
    import numpy

    labels, *rows = csv.reader(io.StringIO(table.decode()))
    numbers = numpy.array([[float(number or "nan") for number in row] for row in rows]).reshape(-1, len(labels))
    columns = {}
    for i, label in enumerate(labels):
        name = label.removesuffix("[deg]")
        columns[name] = numpy.deg2rad(numbers[:, i]) if name != label else numbers[:, i]
    return columns


def _framed(columns: dict[str, npt.NDArray[np.float64]]) -> Any:
    """A DataFrame of columns where pandas is there, else the columns."""
    try:
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return columns
    return pandas.DataFrame(columns)


_LOOP_TYPES = {63: "fixed", 56: "ball", 59: "revolute", 31: "prismatic"}


def _urdf_with_loops(robot: Any) -> str:
    """Return the robot's URDF with its closed loops as <loop_joint>, which to_urdf() leaves out."""
    from xml.sax.saxutils import quoteattr  # which imports clients of networks

    text: str = robot.to_urdf()
    loops = []
    for loop in robot.loops:
        if loop.rows not in _LOOP_TYPES:
            raise ValueError(f"the loop between '{loop.frame}' and '{loop.other}' has rows that URDF does not have")
        ends = []
        for number, link, place in (1, loop.other, loop.in_other), (2, loop.frame, loop.in_frame):
            xyz, rpy = (" ".join(repr(float(x)) for x in numbers) for numbers in (place.xyz, place.rpy))
            ends.append(f'<link{number} link={quoteattr(link)} xyz="{xyz}" rpy="{rpy}"/>')
        loops.append(f'<loop_joint type="{_LOOP_TYPES[loop.rows]}"><axis xyz="0 0 1"/>{"".join(ends)}</loop_joint>\n')
    at = text.rindex("</robot>") if loops else len(text)
    return text[:at] + "".join(loops) + text[at:]


class ReportCalls(LogCalls):
    """Calls of a robot about logs and other robots, by the command."""

    def read_rows(
        self, path: _Path, *, topic: str | None = None, map: Mapping[str, str] | None = None, degrees: bool = False
    ) -> Any:
        """Read the rows of a log, of every format that the command reads: CSV (also of RTDE and libfranka), JSON lines,
        .npy, Parquet, MCAP, bags of ROS.

        path: of the log
        topic: of a log of ROS with several topics of joint states
        map: {name in the log: name here}, as {"actual_q_": "q."}
        degrees: whether angles without a unit are in degrees

        Returns a pandas.DataFrame, or a dictionary of arrays where pandas is not there, with the columns t, q.JOINT,
        qd.JOINT, qdd.JOINT and tau.JOINT that the log has, in SI units; a row that lacks a number of them has NaN there,
        a position that a row lacks is that of the row before.  robot.inverse_dynamics() and all others take the result.

        >>> import condyle, os, tempfile
        >>> robot = condyle.load("universalUR5e")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with open(f"{folder}/log.csv", "w") as file:
        ...         _ = file.write("time,actual_q_2,actual_qd_2\\n0,1.5,0\\n0.002,1.6,0.5\\n")
        ...     log = robot.read_rows(f"{folder}/log.csv", map={"time": "t", "actual_q_": "q.", "actual_qd_": "qd."})
        >>> float(log["q.elbow_joint"][1]), float(log["qd.elbow_joint"][1])
        (1.6, 0.5)
        """
        import numpy

        from ._frames import elements

        options = [] if topic is None else ["--topic", topic]
        options += ["--deg"] if degrees else []
        for old, new in (map or {}).items():
            options += ["--map", f"{old}={new}"]
        with tempfile.TemporaryDirectory() as folder:
            robot = _put(folder, "robot.urdf", self._source())
            table, _ = _command.run(["motion", *robot, "--input", os.fspath(path), *options, "--format", "csv"])
        given = _columns(table)
        columns = {"t": given["t"]} if "t" in given else {}
        count = len(next(iter(given.values())))
        for name, size in (("q", self.nq), ("qd", self.nv), ("qdd", self.nv), ("tau", self.nv)):
            labels = [f"{name}.{each}" for each in elements(self, name, (size,))]
            if any(label in given for label in labels):
                columns.update({label: given.get(label, numpy.full(count, numpy.nan)) for label in labels})
        return _framed(columns)

    def observe(
        self,
        log: Any,
        *,
        gain: float = 30.0,
        free: Any = None,
        alarms: float = 1.0,
        threshold: float | None = None,
        drives: str | None = None,
    ) -> dict[str, Any]:
        """Find the torques that something outside puts on the joints of a recorded motion, as condyle observe does.

        log: as that of identify()
        gain: of the observer, 1/s: a residual reaches 63 % of a torque after 1 / gain
        free: a log of a motion that nothing touches, from which the thresholds of events are made
        alarms: false alarms an hour that these thresholds are made for
        threshold: of events at every joint, N m or N, in place of those
        drives: what of the drives is active, 'damping,friction' for example, as the command's --drives

        Returns the JSON object of the command, with joints and events, and residual: the columns t, residual.JOINT and
        event, the number of the event or 0, as a pandas.DataFrame, or a dictionary of arrays where pandas is not there.

        >>> import condyle, numpy
        >>> robot = condyle.load("universalUR5e")
        >>> t = numpy.arange(0, 1, 0.002)
        >>> q = numpy.zeros((500, 6)) + [0, -1.2, 1.5, 0, 0.5, 0]
        >>> push = numpy.where((t > 0.5)[:, None], [0, 0, 20, 0, 0, 0], 0)
        >>> names = ["t", *(f"{k}.{joint.name}" for k in ("q", "qd", "tau") for joint in robot.joints)]
        >>> rows = numpy.hstack([t[:, None], q, 0 * q, robot.gravity_torque(q) - push])
        >>> log = rows.view([(name, float) for name in names])[:, 0]
        >>> found = robot.observe(log, threshold=5)
        >>> found["events"][0]["start"], round(float(found["residual"]["residual.elbow_joint"].max()), 1)
        (0.512, 20.0)
        """
        options = ["--gain", repr(float(gain)), *([] if free is None else ["--alarms", repr(float(alarms))])]
        options += [] if threshold is None else ["--threshold", repr(float(threshold))]
        options += [] if drives is None else ["--drives", drives]
        with tempfile.TemporaryDirectory() as folder:
            robot = _put(folder, "robot.urdf", self._source())
            options += ["--input", self._log_file(folder, "log", log)]
            options += [] if free is None else ["--free", self._log_file(folder, "free", free)]
            said: list[str] = []
            report: dict[str, Any] = json.loads(
                _command.run(["observe", *robot, *options, "--format", "json"], said=said)[0]
            )
            table, _ = _command.run(["observe", *robot, *options, "--format", "csv"])
        report["residual"] = _framed(_columns(table))
        report["notes"] = _notes("".join(said))
        return report

    def diff(self, other: Robot | _Path | bytes, *, body: str | None = None, tolerance: float = 1e-9) -> dict[str, Any]:
        """Compare this robot with another one, in file and in motion, as condyle diff does.

        other: a Robot, or what load() takes for one
        body: the name of the tool; None: the body behind the most moving joints
        tolerance: of numbers that count as equal

        Returns the JSON object of the command: same, differences, torque_by_joint, causes ...

        >>> import condyle
        >>> found = condyle.load("universalUR5e").diff("universalUR10e")
        >>> found["same"], found["torque"]["joint"]
        (False, 'shoulder_lift_joint')
        """
        import condyle

        second = other if isinstance(other, ReportCalls) else condyle.load(other, gravity=tuple(self.gravity))
        with tempfile.TemporaryDirectory() as folder:
            # Both as files, since options of the command are for both robots.
            paths = []
            for name, robot in (("a.urdf", self), ("b.urdf", second)):
                paths.append(os.path.join(folder, name))
                with open(paths[-1], "wb") as urdf:
                    urdf.write(_urdf_with_loops(robot).encode())
            options = ["--tolerance", repr(float(tolerance)), *([] if body is None else ["--body", body])]
            gravity = ",".join(repr(float(number)) for number in self.gravity)
            answer, _ = _command.run(["diff", *paths, *options, "--gravity", gravity, "--format", "json"], fine=(0, 1))
        report: dict[str, Any] = json.loads(answer)
        return report

    def export(
        self,
        path: _Path,
        *,
        format: Literal["urdf", "mjcf", "sdf"] | None = None,
        actuators: bool = False,
        replace: bool = False,
    ) -> list[str]:
        """Write the robot into a file in URDF, MJCF or SDF, as condyle export does.

        path: of the file
        format: 'urdf', 'mjcf' or 'sdf'; None: by the ending of path, .xml being MJCF
        actuators: for MJCF: a motor for each joint with a limit of effort
        replace: whether a file that is there is replaced

        Returns the notes about what the format cannot have, each with the torque that it costs.

        >>> import condyle, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     notes = condyle.load("omronEcobra600").export(f"{folder}/arm.sdf")
        ...     condyle.load(f"{folder}/arm.sdf").nv
        4
        """
        ending = os.path.splitext(os.fspath(path))[1].lower().lstrip(".")
        kind = format or {"xml": "mjcf", "mjcf": "mjcf", "sdf": "sdf", "urdf": "urdf"}.get(ending)
        if kind is None:
            raise ValueError(
                f"path: {os.fspath(path)!r}: expected a name that ends in .urdf, .xml, .mjcf or .sdf, or a format"
            )
        said: list[str] = []
        with tempfile.TemporaryDirectory() as folder:
            robot = _put(folder, "robot.urdf", self._source())
            options = ["--as", kind, *(["--actuators"] if actuators else []), *(["--force"] if replace else [])]
            _command.run(["export", *robot, *options, "-o", os.fspath(path)], said=said)
        return _notes("".join(said))
