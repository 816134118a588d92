"""Tasks and constraints of robots: operational space, manipulability, contacts, closed loops, impacts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ._placement import Placement, numbers_of
from ._robot import RobotBase
from ._tables import as_frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._placement import _AnyPlacement

    _Array = npt.NDArray[Any]
    _Frame = str | int
    _Tasks: TypeAlias = "Task | Sequence[Task]"
    _Constraints: TypeAlias = "Constraint | Sequence[Constraint]"

_COMPONENTS = {"wx": 1, "wy": 2, "wz": 4, "vx": 8, "vy": 16, "vz": 32}
_ROWS = {
    "all": 63,
    "angular": 7,
    "linear": 56,
    "weld": 63,
    "ball": 56,
    "revolute": 59,
    "prismatic": 31,
    "cylindrical": 27,
    "plane-contact": 32,
}


def _rows(rows: str | int) -> int:
    """Returns rows, given by a word, by components such as 'wz vx' or by the number that C has, as this number."""
    if not isinstance(rows, str):
        return int(rows)
    if rows in _ROWS:
        return _ROWS[rows]
    components = rows.split()
    unknown = [name for name in components if name not in _COMPONENTS]
    if unknown or not components:
        raise ValueError(
            f"rows: expected one of {', '.join(map(repr, _ROWS))}, or some of 'wx wy wz vx vy vz', not {rows!r}"
        )
    number = 0
    for name in components:
        number |= _COMPONENTS[name]
    return number


def _whole(value: Any) -> Any:
    """Returns the whole numbers that the C module gives as doubles."""
    return int(value) if isinstance(value, float) else value.astype(int)


def _true(value: Any) -> Any:
    return bool(value) if isinstance(value, float) else value.astype(bool)


class Task(NamedTuple):
    """Some components of the velocity of a point that is fixed to a frame, relative to the base.

    frame: a body's name or index
    rows: 'all', 'linear', 'angular', or some of 'wx wy wz vx vy vz'; they come in this order
    axes: of the components: 'base', or 'body', the frame's own
    point: in the frame's axes from its origin, m
    """

    frame: _Frame
    rows: str | int = "all"
    axes: str = "base"
    point: Sequence[float] = (0.0, 0.0, 0.0)

    def _given(self) -> tuple[Any, ...]:
        return self.frame, self.axes, _rows(self.rows), tuple(self.point)


class OperationalSpace(NamedTuple):
    """The dynamics of tasks with m rows: Lambda vdot + mu + p = F, where the torques are tau = J^T F + N^T tau0.

    J: (..., m, n), v = J qd
    Lambda: (..., m, m), the inertia that the task feels
    Jbar: (..., n, m), the dynamically consistent inverse
    N: (..., n, n), 1 - Jbar J
    mu, p: (..., m), the bias of velocities, and that of gravity
    rank: how many rows are independent; under m, Lambda is a pseudo-inverse
    """

    J: _Array
    Lambda: _Array
    Jbar: _Array
    N: _Array
    mu: _Array
    p: _Array
    rank: Any

    def to_pandas(self) -> Any:
        return as_frame(self)


class Manipulability(NamedTuple):
    """Measures of a Jacobian's rows: the product of the singular values, the largest by the smallest, and all of them.

    In a singular pose the measure is 0 and the condition infinite.
    """

    measure: Any
    condition: Any
    singular_values: _Array

    def to_pandas(self) -> Any:
        return as_frame(self)


class Constraint(NamedTuple):
    """What ties a place on the body of frame to a place on the body of other; the base is the environment.

    rows: components of the relative velocity that are 0, in the axes of in_other: 'linear' (or 'ball'), 'weld',
        'revolute' (free axis z), 'prismatic', 'cylindrical', 'plane-contact' (normal z), or some of 'wx wy wz vx vy vz'
    in_frame, in_other: the two places, each a Placement or a transform (4, 4) in its frame; None: its origin
    J, gamma: rows (m, n) and (m,) of the caller's own, J qdd = gamma; all else is then not read
    """

    frame: _Frame = 0
    other: _Frame = 0
    rows: str | int = "linear"
    in_frame: _AnyPlacement | None = None
    in_other: _AnyPlacement | None = None
    J: Sequence[Sequence[float]] | _Array | None = None
    gamma: Sequence[float] | _Array | None = None

    def _given(self) -> tuple[Any, ...]:
        J: Any = self.J
        gamma = self.gamma
        if J is not None:
            lines = [[float(number) for number in row] for row in J]
            gamma = [0.0] * len(lines) if gamma is None else [float(number) for number in gamma]
            if len(gamma) != len(lines) or len({len(line) for line in lines}) > 1:
                raise ValueError("J: expected rows of one length, and a number of gamma for each")
            J = [number for line in lines for number in line]
        return (
            self.frame, self.other, _rows(self.rows), numbers_of(self.in_frame), numbers_of(self.in_other), J, gamma,
        )  # fmt: skip


class ConstrainedDynamics(NamedTuple):
    """Accelerations qdd (..., n) and constraint forces (..., rows) of constrained forward dynamics.

    rank: how many of the rows are independent
    residual: the largest of what the constraints leave: above rounding where they contradict each other
    """

    qdd: _Array
    forces: _Array
    rank: Any
    residual: Any

    def to_pandas(self) -> Any:
        return as_frame(self)


class Impact(NamedTuple):
    """Velocities qd (..., n) after an impact, and its impulses (..., rows), N s or N m s; rank and residual likewise."""

    qd: _Array
    impulses: _Array
    rank: Any
    residual: Any

    def to_pandas(self) -> Any:
        return as_frame(self)


class Projection(NamedTuple):
    """A configuration q (..., nq) that keeps constraints, or the best that was found, and the largest gap left."""

    q: _Array
    converged: Any
    iterations: Any
    gap: Any

    def to_pandas(self) -> Any:
        return as_frame(self)


def _list(one: str, kind: type[Task] | type[Constraint], things: Any) -> tuple[tuple[Any, ...], ...]:
    """Returns a tuple of what the C module reads, of one thing or of several."""
    things = [things] if isinstance(things, kind) else list(things)
    for thing in things:
        if not isinstance(thing, kind):
            raise TypeError(f"expected a condyle.{one} or several, not {thing!r}")
    return tuple(thing._given() for thing in things)


def _options(
    rank_tolerance: float = 1e-10,
    velocity_gain: float = 0.0,
    position_gain: float = 0.0,
    gap_tolerance: float = 1e-10,
    iterations: int = 100,
    threads: int = 1,
) -> tuple[float, ...]:
    return rank_tolerance, velocity_gain, position_gain, gap_tolerance, iterations, threads


class TaskCalls(RobotBase):
    """Calls of a robot about tasks and constraints."""

    def task_dynamics(
        self,
        tasks: _Tasks,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        *,
        tolerance: float = 0.0,
        threads: int = 1,
        out: tuple[_Array, _Array, _Array, _Array, _Array, _Array] | None = None,
    ) -> OperationalSpace:
        """Return the OperationalSpace of tasks, one Task or several, at q (..., nq), qd (..., n).

        Damping, friction and springs of joints have no part in it. Directions in which the robot moves the tasks by
        less than tolerance (0: 1e-10) times the most mobile one are left out.

        threads: of several states; 0: all cores
        out: arrays for J, Lambda, Jbar, N, mu and p

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> task = robot.task_dynamics(condyle.Task("tool0", "linear"), [0, -1.5, 1.5, 0, 0, 0])
        >>> task.Lambda.shape, task.rank
        ((3, 3), 3)
        """
        *results, rank = self._task_dynamics(_list("Task", Task, tasks), tolerance, q, qd, out, threads)
        return OperationalSpace._make((*results, _whole(rank)))

    def manipulability(
        self, frame: _Frame, q: npt.ArrayLike | None = None, axes: str = "base", rows: str | int = "all"
    ) -> Manipulability:
        """Return the Manipulability of a frame at q (..., nq), how well the pose lets it move (Yoshikawa 1985).

        rows: 'linear' or 'angular', or those of a Task; measures of all depend on the unit of length, 1 m
        axes: 'base', the axes of the base, or 'body', the frame's own

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> robot.manipulability("tool0", [0, 0, 0, 0, 0, 0]).measure  # stretched out
        0.0
        """
        return Manipulability(*self._manipulability(Task(frame, rows, axes)._given(), q))

    def external_force_at(
        self,
        frame: _Frame,
        wrench: npt.ArrayLike,
        q: npt.ArrayLike | None = None,
        axes: str = "base",
        *,
        out: _Array | None = None,
    ) -> _Array:
        """Return the matrix fext (..., rows, 6) of a wrench [Tx Ty Tz Fx Fy Fz] about a frame's origin, N m and N.

        axes: of the wrench: 'base', or 'body', the frame's own
        q: (..., nq)
        out: an array for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, 0))
        >>> fext = robot.external_force_at("tool0", [0, 0, 0, 0, 0, -50], [0, 0, 0, 0, 0, 0])
        >>> robot.inverse_dynamics(fext=fext)[:2].round(3)
        array([  0.  , -40.86])
        """
        return self._external_force_at(Task(frame, "all", axes)._given(), wrench, q, out)

    def constrained_forward_dynamics(
        self,
        constraints: _Constraints,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        velocity_gain: float = 0.0,
        position_gain: float = 0.0,
        rank_tolerance: float = 1e-10,
        threads: int = 1,
        out: tuple[_Array, _Array] | None = None,
    ) -> ConstrainedDynamics:
        """Return the ConstrainedDynamics at q (..., nq), qd and tau (..., n) under constraints, one Constraint or several.

        threads: of several states; 0: all cores
        velocity_gain, position_gain: stabilize the constraints, 1/s and 1/s2 (Baumgarte's 2 alpha and beta^2)
        out: arrays for qdd and forces
        fext: forces that act (..., force_rows, 6), N m and N, of external_force()
        rank_tolerance: which rows count as independent, as the tolerance of task_dynamics()

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> held = robot.constrained_forward_dynamics(condyle.Constraint("tool0"), [0, -1.5, 1.5, 0, 0, 0])
        >>> held.rank, bool(held.residual < 1e-9)
        (3, True)
        """
        qdd, forces, rank, residual = self._constrained(
            "forward_dynamics", _list("Constraint", Constraint, constraints),
            _options(rank_tolerance, velocity_gain, position_gain, threads=threads), 0.0, out, (q, qd, tau, fext),
        )  # fmt: skip
        return ConstrainedDynamics(qdd, forces, _whole(rank), residual)

    def impact(
        self,
        constraints: _Constraints,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        restitution: float = 0.0,
        *,
        rank_tolerance: float = 1e-10,
        threads: int = 1,
        out: tuple[_Array, _Array] | None = None,
    ) -> Impact:
        """Return the Impact on all constraints at once: J qd_after = -restitution J qd.

        restitution: 0 to 1; 0 makes any velocity one that keeps the constraints
        threads: of several states; 0: all cores
        out: arrays for qd and impulses
        q: (..., nq); qd: the velocities before (..., n)
        rank_tolerance: as that of constrained_forward_dynamics()

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> contact = condyle.Constraint("tool0", rows="plane-contact")
        >>> q, qd = [0, -1.5, 1.5, 0, 0, 0], [0, 1, 0, 0, 0, 0]
        >>> bool(abs(robot.frame_velocity("tool0", q, robot.impact(contact, q, qd).qd)[5]) < 1e-12)
        True
        """
        after, impulses, rank, residual = self._constrained(
            "impact", _list("Constraint", Constraint, constraints), _options(rank_tolerance, threads=threads),
            restitution, out, (q, qd),
        )  # fmt: skip
        return Impact(after, impulses, _whole(rank), residual)

    def constraint_wrenches(
        self,
        constraints: _Constraints,
        forces: npt.ArrayLike,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
    ) -> _Array:
        """Return the wrench [T; F] (..., count, 6), N m and N, of each constraint on its frame's body.

        They are about the base's origin, in its axes.

        constraints: one Constraint or several
        forces: (..., rows) of constrained_forward_dynamics(), or impulses of impact()
        q: (..., nq)
        out: an array for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> robot.constraint_wrenches(condyle.Constraint("tool0"), [0, 0, 10], [0, 0, 0, 0, 0, 0])[0, 3:]
        array([ 0.,  0., 10.])
        """
        given = _list("Constraint", Constraint, constraints)
        wrenches: _Array = self._constrained("wrenches", given, _options(), 0.0, out, (q, forces))
        return wrenches

    def constraint_gap(
        self, constraints: _Constraints, q: npt.ArrayLike | None = None, *, out: _Array | None = None
    ) -> _Array:
        """Return how far each row's place is from where it belongs (..., rows), rad or m.

        constraints: one Constraint or several
        q: (..., nq)
        out: an array for the result

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> place = robot.get_transform("tool0", [0, 0, 0, 0, 0, 0])
        >>> robot.constraint_gap(condyle.Constraint("tool0", in_other=place), [0, 0, 0, 0, 0, 0]).round(9)
        array([0., 0., 0.])
        """
        given = _list("Constraint", Constraint, constraints)
        gap: _Array = self._constrained("gap", given, _options(), 0.0, out, (q,))
        return gap

    def constraint_project(
        self,
        constraints: _Constraints,
        q: npt.ArrayLike | None = None,
        *,
        gap_tolerance: float = 1e-10,
        iterations: int = 100,
        rank_tolerance: float = 1e-10,
        out: _Array | None = None,
    ) -> Projection:
        """Return the Projection of q (..., nq) onto constraints: steps of the least kinetic energy.

        out: an array for q
        gap_tolerance: rad or m; iterations: steps at most
        rank_tolerance: as that of constrained_forward_dynamics()

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> held = robot.constraint_anchor(condyle.Constraint("tool0"), [0, -1.5, 1.5, 0, 0, 0])
        >>> robot.constraint_project(held, [0.1, -1.4, 1.5, 0, 0, 0]).converged
        True
        """
        options = _options(rank_tolerance, gap_tolerance=gap_tolerance, iterations=iterations)
        projected, converged, steps, gap = self._constrained(
            "project", _list("Constraint", Constraint, constraints), options, 0.0, out, (q,)
        )
        return Projection(projected, _true(converged), _whole(steps), gap)

    def constraint_anchor(
        self, constraint: Constraint, q: Sequence[float] | npt.NDArray[np.float64] | None = None
    ) -> Constraint:
        """Return the constraint with in_other where the frames are at q (nq,), so that it has no gap there.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> anchored = robot.constraint_anchor(condyle.Constraint("tool0"), [0, 0, 0, 0, 0, 0])
        >>> round(anchored.in_other.xyz[0], 6)
        0.8172
        """
        place = self._constraint_anchor(_list("Constraint", Constraint, constraint), q)
        return constraint._replace(in_other=Placement(place[:3], place[3:]))

    def constraint_rows(self, constraints: _Constraints) -> int:
        """Return the number of rows of constraints.

        >>> import condyle
        >>> condyle.load("universalUR5e").constraint_rows([condyle.Constraint("tool0", rows="revolute")])
        5
        """
        return self._constraint_rows(_list("Constraint", Constraint, constraints))
