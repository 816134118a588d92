// The core in WebAssembly beside the command: the same numbers to 1e-12 of the largest one of each result.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {condyle, failure, objects} from './command.mjs';
import {humanoid, writeRobot} from './robots.mjs';

const {startCore} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/core.js')));
const {bytesOf85, numbersOf, textOf85} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/bytes.js')));
const {shapesOf} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/distances.js')));
const {freedoms, positions} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/coordinates.js')));
const {hullOf, lowest, marginOf, outline, supportOf, upward} =
  await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/support.js')));
const {answerMessages} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/messages.js')));
const {Motion} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/motion.js')));
const wasm = readFileSync(process.env.CORE_WASM);
const folder = mkdtempSync(join(tmpdir(), 'core-'));
after(() => rmSync(folder, {recursive: true}));

/** Opens a robot from the bytes of its file alone. */
const openText = (core, bytes, path) => core.openRobot([{path, bytes}], path);

const STATES = 20;

function near(actual, expected, name) {
  const wanted = expected.flat(2);
  const scale = Math.max(1, ...wanted.map(Math.abs));
  assert.equal(actual.length, wanted.length, name);
  wanted.forEach((value, i) => {
    assert.ok(Math.abs(actual[i] - value) <= 1e-12 * scale, `${name}[${i}]: ${actual[i]}, the command has ${value}`);
  });
}

async function open(robot, options) {
  const model = join(folder, 'model.cdy');
  condyle('compile', robot, ...options, '--force', '-o', model);
  const core = await startCore(wasm);
  core.open(readFileSync(model));
  return core;
}

/** Compares every result at random states. */
async function compare(robot, options = []) {
  const core = await open(robot, options);
  const states = join(folder, 'states.json');
  condyle('random', robot, ...options, '--count', `${STATES}`, '--with', 'qd,qdd', '--seed', '5', '--format', 'json',
    '--force', '-o', states);
  const tip = core.frames[core.frames.length - 1];
  const rows = command => objects(command[0], robot, ...options, ...command.slice(1), '--input', states);
  const results = {tau: rows(['id']), gravity: rows(['gravity']), coriolis: rows(['coriolis']), mass: rows(['mass']),
    center: rows(['com']), jacobian: rows(['jacobian', '--body', tip]), T: rows(['transform', '--body', tip]),
    measures: rows(['manipulability', '--body', tip, '--components', 'linear'])};
  assert.equal(results.tau.length, STATES);
  results.tau.forEach((row, k) => {
    for (const name of ['q', 'qd', 'qdd']) {
      core.array(name).set(row[name]);
    }
    core.compute();
    near(core.array('tau'), row.tau, 'tau');
    near(core.array('gravity'), results.gravity[k].tau, 'gravity');
    near(core.array('coriolis'), results.coriolis[k].tau, 'coriolis');
    near(core.array('center'), results.center[k].com, 'center of mass');
    near(core.massMatrix(), results.mass[k].M, 'mass matrix');
    const product = results.mass[k].M.map(line => line.reduce((sum, m, i) => sum + m * row.qdd[i], 0));
    near(core.array('inertia'), product, 'M qdd');
    const sum = row.tau.map((_, i) => core.array('gravity')[i] + core.array('coriolis')[i] + core.array('inertia')[i]);
    near(sum, row.tau, 'the sum of the parts');
    const {J, singular, measure} = core.jacobian(core.frames.length - 1);
    near(J, results.jacobian[k].J, 'Jacobian');
    near(singular.slice(0, results.measures[k].singular_values.length), results.measures[k].singular_values,
      'singular values');
    near([measure], [results.measures[k].manipulability], 'manipulability');
    near(core.array('placements').slice(-16), results.T[k].T, 'placement');
  });
  return core;
}

for (const {name} of objects('list')[0].robots) {
  test(name, () => compare(name));
}

test('a robot on a floating base', async () => {
  const core = await compare('kukaIiwa14', ['--floating-base']);
  assert.equal(core.nq, 14);
  assert.equal(core.joints[0].type, 'floating');
});

test('planar, prismatic and mimic joints', async () => {
  const path = writeRobot(folder, 'humanoid.urdf', humanoid);
  const core = await compare(path);
  const follower = core.joints.find(joint => joint.follower);
  assert.deepEqual([follower.name, follower.multiplier, follower.offset], ['right_elbow_joint', -0.5, 0.1]);
  await compare(path, ['--mimic', 'independent']);
});

test('a payload is the command\'s --payload, and goes without a trace', async () => {
  const core = await open('universalUR5e', []);
  const before = [...core.array('tau')];
  core.payload(core.frames.indexOf('tool0'), 3, [0, 0, 0.1]);
  core.compute();
  near(core.array('tau'), objects('id', 'universalUR5e', '--payload', 'tool0:3,0,0,0.1')[0].tau, 'tau');
  core.payload(core.frames.indexOf('tool0'), 0);
  core.compute();
  assert.deepEqual([...core.array('tau')], before);
});

/** Compares a state under a wrench on a frame, and with a payload, to the command. */
async function compareLoads(robot, body, options, q) {
  const core = await open(robot, options);
  const frame = core.frames.indexOf(body);
  const wrench = [1, -2, 3, 20, -30, 40];
  const place = [0.02, -0.01, 0.1];
  core.array('q').set(q);
  core.array('qd').fill(0.3);
  core.array('qdd').fill(-0.7);
  core.payload(frame, 0.5, [0, 0, 0.05]);
  core.wrench(frame, wrench);
  core.compute();
  const state = ['--q', q.join(','), '--qd', Array(core.nv).fill(0.3).join(','), '--qdd', Array(core.nv).fill(-0.7).join(','),
    '--payload', `${body}:0.5,0,0,0.05`, '--wrench', `${body}@base-axes:${wrench}`];
  const [{tau}] = objects('id', robot, ...options, ...state);
  near(core.array('tau'), tau, 'tau');
  near(tau.map((_, i) => ['gravity', 'coriolis', 'inertia', 'external'].reduce((sum, part) => sum + core.array(part)[i], 0)), tau,
    'the sum of the parts');
  assert.ok(core.array('external').some(value => Math.abs(value) > 1));
  const [held] = objects('payload', robot, ...options, '--body', body, '--com', place.join(','), ...state);
  const {mass, velocity, unloaded} = core.capacity(frame, place);
  assert.equal(freedoms(core).find(f => f.index === velocity)?.label ?? null, held.joint);
  near([mass, 100 * unloaded], [held.mass, held.unloaded_percent], 'capacity');
  core.wrench(frame, [0, 0, 0, 0, 0, 0]);
  core.compute();
  assert.deepEqual([...core.array('external')], Array(core.nv).fill(0));
  return held;
}

