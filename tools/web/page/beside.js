// A second robot in the scene, in the state of the first, with what differs between the two.
import {Group, Mesh, MeshStandardMaterial} from 'three';
import {at, make} from './dom.js';
import {freedoms, positions} from './coordinates.js';
import {geometryOf, geometryOfMesh, place, placed} from './scene.js';
import {PARTS} from './torques.js';
import {digits} from './units.js';

const TOLERANCE = 1e-9;
const ALIKE = 0x56b4e9;
const DIFFERENT = 0xd55e00;

/** Whether two lists of numbers differ by more than rounding. */
function differs(some, others) {
  return some.length !== others.length || [...some].some((x, i) => Math.abs(x - others[i]) > TOLERANCE * Math.max(1, Math.abs(x)));
}

/** A vector of length 1 in the same direction; [] stays. */
function unit(vector) {
  const length = Math.hypot(...vector);
  return vector.map(x => x / length);
}

/** R and p of a frame in its parent's, from the placements of both in the base. */
function relative(core, body, parent) {
  const T = core.array('placements');
  const entry = (frame, r, c) => T[16 * frame + 4 * r + c];
  const from = [0, 1, 2].map(k => entry(body, k, 3) - entry(parent, k, 3));
  return [0, 1, 2].flatMap(r => [0, 1, 2].map(c => [0, 1, 2].reduce((sum, k) => sum + entry(parent, k, r) * entry(body, k, c), 0))
    .concat([0, 1, 2].reduce((sum, k) => sum + entry(parent, k, r) * from[k], 0)));
}

/** What differs between two bodies of one name, in words; both robots stand in the same pose. */
function differencesOf([a, i, ofA, coreA], [b, j, ofB, coreB]) {
  const name = (bodies, body) => body.parent === null ? null : bodies[body.parent].name;
  const words = [];
  const note = (differ, word) => differ && words.push(word);
  note(name(ofA, a) !== name(ofB, b), 'parent');
  note((a.type ?? '') !== (b.type ?? ''), 'type of joint');
  note(differs(unit(a.axis ?? []), unit(b.axis ?? [])), 'axis');
  note(differs(a.inertial ?? [], b.inertial ?? []), 'mass or inertia');
  if (a.parent !== null && b.parent !== null && name(ofA, a) === name(ofB, b)) {
    note(differs(relative(coreA, i, a.parent), relative(coreB, j, b.parent)), 'placement');
  }
  return words;
}

export class Beside {
  /** Shows the robot of another core beside that of a page; `data` as for a page. */
  constructor(page, core, data) {
    Object.assign(this, {page, core, data});
    this.coordinates = positions(core);
    this.freedoms = freedoms(core);
    this.follow();
    this.compare();
    this.addShapes();
    at('beside-panel').hidden = false;
    at('beside-panel').open = true;
    at('beside-name').textContent = data.robot;
    at('beside-differences').replaceChildren(...(this.words.length > 0 ? this.words : ['No body differs.']).concat(this.openLoops).map(text => make('li', {}, text)));
    this.show();
  }

  /** Puts the second robot into the state of the first, joints by their names, under the same gravity; joints that the
   * first lacks stay at home, at rest. */
  follow() {
    const {page, core} = this;
    core.home();
    for (const coordinate of this.coordinates) {
      const same = page.positions.find(({label}) => label === coordinate.label);
      if (same) {
        coordinate.set(same.get());
      }
    }
    for (const name of ['qd', 'qdd']) {
      const [mine, theirs] = [page.core.array(name), core.array(name).fill(0)];
      for (const {label, index} of this.freedoms) {
        const same = page.freedoms.find(freedom => freedom.label === label);
        theirs[index] = same ? mine[same.index] : 0;
      }
    }
    core.setGravity(page.core.gravity);
    this.load();
    core.compute();
  }

