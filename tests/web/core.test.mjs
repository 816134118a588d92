// The core in WebAssembly beside the command: the same numbers to 1e-12 of the largest one of each result.
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {condyle, failure, objects} from './command.mjs';
import {humanoid, writeRobot} from './robots.mjs';

const {startCore} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/core.js')));
const {freedoms, positions} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/coordinates.js')));
const {Motion} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/motion.js')));
const wasm = readFileSync(process.env.CORE_WASM);
const folder = mkdtempSync(join(tmpdir(), 'core-'));
after(() => rmSync(folder, {recursive: true}));

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
    measures: rows(['manipulability', '--body', tip, '--rows', 'linear'])};
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

test('what is no model, and what is no number, is refused in words', async () => {
  const core = await startCore(wasm);
  assert.throws(() => core.open(new Uint8Array(100)), /model/);
  condyle('compile', 'universalUR5e', '--force', '-o', join(folder, 'model.cdy'));
  const model = readFileSync(join(folder, 'model.cdy'));
  core.open(model);
  core.array('q')[2] = NaN;
  assert.throws(() => core.compute(), /finite/);
  assert.throws(() => core.open(model.subarray(0, 500)), /model/);
});
