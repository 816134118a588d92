"""<attach> of MJCF beside MuJoCo: random models that attach others, with units, classes and masses of their own."""

import random
import re
import tempfile
import unittest
from pathlib import Path

import test_mjcf

mujoco = test_mjcf.mujoco
SHAPES = ("box", "capsule", "sphere", "cylinder")


def vector(rng, most=1.0):
    return " ".join(f"{rng.uniform(-most, most):.6g}" for _ in range(3))


def maybe(rng, share, text):
    return text if rng.random() < share else ""


class Writer:
    """Writes a random model into a folder, and the models that it attaches beside or below it."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def compiler(self):
        rng = self.rng
        return "<compiler " + " ".join((
            maybe(rng, 0.6, f'angle="{rng.choice(("radian", "degree"))}"'),
            maybe(rng, 0.5, f'eulerseq="{rng.choice(("xyz", "ZYX", "zxz", "XYZ"))}"'),
            maybe(rng, 0.3, f'inertiafromgeom="{rng.choice(("true", "auto"))}"'),
            maybe(rng, 0.2, 'boundmass="0.4" boundinertia="0.01"'),
            maybe(rng, 0.2, 'balanceinertia="true"'),
            maybe(rng, 0.2, 'inertiagrouprange="0 2"'),
        )) + "/>"  # fmt: skip

    def defaults(self):
        rng = self.rng
        sizes = " ".join(f"{rng.uniform(0.05, 0.2):.4g}" for _ in range(3))
        return (
            f'<default><joint armature="{rng.random():.4g}" axis="{rng.random():.4g} 1 {rng.random():.4g}"/>'
            f'<geom density="{rng.uniform(100, 900):.4g}"/><default class="k"><joint armature="{rng.random():.4g}"/>'
            f'<geom size="{sizes}" type="{rng.choice(SHAPES)}"/><default class="kk">'
            f'<geom density="{rng.uniform(100, 900):.4g}"/></default></default></default>'
        )

    def body(self, depth, attach):
        rng, me = self.rng, self.count
        self.count += 1
        kind = rng.choice(("", 'type="slide"', f'pos="{vector(rng)}"', 'type="ball"', 'range="-1 1"', 'ref="0.4"'))
        kind += rng.choice(("", ' class="k"', ' class="main"'))
        look = rng.choice(("", 'class="kk"', 'group="3"', 'mass="2"'))
        moments = f'mass="{rng.uniform(0.1, 2):.4g}" diaginertia="1 1.2 1.3" euler="{vector(rng, 3)}"'
        held = f'<body name="fb{me}"><joint name="fj{me}"/><geom size=".1"/></body>'
        place = f'pos="{vector(rng)}" euler="{vector(rng, 3)}"' + maybe(rng, 0.5, ' childclass="kk"')
        parts = [
            f'<joint name="j{me}" {kind}/>',
            f'<geom {look} type="{rng.choice(SHAPES[:3])}" size=".1 .12 .2" pos="{vector(rng)}"/>',
            maybe(rng, 0.3, f'<inertial pos="{vector(rng)}" {moments}/>'),
        ]
        if rng.random() < 0.4:
            parts.append(f'<frame name="f{me}" {place}>{attach() if rng.random() < 0.5 else held}</frame>')
        while depth and rng.random() < 0.6:
            parts.append(self.body(depth - 1, attach))
        parts.append(attach() if rng.random() < 0.3 else "")
        childclass = rng.choice(("", 'childclass="k"', 'childclass="kk"'))
        return f'<body name="b{me}" pos="{vector(rng)}" euler="{vector(rng, 3)}" {childclass}>{"".join(parts)}</body>'

    def write(self, folder, name="main", levels=None):
        """Return the names of the bodies and frames of the model that was written."""
        rng = self.rng
        levels = rng.choice((1, 1, 2)) if levels is None else levels
        assets, known, attached = "", [], 0
        for i in range(rng.choice((1, 1, 2)) if levels else 0):
            below, other = rng.choice(("", "sub/")), f"{name}_{i}"
            known.append((other, *self.write(Path(folder) / below, other, levels - 1)))
            assets += f'<model name="{other}" file="{below}{other}.xml"/>'

        def attach():
            nonlocal attached
            if not known:
                return ""
            attached += 1
            other, bodies, frames = rng.choice(known)
            parts = ["", 'body="world"', *(f'body="{b}"' for b in bodies), *(f'frame="{f}"' for f in frames)]
            return f'<attach model="{other}" {rng.choice(parts)} prefix="p{attached}_"/>'

        self.count = 0
        world = self.body(2, attach)
        while rng.random() < 0.4:
            world += self.body(1, attach)
        world += attach()
        motors = "".join(f'<motor joint="j{i}"/>' for i in range(self.count))
        text = (f'<mujoco model="{name}">{self.compiler()}{self.defaults()}<asset>{assets}</asset><worldbody>{world}'
                f"</worldbody><actuator>{motors}</actuator></mujoco>")  # fmt: skip
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"{name}.xml").write_text(text)
        return re.findall('<body name="(b[0-9]+)"', world), re.findall('<frame name="(f[0-9]+)"', world)


@unittest.skipUnless(mujoco, "mujoco is not installed (PyPI: mujoco)")
class Attached(unittest.TestCase):
    def test_random_models(self):
        compared = 0
        compare = test_mjcf.Mjcf().compare
        for seed in range(60):
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                Writer(seed).write(folder)
                path = Path(folder) / "main.xml"
                try:
                    model = mujoco.MjModel.from_xml_path(str(path))
                except ValueError as error:  # bodies without mass, by classes and groups of geoms
                    self.assertIn("mass and inertia of moving bodies", str(error))
                    continue
                compare(path, model)
                compared += 1
        self.assertGreater(compared, 30)
