// The page of condyle view in a browser, compared with the command's output.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {browserPath, openAddress, openPage, startBrowser} from './browser.mjs';
import {condyle, failure, objects} from './command.mjs';
import {humanoid, writeRobot} from './robots.mjs';
import {VISIONS, leastDistance} from './vision.mjs';

const skip = browserPath ? false : 'Chromium is not installed';
const folder = mkdtempSync(join(tmpdir(), 'page-'));
let browser;
before(async () => { browser = browserPath && await startBrowser(); });
after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true});
});

/** Makes and opens a page, `robot` null: an empty one; the test ends with nothing asked of the network and nothing gone wrong. */
async function view(t, robot, {options = [], ...context} = {}) {
  const path = join(folder, 'page.html');
  condyle('view', ...(robot ? [robot] : []), ...options, '--force', '-o', path);
  const opened = await openPage(browser, path, context);
  t.after(async () => {
    await opened.context.close();
    assert.deepEqual(opened.problems, []);
    assert.equal(opened.requests.filter(url => !/^(blob|data):/.test(url)).length, 1, opened.requests.join(' '));
  });
  assert.equal(await opened.page.evaluate(() => document.documentElement.dataset.ready), 'yes');
  return opened.page;
}

const numbers = (page, name) => page.evaluate(n => [...window.condyle.core.array(n)], name);

/** Waits until the page has shown what happened: its events are handled, and no change waits to be drawn. */
const settle = page => page.evaluate(async () => {
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  await frame();
  await frame();
  while (window.condyle?.waiting) {
    await frame();
  }
});

/** Waits until an element has a text like this. */
async function shows(element, expected) {
  let text;
  for (let left = 300; left > 0; left--) {
    text = await element.textContent();
    if (expected.test(text)) {
      return;
    }
    await settle(element.page());
  }
  assert.match(text, expected);
}

/** Types a number into the field of this label. */
async function type(page, label, value) {
  await page.getByLabel(`${label}, number`, {exact: true}).first().fill(String(value));
  await page.keyboard.press('Enter');
  await settle(page);
}

function near(actual, expected, tolerance = 1e-12) {
  const scale = Math.max(1, ...expected.map(Math.abs));
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) <= tolerance * scale, `${actual} is not ${expected}`));
}

/** The number at the beginning of a text for people. */
const shown = text => Number(text.replace('−', '-').match(/-?[\d.]+/)[0]);

test('sliders change torques to what the command says: UR5e', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--q', '0,-1,1,0,0.5,0']});
  near(await numbers(page, 'q'), [0, -1, 1, 0, 0.5, 0], 0);
  await type(page, 'elbow_joint', 1.25);
  await page.getByRole('slider', {name: 'wrist_1_joint', exact: true}).first().focus();
  await page.keyboard.press('ArrowRight');
  await settle(page);
  const q = await numbers(page, 'q');
  assert.equal(q[2], 1.25);
  near([q[3]], [4 * Math.PI / 100], 1e-6); // a hundredth of -2 pi to 2 pi, as the file rounds them
  const [{tau}] = objects('id', 'universalUR5e', '--q', q.join(','));
  near(await numbers(page, 'tau'), tau);
  const texts = await page.locator('#joints .torque').allTextContents();
  texts.forEach((text, i) => assert.ok(Math.abs(shown(text) - tau[i]) < 2e-3 * Math.max(1, Math.abs(tau[i])), text));
  assert.match(texts[1], /% of 150/);
});

/** The palletizer of docs/examples, with the loops of its two parallelograms in the file. */
function writePalletizer() {
  const tie = ({body, at, other, other_at: there}) => `<loop_joint name="${body}_tie" type="revolute">
<link1 link="${body}" xyz="${at.join(' ')}"/><link2 link="${other}" xyz="${there.join(' ')}"/><axis xyz="0 1 0"/></loop_joint>`;
  const example = ending => readFileSync(join(process.env.SOURCE_ROOT, `docs/examples/palletizer.${ending}`), 'utf8');
  const ties = JSON.parse(example('json')).map(tie).join('');
  return writeRobot(folder, 'palletizer.urdf', example('urdf').replace('</robot>', `${ties}</robot>`));
}

test('sliders of dependent joints follow in a robot with closed loops', {skip}, async t => {
  const robot = writePalletizer();
  const page = await view(t, robot, {options: ['--beside', robot]});
  assert.deepEqual(await page.locator('#beside-differences li').allTextContents(),
    ['No body differs.', '2 closed loops of its file: left open']);
  const loops = page.locator('#loops');
  await shows(loops, /^2 closed loops of the file, kept closed by joints that depend on the others: (\w+_joint(, )?){4}\. Torques/);
  await type(page, 'lower', 0.5);
  await type(page, 'upper', -0.3);
  const [{q}] = objects('mechanism', robot, '--actuated', 'turn', '--actuated', 'lower', '--actuated', 'upper',
    '--actuated', 'spin', '--q', 'lower=0.5,upper=-0.3');
  near(await numbers(page, 'q'), q, 1e-9);
  const wrist = await page.evaluate(() => window.condyle.core.joints.findIndex(({name}) => name === 'wrist_joint'));
  assert.ok(Math.abs(q[wrist] + 0.2) < 1e-6, `the flange is not level: ${q}`);
  const field = page.getByLabel('wrist_joint, number', {exact: true}).first();
  assert.ok(Math.abs(Number(await field.inputValue()) + 0.2) < 1e-4);
  await page.locator('#random').click();
  await settle(page);
  assert.equal(await page.evaluate(() => window.condyle.core.outside), 0);
});

test('rows of a motion are shown as they are where loops are open there', {skip}, async t => {
  const rows = join(folder, 'open.csv');
  writeFileSync(rows, 't,q.lower\n0,0\n1,0.5\n');
  const page = await view(t, writePalletizer(), {options: ['--input', rows]});
  await page.evaluate(() => window.condyle.player.seek(1));
  await settle(page);
  const [, lower, ...others] = await numbers(page, 'q');
  assert.equal(lower, 0.5);
  near(others, Array(6).fill(0), 0);
  await shows(page.locator('#loops'), /Torques are those of the robot without loops\. Rows are shown as they are\.$/);
  await type(page, 'lower', 0.4); /* closes them */
  assert.ok((await numbers(page, 'q')).some(value => Math.abs(value + 0.4) < 1e-9));
  await shows(page.locator('#loops'), /without loops\.$/);
});

test('a move at which loops cannot be closed is refused with the gap', {skip}, async t => {
  const mass = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>';
  const bar = (name, parent, place, effort) => `<link name="${name}">${mass}</link><joint name="${name}_joint" type="continuous">
<parent link="${parent}"/><child link="${name}"/><origin xyz="${place} 0 0"/><axis xyz="0 1 0"/><limit effort="${effort}" velocity="9"/></joint>`;
  const robot = writeRobot(folder, 'bars.urdf', `<robot name="bars"><link name="ground"/>${bar('crank', 'ground', 0, 9)}
${bar('coupler', 'crank', 0.1, 0)}${bar('rocker', 'ground', 0.3, 0)}<loop_joint name="tie" type="spherical">
<link1 link="coupler" xyz="0.3 0 0"/><link2 link="rocker" xyz="0.25 0 0"/></loop_joint></robot>`);
  const page = await view(t, robot, {options: ['--q', '0,1,1']});
  const loops = page.locator('#loops');
  await shows(loops, /coupler_joint, rocker_joint\. .* Joints were moved from the pose asked for to close the loops\.$/);
  await type(page, 'crank_joint', 1);
  const before = await numbers(page, 'q');
  await type(page, 'rocker_joint', 3);
  await shows(loops, /The robot stays as it is: the loop between 'rocker' and 'coupler' cannot be closed: 0\.1\d+ m and 0 rad/);
  near(await numbers(page, 'q'), before, 0);
  await type(page, 'crank_joint', 1.5);
  await shows(loops, /without loops\.$/);
  assert.notDeepEqual(await numbers(page, 'q'), before);
});

test('velocities and accelerations add their parts: the humanoid with a mimic joint', {skip}, async t => {
  const robot = writeRobot(folder, 'humanoid.urdf', humanoid);
  const page = await view(t, robot);
  await page.getByText('Velocities', {exact: true}).click();
  await page.getByText('Accelerations', {exact: true}).click();
  await page.locator('#qd').getByLabel('left_elbow_joint, number').fill('2');
  await page.keyboard.press('Enter');
  await page.locator('#qdd').getByLabel('lift, number').fill('-3');
  await page.keyboard.press('Enter');
  await type(page, 'left_elbow_joint', 0.7);
  const [{tau}] = objects('id', robot, '--q', 'left_elbow_joint=0.7', '--qd', 'left_elbow_joint=2', '--qdd', 'lift=-3');
  near(await numbers(page, 'tau'), tau);
  assert.ok((await numbers(page, 'coriolis')).some(value => Math.abs(value) > 0.01));
  const parts = await page.locator('#joints rect.inertia').evaluateAll(all => all.map(r => Number(r.getAttribute('width'))));
  assert.ok(parts.some(width => width > 0.5), `bars of the accelerations: ${parts}`);
  assert.equal(await page.locator('.follower').textContent(), 'right_elbow_joint follows left_elbow_joint: −0.5 × it + 0.1');
  const widths = await page.locator('#joints input[type=range]').count();
  assert.equal(widths, 9);
  await page.getByText('at rest').click();
  await settle(page);
  near(await numbers(page, 'qd'), Array(9).fill(0), 0);
});

test('a floating base has a place and angles', {skip}, async t => {
  const page = await view(t, 'kukaIiwa14', {options: ['--floating-base']});
  await type(page, 'floating_base yaw', 0.3);
  await type(page, 'floating_base pitch', -0.4);
  await type(page, 'floating_base roll', 0.2);
  await type(page, 'floating_base z', 0.5);
  const q = await numbers(page, 'q');
  const [{T}] = objects('transform', 'kukaIiwa14', '--floating-base', '--q', q.join(','), '--body',
    await page.evaluate(() => window.condyle.core.frames[window.condyle.core.joints[0].frame]));
  const [a, b, c] = [0.2, -0.4, 0.3];
  near([T[2][0], T[2][1], T[1][0], T[2][3]],
    [-Math.sin(b), Math.cos(b) * Math.sin(a), Math.sin(c) * Math.cos(b), 0.5]);
});

