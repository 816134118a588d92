// The core: the library's calls for one robot, in WebAssembly.
import {TYPES} from './coordinates.js';
import {Folder} from './folder.js';
import {stlOf} from './stl.js';

// The arrays of core/view.c, in its order.
const NAMES = ['q', 'qd', 'qdd', 'gravity', 'coriolis', 'inertia', 'external', 'tau', 'effort', 'velocity', 'lower', 'upper',
  'placements', 'mass', 'jacobian', 'center', 'measures', 'joints', 'wrench'];
const JOINT_NUMBERS = 9;
const VISUAL_NUMBERS = 30;
const NEAREST_NUMBERS = 10;
const INERTIAL_NUMBERS = 23;
const NO_TREE = -2;
const AT_ONCE = 1024; /* rows of a motion that the core has at a time */

const SHAPES = ['none', 'box', 'cylinder', 'sphere', 'capsule', 'mesh'];

const VECTORS = ['t', 'q', 'qd', 'qdd', 'tau']; /* of a motion */

/** The system calls of the C library: files are those of a folder in memory, there are no variables, the time is 0, and
 * text written to the standard error is put into `said`, as bytes. */
function systemOf(memory, said, folder) {
  const NOT_SUPPORTED = 58;
  const zeros = (...places) => {
    places.forEach(place => new DataView(memory().buffer).setUint32(place, 0, true));
    return 0;
  };
  const write = (file, parts, count, written) => {
    const view = new DataView(memory().buffer);
    let size = 0;
    for (let i = 0; i < count; i++) {
      const [from, length] = [0, 4].map(offset => view.getUint32(parts + 8 * i + offset, true));
      said.push(...new Uint8Array(memory().buffer, from, length));
      size += length;
    }
    view.setUint32(written, size, true);
    return 0;
  };
  const known = {...folder.calls(memory), fd_write: write, environ_sizes_get: zeros, environ_get: () => 0,
    clock_time_get: (clock, precision, place) => zeros(place, place + 4)};
  return new Proxy(known, {get: (calls, name) => calls[name] ?? (() => NOT_SUPPORTED)});
}

/** Starts the core from its bytes; open() gives it a robot. */
export async function startCore(bytes) {
  let exported;
  const said = [];
  const folder = new Folder();
  const system = systemOf(() => exported.memory, said, folder);
  const {instance} = await WebAssembly.instantiate(bytes, {wasi_snapshot_preview1: system});
  exported = instance.exports;
  instance.exports._initialize();
  return new Core(instance.exports, said, folder);
}

