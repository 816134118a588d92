from collections.abc import Mapping
from os import PathLike
from typing import Any, Literal

from . import Robot

_Path = str | PathLike[str]

class ReportCalls:
    def read_rows(
        self, path: _Path, *, topic: str | None = None, map: Mapping[str, str] | None = None, degrees: bool = False
    ) -> Any: ...
    def observe(
        self,
        log: Any,
        *,
        gain: float = 30.0,
        free: Any = None,
        alarms: float = 1.0,
        threshold: float | None = None,
        drives: str | None = None,
    ) -> dict[str, Any]: ...
    def diff(
        self, other: Robot | _Path | bytes, *, body: str | None = None, tolerance: float = 1e-9
    ) -> dict[str, Any]: ...
    def export(
        self,
        path: _Path,
        *,
        format: Literal["urdf", "mjcf", "sdf"] | None = None,
        actuators: bool = False,
        replace: bool = False,
    ) -> list[str]: ...
