from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from ._owner import Owner

_Vector = Sequence[float] | npt.NDArray[Any]
_Array = npt.NDArray[Any]

class OnlineTrajectory(Owner):
    n: int
    duration: float
    least_durations: tuple[float, ...]
    def __init__(self, n: int) -> None: ...
    def plan(
        self,
        q: _Vector,
        goal_q: _Vector,
        *,
        jerk: _Vector,
        qd: _Vector | None = None,
        qdd: _Vector | None = None,
        goal_qd: _Vector | None = None,
        goal_qdd: _Vector | None = None,
        velocity: _Vector | None = None,
        acceleration: _Vector | None = None,
        least_duration: float = 0.0,
    ) -> float: ...
    def __call__(self, t: float | _Vector) -> tuple[_Array, _Array, _Array, _Array]: ...
