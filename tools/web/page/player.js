// The player of a motion: play, pause, a slider over time, and speed.
import {at, draw, say} from './dom.js';
import {digits} from './units.js';

const LONGEST = 0.25; /* s between two pictures: a page that slept does not jump */

export class Player {
  /** `show` is called with a row whenever another one is to be seen. */
  constructor(motion, show) {
    Object.assign(this, {motion, show, row: 0, time: motion.begin, playing: false, touched: false});
    at('player').hidden = false;
    at('time').min = motion.begin;
    at('time').max = motion.end;
    at('motion-file').textContent = motion.file;
    at('motion-source').textContent = `${motion.rows} rows, ${motion.source}${motion.timed ? '' : '; without t, 25 rows a second'}`;
    at('play').addEventListener('click', () => this.toggle());
    at('time').addEventListener('input', event => this.seek(Number(event.target.value)));
    at('time').addEventListener('keydown', event => this.timeKey(event));
    this.write();
  }

  get speed() {
    return Number(at('speed').value);
  }

  toggle() {
    if (this.playing) {
      this.pause();
    } else {
      this.play();
    }
  }

  play() {
    this.playing = true;
    if (this.row === this.motion.rows - 1) {
      this.time = this.motion.begin;
    }
    this.last = undefined;
    this.goTo(this.motion.rowAt(this.time), true);
    this.next = requestAnimationFrame(now => this.step(now));
    this.write();
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.next);
    this.write();
  }

  step(now) {
    const {begin, end} = this.motion;
    this.time += this.speed * Math.min(LONGEST, (now - (this.last ?? now)) / 1000);
    this.last = now;
    if (this.time >= end && at('repeat').checked && end > begin) {
      this.time = begin + (this.time - end) % (end - begin);
    }
    this.goTo(this.motion.rowAt(this.time));
    if (this.time >= end) {
      this.time = end;
      this.pause();
    } else {
      this.next = requestAnimationFrame(later => this.step(later));
    }
  }

  /** Shows the state at a time. */
  seek(time) {
    this.time = Math.max(this.motion.begin, Math.min(this.motion.end, time));
    this.goTo(this.motion.rowAt(this.time), true);
  }

  /** Goes some rows on, or back. */
  walk(rows) {
    this.pause();
    const row = Math.max(0, Math.min(this.motion.rows - 1, this.row + rows));
    this.time = this.motion.times[row];
    this.goTo(row, true);
  }

  goTo(row, always = false) {
    if (always || row !== this.row || this.touched) {
      this.row = row;
      this.touched = false;
      this.show(row);
    }
    this.write();
  }

  /** Notes that the robot was moved by other means. */
  leave() {
    this.pause();
    this.touched = true;
    this.write();
  }

  timeKey(event) {
    const step = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10,
      Home: -Infinity, End: Infinity}[event.key];
    if (step) {
      event.preventDefault();
      this.walk(step * (event.shiftKey && Math.abs(step) === 1 ? 10 : 1));
    }
  }

  /** Takes a key of the page; tells whether it was one for the player. */
  key(event) {
    const isButton = event.target.closest?.('button, summary, select, input[type=checkbox]');
    if (event.key === 'k' || (event.key === ' ' && !isButton)) {
      this.toggle();
    } else if (event.key === ',' || event.key === '.') {
      this.walk(event.key === '.' ? 1 : -1);
    } else if (event.key === '<' || event.key === '>') {
      const {options} = at('speed');
      const place = at('speed').selectedIndex + (event.key === '>' ? 1 : -1);
      at('speed').selectedIndex = Math.max(0, Math.min(options.length - 1, place));
      say(`Speed ${at('speed').selectedOptions[0].textContent}.`);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  /** Marks the times at which something is beyond a limit, from flags of the rows. */
  mark(over) {
    const {times, rows, begin, end} = this.motion;
    const scale = 1000 / (end - begin || 1);
    const spans = [];
    for (let row = 0; row < rows; row++) {
      if (over[row]) {
        const first = row;
        while (row + 1 < rows && over[row + 1]) {
          row++;
        }
        const from = (times[first] - begin) * scale;
        spans.push(draw('rect', {x: from, y: 0, height: 4, width: Math.max(4, (times[row] - begin) * scale - from)}));
      }
    }
    at('overs').replaceChildren(...spans);
    at('over-rows').textContent = spans.length === 0 ? 'no limit is exceeded' :
      `${over.reduce((sum, x) => sum + x, 0)} rows exceed a limit`;
  }

  write() {
    const {motion, row, time} = this;
    const place = `row ${row + 1} of ${motion.rows}`;
    const clock = motion.timed ? `${digits(motion.times[row])} s, ${place}` : place;
    at('play').textContent = this.playing ? 'pause' : 'play';
    at('time').value = time;
    at('time').setAttribute('aria-valuetext', clock);
    at('clock').textContent = this.touched ? 'moved by hand, no row of the motion' : clock;
  }
}