  /** Puts payload and wrench of the first robot onto the body of the same name, and tells where there is none. */
  load() {
    const {page, core} = this;
    const name = page.core.frames[page.frame];
    const frame = core.frames.indexOf(name);
    if (this.loaded !== undefined) {
      core.payload(this.loaded, 0);
    }
    this.loaded = frame < 0 ? undefined : frame;
    if (frame >= 0) {
      core.payload(frame, page.payload, page.place);
    }
    core.wrench(Math.max(frame, 0), frame < 0 ? [0, 0, 0, 0, 0, 0] : page.wrench.values);
    const isLoaded = page.payload > 0 || page.wrench.values.some(value => value !== 0);
    at('beside-loads').textContent = frame < 0 && isLoaded ? `The second has no ${name}: payload and wrench act on the first alone.` : '';
  }

  compare() {
    const mine = this.page.data.bodies;
    const theirs = this.data.bodies;
    this.words = mine.filter(({name}) => !theirs.some(other => other.name === name)).map(({name}) => `${name}: only in the first`);
    this.different = theirs.map((body, j) => {
      const i = mine.findIndex(({name}) => name === body.name);
      const words = i < 0 ? ['only in the second'] :
        differencesOf([mine[i], i, mine, this.page.core], [body, j, theirs, this.core]);
      if (words.length > 0) {
        this.words.push(`${body.name}: ${words.join(', ')}`);
      }
      return words.length > 0;
    });
  }

  /** What there is to say of loops of the second robot's file: it takes the joints of the first as they are. */
  get openLoops() {
    const count = this.data.loops?.length ?? this.core.calls.view_loop_count();
    return count === 0 ? [] : [`${count} closed loop${count > 1 ? 's' : ''} of its file: left open`];
  }

  addShapes() {
    const {scene} = this.page;
    if (!scene) {
      return;
    }
    const meshes = this.data.meshes.map(geometryOfMesh);
    const paint = color => new MeshStandardMaterial({color, transparent: true, opacity: 0.5, depthWrite: false});
    const materials = [paint(ALIKE), paint(DIFFERENT)];
    this.all = scene.second = scene.scene.add(new Group()).children.at(-1);
    this.frames = this.data.bodies.map((body, i) => {
      const frame = this.all.add(placed(new Group())).children.at(-1);
      for (const visual of body.visuals) {
        const mesh = placed(new Mesh(geometryOf(visual, meshes), materials[Number(this.different[i])]));
        place(mesh, visual.T);
        if (visual.scale) {
          mesh.matrix.scale({x: visual.scale[0], y: visual.scale[1], z: visual.scale[2]});
        }
        frame.add(mesh);
      }
      return frame;
    });
  }

  /** Follows the state of the first robot, and tells the torques of both models; those of a recording are of neither. */
  show() {
    const {page, core} = this;
    this.follow();
    const T = core.array('placements');
    this.frames?.forEach((frame, i) => place(frame, T, 16 * i));
    if (this.all) {
      this.all.position.y = at('apart').checked ? 0.6 * (page.scene.size ?? 1) : 0;
    }
    const torque = (of, joint) => PARTS.reduce((sum, part) => sum + of.array(part)[joint.velocity], 0);
    const rows = page.core.joints.filter(joint => !joint.follower && joint.nv === 1).flatMap(joint => {
      const other = core.joints.find(({name, nv, follower}) => name === joint.name && nv === 1 && !follower);
      return other ? [[joint.name, torque(page.core, joint), torque(core, other)]] : [];
    });
    at('beside-torques').replaceChildren(make('tr', {}, ...['', 'first', 'second', 'difference'].map(text => make('th', {}, text))),
      ...rows.map(([name, a, b]) => make('tr', {}, make('th', {scope: 'row'}, name), ...[a, b, b - a].map(x => make('td', {}, digits(x))))));
    page.scene?.request();
  }

  close() {
    this.all?.removeFromParent();
    if (this.page.scene) {
      this.page.scene.second = undefined;
    }
    at('beside-panel').hidden = true;
    this.page.scene?.request();
  }
}
