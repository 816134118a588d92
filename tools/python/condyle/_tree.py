"""Trees: robots as they are described, for editing."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _condyle
from ._files import _folders
from ._owner import Owner
from ._placement import Placement, numbers_of
from ._robot import RobotBase
from ._tables import as_frame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from . import Robot
    from ._placement import _AnyPlacement

    _Paths = str | PathLike[str] | Sequence[str | PathLike[str]]


class EstimatedLink(NamedTuple):
    """A link that was given an inertia: mass in kg, volume in m3; from its visuals, and with so many convex hulls."""

    link: str
    mass: float
    volume: float
    visuals: bool
    hulls: int

    def to_pandas(self) -> Any:
        return as_frame(self)


def _changes(keywords: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Returns what the C module reads, a list of (keyword, value)."""
    changes = []
    if "type" in keywords:  # the numbers of a home depend on it
        changes.append(("type", keywords["type"]))
    for name, value in keywords.items():
        if name in ("origin", "child"):
            value = numbers_of(value)
        elif name == "fixed_transform":
            value = [float(number) for row in value for number in row]
        if name != "type":
            changes.append((name, value))
    return changes


class Tree(Owner):
    """The tree of a robot: bodies, each with the joint that moves it, of Robot.tree() or new; robot() makes a robot of it.

    Keywords describe a body and its joint: name; joint (its name), type ('fixed', 'revolute', 'continuous',
    'prismatic', 'planar', 'floating' or 'spherical'), origin and child (a Placement or a transform), axis; lower, upper, effort,
    velocity, acceleration_limit; damping, friction, stiffness, spring_rest, rotor_inertia, gear_ratio; the numbers
    of a <drive> by their names, its offset as drive_offset; mimic (the leader), multiplier, offset; home; soft_lower, soft_upper, k_position, k_velocity, rising, falling; mass,
    center_of_mass, inertia ([Ixx Iyy Izz Iyz Ixz Ixy] about the body's origin). The joint may be given by parameters of
    Denavit and Hartenberg as well: dh or modified_dh, (a, alpha, d, theta), or fixed_transform (4, 4).

    What is not given is as the C library has it: a new body has 1 kg and an inertia of 1 kg m2 about each axis. Gravity
    is (0, 0, -9.81) unless it is set.

    >>> import condyle
    >>> tree = condyle.Tree("arm")
    >>> tree.add_body("base", name="link", joint="hinge", type="continuous", mass=2, center_of_mass=(0, 0, -0.5),
    ...               inertia=(0.5, 0.5, 0, 0, 0, 0), axis=(0, 1, 0))
    >>> tree.robot(gravity=(0, 0, -9.81)).gravity_torque([0.5]).round(3)
    array([4.703])
    """

    _instead = "send the URDF of its robot().to_urdf()"

    def __init__(self, name: str = "", base: str = "base", *, handle: object = None) -> None:
        self._handle = _condyle._tree_create(name, [("name", base)]) if handle is None else handle
        if handle is None:
            self.gravity = (0, 0, -9.81)

    def __repr__(self) -> str:
        return f"<condyle.Tree {self.name!r}: {len(self.body_names)} bodies>"

    def __len__(self) -> int:
        return len(self.body_names)

    def _set(self, **changes: Any) -> None:
        name, gravity, independent = _condyle._tree_get(self._handle)
        given = {"name": name, "gravity": gravity, "independent": independent, **changes}
        _condyle._tree_set(self._handle, given["name"], given["gravity"], given["independent"])

    @property
    def name(self) -> str:
        """The robot's name."""
        return _condyle._tree_get(self._handle)[0]

    @name.setter
    def name(self, name: str) -> None:
        self._set(name=name)

    @property
    def gravity(self) -> tuple[float, float, float]:
        """Gravity (x, y, z) in the base frame, m/s2."""
        return _condyle._tree_get(self._handle)[1]

    @gravity.setter
    def gravity(self, gravity: Sequence[float]) -> None:
        self._set(gravity=gravity)

    @property
    def mimic_independent(self) -> bool:
        """Whether joints that mimic others have degrees of freedom of their own."""
        return _condyle._tree_get(self._handle)[2]

    @mimic_independent.setter
    def mimic_independent(self, independent: bool) -> None:
        self._set(independent=independent)

    @property
    def body_names(self) -> tuple[str, ...]:
        """The names of the bodies, the base first."""
        return _condyle._tree_names(self._handle)

    def _body(self, name: str, what: str = "body") -> tuple[dict[str, Any], int, tuple[int, ...]]:
        return _condyle._tree_body(self._handle, _condyle._tree_find(self._handle, what, name))

    def body(self, name: str) -> dict[str, Any]:
        """Return the keywords of the body with this name and its joint, which add_body() takes.

        >>> import condyle
        >>> condyle.load("universalUR5e").tree().body("forearm_link")["mass"]
        2.275
        """
        keywords = self._body(name)[0]
        for place in ("origin", "child"):
            keywords[place] = Placement(keywords[place][:3], keywords[place][3:])
        return keywords

    def body_of_joint(self, joint: str) -> str:
        """Return the name of the body that a joint moves.

        >>> import condyle
        >>> condyle.load("universalUR5e").tree().body_of_joint("elbow_joint")
        'forearm_link'
        """
        return str(self._body(joint, "joint")[0]["name"])

    def parent(self, name: str) -> str | None:
        """Return the name of a body's parent, None for the base.

        >>> import condyle
        >>> condyle.load("universalUR5e").tree().parent("forearm_link")
        'upper_arm_link'
        """
        index = self._body(name)[1]
        return None if index < 0 else self.body_names[index]

    def children(self, name: str) -> tuple[str, ...]:
        """Return the names of the children of the body with this name.

        >>> import condyle
        >>> condyle.load("universalUR5e").tree().children("upper_arm_link")
        ('forearm_link',)
        """
        names = self.body_names
        return tuple(names[index] for index in self._body(name)[2])

    def copy(self) -> Tree:
        """Return a copy.

        >>> import condyle
        >>> len(condyle.load("universalUR5e").tree().copy())
        11
        """
        return Tree(handle=_condyle._tree_copy(self._handle))

    def __copy__(self) -> Tree:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Tree:
        return self.copy()

    def subtree(self, name: str) -> Tree:
        """Return a tree of copies of a body and all that it carries, on a base with the name of its parent.

        >>> import condyle
        >>> condyle.load("universalUR5e").tree().subtree("tool0").body_names
        ('flange', 'tool0')
        """
        return Tree(handle=_condyle._tree_subtree(self._handle, name))

    def add_body(self, parent: str, /, **keywords: Any) -> None:
        """Add a body with its joint under the body named parent.

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.add_body("tool0", name="camera", joint="camera_mount", mass=0.2, origin=((0, 0.05, 0), (0, 0, 0)))
        >>> tree.children("tool0")
        ('camera',)
        """
        _condyle._tree_add_body(self._handle, parent, _changes(keywords))

    def add_subtree(self, parent: str, tree: Tree) -> None:
        """Add copies of all bodies of a tree but its base, whose children become children of the body named parent.

        >>> import condyle
        >>> tree = condyle.Tree("arm", base="world")
        >>> tree.add_subtree("world", condyle.load("universalUR5e").tree())
        >>> len(tree)
        11
        """
        _condyle._tree_add_subtree(self._handle, parent, tree._handle)

    def remove_body(self, name: str) -> Tree:
        """Remove the body with this name and all that it carries; return a tree of what was removed.

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.remove_body("forearm_link").body_names[0], len(tree)
        ('upper_arm_link', 5)
        """
        return Tree(handle=_condyle._tree_remove_body(self._handle, name))

    def replace_body(self, body: str, /, **keywords: Any) -> None:
        """Change a body and its joint; what is not given stays, and so do its shapes, its parent and its children.

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.replace_body("tool0", name="gripper", mass=0.9)
        >>> tree.body("gripper")["mass"]
        0.9
        """
        _condyle._tree_replace(self._handle, "body", body, _changes(keywords))

    def replace_joint(self, body: str, /, **keywords: Any) -> None:
        """Change the joint that moves a body; what is not given stays.

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.replace_joint("forearm_link", lower=-2.0, upper=2.0)
        >>> tree.robot().joints[2].upper
        2.0
        """
        _condyle._tree_replace(self._handle, "joint", body, _changes(keywords))

    def set_inertial(
        self,
        body: str,
        mass: float | None = None,
        center_of_mass: Sequence[float] | None = None,
        inertia: Sequence[float] | None = None,
    ) -> None:
        """Set mass, center of mass and inertia of a body.

        mass: kg; None: it stays, as do the others
        center_of_mass: in the body's frame, m
        inertia: [Ixx Iyy Izz Iyz Ixz Ixy] about the body's origin in its axes, kg m2

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.set_inertial("forearm_link", mass=3.0)
        >>> tree.body("forearm_link")["mass"]
        3.0
        """
        given = {"mass": mass, "center_of_mass": center_of_mass, "inertia": inertia}
        changes = _changes({name: value for name, value in given.items() if value is not None})
        _condyle._tree_replace(self._handle, "inertial", body, changes)

    def set_mass(self, body: str, mass: float) -> None:
        """Set the mass of a body, kg; its inertia changes in proportion.

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.set_mass("forearm_link", 2 * 2.275)
        """
        own = self.body(body)
        if not own.get("mass", 0) > 0 or not mass > 0:
            raise ValueError(f"the mass of {body!r} is {own.get('mass', 0)} kg; expected more than 0, before and after")
        self.set_inertial(body, mass, inertia=[number * mass / own["mass"] for number in own["inertia"]])

    def rename(self, prefix: str) -> None:
        """Put a prefix before the names of all bodies and joints.

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.rename("left_")
        >>> tree.body_names[0]
        'left_base_link'
        """
        edited = self.copy()
        for name in self.body_names:
            joint = edited.body(name).get("joint")
            edited.replace_body(name, name=prefix + name, **({"joint": prefix + joint} if joint else {}))
        self._handle = edited._handle

    def attach(self, at: str, tree: Tree, origin: _AnyPlacement | None = None, prefix: str = "") -> None:
        """Weld another robot's tree to the body named at: its base becomes a body on a fixed joint BASE_fixed.

        origin: where the other's base stands in that body, a Placement or a transform
        prefix: goes before all names of the other

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.attach("tool0", condyle.load("universalUR5e").tree(), ((0, 0, 0.1), (0, 0, 0)), "second_")
        >>> tree.robot().nv
        12
        """
        other = tree.copy()
        if prefix:
            other.rename(prefix)
        base = other.body_names[0]
        edited = self.copy()
        keywords = {name: value for name, value in other.body(base).items() if name in _INERTIAL}
        edited.add_body(at, name=base, joint=f"{base}_fixed", type="fixed", origin=origin, **(keywords or _MASSLESS))
        edited.add_subtree(base, other)
        self._handle = edited._handle

    def weld(self, joint: str, position: float = 0.0) -> None:
        """Make a joint fixed where it is at a position, rad or m.

        >>> import condyle
        >>> tree = condyle.load("universalUR5e").tree()
        >>> tree.weld("elbow_joint", 1.5)
        >>> tree.robot().nv
        5
        """
        body = self.body_of_joint(joint)
        own = self.body(body)
        followers = [name for name in self.body_names if self.body(name).get("mimic") == joint]
        if followers:
            raise ValueError(f"the joint of {followers[0]!r} mimics {joint!r}; weld it first")
        if position and own["type"] not in ("revolute", "continuous", "prismatic"):
            raise ValueError(f"joint {joint!r} is {own['type']}; only at 0 it can be welded")
        place = own["origin"].matrix() @ _motion(own["type"], own["axis"], position) if position else own["origin"]
        self.replace_joint(body, type="fixed", origin=place, mimic=None)

    def estimate_inertia(
        self,
        *,
        density: float = 0.0,
        total: float = 0.0,
        masses: Mapping[str, float] | None = None,
        robot_file: str | PathLike[str] | None = None,
        packages: _Paths = (),
    ) -> list[EstimatedLink]:
        """Give the links without mass an inertia from their shapes, of uniform density; return a list of EstimatedLink.

        density: kg/m3; total: kg that the robot has in the end; masses: {link: kg} of single links
        robot_file, packages: where the files of meshes are found

        >>> import condyle
        >>> condyle.load("universalUR5e").tree().estimate_inertia(density=1000)
        []
        """
        masses = dict(masses or {})
        found = _condyle._tree_estimate_inertia(
            self._handle, density, total, list(masses), [float(mass) for mass in masses.values()],
            None if robot_file is None else os.fspath(robot_file), _folders(packages),
        )  # fmt: skip
        return [EstimatedLink(*link) for link in found]

    def save(self, path: str | PathLike[str], replace: bool = False) -> None:
        """Save the robot as a URDF file at a path, whole or not at all.

        replace: in the place of an existing file

        >>> import condyle, tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     condyle.load("universalUR5e").tree().save(os.path.join(folder, "arm.urdf"))
        """
        _condyle._tree_save(self._handle, os.fspath(path), replace)

    def load_drives(self, path: str | PathLike[str]) -> None:
        """Read a file of drives: its numbers replace those of the joints.

        path: XML, <condyle> with a <drive joint="..."> for each joint that has one

        >>> import condyle, tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "drives.xml")
        ...     condyle.load("universalUR5e").tree().save_drives(file)
        ...     condyle.load("universalUR5e").tree().load_drives(file)
        """
        _condyle._tree_load_drives(self._handle, os.fspath(path))

    def save_drives(self, path: str | PathLike[str], replace: bool = False) -> None:
        """Save friction, springs, rotors and gains of the joints as a file of drives, whole or not at all.

        path: the file
        replace: in the place of an existing file

        >>> import condyle, tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     condyle.load("universalUR5e").tree().save_drives(os.path.join(folder, "drives.xml"))
        """
        _condyle._tree_save_drives(self._handle, os.fspath(path), replace)

    def robot(self, gravity: Sequence[float] | None = None) -> Robot:
        """Return a Robot of a copy of the tree.

        gravity: (x, y, z), m/s2; None: that of the tree

        >>> import condyle
        >>> condyle.load("universalUR5e").tree().robot()
        <condyle.Robot 'ur5e_robot': 6 joints, 11 frames, moving mass 16.99 kg>
        """
        from . import Robot

        robot = Robot(self._handle, "", (0, 0, 0), False, False, False, True, None, 0, [], [], [], [])
        if gravity is not None:
            robot.gravity = gravity
        return robot


