from collections.abc import Mapping
from os import PathLike
from typing import Any, Literal, NamedTuple

from . import Robot

_Effort = Literal["torque", "current", "gravity-free", "motor"]

class IdentifiedRobot(NamedTuple):
    robot: Robot
    report: dict[str, Any]

class LogCalls:
    def identify(
        self,
        log: Any,
        *,
        friction: Literal["none", "coulomb", "offset", "stribeck", "full"] = "full",
        rotors: bool = True,
        bodies: Literal["identify", "keep"] = "identify",
        hold_out: Any = None,
        effort: _Effort = "torque",
        delays: bool = True,
        cutoff: float | None = None,
    ) -> IdentifiedRobot: ...
    def explain(
        self,
        log: Any,
        *,
        hold_out: Any = None,
        effort: _Effort = "torque",
        delays: bool = True,
        presliding: bool = True,
        cutoff: float | None = None,
    ) -> dict[str, Any]: ...
    def identify_payload(
        self,
        log: Any,
        *,
        body: str | None = None,
        empty: Any = None,
        effort: _Effort = "torque",
        delays: bool = True,
        cutoff: float | None = None,
    ) -> dict[str, Any]: ...
    def drives(
        self,
        log: Any,
        *,
        catalogue: str | PathLike[str],
        life: float = 0.0,
        inertia_ratio: float = 0.0,
        ambient: float = 40.0,
        regeneration: float = 0.0,
        reserve: float = 1.0,
        included: Mapping[str, float] | None = None,
        assign: Mapping[str, str] | None = None,
        strict: bool = False,
    ) -> dict[str, Any]: ...
