from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

_Array = npt.NDArray[np.float64] | npt.NDArray[np.float32]
_Term = Literal[
    "transforms",
    "center_of_mass",
    "center_of_mass_jacobian",
    "momentum",
    "momentum_rate",
    "momentum_matrix",
    "kinetic_energy",
    "potential_energy",
    "torques",
    "mass_matrix",
    "torques_by_q",
    "torques_by_qd",
    "coriolis_matrix",
]
_FrameTerm = Literal["transform", "jacobian", "jacobian_dot", "velocity", "acceleration"]

class _Values:
    def __init__(self, values: Mapping[str, Any]) -> None: ...

class FrameTerms(_Values):
    transform: _Array
    jacobian: _Array
    jacobian_dot: _Array
    velocity: _Array
    acceleration: _Array

class Terms(_Values):
    transforms: _Array
    center_of_mass: _Array
    center_of_mass_jacobian: _Array
    momentum: _Array
    momentum_rate: _Array
    momentum_matrix: _Array
    kinetic_energy: Any
    potential_energy: Any
    torques: _Array
    mass_matrix: _Array
    torques_by_q: _Array
    torques_by_qd: _Array
    coriolis_matrix: _Array
    frames: dict[str | int, FrameTerms]

class TermCalls:
    def all_terms(
        self,
        wanted: _Term | Iterable[_Term],
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        frames: Mapping[str, _FrameTerm | Iterable[_FrameTerm]]
        | Mapping[int, _FrameTerm | Iterable[_FrameTerm]]
        | None = None,
        axes: Literal["base", "body"] = "base",
        out: Terms | None = None,
        threads: int = 1,
    ) -> Terms: ...
