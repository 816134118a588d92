"""Files of robots: rules, mending, the catalogue, and expansions of xacro files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _condyle
from ._owner import Constant
from ._tables import as_frame

if TYPE_CHECKING:
    _Path = str | PathLike[str]
    _Paths = _Path | Sequence[_Path]
    _Bytes = bytes | bytearray | memoryview


class Rule(NamedTuple):
    """A rule that check() looks at: level is 'note', 'warning' or 'error'.

    mends: whether fix() mends what breaks it; programs: those that refuse or change it
    """

    code: str
    level: str
    meaning: str
    advice: str
    mends: bool
    programs: tuple[str, ...]


class Change(NamedTuple):
    """One thing that fix() mended: the rule, where, what stood there, and what stands there now ("": removed)."""

    code: str
    file: str
    line: int
    element: str
    was: str
    now: str

    def to_pandas(self) -> Any:
        return as_frame(self)


class Fixed(NamedTuple):
    """A mended text, and the list of each Change."""

    text: str
    changes: list[Change]


class CatalogueEntry(NamedTuple):
    """A bundled robot: maker and product, degrees of freedom, reach (m) and payload (kg) as the maker rates them.

    masses: where masses and inertias come from
    """

    name: str
    short_name: str | None
    maker: str
    product: str
    dof: int
    reach: float
    payload: float
    masses: str

    def to_pandas(self) -> Any:
        return as_frame(self)


class XacroArgument(NamedTuple):
    """An argument that a xacro file declares: its default as it stands there, its value, and where it is declared."""

    name: str
    default: str | None
    value: str | None
    file: str
    line: int


class SourcePlace(NamedTuple):
    """Where a line of an expansion is from, and the macro calls (macro, file, line) that led there, the innermost first."""

    file: str | None
    line: int
    calls: tuple[tuple[str, str | None, int], ...]


def _encode(text: str) -> bytes:
    """Returns a robot's text as UTF-8."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        letter = text[error.start]
        raise ValueError(
            f"<text>:{line}: {letter!a} is half of a character (a lone surrogate); expected text"
        ) from None


def _folders(packages: _Paths) -> list[str]:
    """Returns the paths of folders, one or several."""
    packages = [packages] if isinstance(packages, (str, os.PathLike)) else packages
    return [os.fspath(path) for path in packages]


def _pairs(arguments: Any) -> list[tuple[Any, Any]]:
    """Returns names and values of xacro arguments: of a dictionary, or of texts 'NAME:=VALUE'."""
    if arguments is None or hasattr(arguments, "items"):
        return list((arguments or {}).items())
    pairs = []
    for text in [arguments] if isinstance(arguments, str) else list(arguments):
        name, mark, value = text.partition(":=") if isinstance(text, str) else (text, "", "")
        if not mark or not name:
            raise ValueError(f"arguments: expected a dictionary or texts 'NAME:=VALUE', not {text!r}")
        pairs.append((name, value))
    return pairs


def _xacro_options(
    packages: _Paths, arguments: Mapping[str, object] | Sequence[str] | None
) -> tuple[list[str], list[str], list[str]]:
    """Returns package paths, and the names and values of xacro arguments, as texts."""
    values = {str(k): str(v).lower() if isinstance(v, bool) else str(v) for k, v in _pairs(arguments)}
    return _folders(packages), list(values), list(values.values())


class Expansion(Constant):
    """The expansion of a xacro file, a path or text: text, arguments (each a XacroArgument), files that were read, and those that
    are not there (missing_files).

    >>> import condyle
    >>> text = "<robot name='r' xmlns:xacro='x'><xacro:arg name='a' default='b'/><link name='$(arg a)'/></robot>"
    >>> expansion = condyle.Expansion(text)
    >>> expansion.arguments[0].value, "<link name=\\"b\\"/>" in expansion.text
    ('b', True)
    """

    _instead = "send its text"

    def __init__(
        self,
        source: _Path | _Bytes,
        arguments: Mapping[str, object] | Sequence[str] | None = None,
        *,
        packages: _Paths = (),
        name: str = "<text>",
        only_arguments: bool = False,
    ) -> None:
        if isinstance(source, str) and source.lstrip().startswith("<"):
            source = _encode(source)
        elif not isinstance(source, (bytes, bytearray, memoryview)):
            source = os.fspath(source)
        self._handle = _condyle._expansion(source, name, only_arguments, *_xacro_options(packages, arguments))
        self.text, declared, files, missing = _condyle._expansion_contents(self._handle)
        self.arguments = tuple(XacroArgument(*argument) for argument in declared)
        self.files = tuple(files)
        self.missing_files = tuple(missing)

    def place(self, line: int) -> SourcePlace:
        """Return the SourcePlace of a line of the text, counted from 1.

        >>> import condyle
        >>> condyle.Expansion("<robot name='r' xmlns:xacro='x'><link name='a'/></robot>").place(2).line
        1
        """
        file, number, calls = _condyle._expansion_place(self._handle, line)
        return SourcePlace(file, number, tuple(calls))