class Core {
  constructor(calls, said, folder) {
    Object.assign(this, {calls, said, folder});
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

  /** Gives a call bytes, a text if there is one, and what else it takes; returns its status. */
  give(call, bytes, text, ...rest) {
    const encoded = text === undefined ? [] : [new TextEncoder().encode(`${text}\0`)];
    const rooms = [bytes, ...encoded].map(part => {
      const room = this.calls.view_room(Math.max(1, part.length));
      new Uint8Array(this.calls.memory.buffer, room, part.length).set(part);
      return room;
    });
    const status = this.calls[call](rooms[0], bytes.length, ...rooms.slice(1), ...rest);
    rooms.forEach(room => this.calls.view_free(room));
    return status;
  }

  /** Opens a compiled model, in place of the present robot. */
  open(model) {
    this.check(this.give('view_open', model));
    this.describe();
  }

  /** Opens a robot from one of `files`, {path, bytes}, in place of the present one; it may include others of them.
   * `values` are the arguments of a file in xacro.  An error names file and line; in any case `declared` are the
   * arguments that the file declares. */
  openRobot(files, path, values = {}) {
    const {calls} = this;
    const closed = text => new TextEncoder().encode(`${text}\0`);
    this.folder.set(files);
    calls.view_forget_arguments();
    for (const [name, value] of Object.entries(values)) {
      this.check(this.give('view_add_argument', closed(name), value));
    }
    const status = this.give('view_read_robot', closed(path));
    const [file, line] = [this.text(calls.view_error_file()) || path, calls.view_error_line()];
    this.declared = Array.from({length: calls.view_declared_count()}, (_, i) => {
      const [name, standard, value] = [0, 1, 2].map(part => this.text(calls.view_declared_text(i, part)));
      return {name, standard, value};
    });
    this.folder.set([]);
    if (status !== 0) {
      throw new Error(`${file}${line ? `:${line}` : ''}: ${this.text(calls.view_error()) || `status ${status}`}`);
    }
    this.describe();
  }

  describe() {
    Object.assign(this, {loops: 0, closed: false, placing: false, adjusted: false, refused: ''});
    this.nq = this.calls.view_nq();
    this.nv = this.calls.view_nv();
    this.name = this.text(this.calls.view_robot_name());
    this.frames = Array.from({length: this.calls.view_frame_count()}, (_, i) => this.text(this.calls.view_frame_name(i)));
    this.joints = Array.from({length: this.calls.view_joint_count()}, (_, i) => this.joint(i));
    this.compute();
  }

  /** The findings of check in the URDF that was opened last, without its meshes. */
  get findings() {
    return Array.from({length: this.calls.view_finding_count()}, (_, i) => {
      const [level, code, element, message] = [0, 1, 2, 3].map(part => this.text(this.calls.view_finding_text(i, part)));
      return {level, code, element, message, line: this.calls.view_finding_line(i)};
    });
  }

  /** The parent of each frame of a compiled model, by the joints that move it: the first frame that the same joints
   * move, or the one before that the most of them do. */
  get parents() {
    const movers = this.frames.map((_, i) => {
      const {J} = this.jacobian(i);
      return Array.from({length: this.nv}, (_, k) => k).filter(k => [0, 1, 2, 3, 4, 5].some(r => J[r * this.nv + k] !== 0));
    });
    const carries = (one, other) => one.every(k => other.includes(k));
    return movers.map((mine, i) => {
      const before = movers.slice(0, i).map((theirs, j) => [theirs, j]).filter(([theirs]) => carries(theirs, mine));
      return before.reduce((best, [theirs, j]) => best < 0 || theirs.length > movers[best].length ? j : best, -1);
    });
  }

  /** The bodies as the command describes them, but for meshes, which have their names. */
  get bodies() {
    const parents = this.calls.view_body_parent(0) === NO_TREE ? this.parents : this.frames.map((_, i) => this.calls.view_body_parent(i));
    return this.frames.map((name, i) => {
      const parent = parents[i];
      const axis = this.calls.view_body_axis(i);
      const inertial = this.calls.view_body_inertial(i);
      const moving = this.joints.find(joint => joint.frame === i);
      return {name, parent: parent < 0 ? null : parent, joint: this.text(this.calls.view_body_joint(i)) || moving?.name,
        type: this.text(this.calls.view_body_type(i)) || moving?.type, axis: axis ? this.numbers(axis, 3) : undefined,
        inertial: inertial ? this.numbers(inertial, INERTIAL_NUMBERS) : undefined,
        visuals: this.shapes(i, false), collisions: this.shapes(i, true)};
    });
  }

  numbers(address, count) {
    return [...new Float64Array(this.calls.memory.buffer, address, count)];
  }

  /** The visuals of a body, or its collision shapes. */
  shapes(body, collision) {
    return Array.from({length: this.calls.view_shape_count(body, collision)}, (_, k) => {
      const n = this.numbers(this.calls.view_shape(body, collision, k), VISUAL_NUMBERS);
      const kind = SHAPES[n[0]];
      const shape = {kind, T: n.slice(1, 17), rgba: n[17] ? n.slice(18, 22) : null, size: n.slice(22, 25), radius: n[25],
        length: n[26]};
      return kind === 'mesh' ? {...shape, scale: n.slice(27), file: this.text(this.calls.view_shape_mesh(body, collision, k))} : shape;
    });
  }

  /** Reads a mesh, STL or OBJ by its name. */
  mesh(bytes, name) {
    this.check(this.give('view_read_mesh', bytes, name));
    const {buffer} = this.calls.memory;
    return {vertices: Float32Array.from(new Float64Array(buffer, this.calls.view_vertices(), 3 * this.calls.view_vertex_count())),
      triangles: Uint32Array.from(new Int32Array(buffer, this.calls.view_triangles(), 3 * this.calls.view_triangle_count()))};
  }

  /** The convex hull of a mesh; the mesh itself where it is flat. */
  hull(mesh) {
    this.check(this.give('view_make_hull', stlOf(mesh), 'hull.stl'));
    const {buffer} = this.calls.memory;
    return {vertices: Float32Array.from(new Float64Array(buffer, this.calls.view_hull_vertices(), 3 * this.calls.view_hull_vertex_count())),
      triangles: Uint32Array.from(new Int32Array(buffer, this.calls.view_hull_triangles(), 3 * this.calls.view_hull_triangle_count()))};
  }

  /** Measures distances between these shapes of frames, and no others; `hulls` are the hulls of meshes by their places. */
  setShapes(shapes, hulls) {
    this.calls.view_forget_shapes();
    for (const {frame, kind, T, size, radius, length, scale, mesh} of shapes) {
      const points = kind === 'mesh' ? Array.from(hulls[mesh].vertices, (x, i) => x * scale[i % 3]) : [];
      const numbers = Float64Array.from([...T, ...(size ?? [0, 0, 0]), radius ?? 0, length ?? 0, ...points]);
      this.check(this.give('view_add_shape', new Uint8Array(numbers.buffer), undefined, frame, SHAPES.indexOf(kind)));
    }
  }

  /** Leaves the pairs of shapes of two frames out. */
  exclude(a, b) {
    this.check(this.calls.view_exclude(a, b));
  }

  /** The nearest pair at q: its distance, m, negative where it overlaps, the nearest points of both in the base frame,
   * and their places among the shapes; null: there are no pairs. */
  get nearest() {
    this.check(this.calls.view_nearest(this.calls.view_array(NAMES.indexOf('q'))));
    const [found, distance, ...n] = this.numbers(this.calls.view_nearest_numbers(), NEAREST_NUMBERS);
    return found ? {distance, points: [n.slice(0, 3), n.slice(3, 6)], shapes: n.slice(6)} : null;
  }

  /** Closes the loops of the robot's file near the present pose, and keeps them closed from now on; `loops` are those
   * of a compiled model, which has none itself: frame, other, rows and places. */
  closeLoops(loops = []) {
    for (const {frame, other, rows, places} of loops) {
      const bytes = new Uint8Array(Float64Array.from(places).buffer);
      this.check(this.give('view_add_loop', bytes, undefined, frame, other, rows));
    }
    this.loops = this.calls.view_loop_count();
    this.place(() => {});
  }

  /** Puts the robot into another pose by change(), and closes its loops near by; where they cannot be closed, it stays
   * in the pose before, and `refused` tells why. */
  place(change) {
    const before = [...this.array('q')];
    this.placing = true;
    try {
      change();
    } finally {
      this.placing = false;
    }
    if (this.loops > 0) {
      const wanted = [...this.array('q')];
      const isClosed = this.calls.view_close_loops(this.calls.view_array(NAMES.indexOf('q'))) === 0;
      this.refused = isClosed ? '' : this.text(this.calls.view_error());
      this.adjusted = isClosed && wanted.some((x, i) => Math.abs(x - this.array('q')[i]) > 1e-6);
      if (!isClosed && this.closed) {
        this.array('q').set(before);
      }
      this.closed ||= isClosed;
    }
  }

  /** Moves a joint by change(), and others so that closed loops stay closed; where they cannot, all stay, and `refused`
   * tells why. */
  move(joint, change) {
    const before = Float64Array.from(this.array('q'));
    change();
    if (this.closed && !this.placing) {
      const room = this.calls.view_room(before.byteLength);
      new Float64Array(this.calls.memory.buffer, room, before.length).set(before);
      const isClosed = this.calls.view_follow(room, this.calls.view_array(NAMES.indexOf('q')), joint.position) === 0;
      this.calls.view_free(room);
      this.refused = isClosed ? '' : this.text(this.calls.view_error());
      this.adjusted = false;
      if (!isClosed) {
        this.array('q').set(before);
      }
    }
  }

  /** Forgets what became of the last move, where a pose is shown as it is. */
  forgetMove() {
    if (this.closed) {
      Object.assign(this, {adjusted: false, refused: ''});
    }
  }

  /** The names of the joints that depend on others, where loops are closed. */
  get dependent() {
    const isDependent = joint => Array.from({length: joint.nv}, (_, k) => joint.velocity + k)
      .some(k => !this.calls.view_is_independent(k));
    return this.joints.filter(joint => !joint.follower && isDependent(joint)).map(joint => joint.name);
  }

  /** What the page says of loops. */
  get loopsSaid() {
    if (this.loops === 0) {
      return '';
    }
    const them = `${this.loops} closed loop${this.loops > 1 ? 's' : ''} of the file`;
    if (!this.closed) {
      return `${them}, left open: ${this.refused}.`;
    }
    return [`${them}, kept closed by joints that depend on the others: ${this.dependent.join(', ')}.`,
      'Torques are those of the robot without loops.',
      ...(this.adjusted ? ['Joints were moved from the pose asked for to close the loops.'] : []),
      ...(this.refused ? [`The robot stays as it is: ${this.refused}.`] : [])].join(' ');
  }

  /** How far a frame is from a placement T at q, rad and m. */
  missed(frame, T) {
    this.compute();
    const P = this.array('placements').subarray(16 * frame, 16 * frame + 16);
    const lengthOf = entries => Math.hypot(...entries.map(k => P[k] - T[k]));
    const angular = 2 * Math.asin(Math.min(1, lengthOf([0, 1, 2, 4, 5, 6, 8, 9, 10]) / Math.sqrt(8)));
    const linear = lengthOf([3, 7, 11]);
    return {converged: Math.max(angular, linear) < 1e-6, angular, linear};
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
      center: 3, measures: 6, wrench: 6, joints: JOINT_NUMBERS * this.calls.view_joint_count()};
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

  /** Reads the rows of a motion of the present robot from the bytes of a file, as view --input does, with angles in
   * degrees or not, from the present pose on.  Returns them with the command's notes; an error has its words. */
  readMotion(bytes, name, degrees) {
    const {calls} = this;
    this.said.length = 0;
    const code = this.give('view_read_motion', bytes, name, calls.view_array(NAMES.indexOf('q')), Number(degrees));
    const lines = new TextDecoder().decode(new Uint8Array(this.said)).split('\n').filter(Boolean)
      .map(line => line.replace(/^condyle: (error: )?/, ''));
    if (code !== 0) {
      calls.view_motion_forget();
      throw new Error(lines.findLast(line => !line.startsWith('note: ')) ?? `the rows cannot be read: code ${code}`);
    }
    const [rows, width] = [calls.view_motion_rows(), calls.view_motion_width()];
    const numbers = new Float64Array(calls.memory.buffer, calls.view_motion_numbers(), rows * width);
    const motion = {file: name, rows, notes: lines};
    let first = 0;
    VECTORS.forEach((vector, k) => {
      const size = calls.view_motion_size(k);
      const from = first;
      motion[vector] = calls.view_motion_given(k) ?
        Float64Array.from({length: rows * size}, (_, i) => numbers[Math.floor(i / size) * width + from + i % size]) : null;
      first += size;
    });
    calls.view_motion_forget();
    return motion;
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

  /** The matrix (by rows) that makes of the unit sphere the ellipsoid with a body's `inertial`, in its frame; null: it
   * has none. */
  inertia(inertial) {
    new Float64Array(this.calls.memory.buffer, this.calls.view_inertial(), INERTIAL_NUMBERS).set(inertial);
    const address = this.calls.view_inertia();
    return address ? this.numbers(address, 16) : null;
  }

  /** The same for the velocities of a frame's origin, m at |qd| = 1, about the base's origin. */
  velocityEllipsoid(frame) {
    this.check(this.calls.view_jacobian(frame, 0));
    return this.numbers(this.calls.view_velocity_ellipsoid(this.calls.view_array(NAMES.indexOf('jacobian'))), 16);
  }

  /** Moves q so that the frame comes to a placement, 16 numbers by rows; tells how near it comes. */
  reach(frame, T) {
    new Float64Array(this.calls.memory.buffer, this.calls.view_target(), 16).set(T);
    this.place(() => this.check(this.calls.view_inverse_kinematics(frame, this.calls.view_array(NAMES.indexOf('q')))));
    if (this.loops > 0) {
      return this.missed(frame, T);
    }
    const [converged, angular, linear] = this.numbers(this.calls.view_reach(), 3);
    return {converged: converged !== 0, angular, linear};
  }

  /** A point mass, kg, at a place of a frame, m; 0 removes it. */
  payload(frame, mass, place = [0, 0, 0]) {
    this.check(this.calls.view_payload(frame, mass, ...place));
  }

  /** A wrench from outside on a frame, [Tx Ty Tz Fx Fy Fz], about its origin in the base's axes; N m, N. */
  wrench(frame, wrench) {
    this.array('wrench').set(wrench);
    this.calls.view_wrench_on(frame);
  }

  /** The largest mass, kg, that a frame can carry at a place of it, m, in the present state and under the wrench: null
   * where no joint bounds it; the degree of freedom that does, -1: none; and the largest torque
   * without it, in parts of its limit. */
  capacity(frame, place = [0, 0, 0]) {
    const state = ['q', 'qd', 'qdd'].map(name => this.calls.view_array(NAMES.indexOf(name)));
    this.check(this.calls.view_capacity(frame, ...state, ...place));
    const [mass, velocity, unloaded] = this.numbers(this.calls.view_capacity_numbers(), 3);
    return {mass: Number.isFinite(mass) ? mass : null, velocity, unloaded};
  }

  /** Gravity in the base frame, m/s². */
  get gravity() {
    return this.numbers(this.calls.view_gravity(), 3);
  }

  setGravity(gravity) {
    this.check(this.calls.view_set_gravity(...gravity));
  }

  home() {
    this.place(() => this.calls.view_home());
  }

  /** Takes a random pose; where joints that close loops come beyond their limits, another one, twenty in all. */
  random(seed = 0) {
    this.place(() => this.calls.view_random(seed));
    for (let left = 19; left > 0 && this.closed && !this.refused && this.outside > 0; left--) {
      this.place(() => this.calls.view_random(0));
    }
  }

  /** How many positions are outside their limits. */
  get outside() {
    return this.calls.view_outside();
  }
}