test('prismatic joints, degrees and unknown limits: eCobra', {skip}, async t => {
  const page = await view(t, 'omronEcobra600', {options: ['--deg']});
  await type(page, 'joint1', 90);
  await type(page, 'joint3', 0.1);
  near(await numbers(page, 'q'), [Math.PI / 2, 0, 0.1, 0]);
  await shows(page.locator('#joints .torque').nth(2), / N, limit not known/);
  assert.match(await page.locator('#place').textContent(), /0, 0\.6, .* m; roll pitch yaw: .*90.*°/);
  await page.keyboard.press('Escape');
  await page.locator('#scene').focus();
  await page.keyboard.press('u');
  assert.equal(await page.getByLabel('joint1, number', {exact: true}).first().inputValue(), '1.5708');
});

test('home, random poses within limits, and the pose as a list', {skip}, async t => {
  const page = await view(t, 'frankaEmikaPanda');
  const home = await numbers(page, 'q');
  for (let i = 0; i < 10; i++) {
    await page.locator('#random').click();
    assert.equal(await page.evaluate(() => window.condyle.core.outside), 0);
  }
  assert.notDeepEqual(await numbers(page, 'q'), home);
  await page.locator('#copy').click();
  const list = await page.locator('#list').inputValue();
  const [{tau}] = objects('id', 'frankaEmikaPanda', '--q', list);
  near(await numbers(page, 'tau'), tau);
  await page.locator('#scene').focus();
  await page.keyboard.press('h');
  assert.deepEqual(await numbers(page, 'q'), home);
});

test('a position beyond its limit is marked, what is no number is not taken', {skip}, async t => {
  const page = await view(t, 'frankaEmikaPanda');
  await type(page, 'panda_joint2', 3);
  await shows(page.locator('#warning'), /1 position beyond the limits/);
  await shows(page.locator('.slider.outside .ends'), /beyond its limit/);
  for (const wrong of ['', 'much', '1e999', '--1', 'NaN']) {
    await type(page, 'panda_joint2', wrong);
    assert.equal((await numbers(page, 'q'))[1], 3);
    assert.equal(await page.getByLabel('panda_joint2, number', {exact: true}).first().inputValue(), '3');
  }
});

test('a payload on the chosen body, and torques over their limits', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--q', '0,0,0,0,0,0']});
  await page.locator('#tree button', {hasText: /^tool0$/}).click();
  await page.getByText('Payload', {exact: true}).click();
  await type(page, 'mass', 20);
  await type(page, 'center z', 0.1);
  const [{tau}] = objects('id', 'universalUR5e', '--q', '0,0,0,0,0,0', '--payload', 'tool0:20,0,0,0.1');
  near(await numbers(page, 'tau'), tau);
  await shows(page.locator('#warning'), /over its limit: .*shoulder_lift_joint/);
  await shows(page.locator('.bar.over .torque').first(), /too much/);
  await page.locator('#tree button', {hasText: /^base_link$/}).click();
  await settle(page);
  near(await numbers(page, 'tau'), objects('id', 'universalUR5e', '--q', '0,0,0,0,0,0')[0].tau);
});

test('mass matrix and Jacobian', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--q', '0,-1,1,0,0.5,0']});
  await page.getByText('Mass matrix', {exact: true}).click();
  await page.getByText('Jacobian', {exact: true}).click();
  await settle(page);
  await shows(page.locator('#mass td').last(), /\d/);
  const cells = await page.locator('#mass td').allTextContents();
  const [{M}] = objects('mass', 'universalUR5e', '--q', '0,-1,1,0,0.5,0');
  M.flat().forEach((value, i) => assert.ok(Math.abs(shown(cells[i]) - value) < 6e-3 * Math.max(0.1, Math.abs(value)), cells[i]));
  await shows(page.locator('#measures'), /Half axes of the ellipsoid of velocities/);
  await page.locator('#tree button', {hasText: /^base_link$/}).click();
  await settle(page);
  await shows(page.locator('#measures'), /singular.* 0 of 3/);
});

test('the tree of bodies, its search, and findings', {skip}, async t => {
  const faulty = writeRobot(folder, 'faulty.urdf', humanoid.replace('effort="500" ', ''));
  const expected = objects('check', faulty)[0].files[0].findings;
  assert.ok(expected.length > 0);
  const page = await view(t, faulty);
  assert.equal(await page.locator('#findings li').count(), expected.length);
  await shows(page.locator('#findings-title'), new RegExp(`: ${expected.length || 'none'}$`));
  for (const [i, finding] of expected.entries()) {
    assert.ok((await page.locator('#findings li').nth(i).textContent()).includes(finding.message));
  }
  await page.locator('#scene').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('left_wr');
  const names = await page.locator('#tree button:visible').allTextContents();
  assert.deepEqual(names, ['ground', 'wagon', 'torso', 'left_shoulder', 'left_elbow', 'left_wrist']);
  assert.equal(await page.locator('#found').textContent(), '1 of 9');
});

test('names are text, whatever is in them', {skip}, async t => {
  const evil = '&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;&lt;script&gt;alert(2)&lt;/script&gt;&lt;!--&apos;&quot;';
  const text = '<img src=x onerror=alert(1)></script><script>alert(2)</script><!--\'"';
  const robot = writeRobot(folder, 'evil.urdf', humanoid.replaceAll('"humanoid"', `"${evil}"`)
    .replaceAll('"torso"', `"${evil}"`).replaceAll('"lift"', `"${evil}j"`));
  const page = await view(t, robot);
  assert.equal(await page.locator('#robot-name').textContent(), text);
  assert.equal(await page.locator('#tree button').nth(2).textContent(), text);
  assert.equal(await page.getByText(`${text}j`, {exact: true}).first().textContent(), `${text}j`);
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.locator('script').count(), 2);
  near(await numbers(page, 'tau'), objects('id', robot)[0].tau);
});

test('the page refuses foreign scripts and the network', {skip}, async t => {
  const path = join(folder, 'closed.html');
  condyle('view', 'universalUR5e', '--force', '-o', path);
  const foreign = readFileSync(path, 'utf8').replace('</body>', '<script>window.foreign = 1</script>' +
    '<img src="http://127.0.0.1:9/x.png" onerror="window.foreign = 2"></body>');
  writeFileSync(path, foreign);
  const {page, context, requests, problems} = await openPage(browser, path);
  t.after(() => context.close());
  assert.equal(await page.evaluate(() => fetch('http://127.0.0.1:9/').then(() => 'loaded', () => 'refused')), 'refused');
  assert.equal(await page.evaluate(() => window.foreign), undefined);
  assert.ok(problems.some(text => text.includes('Content Security Policy')));
  assert.deepEqual(requests.filter(url => url.startsWith('http') && !problems.some(p => p.includes(url))), []);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), 'yes');
});

const corner = 'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n' +
  'facet normal 0 0 -1\nouter loop\nvertex 0 0 0.5\nvertex 0 1 0.5\nvertex 1 0 0.5\nendloop\nendfacet\nendsolid s\n';

test('meshes at their scale; one that is missing is said', {skip}, async t => {
  writeFileSync(join(folder, 'corner.stl'), corner);
  const mesh = name => `<visual><origin xyz="0 0 1"/><geometry><mesh filename="${name}" scale="2 3 4"/></geometry></visual>`;
  const robot = writeRobot(folder, 'meshes.urdf', `<robot name="m"><link name="a">${mesh('corner.stl')}` +
    `${mesh('corner.stl')}${mesh('gone.stl')}</link></robot>`);
  const page = await view(t, robot);
  assert.equal(await page.evaluate(() => JSON.parse(document.getElementById('data').textContent).meshes.length), 1);
  const box = await page.evaluate(() => {
    const {scene} = window.condyle;
    scene.scene.updateMatrixWorld(true);
    const mesh = scene.frames[0].children.find(child => child.userData.body === 0 && child.visible);
    mesh.geometry.computeBoundingBox();
    const {min, max} = mesh.geometry.boundingBox.clone().applyMatrix4(mesh.matrixWorld);
    return [min.x, min.y, min.z, max.x, max.y, max.z];
  });
  near(box, [0, 0, 1, 2, 3, 3], 1e-6);
  await shows(page.locator('#notes'), /gone\.stl/);
});

test('the scene shows the robot, and a picture of it can be saved', {skip}, async t => {
  const robot = writeRobot(folder, 'humanoid.urdf', humanoid);
  const page = await view(t, robot);
  const download = page.waitForEvent('download');
  await page.locator('#picture').click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'humanoid.png');
  const png = readFileSync(await saved.path());
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  // The torso is red: there are pixels that are much more red than blue.
  const red = await page.evaluate(async data => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), c => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const pixels = pen.getImageData(0, 0, image.width, image.height).data;
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      count += pixels[i] > pixels[i + 2] + 80;
    }
    return count;
  }, png.toString('base64'));
  assert.ok(red > 1000, `${red} red pixels`);
});

test('a click chooses a body', {skip}, async t => {
  const page = await view(t, writeRobot(folder, 'humanoid.urdf', humanoid));
  await settle(page);
  await settle(page);
  const [x, y] = await page.evaluate(() => {
    const {scene, core} = window.condyle;
    const torso = core.frames.indexOf('torso');
    const point = scene.camera.position.clone().setFromMatrixPosition(scene.frames[torso].matrixWorld);
    point.z += 0.05;
    point.project(scene.camera);
    const box = scene.canvas.getBoundingClientRect();
    return [box.left + (point.x + 1) / 2 * box.width, box.top + (1 - point.y) / 2 * box.height];
  });
  await page.mouse.click(x, y);
  await settle(page);
  assert.equal(await page.locator('#frame-name').textContent(), 'torso');
});

/** Writes a motion of the UR5e that is too fast for some joints; returns its path. */
function fastMotion() {
  const way = join(folder, 'way.csv');
  const path = join(folder, 'fast.csv');
  writeFileSync(way, 't,q.shoulder_lift_joint,q.elbow_joint\n0,-1.5,1\n1,-1,0.5\n2,0,1.5\n');
  condyle('trajectory', 'universalUR5e', '--through', way, '--acceleration', '60', '--velocity', '8', '--rate', '500',
    '--force', '-o', path);
  return path;
}

const clock = page => page.locator('#clock').textContent();

