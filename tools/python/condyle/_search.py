"""Searches over a robot's configurations, and code for one robot."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ._robot import RobotBase
from ._tables import as_frame
from ._tasks import Task

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from . import Trajectory

    _Vector = Sequence[float] | npt.NDArray[Any]
    _Matrix = Sequence[Sequence[float]] | npt.NDArray[Any]
    _Profile = Literal["trapezoid", "cubic", "quintic", "minimum_jerk", "b_spline", "time_optimal"]


class CapacityCell(NamedTuple):
    """The poses whose frame is in a cell of a grid over radii and heights (m): the least and largest mass, kg.

    joint: that bounds the least; samples: how many of the random poses these are
    """

    radius: float
    height: float
    least_mass: float
    largest_mass: float
    joint: str | None
    samples: int

    def to_pandas(self) -> Any:
        return as_frame(self)


class ContactCell(NamedTuple):
    """The poses whose point is in a cell of a grid over radii and heights (m): the least and largest effective mass, kg.

    samples: how many of the random poses these are
    """

    radius: float
    height: float
    least_mass: float
    largest_mass: float
    samples: int

    def to_pandas(self) -> Any:
        return as_frame(self)


class ReachCell(NamedTuple):
    """The poses whose point is in a cell of a grid over radii and heights, m.

    farthest: largest distance of the point from the base's origin, m
    least_manipulability, largest_manipulability: of the point
    dexterity: share of the directions into which the axis points there
    samples: how many of the random poses these are
    """

    radius: float
    height: float
    farthest: float
    least_manipulability: float
    largest_manipulability: float
    dexterity: float
    samples: int

    def to_pandas(self) -> Any:
        return as_frame(self)


class Contact(NamedTuple):
    """The effective mass of a point in a direction, kg, the point's speed along it, and the speed that limits let, m/s.

    mass: infinite where nothing gives way, NaN without a direction; limit: NaN without limits of contact
    Of many states each member is an array.
    """

    mass: Any
    speed: Any
    limit: Any

    def to_pandas(self) -> Any:
        return as_frame(self)


def _contact_limit(
    frame: str | int,
    *,
    point: Sequence[float] = (0, 0, 0),
    locked: str | Sequence[str] = (),
    force: float = 0.0,
    energy: float = 0.0,
    stiffness: float = 0.0,
    region_mass: float = 0.0,
) -> tuple[Any, ...]:
    """Returns limits of contact as a tuple for C; the names are those of Robot.contact()."""
    locked = (locked,) if isinstance(locked, str) else tuple(locked)
    return frame, point, locked, force, energy, stiffness, region_mass


def contact_tuples(limits: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[tuple[Any, ...], ...]:
    """Returns limits of contact, dicts or a single one, as tuples for C."""
    return tuple(_contact_limit(**limit) for limit in ([limits] if isinstance(limits, Mapping) else limits))


class Stop(NamedTuple):
    """The end of a stopped motion: whether it came to rest, time, s, length of a point's way, m, and q (nq,)."""

    stopped: bool
    time: float
    length: float
    q: npt.NDArray[np.float64]

    def to_pandas(self) -> Any:
        return as_frame(self)


class ClosedIK(NamedTuple):
    """The configurations of an arm for a target, q (count, nq), in closed form, sorted by distance from the start.

    structure: what the arm is solved by; given: the coordinate of q that is given, None where there is none
    families: which solutions are one of infinitely many, at a singular pose; outside: how many more leave the limits
    angular_error, linear_error: rad and m, of the nearest branch where none reaches the target, else 0; NaN where no
        branch has a distance: out of reach of a general arm, or the wrist in the shoulder
    """

    q: npt.NDArray[np.float64]
    structure: str
    given: int | None
    families: tuple[bool, ...]
    outside: int
    angular_error: float
    linear_error: float

    def to_pandas(self) -> Any:
        return as_frame(self)


