// Coordinates: what a slider moves.  A joint of one degree of freedom has one, a planar joint three; a floating joint
// has a place and roll, pitch, yaw, which become its quaternion, and a spherical joint these angles.

/** The types of joints in the core's order. */
export const TYPES = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating', 'spherical'];

const SINGLE = {revolute: true, continuous: true, prismatic: false};

/** R = Rz(yaw) Ry(pitch) Rx(roll) as a quaternion [w x y z]. */
export function quaternionOf([roll, pitch, yaw]) {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy];
}

/** The inverse of quaternionOf(), for quaternions of any length. */
export function anglesOf([w, x, y, z]) {
  const size = Math.hypot(w, x, y, z) || 1;
  const [a, b, c, d] = [w / size, x / size, y / size, z / size];
  return [Math.atan2(2 * (a * b + c * d), 1 - 2 * (b * b + c * c)),
    Math.asin(Math.max(-1, Math.min(1, 2 * (a * c - d * b)))),
    Math.atan2(2 * (a * d + b * c), 1 - 2 * (c * c + d * d))];
}

function plain(core, joint, index, label, angular) {
  const at = joint.position + index;
  return {label, angular, joint, lower: core.array('lower')[at], upper: core.array('upper')[at], of: q => q[at],
    get: () => core.array('q')[at], set: value => core.move(joint, () => { core.array('q')[at] = value; })};
}

function turn(core, joint, index, label) {
  const angles = q => anglesOf(q.subarray(joint.position, joint.position + 4));
  return {label, angular: true, joint, lower: index === 1 ? -Math.PI / 2 : -Math.PI,
    upper: index === 1 ? Math.PI / 2 : Math.PI, of: q => angles(q)[index], get: () => angles(core.array('q'))[index],
    set: value => {
      const present = angles(core.array('q'));
      present[index] = value;
      core.move(joint, () => core.array('q').set(quaternionOf(present), joint.position));
    }};
}

function turns(core, joint) {
  return ['roll', 'pitch', 'yaw'].map((angle, i) => turn(core, joint, i, `${joint.name} ${angle}`));
}

function ofJoint(core, joint) {
  const {name} = joint;
  if (joint.type === 'planar') {
    return [plain(core, joint, 0, `${name} x`, false), plain(core, joint, 1, `${name} y`, false),
      plain(core, joint, 2, `${name} θ`, true)];
  }
  if (joint.type === 'floating') {
    return [...['x', 'y', 'z'].map((axis, i) => plain(core, joint, 4 + i, `${name} ${axis}`, false)),
      ...turns(core, joint)];
  }
  if (joint.type === 'spherical') {
    return turns(core, joint);
  }
  return [plain(core, joint, 0, name, SINGLE[joint.type])];
}

/** The positions of all joints that do not follow others; `of` has the value in a configuration. */
export function positions(core) {
  return core.joints.filter(joint => !joint.follower).flatMap(joint => ofJoint(core, joint));
}

/** The degrees of freedom, in the order of velocities and torques. */
export function freedoms(core) {
  const parts = {planar: [['vx', false], ['vy', false], ['ω', true]],
    floating: [['ωx', true], ['ωy', true], ['ωz', true], ['vx', false], ['vy', false], ['vz', false]],
    spherical: [['ωx', true], ['ωy', true], ['ωz', true]]};
  return core.joints.filter(joint => !joint.follower).flatMap(joint =>
    (parts[joint.type] ?? [['', SINGLE[joint.type]]]).map(([part, angular], i) => ({
      label: part ? `${joint.name} ${part}` : joint.name, angular, joint, index: joint.velocity + i,
      velocity: core.array('velocity')[joint.velocity + i], effort: core.array('effort')[joint.velocity + i]})));
}
