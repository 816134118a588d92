"""Pictures of robots, and the tables that notebooks show."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from ._files import _folders
from ._pages import PageCalls

if TYPE_CHECKING:
    import numpy.typing as npt

    _Path = str | PathLike[str]


class Picture:
    """A picture of a robot, made by Robot.draw(): a notebook shows it, and its str is SVG.

    png: the same as the bytes of a PNG file

    >>> import condyle
    >>> picture = condyle.load("universalUR5e").draw(size=(64, 48))
    >>> picture
    <condyle.Picture: 64 x 48 pixels>
    >>> str(picture)[:4], picture.png[1:4]
    ('<svg', b'PNG')
    """

    def __init__(self, size: tuple[int, int], svg: str, png: bytes) -> None:
        self._size = size
        self._svg = svg
        self.png = png

    def __str__(self) -> str:
        return self._svg

    def __repr__(self) -> str:
        return f"<condyle.Picture: {self._size[0]} x {self._size[1]} pixels>"

    def _repr_svg_(self) -> str:
        """The picture, for notebooks: on white, since its lines are dark, also where the notebook is."""
        return self._svg.replace("<svg ", '<svg style="background:#fff" ', 1)

    def save(self, path: _Path) -> None:
        """Write the picture into the file at a path that ends in .svg or .png.

        >>> import condyle, os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     condyle.load("universalUR5e").draw(size=(64, 48)).save(f"{folder}/arm.png")
        ...     os.listdir(folder)
        ['arm.png']
        """
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending not in (".svg", ".png"):
            raise ValueError(f"path: {os.fspath(path)!r}: expected a name that ends in .svg or .png")
        with open(path, "wb") as file:
            file.write(self.png if ending == ".png" else self._svg.encode())


def _read_size(size: Any) -> tuple[int, int]:
    try:
        width, height = map(operator.index, size)
    except (TypeError, ValueError):
        raise ValueError(f"size: expected width and height in pixels, two whole numbers, not {size!r}") from None
    return width, height


def _read_view(view: str | Sequence[float]) -> str | list[float]:
    if isinstance(view, str):
        return view
    try:
        azimuth, elevation = map(float, view)
    except (TypeError, ValueError):
        raise ValueError(f"view: expected a name or (azimuth, elevation) in rad, not {view!r}") from None
    return [azimuth, elevation]


def _read_wrenches(
    wrenches: Mapping[str | int, Sequence[float] | npt.NDArray[Any]],
) -> list[tuple[str | int, list[float]]]:
    if not hasattr(wrenches, "items"):
        raise TypeError(f"wrenches: expected a dictionary {{frame: six numbers}}, not {type(wrenches).__name__}")
    read = []
    for frame, wrench in wrenches.items():
        try:
            read.append((frame, list(map(float, wrench))))
        except (TypeError, ValueError):
            raise ValueError(f"wrenches: {frame!r}: expected six numbers, not {wrench!r}") from None
    return read


def _warn_of(missing: str, count: int) -> None:
    if count > 1:
        warnings.warn(f"{count} meshes cannot be shown, the first: {missing}", _robot_warning(), stacklevel=4)
    elif count:
        warnings.warn(f"a mesh cannot be shown: {missing}", _robot_warning(), stacklevel=4)


def _robot_warning() -> type[Warning]:
    from . import RobotWarning

    return RobotWarning


def _table(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    import html

    head = "".join(f"<th>{title}</th>" for title in titles)
    lines = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


class PictureCalls(PageCalls):
    """Calls of a robot that show it."""

    def _scene(self) -> str:
        """Returns the moving view, or a picture where there is none; "" where nothing can be shown."""
        try:
            return self.view()._repr_html_()
        except (ValueError, OSError):
            pass
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return self.draw(size=(480, 360))._repr_svg_()
        except (ValueError, OSError):
            return ""

    def draw(
        self,
        q: npt.ArrayLike | None = None,
        *,
        view: Literal["iso", "front", "back", "side", "top"] | Sequence[float] = "iso",
        size: tuple[int, int] = (800, 600),
        frames: bool = False,
        names: bool = False,
        joints: bool = False,
        inertia: bool = False,
        torques: bool = False,
        collisions: bool = False,
        outlines: bool = False,
        wrenches: Mapping[str | int, Sequence[float] | npt.NDArray[Any]] | None = None,
        robot_file: _Path | None = None,
        packages: _Path | Sequence[_Path] | None = None,
    ) -> Picture:
        """Return a Picture of the robot at q: a configuration (nq,), or several (m, nq), the last in full colors.

        view: 'iso', 'front' (against x), 'back', 'side' (along y), 'top', or (azimuth, elevation) of the viewer, rad
        size: width and height, pixels
        frames, names, joints, inertia, torques: show axes (x red, y green, z blue), names, the joints' axes with their
            names, ellipsoids with the bodies' mass and inertia, torques that hold the robot still
        collisions: show the collision shapes in place of the visuals
        outlines: the SVG is of vectors alone, with labels beside the robot; a mesh is its convex hull
        wrenches: {frame: (6,)}, moments and forces in the base's axes about the frame's origin, shown as arcs and
            arrows; the torques count them
        robot_file, packages: where the files of meshes are found; those of load() where None

        Where a shape cannot be shown, links are lines; a mesh that cannot be read is a RobotWarning.

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> robot.draw([0, -1.2, 1.5, -1.9, -1.57, 0], torques=True)
        <condyle.Picture: 800 x 600 pixels>
        """
        import numpy

        from ._masks import refuse_mask

        refuse_mask("q", q)
        poses = numpy.asarray(self.home_configuration() if q is None else q, numpy.float64)
        if poses.ndim not in (1, 2) or poses.shape[-1] != self.nq or poses.size == 0 < self.nq:
            raise ValueError(f"q has shape {poses.shape}; expected ({self.nq},), or at least one row of (m, {self.nq})")
        if not numpy.isfinite(poses).all():
            raise ValueError("q: expected finite numbers")
        poses = numpy.ascontiguousarray(poses).reshape(-1, self.nq) if self.nq else poses.reshape(1, 0)
        size = _read_size(size)
        own_file, own_packages = self._origin
        svg, png, missing, count = self._draw(
            poses, len(poses), _read_view(view), size,
            (frames, names, joints, inertia, torques, collisions, outlines),
            _read_wrenches({} if wrenches is None else wrenches),
            own_file if robot_file is None else os.fspath(robot_file),
            own_packages if packages is None else _folders(packages),
        )  # fmt: skip
        _warn_of(missing, count)
        return Picture(size, svg, png)

    def _repr_html_(self) -> str:
        """The robot in three dimensions where the command has the page, and the tables of joints and bodies."""
        import html

        text = f"<p>{html.escape(repr(self))}</p>" + self._scene()
        text += _table(
            ("joint", "type", "body", "lower", "upper", "unit", "effort", "velocity"),
            (
                (joint.name, joint.type, joint.body, _number(joint.lower), _number(joint.upper), joint.unit,
                 _number(joint.effort), _number(joint.velocity))
                for joint in self.joints
            ),
        )  # fmt: skip
        if self._has_tree():
            text += _table(
                ("body", "parent", "joint", "mass (kg)", "center of mass (m)"),
                (
                    (body.name, body.parent or "", body.joint or "", _number(body.mass),
                     ", ".join(map(_number, body.center_of_mass)))
                    for body in self.bodies
                ),
            )  # fmt: skip
        return f"<div>{text}</div>"
