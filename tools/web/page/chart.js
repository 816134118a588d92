// A chart: curves over the rows of a motion, with their limits, as a drawing.
import {draw} from './dom.js';
import {digits} from './units.js';

const MARGIN = {left: 46, right: 8, top: 22, bottom: 20};
export const COLORS = 6;
export const DASHES = 3;

/** A step of 1, 2 or 5 times a power of ten, so that about `count` of them fill the range. */
function stepOf(range, count) {
  const raw = range / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5].find(step => step * power >= 0.7 * raw) ?? 10);
}

function ticks(from, to, count) {
  const step = stepOf(to - from, count);
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1)}, (_, i) => (first + i) * step);
}

/** The smallest and the largest of a curve's values, NaN left out. */
function rangeOf(curve, rows) {
  let [low, high] = [Infinity, -Infinity];
  for (let row = 0; row < rows; row++) {
    const value = curve.of(row);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  return [low, high];
}

/** Whether a limit of a curve says nothing wrong about the others: each has the same limit, or stays within this one. */
function suitsAll(limit, isUpper, curves, ranges) {
  return curves.every((other, i) => (isUpper ? other.upper === limit || ranges[i][1] <= limit
    : other.lower === limit || ranges[i][0] >= limit) || ranges[i][0] > ranges[i][1]);
}

/** The range of the axis: all values, and the limits that are asked for, or not further off than the values are apart. */
function scaleOf(curves, rows) {
  let [low, high] = [Infinity, -Infinity];
  const ranges = curves.map(curve => rangeOf(curve, rows));
  for (const [a, b] of ranges) {
    [low, high] = [Math.min(low, a), Math.max(high, b)];
  }
  if (!(low <= high)) {
    return null;
  }
  const near = Math.max(high - low, 1e-9 * Math.max(Math.abs(low), Math.abs(high)));
  const [least, most] = [low - near, high + near];
  const lines = curves.flatMap(curve => [curve.lower, curve.upper].filter((limit, isUpper) => Number.isFinite(limit) &&
    (curves.length === 1 || (limit > least && limit < most && suitsAll(limit, isUpper === 1, curves, ranges))))
    .map(limit => ({curve, limit})));
  for (const {limit} of lines) {
    [low, high] = [Math.min(low, limit), Math.max(high, limit)];
  }
  const room = 0.06 * (high - low) || Math.max(1e-6, 0.1 * Math.abs(high));
  return {low: low - room, high: high + room, lines};
}

/** The rows to draw: all, or of each column of the picture the one with the smallest and the one with the largest value. */
function rowsToDraw(curve, rows, columns) {
  if (rows <= 2 * columns) {
    return Array.from({length: rows}, (_, i) => i);
  }
  const chosen = [];
  for (let column = 0; column < columns; column++) {
    const [from, to] = [Math.floor(column * rows / columns), Math.floor((column + 1) * rows / columns)];
    let [least, most] = [from, from];
    for (let row = from; row < to; row++) {
      least = curve.of(row) < curve.of(least) ? row : least;
      most = curve.of(row) > curve.of(most) ? row : most;
    }
    chosen.push(...new Set([Math.min(least, most), Math.max(least, most)]));
  }
  return chosen;
}

/** The path through the points for which `shown` is true, broken where it is not. */
function path(points, shown) {
  let pen = 'M';
  let text = '';
  for (const point of points) {
    if (shown(point) && !Number.isNaN(point.y)) {
      text += `${pen}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
      pen = 'L';
    } else {
      pen = 'M';
    }
  }
  return text;
}

export class Chart {
  /** `spec`: {title, curves: [{label, color, of(row), lower, upper, over(value)}]}, x: the place of each row. */
  constructor(spec, x, width, height) {
    Object.assign(this, {x, width, height, left: MARGIN.left, inner: Math.max(10, width - MARGIN.left - MARGIN.right)});
    this.begin = x[0];
    this.range = x[x.length - 1] - x[0] || 1;
    this.top = MARGIN.top;
    this.bottom = height - MARGIN.bottom;
    this.cursor = draw('line', {class: 'cursor', y1: this.top, y2: this.bottom});
    this.element = draw('svg', {class: 'chart', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img',
      'aria-label': `${spec.title}: ${spec.curves.map(c => c.label).join(', ')}`},
    draw('text', {x: 4, y: 14, class: 'title'}, spec.title), ...this.contents(spec), this.cursor);
  }

  placeOf(value) {
    return this.left + this.inner * (value - this.begin) / this.range;
  }

  /** The value on the horizontal axis at a place of the picture. */
  valueAt(place) {
    return this.begin + this.range * Math.max(0, Math.min(1, (place - this.left) / this.inner));
  }

  contents(spec) {
    const scale = scaleOf(spec.curves, this.x.length);
    if (!scale) {
      return [draw('text', {x: this.left, y: (this.top + this.bottom) / 2, class: 'tick'}, 'not given')];
    }
    const y = value => this.bottom - (this.bottom - this.top) * (value - scale.low) / (scale.high - scale.low);
    const curves = spec.curves.flatMap(curve => this.curve(curve, y));
    return [...this.axes(scale, y), ...scale.lines.map(({curve, limit}) => draw('line', {class: `limit c${curve.color}`,
      x1: this.left, x2: this.left + this.inner, y1: y(limit), y2: y(limit)})), ...curves];
  }

  axes(scale, y) {
    const across = ticks(scale.low, scale.high, Math.max(2, (this.bottom - this.top) / 32)).flatMap(value => [
      draw('line', {class: 'grid', x1: this.left, x2: this.left + this.inner, y1: y(value), y2: y(value)}),
      draw('text', {class: 'tick', x: this.left - 4, y: y(value) + 3.5, 'text-anchor': 'end'}, digits(value))]);
    const along = ticks(this.begin, this.begin + this.range, Math.max(2, this.inner / 70)).map(value =>
      draw('text', {class: 'tick', x: this.placeOf(value), y: this.bottom + 14, 'text-anchor': 'middle'}, digits(value)));
    return [...across, ...along];
  }

  /** The curve, and over it what is beyond its limit. */
  curve(curve, y) {
    const rows = rowsToDraw(curve, this.x.length, Math.ceil(this.inner));
    const points = rows.map(row => ({x: this.placeOf(this.x[row]), y: y(curve.of(row)), over: curve.over(curve.of(row))}));
    const over = path(points, point => point.over);
    const dots = points.filter((p, i) => p.over && !points[i - 1]?.over && !points[i + 1]?.over);
    return [draw('path', {class: `curve c${curve.color % COLORS} d${Math.floor(curve.color / COLORS) % DASHES}`,
      d: path(points, () => true)}, draw('title', {}, curve.label)),
    ...(over ? [draw('path', {class: 'over', d: over})] : []),
    ...dots.map(p => draw('circle', {class: 'over', cx: p.x, cy: p.y, r: 2}))];
  }

  /** Moves the line of the present time. */
  show(value) {
    const place = this.placeOf(value).toFixed(1);
    this.cursor.setAttribute('x1', place);
    this.cursor.setAttribute('x2', place);
  }
}
