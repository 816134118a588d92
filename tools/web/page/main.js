// The page: shows the robot that the command wrote into it, or one that is dropped; joins core, scene and panels.
import {startCore} from './core.js';
import {askForRobot, askForValues} from './asked.js';
import {Beside} from './beside.js';
import {BodyTree, toolOf} from './bodies.js';
import {bytesOf, bytesOf85, unpack} from './bytes.js';
import {showCapacity} from './capacity.js';
import {freedoms, positions} from './coordinates.js';
import {Distances} from './distances.js';
import {at, make, save, say} from './dom.js';
import {chosenFiles, droppedFiles, hasRobot, motionOf, readRobot, withoutMotions} from './files.js';
import {fillKeys} from './keys.js';
import {exceeds, isOutside} from './limits.js';
import {Matrix} from './matrix.js';
import {Motion} from './motion.js';
import {answerMessages} from './messages.js';
import {isLostMesh} from './notes.js';
import {Player} from './player.js';
import {Plots} from './plots.js';
import {RobotScene, canDraw} from './scene.js';
import {followFile, takePose} from './served.js';
import {Slider} from './slider.js';
import {Standing} from './standing.js';
import {TorqueBar, largestUnlimited} from './torques.js';
import {digits, factor, places, unit, units} from './units.js';
import {Wrench} from './wrench.js';
import core from 'core.wasm.gz';

const coreBytes = () => unpack(bytesOf85(core.text, core.size));

/* From where the camera looks at the robot, by key: its usual place, front, left side, above. */
const VIEWS = {0: [1, -0.9, 0.6], 1: [1, 0, 0], 2: [0, 1, 0], 3: [0, 0, 1]};
const AXES = ['ωx', 'ωy', 'ωz', 'vx', 'vy', 'vz'];

class Page {
  constructor(data, core) {
    Object.assign(this, {data, core, frame: toolOf(data.bodies), payload: 0, place: [0, 0, 0],
      closing: new AbortController()});
    this.freedoms = freedoms(core);
    this.positions = positions(core);
    document.title = `${data.robot} – condyle view`;
    at('robot-name').textContent = data.robot;
    this.addScene();
    this.addSliders();
    this.addLoads();
    this.addBodies();
    this.distances = new Distances(this);
    this.addFindings();
    this.addButtons();
    core.array('q').set(data.q);
    core.closeLoops(data.loops);
    /* As they are without a motion, for the next one. */
    this.blank = ['player', 'plots'].map(id => [id, at(id).cloneNode(true)]);
    this.addMotion();
    this.setTheme();
    this.update();
    this.scene?.fit();
  }

  /** Shows another robot in the same scene and pose, that of another core; null: none any more. */
  setBeside(core, data) {
    this.beside?.close();
    this.beside = core ? new Beside(this, core, data) : undefined;
    this.scene?.fit();
  }

  /** Leaves the page to another robot. */
  close() {
    this.closing.abort();
    this.player?.pause();
    this.scene?.close();
    this.closed = true;
  }

  addScene() {
    if (!canDraw()) {
      at('no-scene').hidden = false;
      return;
    }
    this.scene = new RobotScene(at('scene'), this.data, this.core.joints);
    this.scene.chosen = body => this.choose(body);
    this.scene.choose(this.frame);
    for (const box of document.querySelectorAll('#marks input')) {
      box.addEventListener('change', () => {
        this.scene.options[box.name] = box.checked;
        this.scene.showMarks();
        if (box.name === 'ghost') {
          this.scene.setGhost(box.checked);
        } else if (box.name === 'trace') {
          this.drawTrace();
        }
        this.scene.setGizmo(at('gizmo').checked, at('turns').checked);
        this.update();
      });
    }
    this.scene.setInertias(this.data.bodies.map(({inertial}) => inertial ? this.core.inertia(inertial) : null));
    this.scene.setHand(new Map(this.positions.filter(c => c.joint.nq === 1).map(c => [c.joint.frame, c])), coordinate => {
      this.scene.setRange(coordinate);
      this.moved();
    });
    this.scene.reached = T => this.reach(T);
  }