class WorstStop(NamedTuple):
    """The worst of the stops from many poses: the largest time, s, way of the point, m, and travel of a joint that moves.

    reach: the largest distance of the point from the base's origin, m; poses: how many were looked at
    unstopped: from how many the robot did not stop; q: the pose (nq,) whose stop takes longest
    joint: the degree of freedom that travels so far, -1: none moves; stuck: of how many of the unstopped the drives
    cannot brake or hold; beyond: from how many a joint ends beyond its position limit
    """

    time: float
    length: float
    travel: float
    reach: float
    poses: int
    unstopped: int
    q: npt.NDArray[np.float64]
    joint: int
    stuck: int
    beyond: int

    def to_pandas(self) -> Any:
        return as_frame(self)


class Generated(NamedTuple):
    """The texts of a robot's code: NAME.h, NAME.c, and NAME_test.c, which compares it with results of the library.

    files: the further files of a package for ros2_control, or the script of code for microcontrollers, by their names
    """

    header: str
    source: str
    test: str
    files: dict[str, str]


def _stop_request(category: int, *others: Any) -> tuple[Any, ...]:
    if category not in (0, 1, 2):
        raise ValueError(f"category: expected 0, 1 or 2, not {category!r}")
    return (category, *others)


def _numbers(matrix: _Matrix) -> list[float]:
    return [float(number) for row in matrix for number in row]


