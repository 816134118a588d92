"""Placements: where a frame stands in another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from . import _condyle
from ._tables import as_frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _AnyPlacement: TypeAlias = "Placement | npt.NDArray[Any] | Sequence[Sequence[float]]"


class Placement(NamedTuple):
    """Where a frame stands in another: position in m, then fixed-axis angles in rad, R = Rz(rpy[2]) Ry(rpy[1]) Rx(rpy[0]).

    Calls that take a placement take a homogeneous transform (4, 4) as well.

    >>> import condyle
    >>> condyle.Placement((0, 0, 0.1), (0, 0, 1.5707963267948966)).matrix().round(3)[0]
    array([ 0., -1.,  0.,  0.])
    """

    xyz: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def to_pandas(self) -> Any:
        return as_frame(self)

    def matrix(self) -> npt.NDArray[np.float64]:
        """Return the homogeneous transform (4, 4).

        >>> import condyle
        >>> condyle.Placement((1, 2, 3)).matrix()[:3, 3]
        array([1., 2., 3.])
        """
        import numpy

        return numpy.array(_condyle._placement_matrix(*self.xyz, *self.rpy)).reshape(4, 4)

    @classmethod
    def of(cls, placement: _AnyPlacement) -> Placement:
        """Return the Placement of a transform (4, 4), of a pair (xyz, rpy), or of a Placement.

        >>> import condyle
        >>> condyle.Placement.of([[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]).xyz
        (2.0, 0.0, 0.0)
        """
        rows = [[float(number) for number in row] for row in placement]
        if [len(row) for row in rows] == [3, 3]:
            (x, y, z), (roll, pitch, yaw) = rows
            return cls((x, y, z), (roll, pitch, yaw))
        if [len(row) for row in rows] != [4, 4, 4, 4]:
            raise ValueError("expected a placement: a transform (4, 4), or a pair (xyz, rpy)")
        x, y, z, roll, pitch, yaw = _condyle._placement_of([number for row in rows for number in row])
        return cls((x, y, z), (roll, pitch, yaw))


def matrix_of(name: str, placement: _AnyPlacement) -> Any:
    """Returns the transform (4, 4) of a Placement or of a pair (xyz, rpy); a transform as it is."""
    try:
        rows = [len(row) for row in placement]
    except TypeError:
        rows = []
    if rows == [4, 4, 4, 4]:
        return placement
    if rows != [3, 3]:
        raise ValueError(
            f"{name}: expected a transform (4, 4), a Placement or a pair (xyz, rpy); "
            f"a position alone is condyle.Placement((x, y, z)), and weights=(0, 0, 0, 1, 1, 1) leave its angles free"
        )
    return Placement.of(placement).matrix()


def numbers_of(placement: _AnyPlacement | None) -> tuple[float, ...]:
    """Returns the six numbers of a placement; of None those of the identity."""
    if placement is None:
        return (0.0,) * 6
    xyz, rpy = Placement.of(placement)
    return (*xyz, *rpy)
