"""Types of the package condyle; its docstrings are in the package."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ._derivatives import (
    DerivativeCalls as _DerivativeCalls,
    SecondDerivatives as SecondDerivatives,
)
from ._distance import (
    Convex as Convex,
    DistanceCalls as _DistanceCalls,
    DistanceReach as DistanceReach,
    DistanceWay as DistanceWay,
    Distances as Distances,
    PairUse as PairUse,
    Separation as Separation,
    convex_distance as convex_distance,
)
from ._files import (
    CatalogueEntry as CatalogueEntry,
    Change as Change,
    Expansion as Expansion,
    Fixed as Fixed,
    Rule as Rule,
    SourcePlace as SourcePlace,
    XacroArgument as XacroArgument,
    catalogue as catalogue,
    catalogue_entry as catalogue_entry,
    fix as fix,
    fix_file as fix_file,
    packaged_robots as packaged_robots,
    robot_path as robot_path,
    rules as rules,
    xacro_arguments as xacro_arguments,
    xacro_is_needed as xacro_is_needed,
)
from ._identification import (
    Excitation as Excitation,
    Identification as Identification,
    IdentificationResult as IdentificationResult,
    LimitReport as LimitReport,
    LimitUse as LimitUse,
    Parameter as Parameter,
    Peak as Peak,
    parameters_are_consistent as parameters_are_consistent,
    parameters_make_consistent as parameters_make_consistent,
    smoothing_half_width as smoothing_half_width,
    IdentificationCalls as _IdentificationCalls,
)
from ._mechanism import (
    Assembly as Assembly,
    Mechanism as Mechanism,
    MechanismAcceleration as MechanismAcceleration,
    MechanismCalls as _MechanismCalls,
    MechanismDerivatives as MechanismDerivatives,
    MechanismMotion as MechanismMotion,
    MechanismState as MechanismState,
    MechanismTerms as MechanismTerms,
    MechanismTorques as MechanismTorques,
)
from ._mesh import (
    Mesh as Mesh,
    MeshProperties as MeshProperties,
    Solid as Solid,
    measure_shapes as measure_shapes,
    mesh_locate as mesh_locate,
)
from ._reports import ReportCalls as _ReportCalls
from ._logs import IdentifiedRobot as IdentifiedRobot, LogCalls as _LogCalls
from ._online import OnlineTrajectory as OnlineTrajectory
from ._pages import Page as Page, PageCalls as _PageCalls
from ._picture import (
    Picture as Picture,
    PictureCalls as _PictureCalls,
)
from ._constraints import (
    ConstraintCalls as _ConstraintCalls,
    GIKResult as GIKResult,
    IKConstraint as IKConstraint,
    IKViolation as IKViolation,
)
from ._placement import Placement as Placement
from ._tree import (
    EstimatedLink as EstimatedLink,
    Tree as Tree,
    TreeCalls as _TreeCalls,
)
from ._search import (
    CapacityCell as CapacityCell,
    ClosedIK as ClosedIK,
    Contact as Contact,
    ContactCell as ContactCell,
    Generated as Generated,
    SearchCalls as _SearchCalls,
    Stop as Stop,
    WorstStop as WorstStop,
)
from ._simulation import (
    Motion as Motion,
    MotionModel as MotionModel,
    Simulation as Simulation,
    error_dynamics_from_step as error_dynamics_from_step,
    has_integrator as has_integrator,
    SimulationCalls as _SimulationCalls,
)
from ._tasks import (
    ConstrainedDynamics as ConstrainedDynamics,
    Constraint as Constraint,
    Impact as Impact,
    Manipulability as Manipulability,
    OperationalSpace as OperationalSpace,
    Projection as Projection,
    Task as Task,
    TaskCalls as _TaskCalls,
)
from ._terms import (
    FrameTerms as FrameTerms,
    TermCalls as _TermCalls,
    Terms as Terms,
)

_Array = npt.NDArray[Any]
_Source = str | PathLike[str] | bytes | bytearray | memoryview
_Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
_Arguments = Mapping[str, object] | Sequence[str] | None
_Axes = Literal["base", "body"]
_Program = Literal["urdfdom", "mujoco", "drake", "pinocchio", "sdformat", "mujoco@3", "mujoco@4", "isaac"]

__version__: str
__all__ = [
    "Assembly",
    "Body",
    "Capacity",
    "CapacityCell",
    "CatalogueEntry",
    "Change",
    "ConstrainedDynamics",
    "Constraint",
    "ClosedIK",
    "Contact",
    "ContactCell",
    "Convex",
    "DistanceReach",
    "DistanceWay",
    "Distances",
    "EstimatedLink",
    "Excitation",
    "Expansion",
    "Finding",
    "Fixed",
    "FrameTerms",
    "GIKResult",
    "Generated",
    "IKConstraint",
    "IKResult",
    "IKViolation",
    "Identification",
    "IdentificationResult",
    "IdentifiedRobot",
    "Impact",
    "Joint",
    "LimitReport",
    "LimitUse",
    "Manipulability",
    "Mechanism",
    "MechanismAcceleration",
    "MechanismDerivatives",
    "MechanismMotion",
    "MechanismState",
    "MechanismTerms",
    "MechanismTorques",
    "Mesh",
    "MeshProperties",
    "Motion",
    "MotionModel",
    "OnlineTrajectory",
    "OperationalSpace",
    "Page",
    "PairUse",
    "Parameter",
    "Payload",
    "Peak",
    "Picture",
    "Placement",
    "Projection",
    "Robot",
    "RobotError",
    "RobotWarning",
    "Rule",
    "SecondDerivatives",
    "Separation",
    "Simulation",
    "Solid",
    "SourcePlace",
    "Stop",
    "WorstStop",
    "Task",
    "Terms",
    "Trajectory",
    "Tree",
    "WorstPose",
    "XacroArgument",
    "catalogue",
    "catalogue_entry",
    "check",
    "convex_distance",
    "error_dynamics_from_step",
    "expand_xacro",
    "fix",
    "fix_file",
    "has_integrator",
    "load",
    "measure_shapes",
    "mesh_locate",
    "packaged_robots",
    "parameters_are_consistent",
    "parameters_make_consistent",
    "robot_path",
    "robots",
    "rules",
    "smoothing_half_width",
    "xacro_arguments",
    "xacro_is_needed",
]

class RobotError(ValueError):
    status: str | None
    file: str | None
    line: int | None
    row: int | None

class RobotWarning(UserWarning): ...

class Joint(NamedTuple):
    name: str
    type: str
    body: str
    unit: str
    q: slice
    qd: slice
    lower: float
    upper: float
    effort: float | None
    velocity: float | None
    mimics: bool
    multiplier: float
    offset: float
    def to_pandas(self) -> Any: ...

class Body(NamedTuple):
    name: str
    parent: str | None
    joint: str | None
    joint_type: str | None
    mimics: str | None
    mass: float
    center_of_mass: tuple[float, float, float]
    inertia: tuple[float, float, float, float, float, float]
    axis: tuple[float, float, float]
    def to_pandas(self) -> Any: ...

class Finding(NamedTuple):
    level: str
    code: str
    message: str
    element: str
    file: str
    line: int
    column: int
    def to_pandas(self) -> Any: ...

class IKResult(NamedTuple):
    q: npt.NDArray[np.float64] | npt.NDArray[np.float32]
    converged: Any
    angular_error: Any
    linear_error: Any
    iterations: Any
    restarts: Any
    at_limit: Any
    def to_pandas(self) -> Any: ...

class Payload(NamedTuple):
    mass: float
    center_of_mass: tuple[float, float, float]
    inertia: tuple[float, float, float, float, float, float]
    def to_pandas(self) -> Any: ...

class Capacity(NamedTuple):
    mass: Any
    joint: Any
    unloaded: Any
    def to_pandas(self) -> Any: ...

class WorstPose(NamedTuple):
    capacity: Capacity
    q: npt.NDArray[np.float64]
    searches: int
    def to_pandas(self) -> Any: ...

class Trajectory:
    duration: float
    waypoint_times: tuple[float, ...]
    def __init__(self, robot: Robot, handle: object, count: int) -> None: ...
    def __call__(
        self, t: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]: ...

_Profile = Literal["trapezoid", "cubic", "quintic", "minimum_jerk", "b_spline", "time_optimal"]

def robots() -> list[str]: ...
def load(
    source: _Source,
    arguments: _Arguments = None,
    *,
    gravity: Sequence[float] | None = None,
    floating_base: bool = False,
    mimic: Literal["tied", "independent"] = "tied",
    strict: bool = False,
    packages: _Paths = (),
    model: str | None = None,
    format: Literal["urdf", "mjcf", "sdf", "usd"] | None = None,
) -> Robot: ...
def check(
    source: _Source,
    arguments: _Arguments = None,
    *,
    program: _Program | None = None,
    disable: Sequence[str] = (),
    packages: _Paths = (),
) -> list[Finding]: ...
def expand_xacro(path: str | PathLike[str], arguments: _Arguments = None, *, packages: _Paths = ()) -> str: ...

class Robot(_ConstraintCalls, _PictureCalls, _PageCalls, _LogCalls, _ReportCalls, _SearchCalls, _DistanceCalls, _DerivativeCalls, _TreeCalls, _IdentificationCalls, _MechanismCalls, _SimulationCalls, _TaskCalls, _TermCalls):
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Robot: ...
    def __deepcopy__(self, memo: Any) -> Robot: ...
    def motion_limits(
        self,
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]: ...
    def trajectory(
        self,
        waypoints: Sequence[Sequence[float]] | npt.NDArray[Any],
        profile: _Profile = "trapezoid",
        *,
        velocity: npt.ArrayLike | None = None,
        acceleration: npt.ArrayLike | None = None,
        effort: npt.ArrayLike | None = None,
        scale: float = 1.0,
        jerk: npt.ArrayLike | None = None,
        blend: float = 0.0,
        contact_limits: Mapping[str, Any] | Sequence[Mapping[str, Any]] = (),
    ) -> Trajectory: ...
    def payload_capacity(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        center_of_mass: Sequence[float] = (0, 0, 0),
    ) -> Capacity: ...
    def payload_capacity_anywhere(
        self,
        frame: str | int,
        *,
        center_of_mass: Sequence[float] = (0, 0, 0),
        seed: int = 0,
        samples: int = 20000,
        threads: int = 1,
    ) -> WorstPose: ...
    @property
    def name(self) -> str: ...
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    @property
    def force_rows(self) -> int: ...
    @property
    def total_mass(self) -> float: ...
    @property
    def gravity(self) -> tuple[float, float, float]: ...
    @gravity.setter
    def gravity(self, value: Sequence[float]) -> None: ...
    @property
    def frames(self) -> tuple[str, ...]: ...
    @property
    def joints(self) -> tuple[Joint, ...]: ...
    @property
    def bodies(self) -> tuple[Body, ...]: ...
    def show_details(self) -> str: ...
    def to_urdf(self) -> str: ...
    def to_bytes(self) -> bytes: ...
    def configuration(
        self, start: npt.ArrayLike | None = None, /, **positions: npt.ArrayLike
    ) -> npt.NDArray[np.float64]: ...
    def home_configuration(self) -> npt.NDArray[np.float64]: ...
    def random_configuration(self, seed: int | None = None, count: int | None = None) -> npt.NDArray[np.float64]: ...
    def integrate_configuration(self, q: npt.ArrayLike, step: npt.ArrayLike) -> _Array: ...
    def configuration_difference(self, q0: npt.ArrayLike, q1: npt.ArrayLike) -> _Array: ...
    def clamp_configuration(self, q: npt.ArrayLike, /) -> _Array: ...
    def inertial_parameters(self) -> npt.NDArray[np.float64]: ...
    def set_drives(
        self,
        *,
        damping: bool = False,
        friction: bool = False,
        friction_width: float = 0.005,
        rotors: bool = False,
        springs: bool = False,
        load: bool = False,
        offsets: bool = False,
    ) -> None: ...
    def set_temperatures(self, rise: npt.ArrayLike | None = None) -> None: ...
    def get_drives(self) -> dict[str, Any]: ...
    def get_payload(self, frame: str | int) -> Payload | None: ...
    def frame_is_fixed(self, frame: str | int) -> bool: ...
    def limit_violations(self, q: Sequence[float] | _Array, tolerance: float = 0.0) -> list[int]: ...
    def set_payload(
        self,
        frame: str | int,
        mass: float,
        center_of_mass: Sequence[float] = (0, 0, 0),
        inertia: Sequence[float] = (0, 0, 0, 0, 0, 0),
    ) -> None: ...
    def inverse_kinematics(
        self,
        frame: str | int,
        target: npt.ArrayLike | Placement | Sequence[Placement] | tuple[Sequence[float], Sequence[float]],
        start: npt.ArrayLike | None = None,
        *,
        weights: Sequence[float] = (1, 1, 1, 1, 1, 1),
        angular_tolerance: float = 1e-8,
        linear_tolerance: float = 1e-8,
        iterations: int = 200,
        restarts: int = 50,
        seed: int = 0,
        ignore_limits: bool = False,
        threads: int = 1,
    ) -> IKResult: ...
    # meson compile -C build declarations writes: stubs
    def inverse_dynamics(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def velocity_product(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def gravity_torque(
        self,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def mass_times(
        self,
        q: npt.ArrayLike | None = None,
        x: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def joint_reactions(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def mass_matrix(
        self,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def coriolis_matrix(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def forward_dynamics(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        method: Literal["auto", "aba", "mass-matrix", "lapack"] = "auto",
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def inverse_mass_times(
        self,
        q: npt.ArrayLike | None = None,
        x: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def inverse_mass_matrix(
        self,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def inverse_dynamics_derivatives(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array]: ...
    def forward_dynamics_derivatives(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array, _Array]: ...
    def inverse_dynamics_vjp(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        w: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array, _Array]: ...
    def inverse_dynamics_jvp(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        dq: npt.ArrayLike | None = None,
        dqd: npt.ArrayLike | None = None,
        dqdd: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def forward_dynamics_vjp(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        w: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array, _Array]: ...
    def forward_dynamics_jvp(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        tau: npt.ArrayLike | None = None,
        fext: npt.ArrayLike | None = None,
        dq: npt.ArrayLike | None = None,
        dqd: npt.ArrayLike | None = None,
        dtau: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def load_vjp(
        self,
        q: npt.ArrayLike | None = None,
        w: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array]: ...
    def energy_gradient(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array, _Array]: ...
    def regressor_transpose_times(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        w: npt.ArrayLike | None = None,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def regressor(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        damping: bool = False,
        coulomb: bool = False,
        rotor_inertia: bool = False,
        friction_width: float = 0.005,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def energy(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array]: ...
    def center_of_mass(
        self,
        q: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array]: ...
    def centroidal_momentum(
        self,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        *,
        out: tuple[_Array, _Array] | None = None,
        threads: int = 1,
    ) -> tuple[_Array, _Array]: ...
    def centroidal_momentum_matrix(
        self,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def get_transform(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        relative_to: str | int = 0,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def forward_kinematics(
        self,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def geometric_jacobian(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        axes: _Axes = "base",
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def jacobian_dot_qd(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        axes: _Axes = "base",
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def frame_velocity(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        axes: _Axes = "base",
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def frame_acceleration(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        qdd: npt.ArrayLike | None = None,
        axes: _Axes = "base",
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def jacobian_dot(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        qd: npt.ArrayLike | None = None,
        axes: _Axes = "base",
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def jacobian_derivative(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        axes: _Axes = "base",
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    def transform_derivative(
        self,
        frame: str | int,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
    # the end of what is written
    def external_force(
        self,
        frame: str | int,
        wrench: npt.ArrayLike,
        q: npt.ArrayLike | None = None,
        *,
        out: _Array | None = None,
        threads: int = 1,
    ) -> _Array: ...
