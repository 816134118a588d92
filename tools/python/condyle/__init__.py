"""Robots from URDF and xacro files, and their dynamics.

>>> import condyle
>>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
>>> robot
<condyle.Robot 'ur5e_robot': 6 joints, 11 frames, moving mass 16.99 kg>
>>> robot.gravity_torque([0, -1.5, 1.5, 0, 0, 0])[1:3].round(3)
array([-17.163, -14.48 ])

Arrays are NumPy's. Each array argument is one state, or several: dimensions in front of those that the call documents
are states, (..., n), of any number; arguments with and without them are broadcast. What is not given is the home
configuration or zero. Results are float64, float32 where all arrays that are given are float32. Whatever is no
contiguous array of these two types is copied first; arrays of order "F" are not, where all are and each state has at most
one dimension of each: so are the results then.
`out` takes the results: contiguous arrays of the right shape and type, one or a tuple of as many as the call returns.
Several states are computed without the interpreter's lock, on `threads` threads (0: all cores). A robot may be called
from several threads at the same time; it may only be changed while none computes with it.

SI units throughout; conventions are those of the C library: spatial vectors are [angular; linear].
"""

from __future__ import annotations

import os as _os
import typing as _typing
import warnings as _warnings
from typing import NamedTuple as _NamedTuple

from . import _condyle
from ._condyle import RobotError, __version__ as __version__, robots
from ._derivatives import (
    DerivativeCalls as _DerivativeCalls,
    SecondDerivatives,
)
from ._distance import (
    Convex,
    DistanceCalls as _DistanceCalls,
    DistanceReach,
    DistanceWay,
    Distances,
    PairUse,
    Separation,
    convex_distance,
)
from ._files import (
    CatalogueEntry,
    Change,
    Expansion,
    Fixed,
    Rule,
    SourcePlace,
    XacroArgument,
    catalogue,
    catalogue_entry,
    fix,
    fix_file,
    packaged_robots,
    robot_path,
    rules,
    xacro_arguments,
    xacro_is_needed,
)
from ._files import _encode, _xacro_options
from ._identification import (
    Excitation,
    Identification,
    IdentificationResult,
    LimitReport,
    LimitUse,
    Parameter,
    Peak,
    parameters_are_consistent,
    parameters_make_consistent,
    smoothing_half_width,
    IdentificationCalls as _IdentificationCalls,
)
from ._reports import ReportCalls as _ReportCalls
from ._logs import IdentifiedRobot
from ._mechanism import (
    Assembly,
    Mechanism,
    MechanismAcceleration,
    MechanismCalls as _MechanismCalls,
    MechanismDerivatives,
    MechanismMotion,
    MechanismState,
    MechanismTerms,
    MechanismTorques,
)
from ._mesh import (
    Mesh,
    MeshProperties,
    Solid,
    measure_shapes,
    mesh_locate,
)
from ._online import OnlineTrajectory
from ._pages import Page
from ._picture import (
    Picture,
    PictureCalls as _PictureCalls,
)
from ._owner import Constant as _Constant
from ._constraints import (
    ConstraintCalls as _ConstraintCalls,
    GIKResult,
    IKConstraint,
    IKViolation,
)
from ._placement import Placement
from ._robot import (
    Body,
    Joint,
    Payload,
)
from ._tree import (
    EstimatedLink,
    Tree,
)
from ._search import (
    CapacityCell,
    ClosedIK,
    Contact,
    ContactCell,
    Generated,
    ReachCell,
    SearchCalls as _SearchCalls,
    Stop,
    WorstStop,
)
from ._simulation import (
    Motion,
    MotionModel,
    Simulation,
    error_dynamics_from_step,
    has_integrator,
    SimulationCalls as _SimulationCalls,
)
from ._tables import as_frame as _as_frame, tabular as _tabular
from ._tasks import (
    ConstrainedDynamics,
    Constraint,
    Impact,
    Manipulability,
    OperationalSpace,
    Projection,
    Task,
    TaskCalls as _TaskCalls,
)
from ._terms import (
    FrameTerms,
    TermCalls as _TermCalls,
    Terms,
)