_INERTIAL = ("mass", "center_of_mass", "inertia")
_MASSLESS = {"mass": 0, "inertia": (0, 0, 0, 0, 0, 0)}


def _motion(kind: str, axis: Sequence[float], position: float) -> npt.NDArray[np.float64]:
    """Returns the transform of a joint of one degree of freedom at a position."""
    import numpy

    unit = numpy.array(axis) / numpy.linalg.norm(axis)
    matrix = numpy.eye(4)
    if kind == "prismatic":
        matrix[:3, 3] = position * unit
    else:
        x, y, z = unit
        cross = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        matrix[:3, :3] += numpy.sin(position) * cross + (1 - numpy.cos(position)) * cross @ cross
    return matrix


class TreeCalls(RobotBase):
    """Calls of a robot about its tree."""

    def tree(self) -> Tree:
        """Return a copy of the robot's Tree, for editing.

        >>> import condyle
        >>> condyle.load("universalUR5e").tree()
        <condyle.Tree 'ur5e_robot': 11 bodies>
        """
        return Tree(handle=self._tree())

    def save(self, path: str | PathLike[str], replace: bool = False) -> None:
        """Save the robot as a URDF file, as Tree.save() does.

        path, replace: as those of Tree.save()

        >>> import condyle, tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     condyle.load("universalUR5e").save(os.path.join(folder, "arm.urdf"))
        """
        self.tree().save(path, replace)
