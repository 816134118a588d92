// The wrench from outside on the chosen frame: fields and sliders for its force and its moment.
import {at} from './dom.js';
import {Slider} from './slider.js';

const NAMES = ['moment x', 'moment y', 'moment z', 'force x', 'force y', 'force z'];

/** A round number that is not less. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find(step => step * power >= value) ?? 10);
}

export class Wrench {
  /** `changed` is called after each change. */
  constructor(core, changed) {
    Object.assign(this, {core, changed, values: [0, 0, 0, 0, 0, 0]});
    const most = roundUp(Math.max(1, 9.81 * core.totalMass));
    this.sliders = [3, 4, 5, 0, 1, 2].map(k => {
      const isForce = k > 2;
      const slider = new Slider({label: NAMES[k], angular: false, lower: -Infinity, upper: Infinity, room: isForce ? most : most / 2,
        unitText: isForce ? 'N' : 'N m', get: () => this.values[k], changed: () => this.changed(),
        set: value => { this.values[k] = value; }});
      at('wrench').append(slider.element);
      return slider;
    });
    at('no-wrench').addEventListener('click', () => this.set(0, [0, 0, 0, 0, 0, 0]));
  }

  get acts() {
    return this.values.some(value => value !== 0);
  }

  /** Takes numbers from a place on: 0 moment, 3 force. */
  set(first, numbers) {
    numbers.forEach((value, i) => { this.values[first + i] = value; });
    this.changed();
  }

  /** Says it as the command takes it. */
  show(frame) {
    const name = this.core.frames[frame];
    at('wrench-name').textContent = name;
    at('wrench-option').textContent = this.acts ? `--wrench ${name}@base-axes:${this.values.map(String).join(',')}` : '';
    this.sliders.forEach(slider => slider.show());
  }
}