  /** Moves the robot so that the chosen frame comes to a placement; says where it cannot. */
  reach(T) {
    const {converged, angular, linear} = this.core.reach(this.frame, T);
    at('reach').textContent = converged ? '' :
      `out of reach by ${digits(1000 * linear, 3)} mm and ${digits(angular * factor(true), 3)} ${unit(true)}`;
    this.moved();
  }

  /** The rows of the command's --input, if any, with their player and plots. */
  addMotion() {
    if (this.data.motion) {
      document.body.classList.add('moving');
      this.motion = new Motion(this.data.motion, this.core);
      this.player = new Player(this.motion, row => this.showRow(row));
      this.plots = new Plots({...this, name: this.data.robot}, time => this.player.seek(time));
      this.markExceeded();
      this.showRow(0);
      at('save-video').addEventListener('click', () => this.saveVideo());
      this.drawTrace();
      at('save-plots').addEventListener('click', () =>
        save(`${this.data.robot}.svg`, this.plots.picture(), 'image/svg+xml'));
    }
  }

  /** Draws the way of the chosen frame through the motion, of some thousand rows, where its box is checked. */
  drawTrace() {
    if (!this.scene?.options.trace || !this.motion) {
      this.scene?.showTrace(null);
      return;
    }
    const {core, motion, frame} = this;
    const names = ['q', 'qd', 'qdd'];
    const before = names.map(name => [...core.array(name)]);
    const step = Math.ceil(motion.rows / 1000);
    const points = Array.from({length: Math.ceil(motion.rows / step) + 1}, (_, i) => {
      motion.pose(Math.min(motion.rows - 1, i * step));
      core.compute();
      const T = core.array('placements');
      return [3, 7, 11].map(k => T[16 * frame + k]);
    });
    names.forEach((name, k) => core.array(name).set(before[k]));
    this.scene.showTrace(points);
    this.changed();
  }

