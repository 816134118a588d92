"""Faults of conversions, seeded in bundled and random robots: `condyle diff` names each as the cause that changes most.

The faulty robot is written in URDF, MJCF and SDF in turn, and compared with the sound one in URDF.
"""

import copy
import json
import math
import os
import random
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ET
from pathlib import Path

import condyle

__all__ = ["Faults"]

COMMAND = os.environ.get("CONDYLE")
WATCHED = os.environ.get("WATCHED")  # by a sanitizer or counters, which take their time
ROBOTS = 8 if WATCHED else 100
MISSED = math.ceil(0.05 * ROBOTS)  # robots in which a fault may have another name, for each fault
FORMATS = {"urdf": ".urdf", "mjcf": ".xml", "sdf": ".sdf"}
DEGREE = 180 / math.pi


# ---- robots ----


def run(*arguments, **options):
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, **options)


def numbers(element, name, usual):
    return [float(v) for v in element.get(name, usual).split()]


def write(element, name, values):
    element.set(name, " ".join(repr(float(v)) for v in values))


def random_robot(rng):
    """Return a random tree of four to twelve links."""
    robot = ET.Element("robot", name="random")
    ET.SubElement(robot, "link", name="l0")
    for i in range(1, rng.randint(4, 12)):
        link = ET.SubElement(robot, "link", name=f"l{i}")
        inertial = ET.SubElement(link, "inertial")
        ET.SubElement(inertial, "origin", xyz=" ".join(f"{rng.uniform(-0.2, 0.2):.4f}" for _ in range(3)),
                      rpy=" ".join(f"{rng.uniform(-3, 3):.4f}" for _ in range(3)))
        ET.SubElement(inertial, "mass", value=f"{rng.uniform(0.3, 5):.4f}")
        a, b = rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.09)
        ET.SubElement(inertial, "inertia", ixx=f"{a:.5f}", iyy=f"{b:.5f}", izz=f"{(a + b) * 0.9:.5f}", ixy="0", ixz="0", iyz="0")
        kind = rng.choice(["revolute"] * 4 + ["prismatic", "continuous"]) if i < 4 else rng.choice(["revolute", "fixed"])
        joint = ET.SubElement(robot, "joint", name=f"j{i}", type=kind)
        ET.SubElement(joint, "parent", link=f"l{rng.randrange(max(0, i - 3), i)}")
        ET.SubElement(joint, "child", link=f"l{i}")
        ET.SubElement(joint, "origin", xyz=" ".join(f"{rng.uniform(-0.4, 0.4):.4f}" for _ in range(3)),
                      rpy=" ".join(f"{rng.uniform(-3, 3):.4f}" for _ in range(3)))
        if kind != "fixed":
            ET.SubElement(joint, "axis", xyz=rng.choice(["1 0 0", "0 1 0", "0 0 1", "0 0.6 0.8"]))
        if kind in ("revolute", "prismatic"):
            ET.SubElement(joint, "limit", lower="-1.5", upper="2", effort="50", velocity="2")
    return robot


def robots():
    """Give names and trees of the bundled robots, then of random ones."""
    rng = random.Random(7)
    for name in condyle.robots():
        yield name, ET.fromstring(run("export", name, "-o", "-", check=True).stdout)
    for i in range(ROBOTS):
        yield f"random {i}", random_robot(rng)


def joints(robot, *types):
    return [j for j in robot.iter("joint") if j.get("type") in types and j.find("child") is not None]


def moved_links(robot):
    """Return the names of the links that a joint moves."""
    below = {j.find("child").get("link"): j for j in robot.findall("joint")}
    moved = set()
    for name in below:
        at = name
        while at in below and below[at].get("type") == "fixed":
            at = below[at].find("parent").get("link")
        if at in below and below[at].find("mimic") is None:
            moved.add(name)
    return moved


def weighty(robot):
    """Return the moved links with a mass that counts: a hundredth of the heaviest, and moments that no sphere has."""
    links = []
    moved = moved_links(robot)
    for link in robot.findall("link"):
        mass = link.find("inertial/mass")
        if link.get("name") in moved and mass is not None:
            links.append((float(mass.get("value")), link))
    most = max((m for m, _ in links), default=0)
    return [link for m, link in links if m > 0 and m >= most / 100]


# ---- faults: each changes copies A and B, and returns what the first cause must say; None where the robot has no place
# for it ----


def moments(link):
    inertia = link.find("inertial/inertia")
    return [float(inertia.get(k, "0")) for k in ("ixx", "iyy", "izz")]


