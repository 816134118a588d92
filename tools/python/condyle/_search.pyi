from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from . import Trajectory

_Vector = Sequence[float] | npt.NDArray[Any]
_Matrix = Sequence[Sequence[float]] | npt.NDArray[Any]
_Profile = Literal["trapezoid", "cubic", "quintic", "minimum_jerk", "b_spline", "time_optimal"]

class CapacityCell(NamedTuple):
    radius: float
    height: float
    least_mass: float
    largest_mass: float
    joint: str | None
    samples: int
    def to_pandas(self) -> Any: ...

class ContactCell(NamedTuple):
    radius: float
    height: float
    least_mass: float
    largest_mass: float
    samples: int
    def to_pandas(self) -> Any: ...

class Contact(NamedTuple):
    mass: Any
    speed: Any
    limit: Any
    def to_pandas(self) -> Any: ...

class Stop(NamedTuple):
    stopped: bool
    time: float
    length: float
    q: npt.NDArray[np.float64]
    def to_pandas(self) -> Any: ...

class ClosedIK(NamedTuple):
    q: npt.NDArray[np.float64]
    structure: str
    given: int | None
    families: tuple[bool, ...]
    outside: int
    angular_error: float
    linear_error: float
    def to_pandas(self) -> Any: ...

class WorstStop(NamedTuple):
    time: float
    length: float
    travel: float
    reach: float
    poses: int
    unstopped: int
    q: npt.NDArray[np.float64]
    def to_pandas(self) -> Any: ...

class Generated(NamedTuple):
    header: str
    source: str
    test: str
    files: dict[str, str]

class SearchCalls:
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
    ) -> npt.NDArray[np.float64] | npt.NDArray[np.float32]: ...
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
    ) -> Any: ...
    def arm_angle(self, frame: str | int, q: _Vector) -> float: ...
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
    ) -> Trajectory: ...
    def payload_capacity_map(
        self,
        frame: str | int,
        size: float,
        *,
        center_of_mass: Sequence[float] = (0, 0, 0),
        seed: int = 0,
        samples: int = 20000,
        threads: int = 1,
    ) -> list[CapacityCell]: ...
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
    ) -> Contact: ...
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
    ) -> list[ContactCell]: ...
    def clamping_force(
        self,
        frame: str | int,
        direction: npt.ArrayLike,
        q: npt.ArrayLike | None = None,
        *,
        point: Sequence[float] = (0, 0, 0),
        locked: str | Sequence[str] = (),
        effort: _Vector | None = None,
    ) -> Any: ...
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
    ) -> Stop: ...
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
    ) -> WorstStop: ...
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
    ) -> Generated: ...
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
    ) -> bool: ...
    def save_model(self, path: str | PathLike[str], replace: bool = False) -> None: ...