test('a motion: scrubbing, rows, and what is beyond a limit', {skip}, async t => {
  const motion = fastMotion();
  const rows = objects('id', 'universalUR5e', '--input', motion);
  const page = await view(t, 'universalUR5e', {options: ['--input', motion]});
  assert.equal(await clock(page), `0 s, row 1 of ${rows.length}`);
  near(await numbers(page, 'q'), rows[0].q);
  await page.locator('#time').focus();
  await page.keyboard.press('End');
  near(await numbers(page, 'q'), rows.at(-1).q);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  assert.match(await clock(page), new RegExp(`row ${rows.length - 11} of`));
  near(await numbers(page, 'tau'), rows.at(-12).tau);
  await page.locator('#time').fill('0.0903'); // a row each 0.002 s: the last one before is row 46
  await settle(page);
  assert.equal(await clock(page), `0.09 s, row 46 of ${rows.length}`);
  near(await numbers(page, 'qd'), rows[45].qd);
  await shows(page.locator('#warning'), /Velocity over its limit: shoulder_lift_joint, elbow_joint\./);
  const glowing = await page.evaluate(() => [...window.condyle.scene.over].map(i => window.condyle.core.frames[i]));
  assert.deepEqual(glowing.sort(), ['forearm_link', 'upper_arm_link']);
  assert.ok(await page.locator('.chart path.over').count() >= 3);
  assert.ok(await page.locator('#overs rect').count() >= 2);
  await page.locator('#scene').focus();
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  assert.match(await clock(page), /row 47 of/);
  await page.locator('#time').fill('0.35');
  await settle(page);
  await shows(page.locator('.bar.over .torque'), /% of 150: too much/);
});

test('a motion plays, pauses, ends and repeats, by mouse and by keyboard', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--input', fastMotion()]});
  const row = () => page.evaluate(() => window.condyle.player.row);
  await page.locator('#speed').selectOption('0.1');
  await page.locator('#play').click();
  assert.equal(await page.locator('#play').textContent(), 'pause');
  await page.waitForFunction(() => window.condyle.player.row > 3);
  await page.locator('#scene').focus();
  await page.keyboard.press('k');
  const stopped = await row();
  await settle(page);
  await settle(page);
  assert.equal(await row(), stopped);
  assert.equal(await page.locator('#play').textContent(), 'play');
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('>');
  }
  assert.equal(await page.locator('#speed').inputValue(), '10');
  await page.keyboard.press('<');
  await page.keyboard.press(' ');
  await page.waitForFunction(() => !window.condyle.player.playing);
  assert.equal(await row(), 221);
  await page.locator('#repeat').check();
  await page.locator('#play').focus();
  await page.keyboard.press(' '); // the button's own key: once, not twice
  assert.equal(await page.locator('#play').textContent(), 'pause');
  await page.evaluate(() => new Promise(done => {
    let last = 0;
    const look = () => window.condyle.player.row < last ? done() : (last = window.condyle.player.row, requestAnimationFrame(look));
    look();
  }));
  assert.ok(await page.evaluate(() => window.condyle.player.playing));
  await type(page, 'elbow_joint', 1.25); // by hand: the motion stops, and goes on from its row
  assert.equal(await page.evaluate(() => window.condyle.player.playing), false);
  assert.match(await clock(page), /by hand/);
  near(await numbers(page, 'tau'), objects('id', 'universalUR5e', '--q', (await numbers(page, 'q')).join(','), '--qd',
    (await numbers(page, 'qd')).join(','), '--qdd', (await numbers(page, 'qdd')).join(','))[0].tau);
  await page.locator('#time').focus();
  await page.keyboard.press('Home');
  assert.match(await clock(page), /^0 s, row 1 /);
});

test('torques of the rows, payloads, and a motion without times', {skip}, async t => {
  const measured = join(folder, 'measured.json');
  writeFileSync(measured, [[0, {elbow_joint: 7}], [1], [2, {elbow_joint: 200}]].map(([q, tau]) =>
    JSON.stringify({q: {elbow_joint: q}, tau})).join('\n'));
  const page = await view(t, 'universalUR5e', {options: ['--input', measured]});
  assert.equal(await clock(page), 'row 1 of 3');
  assert.equal((await numbers(page, 'tau'))[2], 7);
  await shows(page.locator('#motion-source'), /as the rows give them, or computed from q \(at rest\)/);
  await page.locator('#scene').focus();
  await page.keyboard.press('.');
  near(await numbers(page, 'tau'), objects('gravity', 'universalUR5e', '--q', 'elbow_joint=1')[0].tau);
  await page.locator('#tree button', {hasText: /^tool0$/}).click();
  await page.getByText('Payload', {exact: true}).click();
  await type(page, 'mass', 4);
  near(await numbers(page, 'tau'), objects('gravity', 'universalUR5e', '--q', 'elbow_joint=1', '--payload', 'tool0:4,0,0,0')[0].tau);
  await page.locator('#scene').focus();
  await page.keyboard.press('.');
  await shows(page.locator('#warning'), /Torque over its limit: elbow_joint/);
  assert.equal((await numbers(page, 'tau'))[2], 200);
  assert.equal(await page.locator('.chart').count(), 2); // no velocities
});

test('plots: limits, one joint, degrees, the cursor, a click, and the file', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--input', fastMotion()]});
  const titles = () => page.locator('.chart .title').allTextContents();
  assert.deepEqual(await titles(), ['Positions, rad', 'Velocities, rad/s', 'Torques, N m']);
  assert.equal(await page.locator('.chart').first().locator('path.curve').count(), 6);
  await page.locator('#legend').getByText('elbow_joint').click();
  assert.equal(await page.locator('.chart').first().locator('path.curve').count(), 1);
  assert.equal(await page.locator('.chart').first().locator('line.limit').count(), 2);
  await page.locator('#scene').focus();
  await page.keyboard.press('u');
  await settle(page);
  assert.deepEqual(await titles(), ['Positions, °', 'Velocities, °/s', 'Torques, N m']);
  const ticks = await page.locator('.chart').first().locator('text.tick').allTextContents();
  assert.ok(ticks.includes('100') && ticks.includes('−100'), ticks.join(' ')); // limits of 180 degrees
  const box = await page.locator('.chart').nth(2).boundingBox();
  await page.mouse.click(box.x + box.width - 12, box.y + 60);
  await settle(page);
  const place = await page.evaluate(() => window.condyle.player.row);
  assert.ok(place > 210, `row ${place}`);
  const cursor = Number(await page.locator('.chart').nth(0).locator('line.cursor').getAttribute('x1'));
  assert.ok(Math.abs(cursor - (box.width - 12)) < 3, `${cursor}`);
  const download = page.waitForEvent('download');
  await page.locator('#save-plots').click();
  const saved = await download;
  assert.match(saved.suggestedFilename(), /\.svg$/);
  const svg = readFileSync(await saved.path(), 'utf8');
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  const read = await page.evaluate(text => {
    /* Without its style, which the Content-Security-Policy of this page would refuse. */
    const drawn = new DOMParser().parseFromString(text.replace(/<style>.*<\/style>/, ''), 'image/svg+xml');
    return [drawn.querySelectorAll('parsererror').length, drawn.querySelectorAll('path.curve').length];
  }, svg);
  assert.deepEqual(read, [0, 3]);
});

test('names in a motion are text', {skip}, async t => {
  const evil = '<img src=x onerror=alert(1)>';
  const robot = writeRobot(folder, 'evil.urdf', humanoid.replaceAll('"lift"', '"&lt;img src=x onerror=alert(1)&gt;"'));
  const rows = join(folder, '<img src=x onerror=alert(3)>.json');
  writeFileSync(rows, JSON.stringify({q: {[evil]: 0.2}}));
  const page = await view(t, robot, {options: ['--input', rows]});
  assert.ok((await page.locator('#motion-file').textContent()).includes('<img src=x onerror=alert(3)>'));
  assert.ok((await page.locator('#legend').textContent()).includes(evil));
  assert.equal(await page.locator('img').count(), 0);
  const download = page.waitForEvent('download');
  await page.locator('#save-plots').click();
  assert.ok(!readFileSync(await (await download).path(), 'utf8').includes('<img'));
});

/** Drops files, {name: content}, onto the page, and waits for another robot, for a motion if there is one, or for a
 * refusal. */
async function drop(page, files, awaited = 'robot') {
  const transfer = await page.evaluateHandle(given => {
    const made = new DataTransfer();
    given.forEach(([name, data]) => made.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], name)));
    return made;
  }, Object.entries(files).map(([name, data]) => [name, Buffer.from(data).toString('base64')]));
  await page.evaluate(() => {
    document.getElementById('refused').textContent = '';
    window.before = {robot: window.condyle, motion: window.condyle?.motion};
  });
  await page.dispatchEvent('body', 'drop', {dataTransfer: transfer});
  await page.waitForFunction(what => document.getElementById('refused').textContent !== '' ||
    (what === 'robot' ? window.condyle !== window.before.robot : window.condyle.motion && window.condyle.motion !== window.before.motion), awaited);
  await settle(page);
}

const refused = page => page.locator('#refused').textContent();

test('a robot and its meshes are dropped onto an empty page', {skip}, async t => {
  const page = await view(t, null, {options: ['--deg']});
  assert.ok(await page.getByText('Drop a robot here').isVisible());
  assert.ok(!await page.locator('#panels').isVisible());
  const mesh = '<visual><geometry><mesh filename="package://some/meshes/corner.stl" scale="2 3 4"/></geometry></visual>' +
    '<visual><geometry><mesh filename="package://some/meshes/gone.stl"/></geometry></visual>';
  const robot = humanoid.replace('<visual><origin xyz="0 0 0.2"/>', `${mesh}<visual><origin xyz="0 0 0.2"/>`);
  await drop(page, {'humanoid.urdf': robot, 'corner.stl': corner});
  assert.equal(await refused(page), '');
  assert.equal(await page.locator('#robot-name').textContent(), 'humanoid');
  assert.ok(!await page.getByText('Drop a robot here').isVisible());
  await shows(page.locator('#notes'), /gone\.stl: no such file/);
  const kinds = await page.evaluate(() => window.condyle.data.bodies.flatMap(body => body.visuals.map(visual => visual.kind)));
  assert.equal(kinds.filter(kind => kind === 'mesh').length, 1);
  const path = writeRobot(folder, 'humanoid.urdf', humanoid);
  await type(page, 'left_elbow_joint', 90);
  near(await numbers(page, 'tau'), objects('id', path, '--q', `left_elbow_joint=${Math.PI / 2}`)[0].tau);
  await drop(page, {'gone.stl': corner}); // the missing mesh alone: the robot is read again, with both
  assert.equal(await page.locator('#notes').textContent(), '');
  assert.equal(await page.evaluate(() => window.condyle.data.meshes.length), 2);
});

