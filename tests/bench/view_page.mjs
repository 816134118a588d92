// Measures the page of `condyle view` in Chromium without a window: weight, time to start, and pictures a second.
//
//   node tests/bench/view_page.mjs CONDYLE [ROUNDS]
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const [condyle, rounds = '5'] = process.argv.slice(2);
process.env.SOURCE_ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const {openPage, startBrowser} = await import('../web/browser.mjs');
const TRIANGLES = 100000;
const folder = mkdtempSync(join(tmpdir(), 'view-'));

/** Writes a robot: an arm that carries a ball of about TRIANGLES triangles, as binary STL. */
function writeBall() {
  const half = Math.round(Math.sqrt(TRIANGLES / 4));
  const corner = (i, k) => [Math.sin(Math.PI * i / half) * Math.cos(Math.PI * k / half), Math.sin(Math.PI * i / half) *
    Math.sin(Math.PI * k / half), Math.cos(Math.PI * i / half)];
  const faces = [];
  for (let i = 0; i < half; i++) {
    for (let k = 0; k < 2 * half; k++) {
      const [a, b, c, d] = [corner(i, k), corner(i + 1, k), corner(i + 1, k + 1), corner(i, k + 1)];
      faces.push([a, b, c], [a, c, d]);
    }
  }
  const bytes = Buffer.alloc(84 + 50 * faces.length);
  bytes.writeUInt32LE(faces.length, 80);
  faces.forEach((face, i) => face.flat().forEach((value, k) => bytes.writeFloatLE(value, 84 + 50 * i + 12 + 4 * k)));
  writeFileSync(join(folder, 'ball.stl'), bytes);
  const path = join(folder, 'ball.urdf');
  writeFileSync(path, `<robot name="ball"><link name="a"/><link name="b"><inertial><mass value="1"/><inertia ixx="1" ixy="0"
ixz="0" iyy="1" iyz="0" izz="1"/></inertial><visual><geometry><mesh filename="ball.stl"/></geometry></visual></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>`);
  return [path, faces.length];
}

/** Opens the page of a robot several times; the least time until it is ready. */
async function start(browser, robot) {
  const path = join(folder, 'page.html');
  execFileSync(condyle, ['view', robot, '--force', '-o', path]);
  let least = Infinity;
  for (let i = 0; i < Number(rounds); i++) {
    const opened = await openPage(browser, path);
    least = Math.min(least, await opened.page.evaluate(() => window.condyle ? performance.now() : NaN));
    await opened.context.close();
  }
  return {bytes: statSync(path).size, least};
}

/** Pictures a second while a joint turns, each finished by the renderer. */
async function rate(browser, robot) {
  const path = join(folder, 'page.html');
  execFileSync(condyle, ['view', robot, '--force', '-o', path]);
  const opened = await openPage(browser, path);
  const result = await opened.page.evaluate(() => {
    const {condyle} = window;
    const gl = condyle.scene.renderer.getContext();
    const [times, updates] = [[], []];
    for (let i = 0; i < 30; i++) {
      const begin = performance.now();
      condyle.positions[0].set(0.05 * i);
      condyle.update();
      updates.push(performance.now() - begin);
      condyle.scene.render();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); /* waits until the picture is drawn */
      times.push(performance.now() - begin);
    }
    const name = gl.getExtension('WEBGL_debug_renderer_info');
    return {frame: Math.min(...times), update: Math.min(...updates), renderer: name ? gl.getParameter(name.UNMASKED_RENDERER_WEBGL) : ''};
  });
  await opened.context.close();
  return result;
}

const browser = await startBrowser();
for (const robot of ['ur5e', 'panda']) {
  const {bytes, least} = await start(browser, robot);
  console.log(`${robot}: page of ${bytes} bytes, ready after ${Math.round(least)} ms`);
}
const [ball, count] = writeBall();
for (const [robot, text] of [['ur5e', 'primitives'], [ball, `${count} triangles`]]) {
  const {frame, update, renderer} = await rate(browser, robot);
  console.log(`${text}: ${(1000 / frame).toFixed(1)} pictures/s, of which the page's own part ${update.toFixed(2)} ms (${renderer})`);
}
await browser.close();
rmSync(folder, {recursive: true});
