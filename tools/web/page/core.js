// The core: the library's calls for one robot, in WebAssembly.

// The arrays of core/view.c, in its order.
const NAMES = ['q', 'qd', 'qdd', 'gravity', 'coriolis', 'inertia', 'tau', 'effort', 'velocity', 'lower', 'upper',
  'placements', 'mass', 'jacobian', 'center', 'measures', 'joints'];
const TYPES = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating'];
const JOINT_NUMBERS = 9;
const AT_ONCE = 1024; /* rows of a motion that the core has at a time */

// Nothing is written and no file is open: the C library asks all the same when it ends.
const NOT_SUPPORTED = 58;
const system = {fd_close: () => NOT_SUPPORTED, fd_seek: () => NOT_SUPPORTED, fd_write: () => NOT_SUPPORTED};

/** Starts the core from its bytes; open() gives it a robot. */
export async function startCore(bytes) {
  const {instance} = await WebAssembly.instantiate(bytes, {wasi_snapshot_preview1: system});
  instance.exports._initialize();
  return new Core(instance.exports);
}

class Core {
  constructor(calls) {
    this.calls = calls;
  }

  text(address) {
    if (address === 0) {
      return '';
    }
    const bytes = new Uint8Array(this.calls.memory.buffer);
    let end = address;
    while (bytes[end] !== 0) {
      end++;
    }
    return new TextDecoder().decode(bytes.subarray(address, end));
  }

  check(status) {
    if (status !== 0) {
      throw new Error(this.text(this.calls.view_error()) || `the core failed with status ${status}`);
    }
  }

  /** Opens a compiled model, in place of the present robot. */
  open(model) {
    const room = this.calls.view_room(model.length);
    new Uint8Array(this.calls.memory.buffer, room, model.length).set(model);
    const status = this.calls.view_open(room, model.length);
    this.calls.view_free(room);
    this.check(status);
    this.nq = this.calls.view_nq();
    this.nv = this.calls.view_nv();
    this.frames = Array.from({length: this.calls.view_frame_count()}, (_, i) => this.text(this.calls.view_frame_name(i)));
    this.joints = Array.from({length: this.calls.view_joint_count()}, (_, i) => this.joint(i));
    this.compute();
  }

  joint(i) {
    const [type, frame, position, nq, velocity, nv, follower, multiplier, offset] =
      this.array('joints').subarray(JOINT_NUMBERS * i, JOINT_NUMBERS * (i + 1));
    return {name: this.text(this.calls.view_joint_name(i)), type: TYPES[type], frame, position, nq, velocity, nv,
      follower: follower !== 0, multiplier, offset};
  }

  length(name) {
    const n = this.nv;
    const frames = this.calls.view_frame_count();
    const lengths = {q: this.nq, lower: this.nq, upper: this.nq, placements: 16 * frames, mass: n * n, jacobian: 6 * n,
      center: 3, measures: 6, joints: JOINT_NUMBERS * this.calls.view_joint_count()};
    return lengths[name] ?? n;
  }

  /** The array itself, not a copy; memory may move, so that it is for use at once. */
  array(name) {
    return new Float64Array(this.calls.memory.buffer, this.calls.view_array(NAMES.indexOf(name)), this.length(name));
  }

  get totalMass() {
    return this.calls.view_total_mass();
  }

  /** Torques, placements and the center of mass at q, qd, qdd. */
  compute() {
    this.check(this.calls.view_compute());
  }

  /** Fills the NaN of tau, rows x n, with the torques that q, qd and qdd need; qd or qdd null: at rest. */
  torques({q, qd, qdd, tau}) {
    const rows = this.nv > 0 ? tau.length / this.nv : 0;
    for (let first = 0; first < rows; first += AT_ONCE) {
      const count = Math.min(AT_ONCE, rows - first);
      const parts = [[q, this.nq], [qd, this.nv], [qdd, this.nv], [tau, this.nv]].map(([numbers, width]) =>
        numbers?.subarray(first * width, (first + count) * width));
      const rooms = parts.map(part => part ? this.calls.view_room(Math.max(8, part.byteLength)) : 0);
      const inside = i => new Float64Array(this.calls.memory.buffer, rooms[i], parts[i].length);
      parts.forEach((part, i) => part && inside(i).set(part));
      const status = this.calls.view_torques(count, ...rooms);
      parts[3].set(inside(3));
      rooms.forEach(room => this.calls.view_free(room));
      this.check(status);
    }
  }

  massMatrix() {
    this.check(this.calls.view_mass_matrix());
    return this.array('mass');
  }

  /** The Jacobian of a frame, 6 x n, in the base's axes; with it the measures of its linear rows. */
  jacobian(frame) {
    this.check(this.calls.view_jacobian(frame, 0));
    const [a, b, c, measure, condition, rank] = this.array('measures');
    return {J: this.array('jacobian'), singular: [a, b, c], measure, condition, rank};
  }

  /** A point mass, kg, at a place of a frame, m; 0 removes it. */
  payload(frame, mass, place = [0, 0, 0]) {
    this.check(this.calls.view_payload(frame, mass, ...place));
  }

  setGravity(gravity) {
    this.check(this.calls.view_set_gravity(...gravity));
  }

  home() {
    this.calls.view_home();
  }

  random(seed = 0) {
    this.calls.view_random(seed);
  }

  /** How many positions are outside their limits. */
  get outside() {
    return this.calls.view_outside();
  }
}
