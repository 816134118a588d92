from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._placement import _AnyPlacement

_Array = npt.NDArray[Any]
_Frame = str | int

class Task(NamedTuple):
    frame: _Frame
    rows: str | int = ...
    axes: str = ...
    point: Sequence[float] = ...

class OperationalSpace(NamedTuple):
    J: _Array
    Lambda: _Array
    Jbar: _Array
    N: _Array
    mu: _Array
    p: _Array
    rank: Any
    def to_pandas(self) -> Any: ...

class Manipulability(NamedTuple):
    measure: Any
    condition: Any
    singular_values: _Array
    def to_pandas(self) -> Any: ...

class Constraint(NamedTuple):
    frame: _Frame = ...
    other: _Frame = ...
    rows: str | int = ...
    in_frame: _AnyPlacement | None = ...
    in_other: _AnyPlacement | None = ...
    J: Sequence[Sequence[float]] | _Array | None = ...
    gamma: Sequence[float] | _Array | None = ...

class ConstrainedDynamics(NamedTuple):
    qdd: _Array
    forces: _Array
    rank: Any
    residual: Any
    def to_pandas(self) -> Any: ...

class Impact(NamedTuple):
    qd: _Array
    impulses: _Array
    rank: Any
    residual: Any
    def to_pandas(self) -> Any: ...

class Projection(NamedTuple):
    q: _Array
    converged: Any
    iterations: Any
    gap: Any
    def to_pandas(self) -> Any: ...

_Tasks = Task | Sequence[Task]
_Constraints = Constraint | Sequence[Constraint]

class TaskCalls:
    def task_dynamics(
        self,
        tasks: _Tasks,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        *,
        tolerance: float = 0.0,
        threads: int = 1,
        out: tuple[_Array, _Array, _Array, _Array, _Array, _Array] | None = None,
    ) -> OperationalSpace: ...
    def manipulability(
        self, frame: _Frame, q: npt.ArrayLike | None = None, axes: str = "base", rows: str | int = "all"
    ) -> Manipulability: ...
    def external_force_at(
        self,
        frame: _Frame,
        wrench: npt.ArrayLike,
        q: npt.ArrayLike | None = None,
        axes: str = "base",
        *,
        out: _Array | None = None,
    ) -> _Array: ...
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
    ) -> ConstrainedDynamics: ...
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
    ) -> Impact: ...
    def constraint_wrenches(
        self,
        constraints: _Constraints,
        forces: npt.ArrayLike,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
    ) -> _Array: ...
    def constraint_gap(
        self, constraints: _Constraints, q: npt.ArrayLike | None = None, *, out: _Array | None = None
    ) -> _Array: ...
    def constraint_project(
        self,
        constraints: _Constraints,
        q: npt.ArrayLike | None = None,
        *,
        gap_tolerance: float = 1e-10,
        iterations: int = 100,
        rank_tolerance: float = 1e-10,
        out: _Array | None = None,
    ) -> Projection: ...
    def constraint_anchor(
        self, constraint: Constraint, q: Sequence[float] | npt.NDArray[np.float64] | None = None
    ) -> Constraint: ...
    def constraint_rows(self, constraints: _Constraints) -> int: ...