test('a wrench is the command\'s --wrench, and the capacity the mass of payload', async () => {
  const arm = await compareLoads('universalUR5e', 'tool0', [], [0, -1, 1, 0, 0.5, 0]);
  assert.ok(arm.mass > 1 && arm.joint !== null);
  const path = writeRobot(folder, 'humanoid.urdf', humanoid);
  const mimic = await compareLoads(path, 'right_wrist', [], [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  assert.ok(mimic.mass !== null);
  await compareLoads(path, 'torso', ['--mimic', 'independent'], Array(10).fill(0.1));
  const core = await open('omronEcobra600', []);
  assert.throws(() => core.capacity(core.frames.length - 1), /no joint has a known effort limit/);
});

test('the support polygon, its margin, and the foot of the plumb line', () => {
  const square = [[0, 0], [2, 0], [2, 1], [0, 1]];
  assert.deepEqual(hullOf([[0, 1], [1, 0.5], [2, 0], [0, 0], [1, 0], [2, 1]]), square);
  near([marginOf(square, [1.7, 0.5]), marginOf(square, [3, 2])], [0.3, -Math.SQRT2], 'margins');
  assert.equal(marginOf(square, [1, -0.25]), -0.25);
  assert.equal(marginOf([[0, 0], [2, 0]], [1, 0]), -0); // a line supports nothing
  assert.equal(marginOf([[1, 1]], [4, 5]), -5);
  const T = [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0.3, 0, 0, 0, 1];
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const foot = {visuals: [{kind: 'box', T: identity, size: [0.2, 0.1, 0.04]}]};
  const corners = outline(foot, []);
  const up = upward([0, 0, -9.81]);
  const contact = lowest(corners, [...Array(16).fill(9), ...T], 16, up);
  assert.equal(contact.length, 4);
  contact.forEach(point => near([Math.abs(point[0] - 0.5), Math.abs(point[1]), point[2]], [0.1, 0.05, 0.28], 'a corner'));
  const {foot: plumb, polygon, margin} = supportOf([contact], [0.53, -0.01, 1.1], up);
  near(plumb, [0.53, -0.01, 0.28], 'foot');
  near([margin, polygon.length], [0.04, 4], 'margin'); // 0.05 - 0.01 to the side, 0.1 - 0.03 ahead
  assert.ok(polygon.every(point => Math.abs(point[2] - 0.28) < 1e-12));
  const [c, s] = [Math.cos(0.1), Math.sin(0.1)]; // on an edge: a line
  const tilted = lowest(corners, [1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1], 0, up);
  assert.equal(tilted.length, 2);
  const round = lowest(outline({visuals: [{kind: 'capsule', T: identity, radius: 0.1, length: 0.6}]}, []), T, 0, up);
  near(round.flat(), [0.5, 0, 0.3 - 0.3 - 0.1], 'the end of a capsule');
  const mesh = {vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), triangles: []};
  const scaled = outline({visuals: [{kind: 'mesh', mesh: 0, T: identity, scale: [2, 3, -4]}]}, [mesh]);
  near(lowest(scaled, T, 0, up).flat(), [0.5, 0, -3.7], 'the corner of a mesh');
  near(outline({visuals: []}, [])[0].point, [0, 0, 0], 'an origin');
  // Against another gravity: the same on a slope of 30 degrees.
  const slope = upward([9.81 * 0.5, 0, -9.81 * Math.sqrt(0.75)]);
  const [e, f] = [[Math.sqrt(0.75), 0, 0.5], [0, 1, 0]];
  const put = (a, b, height) => [0, 1, 2].map(k => a * e[k] + b * f[k] + height * slope[k]);
  const ground = [[0, 0], [0.4, 0], [0.4, 0.2], [0, 0.2]].map(([a, b]) => put(a, b, 0.7));
  const leaning = supportOf([ground], put(0.1, 0.07, 1.5), slope);
  near([leaning.margin], [0.07], 'margin on a slope');
  near(leaning.foot, put(0.1, 0.07, 0.7), 'foot on a slope');
  assert.deepEqual(supportOf([], [1, 2, 3], up), {foot: [1, 2, 0], polygon: [], margin: null});
});

/** The rows of a motion, as the page has them. */
function motionOf(robot, rows) {
  const page = join(folder, 'motion.html');
  condyle('view', robot, '--input', rows, '--force', '-o', page);
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf('id="data">') + 'id="data">'.length;
  return JSON.parse(text.slice(from, text.indexOf('</script>', from))).motion;
}

test('torques that rows do not give are what id computes, those that they give stay', async () => {
  const core = await open('universalUR5e', []);
  const states = join(folder, 'states.csv');
  condyle('random', 'universalUR5e', '--count', '3000', '--with', 'qd,qdd', '--seed', '9', '--format', 'csv', '--force', '-o', states);
  const tau = objects('id', 'universalUR5e', '--input', states).map(row => row.tau);
  const motion = new Motion(motionOf('universalUR5e', states), core);
  assert.equal(motion.rows, 3000);
  assert.equal(motion.timed, false);
  assert.equal(motion.source, 'torques computed from q, qd, qdd');
  tau.forEach((row, k) => near(motion.at('tau', k), row, `tau of row ${k}`));
  motion.pose(2999);
  core.compute();
  near(core.array('tau'), tau[2999], 'tau');

  const partly = join(folder, 'partly.json');
  writeFileSync(partly, '{"t": 0, "q": {"elbow_joint": 1}, "tau": {"elbow_joint": 5}}\n' +
    '{"t": 1, "q": {"elbow_joint": 2}, "tau": {"wrist_1_joint": -3}}\n');
  const mixed = new Motion(motionOf('universalUR5e', partly), core);
  assert.equal(mixed.source, 'torques as the rows give them, or computed from q (at rest)');
  for (const [k, elbow] of [1, 2].entries()) {
    const [{tau: rest}] = objects('gravity', 'universalUR5e', '--q', `elbow_joint=${elbow}`);
    near(mixed.at('tau', k), rest.map((value, i) => i === [2, 3][k] ? [5, -3][k] : value), 'tau');
  }
  assert.deepEqual([0, 0.999, 1, 7, -1].map(time => mixed.rowAt(time)), [0, 0, 1, 1, 0]);
});

const VECTORS = ['t', 'q', 'qd', 'qdd', 'tau'];

/** The words of the command about a motion, without its name. */
const wordsOf = said => said.trim().split('\n').filter(Boolean).map(line => line.replace(/^condyle: (error: )?/, ''));

test('rows that are dropped are those that --input reads: CSV, JSON and .npy, units, notes', async () => {
  const robot = writeRobot(folder, 'humanoid.urdf', humanoid);
  const core = await open(robot, []);
  openText(core, readFileSync(robot), robot);
  const states = format => {
    const path = join(folder, `states.${format}`);
    condyle('random', robot, '--count', '7', '--with', 'qd,qdd,tau', '--seed', '4', '--format', format, '--force', '-o', path);
    return path;
  };
  const way = join(folder, 'way.csv');
  writeFileSync(way, 't,q.lift,q.left_elbow_joint\n0,0,0\n0.5,0.2,1\n');
  const timed = ['csv', 'npy'].map(format => {
    const path = join(folder, `timed.${format}`);
    condyle('trajectory', robot, '--through', way, '--acceleration', '5', '--rate', '50', '--format', format, '--force', '-o', path);
    return path;
  });
  const partial = join(folder, 'partial.csv');
  writeFileSync(partial, 't;q.lift;q.left_elbow_joint[deg];humour\n0,5;0,1;90;2\n0,75;0,2;-90;3\n');
  const joints = join(folder, 'joints.json');
  writeFileSync(joints, '{"q": {"lift": 0.1}, "t": 1, "tau": null}\n{"name": ["lift", "right_elbow_joint"], ' +
    '"position": [0.2, 7], "header": {}}\n{"q.left_elbow_joint[deg]": 30, "\\u00fcber": [1, {"a": true}]}\n');
  for (const path of [states('csv'), states('json'), ...timed, partial, joints]) {
    for (const unit of [[], ['--deg']]) {
      const bytes = readFileSync(path);
      const motion = core.readMotion(bytes, path, unit.length > 0);
      const page = join(folder, 'motion.html');
      const {stderr, status} = spawnSync(process.env.CONDYLE, ['view', robot, ...unit, '--input', path, '--force', '-o', page],
        {encoding: 'utf8'});
      assert.equal(status, 0, stderr);
      assert.deepEqual(motion.notes, wordsOf(stderr));
      const text = readFileSync(page, 'utf8');
      const from = text.indexOf('id="data">') + 'id="data">'.length;
      const expected = JSON.parse(text.slice(from, text.indexOf('</script>', from))).motion;
      assert.deepEqual([motion.file, motion.rows], [expected.file, expected.rows]);
      for (const vector of VECTORS) {
        const wanted = expected[vector] === null ? null : Buffer.from(expected[vector], 'base64');
        assert.deepEqual(motion[vector] && Buffer.from(motion[vector].buffer), wanted, `${vector} of ${path}`);
      }
    }
  }
});

/** The messages of the command and of the page about rows. */
function compareWords(core, robot, name, bytes) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const run = spawnSync(process.env.CONDYLE, ['view', robot, '--input', path, '--force', '-o', join(folder, 'motion.html')], {encoding: 'utf8'});
  const expected = wordsOf(run.stderr);
  let said;
  try {
    said = core.readMotion(readFileSync(path), path, false).notes;
  } catch (error) {
    said = [error.message];
  }
  assert.deepEqual(said, run.status === 0 ? expected : [expected.findLast(line => !line.startsWith('note: '))], JSON.stringify(String(bytes)));
  return run.status === 0 ? null : said[0];
}

