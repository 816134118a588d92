// What the keys do, as a table that `?` opens.
import {make} from './dom.js';

const KEYS = [
  ['h, r', 'home, random pose'],
  ['u, t', 'radians or degrees, dark or light'],
  ['f', 'view of the whole robot'],
  ['0, 1, 2, 3', 'view from the usual place, from the front, from the left, from above'],
  ['p, c', 'picture; pose as a list for --q'],
  ['/', 'search of bodies'],
  ['g, m', 'move the chosen frame, arrows or rings'],
  ['w, e', 'pull a force, a moment on the chosen frame'],
  ['n', 'the nearest pair of bodies'],
  ['s', 'the chosen body stands on the ground, or no more'],
  ['o', 'another robot, or a motion'],
  ['arrows on a slider', 'a hundredth of its range, with Shift a thousandth'],
  ['k, space', 'a motion: play, pause'],
  [', .', 'a motion: a row back, a row forward'],
  ['< >', 'a motion: slower, faster'],
  ['?', 'this list'],
];

/** Fills the dialog; Escape and its button close it. */
export function fillKeys(dialog) {
  dialog.append(make('table', {}, ...KEYS.map(([keys, does]) => make('tr', {}, make('th', {scope: 'row'}, keys), make('td', {}, does)))),
    make('button', {type: 'button', onclick: () => dialog.close()}, 'close'));
}
