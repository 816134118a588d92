"""An arm as CasADi's own graph, from its URDF file, and its code by condyle as functions that CasADi loads: beside
each other, and in an optimal swing by direct collocation."""

import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import casadi

GRAVITY = (0, 0, -9.81)
COMPILER = shutil.which("cc") or shutil.which("gcc")


def numbers(text):
    return [float(word) for word in text.split()]


def rotation(rpy):
    """Rz(yaw) Ry(pitch) Rx(roll)."""
    (cr, cp, cy), (sr, sp, sy) = casadi.cos(rpy).elements(), casadi.sin(rpy).elements()
    x = casadi.DM([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    y = casadi.DM([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    z = casadi.DM([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return z @ y @ x


def frame(element):
    """Rotation and place of an element's <origin>."""
    origin = element.find("origin")
    attributes = origin.attrib if origin is not None else {}
    return rotation(casadi.DM(numbers(attributes.get("rpy", "0 0 0")))), casadi.DM(
        numbers(attributes.get("xyz", "0 0 0"))
    )


def inertial(link):
    """Mass, center of mass and the inertia about it in the link's axes."""
    element = link.find("inertial")
    if element is None:
        return 0, casadi.DM.zeros(3), casadi.DM.zeros(3, 3)
    turn, center = frame(element)
    a = {key: float(value) for key, value in element.find("inertia").attrib.items()}
    inertia = casadi.DM(
        [[a["ixx"], a["ixy"], a["ixz"]], [a["ixy"], a["iyy"], a["iyz"]], [a["ixz"], a["iyz"], a["izz"]]]
    )
    return float(element.find("mass").get("value")), center, turn @ inertia @ turn.T


def about(axis, angle):
    """The rotation about a unit axis (Rodrigues)."""
    k = casadi.skew(axis)
    return casadi.DM.eye(3) + casadi.sin(angle) * k + (1 - casadi.cos(angle)) * k @ k


def solve(matrix, right):
    """The solution with a symmetric matrix, by its factors L D L^T."""
    d, upper, order = casadi.ldl(matrix)
    return casadi.ldl_solve(right, d, upper, order)


class OwnGraph:
    """The recursion of Newton and Euler (Luh, Walker and Paul 1980) over the links of a URDF file, whose joints are
    revolute or fixed."""

    def __init__(self, file):
        root = ElementTree.parse(file).getroot()
        self.links = {link.get("name"): link for link in root.iter("link")}
        self.joints = [joint for joint in root.findall("joint")]
        self.base = (set(self.links) - {joint.find("child").get("link") for joint in self.joints}).pop()
        self.count = sum(joint.get("type") != "fixed" for joint in self.joints)
        q, qd, qdd, tau = (casadi.SX.sym(name, self.count) for name in ("q", "qd", "qdd", "tau"))
        self.next = 0
        self.torques = [None] * self.count
        self._force(self.base, q, qd, qdd, casadi.SX.zeros(3), casadi.SX.zeros(3), -casadi.SX(casadi.DM(GRAVITY)))
        torques = casadi.vertcat(*self.torques)
        mass = casadi.jacobian(torques, qdd)
        bias = casadi.substitute(torques, qdd, casadi.SX.zeros(self.count))
        self.inverse_dynamics = casadi.Function("own_id", [q, qd, qdd], [torques], ["q", "qd", "qdd"], ["tau"])
        self.forward_dynamics = casadi.Function(
            "own_fd", [q, qd, tau], [solve(mass, tau - bias)], ["q", "qd", "tau"], ["qdd"]
        )
        self.mass_matrix = casadi.Function("own_mass", [q], [mass], ["q"], ["M"])

    def _force(self, name, q, qd, qdd, w, dw, a):
        """Force and moment that a link takes from its parent, in its axes; w, dw, a: its velocity and accelerations."""
        mass, center, inertia = inertial(self.links[name])
        force = mass * (a + casadi.cross(dw, center) + casadi.cross(w, casadi.cross(w, center)))
        moment = inertia @ dw + casadi.cross(w, inertia @ w) + casadi.cross(center, force)
        for joint in self.joints:
            if joint.find("parent").get("link") != name:
                continue
            turn, place = frame(joint)
            turn, rate, axis = casadi.SX(turn), casadi.SX.zeros(3), None
            if joint.get("type") != "fixed":
                axis, k = casadi.DM(numbers(joint.find("axis").get("xyz"))), self.next
                self.next += 1
                turn, rate, slope = turn @ about(axis, q[k]), axis * qd[k], axis * qdd[k]
            else:
                slope = casadi.SX.zeros(3)
            spin = turn.T @ w
            f, n = self._force(
                joint.find("child").get("link"),
                q,
                qd,
                qdd,
                spin + rate,
                turn.T @ dw + casadi.cross(spin, rate) + slope,
                turn.T @ (a + casadi.cross(dw, place) + casadi.cross(w, casadi.cross(w, place))),
            )
            if axis is not None:
                self.torques[k] = casadi.dot(axis, n)
            force += turn @ f
            moment += turn @ n + casadi.cross(place, turn @ f)
        return force, moment


def compile_code(source, folder, name, *options):
    """A shared library of C."""
    path = Path(folder)
    (path / f"{name}.c").write_text(source)
    library = path / f"{name}.so"
    subprocess.run(
        [COMPILER, "-O2", *options, "-shared", "-fPIC", f"{name}.c", "-o", library, "-lm"], cwd=path, check=True
    )
    return str(library)


def load_functions(robot, folder, name, calls, **options):
    """The generated functions by their calls."""
    code = robot.generate(name, calls, target="casadi", most_bytes=10_000_000, **options)
    (Path(folder) / f"{name}.h").write_text(code.header)
    library = compile_code(code.source, folder, name)
    return [casadi.external(f"{name}_{call}", library) for call in calls]


def swing(forward_dynamics, start, goal, *, time=1.0, intervals=25, most=(6.28, 3.14, 150.0), exact=False):
    """The swing of least squared torque between two poses at rest, by trapezoidal collocation (Betts 2010, section
    3.4), within positions, velocities and torques of at most `most`. IPOPT takes the Hessian of Gauss and Newton, which
    needs no second derivatives, or the exact one. Its statistics, the effort, and q, qd and tau (n x intervals + 1)."""
    n, step = len(start), time / intervals
    q, qd, tau = (casadi.MX.sym(name, n, intervals + 1) for name in ("q", "qd", "tau"))
    qdd = forward_dynamics.map(intervals + 1)(q, qd, tau)

    def defect(x, slope):
        return casadi.vec(x[:, 1:] - x[:, :-1] - step / 2 * (slope[:, 1:] + slope[:, :-1]))

    x = casadi.veccat(q, qd, tau)
    effort = 1e-3 * step * casadi.sumsqr(tau)
    ends = [q[:, 0] - start, q[:, -1] - goal, qd[:, 0], qd[:, -1]]
    constraints = casadi.vertcat(defect(q, qd), defect(qd, qdd), *ends)
    weight, multipliers = casadi.MX.sym("weight"), casadi.MX.sym("multipliers", constraints.shape[0])
    hessian = casadi.Function(
        "hessian",
        [x, casadi.MX(0, 1), weight, multipliers],
        [weight * casadi.triu(casadi.hessian(effort, x)[0])],
        ["x", "p", "lam_f", "lam_g"],
        ["triu_hess_gamma_x_x"],
    )
    options = {"ipopt": {"print_level": 0, "sb": "yes"}, "print_time": False}
    if not exact:
        options["hess_lag"] = hessian
    solver = casadi.nlpsol("swing", "ipopt", {"x": x, "f": effort, "g": constraints}, options)
    numbers_each = n * (intervals + 1)
    straight = casadi.DM(start) + (casadi.DM(goal) - casadi.DM(start)) @ casadi.linspace(0, 1, intervals + 1).T
    guess = casadi.veccat(straight, casadi.DM.zeros(2 * numbers_each))
    bounds = [bound for bound in most for _ in range(numbers_each)]
    found = solver(x0=guess, lbx=[-bound for bound in bounds], ubx=bounds, lbg=0, ubg=0)
    parts = casadi.vertsplit(found["x"], numbers_each)
    return solver.stats(), float(found["f"]), [casadi.reshape(part, n, intervals + 1) for part in parts]
