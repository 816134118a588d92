"""All terms of a robot's dynamics and kinematics by one sweep over its bodies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal


from ._robot import RobotBase

if TYPE_CHECKING:
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
    """Values by their names."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)

    def __repr__(self) -> str:
        return f"<condyle.{type(self).__name__}: {', '.join(vars(self)) or 'nothing'}>"


class FrameTerms(_Values):
    """The terms of a frame that were asked for, each as the call of a Robot that is named beside it gives it.

    transform: get_transform()
    jacobian: geometric_jacobian()
    jacobian_dot: the call of this name
    velocity: frame_velocity()
    acceleration: frame_acceleration()
    """

    transform: _Array
    jacobian: _Array
    jacobian_dot: _Array
    velocity: _Array
    acceleration: _Array


class Terms(_Values):
    """The terms that were asked for, each as the call of a Robot that is named beside it gives it.

    transforms: forward_kinematics()
    center_of_mass, center_of_mass_jacobian: center_of_mass()
    momentum, momentum_rate: centroidal_momentum()
    momentum_matrix: centroidal_momentum_matrix()
    kinetic_energy, potential_energy: energy()
    torques: inverse_dynamics()
    mass_matrix, coriolis_matrix: the calls of these names
    torques_by_q, torques_by_qd: inverse_dynamics_derivatives()
    frames: the FrameTerms of each frame
    """

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


def _words(names: _Term | _FrameTerm | Iterable[_Term | _FrameTerm]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


class TermCalls(RobotBase):
    """Calls of a Robot."""

    __slots__ = ()

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
    ) -> Terms:
        """Return the Terms that are wanted at q (..., nq), qd and qdd (..., n), by one sweep: what they share is computed once.

        They are float32, computed by the kernels for floats, where all arrays that are given are.

        wanted: a name, or several, of the terms that Terms lists
        frames: names of frame terms, by the body's name or index: {"tool0": ["jacobian", "velocity"]}
        axes: of the frame terms but the transform: 'base', or 'body', the frame's own
        out: the Terms of an earlier call for the same terms and as many states, whose arrays take the results; the
            energies of one state are numbers, and new
        fext: forces that act (..., force_rows, 6), N m and N, of external_force()
        threads: of several states; 0: all cores

        >>> import condyle
        >>> robot = condyle.load("universalUR5e", gravity=(0, 0, -9.81))
        >>> terms = robot.all_terms(["torques", "mass_matrix"], [0, -1.5, 1.5, 0, 0, 0], frames={"tool0": "jacobian"})
        >>> terms.torques[1:3].round(3), terms.mass_matrix.shape, terms.frames["tool0"].jacobian.shape
        (array([-17.163, -14.48 ]), (6, 6), (6, 6))
        """
        if frames is not None and not isinstance(frames, Mapping):
            raise TypeError(
                'frames: expected a dict of terms by the body\'s name or index, as {"tool0": ["jacobian"]}, '
                f"not {type(frames).__name__}"
            )
        names = _words(wanted)
        of_frames = {frame: _words(some) for frame, some in (frames or {}).items()}
        if len(set(names)) < len(names) or any(len(set(some)) < len(some) for some in of_frames.values()):
            raise ValueError("all_terms(): a term is named twice")
        places = [(None, name) for name in names] + [
            (frame, name) for frame, some in of_frames.items() for name in some
        ]
        arrays: Any = None
        if out is not None:
            arrays = [getattr(out if frame is None else out.frames[frame], name) for frame, name in places]
            if any(isinstance(array, float) for array in arrays):
                import numpy

                from . import _arrays

                kind = _arrays.kind_of((q, qd, qdd, fext))
                arrays = [numpy.empty((), kind) if isinstance(array, float) else array for array in arrays]
            arrays = arrays[0] if len(arrays) == 1 else tuple(arrays)
        given = tuple((frame, axes, some) for frame, some in of_frames.items())
        results = iter(self._all_terms(names, given, threads, arrays, (q, qd, qdd, fext)))
        terms = {name: next(results) for name in names}
        terms["frames"] = {
            frame: FrameTerms({name: next(results) for name in some}) for frame, some in of_frames.items()
        }
        return Terms(terms)
