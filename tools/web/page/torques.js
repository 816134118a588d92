// Torques of the degrees of freedom against their limits: bars of their parts, stacked from the middle.
import {draw, make} from './dom.js';
import {exceeds} from './limits.js';
import {digits, torqueUnit} from './units.js';

/** The parts of a torque, which together are the model's. */
export const PARTS = ['gravity', 'coriolis', 'inertia', 'external'];
const LIMIT_AT = 80; /* of 100: beyond it there is room for what is too much */

/** Returns the part of a degree of freedom's limit that its torque takes; NaN where the limit is not known. */
export function useOf(core, freedom) {
  const limit = freedom.effort;
  return limit > 0 && Number.isFinite(limit) ? Math.abs(core.array('tau')[freedom.index]) / limit : NaN;
}

export class TorqueBar {
  constructor(freedom) {
    this.freedom = freedom;
    this.limited = freedom.effort > 0 && Number.isFinite(freedom.effort);
    this.parts = PARTS.map(part => draw('rect', {class: part, y: 2, height: 10}));
    this.total = draw('rect', {class: 'total', y: 0, height: 14, width: 1});
    const marks = this.limited ? [-LIMIT_AT, LIMIT_AT].map(x =>
      draw('line', {class: 'limit', x1: x, x2: x, y1: 0, y2: 14})) : [];
    this.text = make('span', {class: 'torque'});
    this.element = make('div', {class: 'bar'},
      draw('svg', {viewBox: '-100 0 200 14', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
        draw('line', {class: 'zero', x1: 0, x2: 0, y1: 0, y2: 14}), ...this.parts, ...marks, this.total), this.text);
  }

  /** Shows the torque; `largest` is the scale where the limit is not known. */
  show(core, largest) {
    const {index, effort, angular} = this.freedom;
    const scale = this.limited ? LIMIT_AT / effort : LIMIT_AT / (largest || 1);
    const ends = {1: 0, [-1]: 0};
    PARTS.forEach((part, i) => {
      const length = Math.min(100, Math.abs(core.array(part)[index]) * scale);
      const side = core.array(part)[index] < 0 ? -1 : 1;
      const from = ends[side];
      ends[side] = Math.min(100, from + length);
      this.parts[i].setAttribute('x', side > 0 ? from : -ends[side]);
      this.parts[i].setAttribute('width', ends[side] - from);
    });
    const tau = core.array('tau')[index];
    this.total.setAttribute('x', Math.max(-100, Math.min(100, tau * scale)) - 0.5);
    const use = useOf(core, this.freedom);
    const over = exceeds(tau, effort);
    this.element.classList.toggle('over', over);
    const name = torqueUnit(angular);
    this.text.textContent = this.limited ?
      `${digits(tau)} ${name}, ${digits(100 * use, 3)} % of ${digits(effort)}${over ? ': too much' : ''}` :
      `${digits(tau)} ${name}, limit not known`;
  }
}

/** The largest torque or force without a known limit, the scale of their bars. */
export function largestUnlimited(core, freedoms) {
  return Math.max(1e-9, ...freedoms.filter(f => !Number.isFinite(f.effort)).map(f => Math.abs(core.array('tau')[f.index])));
}