test('one robot after the other, by files that are chosen; buttons and keys act once', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--input', fastMotion()]});
  page.on('filechooser', () => {}); // the browser begins to tell of choosers some time after the first listener
  await page.locator('#play').click();
  const model = join(folder, 'model.cdy');
  condyle('compile', 'frankaEmikaPanda', '--force', '-o', model);
  for (const [file, nv] of [[model, 8], [writeRobot(folder, 'humanoid.urdf', humanoid), 9], [model, 8]]) {
    const before = await page.evaluateHandle(() => window.condyle);
    await page.locator('#files').setInputFiles(file);
    await page.waitForFunction(last => window.condyle !== last, before);
    assert.equal(await page.evaluate(() => window.condyle.core.nv), nv);
  }
  assert.ok(!await page.locator('#player').isVisible());
  assert.equal(await page.locator('#joints .slider').count(), 8);
  near(await numbers(page, 'tau'), objects('id', model)[0].tau);
  await shows(page.locator('#notes'), /compiled model has no shapes/);
  await page.locator('#scene').focus();
  const units = await page.locator('#units').textContent();
  await page.keyboard.press('u');
  assert.notEqual(await page.locator('#units').textContent(), units);
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('o');
  await chooser;
  const tree = await page.locator('#tree li').count();
  assert.equal(tree, await page.evaluate(() => window.condyle.core.frames.length));
});

test('xacro is dropped with what it includes: parameters are asked, changed, and read again', {skip}, async t => {
  const page = await view(t, null);
  const robot = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="$(arg name)"><xacro:arg name="name" default="r"/>
    <xacro:arg name="base" default="0.25"/><xacro:arg name="height" default="$(arg base)"/><xacro:include filename="inc.xacro"/><xacro:lift height="$(arg height)"/></robot>`;
  const lift = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="lift" params="height"><link name="base"/>
    <link name="car"><inertial><mass value="\${load_yaml('car.yaml')['mass']}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial></link><joint name="lift" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="\${height}" effort="100" velocity="1"/></joint></xacro:macro></robot>`;
  await drop(page, {'lift.urdf.xacro': robot, 'inc.xacro': lift, 'car.yaml': 'mass: 3  # kg\n'});
  assert.match(await refused(page), /lift\.urdf\.xacro:\d: no value for argument 'name'/);
  await page.locator('#arguments input[name=name]').fill('<b>lift</b>');
  const apply = async () => {
    const before = await page.evaluateHandle(() => window.condyle ?? null);
    await page.locator('#arguments-apply').click();
    await page.waitForFunction(last => window.condyle && window.condyle !== last, before);
  };
  await apply();
  assert.equal(await refused(page), '');
  assert.equal(await page.locator('#robot-name').textContent(), '<b>lift</b>');
  near(await numbers(page, 'tau'), [3 * 9.81]);
  near(await numbers(page, 'upper'), [0.25]);
  await page.locator('#arguments-panel summary').click();
  await page.locator('#arguments input[name=base]').fill('0.5');
  await apply();
  near(await numbers(page, 'upper'), [0.5]); // the default of height follows
  await page.locator('#arguments-panel summary').click();
  await page.locator('#arguments input[name=height]').fill('0.75');
  await apply();
  near(await numbers(page, 'upper'), [0.75]);
  assert.equal(await page.locator('#arguments input[name=name]').inputValue(), '<b>lift</b>');
  const asked = () => page.locator('#arguments input').evaluateAll(inputs => inputs.map(input => input.name));
  const other = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="other"><xacro:arg name="link" default=""/><link name="$(arg link)"/></robot>';
  await page.locator('#beside').click();
  await page.locator('#files').setInputFiles({name: 'other.xacro', mimeType: 'text/xml', buffer: Buffer.from(other)});
  await page.locator('#arguments input[name=link]').fill('base');
  await page.locator('#arguments-apply').click();
  await page.waitForFunction(() => window.condyle.beside);
  assert.deepEqual(await asked(), ['name', 'base', 'height']); // again those of the robot itself
  await drop(page, {'a.urdf': humanoid, 'b.urdf': humanoid.replace('"humanoid"', '"second"')});
  await page.locator('#choices button', {hasText: 'b.urdf'}).click();
  await page.waitForFunction(() => document.getElementById('robot-name').textContent === 'second');
  assert.equal(await page.locator('#arguments').isVisible(), false);
});

test('a second robot stands beside in the same pose, its differences in orange', {skip}, async t => {
  const page = await view(t, writeRobot(folder, 'humanoid.urdf', humanoid));
  const other = humanoid.replace('"humanoid"', '"other"').replace('<origin xyz="0 0 0.5"/>', '<origin xyz="0 0 0.6"/>')
    .replaceAll('left_wrist', 'left_hand');
  const second = writeRobot(folder, 'other.urdf', other);
  await page.locator('#beside').click();
  await page.locator('#files').setInputFiles(second);
  await page.waitForFunction(() => window.condyle.beside);
  assert.equal(await page.locator('#robot-name').textContent(), 'humanoid');
  const words = await page.locator('#beside-differences li').allTextContents();
  assert.deepEqual(words, ['left_wrist: only in the first', 'torso: placement', 'left_hand: only in the second']);
  const state = () => page.evaluate(() => {
    const {beside, core} = window.condyle;
    const name = i => beside.data.bodies[i].name;
    const orange = beside.frames.flatMap((frame, i) => frame.children.some(mesh => mesh.material.color.getHex() === 0xd55e00) ? [name(i)] : []);
    const torso = beside.frames[beside.data.bodies.findIndex(body => body.name === 'torso')].matrix.elements;
    return {orange, torso: torso.slice(12, 15), mine: [3, 7, 11].map(k => core.array('placements')[16 * core.frames.indexOf('torso') + k])};
  });
  await type(page, 'lift', 0.2);
  await type(page, 'left_elbow_joint', 0.7);
  const {orange, torso, mine} = await state();
  assert.deepEqual(orange, ['torso', 'left_hand']);
  near([mine[2], torso[2]], [0.7, 0.8]);
  const [{tau}] = objects('id', second, '--q', 'lift=0.2,left_elbow_joint=0.7');
  near(await page.evaluate(() => [...window.condyle.beside.core.array('tau')]), tau);
  await page.evaluate(() => {
    const {condyle} = window;
    condyle.freedoms.forEach(({index}) => {
      condyle.core.array('qd')[index] = 0.3 + 0.1 * index;
      condyle.core.array('qdd')[index] = 0.5 - 0.2 * index;
    });
    condyle.payload = 1.5;
    condyle.place = [0.1, 0, 0.2];
    condyle.choose(condyle.core.frames.indexOf('torso'));
  });
  await settle(page);
  const torques = await page.locator('#beside-torques tr').evaluateAll(rows => rows.slice(1).map(row => [row.children[0].textContent,
    ...[...row.children].slice(1).map(cell => Number(cell.textContent.replace('−', '-')))]));
  const order = await page.evaluate(() => window.condyle.freedoms.map(({label}) => label));
  const [qd, qdd] = [await numbers(page, 'qd'), await numbers(page, 'qdd')];
  const torquesOf = (path, ...rates) => objects('id', path, '--q', 'lift=0.2,left_elbow_joint=0.7', '--payload', 'torso:1.5,0.1,0,0.2',
    '--qd', rates[0].join(','), '--qdd', rates[1].join(','))[0].tau;
  const without = values => values.map((value, i) => order[i] === 'left_wrist_joint' ? 0 : value); // of which the second has none
  const mineTau = torquesOf(writeRobot(folder, 'humanoid.urdf', humanoid), qd, qdd);
  const theirTau = torquesOf(second, without(qd), without(qdd));
  assert.ok(torques.length > 1);
  for (const [name, a, b, difference] of torques) {
    const i = order.indexOf(name);
    for (const [found, expected] of [[a, mineTau[i]], [b, theirTau[i]], [difference, theirTau[i] - mineTau[i]]]) {
      near([found], [expected], 1e-3);
    }
  }
  assert.equal(await page.locator('#beside-loads').textContent(), '');
  await page.evaluate(() => window.condyle.choose(window.condyle.core.frames.indexOf('left_wrist')));
  await settle(page);
  assert.match(await page.locator('#beside-loads').textContent(), /^The second has no left_wrist: payload and wrench/);
  await page.locator('#no-beside').click();
  assert.equal(await page.evaluate(() => window.condyle.beside), undefined);
  assert.equal(await page.locator('#beside-panel').isVisible(), false);
  await drop(page, {'other.urdf': other}); // a drop takes the place, as before
  assert.equal(await page.locator('#robot-name').textContent(), 'other');
});

/** Two boxes of 0.2 m on slides along x, of which the second has a ball, 1 m above, for its visual. */
const slides = `<robot name="slides"><link name="base"/>${['left', 'right'].map((side, i) => `<link name="${side}">
${i ? '<visual><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></visual>' : ''}
<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<joint name="${side}_slide" type="prismatic"><parent link="base"/><child link="${side}"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" effort="1" velocity="1"/></joint>`).join('')}</robot>`;