def origin_of(inertial):
    origin = inertial.find("origin")
    if origin is None:
        origin = ET.SubElement(inertial, "origin", xyz="0 0 0", rpy="0 0 0")
    return origin


def rotation(rpy):
    (a, b, c) = rpy
    sa, ca, sb, cb, sc, cc = math.sin(a), math.cos(a), math.sin(b), math.cos(b), math.sin(c), math.cos(c)
    return [[cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa],
            [sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa], [-sb, cb * sa, cb * ca]]


def turn_inertia(a, b, rng):
    """The tensor is rotated by a quarter turn: what a tool does that swaps axes."""
    links = [i for i, link in enumerate(b.findall("link")) if link in weighty(b) and link.find("inertial/inertia") is not None
             and abs(moments(link)[1] - moments(link)[2]) > 0.05 * max(moments(link))]
    if not links:
        return None
    link = b.findall("link")[rng.choice(links)]
    inertia = link.find("inertial/inertia")
    old = dict(inertia.attrib)
    swapped = {"iyy": "izz", "izz": "iyy", "ixy": "ixz", "ixz": "ixy"}
    for key, other in swapped.items():  # a quarter turn about x: y goes to z, z to -y
        value = float(old.get(other, "0"))
        inertia.set(key, repr(-value if key == "ixy" else value))
    inertia.set("iyz", repr(-float(old.get("iyz", "0"))))
    return rf"^inertia of {re.escape(link.get('name'))} turned by "


def lose_mass(a, b, rng):
    """A link behind a fixed joint is lost with its mass."""
    links = weighty(a)
    if not links:
        return None
    parent = rng.choice(links).get("name")
    tool = ET.SubElement(a, "link", name="seeded_tool")
    inertial = ET.SubElement(tool, "inertial")
    ET.SubElement(inertial, "origin", xyz="0.05 0.02 0.1", rpy="0 0 0")
    ET.SubElement(inertial, "mass", value="1.5")
    ET.SubElement(inertial, "inertia", ixx="0.01", iyy="0.011", izz="0.012", ixy="0", ixz="0", iyz="0")
    joint = ET.SubElement(a, "joint", name="seeded_mount", type="fixed")
    ET.SubElement(joint, "parent", link=parent)
    ET.SubElement(joint, "child", link="seeded_tool")
    ET.SubElement(joint, "origin", xyz="0 0 0.1", rpy="0 0 0")
    return "^mass of seeded_tool lost, "


def lose_friction(a, b, rng):
    places = [j.get("name") for j in joints(a, "revolute", "continuous", "prismatic") if j.find("mimic") is None]
    if not places:
        return None
    name = rng.choice(places)
    for robot, friction in ((a, "3"), (b, "0")):
        joint = next(j for j in robot.findall("joint") if j.get("name") == name)
        dynamics = joint.find("dynamics")
        dynamics = ET.SubElement(joint, "dynamics") if dynamics is None else dynamics
        dynamics.set("friction", friction)
    return rf"friction of {re.escape(name)} lost"


def lose_mimic(a, b, rng):
    """One joint follows another one in A only."""
    places = [j.get("name") for j in joints(a, "revolute", "continuous")
              if j.find("mimic") is None and j.find("child").get("link") in {w.get("name") for w in weighty(a)}]
    leaders = {m.get("joint") for m in a.iter("mimic")}
    places = [p for p in places if p not in leaders]
    if len(places) < 2:
        return None
    leader, name = rng.sample(places, 2)
    joint = next(j for j in a.findall("joint") if j.get("name") == name)
    ET.SubElement(joint, "mimic", joint=leader, multiplier="-1", offset="0")
    return rf"^mimic of {re.escape(name)} lost"


def limit_in_degrees(a, b, rng):
    places = [j for j in joints(b, "revolute") if j.find("limit") is not None and j.find("mimic") is None
              and numbers(j.find("limit"), "lower", "0") != numbers(j.find("limit"), "upper", "0")]
    if not places:
        return None
    joint = rng.choice(places)
    for end in ("lower", "upper"):
        joint.find("limit").set(end, repr(float(joint.find("limit").get(end, "0")) * DEGREE))
    return rf"^limits of {re.escape(joint.get('name'))} are other, 57.3 times: degrees for radians"


