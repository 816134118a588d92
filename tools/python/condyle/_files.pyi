from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple

_Path = str | PathLike[str]
_Paths = _Path | Sequence[_Path]
_Bytes = bytes | bytearray | memoryview

class Rule(NamedTuple):
    code: str
    level: str
    meaning: str
    advice: str
    mends: bool
    programs: tuple[str, ...]

class Change(NamedTuple):
    code: str
    file: str
    line: int
    element: str
    was: str
    now: str
    def to_pandas(self) -> Any: ...

class Fixed(NamedTuple):
    text: str
    changes: list[Change]

class CatalogueEntry(NamedTuple):
    name: str
    short_name: str | None
    maker: str
    product: str
    dof: int
    reach: float
    payload: float
    masses: str
    def to_pandas(self) -> Any: ...

class XacroArgument(NamedTuple):
    name: str
    default: str | None
    value: str | None
    file: str
    line: int

class SourcePlace(NamedTuple):
    file: str | None
    line: int
    calls: tuple[tuple[str, str | None, int], ...]

class Expansion:
    text: str
    arguments: tuple[XacroArgument, ...]
    files: tuple[str, ...]
    missing_files: tuple[str, ...]
    def __init__(
        self,
        source: _Path | _Bytes,
        arguments: Mapping[str, object] | Sequence[str] | None = None,
        *,
        packages: _Paths = (),
        name: str = "<text>",
        only_arguments: bool = False,
    ) -> None: ...
    def place(self, line: int) -> SourcePlace: ...

def xacro_arguments(
    path: _Path, arguments: Mapping[str, object] | Sequence[str] | None = None, *, packages: _Paths = ()
) -> tuple[XacroArgument, ...]: ...
def xacro_is_needed(text: str | _Bytes) -> bool: ...
def rules() -> list[Rule]: ...
def fix(source: _Path | _Bytes, *, disable: Sequence[str] = ()) -> Fixed: ...
def fix_file(
    path: _Path, copy: _Path | None = None, *, replace: bool = False, disable: Sequence[str] = ()
) -> list[Change]: ...
def catalogue() -> list[CatalogueEntry]: ...
def catalogue_entry(name: str) -> CatalogueEntry | None: ...
def robot_path(name: str) -> str: ...
def packaged_robots() -> list[str]: ...
