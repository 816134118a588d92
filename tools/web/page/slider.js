// A slider with a field for typing; both take the keyboard.
import {make} from './dom.js';
import {isOutside} from './limits.js';
import {digits, factor, unit} from './units.js';

const STEPS = 1000;

/** Makes a row of a label, a slider and a field for a number in SI units, which get() reads and set() writes. */
export class Slider {
  constructor({label, angular, rate = 0, lower, upper, room, get, set, changed, note, unitText, entered}) {
    Object.assign(this, {angular, rate, get, set, changed, unitText, least: lower, most: upper});
    this.limited = Number.isFinite(lower) && Number.isFinite(upper);
    this.lower = Number.isFinite(lower) ? lower : -room;
    this.upper = Number.isFinite(upper) ? upper : room;
    this.range = make('input', {type: 'range', min: 0, max: STEPS, step: 'any', 'aria-label': label,
      oninput: () => this.write(this.lower + (this.upper - this.lower) * this.range.value / STEPS),
      onkeydown: event => this.key(event), onfocus: entered ?? (() => {})});
    this.field = make('input', {type: 'text', inputmode: 'decimal', 'aria-label': `${label}, number`, spellcheck: 'false',
      onchange: () => this.type(), onfocus: entered ?? (() => {})});
    this.unit = make('span', {class: 'unit'});
    this.ends = make('span', {class: 'ends'});
    this.element = make('div', {class: 'slider'}, make('label', {class: 'name', title: label}, label), this.field,
      this.unit, this.range, this.ends, ...(note ? [make('span', {class: 'note'}, note)] : []));
  }

  write(value) {
    this.set(value);
    this.changed();
  }

  /** Arrows step by a hundredth of the range, with Shift by a tenth of that. */
  key(event) {
    const direction = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1}[event.key];
    if (direction) {
      event.preventDefault();
      const step = (this.upper - this.lower) / (event.shiftKey ? 1000 : 100);
      this.write(Math.max(this.lower, Math.min(this.upper, this.get() + direction * step)));
    }
  }

  /** Takes what was typed; what is no number goes back to the present one.  Beyond the limits is allowed, and marked. */
  type() {
    const value = Number(this.field.value.trim().replace('−', '-').replace(',', '.'));
    if (this.field.value.trim() !== '' && Number.isFinite(value)) {
      this.write(value / factor(this.angular));
    }
    this.show(true);
  }

  show(force = false) {
    const value = this.get();
    const scale = factor(this.angular);
    const outside = isOutside(value, this.least, this.most);
    this.element.classList.toggle('outside', outside);
    this.range.value = STEPS * (value - this.lower) / (this.upper - this.lower || 1);
    if (force || document.activeElement !== this.field) {
      this.field.value = digits(value * scale, 5).replace('−', '-');
    }
    const name = this.unitText ?? unit(this.angular, this.rate);
    this.unit.textContent = name;
    this.range.setAttribute('aria-valuetext', `${digits(value * scale)} ${name}`);
    this.ends.textContent = this.limited || this.rate ?
      `${digits(this.lower * scale, 3)} … ${digits(this.upper * scale, 3)}${outside ? ', beyond its limit' : ''}` : this.unitText ? '' : 'no limits';
  }
}