class SearchCalls(RobotBase):
    """Calls of a robot that search, and that write code."""

    def inverse_kinematics_all(
        self,
        frame: str | int,
        target: _Matrix,
        start: _Vector | None = None,
        *,
        most: int = 100,
        weights: Sequence[float] = (1, 1, 1, 1, 1, 1),
        angular_tolerance: float = 1e-8,
        linear_tolerance: float = 1e-8,
        iterations: int = 200,
        restarts: int = 50,
        seed: int = 0,
        ignore_limits: bool = False,
    ) -> npt.NDArray[np.float64] | npt.NDArray[np.float32]:
        """Return the configurations (count, nq) that place frame at target (4, 4), by their distance from start (nq,).

        most: how many at most; a redundant robot has no end of them
        weights, angular_tolerance, linear_tolerance, iterations, restarts, seed, ignore_limits: as those of
            inverse_kinematics()

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> target = robot.get_transform("tool0", [0.1, -1, 1, 0.3, 0.2, 0])
        >>> len(robot.inverse_kinematics_all("tool0", target, restarts=300)) > 4
        True
        """
        options = (list(weights), angular_tolerance, linear_tolerance, iterations, restarts, seed, ignore_limits)
        from ._arrays import like

        count, solutions = self._inverse_kinematics_all(frame, _numbers(target), start, options, most)
        return like(solutions.reshape(count, self.nq), (target, start))

    def closed_inverse_kinematics(
        self,
        frame: str | int,
        target: _Matrix | npt.NDArray[Any],
        start: _Vector | npt.NDArray[Any] | None = None,
        *,
        given: str | None = None,
        position: float | None = None,
        arm_angle: float | None = None,
        ignore_limits: bool = False,
    ) -> Any:
        """Return a ClosedIK: the configurations of six or seven revolute joints that place frame at target (4, 4).

        They are all, but of general six axes some may be missing near singular poses and at right angles.

        target: several, (k, 4, 4), give a list; start: (nq,) or (k, nq), where other joints stand and what comes first
        given: of seven joints, the name of the one whose position is given, rad; None position: as at the start.
            A given joint keeps its turn; outside its limits no solution counts
        arm_angle: of seven joints with spherical shoulder and wrist, rad; None: as at the start
        ignore_limits: joints may be outside their position limits

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> target = robot.get_transform("tool0", [0.1, -1, 1, 0.3, 0.2, 0])
        >>> found = robot.closed_inverse_kinematics("tool0", target)
        >>> found.structure, found.q.shape
        ('three parallel axes', (8, 6))
        """
        if arm_angle is not None and given is not None:
            raise ValueError("given and arm_angle exclude each other")
        if given is None and position is not None:
            raise ValueError("position: given has to name the joint")
        import numpy as np

        targets = np.asarray(target, dtype=float)
        if targets.ndim not in (2, 3) or targets.shape[-2:] != (4, 4):
            raise ValueError("target: expected (4, 4) or (k, 4, 4)")
        starts = None if start is None else np.asarray(start, dtype=float)
        if starts is not None and (starts.ndim not in (1, 2) or starts.shape[-1] != self.nq):
            raise ValueError(f"start: expected ({self.nq},) or (k, {self.nq})")
        count = len(targets) if targets.ndim == 3 else 1
        start_count = len(starts) if starts is not None and starts.ndim == 2 else 1
        structure, coordinate, results = self._closed_inverse_kinematics(
            frame, targets.ravel(), count, None if starts is None else starts.ravel(), start_count, given,
            position if arm_angle is None else arm_angle, arm_angle is not None, ignore_limits,
        )  # fmt: skip
        found = [
            ClosedIK(
                q.reshape(number, self.nq), structure, None if coordinate < 0 else coordinate,
                tuple(bool(families >> i & 1) for i in range(number)), outside, angular, linear,
            )
            for number, outside, families, angular, linear, q in results
        ]  # fmt: skip
        return found if targets.ndim == 3 else found[0]

    def arm_angle(self, frame: str | int, q: _Vector) -> float:
        """Return the arm angle, rad, of a configuration q (nq,) of seven joints with spherical shoulder and wrist.

        It is the angle about the line from shoulder to wrist by which the elbow stands out of the plane of that line
        and of the first axis.  frame: the name or index of the tool

        >>> import condyle
        >>> round(condyle.load("kukaIiwa14").arm_angle("iiwa_link_ee", [0.1, 0.5, 0.4, -1, 0.2, 0.3, 0]), 3)
        0.229
        """
        return self._arm_angle(frame, q)

    def trajectory_lines(
        self,
        frame: str | int,
        placements: Sequence[_Matrix] | npt.NDArray[Any],
        profile: _Profile = "trapezoid",
        *,
        start: _Vector | None = None,
        velocity: _Vector | None = None,
        acceleration: _Vector | None = None,
        effort: _Vector | None = None,
        scale: float = 1.0,
        contact_limits: Mapping[str, Any] | Sequence[Mapping[str, Any]] = (),
        linear_deviation: float = 0.0,
        angular_deviation: float = 0.0,
    ) -> Trajectory:
        """Return a Trajectory on which a frame moves in straight lines through placements (m, 4, 4), and stops at each.

        start: a configuration (nq,) near the first one; None: home
        profile, velocity, acceleration, effort, scale, contact_limits: as those of trajectory()
        linear_deviation, angular_deviation: how far the frame may be off its place on the line near singularities, m
            and rad, 1e-5 at least; 0 for both: lines are followed exactly

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> first = robot.get_transform("tool0", [0, -1.5, 1.5, 0, 0.5, 0])
        >>> last = first.copy()
        >>> last[2, 3] += 0.1
        >>> move = robot.trajectory_lines("tool0", [first, last], start=[0, -1.5, 1.5, 0, 0.5, 0], acceleration=[2] * 6)
        >>> bool(abs(robot.get_transform("tool0", move(move.duration)[0]) - last).max() < 1e-4)
        True
        """
        from . import Trajectory

        places = [_numbers(place) for place in placements]
        if any(len(place) != 16 for place in places):
            raise ValueError("placements: expected transforms (4, 4)")
        limits = self._limits_or_own(velocity, acceleration, effort)
        flat = [number for place in places for number in place]
        deviations = linear_deviation, angular_deviation
        options = (profile, *limits, scale, None, 0.0, contact_tuples(contact_limits), *deviations)
        handle = self._trajectory_lines(frame, flat, len(places), start, options)
        return Trajectory(self, handle, len(places))

    def payload_capacity_map(
        self,
        frame: str | int,
        size: float,
        *,
        center_of_mass: Sequence[float] = (0, 0, 0),
        seed: int = 0,
        samples: int = 20000,
        threads: int = 1,
    ) -> list[CapacityCell]:
        """Return the map of the radii and heights that a frame reaches, a list of CapacityCell.

        size: edge of the square cells, m
        center_of_mass: of the mass, in the frame, m
        samples: random poses, of the seed; threads: 0: all cores

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> cells = robot.payload_capacity_map("tool0", 0.2, samples=2000)
        >>> sum(cell.samples for cell in cells)
        2000
        """
        from . import _require_gravity

        _require_gravity(self)
        found = self._payload_capacity_map(frame, center_of_mass, seed, samples, threads, size)
        return [CapacityCell(*cell) for cell in found]

    def contact(
        self,
        frame: str | int,
        direction: npt.ArrayLike | None = None,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        *,
        point: Sequence[float] = (0, 0, 0),
        locked: str | Sequence[str] = (),
        force: float = 0.0,
        energy: float = 0.0,
        stiffness: float = 0.0,
        region_mass: float = 0.0,
    ) -> Contact:
        """Return the Contact of a point of a frame: its mass for a blow, and the speed that keeps limits of contact.

        direction: (..., 3) in the base's axes; None: that of the point's velocity
        q: (..., nq), home where None; qd: (..., n), zero where None
        point: in the frame, m
        locked: names of joints that do not give way, leaders in place of their followers
        force, N, with stiffness, N/m, and energy, J: limits of a transient contact with a body region of region_mass,
            kg, by the formula of ISO/TS 15066, annex A; all of them yours. This is no safety assessment.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> limits = {"force": 280, "stiffness": 75e3, "region_mass": 0.6}
        >>> blow = robot.contact("tool0", [0, 0, -1], [0, -1.5, 1.5, 0, 0, 0], **limits)
        >>> round(blow.mass, 2), round(blow.limit, 2)
        (3.4, 1.43)
        """
        limits = (force, energy, stiffness, region_mass)
        locked = (locked,) if isinstance(locked, str) else tuple(locked)
        return Contact(*self._contact(frame, point, locked, *limits, direction, q, qd))

    def contact_map(
        self,
        frame: str | int,
        size: float,
        direction: Sequence[float] | None = None,
        *,
        point: Sequence[float] = (0, 0, 0),
        locked: str | Sequence[str] = (),
        seed: int = 0,
        samples: int = 20000,
        threads: int = 1,
    ) -> list[ContactCell]:
        """Return the map of the radii and heights that a point of a frame reaches, a list of ContactCell.

        size: edge of the square cells, m
        direction: of the blow in the base's axes; None: away from the base's z axis, level
        point: in the frame, m
        locked: names of joints that do not give way, leaders in place of their followers
        samples: random poses, of the seed; threads: 0: all cores

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> cells = robot.contact_map("tool0", 0.2, samples=2000)
        >>> sum(cell.samples for cell in cells)
        2000
        """
        locked = (locked,) if isinstance(locked, str) else tuple(locked)
        found = self._contact_map(frame, point, locked, direction, seed, samples, threads, size)
        return [ContactCell(*cell) for cell in found]

    def reach_map(
        self,
        frame: str | int,
        size: float,
        *,
        point: Sequence[float] = (0, 0, 0),
        axis: Sequence[float] = (0, 0, 1),
        rows: str | int = "linear",
        seed: int = 0,
        samples: int = 20000,
        threads: int = 1,
    ) -> list[ReachCell]:
        """Return the map of the radii and heights that a point of a frame reaches, a list of ReachCell.

        size: edge of the square cells, m
        point: in the frame, m; axis: of the frame, of any length, whose directions count as dexterity
        rows: components of the point's velocity whose manipulability is measured, as those of a Task
        samples: random poses, of the seed, with which the map grows; threads: 0: all cores

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> cells = robot.reach_map("tool0", 0.2, samples=2000)
        >>> sum(cell.samples for cell in cells)
        2000
        """
        _, _, selected, place = Task(frame, rows, "base", point)._given()
        found = self._reach_map(frame, selected, place, axis, seed, samples, threads, size)
        return [ReachCell(*cell) for cell in found]

    def clamping_force(
        self,
        frame: str | int,
        direction: npt.ArrayLike,
        q: npt.ArrayLike | None = None,
        *,
        point: Sequence[float] = (0, 0, 0),
        locked: str | Sequence[str] = (),
        effort: _Vector | None = None,
    ) -> Any:
        """Return the largest force, N, with which the drives of a robot at rest can press in a direction.

        direction: (..., 3) in the base's axes; q: (..., nq), home where None; point: in the frame, m
        locked: names of joints that brakes hold, leaders in place of their followers
        effort: (n,) largest torques, infinite where not bounded, by default the robot's limits

        Infinite where no joint bounds the force, 0 where one cannot hold the robot's weight. This is no safety assessment.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> float(round(robot.clamping_force("tool0", [0, 0, -1], [0, -1.5, 1.5, 0, 0, 0]), 1))
        395.9
        """
        locked = (locked,) if isinstance(locked, str) else tuple(locked)
        return self._clamping_force(frame, point, locked, effort, direction, q)

    def stop(
        self,
        category: Literal[0, 1, 2],
        q: _Vector | None = None,
        qd: _Vector | None = None,
        *,
        brakes: _Vector | None = None,
        effort: _Vector | None = None,
        deceleration: _Vector | None = None,
        fastest: bool = False,
        frame: str | int = 0,
        point: Sequence[float] = (0, 0, 0),
        step: float = 1e-3,
        most_time: float = 10.0,
    ) -> Stop:
        """Return the Stop of a motion. This is no safety assessment.

        category: 0: the drives are off, and brakes stop the joints; 1: the drives brake on a straight line in joint
            space as hard as effort and deceleration let them; 2: likewise, and go on holding
        q: (nq,), home where None; qd: (n,), zero where None, rad/s and m/s
        brakes: (n,) torques, N m or N; None: no brakes
        effort: (n,) largest torques, by default the robot's limits
        deceleration: (n,) largest ones, rad/s2 and m/s2; None: not bounded
        fastest: of categories 1 and 2: each joint brakes by itself with all of its effort
        frame, point: the point whose way is told, in the frame, m
        step: of the integration, s; most_time: after which the robot counts as not stopped, s

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> brakes = [200, 200, 150, 40, 40, 40]
        >>> stop = robot.stop(0, [0, -1.57, 1.57, 0, 0, 0], [0, 3.14, 0, 0, 0, 0], brakes=brakes, frame="tool0")
        >>> stop.stopped, round(stop.time, 3), round(stop.length, 3)
        (True, 0.031, 0.025)
        """
        return Stop(
            *self._find_stop(
                _stop_request(category, fastest, q, qd, brakes, effort, deceleration, frame, point, step, most_time)
            )
        )

    def worst_stop(
        self,
        category: Literal[0, 1, 2],
        qd: _Vector,
        *,
        reach: tuple[float, float] = (0.0, 1.0),
        poses: int = 100,
        seed: int = 0,
        brakes: _Vector | None = None,
        effort: _Vector | None = None,
        deceleration: _Vector | None = None,
        fastest: bool = False,
        frame: str | int = 0,
        point: Sequence[float] = (0, 0, 0),
        step: float = 1e-3,
        most_time: float = 10.0,
    ) -> WorstStop:
        """Return the WorstStop of a motion from random poses within the limits. This is no safety assessment.

        reach: from where to where the point is from the base's origin, in parts of the largest distance
        poses: how many poses there are looked at; seed: of the random poses
        qd: the velocities of the motion, (n,), rad/s or m/s
        category, brakes, effort, deceleration, fastest, frame, point, step, most_time: as those of stop()

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> worst = robot.worst_stop(2, [1, 1, 0, 0, 0, 0], reach=(0.95, 1), deceleration=[20] * 6, frame="tool0")
        >>> round(worst.time, 3), round(worst.travel, 3), worst.poses
        (0.05, 0.025, 100)
        """
        request = _stop_request(
            category, fastest, None, qd, brakes, effort, deceleration, frame, point, step, most_time
        )
        return WorstStop(*self._find_worst_stop(request, float(reach[0]), float(reach[1]), poses, seed))

    def generate(
        self,
        name: str = "robot",
        calls: str | Sequence[str] = (),
        *,
        target: str = "c",
        lanes: int = 1,
        floats: bool = False,
        wrenches: bool = False,
        gravity: bool = False,
        payload_body: str | None = None,
        angle_tolerance: float = 0.0,
        most_bytes: int = 0,
        frame: str | None = None,
        hessians: bool = False,
    ) -> Generated:
        """Return the Generated code of this robot: C that computes its dynamics and nothing else.

        name: begins every name in the code
        calls: 'inverse_dynamics', 'forward_dynamics', 'mass_matrix' (the three by default), 'gravity_torque',
            'velocity_product', 'inverse_dynamics_derivatives', 'inverse_dynamics_vjp', 'forward_dynamics_vjp',
            'inverse_mass_matrix', 'forward_dynamics_derivatives', 'inverse_dynamics_second_derivatives', 'observer',
            and of `frame` 'transform' and 'geometric_jacobian'
        target: 'c', 'cuda' for device functions and kernels, 'casadi' for functions that CasADi's external() loads,
            each with its Jacobian, of the calls that are no derivatives, 'ros2_control' for a package of controllers,
            or 'cortex-m' for floats without a library of C; the last two have other files in `files`
        lanes: states at once in functions NAME_..._batch: 1, 2, 4, 8 or 16
        wrenches: functions take an external force matrix
        gravity: functions take gravity, 3 numbers
        payload_body: functions take a payload of this body: mass, center of mass, inertia xx yy zz yz xz xy about it
        angle_tolerance: rotations this close to quarter turns count as such, rad
        most_bytes: limit of the object code, as estimated; 0: 100,000
        floats: computes in floats
        frame: the body whose transform and Jacobian are generated, and at which a package tells the external wrench
        hessians: for 'casadi' second derivatives besides, of which solvers make exact Hessians

        >>> import condyle
        >>> code = condyle.load("universalUR5e", gravity=(0, 0, -9.81)).generate("ur5e", ["gravity_torque"])
        >>> "void ur5e_gravity_torque(const double *q, double *tau)" in code.header
        True
        """
        calls = (calls,) if isinstance(calls, str) else tuple(calls)
        options = (target, lanes, floats, wrenches, gravity, payload_body, angle_tolerance, most_bytes, frame, hessians)
        return Generated(*self._generate(name, calls, *options))

    def specialize(
        self,
        calls: str | Sequence[str] = (),
        *,
        compiler: str | None = None,
        cache: str | PathLike[str] | None = None,
        time_limit: float = 60.0,
        angle_tolerance: float = 0.0,
        most_bytes: int = 0,
        floats: bool = False,
    ) -> bool:
        """Compile code for this robot by a C compiler, and use it in later calls; return whether it was in the cache.

        Results are the same but for rounding. External forces, gravity, drives or payloads that were changed since, and
        simulations are left to the general code, as are copies of the robot, and arrays of float32 without code of
        their own.

        calls: 'inverse_dynamics', 'forward_dynamics', 'mass_matrix' (the three by default),
            'inverse_mass_matrix', 'inverse_dynamics_derivatives', 'forward_dynamics_derivatives' (where all three are
            wanted), 'inverse_dynamics_vjp', 'forward_dynamics_vjp'
        compiler: a program and its first arguments; None: those of $CC, or cc
        cache: a folder of the user's alone; None: condyle in $XDG_CACHE_HOME or ~/.cache
        time_limit: of the compiler, s
        angle_tolerance: rotations this close to quarter turns count as such, rad
        most_bytes: limit of the object code, as estimated; 0: 250,000
        floats: code for arrays of float32, of the calls that take them, beside that for other arrays

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> try:
        ...     robot.specialize(compiler="no-such-compiler")
        ... except condyle.RobotError as error:  # the robot computes as before
        ...     print(error.status)
        unsupported
        """
        calls = (calls,) if isinstance(calls, str) else tuple(calls)
        cache = None if cache is None else os.fsdecode(cache)
        return self._specialize(calls, compiler, cache, time_limit, angle_tolerance, most_bytes, bool(floats))

    def save_model(self, path: str | PathLike[str], replace: bool = False) -> None:
        """Save the compiled model at a path, from where condyle.load() reads it without XML.

        replace: in the place of an existing file

        >>> import condyle, os, tempfile
        >>> robot = condyle.load("universalUR5e")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     robot.save_model(os.path.join(folder, "ur5e.model"))
        ...     condyle.load(os.path.join(folder, "ur5e.model")) == robot
        True
        """
        self._save_model(os.fspath(path), replace)
