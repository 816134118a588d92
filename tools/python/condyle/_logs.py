"""Logs of real arms: identification of bodies and drives, what torques are made of, and what the arm carries."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from numbers import Real
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _command
from ._pages import PageCalls, _rows

if TYPE_CHECKING:
    from . import Robot

    _Effort = Literal["torque", "current", "gravity-free", "motor"]


class IdentifiedRobot(NamedTuple):
    """A robot identified from a log, made by Robot.identify().

    robot: a Robot with the bodies and drives that were found; its file, to_urdf(), keeps both
    report: the JSON object of condyle identify: rows, drives, residual_rms ..., and notes, texts about the log
    """

    robot: Robot
    report: dict[str, Any]


def _notes(said: str) -> list[str]:
    """The notes and warnings of the command, without its name."""
    lines = [line.removeprefix("condyle: ") for line in said.splitlines()]
    return [line for line in lines if line.startswith("note: ") or ": warning: " in line]


def _held(hold_out: Any, options: list[str]) -> list[tuple[str, Any]]:
    """The log that is held out, as a list; a share is added to the options."""
    if isinstance(hold_out, Real):
        options += ["--hold-out", repr(float(hold_out))]
        return []
    return [] if hold_out is None else [("--hold-out", hold_out)]


class LogCalls(PageCalls):
    """Calls of a robot about logs, by the command."""

    def _log_file(self, folder: str, name: str, log: Any) -> str:
        """Returns the path of a log: its own, or that of a file made of its rows."""
        if isinstance(log, (str, os.PathLike)):
            return os.fspath(log)
        if log is None:
            raise TypeError("log: expected a table with columns q.JOINT, tau.JOINT ... or the path of a file, not None")
        path = os.path.join(folder, f"{name}.csv")
        with open(path, "wb") as file:
            file.write(_rows(self, log))
        return path

    def _ask_about(
        self,
        command: str,
        options: Sequence[str],
        logs: Sequence[tuple[str, Any]],
        robot: bool | None = None,
        fine: Sequence[int] = (0,),
    ) -> tuple[dict[str, Any], Any]:
        """Runs a command on logs, (option, log) each; returns its report, and the robot that it writes."""
        file, given, text = self._source()
        with tempfile.TemporaryDirectory() as folder:
            if text is not None:
                file = os.path.join(folder, "robot.urdf")
                with open(file, "wb") as urdf:
                    urdf.write(text)
            arguments = [command, file, *given, *options, "--format", "json", *self._payload_options()]
            for number, (option, log) in enumerate(logs):
                arguments += [option, self._log_file(folder, f"log{number}", log)]
            made = os.path.join(folder, "identified.urdf")
            said: list[str] = []
            answer, _ = _command.run([*arguments, "-o", made] if robot else arguments, fine=fine, said=said)
            report = json.loads(answer)
            report["notes"] = _notes("".join(said))
            if not robot:
                return report, None
            with open(made, "rb") as urdf:
                return report, urdf.read()

    def identify(
        self,
        log: Any,
        *,
        friction: Literal["none", "coulomb", "offset", "stribeck", "full"] = "full",
        rotors: bool = True,
        bodies: Literal["identify", "keep"] = "identify",
        hold_out: Any = None,
        effort: _Effort = "torque",
        delays: bool = True,
        cutoff: float | None = None,
    ) -> IdentifiedRobot:
        """Find the bodies and drives of a real arm from a log, as condyle identify does; returns an IdentifiedRobot.

        log: a table with columns t, q.JOINT, tau.JOINT, and qd and qdd where they are known (of pandas, polars, Arrow),
            or the path of a file that the command reads
        friction: 'none', 'coulomb', 'offset', 'stribeck' or 'full', which grows with the load of the gear
        rotors: whether inertias of rotors are found
        bodies: 'identify', or 'keep' those of the robot and find the drives alone
        hold_out: another log, or a share of every 5 s of this one, whose rows have no part in what is found: the report's
            held_out tells by joint what is left of their torques
        effort: what tau is: 'torque', 'current', 'gravity-free' or 'motor'
        delays: whether delays of torques behind positions are found
        cutoff: of the filter by which rows without qdd are differentiated, Hz; None: 10

        >>> import condyle, numpy
        >>> robot = condyle.load("universalUR5e")
        >>> random = numpy.random.default_rng(1)
        >>> q, qd, qdd = (random.uniform(-2, 2, (200, 6)) for _ in range(3))
        >>> tau = robot.inverse_dynamics(q, qd, qdd) + 3 * qd + random.normal(0, 0.1, (200, 6))
        >>> names = [f"{k}.{joint.name}" for k in ("q", "qd", "qdd", "tau") for joint in robot.joints]
        >>> log = numpy.hstack([q, qd, qdd, tau]).view([(name, float) for name in names])[:, 0]
        >>> found = robot.identify(log, friction="offset", rotors=False)
        >>> round(found.report["drives"][1]["values"]["damping"], 1)
        3.0
        """
        options = ["--friction", friction, "--bodies", bodies, "--effort", effort]
        options += (["--rotors"] if rotors else []) + ([] if delays else ["--no-delays"])
        options += [] if cutoff is None else ["--cutoff", repr(float(cutoff))]
        logs = [("--input", log), *_held(hold_out, options)]
        report, text = self._ask_about("identify", options, logs, robot=True)
        import condyle

        mimic: Literal["tied", "independent"] = "independent" if self.tree().mimic_independent else "tied"
        return IdentifiedRobot(condyle.load(text, gravity=tuple(self.gravity), mimic=mimic), report)

    def explain(
        self,
        log: Any,
        *,
        hold_out: Any = None,
        effort: _Effort = "torque",
        delays: bool = True,
        presliding: bool = True,
        cutoff: float | None = None,
    ) -> dict[str, Any]:
        """Tell what recorded torques are made of and why they do not match, as condyle explain does.

        log, effort, cutoff: as those of identify()
        hold_out: another log, of whose rows the numbers are told by themselves, or a share of every 5 s of this one
        delays: whether the delay of each joint's torques is accounted for
        presliding: whether the distance over which friction follows a reversal is

        Returns the JSON object of the command, with notes: its list joints is a table for pandas.DataFrame, each with
        name, measured_rms, residual_rms, parts, causes and finding.

        >>> import condyle, numpy
        >>> robot = condyle.load("universalUR5e")
        >>> random = numpy.random.default_rng(1)
        >>> q, qd, qdd = (random.uniform(-2, 2, (200, 6)) for _ in range(3))
        >>> tau = robot.inverse_dynamics(q, qd, qdd) + 3 * qd
        >>> names = [f"{k}.{joint.name}" for k in ("q", "qd", "qdd", "tau") for joint in robot.joints]
        >>> log = numpy.hstack([q, qd, qdd, tau]).view([(name, float) for name in names])[:, 0]
        >>> robot.explain(log)["joints"][1]["finding"]
        'shoulder_lift_joint: 15.5 % of the variation stays; 100 % of its square goes along with velocity: identify --friction coulomb'
        """
        options = ["--effort", effort, *([] if delays else ["--no-delays"])]
        options += [] if presliding else ["--no-presliding"]
        options += [] if cutoff is None else ["--cutoff", repr(float(cutoff))]
        logs = [("--input", log), *_held(hold_out, options)]
        return self._ask_about("explain", options, logs)[0]

    def identify_payload(
        self,
        log: Any,
        *,
        body: str | None = None,
        empty: Any = None,
        effort: _Effort = "torque",
        delays: bool = True,
        cutoff: float | None = None,
    ) -> dict[str, Any]:
        """Find mass, center of mass and inertia of what the robot of a log carries, as condyle payload --identify does.

        log, effort, cutoff: as those of identify()
        body: the name of the link that carries it; None: tool0, else that of the last joint
        delays: whether delays of efforts behind positions are found
        empty: a log without the payload, from which bodies and drives are found first; None: they are the robot's own

        Returns the JSON object of the command, with notes.

        >>> import condyle, numpy
        >>> robot = condyle.load("universalUR5e")
        >>> robot.set_payload("tool0", 2.5, center_of_mass=(0, 0.02, 0.1))
        >>> random = numpy.random.default_rng(1)
        >>> q, qd, qdd = (random.uniform(-2, 2, (200, 6)) for _ in range(3))
        >>> tau = robot.inverse_dynamics(q, qd, qdd)
        >>> names = [f"{k}.{joint.name}" for k in ("q", "qd", "qdd", "tau") for joint in robot.joints]
        >>> log = numpy.hstack([q, qd, qdd, tau]).view([(name, float) for name in names])[:, 0]
        >>> round(condyle.load("universalUR5e").identify_payload(log)["mass"], 3)
        2.5
        """
        options = ["--identify", "--effort", effort, *([] if body is None else ["--body", body])]
        options += [] if delays else ["--no-delays"]
        options += [] if cutoff is None else ["--cutoff", repr(float(cutoff))]
        logs = [("--input", log), *([] if empty is None else [("--empty", empty)])]
        return self._ask_about("payload", options, logs)[0]

    def drives(
        self,
        log: Any,
        *,
        catalogue: str | PathLike[str],
        life: float = 0.0,
        inertia_ratio: float = 0.0,
        ambient: float = 40.0,
        regeneration: float = 0.0,
        reserve: float = 1.0,
        included: Mapping[str, float] | None = None,
        assign: Mapping[str, str] | None = None,
        strict: bool = False,
    ) -> dict[str, Any]:
        """Choose motors and gears for the joints of a robot that makes a motion, as condyle drives does.

        log: a table with columns t, q.JOINT, qd.JOINT, qdd.JOINT, or the path of a file that the command reads; the
            motion is a cycle that repeats itself
        catalogue: the path of a catalogue of drives (docs/drives.md)
        life: least life L10 of gears, h; inertia_ratio: largest one, 0: any; ambient: of the air, C
        regeneration: part of returned electrical energy that is used again; reserve: part of limits that may be used
        included: masses of drives that the links have already, kg, by the names of joints
        assign: types of drives that joints have in any case, by the names of joints
        strict: take no drive of which a limit that matters is not known

        Returns the JSON object of the command, with notes: its list drives is a table for pandas.DataFrame.  A joint
        for which no drive does has does False.

        >>> import condyle, numpy, pathlib, tempfile
        >>> robot = condyle.load("universalUR5e")
        >>> t = numpy.linspace(0, 1, 50)[:, None]
        >>> q, qd, qdd = (f * numpy.ones(6) for f in (0.1 * t**3, 0.3 * t**2, 0.6 * t))
        >>> names = ["t", *(f"{k}.{joint.name}" for k in ("q", "qd", "qdd") for joint in robot.joints)]
        >>> log = numpy.hstack([t, q, qd, qdd]).view([(name, float) for name in names])[:, 0]
        >>> file = pathlib.Path(tempfile.mkdtemp(), "drives.csv")
        >>> _ = file.write_text("type,ratio,mass,peak_torque\\nsmall,100,1,0.5\\nlarge,100,3,2\\n")
        >>> [drive["drive"] for drive in robot.drives(log, catalogue=file)["drives"]][:3]
        ['small', 'large', 'small']
        """
        numbers = {"--life": life, "--inertia-ratio": inertia_ratio, "--ambient": ambient}
        numbers |= {"--regeneration": regeneration, "--reserve": reserve}
        options = ["--catalogue", os.fspath(catalogue), *(["--strict"] if strict else [])]
        for option, number in numbers.items():
            options += [option, repr(float(number))]
        if included:
            options += ["--included", ",".join(f"{joint}={float(mass)!r}" for joint, mass in included.items())]
        for joint, kind in (assign or {}).items():
            options += ["--assign", f"{joint}={kind}"]
        return self._ask_about("drives", options, [("--input", log)], fine=(0, 5))[0]
