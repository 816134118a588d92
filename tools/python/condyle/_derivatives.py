"""Second derivatives of inverse dynamics."""

from typing import NamedTuple


class SecondDerivatives(NamedTuple):
    """The second derivatives of the torques of inverse_dynamics, arrays (..., n, n, n).

    by_q_q: [i, j, k] is the derivative of by_q[i, j] of inverse_dynamics_derivatives by coordinate k
    by_q_qd: that of by_q[i, j] by velocity k, and of by_qd[i, k] by coordinate j
    by_qd_qd: that of by_qd[i, j] by velocity k
    mass_by_q: that of mass_matrix[i, j] by coordinate k
    """

    by_q_q: object
    by_q_qd: object
    by_qd_qd: object
    mass_by_q: object


class DerivativeCalls:
    """Calls of a Robot."""

    __slots__ = ()

    def inverse_dynamics_second_derivatives(self, q=None, qd=None, qdd=None, fext=None, *, out=None):
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
