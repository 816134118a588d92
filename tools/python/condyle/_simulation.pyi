from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

_Array = npt.NDArray[np.float64]
_Vector = Sequence[float] | npt.NDArray[Any] | None
_Matrix = Sequence[Sequence[float]] | npt.NDArray[Any] | None
_Integrator = Literal["semi-implicit-euler", "rk4", "variational", "implicit", "cvode", "cvode-stiff"]
_Law = Callable[[float, _Array, _Array], npt.ArrayLike]
_Slopes = Callable[[float, _Array, _Array], tuple[npt.ArrayLike, npt.ArrayLike]]
_MotionType = Literal["computed-torque", "pd", "independent-joint"]

class Motion(NamedTuple):
    t: _Array
    q: _Array
    qd: _Array
    def to_pandas(self) -> Any: ...

def has_integrator(name: _Integrator) -> bool: ...
def error_dynamics_from_step(settling_time: float, overshoot: float) -> tuple[float, float]: ...

class MotionModel:
    type: str
    def __init__(self, robot: SimulationCalls, type: _MotionType = "computed-torque") -> None: ...
    def __call__(self, q: _Vector = None, qd: _Vector = None) -> _Array: ...
    def set_error_dynamics(self, omega: _Vector = None, zeta: _Vector = None) -> None: ...
    def set_gains(self, Kp: _Matrix = None, Kd: _Matrix = None) -> None: ...
    def gains(self) -> tuple[_Array, _Array]: ...
    def set_inertia_gains(self, q: _Vector = None) -> None: ...
    def set_reference(self, q: _Vector = None, qd: _Vector = None, qdd: _Vector = None) -> None: ...
    def slopes(self, q: _Vector = None, qd: _Vector = None) -> tuple[_Array, _Array]: ...
    def derivative(self, q: _Vector = None, qd: _Vector = None, fext: _Matrix = None) -> _Array: ...

class Simulation:
    integrator: str
    step_length: float
    def __init__(
        self,
        robot: SimulationCalls,
        integrator: _Integrator = "implicit",
        step: float = 0.001,
        *,
        control: _Law | MotionModel | None = None,
        sampled_control: bool = False,
        control_slopes: _Slopes | None = None,
        environment: _Law | None = None,
        relative_tolerance: float = 0.0,
        absolute_tolerance: float = 0.0,
        saturate: bool = False,
        stops: bool = False,
    ) -> None: ...
    @property
    def t(self) -> float: ...
    @property
    def q(self) -> _Array: ...
    @property
    def qd(self) -> _Array: ...
    def set_state(self, t: float = 0.0, q: _Vector = None, qd: _Vector = None) -> None: ...
    def step(self, count: int = 1) -> None: ...
    def run(self, duration: float, every: int = 1) -> Motion: ...
    def torque(self) -> _Array: ...
    def energy(self) -> tuple[float, float]: ...
    def set_payload(
        self,
        frame: str | int,
        mass: float,
        center_of_mass: Sequence[float] = (0, 0, 0),
        inertia: Sequence[float] = (0, 0, 0, 0, 0, 0),
    ) -> None: ...

class SimulationCalls:
    def simulation(
        self,
        integrator: _Integrator = "implicit",
        step: float = 0.001,
        *,
        control: _Law | MotionModel | None = None,
        sampled_control: bool = False,
        control_slopes: _Slopes | None = None,
        environment: _Law | None = None,
        relative_tolerance: float = 0.0,
        absolute_tolerance: float = 0.0,
        saturate: bool = False,
        stops: bool = False,
    ) -> Simulation: ...
    def rollout(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        *,
        steps: int | None = None,
        step: float = 0.001,
        integrator: _Integrator = "rk4",
        saturate: bool = False,
        stops: bool = False,
        relative_tolerance: float = 0.0,
        absolute_tolerance: float = 0.0,
        threads: int = 1,
        errors: Literal["raise", "keep"] = "raise",
    ) -> Motion: ...
    def motion_model(self, type: _MotionType = "computed-torque") -> MotionModel: ...