  /** Plays the motion once and saves it as a video. */
  async saveVideo() {
    const {player, scene} = this;
    if (!scene?.constructor.records()) {
      say('This browser records no video of the form WebM.');
      return;
    }
    at('repeat').checked = false;
    player.seek(this.motion.begin);
    const film = scene.record();
    player.play();
    while (player.playing && !this.closed) {
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
    save(`${this.data.robot}.webm`, await film(), 'video/webm');
  }

  /** Shows another motion in place of the present one. */
  takeMotion(motion) {
    this.player?.pause();
    this.blank.forEach(([id, part]) => at(id).replaceWith(part.cloneNode(true)));
    this.data.motion = motion;
    this.addMotion();
    at('motion-notes').textContent = motion.notes.join('; ');
  }

  /** Puts the robot into the state of a row. */
  showRow(row) {
    this.motion.pose(row);
    this.core.forgetMove();
    this.row = row;
    this.update();
  }

  /** Notes that the state is no row of the motion any more. */
  moved() {
    if (this.row !== undefined) {
      this.row = undefined;
      this.player.leave();
    }
    this.changed();
  }

  markExceeded() {
    this.player.mark(this.motion.exceeded(this.positions, this.freedoms));
  }

  addSliders() {
    const changed = () => this.moved();
    const room = angular => angular ? Math.PI : 1;
    const rows = new Map();
    this.sliders = this.positions.map(c => {
      const slider = new Slider({...c, room: room(c.angular), changed, entered: () => this.scene?.setRange(c)});
      const group = rows.get(c.joint) ?? rows.set(c.joint, at('joints').appendChild(make('div', {class: 'row'}))).get(c.joint);
      group.append(slider.element);
      return slider;
    });
    this.bars = this.freedoms.map(freedom => {
      const bar = new TorqueBar(freedom);
      const parts = this.freedoms.filter(f => f.joint === freedom.joint);
      rows.get(freedom.joint).append(...(parts.length > 1 ? [make('span', {class: 'part'}, freedom.label)] : []), bar.element);
      return bar;
    });
    for (const follower of this.core.joints.filter(joint => joint.follower)) {
      const leader = this.core.joints.find(joint => !joint.follower && joint.position === follower.position);
      at('joints').append(make('p', {class: 'follower'},
        `${follower.name} follows ${leader?.name ?? ''}: ${digits(follower.multiplier)} × it + ${digits(follower.offset)}`));
    }
    ['qd', 'qdd'].forEach((name, k) => {
      const usual = angular => angular ? [Math.PI, 10][k] : [1, 5][k];
      for (const f of this.freedoms) {
        const most = k === 0 && f.velocity > 0 ? f.velocity : Infinity;
        const slider = new Slider({label: f.label, angular: f.angular, rate: k + 1, lower: -most, upper: most,
          room: usual(f.angular), changed,
          get: () => this.core.array(name)[f.index], set: value => { this.core.array(name)[f.index] = value; }});
        at(name).append(slider.element);
        this.sliders.push(slider);
      }
    });
    this.sliders.push(this.payloadSlider(() => this.changed()));
    const names = this.freedoms.map(f => f.label);
    this.mass = new Matrix(at('mass'), names.length, names.length, names, names);
    this.jacobian = new Matrix(at('jacobian'), 6, names.length, AXES, names);
  }

  payloadSlider(changed) {
    const slider = new Slider({label: 'mass', angular: false, lower: 0, upper: Math.max(1, Math.ceil(this.core.totalMass / 2)),
      unitText: 'kg', get: () => this.payload, changed,
      set: value => {
        this.payload = Math.max(0, value);
        this.setLoads();
      }});
    at('payload').append(slider.element);
    ['x', 'y', 'z'].forEach((axis, k) => {
      const part = new Slider({label: `center ${axis}`, angular: false, lower: -0.3, upper: 0.3, changed,
        get: () => this.place[k], set: value => {
          this.place[k] = value;
          this.setLoads();
        }});
      at('payload').append(part.element);
      this.sliders.push(part);
    });
    return slider;
  }

  /** The wrench on the chosen frame, and what stands on the ground. */
  addLoads() {
    this.wrench = new Wrench(this.core, () => {
      this.setLoads();
      this.changed();
    });
    this.standing = new Standing(this, () => this.changed());
    if (this.scene) {
      this.scene.pulled = (name, values) => this.wrench.set(name === 'force' ? 3 : 0, values);
    }
    at('stand').addEventListener('click', () => {
      this.standing.toggle(this.frame);
      at('support-panel').open = true;
      this.showMark('center');
    });
    this.setLoads();
  }

  /** Checks the box of a mark of the scene. */
  showMark(name) {
    const box = document.querySelector(`#marks [name=${name}]`);
    if (!box.checked) {
      box.click();
    }
  }

  /** Puts payload and wrench onto the chosen frame; the torques of a motion that its rows do not give are others then. */
  setLoads() {
    this.core.payload(this.frame, this.payload, this.place);
    this.core.wrench(this.frame, this.wrench.values);
    if (this.motion?.computed) {
      this.motion.computeTorques();
      this.markExceeded();
      this.plots.draw();
    }
  }

  addBodies() {
    this.tree = new BodyTree(this.data.bodies, body => this.choose(body));
    this.tree.show(this.frame);
  }

  addFindings() {
    const {findings, notes} = this.data;
    at('findings-title').textContent = `Findings of check: ${findings === null ? 'not known' : findings.length || 'none'}`;
    at('findings').append(...(findings ?? []).map(f => make('li', {class: f.level},
      make('strong', {}, f.level), ` ${f.line ? `line ${f.line}, ` : ''}${f.element ? `${f.element}: ` : ''}${f.message} `,
      make('code', {}, f.code))));
    const lost = notes.filter(isLostMesh).length;
    at('missing').textContent = lost === 0 ? '' :
      `${lost} mesh${lost > 1 ? 'es are' : ' is'} not shown (why: Findings). Drop them, or the folder that has them, onto this page.`;
    for (const note of notes) {
      at('notes').append(make('p', {}, note));
    }
  }

  addButtons() {
    const press = (id, act) => at(id).addEventListener('click', act);
    press('home', () => this.pose(() => this.core.home(), 'home'));
    press('random', () => this.pose(() => this.core.random(), 'a random pose'));
    press('no-beside', () => this.setBeside(null));
    at('apart').addEventListener('change', () => this.changed());
    press('rest', () => {
      this.core.array('qd').fill(0);
      this.core.array('qdd').fill(0);
      this.moved();
    });
    press('fit', () => this.scene?.fit());
    press('keys', () => at('keys-list').showModal());
    press('show-marks', () => {
      const shown = at('show-marks').getAttribute('aria-expanded') === 'true';
      at('show-marks').setAttribute('aria-expanded', String(!shown));
    });
    press('copy', () => this.copy());
    press('picture', () => this.savePicture());
    press('model', async () => this.scene && save(`${this.data.robot}.glb`, await this.scene.model(), 'model/gltf-binary'));
    press('theme', () => {
      document.documentElement.dataset.theme = this.isDark() ? 'light' : 'dark';
      this.setTheme();
    });
    press('units', () => {
      units.degrees = !units.degrees;
      this.update();
      this.plots?.draw();
    });
    for (const id of ['mass-panel', 'jacobian-panel', 'capacity-panel']) {
      at(id).addEventListener('toggle', () => this.changed());
    }
    const {signal} = this.closing;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.setTheme(), {signal});
    document.addEventListener('keydown', event => this.key(event), {signal});
    this.core.random(1 + Math.floor(Math.random() * 1e9));
    this.core.home();
  }

