// Makes a page of pictures of the page of `condyle view`, FOLDER/view.html, in Chromium without a window.
//
//   node docs/view_pictures.mjs CONDYLE FOLDER        # or: meson compile -C build view-pictures
import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const [condyle, folder] = process.argv.slice(2);
process.env.SOURCE_ROOT = resolve(fileURLToPath(import.meta.url), '../..');
const {browserPath, openPage, startBrowser} = await import('../tests/web/browser.mjs');
const BENT = '0,-1.2,1.5,-1.9,-1.57,0';

/** Types a number into the field of this label. */
async function type(page, label, value) {
  await page.getByLabel(`${label}, number`, {exact: true}).first().fill(String(value));
  await page.keyboard.press('Enter');
}

/** Opens panels that are folded away, or closes those that are not. */
async function toggle(page, ...panels) {
  for (const name of panels) {
    await page.locator('summary').getByText(name, {exact: true}).click();
  }
}

const pictures = [
  ['arm', 'A UR5e with a payload: torques beside their limits', ['ur5e', '--q', BENT], {}, async page => {
    await toggle(page, 'Payload');
    await type(page, 'mass', 5);
    await page.locator('[name=center]').check();
  }],
  ['wrench', 'A force on the tool, and what the pose can carry', ['ur5e', '--q', BENT], {}, async page => {
    await toggle(page, 'Joints and torques', 'Wrench', 'Capacity in this pose');
    await type(page, 'force z', -60);
    await type(page, 'force x', 40);
  }],
  ['frames', 'Joint axes, frames, inertias and the ellipsoid of velocities; dark', ['panda', '--q', '0,-0.5,0,-2,0,1.6,0.8,0.03'],
    {colorScheme: 'dark'}, async page => {
      for (const name of ['frames', 'axes', 'inertias', 'ellipsoid']) {
        await page.locator(`[name=${name}]`).check();
      }
    }],
  ['distances', 'The nearest pair of bodies, which overlap, and what is measured', ['iiwa14', '--q', '0,1.9,0,-2,0,1.9,0'], {}, async page => {
    await toggle(page, 'Joints and torques', 'Distances');
    for (const name of ['nearest', 'collisions']) {
      await page.locator(`[name=${name}]`).check();
    }
  }],
  ['beside', 'A UR10e beside a UR5e; dark', ['ur5e', '--beside', 'ur10e', '--q', BENT], {colorScheme: 'dark'},
    page => toggle(page, 'Joints and torques')],
  ['motion', 'A motion with its plots', ['ur5e'], {motion: true}, page => page.locator('#time').fill('0.35')],
  ['phone', 'On the width of a phone', ['iiwa14', '--q', '0,0.7,0,-1.2,0,1.2,0'], {viewport: {width: 390, height: 844}}, () => {}],
];

/** Writes a motion that is too fast for some joints. */
function makeMotion() {
  const [way, motion] = ['way.csv', 'motion.csv'].map(name => join(folder, 'view', name));
  writeFileSync(way, 't,q.shoulder_lift_joint,q.elbow_joint\n0,-1.5,1\n1,-1,0.5\n2,0,1.5\n');
  execFileSync(condyle, ['trajectory', 'ur5e', '--through', way, '--acceleration', '60', '--velocity', '8', '--rate', '500',
    '--force', '-o', motion]);
  return motion;
}

async function makePicture(browser, [name, caption, options, {motion, ...context}, prepare]) {
  const path = join(folder, 'view', `${name}.html`);
  const input = motion ? ['--input', makeMotion()] : [];
  execFileSync(condyle, ['view', ...options, ...input, '--force', '-o', path]);
  const opened = await openPage(browser, path, context);
  await prepare(opened.page);
  await opened.page.waitForTimeout(500);
  await opened.page.screenshot({path: join(folder, 'view', `${name}.png`)});
  await opened.context.close();
  return `<figure><a href="view/${name}.html"><img src="view/${name}.png" alt="${caption}"></a><figcaption>${caption}</figcaption></figure>`;
}

if (!browserPath) {
  console.log('skipped: Chromium, which makes pictures of the page, is not installed (tools/setup.sh --web)');
} else {
  mkdirSync(join(folder, 'view'), {recursive: true});
  const browser = await startBrowser();
  const figures = [];
  for (const picture of pictures) {
    figures.push(await makePicture(browser, picture));
  }
  await browser.close();
  writeFileSync(join(folder, 'view.html'), `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The page of condyle view</title>
<style>body{font-family:sans-serif}figure{margin:1em 0}img{max-width:100%;border:1px solid #888}</style></head>
<body><h1>The page of condyle view</h1><p>A click opens the page that the picture shows.</p>
${figures.join('\n')}
</body></html>
`);
  console.log(join(folder, 'view.html'));
}