test('the nearest pair has a line and its distance in mm, orange where bodies touch; collision shapes are shown', {skip}, async t => {
  const page = await view(t, writeRobot(folder, 'slides.urdf', slides));
  const scene = () => page.evaluate(() => {
    const {distances} = window.condyle;
    return {shown: distances.drawn?.map(({visible}) => visible), shapes: distances.drawn?.map(shape => shape.children[0].material.color.getHex()),
      line: distances.line?.visible, color: distances.shaft?.material.color.getHex(),
      ends: distances.ends?.map(end => end.position.toArray())};
  });
  assert.equal(await page.evaluate(() => window.condyle.distances.shapes), undefined); /* nothing is measured unasked */
  await type(page, 'right_slide', 0.325);
  await page.keyboard.press('Escape');
  await page.locator('#scene').focus();
  await page.keyboard.press('n');
  await settle(page);
  const apart = await scene();
  assert.deepEqual([apart.line, apart.color, apart.shown], [true, 0x009e73, [false, false]]);
  near(apart.ends.map(end => end[0]), [0.1, 0.225], 1e-9);
  const words = page.locator('#distance');
  assert.equal(await words.textContent(), 'left and right: 125 mm');
  await type(page, 'right_slide', 0.15);
  assert.equal(await words.textContent(), 'left and right: overlap by 50 mm');
  assert.ok(await words.evaluate(element => element.classList.contains('outside')));
  await page.locator('[name=collisions]').check();
  await settle(page);
  const touching = await scene();
  assert.deepEqual([touching.color, touching.shown, touching.shapes], [0xd55e00, [true, true], [0xd55e00, 0xd55e00]]);
  await page.locator('summary').getByText('Distances', {exact: true}).click();
  assert.match(await page.locator('#distance-shapes').textContent(), /^Collision shapes; a mesh counts as its convex hull\.$/);
  await page.locator('#leave-out').click();
  await settle(page);
  assert.match(await words.textContent(), /^No two bodies/);
  assert.equal((await scene()).line, false);
  assert.equal(await page.locator('#excluded').textContent(), '--exclude left,right');
  await page.locator('#all-pairs').click();
  await settle(page);
  assert.equal(await words.textContent(), 'left and right: overlap by 50 mm');
  await page.locator('#nearest').uncheck();
  await page.locator('[name=collisions]').uncheck();
  await settle(page);
  const none = await scene();
  assert.deepEqual([none.line, none.shown], [false, [false, false]]);
  await page.locator('.buttons #picture').waitFor();
  await drop(page, {'humanoid.urdf': humanoid}); // a robot of visuals alone, in the same core
  await page.locator('#nearest').check();
  await settle(page);
  const path = writeRobot(folder, 'humanoid.urdf', humanoid);
  const {distance} = JSON.parse(failure('distance', path, '--margin', '9', '--format', 'json').printed);
  near([await page.evaluate(() => window.condyle.distances.nearest.distance)], [distance], 1e-9);
  assert.match(await page.locator('#distance-shapes').textContent(), /^Visuals, since the robot has no collision shapes/);
});

test('--beside shows a second robot from the start', {skip}, async t => {
  const second = writeRobot(folder, 'other.urdf', humanoid.replace('"humanoid"', '"other"').replace('<mass value="2"/>', '<mass value="3"/>'));
  const page = await view(t, writeRobot(folder, 'humanoid.urdf', humanoid), {options: ['--beside', second, '--q', 'lift=0.2']});
  assert.equal(await page.locator('#robot-name').textContent(), 'humanoid');
  assert.equal(await page.locator('#beside-name').textContent(), 'other');
  assert.deepEqual(await page.locator('#beside-differences li').allTextContents(), ['wagon: mass or inertia']);
  const [{tau}] = objects('id', second, '--q', 'lift=0.2');
  near(await page.evaluate(() => [...window.condyle.beside.core.array('tau')]), tau);
  await drop(page, {'humanoid.urdf': humanoid});
  assert.equal(await page.locator('#beside-panel').isVisible(), false);
});

test('wrong files are refused in words, and the page stays as it was', {skip}, async t => {
  const page = await view(t, null);
  const wrong = [
    [{'notes.txt': 'Dear diary'}, /notes\.txt: neither URDF, MJCF, SDF, USD as text nor a compiled model/],
    [{'arm.urdf': '<robot name="r">\n<link name="a">\n</robot>'}, /^arm\.urdf:3: not well-formed XML: .*link/],
    [{'arm.urdf': humanoid.replace('type="prismatic"', 'type="sliding"')}, /^arm\.urdf:\d+: joint 'lift': type 'sliding' is unknown/],
    [{'corner.stl': corner}, /no robot is among the files/],
    [{'a.urdf': humanoid, 'b.urdf': humanoid}, /several files may be the robot: a\.urdf, b\.urdf/],
    [{'empty.urdf': ''}, /empty\.urdf/],
    [{'x.xacro': '<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="y.xacro"/></robot>'},
      /^x\.xacro:1: there is no file '.*y\.xacro'/],
    [{'<img src=x onerror=alert(1)>.urdf': '<a'}, /^<img src=x onerror=alert\(1\)>\.urdf/],
  ];
  for (const [files, expected] of wrong) {
    await page.evaluate(() => { document.getElementById('refused').textContent = ''; });
    await drop(page, files);
    assert.match(await refused(page), expected);
    assert.ok(await page.getByText('Drop a robot here').isVisible());
  }
  await drop(page, {'arm.urdf': humanoid});
  assert.equal(await refused(page), '');
  await type(page, 'lift', 0.1);
  const tau = await numbers(page, 'tau');
  await drop(page, {'arm.urdf': '<robot/>'});
  assert.match(await refused(page), /arm\.urdf/);
  await page.locator('#scene').focus();
  await page.keyboard.press('u');
  assert.deepEqual(await numbers(page, 'tau'), tau); // the robot is still there, where it stood
  assert.equal(await page.locator('#robot-name').textContent(), 'humanoid');
  assert.equal(await page.locator('img').count(), 0);
});

test('a motion is dropped: it plays, another takes its place, a faulty one is refused with its row', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--q', '0,-1,1,0,0,0']});
  const path = fastMotion();
  const rows = objects('id', 'universalUR5e', '--input', path);
  const play = async files => {
    await drop(page, files, 'motion');
    return refused(page);
  };
  assert.equal(await play({'fast.csv': readFileSync(path)}), '');
  assert.equal(await clock(page), `0 s, row 1 of ${rows.length}`);
  await page.locator('#time').focus();
  await page.keyboard.press('End');
  near(await numbers(page, 'q'), rows.at(-1).q);
  near(await numbers(page, 'tau'), rows.at(-1).tau);
  assert.equal(await page.locator('#motion-file').textContent(), 'fast.csv');
  await page.locator('#units').click(); // degrees: also of rows that are dropped
  assert.equal(await play({'second.json': '{"q": {"elbow_joint": 90}, "note": 1}\n{"q": {"elbow_joint": -90}}\n'}), '');
  assert.equal(await clock(page), 'row 1 of 2');
  await shows(page.locator('#motion-notes'), /not read of the rows: 'note'/);
  near(await numbers(page, 'q'), [...rows.at(-1).q.slice(0, 2), Math.PI / 2, ...rows.at(-1).q.slice(3)]); // the rest stays
  await page.locator('#play').click();
  await page.waitForFunction(() => !window.condyle.player.playing);
  assert.equal(await page.evaluate(() => window.condyle.player.row), 1);
  assert.equal(await page.locator('#play').textContent(), 'play'); // one listener, not two
  const download = page.waitForEvent('download');
  await page.locator('#save-plots').click();
  await download;
  assert.equal(await play({'bad.csv': 't,q.elbow_joint\n0,1\n1,x\n'}),
    "bad.csv:3: error: column 2, q.elbow_joint[deg]: 'x' is not a decimal number");
  assert.equal(await clock(page), 'row 2 of 2'); // the last motion is still there
  assert.match(await play({'a.csv': '', 'b.json': ''}), /several files are motions: a\.csv, b\.json/);
  // Another robot, with its motion.
  assert.equal(await play({'humanoid.urdf': humanoid, 'lift.csv': 't,q.lift\n0,0\n2,0.3\n'}), '');
  assert.equal(await page.locator('#robot-name').textContent(), 'humanoid');
  assert.equal(await clock(page), '0 s, row 1 of 2');
  const empty = await view(t, null);
  await drop(empty, {'lift.csv': 't,q.lift\n0,0\n'});
  assert.match(await refused(empty), /no robot is among the files/);
});

test('names of a robot that is dropped are text', {skip}, async t => {
  const evil = '&lt;img src=x onerror=alert(1)&gt;';
  const page = await view(t, null);
  await drop(page, {'e.urdf': humanoid.replaceAll('"humanoid"', `"${evil}"`).replaceAll('"torso"', `"${evil}"`)
    .replace('<box size="0.2 0.3 0.4"/>', `<mesh filename="${evil}.stl"/>`)});
  assert.equal(await page.locator('#robot-name').textContent(), '<img src=x onerror=alert(1)>');
  await shows(page.locator('#notes'), /<img src=x onerror=alert\(1\)>\.stl/);
  assert.equal(await page.locator('img').count(), 0);
});

/** Where a point of the base frame is on the screen. */
const onScreen = (page, point) => page.evaluate(([x, y, z]) => {
  const {scene} = window.condyle;
  const at = scene.camera.position.clone().set(x, y, z).project(scene.camera);
  const box = scene.canvas.getBoundingClientRect();
  return [box.left + (at.x + 1) / 2 * box.width, box.top + (1 - at.y) / 2 * box.height];
}, point);

/** Draws the pointer from one place to another with the button held. */
async function pull(page, from, to) {
  await page.mouse.move(...from);
  await settle(page);
  await page.mouse.down();
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await page.mouse.move(...from.map((value, i) => value + part * (to[i] - value)));
    await settle(page);
  }
  await page.mouse.up();
  await settle(page);
}

/** The origin of a body's frame, and points of it. */
const pointOf = (page, body, offset = [0, 0, 0]) => page.evaluate(([name, [x, y, z]]) => {
  const i = window.condyle.core.frames.indexOf(name);
  const T = window.condyle.core.array('placements').subarray(16 * i, 16 * i + 16);
  return [0, 4, 8].map(r => T[r] * x + T[r + 1] * y + T[r + 2] * z + T[r + 3]);
}, [body, offset]);

