"""Second derivatives of inverse dynamics."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._robot import RobotBase

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _Array = npt.NDArray[np.float64] | npt.NDArray[np.float32]


class SecondDerivatives(NamedTuple):
    """The second derivatives of the torques of inverse_dynamics, arrays (..., n, n, n).

    by_q_q: [i, j, k] is the derivative of by_q[i, j] of inverse_dynamics_derivatives by coordinate k
    by_q_qd: that of by_q[i, j] by velocity k, and of by_qd[i, k] by coordinate j
    by_qd_qd: that of by_qd[i, j] by velocity k
    mass_by_q: that of mass_matrix[i, j] by coordinate k
    """

    by_q_q: _Array
    by_q_qd: _Array
    by_qd_qd: _Array
    mass_by_q: _Array


class DerivativeCalls(RobotBase):
    """Calls of a Robot."""

    __slots__ = ()

    def inverse_dynamics_second_derivatives(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array, _Array, _Array] | None = None,
    ) -> SecondDerivatives:
        """Return the SecondDerivatives at q (..., nq), qd and qdd (..., n), N m or N a unit of both coordinates.

        By q is by steps in velocity coordinates, as in inverse_dynamics_derivatives. Steps of one planar, floating or
        spherical joint do not commute: there, by_q_q is not symmetric in its last two indices.

        fext: external forces (..., force_rows, 6), N m and N, of external_force()
        out: arrays for the four results

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> twice = robot.inverse_dynamics_second_derivatives([0, -1.5, 1.5, 0, 0, 0])
        >>> twice.by_q_q.shape, bool(abs(twice.by_q_q[0]).max() < 1e-9)  # the first axis is vertical
        ((6, 6, 6), True)
        """
        return SecondDerivatives(*self._inverse_dynamics_second_derivatives(q, qd, qdd, fext, out))