test('faulty rows are refused with row and words of the command', async () => {
  const robot = writeRobot(folder, 'humanoid.urdf', humanoid);
  const core = await open(robot, []);
  openText(core, readFileSync(robot), robot);
  const wrong = [
    ['rows.csv', '', /input is empty/], ['rows.csv', 'x,y\n1,2\n', /header/], ['rows.csv', 't,q.lift\n', /has no rows/],
    ['rows.csv', 't,q.lift\n0,0.1\n1,much\n', /rows\.csv:3: error: column 2, q\.lift: 'much' is not a decimal number/],
    ['rows.csv', 't,q.lift\n1,0.1\n0.5,0.2\n', /rows\.csv:3: error: the time 0\.5 s is before/],
    ['rows.csv', 't,q.lift\n1,0.1,7\n', /:2: /], ['rows.csv', 't,q.lifd\n1,0.1\n', /did you mean 'lift'/],
    ['rows.csv', 'q.right_elbow_joint\n1\n', /right_elbow_joint/], ['rows.csv', 'q.lift,q.lift\n1,1\n', /earlier column/],
    ['rows.csv', 'q.lift\n"1\n2\n', /quote/], ['rows.csv', 'q.lift\n1e999\n', /too large/],
    ['rows.json', '{"q": {"lift": 1}}\n{"q": [1, 2]}\n', /rows\.json:2: error: "q": 2 values; expected 9/],
    ['rows.json', '{"q": {"lift": "x"}}', /not a number/], ['rows.json', '[1]', /one object a line/],
    ['rows.json', '{"joints": ["a"], "q": [0,0,0,0,0,0,0,0,0]}', /joints/],
    ['rows.json', '{"gravity": [0, 0, 5], "q": {"lift": 1}}', /gravity/],
    ['rows.npy', '\x93NUMPY\x01\x00', /npy|header|\.npy/],
  ];
  for (const [name, text, expected] of wrong) {
    assert.match(compareWords(core, robot, name, Buffer.from(text, 'latin1')), expected);
  }
  const faults = ['', '{', '[', '{"q"', '{"q":', '{"q": [', '{"q": [1', '{"q": [1,', '{"q": [1,]}', '{"q": {,}}', '{"q": 01}',
    '{"q": -}', '{"q": 1.}', '{"q": 1.e5}', '{"q": 1e}', '{"q": 1e+}', '{"q": 1e999}', '{"q": .5}', '{"q": +1}', '{"q": tru}',
    '{"q": nul', '{"q": truely}', '{q: 1}', "{'q': 1}", '{"q": 1} x', '{"q": 1}}', '{"q": 1, "q": 2}', '{"q" 1}', '{"q": 1 "t": 2}',
    '{"\\u0000": 1}', '{"a": "\\u0000"}', '{"a": "\\ud800"}', '{"a": "\\ud800\\u0041"}', '{"a": "\\udc00"}', '{"a": "\\x"}',
    '{"a": "\\u12g4"}', '{"a": "\t"}', '{"a": "unclosed}', '{"ä": é}', '{"ä": "€😀", "q": ü}', '{"\\ud83d\\ude00": 1}',
    '{"a long key that is more than twenty bytes": x}', '{"a": "a long text that is more than twenty bytes}', '\u00a0{}',
    `{"q": ${'['.repeat(2047)}${']'.repeat(2047)}}`, `{"q": ${'['.repeat(2048)}`, `{"q": ${'{"a":'.repeat(5000)}`];
  for (const text of faults) {
    compareWords(core, robot, 'rows.json', Buffer.from(`{"q": {"lift": 0}}\n${text}\n`));
  }
  for (const bytes of [[0xff], [0x22, 0xff], [0x22, 0xc3, 0xa9, 0xa9], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0]]) {
    compareWords(core, robot, 'rows.json', Buffer.from([...Buffer.from('{"q": '), ...bytes, ...Buffer.from('"}')]));
  }
});

