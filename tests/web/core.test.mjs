// The core in WebAssembly beside the command: the same numbers to 1e-12 of the largest one of each result.
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {condyle, objects} from './command.mjs';
import {humanoid, writeRobot} from './robots.mjs';

const {startCore} = await import(pathToFileURL(join(process.env.SOURCE_ROOT, 'tools/web/page/core.js')));
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