def scale_by_1000(a, b, rng):
    """Lengths are in millimeters."""
    count = 0
    for origin in [*b.findall("joint/origin"), *b.findall("link/inertial/origin")]:
        xyz = numbers(origin, "xyz", "0 0 0")
        count += any(abs(x) > 1e-9 for x in xyz)
        write(origin, "xyz", [1000 * x for x in xyz])
    return r"1000 times: millimeters" if count else None


def flip_axis(a, b, rng):
    moved = {link.get("name") for link in weighty(b)}
    leaders = {m.get("joint") for m in b.iter("mimic")}
    places = [j for j in joints(b, "revolute", "continuous", "prismatic")
              if j.find("mimic") is None and j.find("child").get("link") in moved and j.get("name") not in leaders]
    if not places:
        return None
    joint = rng.choice(places)
    axis = joint.find("axis")
    axis = ET.SubElement(joint, "axis", xyz="1 0 0") if axis is None else axis
    write(axis, "xyz", [-x for x in numbers(axis, "xyz", "1 0 0")])
    return rf"^axis of {re.escape(joint.get('name'))} flipped"


def move_center(a, b, rng):
    """The center of mass is written in the axes of the parent."""
    places = []
    for link in weighty(b):
        joint = next(j for j in b.findall("joint") if j.find("child").get("link") == link.get("name"))
        origin = joint.find("origin")
        R = rotation(numbers(origin, "rpy", "0 0 0")) if origin is not None else rotation([0, 0, 0])
        c = numbers(origin_of(link.find("inertial")), "xyz", "0 0 0")
        turned = [sum(R[i][k] * c[k] for k in range(3)) for i in range(3)]
        if math.dist(c, turned) > 0.01:
            places.append((link, turned))
    if not places:
        return None
    link, turned = rng.choice(places)
    write(origin_of(link.find("inertial")), "xyz", turned)
    return rf"^center of mass of {re.escape(link.get('name'))} at .*: in a frame that is turned"


FAULTS = [turn_inertia, lose_mass, lose_friction, lose_mimic, limit_in_degrees, scale_by_1000, flip_axis, move_center]
TORQUELESS = (limit_in_degrees,)


@unittest.skipUnless(COMMAND, "CONDYLE names no command")
class Faults(unittest.TestCase):
    def causes(self, folder, a, b, kind):
        """Return the words of the causes, the one that changes most first."""
        sound, faulty, written = folder / "a.urdf", folder / "b.urdf", folder / ("c" + FORMATS[kind])
        ET.ElementTree(a).write(sound)
        ET.ElementTree(b).write(faulty)
        if kind == "urdf":
            written = faulty
        elif run("export", faulty, "--as", kind, "--force", "-o", written).returncode:
            return None
        found = run("diff", sound, written, "--format", "json")
        self.assertEqual(found.returncode, 1, found.stderr)
        return [cause["cause"] for cause in json.loads(found.stdout)["causes"]]

    def test_sound_robots_have_no_cause(self):
        with tempfile.TemporaryDirectory() as name:
            for i, robot in enumerate(condyle.robots()[: ROBOTS]):
                written = Path(name) / ("r" + (".xml" if i % 2 else ".sdf"))
                run("export", robot, "--as", "mjcf" if i % 2 else "sdf", "--force", "-o", written, check=True)
                causes = json.loads(run("diff", robot, written, "--format", "json").stdout)["causes"]
                self.assertEqual([c for c in causes if c["joint"]], [], robot)

    def test_causes_are_named(self):
        tried, missed, rng = {f: 0 for f in FAULTS}, {f: [] for f in FAULTS}, random.Random(3)
        with tempfile.TemporaryDirectory() as name:
            for i, (robot, tree) in enumerate(robots()):
                for k, fault in enumerate(FAULTS):
                    if tried[fault] == ROBOTS:
                        continue
                    a, b = copy.deepcopy(tree), copy.deepcopy(tree)
                    words = fault(a, b, rng)
                    kind = list(FORMATS)[(i + k) % 3]
                    causes = words and self.causes(Path(name), a, b, kind)
                    if causes is None:
                        continue
                    tried[fault] += 1
                    looked = causes if fault in TORQUELESS else causes[:1]
                    if not any(re.search(words, cause) for cause in looked):
                        missed[fault].append((robot, kind, words, causes[:4]))
        for fault in FAULTS:
            with self.subTest(fault=fault.__name__):
                self.assertEqual(tried[fault], ROBOTS)
                self.assertLessEqual(len(missed[fault]), MISSED, missed[fault])


if __name__ == "__main__":
    unittest.main()
