// A motion: rows of positions, velocities, accelerations and torques over time.
import {bytesOf} from './bytes.js';
import {exceeds, isOutside} from './limits.js';

const UNTIMED = 25; /* rows a second that have no time */

function numbersOf(given) {
  return typeof given === 'string' ? new Float64Array(bytesOf(given).buffer) : given;
}

export class Motion {
  /** Takes the rows as the command writes them, vectors in base 64, or as the core reads them; null: not given. */
  constructor(data, core) {
    Object.assign(this, {core, file: data.file, rows: data.rows, timed: data.t !== null});
    for (const name of ['q', 'qd', 'qdd']) {
      this[name] = numbersOf(data[name]);
    }
    this.given = numbersOf(data.tau);
    this.times = numbersOf(data.t) ?? Float64Array.from({length: this.rows}, (_, i) => i / UNTIMED);
    this.computeTorques();
  }

  get begin() {
    return this.times[0];
  }

  get end() {
    return this.times[this.rows - 1];
  }

  /** The torques of the rows; those that these do not give are what q, qd and qdd need. */
  computeTorques() {
    this.tau = this.given?.slice() ?? new Float64Array(this.rows * this.core.nv).fill(NaN);
    this.computed = this.tau.some(Number.isNaN);
    if (this.computed) {
      this.core.torques(this);
    }
  }

  /** Where the torques come from, in words. */
  get source() {
    const known = ['q', 'qd', 'qdd'].filter(name => this[name]).join(', ');
    const rest = this.qdd ? '' : this.qd ? ' (accelerations taken as 0)' : ' (at rest)';
    const computed = `computed from ${known}${rest}`;
    return !this.computed ? 'torques as the rows give them' :
      this.given ? `torques as the rows give them, or ${computed}` : `torques ${computed}`;
  }

  /** The last row whose time is not after this one; the first, before it. */
  rowAt(time) {
    let [low, high] = [0, this.rows - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      [low, high] = this.times[middle] <= time ? [middle, high] : [low, middle - 1];
    }
    return low;
  }

  /** The numbers of a row. */
  at(name, row) {
    const width = name === 'q' ? this.core.nq : this.core.nv;
    return this[name]?.subarray(width * row, width * (row + 1));
  }

  /** Moves the robot to a row; what it does not tell is at rest. */
  pose(row) {
    this.core.array('q').set(this.at('q', row));
    for (const name of ['qd', 'qdd']) {
      const numbers = this.at(name, row);
      this.core.array(name).forEach((_, i, to) => { to[i] = numbers && !Number.isNaN(numbers[i]) ? numbers[i] : 0; });
    }
  }

  /** Tells for every row whether anything is beyond a limit in it. */
  exceeded(positions, freedoms) {
    const over = new Uint8Array(this.rows);
    for (let row = 0; row < this.rows; row++) {
      const [q, qd, tau] = ['q', 'qd', 'tau'].map(name => this.at(name, row));
      over[row] = positions.some(c => isOutside(c.of(q), c.lower, c.upper)) ||
        freedoms.some(f => exceeds(tau[f.index], f.effort) || (qd && exceeds(qd[f.index], f.velocity)));
    }
    return over;
  }
}
