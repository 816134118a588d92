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