def xacro_arguments(
    path: _Path, arguments: Mapping[str, object] | Sequence[str] | None = None, *, packages: _Paths = ()
) -> tuple[XacroArgument, ...]:
    """Return the arguments that a xacro file declares, a tuple of XacroArgument, also where it cannot be expanded.

    path: of the file, or its text
    arguments, packages: as those of condyle.load()

    >>> import condyle
    >>> text = '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:arg name="length" default="0.5"/></robot>'
    >>> [(argument.name, argument.default) for argument in condyle.xacro_arguments(text)]
    [('length', '0.5')]
    """
    return Expansion(path, arguments, packages=packages, only_arguments=True).arguments


def xacro_is_needed(text: str | _Bytes) -> bool:
    """Tell whether a text is XML with elements of xacro's in it.

    >>> import condyle
    >>> condyle.xacro_is_needed("<robot name='r'/>")
    False
    """
    return _condyle._xacro_is_needed(text.encode() if isinstance(text, str) else text)


def rules() -> list[Rule]:
    """Return the rules that check() looks at, a list of Rule.

    >>> import condyle
    >>> [rule.code for rule in condyle.rules() if rule.mends][:2]
    ['attribute-misspelled', 'axis-not-unit']
    """
    return [Rule._make((*rule[:5], tuple(rule[5]))) for rule in _condyle._rules()]


def fix(source: _Path | _Bytes, *, disable: Sequence[str] = ()) -> Fixed:
    """Return a mended copy of URDF text (or of a file's, by its path) as Fixed; the file stays as it is.

    source: the text, as str or bytes, or the path
    disable: codes of rules by which nothing is to be mended

    >>> import condyle
    >>> fixed = condyle.fix("<robot name='r'><link name='a'><inertal/></link></robot>")
    >>> fixed.changes[0].was, fixed.changes[0].now
    ('<inertal>', '<inertial>')
    """
    name = "<text>"
    if isinstance(source, str) and source.lstrip().startswith("<"):
        source = _encode(source)
    elif not isinstance(source, (bytes, bytearray, memoryview)):
        name = os.fsencode(source).decode(errors="replace")
        with open(source, "rb") as file:
            source = file.read()
    pieces, changes = _condyle._fix_text(source, name, list(disable))
    return Fixed(b"".join(pieces).decode(errors="replace"), [Change(*change) for change in changes])


def fix_file(
    path: _Path, copy: _Path | None = None, *, replace: bool = False, disable: Sequence[str] = ()
) -> list[Change]:
    """Save a mended copy of a URDF file, whole or not at all, and return the list of each Change.

    path: of the file
    copy: where it goes; None: in the place of the file itself
    replace: replace the copy where there is such a file
    disable: codes of rules by which nothing is to be mended

    >>> import condyle, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "r.urdf")
    ...     _ = open(path, "w").write("<robot name='r'><link name='a'><inertal/></link></robot>")
    ...     len(condyle.fix_file(path))
    1
    """
    copy = None if copy is None else os.fspath(copy)
    return [Change(*change) for change in _condyle._fix_file(os.fspath(path), copy, replace, list(disable))]


def catalogue() -> list[CatalogueEntry]:
    """Return the bundled robots whose masses are published, a list of CatalogueEntry.

    >>> import condyle
    >>> [entry.payload for entry in condyle.catalogue() if entry.short_name == "ur5e"]
    [5.0]
    """
    return [CatalogueEntry(*entry) for entry in _condyle._catalogue()]


def catalogue_entry(name: str) -> CatalogueEntry | None:
    """Return the CatalogueEntry of a bundled robot by its name or short name, None where there is none.

    >>> import condyle
    >>> condyle.catalogue_entry("ur5e").product
    'UR5e'
    """
    entry = _condyle._catalogue_find(name)
    return entry and CatalogueEntry(*entry)


def robot_path(name: str) -> str:
    """Return the path of the file that a robot's name stands for: mesh_locate() finds meshes beside it.

    >>> import condyle
    >>> condyle.robot_path("ur5e").endswith("universalUR5e.urdf")
    True
    """
    return _condyle._located(name)


def packaged_robots() -> list[str]:
    """Return the paths of the robots in the packages below the folders of CONDYLE_URDF_PATH.

    >>> import condyle
    >>> isinstance(condyle.packaged_robots(), list)
    True
    """
    return _condyle._packaged()