test('a link that is dragged turns its joint, within its limits', {skip}, async t => {
  const page = await view(t, writeRobot(folder, 'humanoid.urdf', humanoid));
  await settle(page);
  await settle(page);
  const grip = [0.15, 0, 0];
  const from = await onScreen(page, await pointOf(page, 'left_wrist', grip));
  const to = await page.evaluate(() => { // where the grip is at another angle of the joint
    const {core} = window.condyle;
    const place = core.joints.find(joint => joint.name === 'left_wrist_joint').position;
    const home = [...core.array('q')];
    core.array('q')[place] = 0.3;
    core.compute();
    const i = core.frames.indexOf('left_wrist');
    const T = [...core.array('placements').subarray(16 * i, 16 * i + 16)];
    core.array('q').set(home);
    core.compute();
    return [0, 4, 8].map(r => 0.15 * T[r] + T[r + 3]);
  });
  const before = await numbers(page, 'q');
  const camera = await page.evaluate(() => window.condyle.scene.camera.position.toArray());
  await pull(page, from, await onScreen(page, to));
  const after = await numbers(page, 'q');
  const place = await page.evaluate(() => window.condyle.core.joints.find(joint => joint.name === 'left_wrist_joint').position);
  after.forEach((value, i) => i === place || assert.equal(value, before[i]));
  assert.ok(Math.abs(after[place] - 0.3) < 0.08, `${after[place]}`);
  assert.deepEqual(await page.evaluate(() => window.condyle.scene.camera.position.toArray()), camera);
  await shows(page.locator('#frame-name'), /right_wrist/); // a drag is no click
  for (let i = 0; i < 6; i++) {
    const grabbed = await onScreen(page, await pointOf(page, 'left_wrist', grip));
    const center = await onScreen(page, await pointOf(page, 'left_wrist'));
    await pull(page, grabbed, [center[0] - (grabbed[1] - center[1]), center[1] + (grabbed[0] - center[0])]);
  }
  assert.equal(await page.evaluate(() => window.condyle.core.outside), 0);
  await page.locator('[name=drag]').uncheck();
  const held = await numbers(page, 'q');
  await pull(page, await onScreen(page, await pointOf(page, 'left_wrist', grip)), [600, 300]);
  assert.deepEqual(await numbers(page, 'q'), held);
  assert.notDeepEqual(await page.evaluate(() => window.condyle.scene.camera.position.toArray()), camera);
});

test('the chosen frame is pulled by its gizmo, and turned', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--q', '0,-1.2,1.5,-1.9,-1.57,0']});
  await page.locator('#scene').focus();
  await page.keyboard.press('g');
  await settle(page);
  await settle(page);
  const start = await pointOf(page, 'tool0');
  const turn = async () => page.evaluate(() => {
    const i = window.condyle.frame;
    const T = window.condyle.core.array('placements').subarray(16 * i, 16 * i + 16);
    return [T[0], T[1], T[2], T[4], T[5], T[6], T[8], T[9], T[10]];
  });
  const rotation = await turn();
  const from = await onScreen(page, start);
  await pull(page, from, [from[0] - 40, from[1] - 30]);
  const moved = await pointOf(page, 'tool0');
  assert.ok(Math.hypot(...moved.map((v, i) => v - start[i])) > 0.02, `${start} to ${moved}`);
  const [x, y] = await onScreen(page, moved);
  assert.ok(Math.hypot(x - from[0] + 40, y - from[1] + 30) < 12, `${[x, y]} from ${from}`);
  near(await turn(), rotation, 1e-6);
  assert.equal(await page.locator('#reach').textContent(), '');
  const q = await numbers(page, 'q');
  near(await numbers(page, 'tau'), objects('id', 'universalUR5e', '--q', q.join(','))[0].tau);
  await page.evaluate(() => {
    const {scene} = window.condyle;
    scene.target.position.x += 9;
    scene.gizmo.dispatchEvent({type: 'objectChange'});
  });
  await settle(page);
  await shows(page.locator('#reach'), /out of reach by \d+ mm/);
  await page.keyboard.press('m');
  assert.equal(await page.evaluate(() => window.condyle.scene.gizmo.mode), 'rotate');
  await page.keyboard.press('g');
  assert.equal(await page.evaluate(() => window.condyle.scene.gizmo.object), undefined);
});

test('a wrench is typed, and pulled by its arrows', {skip}, async t => {
  const q = '0,-1.2,1.5,-1.9,-1.57,0';
  const page = await view(t, 'universalUR5e', {options: ['--q', q]});
  await page.getByText('Wrench', {exact: true}).click();
  await type(page, 'force z', -50);
  await type(page, 'moment x', 4);
  const option = await page.locator('#wrench-option').textContent();
  assert.equal(option, '--wrench tool0@base-axes:4,0,0,0,0,-50');
  near(await numbers(page, 'tau'), objects('id', 'universalUR5e', '--q', q, ...option.split(' '))[0].tau);
  const parts = await page.locator('#joints rect.external').evaluateAll(all => all.map(r => Number(r.getAttribute('width'))));
  assert.ok(parts.some(width => width > 1), `bars of the wrench: ${parts}`);
  await page.locator('#no-wrench').click();
  await settle(page);
  near(await numbers(page, 'tau'), objects('id', 'universalUR5e', '--q', q)[0].tau);
  await page.locator('#scene').focus();
  const camera = await page.evaluate(() => window.condyle.scene.camera.position.toArray());
  for (const [name, key, first] of [['force', 'w', 3], ['moment', 'e', 0]]) {
    await page.keyboard.press(key);
    await settle(page);
    const tip = () => page.evaluate(n => window.condyle.scene.arrows[n].onScreen, name);
    const from = await tip();
    const to = [from[0] + 60, from[1] - 90];
    await pull(page, from, to);
    const values = await page.evaluate(() => window.condyle.wrench.values);
    const pulled = values.slice(first, first + 3);
    assert.ok(Math.hypot(...pulled) > 1, `${values}`);
    assert.ok(pulled[2] > 0); // up on the screen
    const [x, y] = await tip();
    assert.ok(Math.hypot(x - to[0], y - to[1]) < 3, `${[x, y]} is not ${to}`);
    near(await numbers(page, 'tau'), objects('id', 'universalUR5e', '--q', q, '--wrench', `tool0@base-axes:${values}`)[0].tau);
    await page.keyboard.press(key); // not to be pulled by mistake any more
  }
  assert.deepEqual(await page.evaluate(() => window.condyle.scene.camera.position.toArray()), camera);
  const held = await page.evaluate(() => [...window.condyle.wrench.values]);
  const tip = await page.evaluate(() => window.condyle.scene.arrows.force.onScreen);
  await pull(page, tip, [tip[0] + 50, tip[1]]);
  assert.deepEqual(await page.evaluate(() => [...window.condyle.wrench.values]), held);
  assert.ok(await page.evaluate(() => window.condyle.scene.arrows.force.group.visible));
});

test('what the pose can carry is what payload says', {skip}, async t => {
  const q = '0,-1,1,0,0.5,0';
  const page = await view(t, 'universalUR5e', {options: ['--q', q]});
  await page.getByText('Capacity in this pose', {exact: true}).click();
  await page.getByText('Wrench', {exact: true}).click();
  const text = async () => (await settle(page), await page.locator('#capacity').textContent());
  const said = async (...options) => {
    const [{mass, joint, unloaded_percent: unloaded}] = objects('payload', 'universalUR5e', '--body', 'tool0', '--q', q, ...options);
    assert.match(await text(), new RegExp(`^tool0 can carry at most [\\d.]+ kg; ${joint} bounds it\\.`));
    const [carried, percent] = (await text()).match(/[\d.]+ (?=kg|%)/g).map(Number);
    assert.ok(Math.abs(carried - mass) < 1e-3 && Math.abs(percent - unloaded) < 0.01, `${await text()}: ${mass} kg, ${unloaded} %`);
  };
  await said();
  await page.getByText('Payload', {exact: true}).click();
  await type(page, 'center z', 0.1);
  await said('--com', '0,0,0.1');
  await type(page, 'force z', -30);
  await said('--com', '0,0,0.1', '--wrench', 'tool0@base-axes:0,0,0,0,0,-30');
  await type(page, 'force z', -3000);
  assert.match(await text(), /at most 0 kg; shoulder_lift_joint is beyond its limit without any\. .* [\d.]+ % of its limit/);
  const free = await view(t, 'omronEcobra600');
  await free.getByText('Capacity in this pose', {exact: true}).click();
  await settle(free);
  assert.match(await free.locator('#capacity').textContent(), /no joint has a known effort limit/);
});

/** A box on two feet that stand 0.4 m apart, each 0.2 x 0.1 m; a weight of 1 kg slides sideways above them. */
const feet = `<robot name="feet"><link name="hip"><inertial><origin xyz="0 0 1"/><mass value="3"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
${['left', 'right'].map((side, i) => `<link name="${side}"><visual><geometry><box size="0.2 0.1 0.04"/></geometry></visual></link>
<joint name="${side}_joint" type="fixed"><origin xyz="0 ${0.2 - 0.4 * i} 0"/><parent link="hip"/><child link="${side}"/></joint>`).join('')}
<link name="weight"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="slide" type="prismatic"><origin xyz="0 0 1"/><parent link="hip"/><child link="weight"/><axis xyz="0 1 0"/>
<limit lower="-2" upper="2" effort="10" velocity="1"/></joint></robot>`;

test('the bodies that stand support the center of mass, or do not', {skip}, async t => {
  const robot = writeRobot(folder, 'feet.urdf', feet);
  const page = await view(t, robot, {options: ['--floating-base']});
  const support = page.locator('#support');
  const stand = async name => {
    await page.locator('#tree button', {hasText: new RegExp(`^${name}$`)}).click();
    await page.locator('#scene').focus();
    await page.keyboard.press('s');
    await settle(page);
  };
  assert.equal(await support.textContent(), '');
  await stand('left');
  assert.ok(await page.locator('[name=center]').isChecked());
  assert.equal(await support.textContent(), 'The plumb line falls 0.15 m beside the support polygon.');
  await stand('right');
  assert.equal(await page.locator('#standing').textContent(), 'left ×right ×');
  assert.equal(await support.textContent(), 'The plumb line falls into the support polygon, 0.1 m from its edge.'); // 0.2 x 0.5 m
  assert.ok(await page.evaluate(() => window.condyle.scene.ground.area.visible));
  await type(page, 'slide', 0.8);
  const [{com}] = objects('com', robot, '--floating-base', '--q', 'slide=0.8');
  assert.equal(com[1], 0.2);
  await shows(page.locator('#center'), /^at 0, 0\.2, 1 m/);
  assert.equal(await support.textContent(), 'The plumb line falls into the support polygon, 0.05 m from its edge.');
  await type(page, 'slide', 1.4);
  assert.equal(await support.textContent(), 'The plumb line falls 0.1 m beside the support polygon.');
  assert.equal(await page.locator('#support.outside').count(), 1);
  await page.locator('#standing button', {hasText: 'right'}).click();
  await page.locator('#standing button', {hasText: 'left'}).click();
  await settle(page);
  assert.equal(await page.locator('#standing').textContent(), 'none');
  assert.equal(await support.textContent(), '');
});

