// The largest mass that the chosen frame can carry in the present state.
import {at} from './dom.js';
import {digits} from './units.js';

/** Shows it for a mass at a place of the frame. */
export function showCapacity(core, freedoms, frame, place) {
  const name = core.frames[frame];
  const label = index => freedoms.find(f => f.index === index)?.label;
  let text;
  try {
    const {mass, velocity, unloaded} = core.capacity(frame, place);
    const bound = velocity < 0 ? '' : `; ${label(velocity)} ${unloaded > 1 && mass === 0 ? 'is beyond its limit without any' : 'bounds it'}`;
    const held = mass === null ? 'any mass, which no joint bounds' : `at most ${digits(mass, 5)} kg`;
    text = `${name} can carry ${held}${bound}. Without it, the largest torque is ${digits(100 * unloaded)} % of its limit.`;
  } catch (error) {
    text = error.message;
  }
  at('capacity').textContent = text;
}