  /** One letter a button, where nothing is typed. */
  key(event) {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'range' && event.target.type !== 'checkbox';
    if (typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (this.player?.key(event)) {
      return;
    }
    const button = {h: 'home', r: 'random', u: 'units', f: 'fit', t: 'theme', c: 'copy', p: 'picture', g: 'gizmo', m: 'turns',
      w: 'force', e: 'moment', n: 'nearest', s: 'stand', '?': 'keys'}[event.key];
    if (button) {
      at(button).click();
    } else if (VIEWS[event.key]) {
      this.scene?.look(...VIEWS[event.key]);
    } else if (event.key === '/') {
      event.preventDefault();
      at('bodies-panel').open = true;
      at('search').focus();
    }
  }

  pose(move, name) {
    move();
    this.moved();
    this.update();
    if (this.core.joints.some(joint => ['planar', 'floating'].includes(joint.type))) {
      this.scene?.follow();
    }
    if (!this.core.refused) {
      say(`The robot stands in ${name === 'home' ? 'its home pose' : name}.`);
    }
  }

  /** The pose as a list for --q, in rad and m. */
  get list() {
    return [...this.core.array('q')].map(value => String(value)).join(',');
  }

  async copy() {
    const field = at('list');
    field.hidden = false;
    field.value = this.list;
    field.select();
    try {
      await navigator.clipboard.writeText(this.list);
      say('The pose is in the clipboard, a list for --q.');
    } catch {
      say('The pose is selected below the buttons, a list for --q.');
    }
  }

  async savePicture() {
    const picture = this.scene && await this.scene.picture();
    if (picture) {
      save(`${this.data.robot}.png`, picture, 'image/png');
    }
  }

  isDark() {
    const {theme} = document.documentElement.dataset;
    return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }

  setTheme() {
    const style = getComputedStyle(document.documentElement);
    const color = name => style.getPropertyValue(name).trim();
    this.scene?.setColors({background: color('--ground'), text: color('--ink'), strong: color('--line'), faint: color('--faint')});
  }

  choose(frame) {
    if (this.payload > 0) {
      this.core.payload(this.frame, 0);
    }
    this.frame = frame;
    this.setLoads();
    this.tree.show(frame);
    this.scene?.choose(frame);
    this.drawTrace();
    this.changed();
  }

  /** Shows a change at the next frame of the screen, however many there are until then. */
  changed() {
    if (!this.waiting) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        if (!this.closed) {
          this.update();
        }
      });
    }
  }

  update() {
    const {core} = this;
    try {
      core.compute();
    } catch (error) {
      say(error.message);
      return;
    }
    if (this.row !== undefined) {
      core.array('tau').set(this.motion.at('tau', this.row));
    }
    const largest = largestUnlimited(core, this.freedoms);
    const loops = core.loopsSaid && this.row !== undefined ? `${core.loopsSaid} Rows are shown as they are.` : core.loopsSaid;
    if (at('loops').textContent !== loops) {
      at('loops').textContent = loops;
    }
    this.sliders.forEach(slider => slider.show());
    this.bars.forEach(bar => bar.show(core, largest));
    this.plots?.show(this.row);
    const over = this.beyond();
    this.scene?.show(core, new Set(Object.values(over).flat().map(part => part.joint.frame)));
    this.showSummary(over);
    this.beside?.show();
    this.distances.show();
    this.showFrame();
    this.showLoads();
    if (at('mass-panel').open) {
      this.mass.show(core.massMatrix());
    }
    at('units').textContent = units.degrees ? 'degrees' : 'radians';
    if (!at('list').hidden) {
      at('list').value = this.list;
    }
  }

  /** Loads, what the pose can carry, and what supports the robot. */
  showLoads() {
    this.wrench.show(this.frame);
    const support = this.standing.show(this.frame);
    this.scene?.showSupport(support, this.standing.up);
    this.scene?.showWrench(this.wrench.values, 9.81 * Math.max(0.1, this.core.totalMass));
    if (at('capacity-panel').open) {
      showCapacity(this.core, this.freedoms, this.frame, this.place);
    }
  }

  /** The quantities beyond a limit in the present state. */
  beyond() {
    const {core} = this;
    return {torques: this.freedoms.filter(f => exceeds(core.array('tau')[f.index], f.effort)),
      velocities: this.freedoms.filter(f => exceeds(core.array('qd')[f.index], f.velocity)),
      positions: this.positions.filter(c => isOutside(c.get(), c.lower, c.upper))};
  }

  showSummary({torques, velocities, positions}) {
    const names = parts => parts.map(part => part.label).join(', ');
    const count = positions.length;
    at('summary').textContent = `${this.core.nv} degree${this.core.nv === 1 ? '' : 's'} of freedom, ` +
      `moving mass ${digits(this.core.totalMass)} kg, center of mass at ${places([...this.core.array('center')])} m`;
    const warning = [torques.length ? `Torque over its limit: ${names(torques)}.` : '',
      velocities.length ? `Velocity over its limit: ${names(velocities)}.` : '',
      count ? `${count} position${count > 1 ? 's' : ''} beyond the limits: ${names(positions)}.` : ''].filter(Boolean).join(' ');
    if (at('warning').textContent !== warning) { /* a screen reader says it anew each time that it is set */
      at('warning').textContent = warning;
    }
  }

  showFrame() {
    const T = this.core.array('placements').subarray(16 * this.frame, 16 * this.frame + 16);
    const turn = [Math.atan2(T[9], T[10]), Math.atan2(-T[8], Math.hypot(T[9], T[10])), Math.atan2(T[4], T[0])];
    at('frame-name').textContent = this.core.frames[this.frame];
    at('payload-name').textContent = this.core.frames[this.frame];
    at('place').textContent = `x y z: ${[T[3], T[7], T[11]].map(v => digits(v)).join(', ')} m; roll pitch yaw: ` +
      `${turn.map(v => digits(v * factor(true))).join(', ')} ${unit(true)}`;
    if (at('jacobian-panel').open) {
      const {J, singular, measure, condition, rank} = this.core.jacobian(this.frame);
      this.jacobian.show(J);
      at('measures').textContent = rank === 3 ?
        `Half axes of the ellipsoid of velocities: ${singular.map(v => digits(v)).join(', ')} m; their product ${digits(measure)}, ` +
        `their ratio ${digits(condition)}` : `The pose is singular: the frame's origin moves in ${rank} of 3 directions`;
    }
  }
}

