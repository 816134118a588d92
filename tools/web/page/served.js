// A page that its command serves: asks whether the robot's file has changed, and then loads itself anew in the same pose,
// under the same loads.
import {at} from './dom.js';

const KEY = 'condyle pose';
const PERIOD = 300; // ms

const marks = () => [...document.querySelectorAll('#marks input')];

/** Keeps the positions by their labels, the time of a motion, the loads on the chosen body, what stands on the ground,
    each by its body's name, the marks of the scene, and where the camera stands. */
function keepPose(page) {
  const {core, frame, wrench, payload, place, standing} = page;
  sessionStorage.setItem(KEY, JSON.stringify({
    positions: Object.fromEntries(page.positions.map(c => [c.label, c.get()])),
    time: page.row === undefined ? null : page.player.time,
    body: core.frames[frame], wrench: wrench.values, payload, place,
    standing: standing.bodies.map(body => core.frames[body]),
    marks: marks().filter(box => box.checked).map(box => box.name),
    view: page.scene?.place,
  }));
}

/** Puts the loads back onto their body, and bodies onto the ground, as far as the robot still has them. */
function takeLoads(page, kept) {
  const find = name => page.core.frames.indexOf(name);
  const body = find(kept.body);
  if (body >= 0) {
    page.choose(body);
    Object.assign(page, {payload: kept.payload, place: kept.place});
    page.wrench.set(0, kept.wrench);
  }
  kept.standing.map(find).filter(foot => foot >= 0).forEach(foot => page.standing.toggle(foot));
}

/** Takes the pose and the loads of the page before, as far as the robot still has its joints and bodies. */
export function takePose(page) {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  sessionStorage.removeItem(KEY);
  if (!kept) {
    return;
  }
  marks().filter(box => box.checked !== kept.marks.includes(box.name)).forEach(box => box.click());
  takeLoads(page, kept);
  if (page.player && kept.time !== null) {
    page.player.seek(kept.time);
  } else {
    const known = page.positions.filter(c => Number.isFinite(kept.positions[c.label]));
    page.core.place(() => known.forEach(c => c.set(kept.positions[c.label])));
    page.moved();
  }
  page.update();
  if (kept.view && page.scene) {
    page.scene.place = kept.view;
  }
}

/** Asks the server whether there is another revision of the page than its own, and says why a changed file cannot be
    shown.  Gets the robot on the page, which may have been dropped onto it since. */
export function followFile(shown, own) {
  setInterval(async () => {
    try {
      const {revision, error} = await (await fetch('/changes', {cache: 'no-store'})).json();
      at('changes').textContent = error ? `The file has changed and cannot be shown: ${error}` : '';
      if (revision !== own && !error) {
        keepPose(shown());
        location.reload();
      }
    } catch {
      at('changes').textContent = 'The server has ended; the page shows the robot as it was.';
    }
  }, PERIOD);
}
