from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ._placement import Placement

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

class IKConstraint(NamedTuple):
    kind: _Kind
    frame: str | int = 0
    relative_to: str | int = 0
    joint: str | None = None
    target: _Place = ...
    place: _Place = ...
    axis: _Numbers = ...
    bounds: Sequence[_Bounds] | npt.NDArray[Any] = ()
    angular_tolerance: float = 0.0
    linear_tolerance: float = 0.0
    weights: float | _Numbers = 1.0
    @classmethod
    def pose(cls, frame: str | int, target: _Place, **options: Any) -> IKConstraint: ...
    @classmethod
    def position(cls, frame: str | int, target: _Numbers, **options: Any) -> IKConstraint: ...
    @classmethod
    def orientation(cls, frame: str | int, target: _Place, **options: Any) -> IKConstraint: ...
    @classmethod
    def aiming(
        cls, frame: str | int, target: _Numbers, axis: _Numbers = (0, 0, 1), **options: Any
    ) -> IKConstraint: ...
    @classmethod
    def cartesian_bounds(
        cls,
        frame: str | int,
        bounds: Sequence[_Bounds] | npt.NDArray[Any],
        target: _Place = ...,
        **options: Any,
    ) -> IKConstraint: ...
    @classmethod
    def distance_bounds(
        cls, frame: str | int, bounds: _Bounds, relative_to: str | int = 0, **options: Any
    ) -> IKConstraint: ...
    @classmethod
    def joint_bounds(cls, joint: str, bounds: _Bounds, **options: Any) -> IKConstraint: ...
    @classmethod
    def fixed_joint(
        cls,
        frame: str | int,
        relative_to: str | int,
        target: _Place = ...,
        place: _Place = ...,
        **options: Any,
    ) -> IKConstraint: ...
    @classmethod
    def revolute_joint(
        cls,
        frame: str | int,
        relative_to: str | int,
        target: _Place = ...,
        place: _Place = ...,
        bounds: _Bounds = ...,
        **options: Any,
    ) -> IKConstraint: ...
    @classmethod
    def prismatic_joint(
        cls,
        frame: str | int,
        relative_to: str | int,
        target: _Place = ...,
        place: _Place = ...,
        bounds: _Bounds = (-0.5, 0.5),
        **options: Any,
    ) -> IKConstraint: ...

class IKViolation(NamedTuple):
    kind: _Kind
    angular: npt.NDArray[np.float64]
    linear: npt.NDArray[np.float64]
    bound: Any
    size: Any

class GIKResult(NamedTuple):
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

class ConstraintCalls:
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
    ) -> GIKResult: ...
    def constraint_violations(
        self, constraints: Sequence[IKConstraint], q: npt.ArrayLike | None = None
    ) -> list[IKViolation]: ...