if _typing.TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any, Literal

    import numpy as np
    import numpy.typing as npt

    _Source = str | PathLike[str] | bytes | bytearray | memoryview
    _Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
    _Arguments = Mapping[str, object] | Sequence[str] | None
    _Program = Literal["urdfdom", "mujoco", "drake", "pinocchio", "sdformat", "mujoco@3", "mujoco@4", "isaac"]
    _Profile = Literal["trapezoid", "cubic", "quintic", "minimum_jerk", "b_spline", "time_optimal"]
    _Array = npt.NDArray[Any]

__all__ = [
    "Assembly",
    "Body",
    "Capacity",
    "CapacityCell",
    "CatalogueEntry",
    "Change",
    "ConstrainedDynamics",
    "Constraint",
    "ClosedIK",
    "Contact",
    "ContactCell",
    "Convex",
    "DistanceReach",
    "DistanceWay",
    "Distances",
    "EstimatedLink",
    "Excitation",
    "Expansion",
    "Finding",
    "Fixed",
    "FrameTerms",
    "GIKResult",
    "Generated",
    "IKConstraint",
    "IKResult",
    "IKViolation",
    "Identification",
    "IdentificationResult",
    "IdentifiedRobot",
    "Impact",
    "Joint",
    "LimitReport",
    "LimitUse",
    "Manipulability",
    "Mechanism",
    "MechanismAcceleration",
    "MechanismDerivatives",
    "MechanismMotion",
    "MechanismState",
    "MechanismTerms",
    "MechanismTorques",
    "Mesh",
    "MeshProperties",
    "Motion",
    "MotionModel",
    "OnlineTrajectory",
    "OperationalSpace",
    "Page",
    "PairUse",
    "Parameter",
    "Payload",
    "Peak",
    "Picture",
    "Placement",
    "Projection",
    "ReachCell",
    "Robot",
    "RobotError",
    "RobotWarning",
    "Rule",
    "SecondDerivatives",
    "Separation",
    "Simulation",
    "Solid",
    "SourcePlace",
    "Stop",
    "WorstStop",
    "Task",
    "Terms",
    "Trajectory",
    "Tree",
    "WorstPose",
    "XacroArgument",
    "catalogue",
    "catalogue_entry",
    "check",
    "convex_distance",
    "error_dynamics_from_step",
    "expand_xacro",
    "fix",
    "fix_file",
    "has_integrator",
    "load",
    "measure_shapes",
    "mesh_locate",
    "packaged_robots",
    "parameters_are_consistent",
    "parameters_make_consistent",
    "robot_path",
    "robots",
    "rules",
    "smoothing_half_width",
    "xacro_arguments",
    "xacro_is_needed",
]


_GRAVITY = (0.0, 0.0, -9.81)
_WEIGHTLESS = (
    "the robot has no gravity: at rest it would hold any mass, which says nothing; set it, as by "
    "robot.gravity = (0, 0, -9.81), or give qd and qdd"
)


class RobotWarning(UserWarning):
    """Something is wrong in a robot's file that can be read all the same."""


class Finding(_NamedTuple):
    """Something that is wrong with a robot's file: level is 'note', 'warning' or 'error'."""

    level: str
    code: str
    message: str
    element: str
    file: str
    line: int
    column: int

    def to_pandas(self) -> Any:
        return _as_frame(self)


class IKResult(_NamedTuple):
    """How a search by inverse kinematics ended; errors in rad and m.  Of many searches each member is an array."""

    q: npt.NDArray[np.float64] | npt.NDArray[np.float32]
    converged: Any
    angular_error: Any
    linear_error: Any
    iterations: Any
    restarts: Any
    at_limit: Any

    def to_pandas(self) -> Any:
        return _as_frame(self)


def _targets(target: Any) -> Any:
    """Returns the transforms of placements; anything else as it is."""
    from ._placement import Placement, matrix_of

    if isinstance(target, (list, tuple)) and target and all(isinstance(item, Placement) for item in target):
        return [item.matrix() for item in target]
    return matrix_of("target", target) if _depth(target) <= 2 else target


def _depth(array: Any) -> int:
    """Count the dimensions of an array or of nested lists."""
    depth = getattr(array, "ndim", None)
    if depth is None:
        depth = 1 + _depth(array[0]) if isinstance(array, (list, tuple)) and array else 0
    return depth


