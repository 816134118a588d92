// A page that its command serves: asks whether the robot's file has changed, and then loads itself anew in the same pose.
import {at} from './dom.js';

const KEY = 'condyle pose';
const PERIOD = 300; // ms

/** Keeps the positions by their labels, and where the camera stands. */
function keepPose(page) {
  const positions = Object.fromEntries(page.positions.map(c => [c.label, c.get()]));
  sessionStorage.setItem(KEY, JSON.stringify({positions, view: page.scene?.place}));
}

/** Takes the pose of the page before, as far as the robot still has its joints. */
export function takePose(page) {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  sessionStorage.removeItem(KEY);
  if (!kept) {
    return;
  }
  for (const c of page.positions) {
    if (Number.isFinite(kept.positions[c.label])) {
      c.set(kept.positions[c.label]);
    }
  }
  page.update();
  if (kept.view && page.scene) {
    page.scene.place = kept.view;
  }
}

/** Asks the server for the revision of the page, and says why a changed file cannot be shown.  Gets the robot on the
    page, which may have been dropped onto it since. */
export function followFile(shown) {
  let first;
  setInterval(async () => {
    try {
      const {revision, error} = await (await fetch('/changes', {cache: 'no-store'})).json();
      first ??= revision;
      at('changes').textContent = error ? `The file has changed and cannot be shown: ${error}` : '';
      if (revision !== first && !error) {
        keepPose(shown());
        location.reload();
      }
    } catch {
      at('changes').textContent = 'The server has ended; the page shows the robot as it was.';
    }
  }, PERIOD);
}
