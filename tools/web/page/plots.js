// The plots of a motion below the scene: positions, velocities and torques against their limits.
import {Chart, COLORS, DASHES} from './chart.js';
import {at, draw, make} from './dom.js';
import {exceeds, isOutside} from './limits.js';
import {factor, torqueUnit, unit} from './units.js';

const SAVED = {width: 900, height: 240};
const LEAST = 260; /* px a chart, side by side */

export class Plots {
  /** `seek` goes to a time. */
  constructor({motion, positions, freedoms, name}, seek) {
    Object.assign(this, {motion, positions, freedoms, name, seek, joint: null, charts: []});
    at('plots').hidden = false;
    this.joints = [...new Set(freedoms.map(f => f.joint))];
    this.addLegend();
    new ResizeObserver(() => this.draw()).observe(at('charts'));
    at('charts').addEventListener('pointerdown', event => this.point(event));
    at('charts').addEventListener('pointermove', event => event.buttons === 1 && this.point(event));
  }

  /** A button a joint, with the line of its curves; it shows this joint alone. */
  addLegend() {
    const choose = joint => {
      this.joint = joint;
      this.draw();
    };
    const button = (text, joint, ...key) => make('button', {type: 'button', onclick: () => choose(joint)}, ...key, text);
    this.buttons = [button('all joints', null), ...this.joints.map((joint, i) => button(joint.name, joint,
      draw('svg', {class: 'key', viewBox: '0 0 22 8'}, draw('line', {class: `curve ${this.lineOf(i)}`, x1: 1, x2: 21, y1: 4, y2: 4}))))];
    at('legend').replaceChildren(...this.buttons);
  }

  lineOf(i) {
    return `c${i % COLORS} d${Math.floor(i / COLORS) % DASHES}`;
  }

  /** The values of a motion's vector in the unit that is shown. */
  curve(part, of, lower, upper, over, angular) {
    const scale = factor(angular);
    return {label: part.label, color: this.joints.indexOf(part.joint), of: row => scale * of(row), lower: scale * lower,
      upper: scale * upper, over: value => over(value / scale)};
  }

  /** The charts to draw: for each quantity one of angles and one of lengths. */
  get specs() {
    const {motion} = this;
    const chosen = parts => parts.filter(part => !this.joint || part.joint === this.joint);
    const freedom = (name, limit) => f => this.curve(f, row => motion.at(name, row)[f.index], -limit(f), limit(f),
      value => exceeds(value, limit(f)), name === 'qd' && f.angular);
    const limit = value => value > 0 ? value : Infinity;
    const kinds = [
      ['Positions', chosen(this.positions), angular => unit(angular), c => this.curve(c, row => c.of(motion.at('q', row)),
        c.lower, c.upper, value => isOutside(value, c.lower, c.upper), c.angular)],
      ...(motion.qd ? [['Velocities', chosen(this.freedoms), angular => unit(angular, 1), freedom('qd', f => limit(f.velocity))]] : []),
      ['Torques', chosen(this.freedoms), torqueUnit, freedom('tau', f => limit(f.effort))]];
    return kinds.flatMap(([title, parts, unitOf, curveOf]) => [true, false].map(angular => ({
      title: `${title === 'Torques' && !angular ? 'Forces' : title}, ${unitOf(angular)}`,
      curves: parts.filter(part => part.angular === angular).map(curveOf)})).filter(spec => spec.curves.length > 0));
  }

  /** The place of each row on the horizontal axis: its time, or its number from 1. */
  get x() {
    return this.motion.timed ? this.motion.times : Float64Array.from(this.motion.times, (_, row) => row + 1);
  }

  draw() {
    const specs = this.specs;
    const room = at('charts').clientWidth;
    if (room > 0) {
      const columns = Math.max(1, Math.min(specs.length, 3, Math.floor(room / LEAST)));
      const height = columns === 1 ? 150 : 170;
      this.charts = specs.map(spec => new Chart(spec, this.x, Math.floor(room / columns), height));
      at('charts').replaceChildren(...this.charts.map(chart => chart.element));
    }
    this.buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(this.joint === (this.joints[i - 1] ?? null))));
    this.show(this.time);
  }

  /** Moves the lines of the present time to that of a row, or with undefined away. */
  show(row) {
    this.time = row;
    this.charts.forEach(chart => {
      chart.cursor.setAttribute('visibility', row === undefined ? 'hidden' : 'visible');
      chart.show(this.x[row ?? 0]);
    });
  }

  point(event) {
    const element = event.target.closest('svg.chart');
    const chart = this.charts.find(c => c.element === element);
    if (chart) {
      const value = chart.valueAt(event.clientX - element.getBoundingClientRect().left);
      this.seek(this.motion.timed ? value : this.motion.times[Math.round(value) - 1]);
    }
  }

  /** All charts and their legend as one SVG, in the colors of the page. */
  picture() {
    const present = getComputedStyle(document.documentElement);
    const color = name => present.getPropertyValue(`--${name}`).trim();
    const charts = this.specs.map(spec => new Chart(spec, this.x, SAVED.width, SAVED.height));
    const shown = this.joints.filter(joint => !this.joint || joint === this.joint);
    const columns = 4;
    const head = 34 + 18 * Math.ceil(shown.length / columns);
    const legend = shown.flatMap((joint, k) => {
      const [x, y] = [10 + (SAVED.width / columns) * (k % columns), 42 + 18 * Math.floor(k / columns)];
      return [draw('line', {class: `curve ${this.lineOf(this.joints.indexOf(joint))}`, x1: x, x2: x + 24, y1: y, y2: y}),
        draw('text', {class: 'tick', x: x + 30, y: y + 4}, joint.name)];
    });
    charts.forEach((chart, i) => {
      chart.cursor.remove();
      chart.element.setAttribute('y', head + SAVED.height * i);
    });
    const height = head + SAVED.height * charts.length;
    const lines = Array.from({length: COLORS}, (_, i) => `.c${i}{stroke:${color(`curve-${i}`)}}`).join('');
    const style = `text{font:12px sans-serif;fill:${color('ink')}}.tick{font-size:11px;fill:${color('soft')}}` +
      `.title{font-weight:600}path,line{fill:none}.curve{stroke-width:1.6}.grid{stroke:${color('faint')}}` +
      `.limit{stroke-dasharray:7 4;stroke-width:1.2}.d1{stroke-dasharray:7 3}.d2{stroke-dasharray:2 3}${lines}` +
      `path.over{stroke:${color('over')};stroke-width:3.5}circle.over{fill:${color('over')}}`;
    const svg = draw('svg', {width: SAVED.width, height, viewBox: `0 0 ${SAVED.width} ${height}`},
      draw('rect', {width: SAVED.width, height, fill: color('panel')}),
      draw('text', {class: 'title', x: 10, y: 20}, `${this.name}, ${this.motion.file}`), ...legend,
      ...charts.map(chart => chart.element));
    /* As text, since the page's Content-Security-Policy refuses elements with style. */
    return new XMLSerializer().serializeToString(svg).replace('>', () => `><style>${style}</style>`);
  }
}
