"""Constraints of generalized inverse kinematics, and the searches for configurations that meet them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ._placement import Placement, matrix_of
from ._robot import RobotBase

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _Kind = Literal[
        "pose",
        "position",
        "orientation",
        "aiming",
        "cartesian",
        "distance",
        "joint",
        "fixed",
        "revolute",
        "prismatic",
    ]
    _Numbers = Sequence[float] | npt.NDArray[Any]
    _Place = Placement | tuple[_Numbers, _Numbers] | Sequence[Sequence[float]] | npt.NDArray[Any]
    _Bounds = tuple[float, float] | _Numbers

_IDENTITY = Placement()


class IKConstraint(NamedTuple):
    """What generalized_inverse_kinematics() asks of a configuration; the methods make the ten kinds.

    A constraint compares `place` on `frame` with `target` in the frame `relative_to`. place and target are a Placement, a
    transform (4, 4) or a pair (xyz, rpy).

    frame, relative_to: names or numbers of frames; relative_to is the base where it is 0
    joint: name of the joint that joint_bounds() bounds
    axis: in the axes of place; bounds: pairs of least and most
    angular_tolerance, linear_tolerance: rad and m; an error up to this size is none
    weights: of the errors [angular; linear; bound] in target's axes, 7 numbers or one for all; 0: free

    >>> import condyle
    >>> condyle.IKConstraint.position("tool0", (0.4, 0.2, 0.5), linear_tolerance=0.01).kind
    'position'
    """

    kind: _Kind
    frame: str | int = 0
    relative_to: str | int = 0
    joint: str | None = None
    target: _Place = _IDENTITY
    place: _Place = _IDENTITY
    axis: _Numbers = (0.0, 0.0, 1.0)
    bounds: Sequence[_Bounds] | npt.NDArray[Any] = ()
    angular_tolerance: float = 0.0
    linear_tolerance: float = 0.0
    weights: float | _Numbers = 1.0

    @classmethod
    def pose(cls, frame: str | int, target: _Place, **options: Any) -> IKConstraint:
        """Return the constraint that a frame stands at target.

        >>> import condyle
        >>> condyle.IKConstraint.pose("tool0", condyle.Placement((0.4, 0.2, 0.5)), angular_tolerance=0.1).frame
        'tool0'
        """
        return cls("pose", frame, target=target, **options)

    @classmethod
    def position(cls, frame: str | int, target: _Numbers, **options: Any) -> IKConstraint:
        """Return the constraint that a frame's origin is at target (3,), m.

        >>> import condyle
        >>> condyle.IKConstraint.position("tool0", (0.4, 0.2, 0.5)).target.xyz
        (0.4, 0.2, 0.5)
        """
        return cls("position", frame, target=_at(target), **options)

    @classmethod
    def orientation(cls, frame: str | int, target: _Place, **options: Any) -> IKConstraint:
        """Return the constraint that a frame has the axes of target; its position does not count.

        >>> import condyle
        >>> condyle.IKConstraint.orientation("tool0", condyle.Placement(rpy=(3.14, 0, 0))).kind
        'orientation'
        """
        return cls("orientation", frame, target=target, **options)

    @classmethod
    def aiming(cls, frame: str | int, target: _Numbers, axis: _Numbers = (0, 0, 1), **options: Any) -> IKConstraint:
        """Return the constraint that an axis of a frame points to target (3,), m, within angular_tolerance.

        >>> import condyle
        >>> condyle.IKConstraint.aiming("tool0", (0.4, 0.2, 0), axis=(1, 0, 0), angular_tolerance=0.05).axis
        (1, 0, 0)
        """
        return cls("aiming", frame, target=_at(target), axis=axis, **options)

    @classmethod
    def cartesian_bounds(
        cls, frame: str | int, bounds: Sequence[_Bounds] | npt.NDArray[Any], target: _Place = _IDENTITY, **options: Any
    ) -> IKConstraint:
        """Return the constraint that a frame's origin is in a box: bounds (3, 2) along the axes of target, m.

        >>> import condyle
        >>> condyle.IKConstraint.cartesian_bounds("tool0", [(0.3, 0.5), (-0.1, 0.1), (0.2, float("inf"))]).kind
        'cartesian'
        """
        return cls("cartesian", frame, target=target, bounds=bounds, **options)

    @classmethod
    def distance_bounds(
        cls, frame: str | int, bounds: _Bounds, relative_to: str | int = 0, **options: Any
    ) -> IKConstraint:
        """Return the constraint that the distance of two frames' origins is in bounds (2,), m.

        >>> import condyle
        >>> condyle.IKConstraint.distance_bounds("tool0", (0.2, 0.4), "base_link").relative_to
        'base_link'
        """
        return cls("distance", frame, relative_to, bounds=(bounds,), **options)

    @classmethod
    def joint_bounds(cls, joint: str, bounds: _Bounds, **options: Any) -> IKConstraint:
        """Return the constraint that the position of a joint is in bounds (2,), rad or m.

        >>> import condyle
        >>> condyle.IKConstraint.joint_bounds("elbow_joint", (0.5, 1.0)).joint
        'elbow_joint'
        """
        return cls("joint", joint=joint, bounds=(bounds,), **options)

    @classmethod
    def fixed_joint(
        cls,
        frame: str | int,
        relative_to: str | int,
        target: _Place = _IDENTITY,
        place: _Place = _IDENTITY,
        **options: Any,
    ) -> IKConstraint:
        """Return the constraint that a fixed joint at target in relative_to holds the frame at its place.

        >>> import condyle
        >>> condyle.IKConstraint.fixed_joint("tool0", "base_link", condyle.Placement((0.4, 0.2, 0.5))).kind
        'fixed'
        """
        return cls("fixed", frame, relative_to, target=target, place=place, **options)

    @classmethod
    def revolute_joint(
        cls,
        frame: str | int,
        relative_to: str | int,
        target: _Place = _IDENTITY,
        place: _Place = _IDENTITY,
        bounds: _Bounds = (-math.pi, math.pi),
        **options: Any,
    ) -> IKConstraint:
        """Return the constraint that a revolute joint about z holds the frame at its place, its angle in bounds, rad.

        >>> import condyle
        >>> condyle.IKConstraint.revolute_joint("tool0", "base_link", condyle.Placement((0.4, 0.2, 0.5))).kind
        'revolute'
        """
        return cls("revolute", frame, relative_to, target=target, place=place, bounds=(bounds,), **options)

    @classmethod
    def prismatic_joint(
        cls,
        frame: str | int,
        relative_to: str | int,
        target: _Place = _IDENTITY,
        place: _Place = _IDENTITY,
        bounds: _Bounds = (-0.5, 0.5),
        **options: Any,
    ) -> IKConstraint:
        """Return the constraint that a prismatic joint along z holds the frame at its place, its position in bounds, m.

        >>> import condyle
        >>> condyle.IKConstraint.prismatic_joint("tool0", "base_link", bounds=(0, 0.3)).bounds
        ((0, 0.3),)
        """
        return cls("prismatic", frame, relative_to, target=target, place=place, bounds=(bounds,), **options)


class IKViolation(NamedTuple):
    """How far a configuration is beyond a constraint; zeros where it keeps it. Of many searches, arrays.

    angular, linear: (3,), rad and m in the target's axes, less the tolerances; bound: rad or m, below 0 where less than
    the least; size: the largest of the three norms
    """

    kind: _Kind
    angular: npt.NDArray[np.float64]
    linear: npt.NDArray[np.float64]
    bound: Any
    size: Any


class GIKResult(NamedTuple):
    """How a search under constraints ended. Of many searches each member is an array, violations still a list.

    converged: no violation above the tolerance
    at_minimum: not converged, and no step lowers the cost; False: the iterations were used up
    cost: sum of (weight x violation)^2; worst: number of the constraint of the largest violation, -1: none
    violations: an IKViolation of each constraint
    """

    q: npt.NDArray[np.float64] | npt.NDArray[np.float32]
    converged: Any
    at_minimum: Any
    cost: Any
    worst: Any
    violation: Any
    iterations: Any
    restarts: Any
    at_limit: Any
    violations: list[IKViolation]


def _at(point: _Numbers) -> Placement:
    x, y, z = (float(number) for number in point)
    return Placement((x, y, z))


def _numbers(name: str, placement: Any) -> list[float]:
    return [float(number) for row in matrix_of(name, placement) for number in row]


def _packed(constraint: IKConstraint) -> tuple[Any, ...]:
    """Returns what the extension reads of a constraint."""
    if not isinstance(constraint, IKConstraint):
        raise TypeError(f"constraints: expected condyle.IKConstraint, not {type(constraint).__name__}")
    bounds = [(float(least), float(most)) for least, most in constraint.bounds]
    flat = [number for pair in bounds + [(0.0, 0.0)] * (3 - len(bounds)) for number in pair]
    weights = constraint.weights
    weights = [float(weights)] * 7 if isinstance(weights, (int, float)) else [float(weight) for weight in weights]
    if len(flat) != 6 or len(weights) != 7:
        raise ValueError("constraints: expected bounds as pairs, and 1 or 7 weights")
    return (
        constraint.kind, constraint.frame, constraint.relative_to, constraint.joint, _numbers("place", constraint.place),
        _numbers("target", constraint.target), [float(number) for number in constraint.axis], flat,
        float(constraint.angular_tolerance), float(constraint.linear_tolerance), weights,
    )  # fmt: skip


def _violations(kinds: Sequence[_Kind], numbers: npt.NDArray[np.float64]) -> list[IKViolation]:
    """Returns the violations of numbers (..., constraints, 8)."""
    parts: list[tuple[Any, ...]] = [
        (numbers[..., i, :3], numbers[..., i, 3:6], numbers[..., i, 6], numbers[..., i, 7]) for i in range(len(kinds))
    ]
    if numbers.ndim == 2:
        parts = [(angular, linear, float(bound), float(size)) for angular, linear, bound, size in parts]
    return [IKViolation(kind, *part) for kind, part in zip(kinds, parts, strict=True)]


class ConstraintCalls(RobotBase):
    """Calls of a robot under constraints of inverse kinematics."""

    def generalized_inverse_kinematics(
        self,
        constraints: Sequence[IKConstraint] | Sequence[Sequence[IKConstraint]],
        start: npt.ArrayLike | None = None,
        *,
        tolerance: float = 1e-6,
        iterations: int = 10000,
        restarts: int = 200,
        seed: int = 0,
        ignore_limits: bool = False,
        threads: int = 1,
    ) -> GIKResult:
        """Return a GIKResult: a configuration that meets all constraints, or the best that was found.

        constraints: a list of IKConstraint, or a list of such lists (m rows of the same kinds in the same order)
        start: (nq,) or (m, nq), where the search begins; None: home
        tolerance: of the violations, rad and m
        iterations: at most, in all starts together; restarts: further searches at most, from random configurations of the
            seed
        ignore_limits: joints may be outside their position limits
        threads: of many searches; 0: all cores

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> reach = condyle.IKConstraint.position("tool0", (0.4, 0.2, 0.5))
        >>> look = condyle.IKConstraint.aiming("tool0", (0.4, 0.2, 0), angular_tolerance=0.05)
        >>> found = robot.generalized_inverse_kinematics([reach, look])
        >>> found.converged
        True
        >>> bool(abs(robot.get_transform("tool0", found.q)[:3, 3] - [0.4, 0.2, 0.5]).max() < 1e-6)
        True
        >>> far = condyle.IKConstraint.position("tool0", (2, 0, 0))
        >>> robot.generalized_inverse_kinematics([far]).converged
        False
        """
        import numpy

        from ._arrays import like

        rows: list[Any] = list(constraints)
        is_many = bool(rows) and not isinstance(rows[0], IKConstraint) and isinstance(rows[0], (list, tuple))
        starts = None if start is None else numpy.asarray(start, dtype=float)
        lists = [list(row) for row in rows] if is_many else [rows]
        is_many = is_many or (starts is not None and starts.ndim > 1)
        if starts is not None and starts.ndim > 1 and len(lists) == 1:
            lists = lists * len(starts)
        flat = None if starts is None else numpy.broadcast_to(starts, (len(lists), self.nq)).ravel().tolist()
        kinds = [[constraint.kind for constraint in row if isinstance(constraint, IKConstraint)] for row in lists]
        if any(row != kinds[0] for row in kinds):
            raise ValueError("constraints: expected rows of the same kinds in the same order")
        if not 0 <= threads <= 1024:
            raise ValueError("threads: expected 0 (all cores) to 1024")
        packed = [[_packed(constraint) for constraint in row] for row in lists]
        options = (float(tolerance), iterations, restarts, seed, ignore_limits)
        q, reports, violations = self._generalized_inverse_kinematics(packed, flat, options, threads)
        q = like(q.reshape(len(lists), self.nq), (start,))
        reports = reports.reshape(len(lists), 8)
        violations = violations.reshape(len(lists), len(kinds[0]), 8)
        if is_many:
            flags, counts = reports[:, :2] > 0, reports[:, [3, 5, 6, 7]].astype(int)
            return GIKResult._make((
                q, flags[:, 0], flags[:, 1], reports[:, 2], counts[:, 0], reports[:, 4], *counts.T[1:],
                _violations(kinds[0], violations),
            ))  # fmt: skip
        converged, at_minimum, cost, worst, violation, *counts = reports[0].tolist()
        return GIKResult._make((
            q[0], converged > 0, at_minimum > 0, cost, int(worst), violation, *(int(count) for count in counts),
            _violations(kinds[0], violations[0]),
        ))  # fmt: skip

    def constraint_violations(
        self, constraints: Sequence[IKConstraint], q: npt.ArrayLike | None = None
    ) -> list[IKViolation]:
        """Return an IKViolation of each of the constraints at q (nq,), None: home.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e")
        >>> bound = condyle.IKConstraint.joint_bounds("elbow_joint", (0.5, 1.0))
        >>> round(robot.constraint_violations([bound], [0, -1, 0.2, 0, 0, 0])[0].bound, 3)
        -0.3
        """
        rows = list(constraints)
        numbers = self._constraint_violations([_packed(constraint) for constraint in rows], q)
        return _violations([constraint.kind for constraint in rows], numbers.reshape(len(rows), 8))