test('ellipsoids and the plumb line are shown when asked for', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--q', '0,-1.2,1.5,-1.9,-1.57,0']});
  const visible = () => page.evaluate(() => {
    const {scene} = window.condyle;
    return [scene.inertias.filter(mesh => mesh.visible).length, scene.ellipsoid.visible, scene.ground.plumb.visible];
  });
  assert.deepEqual(await visible(), [0, false, false]);
  for (const name of ['inertias', 'ellipsoid', 'center']) {
    await page.locator(`[name=${name}]`).check();
  }
  const masses = JSON.parse(condyle('show', 'universalUR5e', '--format', 'json')).bodies.filter(body => body.mass > 0);
  assert.deepEqual(await visible(), [masses.length, true, true]);
  const [place, tool] = [await page.evaluate(() => window.condyle.scene.ellipsoid.matrix.elements.slice(12, 15)), await pointOf(page, 'tool0')];
  near(place, tool, 1e-6);
  assert.ok((await page.evaluate(() => window.condyle.scene.inertias.every(mesh => mesh.matrix.determinant() !== 0))));
});

test('dark, light and the width of a phone', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--input', fastMotion()], viewport: {width: 360, height: 740},
    colorScheme: 'dark'});
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} wide`);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.locator('#theme').click();
  assert.notEqual(await ground(), dark);
  await type(page, 'elbow_joint', 1);
  assert.equal((await numbers(page, 'q'))[2], 1);
});

test('boxes over a small scene are shown by their button', {skip}, async t => {
  for (const viewport of [{width: 390, height: 844}, {width: 768, height: 1024}]) {
    const page = await view(t, 'universalUR5e', {options: ['--input', fastMotion()], viewport});
    assert.equal(await page.locator('#marks').isVisible(), false);
    await page.locator('#show-marks').click();
    assert.ok(await page.locator('#marks').isVisible());
    await page.locator('[name=center]').check();
    await page.locator('#show-marks').click();
    assert.equal(await page.locator('#marks').isVisible(), false);
  }
  const page = await view(t, 'universalUR5e');
  assert.ok(await page.locator('#marks').isVisible());
  assert.equal(await page.locator('#show-marks').isVisible(), false);
});

test('a scene of any shape has the robot whole, and names of one height', {skip}, async t => {
  const heights = [];
  for (const [robot, viewport] of [['universalUR5e', {width: 390, height: 844}], ['universalUR5e', {width: 768, height: 1024}],
    ['universalUR5e', {width: 1280, height: 800}], ['atlas', {width: 390, height: 844}], ['atlas', {width: 1500, height: 500}]]) {
    const page = await view(t, robot, {viewport});
    const [largest, height, end] = await page.evaluate(() => {
      const {scene} = window.condyle;
      const {min, max} = scene.extent();
      scene.camera.updateMatrixWorld();
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(k => min.clone().set(...['x', 'y', 'z'].map((axis, i) =>
        k >> i & 1 ? max[axis] : min[axis])).project(scene.camera));
      const name = scene.marks.find(mark => mark.kind === 'names' && mark.object.visible).object;
      const half = Math.tan(scene.camera.fov / 2 * Math.PI / 180);
      const at = name.getWorldPosition(max.clone()).project(scene.camera).x;
      return [Math.max(...corners.flatMap(({x, y}) => [Math.abs(x), Math.abs(y)])),
        name.scale.y / (2 * half) * scene.canvas.clientHeight,
        at + (1 - name.center.x) * name.scale.x / (half * scene.camera.aspect)];
    });
    assert.ok(largest < 1, `${robot} at ${viewport.width} x ${viewport.height} reaches ${largest} of the way to the edge`);
    assert.ok(end < 1.01, `the name ends at ${end} on a way of 1 to the edge`);
    heights.push(height);
  }
  near(heights, heights.map(() => heights[0]), 1e-9);
});

test('the center of mass is told to a tenth of a millimeter', {skip}, async t => {
  const page = await view(t, writeRobot(folder, 'center.urdf', `<robot name="center"><link name="base"/><link name="arm">
    <inertial><origin xyz="0.1 0.00004 -0.00007"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
    </inertial></link><joint name="slide" type="prismatic"><parent link="base"/><child link="arm"/>
    <limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>`));
  assert.match(await page.locator('#summary').textContent(), /^1 degree of freedom, .*center of mass at 0\.1, 0, −0\.0001 m$/);
  assert.match(await page.locator('#center').textContent(), /^at 0\.1, 0, −0\.0001 m/);
});

test('the key ? lists the keys, among them all that buttons name', {skip}, async t => {
  const page = await view(t, 'universalUR5e');
  await page.keyboard.press('?');
  const named = (await page.locator('#keys-list th').allTextContents()).flatMap(keys => keys.split(/,? /));
  const titles = await page.locator('button[title], label[title]').evaluateAll(all => all.map(one => one.title));
  const letters = titles.map(title => title.match(/^(.)(:|$)/)?.[1]).filter(Boolean);
  assert.ok(letters.length > 10);
  letters.forEach(letter => assert.ok(named.includes(letter), `${letter} is not in the list`));
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#keys-list').isVisible(), false);
});

test('digits choose the view', {skip}, async t => {
  const page = await view(t, 'universalUR5e');
  const way = () => page.evaluate(() => {
    const {camera, target} = window.condyle.scene.place;
    const parts = camera.map((x, k) => x - target[k]);
    return parts.map(x => x / Math.hypot(...parts));
  });
  const usual = await way();
  for (const [key, direction] of [['1', [1, 0, 0]], ['2', [0, 1, 0]], ['3', [0, 0, 1]], ['0', usual]]) {
    await page.keyboard.press(key);
    near(await way(), direction, 1e-4);
  }
});

test('what floats stands on the grid, an arm is mounted on it', {skip}, async t => {
  const bent = 'shoulder_lift_joint=0.2';
  const heights = page => page.evaluate(() => {
    const {scene} = window.condyle;
    return [scene.marks.find(mark => mark.kind === 'grid').object.position.z, scene.extent().min.z];
  });
  const floating = await heights(await view(t, 'universalUR5e', {options: ['--floating-base', '--q', bent]}));
  assert.equal(floating[0], floating[1]);
  assert.ok(floating[0] < -0.1);
  const [grid, lowest] = await heights(await view(t, 'universalUR5e', {options: ['--q', bent]}));
  assert.equal(grid, 0);
  assert.ok(lowest < -0.1);
});

test('the first frame is the tool, by its name', {skip}, async t => {
  const arm = names => `<robot name="arm">${names.map(name => `<link name="${name}"/>`).join('')}${names.slice(1).map(name =>
    `<joint name="to_${name}" type="fixed"><parent link="base"/><child link="${name}"/></joint>`).join('')}</robot>`;
  for (const [names, chosen] of [[['base', 'tool0', 'camera'], 'tool0'], [['base', 'ee_link', 'arm_tcp', 'camera'], 'arm_tcp'],
    [['base', 'flange', 'link_ee', 'cable'], 'link_ee'], [['base', 'fleet'], 'fleet']]) {
    const page = await view(t, writeRobot(folder, 'tool.urdf', arm(names)));
    assert.equal(await page.locator('#frame-name').textContent(), chosen);
  }
});

test('meshes that are not there are said at once, and lines stand for their bodies', {skip}, async t => {
  const page = await view(t, writeRobot(folder, 'lost.urdf', `<robot name="lost"><link name="base"><visual><geometry>
    <box size="0.1 0.1 0.1"/></geometry></visual></link><link name="arm"><visual><geometry><mesh filename="lost/arm.stl"/>
    </geometry></visual></link><joint name="turn" type="continuous"><origin xyz="0 0 0.5"/><parent link="base"/>
    <child link="arm"/></joint></robot>`));
  await shows(page.locator('#missing'), /^1 mesh is not shown/);
  assert.ok(await page.evaluate(() => window.condyle.scene.skeleton.visible && window.condyle.scene.frames[0].children[0].visible));
  const whole = await view(t, 'universalUR5e');
  assert.equal(await whole.locator('#missing').textContent(), '');
  assert.equal(await whole.evaluate(() => window.condyle.scene.skeleton.visible), false);
});

test('files of every format are dropped', {skip}, async t => {
  const files = ['mjcf', 'sdf'].map(kind => [join(folder, `arm.${kind}`), 'universalUR5e', kind]);
  for (const [path, robot, kind] of files) {
    condyle('export', robot, '--as', kind, '--force', '-o', path);
  }
  const usd = join(process.env.SOURCE_ROOT, 'docs/examples/gripper.usda');
  for (const path of [...files.map(([given]) => given), usd]) {
    const page = await view(t, null);
    await page.locator('#files').setInputFiles(path);
    const nv = Number(condyle('show', path, '--format', 'json').match(/"nv": ?(\d+)/)?.[1]);
    await page.waitForFunction(count => window.condyle?.core.nv === count, nv);
    assert.equal(await page.locator('#refused').textContent(), '');
  }
});

test('a trace follows the tool through a motion, and a ghost stays', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--input', fastMotion()]});
  const q = await numbers(page, 'q');
  await page.locator('[name=trace]').check();
  await settle(page);
  near(await numbers(page, 'q'), q, 0);
  const ends = await page.evaluate(() => {
    const places = window.condyle.scene.trace.geometry.getAttribute('position');
    return [0, places.count - 1].map(i => [places.getX(i), places.getY(i), places.getZ(i)]);
  });
  near(ends[0], await pointOf(page, 'tool0'), 1e-6);
  await page.locator('[name=ghost]').check();
  await page.locator('#time').press('End');
  await settle(page);
  near(ends[1], await pointOf(page, 'tool0'), 1e-6);
  const ghost = () => page.evaluate(() => window.condyle.scene.ghost?.children.at(-1).matrix.elements.slice(12, 15) ?? null);
  near(await ghost(), ends[0], 1e-6);
  await page.locator('[name=ghost]').uncheck();
  assert.equal(await ghost(), null);
  await page.locator('[name=trace]').uncheck();
  assert.equal(await page.evaluate(() => window.condyle.scene.trace), null);
  const still = await view(t, 'universalUR5e');
  assert.equal(await still.locator('[name=trace]').isVisible(), false);
});

test('the robot is saved as glTF where it stands, a motion as WebM', {skip}, async t => {
  const page = await view(t, 'universalUR5e', {options: ['--input', fastMotion()]});
  const saved = async id => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(id).click()]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
  };
  const [model, bytes] = await saved('#model');
  assert.match(model, /\.glb$/);
  assert.equal(bytes.subarray(0, 4).toString(), 'glTF');
  const {nodes} = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
  near(nodes.find(node => node.name === 'wrist_3_link').matrix.slice(12, 15), await pointOf(page, 'wrist_3_link'), 1e-6);
  const [film, frames] = await saved('#save-video');
  assert.match(film, /\.webm$/);
  assert.equal(frames.readUInt32BE(0), 0x1a45dfa3); /* EBML */
  assert.equal(await page.locator('#clock').textContent(), await page.locator('#time').getAttribute('aria-valuetext'));
});

test('a page around it asks and is answered', {skip}, async t => {
  condyle('view', 'universalUR5e', '--input', fastMotion(), '--force', '-o', join(folder, 'page.html'));
  writeFileSync(join(folder, 'around.html'),
    '<!doctype html><html data-ready="yes"><iframe src="page.html" width="1200" height="700"></iframe></html>');
  const {page: around, context, problems} = await openPage(browser, join(folder, 'around.html'));
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  const page = around.frames()[1];
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
  const ask = message => around.evaluate(asked => new Promise(answered => {
    window.addEventListener('message', ({data}) => {
      if (['answer', 'error'].includes(data.condyle) && data.id === asked.id) {
        answered(data);
      }
    });
    document.querySelector('iframe').contentWindow.postMessage(asked, '*');
  }), message);
  const q = [0.1, -1, 1, 0.2, 0.5, 0];
  const {tau, T, frame} = await ask({condyle: 'pose', q, id: 7});
  near(await numbers(page, 'q'), q, 0);
  near(tau, objects('id', 'universalUR5e', '--q', q.join(','), '--qd', (await numbers(page, 'qd')).join(','),
    '--qdd', (await numbers(page, 'qdd')).join(','))[0].tau);
  assert.equal(frame, 'tool0');
  near([T[3], T[7], T[11]], await pointOf(page, 'tool0'));
  assert.equal((await ask({condyle: 'frame', name: 'wrist_1_link', id: 8})).frame, 'wrist_1_link');
  assert.match((await ask({condyle: 'frame', name: 'none', id: 9})).text, /no body 'none'/);
  assert.match((await ask({condyle: 'pose', q: [1, 2], id: 10})).text, /q: expected a list of 6 numbers/);
  assert.match((await ask({condyle: 'pose', q: [1, 2, 3, 4, 5, null], id: 11})).text, /6 numbers/);
  near(await numbers(page, 'q'), q, 0);
  const {q: first} = await ask({condyle: 'time', t: 0, id: 12});
  near(first, await page.evaluate(() => [...window.condyle.motion.at('q', 0)]), 0);
  await page.evaluate(() => new Promise(seen => {
    window.addEventListener('message', seen);
    window.postMessage({condyle: 'pose', q: [0, 0, 0, 0, 0, 1]}, '*');
  }));
  near(await numbers(page, 'q'), first, 0); /* not moved by its own message */
});

test('colors are told apart with any color vision', () => {
  const css = readFileSync(join(process.env.SOURCE_ROOT, 'tools/web/page/page.css'), 'utf8');
  const themes = [...css.matchAll(/color-scheme: (?:light|dark);([^}]*)}/g)].map(([, block]) =>
    Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, color]) => [name, color])));
  assert.equal(themes.length, 3);
  const sets = [['gravity', 'coriolis', 'inertia', 'external', 'over'], [0, 1, 2, 3, 4, 5].map(i => `curve-${i}`)];
  for (const theme of themes) {
    for (const vision of Object.keys(VISIONS)) {
      for (const set of sets) {
        const {distance, one, other} = leastDistance(Object.fromEntries(set.map(name => [name, theme[name]])), vision);
        assert.ok(distance > 10, `${one} and ${other} are ${distance} apart for a ${vision}`);
      }
    }
  }
  assert.ok(leastDistance({red: '#c00000', green: '#5a7a00'}, 'deuteranope').distance < 10); /* as it should be */
});

test('without WebGL the numbers stay', {skip}, async t => {
  const path = join(folder, 'flat.html');
  condyle('view', 'universalUR5e', '--force', '-o', path);
  const context = await browser.newContext();
  t.after(() => context.close());
  await context.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  const page = await context.newPage();
  await page.goto(`file://${path}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
  assert.ok(await page.locator('#no-scene').isVisible());
  await type(page, 'elbow_joint', 1);
  near(await numbers(page, 'tau'), objects('id', 'universalUR5e', '--q', 'elbow_joint=1')[0].tau);
});