class Capacity(_NamedTuple):
    """The largest mass that a pose can hold, kg (infinite where no joint bounds it), and the joint that bounds it.

    unloaded: the largest torque without the mass, in parts of its effort limit
    Of many states each member is an array.
    """

    mass: Any
    joint: Any
    unloaded: Any

    def to_pandas(self) -> Any:
        return _as_frame(self)


class WorstPose(_NamedTuple):
    """The pose q (nq,) in which a robot at rest can hold least, and how many searches found it."""

    capacity: Capacity
    q: npt.NDArray[np.float64]
    searches: int

    def to_pandas(self) -> Any:
        return _as_frame(self)


class Trajectory(_Constant):
    """A motion through way points, made by Robot.trajectory().

    duration: s
    waypoint_times: when each way point is reached, s, a tuple

    A trajectory is called with a time (s), or an array of times of any shape; it returns q, qd and qdd, arrays of the
    times' shape with one dimension more. Before 0 and after the end it is at rest.

    >>> import condyle
    >>> robot = condyle.load("universalUR5e")
    >>> move = robot.trajectory([[0, -1, 1, 0, 0, 0], [1, -1, 0.5, 0, 0, 0]], acceleration=[2] * 6)
    >>> round(move.duration, 3)
    1.414
    >>> q, qd, qdd = move(move.duration / 2)
    >>> q.round(3)
    array([ 0.5 , -1.  ,  0.75,  0.  ,  0.  ,  0.  ])
    """

    _instead = "make it by Robot.trajectory() there"

    def __init__(self, robot: _condyle.Robot, handle: object, count: int, mechanism: Mechanism | None = None) -> None:
        self._robot = robot
        self._handle = handle
        self._mechanism = mechanism
        self.duration, times = robot._waypoint_times(handle, count)
        self.waypoint_times = tuple(times)

    def __call__(
        self, t: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        import numpy

        from ._masks import doubles

        times = doubles("t", t)
        shape = numpy.shape(t)
        q, qd, qdd = (numpy.empty((*shape, n)) for n in (self._robot.nq, self._robot.nv, self._robot.nv))
        self._robot._evaluate(self._handle, (times, q, qd, qdd))
        return q, qd, qdd

    def __repr__(self) -> str:
        return f"<condyle.Trajectory of {self._robot.name!r}: {len(self.waypoint_times)} way points, {self.duration:.4g} s>"


def _source(source: _Source) -> tuple[str | bytes, str]:
    """Returns what the C library opens, and the name for messages: text and bytes go as bytes, paths as str."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), "<bytes>"
    if isinstance(source, str) and source.lstrip().startswith(("<", "#usda")):
        return _encode(source), "<text>"
    return _os.fsdecode(_os.fspath(source)), "<file>"


def _is_model(source: str | bytes) -> bool:
    """Tells whether a path or bytes are those of a compiled model."""
    magic = b"condyle\0"
    if isinstance(source, bytes):
        return source.startswith(magic)
    try:
        with open(source, "rb") as file:
            return file.read(len(magic)) == magic
    except (OSError, ValueError):
        return False


# In the order of cdy_source_format.
_FORMATS = ("urdf", "mjcf", "sdf", "usd")


def load(
    source: _Source,
    arguments: _Arguments = None,
    *,
    gravity: Sequence[float] | None = None,
    floating_base: bool = False,
    mimic: Literal["tied", "independent"] = "tied",
    strict: bool = False,
    packages: _Paths = (),
    model: str | None = None,
    format: Literal["urdf", "mjcf", "sdf", "usd"] | None = None,
) -> Robot:
    """Load a robot: a path, a bundled robot's name, text of a robot file, or a compiled model's bytes.

    gravity: (x, y, z) in m/s2, base frame; (0, 0, -9.81) by default, and what it was saved with for a compiled model
    arguments: of a xacro file, a dictionary, or texts 'NAME:=VALUE' as on the command line
    floating_base: put a floating joint between a new base and the root link
    format: 'urdf' (xacro too), 'mjcf', 'sdf' or 'usd': what the content must be, which tells its format in any case
    mimic: 'tied', or 'independent': joints that mimic others become degrees of freedom
    strict: refuse a robot with warnings, which are issued as RobotWarning otherwise
    model: the name of the model in an SDF file with several, or of the articulation in USD
    packages: folders where packages of xacro files lie, or NAME=FOLDER
    source: what to load; text begins with < or with #usda

    >>> import condyle
    >>> condyle.load("kukaIiwa14").nv
    7
    """
    if mimic not in ("tied", "independent"):
        raise ValueError(f"mimic: expected 'tied' or 'independent', not {mimic!r}")
    if format is not None and format not in _FORMATS:
        raise ValueError(f"format: expected one of {', '.join(map(repr, _FORMATS))}, not {format!r}")
    if model is not None and not isinstance(model, str):
        raise TypeError(f"model: expected the name of a model, not {model!r}")
    messages: list[str] = []
    source, name = _source(source)
    # A compiled model keeps what it was saved with where nothing is asked for.
    keep = gravity is None and not floating_base and mimic == "tied" and not strict and model is None and format is None
    keep = keep and _is_model(source)
    robot = Robot(
        source,
        name,
        _GRAVITY if gravity is None else gravity,
        floating_base,
        mimic == "independent",
        strict,
        keep,
        model,
        _FORMATS.index(format) + 1 if format else 0,
        *_xacro_options(packages, arguments),
        messages,
    )
    for message in messages:
        _warnings.warn(message, RobotWarning, stacklevel=2)
    robot._origin = (source if isinstance(source, str) else None, _xacro_options(packages, None)[0])
    robot._origin_options = (
        *map(":=".join, zip(*_xacro_options((), arguments)[1:], strict=True)),
        *(["--floating-base"] if floating_base else []),
        *(["--mimic", mimic] if mimic != "tied" else []),
        *(["--model", model] if model is not None else []),
        *(["--from", format] if format else []),
    )
    return robot


def check(
    source: _Source,
    arguments: _Arguments = None,
    *,
    program: _Program | None = None,
    disable: Sequence[str] = (),
    packages: _Paths = (),
) -> list[Finding]:
    """Return the findings about a robot's file, a list of Finding; [] where nothing is wrong.

    program: 'urdfdom', 'mujoco' (or 'mujoco@3', 'mujoco@4'), 'drake', 'pinocchio', 'sdformat' or 'isaac': what this
        program refuses or changes is an error
    disable: codes of rules that are not reported
    source, arguments, packages: as those of load()

    >>> import condyle
    >>> [finding.code for finding in condyle.check("<robot name='r'><link name='a'/><link name='b'/></robot>")]
    ['roots']
    """
    source, name = _source(source)
    return [
        Finding(*f) for f in _condyle._check(source, name, program, list(disable), *_xacro_options(packages, arguments))
    ]


def expand_xacro(path: str | PathLike[str], arguments: _Arguments = None, *, packages: _Paths = ()) -> str:
    """Return the expansion of a xacro file as text.

    path: of the file
    arguments, packages: as those of load()

    >>> import condyle, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "r.urdf.xacro")
    ...     _ = open(path, "w").write('<robot name="${1 + 1}" xmlns:xacro="http://ros.org/wiki/xacro"/>')
    ...     condyle.expand_xacro(path).count('name="2"')
    1
    """
    return _condyle._expand_xacro(_os.fspath(path), *_xacro_options(packages, arguments))


def _require_gravity(robot: _condyle.Robot) -> None:
    """Refuses a robot at rest without gravity, where it is asked what it can hold: any mass is no answer."""
    if not any(robot.gravity):
        raise ValueError(_WEIGHTLESS)


def _from_bytes(data: bytes) -> Robot:
    return load(data)


class Robot(
    _ConstraintCalls, _PictureCalls, _ReportCalls, _SearchCalls, _DistanceCalls, _DerivativeCalls, _IdentificationCalls,
    _MechanismCalls, _SimulationCalls, _TaskCalls, _TermCalls,
):  # fmt: skip
    """A robot, made by condyle.load(); its calls are those of the C library.

    In shapes nq is the length of configurations, n that of velocities (the attribute nv), and ... stands for any
    dimensions that count states: none for one state.

    Two robots are equal where their compiled models are the same. A copy has all that the robot has, with gravity,
    drives and payloads as they are set. Pickling and sending a robot to another process carry the compiled model alone:
    such a robot computes the same, but has frames, no bodies, and cannot be drawn or edited.
    """

    def __repr__(self) -> str:
        return (
            f"<condyle.Robot {self.name!r}: {len(self.joints)} joints, {len(self.frames)} frames, "
            f"moving mass {self.total_mass:.4g} kg>"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Robot) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.name, self.frames))

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_bytes, (self.to_bytes(),)

    def __copy__(self) -> Robot:
        if not self._has_tree():
            return _from_bytes(self.to_bytes())
        copied = self.tree().robot(self.gravity)
        copied._set_drives(*self._get_drives())
        for frame in self.frames:
            payload = self._get_payload(frame)
            if payload:
                copied._set_payload(frame, *payload)
        copied._origin, copied._origin_options = self._origin, self._origin_options
        return copied

    def __deepcopy__(self, memo: Any) -> Robot:
        return self.__copy__()

    def inverse_kinematics(
        self,
        frame: str | int,
        target: npt.ArrayLike | Placement | Sequence[Placement] | tuple[Sequence[float], Sequence[float]],
        start: npt.ArrayLike | None = None,
        *,
        weights: Sequence[float] = (1, 1, 1, 1, 1, 1),
        angular_tolerance: float = 1e-8,
        linear_tolerance: float = 1e-8,
        iterations: int = 200,
        restarts: int = 50,
        seed: int = 0,
        ignore_limits: bool = False,
        threads: int = 1,
    ) -> IKResult:
        """Return an IKResult: a configuration that places frame at target, or the nearest that was found.

        target: a transform (..., 4, 4), a Placement, or several of one kind
        start: (..., nq), where the search begins; many targets give an IKResult of arrays, found on `threads` threads
        weights: of the errors [angular; linear] in the frame's axes; 0: free
        angular_tolerance, linear_tolerance: of the errors, rad and m
        iterations: at most, of each search; restarts: further searches at most, from random configurations of the seed
        ignore_limits: joints may be outside their position limits

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> target = robot.get_transform("tool0", [0.1, -1, 1, 0.3, 0.2, 0])
        >>> robot.inverse_kinematics("tool0", target).converged
        True
        >>> robot.inverse_kinematics("tool0", [target, target]).converged
        array([ True,  True])
        """
        options = (list(weights), angular_tolerance, linear_tolerance, iterations, restarts, seed, ignore_limits)
        if not 0 <= threads <= 1024:
            raise ValueError("threads: expected 0 (all cores) to 1024")
        place = _targets(target)
        if _depth(place) > 2 or _depth(start) > 1:
            q, converged, angular, linear, *counts = self._inverse_kinematics_many(
                frame, place, start, options, threads
            )
            return IKResult(q, converged > 0, angular, linear, *(count.astype(int) for count in counts))
        numbers = [float(number) for row in place for number in row]
        from ._arrays import like

        q, *report = self._inverse_kinematics(frame, numbers, start, options)
        return IKResult(like(q, (place, start)), *report)

    def trajectory(
        self,
        waypoints: Sequence[Sequence[float]] | npt.NDArray[Any],
        profile: _Profile = "trapezoid",
        *,
        velocity: npt.ArrayLike | None = None,
        acceleration: npt.ArrayLike | None = None,
        effort: npt.ArrayLike | None = None,
        scale: float = 1.0,
        jerk: npt.ArrayLike | None = None,
        blend: float = 0.0,
        contact_limits: Mapping[str, Any] | Sequence[Mapping[str, Any]] = (),
    ) -> Trajectory:
        """Return a Trajectory through waypoints (m, nq), rad or m, at rest at both ends, as fast as the limits let it be.

        profile: 'trapezoid', 'cubic', 'quintic', 'minimum_jerk', 'b_spline' or 'time_optimal'
        velocity, acceleration, effort: limits (nv,), rad/s, rad/s2 and N m, or m/s, m/s2 and N, infinite where there is
            none; the robot's own where None. URDF has no accelerations, and something must bound them
        scale: factor of velocities, accelerations and jerks
        jerk: limits (nv,) of trapezoids and time-optimal motions, rad/s3 or m/s3
        blend: with jerk: how far each coordinate may pass way points between others, rad or m, instead of stopping
        contact_limits: of a time-optimal motion: dicts with the frame of a point and the point, locked, force, energy,
            stiffness and region_mass of contact(); nowhere the point moves faster than they allow. No safety assessment

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> move = robot.trajectory([[0, -1, 1, 0, 0, 0], [2, -1, 1, 0, 0, 0]], acceleration=[4] * 6)
        >>> round(move.duration, 3)
        1.414
        >>> points = [[0, -1, 1, 0, 0, 0], [1, -1, 1, 0, 0, 0], [1, -1, 0, 0, 0, 0]]
        >>> limits = {"acceleration": [4] * 6, "jerk": [40] * 6}
        >>> [round(robot.trajectory(points, blend=blend, **limits).duration, 3) for blend in (0, 0.05)]
        [2.21, 1.929]
        >>> limits = {"frame": "tool0", "force": 140, "stiffness": 75e3, "region_mass": 4}
        >>> careful = robot.trajectory(points, "time_optimal", acceleration=[10] * 6, contact_limits=[limits])
        >>> round(careful.duration, 2)
        2.5
        """
        points = self._waypoints(waypoints)
        limits = self._limits_or_own(velocity, acceleration, effort)
        flat = [number for row in points for number in row]
        from ._search import contact_tuples

        contacts = contact_tuples(contact_limits)
        return Trajectory(
            self, self._trajectory(flat, len(points), (profile, *limits, scale, jerk, blend, contacts)), len(points)
        )

    def payload_capacity(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        center_of_mass: Sequence[float] = (0, 0, 0),
    ) -> Capacity:
        """Return the Capacity of a state: the largest mass that frame can carry within the joints' effort limits.

        center_of_mass: of the mass, in the frame, m
        fext: forces that act (..., force_rows, 6), N m and N, of external_force() for example
        q: (..., nq), home where None; qd and qdd: (..., n), zero where None; of many states each member is an array

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> capacity = robot.payload_capacity("tool0", [0, -1.5, 1.5, 0, 0, 0])
        >>> round(capacity.mass, 1), capacity.joint
        (32.1, 'shoulder_lift_joint')
        """
        mass, velocity, unloaded = self._payload_capacity(frame, center_of_mass, q, qd, qdd, fext)
        own = sorted((joint for joint in self.joints if not joint.mimics), key=lambda joint: joint.qd.start)
        if qd is None and qdd is None:
            _require_gravity(self)
        names = [*(joint.name for joint in own for _ in range(joint.qd.start, joint.qd.stop)), None]  # -1: no joint
        if isinstance(mass, float):
            return Capacity(mass, names[int(velocity)], unloaded)
        import numpy

        return Capacity(mass, numpy.array(names, object)[velocity.astype(int)], unloaded)

    def payload_capacity_anywhere(
        self,
        frame: str | int,
        *,
        center_of_mass: Sequence[float] = (0, 0, 0),
        seed: int = 0,
        samples: int = 20000,
        threads: int = 1,
    ) -> WorstPose:
        """Return the WorstPose: where the robot at rest can hold least, found by searches from random poses.

        frame: a body's name or index
        center_of_mass: of the mass, in the frame, m
        samples: random poses, of the seed; threads: 0: all cores

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> robot.payload_capacity_anywhere("tool0", samples=1000).capacity.joint
        'shoulder_lift_joint'
        """
        _require_gravity(self)
        capacity, q, searches = self._payload_capacity_anywhere(frame, center_of_mass, seed, samples, threads)
        return WorstPose(Capacity(*capacity), q, searches)


_tabular(
    Body, Capacity, CapacityCell, CatalogueEntry, Change, ClosedIK, ConstrainedDynamics, Contact, ContactCell, Finding,
    IKResult, IdentificationResult, Impact, Joint, LimitReport, LimitUse, Manipulability, MeshProperties, Motion,
    OperationalSpace, Payload, Peak, Placement, Projection, ReachCell, Solid, Stop, WorstPose, WorstStop, EstimatedLink,
)  # fmt: skip