/** The robots of a page, one after the other. */
class Stage {
  constructor(started) {
    Object.assign(this, {core: started, files: [], wanted: {}});
    /* As they were at first, for the next robot. */
    this.blank = ['header', 'main'].map(tag => document.querySelector(tag)).map(part => [part.tagName, part.cloneNode(true)]);
    at('files').addEventListener('change', event => {
      const files = chosenFiles(event.target.files);
      if (this.wantsBeside) {
        this.takeBeside(files);
      } else {
        this.take(files);
      }
      event.target.value = ''; /* so that the same file may be chosen again */
    });
    fillKeys(at('keys-list'));
    answerMessages(() => this.page);
    at('choose').addEventListener('click', () => this.choose(false));
    document.addEventListener('dragover', event => event.preventDefault());
    document.addEventListener('drop', async event => {
      event.preventDefault();
      this.take(await droppedFiles(event.dataTransfer));
    });
    document.addEventListener('keydown', event => {
      if (event.key === 'o' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.matches('input[type=text], input[type=search]')) {
        this.choose(false);
      }
    });
  }

  /** Asks for files, of another robot or of one beside it. */
  choose(beside) {
    this.wantsBeside = beside;
    at('files').click();
  }

  show(data) {
    if (this.page) {
      this.page.close();
      this.blank.forEach(([tag, part]) => document.querySelector(tag).replaceWith(part.cloneNode(true)));
      document.body.classList.remove('moving');
    }
    at('empty').hidden = true;
    document.querySelector('main').hidden = false;
    document.querySelector('header').hidden = false;
    this.page = new Page(data, this.core);
    at('open').addEventListener('click', () => this.choose(false));
    at('beside').addEventListener('click', () => this.choose(true));
    window.condyle = this.page; /* for the browser's console */
  }