test('rows with changed bytes are read, or refused, as the command does', async () => {
  const robot = writeRobot(folder, 'humanoid.urdf', humanoid);
  const core = await open(robot, []);
  openText(core, readFileSync(robot), robot);
  let seed = 7;
  const random = below => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const texts = {'rows.json': '{"t": 1.5e-1, "q": {"lift": -0.25}, "\\u00e9": "é", "joints": [true, null]}\n',
    'rows.csv': '"t",q.lift,other\n0.5,-1e-1,"a ""b"""\n'};
  for (const [name, text] of Object.entries(texts)) {
    for (let i = 0; i < 150; i++) {
      const bytes = Buffer.from(text);
      const some = '{}[]":,.-+eE019tfnu\\\n \t\u0000\u00ff;';
      bytes[random(bytes.length)] = some.charCodeAt(random(some.length));
      compareWords(core, robot, name, random(4) > 0 ? bytes : bytes.subarray(0, random(bytes.length)));
    }
  }
});

test('rows beyond a limit are the ones that condyle limits counts', async () => {
  const core = await open('universalUR5e', []);
  const way = join(folder, 'way.csv');
  const fast = join(folder, 'fast.csv');
  writeFileSync(way, 't,q.shoulder_lift_joint,q.elbow_joint\n0,-1.5,1\n1,-1,0.5\n2,0,1.5\n');
  condyle('trajectory', 'universalUR5e', '--through', way, '--acceleration', '60', '--velocity', '8', '--rate', '500',
    '--force', '-o', fast);
  const motion = new Motion(motionOf('universalUR5e', fast), core);
  const over = motion.exceeded(positions(core), freedoms(core));
  const [efforts, velocities] = [[150, 150, 150, 28, 28, 28], Array(6).fill(Math.PI)];
  const rows = objects('id', 'universalUR5e', '--input', fast);
  const expected = rows.map(row => Number(row.tau.some((tau, i) => Math.abs(tau) > efforts[i]) ||
    row.qd.some((speed, i) => Math.abs(speed) > velocities[i])));
  assert.deepEqual([...over], expected);
  assert.ok(expected.includes(0) && expected.includes(1));
  const {exceeded} = JSON.parse(failure('limits', 'universalUR5e', '--input', fast, '--format', 'json').printed);
  for (const part of freedoms(core)) {
    assert.equal(motion.exceeded([], [part]).includes(1), exceeded.includes(part.label), part.label);
  }
});

test('limits and their violations', async () => {
  const core = await open('omronEcobra600', []);
  const bodies = JSON.parse(condyle('show', 'omronEcobra600', '--format', 'json')).bodies;
  for (const joint of core.joints) {
    const {limits} = bodies[joint.frame];
    assert.equal(core.array('lower')[joint.position], limits.lower ?? -Infinity);
    assert.equal(core.array('upper')[joint.position], limits.upper ?? Infinity);
    assert.equal(core.array('effort')[joint.velocity], limits.effort ?? Infinity);
    assert.equal(core.array('velocity')[joint.velocity], limits.velocity ?? Infinity);
  }
  assert.equal(core.outside, 0);
  core.array('q')[0] = core.array('upper')[0] + 1e-6;
  assert.equal(core.outside, 1);
});

test('random poses stay within the limits, and a seed repeats them', async () => {
  const core = await open('universalUR5e', []);
  core.random(7);
  const first = [...core.array('q')];
  for (let i = 0; i < 100; i++) {
    core.random();
    assert.equal(core.outside, 0);
    assert.notDeepEqual([...core.array('q')], first);
  }
  core.random(7);
  assert.deepEqual([...core.array('q')], first);
});

/** The path of a bundled robot. */
const bundled = name => join(process.env.CONDYLE_URDF_PATH ?? join(process.env.SOURCE_ROOT, 'urdf'), `${name}.urdf`);

test('URDF read in the page is the model that the command compiles', async () => {
  for (const {name} of objects('list')[0].robots) {
    const path = bundled(name);
    const compiled = await open(name, []);
    const core = await startCore(wasm);
    openText(core, readFileSync(path), `${name}.urdf`);
    assert.deepEqual(core.frames, compiled.frames);
    assert.deepEqual(core.joints, compiled.joints);
    for (const array of ['lower', 'upper', 'effort', 'velocity']) {
      assert.deepEqual(core.array(array), compiled.array(array), `${name}: ${array}`);
    }
    core.random(3);
    compiled.random(3);
    core.compute();
    compiled.compute();
    for (const array of ['tau', 'placements']) { // sines of two libraries may differ in their last bits
      const expected = compiled.array(array);
      const isNear = (x, i) => Math.abs(x - expected[i]) <= 1e-12 * (1 + Math.abs(expected[i]));
      assert.ok(core.array(array).every(isNear), `${name}: ${array}`);
    }
    const shown = JSON.parse(condyle('show', path, '--format', 'json')).bodies;
    const bodies = core.bodies;
    assert.deepEqual(bodies.map(body => body.name), shown.map(body => body.name ?? body.body));
    assert.ok(bodies.every((body, i) => body.parent === null ? i === 0 : body.parent < i));
    assert.equal(compiled.bodies.filter(body => body.parent === null).length, 1);
  }
});

test('bodies, shapes and findings are those of the command\'s page', async () => {
  const path = writeRobot(folder, 'humanoid.urdf', humanoid.replace('effort="500" ', ''));
  const page = join(folder, 'humanoid.html');
  condyle('view', path, '--force', '-o', page);
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf('id="data">') + 'id="data">'.length;
  const {bodies, head} = JSON.parse(text.slice(from, text.indexOf('</script>', from)));
  const core = await startCore(wasm);
  openText(core, readFileSync(path), 'humanoid.urdf');
  assert.equal(core.name, 'humanoid');
  core.bodies.forEach((body, i) => {
    const expected = bodies[i];
    assert.deepEqual([body.name, body.parent, body.joint, body.type],
      [expected.name, expected.parent, expected.joint ?? undefined, expected.type ?? undefined]);
    assert.equal(body.axis !== undefined, expected.axis !== undefined);
    assert.deepEqual(body.inertial, expected.inertial);
    assert.equal(body.visuals.length, expected.visuals.length);
    expected.visuals.forEach((visual, k) => {
      for (const [key, value] of Object.entries(visual)) {
        assert.deepEqual(body.visuals[k][key], value, `${body.name}: ${key}`);
      }
    });
  });
  assert.ok(head.findings.length > 0);
  assert.deepEqual(core.findings.map(f => [f.level, f.code, f.line, f.element, f.message]),
    head.findings.map(f => [f.level, f.code, f.line ?? 0, f.element ?? '', f.message]));
});

