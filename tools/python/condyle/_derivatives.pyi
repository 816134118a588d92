from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_Array = npt.NDArray[np.float64] | npt.NDArray[np.float32]

class SecondDerivatives(NamedTuple):
    by_q_q: _Array
    by_q_qd: _Array
    by_qd_qd: _Array
    mass_by_q: _Array

class DerivativeCalls:
    def inverse_dynamics_second_derivatives(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array, _Array, _Array] | None = None,
    ) -> SecondDerivatives: ...
