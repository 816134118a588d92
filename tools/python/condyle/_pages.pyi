from os import PathLike
from typing import Any

import numpy.typing as npt

from . import Robot

_Path = str | PathLike[str]

class Page:
    html: str
    exceeded: bool | None
    def __init__(self, text: str, title: str, height: float, exceeded: bool | None = None) -> None: ...
    def _repr_html_(self) -> str: ...
    def save(self, path: str | PathLike[str], replace: bool = False) -> None: ...

class PageCalls:
    def view(
        self,
        q: npt.ArrayLike | None = None,
        motion: Any = None,
        *,
        beside: Robot | _Path | bytes | None = None,
        height: float = 520,
    ) -> Page: ...
    def report(self, motion: Any, *, height: float = 720) -> Page: ...