/** What a page of the command has: its robot with bodies, meshes and head. */
function pageOf(...words) {
  const page = join(folder, 'page.html');
  condyle('view', ...words, '--force', '-o', page);
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf('id="data">') + 'id="data">'.length;
  return JSON.parse(text.slice(from, text.indexOf('</script>', from)));
}

/** What `condyle distance` prints, also where bodies touch. */
function distancesOf(...words) {
  const {stdout} = spawnSync(process.env.CONDYLE, ['distance', ...words, '--format', 'json'], {encoding: 'utf8', maxBuffer: 1 << 28});
  return stdout ? JSON.parse(stdout) : null;
}

/** Gives the core the shapes of a page, with the hulls of its meshes. */
function measure(core, data) {
  const shapes = shapesOf(data);
  core.setShapes(shapes, data.meshes.map(({vertices, triangles}) => core.hull({
    vertices: numbersOf(Float32Array, vertices), triangles: numbersOf(Uint32Array, triangles)})));
  return shapes;
}

/** Compares the nearest pair to the command's; `tolerance` is of the points, whose meshes a page has as floats. */
function compareNearest(core, shapes, path, q, tolerance = 1e-9) {
  core.array('q').set(q);
  const expected = distancesOf(path, '--q', q.join(','));
  const {nearest} = core;
  if (expected === null) {
    assert.equal(nearest, null, path);
    return null;
  }
  assert.ok(Math.abs(nearest.distance - expected.distance) <= tolerance, `${path}: ${nearest.distance}, the command has ${expected.distance}`);
  const names = pair => [pair.first, pair.second].sort().join();
  const mine = nearest.shapes.map(i => core.frames[shapes[i].frame]).sort().join();
  const rivals = expected.pairs.filter(pair => pair.distance <= expected.distance + tolerance).map(names);
  assert.ok(rivals.includes(mine), `${path}: ${mine} is not ${rivals}`);
  const [a, b] = nearest.points;
  assert.ok(Math.abs(Math.hypot(...a.map((x, k) => x - b[k])) - Math.abs(nearest.distance)) <= 1e-9, path);
  return nearest.distance;
}

test('the nearest pair of every bundled robot is that of condyle distance', async () => {
  const core = await startCore(wasm);
  const found = [];
  for (const {name} of objects('list')[0].robots) {
    const data = pageOf(name);
    core.open(Buffer.from(data.model, 'base64'));
    core.random(7);
    const shapes = measure(core, {...data, lost: data.head.lost});
    found.push(compareNearest(core, shapes, name, [...core.array('q')]));
  }
  assert.ok(found.filter(distance => distance > 0).length > 5 && found.filter(distance => distance < 0).length > 5, found.join(' '));
});

/** Two boxes on slides, one of them beside a tetrahedron of corners 0, x, y, z, two, three and four times as long. */
const crossing = `<robot name="crossing"><link name="base"/>${['left', 'right'].map((side, i) => `<link name="${side}"><inertial>
<mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<visual><geometry><sphere radius="9"/></geometry></visual>
<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision>${i ? `<collision><origin xyz="5 0 0"/><geometry>
<mesh filename="corner.stl" scale="2 3 4"/></geometry></collision>` : ''}</link>
<joint name="${side}_slide" type="prismatic"><parent link="base"/><child link="${side}"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" effort="1" velocity="1"/></joint>`).join('')}</robot>`;

const cornerStl = `solid corner\n${[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(triangle => 'facet normal 0 0 0\nouter loop\n' +
  triangle.map(k => `vertex ${[1, 2, 3].map(axis => Number(axis === k)).join(' ')}\n`).join('') + 'endloop\nendfacet\n').join('')}endsolid\n`;

test('collision shapes count before visuals, meshes by their hulls; what is dropped has those of the command', async () => {
  const path = writeRobot(folder, 'crossing.urdf', crossing);
  writeFileSync(join(folder, 'corner.stl'), cornerStl);
  const core = await startCore(wasm);
  const data = pageOf(path);
  assert.equal(data.head.lost, 0);
  core.open(Buffer.from(data.model, 'base64'));
  const shapes = measure(core, data);
  const at = (left, right) => compareNearest(core, shapes, path, [left, right], 1e-6);
  assert.ok(Math.abs(at(0, 1) - 0.8) < 1e-9);         // box and box
  assert.ok(Math.abs(at(0, 0.15) + 0.05) < 1e-9);     // they overlap
  assert.ok(Math.abs(at(2, -2) - 0.9) < 1e-6);        // box at 2, corner at 3: faces 2.1 and 3
  const fromFiles = await startCore(wasm);
  fromFiles.openRobot([{path: 'crossing.urdf', bytes: Buffer.from(crossing)}], 'crossing.urdf');
  const {bodies} = fromFiles;
  assert.deepEqual(bodies.map(body => body.collisions.map(({kind}) => kind)), [[], ['box'], ['box', 'mesh']]);
  const dropped = bodies.map(body => ({...body, collisions: body.collisions.map(shape => ({...shape, mesh: 0}))}));
  measure(fromFiles, {bodies: dropped, meshes: [fromFiles.mesh(Buffer.from(cornerStl), 'corner.stl')]});
  fromFiles.array('q').set([2, -2]);
  core.array('q').set([2, -2]);
  near([fromFiles.nearest.distance], [core.nearest.distance], 'distance');
  core.exclude(core.frames.indexOf('left'), core.frames.indexOf('right'));
  assert.equal(core.nearest, null);
  rmSync(join(folder, 'corner.stl'));
  const lost = pageOf(path);
  assert.equal(lost.head.lost, 1);
  assert.match(lost.head.notes.join(), /^a collision mesh cannot be read: .*corner\.stl/);
});