  /** Shows the robot that is among files, or adds meshes to the one before, and plays the motion that is among them;
   * says what is wrong with them.  `wanted` as for readRobot(). */
  async take(files, wanted = {}) {
    at('refused').textContent = '';
    askForRobot([]);
    try {
      const motion = motionOf(files);
      const parts = withoutMotions(files);
      if (parts.length > 0 || !this.page) {
        await this.takeRobot(hasRobot(parts) ? parts : [...this.files, ...parts], hasRobot(parts) ? wanted : this.wanted);
      }
      if (motion) {
        const bytes = new Uint8Array(await motion.file.arrayBuffer());
        this.page.takeMotion(this.core.readMotion(bytes, motion.path, units.degrees));
        say(`The page plays ${motion.path}.`);
      }
    } catch (error) {
      at('refused').textContent = error.message;
      askForRobot(error.choices ?? [], chosen => this.take(files, {chosen}));
    }
  }

  /** Starts the core of a robot beside. */
  async startSecond() {
    this.second ??= await startCore(await coreBytes());
    this.second.declared = [];
  }

  /** Shows the robot that the command wrote into the page beside the first. */
  async showBeside({head, model, bodies, meshes}) {
    await this.startSecond();
    this.second.open(bytesOf(model));
    this.page.setBeside(this.second, {...head, bodies, meshes});
  }

  /** Shows the robot among files beside the present one, by a core of its own; says what is wrong with them. */
  async takeBeside(files, wanted = {}) {
    at('refused').textContent = '';
    askForRobot([]);
    try {
      await this.startSecond();
      this.page.setBeside(this.second, await readRobot(this.second, files, wanted));
      say(`The page shows ${this.page.beside.data.robot} beside.`);
      this.askForOwnValues();
    } catch (error) {
      at('refused').textContent = error.message;
      askForRobot(error.choices ?? [], chosen => this.takeBeside(files, {chosen}));
      const declared = this.second?.declared ?? [];
      if (declared.length > 0) {
        askForValues(declared, wanted.values ?? {}, true, values => this.takeBeside(files, {...wanted, values}));
      } else {
        this.askForOwnValues();
      }
    }
  }

  /** Asks for the arguments that the file of the robot itself declares, not that of the robot beside. */
  askForOwnValues() {
    askForValues(this.core.declared ?? [], this.wanted?.values ?? {}, false, values => this.take(this.files, {...this.wanted, values}));
  }

  /** Shows the robot among files, and asks for the arguments that its file declares. */
  async takeRobot(files, wanted) {
    this.core.declared = [];
    try {
      this.show(await readRobot(this.core, files, wanted));
    } catch (error) {
      askForValues(this.core.declared, wanted.values ?? {}, true, values => this.take(files, {...wanted, values}));
      throw error;
    }
    Object.assign(this, {files, wanted});
    this.askForOwnValues();
    say(`The page shows ${this.page.data.robot}.`);
  }
}

async function start() {
  try {
    const {head, model, bodies, meshes, motion, degrees, beside} = JSON.parse(at('data').textContent);
    const started = await startCore(await coreBytes());
    const stage = new Stage(started);
    units.degrees = head ? head.degrees : degrees;
    if (head) {
      started.open(bytesOf(model));
      stage.show({...head, bodies, meshes, motion});
      if (beside) {
        await stage.showBeside(beside);
      }
      if (head.revision !== null) {
        takePose(stage.page);
        followFile(() => stage.page, head.revision);
      }
    } else {
      document.querySelector('main').hidden = true;
      document.querySelector('header').hidden = true;
      at('empty').hidden = false;
    }
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    at('warning').textContent = `The page cannot show the robot: ${error.message}`;
    document.documentElement.dataset.ready = 'failed';
  }
}

start();
