"""Pages of a robot for notebooks: the scene of condyle view, and the report about a motion."""

from __future__ import annotations

import csv
import html
import io
import os
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from . import _command
from ._condyle import RobotError
from ._tasks import Constraint, _list
from ._tree import TreeCalls

if TYPE_CHECKING:
    import numpy.typing as npt

    from . import Robot

    _Path = str | PathLike[str]


class Page:
    """A page of a robot, made by Robot.view() or Robot.report(): a notebook shows it in place, without a server.

    html: the whole page, which needs no other file and no network
    exceeded: whether a motion exceeds a limit; None where the page is no report

    >>> import condyle
    >>> page = condyle.load("universalUR5e").report([[0, -1, 1, 0, 0, 0], [0.1, -1, 1, 0, 0, 0]])
    >>> page.exceeded, page.html.startswith("<!DOCTYPE html>")
    (False, True)
    """

    def __init__(self, text: str, title: str, height: float, exceeded: bool | None = None) -> None:
        self.html = text
        self.exceeded = exceeded
        self._title = title
        self._height = int(height)

    def __repr__(self) -> str:
        return f"<condyle.Page: {self._title}, {len(self.html) / 1e6:.1f} MB>"

    def _repr_html_(self) -> str:
        """The page in a frame of its own, for notebooks."""
        return (
            f'<iframe title="{html.escape(self._title)}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self._height}px; border: 0" srcdoc="{html.escape(self.html)}"></iframe>'
        )

    def save(self, path: str | PathLike[str], replace: bool = False) -> None:
        """Write the page into a file, in the place of an existing one where replace is true.

        path: of the file, which any browser shows

        >>> import condyle, os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     condyle.load("universalUR5e").report([[0] * 6, [0] * 6]).save(f"{folder}/report.html")
        ...     os.listdir(folder)
        ['report.html']
        """
        with open(path, "w" if replace else "x", encoding="utf-8") as file:
            file.write(self.html)


def _times(motion: Any, for_peaks: bool) -> Any:
    """Returns times of a motion: 50 a second to play it; for peaks at least 5000, and both sides of each way point,
    where accelerations jump."""
    import numpy

    duration = motion.duration
    if not for_peaks:
        return numpy.linspace(0, duration, max(2, int(duration * 50) + 1))
    points = numpy.asarray(getattr(motion, "waypoint_times", ()), float)
    even = numpy.linspace(0, duration, max(5000, int(duration * 50), 100 * len(points)) + 1)
    beside = 1e-9 * duration
    return numpy.unique(numpy.clip(numpy.concatenate((even, points - beside, points, points + beside)), 0, duration))


def _mechanism_torques(robot: Any, mechanism: Any, columns: dict[str, Any]) -> Any:
    """Returns the torques of a mechanism's drives along a motion, NaN (not known) at joints without one."""
    import numpy

    if mechanism._robot is not robot:
        raise ValueError("the motion is that of a mechanism of another robot; make it by this robot's mechanism()")
    own = list(mechanism.coordinates)
    tau = mechanism.inverse_dynamics(columns["q"], columns["qd"][:, own], columns["qdd"][:, own]).tau
    without = numpy.ones(robot.nv, bool)
    without[list(mechanism._actuated)] = False
    tau[:, without] = numpy.nan
    return tau


def _sampled(robot: Any, motion: Any, for_peaks: bool) -> dict[str, Any]:
    """Returns t, q, qd and qdd of a Trajectory or of another motion that is called with times; in place of qdd the
    torques of the drives where it is that of a mechanism, as the accelerations alone would tell those of the open
    tree."""
    t = _times(motion, for_peaks)
    columns = {"t": t, **dict(zip(("q", "qd", "qdd"), motion(t)))}
    mechanism = getattr(motion, "_mechanism", None)
    if mechanism is not None:
        columns["tau"] = _mechanism_torques(robot, mechanism, columns)
        del columns["qdd"]
    return columns