test('the core travels in a text of 85 characters', () => {
  for (const size of [0, 1, 2, 3, 4, 5, 1001]) {
    const bytes = Uint8Array.from({length: size}, (_, i) => i * i * 31 + 255);
    const text = textOf85(bytes);
    assert.equal(text.length, 5 * Math.ceil(size / 4));
    assert.ok(!/["'`\\<>$&\s]/.test(text));
    assert.deepEqual(bytesOf85(text, size), bytes);
  }
});

test('a robot beside is written whole', () => {
  const {head, beside} = pageOf('universalUR5e', '--q', '0,-1,1,0,0,0', '--beside', 'universalUR10e');
  assert.deepEqual([head.robot, beside.head.robot], ['universalUR5e', 'universalUR10e'].map(name => JSON.parse(condyle('show', name, '--format', 'json')).robot));
  assert.deepEqual(beside.head.q, [0, 0, 0, 0, 0, 0]);
  assert.equal(beside.motion, null);
  const alone = pageOf('universalUR10e');
  assert.deepEqual([beside.bodies, beside.meshes, beside.model], [alone.bodies, alone.meshes, alone.model]);
});

/** The message of the command about a file that is no robot. */
function complaint(path) {
  return failure('id', path).said.replace(/^condyle: /, '').replaceAll(path, 'wrong.urdf').replace(/: error: /, ': ').trim();
}

test('faults in URDF have line, element and words of the command', async () => {
  const wrongs = {
    mismatch: '<robot name="r">\n<link name="a">\n</robot>',
    unended: '<robot name="r">\n<link name="a"/>\n',
    bare: 'no markup',
    attribute: '<robot name=r>\n</robot>',
    twice: '<robot name="r">\n<link name="a" name="b"/></robot>',
    less: '<robot name="a<b"/>',
    entity: '<robot name="r">\n<link name="&nbsp;"/></robot>',
    ampersand: '<robot name="r">\n<link name="a & b"/></robot>',
    extra: '<robot name="r"><link name="a"/></robot>\n<robot/>',
    comment: '<robot name="r"><link name="a"/><!-- never ends </robot>',
    doctype: '<?xml version="1.0"?>\n<!DOCTYPE robot [<!ENTITY a "b">]>\n<robot name="r"/>',
    empty: '',
    root: '<model name="r"><link name="a"/></model>',
    prefixed: '<x:robot xmlns:x="u" name="r"><link name="a"/></x:robot>',
    parent: '<robot name="r">\n<link name="a"/><link name="bee"/>\n<joint name="j" type="fixed"><parent link="a"/>\n' +
      '<child link="bea"/></joint></robot>',
    number: '<robot name="r"><link name="a">\n<inertial><mass value="heavy"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" ' +
      'iyz="0" izz="1"/></inertial></link></robot>',
    type: '<robot name="r"><link name="a"/><link name="b"/>\n\n<joint name="j" type="hinge"><parent link="a"/>' +
      '<child link="b"/></joint></robot>',
    loop: '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/>' +
      '<child link="b"/></joint>\n<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint></robot>',
    deep: '<robot name="r">' + '<a>'.repeat(300) + '</a>'.repeat(300) + '</robot>',
  };
  const core = await startCore(wasm);
  for (const [name, text] of Object.entries(wrongs)) {
    const path = writeRobot(folder, 'wrong.urdf', text);
    assert.throws(() => openText(core, readFileSync(path), 'wrong.urdf'), error => {
      assert.equal(error.message, complaint(path), name);
      return true;
    });
  }
});

test('XML in all its forms is read as the command reads it', async () => {
  const inertial = '<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>';
  const body = `<!-- <link name="none"/> --><?pi <a> ?><link\n name = 'a &lt;&amp;&#x41;&#66; "q"'\n>${inertial}` +
    `<![CDATA[<link>]]></link ><gazebo><x>a &gt; b</x></gazebo><p:q xmlns:p="u" p:r="1"><link name="hidden"/></p:q>\r\n` +
    `<link name="b">${inertial}</link><joint name="j" type="revolute"><parent link="a &lt;&amp;AB &quot;q&quot;"/>` +
    '<child link="b"/><axis xyz="0\t1\n0"/><limit effort="1" velocity="1" lower="-1" upper="1"/></joint>';
  const text = `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<robot name="r\u00e9">${body}</robot>\n<!-- end -->`;
  const forms = {utf8: Buffer.from(text), utf16: Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le')};
  for (const [name, bytes] of Object.entries(forms)) {
    const path = join(folder, `${name}.urdf`);
    writeFileSync(path, bytes);
    const compiled = await open(path, []);
    const core = await startCore(wasm);
    openText(core, bytes, path);
    assert.deepEqual(core.frames, ['a <&AB "q"', 'b']);
    assert.equal(core.name, 'r\u00e9');
    core.array('q')[0] = compiled.array('q')[0] = 0.5;
    core.compute();
    compiled.compute();
    assert.deepEqual(core.array('tau'), compiled.array('tau'));
    const [{findings}] = JSON.parse(condyle('check', path, '--format', 'json')).files;
    assert.deepEqual(core.findings.map(f => [f.line, f.message]), findings.map(f => [f.line ?? 0, f.message]));
  }
});

test('broken URDF harms nothing: every cut and many changed bytes', async () => {
  const whole = Buffer.from(humanoid);
  const core = await startCore(wasm);
  openText(core, whole, 'whole.urdf');
  let seed = 1;
  const random = below => { seed = (seed * 48271) % 2147483647; return seed % below; };
  const attempt = bytes => {
    try {
      openText(core, bytes, 'broken.urdf');
    } catch (error) {
      assert.match(error.message, /^broken\.urdf/);
    }
  };
  for (let end = 0; end < whole.length; end += 7) {
    attempt(whole.subarray(0, end));
  }
  for (let i = 0; i < 500; i++) {
    const changed = Buffer.from(whole);
    for (let k = random(4); k >= 0; k--) {
      changed[random(changed.length)] = '<>"&\'/= ;!-[]\0\xff'.charCodeAt(random(16));
    }
    attempt(changed);
  }
  openText(core, whole, 'whole.urdf');
  assert.equal(core.nv, 9);
});

/** A 4 x 4 matrix by rows as its columns, three numbers each. */
const columns = T => [0, 1, 2, 3].map(c => [T[c], T[4 + c], T[8 + c]]);
const size = v => Math.hypot(...v);

test('the ellipsoid of an inertia is the one of a uniform ellipsoid', async () => {
  const core = await startCore(wasm);
  // Half axes 0.1, 0.2 and 0.3 m along y, z and x of a frame that is turned about z by 90 degrees, at (1, 2, 3).
  const [mass, a, b, c] = [4, 0.3, 0.1, 0.2];
  const I = [mass / 5 * (b * b + c * c), 0, 0, mass / 5 * (a * a + c * c), 0, mass / 5 * (a * a + b * b)];
  const T = core.inertia([mass, 0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1, ...I]);
  const [x, y, z, place] = columns(T);
  near([...place], [1, 2, 3], 'place');
  const axes = [x, y, z].sort((one, other) => size(one) - size(other)).map(axis => axis.map(Math.abs));
  near(axes.flat(), [b, 0, 0, 0, 0, c, 0, a, 0], 'half axes'); // x of the inertia is y of the body
  assert.equal(core.inertia([mass, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 3]), null);
});

test('the ellipsoid of velocities has the singular values of the Jacobian', async () => {
  const core = await open('universalUR5e', []);
  core.array('q').set([0.3, -1, 1, 0.2, 0.5, 0]);
  core.compute();
  const frame = core.frames.indexOf('tool0');
  const {singular, J} = core.jacobian(frame);
  const expected = [...singular];
  const linear = [3, 4, 5].map(r => [...J.subarray(6 * r, 6 * r + 6)]);
  const [x, y, z] = columns(core.velocityEllipsoid(frame));
  near([x, y, z].map(size).sort((one, other) => other - one), expected, 'half axes');
  for (const axis of [x, y, z]) { // J J^T a = |a|^2 a
    const back = linear[0].map((_, k) => linear.reduce((sum, row, r) => sum + row[k] * axis[r], 0));
    near(linear.map(row => row.reduce((sum, value, k) => sum + value * back[k], 0)), axis.map(v => size(axis) ** 2 * v), 'J J^T a');
  }
});

test('inverse kinematics brings a frame to its target, and says how far it stays away', async () => {
  const core = await open('universalUR5e', []);
  const frame = core.frames.indexOf('tool0');
  const start = [0.3, -1, 1, 0.2, 0.5, 0];
  const [{T}] = objects('transform', 'universalUR5e', '--body', 'tool0', '--q', '0.4,-1.1,1.2,0.1,0.6,0.1');
  core.array('q').set(start);
  const near0 = core.reach(frame, T.flat());
  assert.ok(near0.converged && near0.linear < 1e-8 && near0.angular < 1e-8);
  core.compute();
  near(core.array('placements').subarray(16 * frame, 16 * frame + 16), T, 'placement');
  const far = T.flat().map((value, i) => i === 3 ? value + 5 : value);
  const {converged, linear} = core.reach(frame, far);
  assert.ok(!converged && linear > 3 && linear < 6, `${linear}`);
  assert.equal(core.outside, 0);
  assert.throws(() => core.reach(frame, Array(16).fill(NaN)), /./);
});

test('meshes are read by their names, or refused in words', async () => {
  const core = await startCore(wasm);
  const obj = Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n');
  const {vertices, triangles} = core.mesh(obj, 'corner.OBJ');
  assert.deepEqual([...vertices], [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  assert.deepEqual([...triangles], [0, 2, 1, 0, 1, 3, 0, 3, 2]);
  assert.throws(() => core.mesh(obj, 'corner.stl'), /./);
  assert.throws(() => core.mesh(obj, 'corner.gltf'), /expected a name that ends in/);
  assert.throws(() => core.mesh(Buffer.from('<COLLADA/>'), 'corner.dae'), /Collada/);
});

test('what is no model, and what is no number, is refused in words', async () => {
  const core = await startCore(wasm);
  assert.throws(() => core.open(new Uint8Array(100)), /model/);
  condyle('compile', 'universalUR5e', '--force', '-o', join(folder, 'model.cdy'));
  const model = readFileSync(join(folder, 'model.cdy'));
  core.open(model);
  core.array('q')[2] = NaN;
  assert.throws(() => core.compute(), /finite/);
  assert.throws(() => core.open(model.subarray(0, 500)), /model/);
  core.home();
  core.compute(); // the robot from before is still there
});

test('the page around is answered, no other window, and no answer', () => {
  const answers = [];
  const around = {postMessage: message => answers.push(message)};
  const stranger = {postMessage: () => assert.fail('a window that is not around the page is answered')};
  let listener;
  globalThis.window = {parent: around, postMessage: stranger.postMessage, addEventListener: (type, f) => { listener = f; }};
  const core = {array: () => [1, 2], frames: ['base']};
  answerMessages(() => ({update() {}, core, frame: 0, data: {robot: 'r'}}));
  const send = (data, source) => listener({data, source, origin: 'null'});
  send({condyle: 'state', id: 3}, around);
  assert.deepEqual(answers.map(({condyle, id, q}) => [condyle, id, q]), [['answer', 3, [1, 2]]]);
  send({condyle: 'frame', name: 'none', id: 4}, around);
  assert.equal(answers[1].condyle, 'error');
  answers.slice().forEach(answer => send(answer, around));
  send({condyle: 'state'}, stranger);
  send({condyle: 'state'}, null);
  send({condyle: 'state'}, window);
  window.parent = window; /* no page is around */
  send({condyle: 'state'}, window);
  assert.equal(answers.length, 2);
  delete globalThis.window;
});

const arm = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="$(arg name)">
  <!-- the limits, and the macro -->
  <xacro:arg name="name" default="arm"/><xacro:arg name="links" default="2"/>
  <xacro:include filename="$(find arm_description)/urdf/inc/part.xacro"/>
  <xacro:property name="limits" value="\${xacro.load_yaml('$(find arm_description)/config/limits.yaml')}"/>
  <link name="base"/><xacro:part parent="base" number="\${int('$(arg links)')}"/>
</robot>`;
const part = `<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="part" params="parent number">
  <xacro:property name="own" value="\${limits['joints']['all']}"/>
  <link name="part_\${number}"><inertial><mass value="\${own['mass']}"/><origin xyz="\${own['center']}"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="joint_\${number}" type="revolute"><parent link="\${parent}"/><child link="part_\${number}"/>
    <origin xyz="0 0 \${0.2 * number}"/><axis xyz="0 1 0"/>
    <limit lower="\${-own['range']}" upper="\${own['range']}" effort="50" velocity="2"/></joint>
  <xacro:if value="\${number > 1}"><xacro:part parent="part_\${number}" number="\${number - 1}"/></xacro:if>
</xacro:macro></robot>`.replaceAll('\n', '\r\n');
const limits = `joints: &joints
  all: {range: !degrees 90.0, mass: 2.5, center: "0 0 0.1"}   # of every joint
`;
const description = {'arm_description/package.xml': '<package><name>arm_description</name></package>',
  'arm_description/urdf/arm.urdf.xacro': arm, 'arm_description/urdf/inc/part.xacro': part,
  'arm_description/config/limits.yaml': limits};

test('xacro with its includes, parameters and YAML: the numbers, faults and arguments of the command', async () => {
  const core = await startCore(wasm);
  const files = Object.entries(description).map(([path, text]) => ({path, bytes: new TextEncoder().encode(text)}));
  const main = 'arm_description/urdf/arm.urdf.xacro';
  for (const {path, bytes} of files) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), bytes);
  }
  const said = failure('show', join(folder, main)).said;
  assert.throws(() => core.openRobot(files, main), error => {
    assert.ok(said.includes(error.message.replace(/^.*?: /, '')), error.message);
    return /arm\.urdf\.xacro:1: no value for argument 'name'/.test(error.message);
  });
  assert.deepEqual(core.declared.map(({name, standard}) => [name, standard]), [['name', 'arm'], ['links', '2']]);
  for (const links of ['2', '5']) {
    core.openRobot(files, main, {name: 'arm', links});
    assert.deepEqual([core.name, core.nv], ['arm', Number(links)]);
    assert.equal(core.declared.find(({name}) => name === 'links').value, links);
    const [{tau}] = objects('id', join(folder, main), 'name:=arm', `links:=${links}`, '--q', Array(Number(links)).fill(0.3).join(','));
    core.array('q').fill(0.3);
    core.compute();
    near(core.array('tau'), tau, 'tau');
    near(core.array('upper'), Array(Number(links)).fill(Math.PI / 2), 'upper');
  }
  const without = path => files.filter(file => file.path !== path);
  assert.throws(() => core.openRobot(without('arm_description/urdf/inc/part.xacro'), main, {name: 'a'}), /there is no file .*part\.xacro/);
  assert.throws(() => core.openRobot(without('arm_description/config/limits.yaml'), main, {name: 'a'}), /there is no file .*limits\.yaml/);
  assert.equal(core.nv, 5); /* the robot before stays */
});

test('YAML of any depth is read or refused in words, within the stack of the page', async () => {
  const core = await startCore(wasm);
  const xacro = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r"><xacro:property name="p" value="\${load_yaml('deep.yaml')}"/>
    <link name="\${'base' if p else 'none'}"/></robot>`;
  const read = yaml => core.openRobot([['r.xacro', xacro], ['deep.yaml', yaml]].map(([path, text]) =>
    ({path, bytes: new TextEncoder().encode(text)})), 'r.xacro');
  const nested = depth => Array.from({length: depth}, (_, i) => `${' '.repeat(i)}a:`).join('\n');
  for (const make of [depth => `${'- '.repeat(depth)}b`, depth => `${'['.repeat(depth)}${']'.repeat(depth)}`, nested]) {
    for (const depth of [10, 200, 1000, 1001, 5000]) {
      try {
        read(make(depth));
        assert.ok(depth <= 1000, `${depth}`);
      } catch (error) {
        assert.match(error.message, /deep/, `${depth}: ${error.message}`);
        assert.ok(depth > 200, `${depth}: ${error.message}`);
      }
    }
  }
});

test('xacro: an entity, an encoding and a prefix without a namespace are refused as the command does', async () => {
  const core = await startCore(wasm);
  const wrong = {'doctype.xacro': '<!DOCTYPE robot [<!ENTITY a "b">]><robot/>', 'prefix.xacro': '<robot name="r">\n<xacro:if value="1"/></robot>',
    'tag.xacro': '<robot name="r"><a></robot>', 'deep.xacro': `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`,
    'bytes.xacro': Buffer.from('<robot name="\xff"/>', 'latin1'),
    'unknown.xacro': '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r"><xacro:none/></robot>'};
  for (const [name, text] of Object.entries(wrong)) {
    writeFileSync(join(folder, name), text);
    const {said} = failure('show', join(folder, name));
    assert.throws(() => openText(core, new Uint8Array(Buffer.from(text)), name), error => {
      const place = error.message.match(/^(.*?:\d+): (.*)/);
      assert.ok(place && said.includes(place[1]) && said.includes(place[2].slice(0, 60)), `${error.message}\n${said}`);
      return true;
    });
  }
});

/* A four-bar, whose crank alone has a limit of effort; the coupler's end is tied to the rocker's. */
const bars = `<mujoco model='bars'><worldbody><body name='crank'><joint name='crank' axis='0 1 0' actuatorfrcrange='-9 9'/>
<inertial pos='.05 0 0' mass='.4' diaginertia='4e-5 3e-4 3e-4'/><body name='coupler' pos='.1 0 0'><joint name='coupler' axis='0 1 0'/>
<inertial pos='.15 0 0' mass='1' diaginertia='1e-4 9e-3 9e-3'/></body></body><body name='rocker' pos='.3 0 0' euler='0 70 0'>
<joint name='rocker' axis='0 1 0'/><inertial pos='.125 0 0' mass='1' diaginertia='1e-4 5e-3 5e-3'/></body></worldbody>
<equality><connect body1='rocker' body2='coupler' anchor='.25 0 0'/></equality></mujoco>`;

test('sliders keep closed loops closed', async () => {
  const file = join(folder, 'bars.xml');
  writeFileSync(file, bars);
  const angles = Array.from({length: 61}, (_, i) => i / 10);
  const turns = join(folder, 'turns.csv');
  writeFileSync(turns, ['q.crank', ...angles].join('\n'));
  const closed = objects('mechanism', file, '--actuated', 'crank', '--input', turns).map(row => row.q);
  const page = join(folder, 'bars.html');
  condyle('view', file, '-o', page, '--force');
  const data = JSON.parse(readFileSync(page, 'utf8').match(/<script[^>]*id="?data"?[^>]*>([^]*?)<\/script>/)[1]);
  const model = join(folder, 'bars.cdy');
  condyle('compile', file, '--force', '-o', model);
  for (const [opened, loops] of [[core => openText(core, Buffer.from(bars), 'bars.xml'), undefined],
    [core => core.open(readFileSync(model)), data.head.loops]]) {
    const core = await startCore(wasm);
    opened(core);
    core.closeLoops(loops);
    assert.equal(core.loops, 1);
    assert.match(core.loopsSaid, /^1 closed loop of the file, kept closed by joints that depend on the others: coupler, rocker\. Torques are/);
    near(core.array('q'), closed[0], 'q');
    const [crank, , rocker] = positions(core);
    for (const row of [5, 10, 60, 20, 0]) { /* large steps stay on the branch too */
      crank.set(angles[row]);
      near(core.array('q'), closed[row], `q at ${angles[row]}`);
    }
    crank.set(2 * Math.PI);
    crank.set(5);
    const before = [...core.array('q')];
    rocker.set(before[2] + 0.05); /* a joint that depends on others takes these along */
    assert.ok(Math.abs(core.array('q')[0] - before[0]) > 0.01);
    near([core.array('q')[2]], [before[2] + 0.05], 'the rocker');
    const stays = [...core.array('q')];
    rocker.set(-70 * Math.PI / 180); /* the crank does not let it turn so far */
    assert.deepEqual([...core.array('q')], stays);
    assert.match(core.loopsSaid, /The robot stays as it is: the loop between 'rocker' and 'coupler' cannot be closed: 0\.0803 m and 0 rad/);
    rocker.set(3); /* nor to the other side of its pivot */
    assert.deepEqual([...core.array('q')], stays);
    assert.match(core.loopsSaid, /The robot stays as it is: the loops can be closed there, but not on the way to it\.$/);
    core.place(() => core.array('q').set([0, 0, -5])); /* closed by all joints */
    assert.match(core.loopsSaid, /Joints were moved from the pose asked for to close the loops\.$/);
  }
  const core = await open('universalUR5e', []);
  core.closeLoops();
  assert.equal(core.loopsSaid, '');
});
