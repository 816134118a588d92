from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._tasks import Constraint

_Array = npt.NDArray[Any]
_Numbers = npt.ArrayLike | None

class Assembly(NamedTuple):
    q: _Array
    angular_gap: Any
    linear_gap: Any
    restarts: Any

class MechanismMotion(NamedTuple):
    qd: _Array
    qdd: _Array

class MechanismTorques(NamedTuple):
    tau: _Array
    forces: _Array

class MechanismAcceleration(NamedTuple):
    du: _Array
    forces: _Array

class MechanismDerivatives(NamedTuple):
    by_q: _Array
    by_u: _Array
    by_du: _Array

class MechanismTerms(NamedTuple):
    G: _Array
    M: _Array
    product: _Array
    gravity: _Array

class MechanismState(NamedTuple):
    q: _Array
    qd: _Array

class Mechanism:
    q: _Array
    coordinates: tuple[int, ...]
    joints: tuple[str, ...]
    actuated: tuple[str, ...]
    def __init__(
        self,
        robot: Any,
        constraints: Constraint | Sequence[Constraint],
        actuated: str | Sequence[str] | None,
        q: _Numbers,
    ) -> None: ...
    def assemble(
        self, q: _Numbers = None, held: str | Sequence[str] | None = None, *, out: _Array | None = None
    ) -> Assembly: ...
    def motion(
        self, q: _Numbers, u: _Numbers = None, du: _Numbers = None, *, out: tuple[_Array, _Array] | None = None
    ) -> MechanismMotion: ...
    def inverse_dynamics(
        self,
        q: _Numbers,
        u: _Numbers = None,
        du: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array] | None = None,
    ) -> MechanismTorques: ...
    def derivatives(
        self,
        q: _Numbers,
        u: _Numbers = None,
        du: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array, _Array] | None = None,
    ) -> MechanismDerivatives: ...
    def forward_dynamics(
        self,
        q: _Numbers,
        u: _Numbers = None,
        tau: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array] | None = None,
    ) -> MechanismAcceleration: ...
    def terms(
        self, q: _Numbers, u: _Numbers = None, *, out: tuple[_Array, _Array, _Array, _Array] | None = None
    ) -> MechanismTerms: ...
    def step(
        self,
        q: _Numbers,
        qd: _Numbers,
        dt: float,
        tau: _Numbers = None,
        fext: _Numbers = None,
        *,
        out: tuple[_Array, _Array] | None = None,
    ) -> MechanismState: ...

class MechanismCalls:
    @property
    def loops(self) -> tuple[Constraint, ...]: ...
    def mechanism(
        self,
        constraints: Constraint | Sequence[Constraint] | None = None,
        actuated: str | Sequence[str] | None = None,
        q: _Numbers = None,
    ) -> Mechanism: ...