def columns_of_motion(robot: Any, motion: Any, for_peaks: bool) -> dict[str, Any] | None:
    """Returns the arrays of a Trajectory, or of a Motion of a simulation; None for anything else."""
    if callable(motion) and hasattr(motion, "duration"):
        return _sampled(robot, motion, for_peaks)
    if hasattr(motion, "q") and hasattr(motion, "t") and not hasattr(motion, "columns"):
        return {
            name: getattr(motion, name) for name in ("t", "q", "qd", "tau") if getattr(motion, name, None) is not None
        }
    return None


def _columns(robot: Any, motion: Any, for_peaks: bool = False) -> dict[str, Any]:
    """Returns the arrays of a motion: of a table, a Trajectory, a Motion of a simulation, or of configurations."""
    import numpy

    from ._frames import fill

    columns = columns_of_motion(robot, motion, for_peaks)
    if columns is not None:
        return columns
    v = (robot.nv,)
    names = ("q", "t", "qd", "qdd", "tau")
    values, _ = fill(robot, list(zip(names, (motion, None, None, None, None), ((robot.nq,), (), v, v, v))))
    return {name: numpy.asarray(value, float) for name, value in zip(names, values) if value is not None}


def _rows(robot: Any, motion: Any, for_peaks: bool = False) -> bytes:
    """Returns a motion as rows of CSV, with the names that the command reads, of columns with any numbers."""
    import numpy

    from ._frames import elements

    columns = _columns(robot, motion, for_peaks)
    labels, parts = [], []
    for name in ("t", "q", "qd", "qdd", "tau"):
        if name not in columns:
            continue
        array = numpy.asarray(columns[name], float)
        expected = () if name == "t" else (robot.nq if name == "q" else robot.nv,)
        if array.ndim != 1 + len(expected) or array.shape[1:] != expected:
            raise ValueError(f"motion: {name} has shape {array.shape}; expected {('rows', *expected)}")
        parts.append(array.reshape(len(array), -1))
        labels += ["t"] if name == "t" else [f"{name}.{element}" for element in elements(robot, name, expected)]
    table = numpy.hstack(parts)
    known = ~numpy.isnan(table).all(axis=0) | (len(table) == 0)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(label for label, kept in zip(labels, known) if kept)
    writer.writerows(map(repr, row) for row in table[:, known].tolist())
    return text.getvalue().encode()


def _drive_options(robot: Any, motion: Any) -> list[str]:
    """Returns the drives of a mechanism's motion as options, where the command closes the loops of the robot's file."""
    mechanism = getattr(motion, "_mechanism", None)
    if mechanism is None or not robot.loops or robot._source()[0] is None:
        return []
    if mechanism._constraints != _list("Constraint", Constraint, robot.loops):
        raise ValueError(
            "motion: its mechanism has other loops than the robot's file, which a report closes; use limit_report()"
        )
    return [word for name in mechanism.actuated for word in ("--actuated", name)]


def _numbers(numbers: Iterable[float]) -> str:
    return ",".join(repr(float(number)) for number in numbers)