test('a page without its meshes is under 1.4 MB', () => {
  const path = join(folder, 'size.html');
  condyle('view', 'universalUR5e', '--force', '-o', path);
  assert.ok(statSync(path).size < 1.4e6);
});

test('what has no tree, or is no robot, is refused', () => {
  const model = join(folder, 'model.cdy');
  condyle('compile', 'universalUR5e', '--force', '-o', model);
  assert.equal(failure('view', model).code, 2);
  assert.match(failure('view', '--q', '1').said, /without a robot/);
  assert.equal(failure('view', join(folder, 'nothing.urdf')).code, 3);
  assert.equal(failure('view', writeRobot(folder, 'broken.urdf', '<robot name="b">')).code, 1);
});

/** Serves a page until the test ends, and opens it; null where the command has no server. */
async function serve(t, ...args) {
  const server = spawn(process.env.CONDYLE, ['view', ...args, '--serve', '0'], {stdio: ['ignore', 'pipe', 'pipe']});
  let page, context, problems;
  t.after(async () => { /* the page first, which asks its server again and again */
    await context?.close();
    server.kill();
    assert.deepEqual(problems ?? [], []);
  });
  let said = '';
  server.stderr.on('data', bytes => { said += bytes; });
  let address = '';
  server.stdout.on('data', bytes => { address += bytes; });
  while (!address.includes('\n') && server.exitCode === null) {
    await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  }
  if (said.includes('without libmicrohttpd')) {
    t.skip('libmicrohttpd is not installed');
    return null;
  }
  ({page, context, problems} = await openAddress(browser, address.trim()));
  return page;
}

/** Waits until a served page has loaded itself anew with the robot of this name. */
function reloaded(page, name) {
  return page.waitForFunction(robot => document.documentElement.dataset.ready === 'yes' &&
    document.getElementById('robot-name').textContent === robot, name);
}

test('a served page follows its file in the same pose', {skip}, async t => {
  const path = writeRobot(folder, 'served.urdf', humanoid);
  const text = readFileSync(path, 'utf8');
  const page = await serve(t, path);
  if (!page) {
    return;
  }
  await type(page, 'left_elbow_joint', 0.7);
  const before = await page.evaluate(() => window.condyle.positions.find(c => c.label === 'left_elbow_joint').get());
  writeFileSync(path, text.slice(0, -20));
  await page.waitForFunction(() => document.getElementById('changes').textContent.includes('cannot be shown'));
  assert.equal(await page.evaluate(() => document.getElementById('robot-name').textContent), 'humanoid');
  writeFileSync(path, text.replace(/name=(["'])humanoid/, 'name=$1changed'));
  await reloaded(page, 'changed');
  assert.equal(await page.evaluate(() => window.condyle.positions.find(c => c.label === 'left_elbow_joint').get()), before);
  assert.equal(await page.evaluate(() => document.getElementById('changes').textContent), '');
});

test('a served page keeps loads, feet and marks by the names of bodies', {skip}, async t => {
  const path = writeRobot(folder, 'walker.urdf', feet);
  const page = await serve(t, path, '--floating-base');
  if (!page) {
    return;
  }
  const choose = name => page.locator('#tree button', {hasText: new RegExp(`^${name}$`)}).click();
  for (const foot of ['left', 'right']) {
    await choose(foot);
    await page.locator('#scene').focus();
    await page.keyboard.press('s');
  }
  await choose('weight');
  await page.getByText('Wrench', {exact: true}).click();
  await type(page, 'force x', 7);
  await page.getByText('Payload', {exact: true}).click();
  await type(page, 'mass', 0.5);
  await page.locator('[name=force]').check();
  await settle(page);
  const state = () => page.evaluate(() => ({tau: [...window.condyle.core.array('tau')], values: window.condyle.wrench.values,
    frame: document.getElementById('frame-name').textContent, payload: window.condyle.payload,
    standing: document.getElementById('standing').textContent, support: document.getElementById('support').textContent,
    marks: [...document.querySelectorAll('#marks input')].filter(box => box.checked).map(box => box.name)}));
  const before = await state();
  assert.deepEqual([before.frame, before.standing, before.payload, before.values[3]], ['weight', 'left ×right ×', 0.5, 7]);
  /* A new body shifts the numbers of those behind it. */
  const toe = '<link name="toe"/><joint name="toe_joint" type="fixed"><parent link="left"/><child link="toe"/></joint>';
  writeFileSync(path, feet.replace('name="feet"', 'name="longer"').replace('<link name="right"', `${toe}<link name="right"`));
  await reloaded(page, 'longer');
  assert.deepEqual(await state(), before);
  /* Bodies that are gone take their load, and their place on the ground, with them. */
  writeFileSync(path, feet.replace('name="feet"', 'name="other"').replaceAll('"weight"', '"mass"').replaceAll('"left"', '"port"'));
  await reloaded(page, 'other');
  const after = await state();
  assert.deepEqual([after.standing, after.payload, after.values], ['right ×', 0, [0, 0, 0, 0, 0, 0]]);
});

test('a served page keeps the time of its motion', {skip}, async t => {
  const path = writeRobot(folder, 'player.urdf', feet);
  const motion = join(folder, 'served.csv');
  writeFileSync(motion, 't,q.slide\n0,0\n1,0.5\n2,1\n');
  const page = await serve(t, path, '--input', motion);
  if (!page) {
    return;
  }
  await page.locator('#scene').focus();
  await page.keyboard.press('.');
  await settle(page);
  writeFileSync(path, feet.replace('name="feet"', 'name="again"'));
  await reloaded(page, 'again');
  assert.deepEqual(await page.evaluate(() => [window.condyle.row, window.condyle.player.time]), [1, 1]);
  near(await numbers(page, 'q'), [0.5], 0);
  await type(page, 'slide', 0.3);
  writeFileSync(path, feet.replace('name="feet"', 'name="once_more"'));
  await reloaded(page, 'once_more');
  assert.equal(await page.evaluate(() => window.condyle.row), undefined);
  near(await numbers(page, 'q'), [0.3], 0);
});
