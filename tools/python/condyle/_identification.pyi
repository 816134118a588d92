from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

_Array = npt.NDArray[np.float64]
_Vector = Sequence[float] | npt.NDArray[Any]

class Parameter(NamedTuple):
    kind: str
    link: str
    velocity: int | None

class IdentificationResult(NamedTuple):
    rows: int
    rank: int
    full_rank: int
    certain: int
    condition_number: float
    noise: float
    parameters: _Array
    prior: _Array
    standard_deviations: _Array
    covariance: _Array
    identifiability: _Array
    base_values: _Array
    base_deviations: _Array
    base_combinations: _Array
    base_parameters: tuple[int, ...]
    joint_rms: _Array
    joint_prior_rms: _Array
    joint_weights: _Array
    inconsistent_before: int
    inconsistent_after: int
    consistency_cost: float
    def to_pandas(self) -> Any: ...

class Peak(NamedTuple):
    value: float
    row: int
    time: float
    def to_pandas(self) -> Any: ...

class LimitUse(NamedTuple):
    torque: Peak
    rms_torque: float
    effort_used: float
    speed: Peak
    velocity_used: float
    margin: Peak
    power: Peak
    energy_driven: float
    energy_braked: float
    effort_exceeded: bool
    velocity_exceeded: bool
    position_exceeded: bool
    effort_unknown: bool
    velocity_unknown: bool
    position_unknown: bool
    name: str = ...
    def to_pandas(self) -> Any: ...

class LimitReport(NamedTuple):
    uses: tuple[LimitUse, ...]
    exceeded: int
    rows: int
    unknown: int
    tolerance: float
    def to_pandas(self) -> Any: ...

def smoothing_half_width(cutoff: float) -> float: ...
def parameters_are_consistent(parameters: _Vector) -> tuple[bool, float]: ...
def parameters_make_consistent(parameters: _Vector, margin: float = 0.0) -> tuple[_Array, float]: ...

class Identification:
    def __init__(
        self,
        robot: IdentificationCalls,
        *,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        prior: _Vector | None = None,
        prior_weight: float = 0.0,
        weight_by_joint: bool = True,
        consistent: bool = True,
        rank_tolerance: float = 1e-10,
    ) -> None: ...
    def add(
        self,
        q: npt.ArrayLike | None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> None: ...
    def solve(self) -> IdentificationResult: ...

class Excitation:
    duration: float
    condition: float
    rank: int
    def __init__(self, robot: IdentificationCalls, handle: object, duration: float) -> None: ...
    def __call__(self, t: npt.ArrayLike) -> tuple[_Array, _Array, _Array]: ...

class IdentificationCalls:
    def parameters(
        self, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False
    ) -> tuple[Parameter, ...]: ...
    def tree_parameters(
        self, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False
    ) -> _Array: ...
    def apply_parameters(
        self, parameters: _Vector, *, damping: bool = False, coulomb: bool = False, rotor_inertia: bool = False
    ) -> Self: ...
    def identification(
        self,
        *,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        prior: _Vector | None = None,
        prior_weight: float = 0.0,
        weight_by_joint: bool = True,
        consistent: bool = True,
        rank_tolerance: float = 1e-10,
    ) -> Identification: ...
    def excitation(
        self,
        *,
        duration: float = 10.0,
        harmonics: int = 5,
        velocity: _Vector | None = None,
        acceleration: _Vector | None = None,
        effort: _Vector | None = None,
        scale: float = 0.95,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        evaluations: int = 300,
        seed: int = 0,
    ) -> Excitation: ...
    def smoothing_rows(
        self, t: npt.ArrayLike, q: npt.ArrayLike, cutoff: float
    ) -> tuple[_Array, _Array, _Array]: ...
    def smoothing_row(
        self, t: _Vector, q: npt.ArrayLike, row: int, cutoff: float
    ) -> tuple[_Array, _Array, _Array]: ...
    def limit_report(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        t: npt.ArrayLike | None = None,
        tolerance: float = 1e-9,
    ) -> LimitReport: ...