class PageCalls(TreeCalls):
    """Calls of a robot that make pages of it."""

    def _source(self, by_file: bool = True) -> tuple[Any, list[str], bytes | None]:
        """Returns the robot as an argument of the command, with options, and the text of its file where it has none of
        its own, or where it is not to be read by its own."""
        file, packages = self._origin
        folders = [word for folder in packages for word in ("--package-path", folder)]
        options = [*self._origin_options, "--gravity", _numbers(self.gravity), *folders]
        if file is not None and by_file:
            return file, options, None
        if not self._has_tree():
            raise RobotError("a robot of a compiled model has no bodies to show: load its file")
        mimic = ["--mimic", "independent"] if self.tree().mimic_independent else []
        return None, [*mimic, "--gravity", _numbers(self.gravity)], self.to_urdf().encode()

    def _sources(self, beside: PageCalls | None) -> list[tuple[Any, list[str], bytes | None]]:
        """Returns _source() of this robot and of the one beside, whose options the command takes once for both."""
        if beside is None:
            return [self._source()]
        robots = (self, beside)
        alike = all(robot._origin[0] is not None for robot in robots) and self._origin_options == beside._origin_options
        sources = [robot._source(alike) for robot in robots]
        if not alike and len({robot.tree().mimic_independent for robot in robots}) > 1:
            raise ValueError("beside: mimic joints are independent in one of the robots only; load both alike")
        return sources

    def _payload_options(self) -> list[str]:
        """Returns the payloads that are set, as options of the command."""
        options = []
        for frame in self.frames:
            payload = self.get_payload(frame)
            if payload:
                numbers = (payload.mass, *payload.center_of_mass, *payload.inertia)
                options += ["--payload", f"{frame}:{_numbers(numbers)}"]
        return options

    def _page(
        self, command: str, options: Sequence[str], motion: Any, fine: Sequence[int] = (0,), beside: Robot | None = None
    ) -> tuple[str, int]:
        import tempfile

        sources = self._sources(beside)
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for place, (file, _, text) in enumerate(sources):
                if text is not None:
                    file = os.path.join(folder, f"robot{place}.urdf")
                    with open(file, "wb") as urdf:
                        urdf.write(text)
                files.append(file)
            arguments = [command, files[0], *sources[0][1], *options]
            if beside is not None:
                arguments += ["--beside", files[1]]
                arguments += [word for path in beside._origin[1] for word in ("--package-path", path)]
            if motion is not None:
                arguments += ["--input", "-", "--input-format", "csv"]
            rows = _rows(self, motion, command == "report") if motion is not None else None
            page, code = _command.run(arguments, rows, fine)
        return page.decode("utf-8"), code

    def view(
        self,
        q: npt.ArrayLike | None = None,
        motion: Any = None,
        *,
        beside: Robot | _Path | bytes | None = None,
        height: float = 520,
    ) -> Page:
        """Return a Page with the robot in three dimensions, which moves: the scene of condyle view.

        q: configuration (nq,), home where None
        motion: what is played: a table with columns t, q.JOINT ..., a Trajectory, a Motion of a simulation, or
            configurations (rows, nq)
        beside: a second Robot, or what load() takes for one, in the same scene and pose, joints by their names; what
            differs is orange
        height: of the frame in a notebook, pixels

        Its torques have the robot's gravity; drives and payloads that are set are not shown.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> other = condyle.load("universalUR10e")
        >>> try:
        ...     page = robot.view([0, -1.2, 1.5, -1.9, -1.57, 0], beside=other)
        ... except condyle.RobotError as error:  # the command was built without the page
        ...     page = error
        """
        from . import Robot, load

        if beside is not None and not isinstance(beside, Robot):
            beside = load(beside, gravity=tuple(self.gravity))
        options = [] if q is None else ["--q=" + _numbers(self.configuration(q))]
        return Page(self._page("view", options, motion, beside=beside)[0], f"view of {self.name}", height)

    def report(self, motion: Any, *, height: float = 720) -> Page:
        """Return a Page about what a motion uses of the limits, with plots: that of condyle report.

        motion: as that of view(); a Trajectory is looked at as limit_report() does
        height: of the frame in a notebook, pixels

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> move = robot.trajectory([[0, -1, 1, 0, 0, 0], [2, -1, 1, 0, 0, 0]], acceleration=[4] * 6)
        >>> robot.report(move).exceeded
        False
        """
        options = self._payload_options()
        drives = self.get_drives()
        active = [name for name in ("damping", "friction", "rotors", "springs") if drives[name]]
        if active:
            options += ["--drives", ",".join(active), "--friction-width", repr(drives["friction_width"])]
        page, code = self._page("report", [*options, *_drive_options(self, motion)], motion, (0, 5))
        return Page(page, f"report of {self.name}", height, code == 5)
