// Support: the polygon that the bodies on the ground span, and where the plumb line of the center of mass falls in it.
import {numbersOf} from './bytes.js';

const SLACK = 0.005; /* m above its lowest point, up to which a body touches the ground */
const CORNERS = 36; /* of a circle */

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = (a, factor, b) => a.map((value, i) => value + factor * b[i]);

/** A point behind a placement, 16 numbers by rows. */
function moved(T, [x, y, z], offset = 0) {
  return [0, 4, 8].map(r => T[offset + r] * x + T[offset + r + 1] * y + T[offset + r + 2] * z + T[offset + r + 3]);
}

function circle(radius, z) {
  return Array.from({length: CORNERS}, (_, i) => {
    const angle = 2 * Math.PI * i / CORNERS;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  });
}

function vertices(mesh, scale) {
  const all = numbersOf(Float32Array, mesh.vertices);
  return Array.from({length: all.length / 3}, (_, i) => scale.map((factor, k) => factor * all[3 * i + k]));
}

/** Corners of a shape in its own frame, each with the radius of the ball around it. */
function cornersOf(visual, meshes) {
  const half = (visual.length ?? 0) / 2;
  const sharp = points => points.map(point => ({point, radius: 0}));
  switch (visual.kind) {
    case 'box': return sharp([0, 1, 2, 3, 4, 5, 6, 7].map(i => visual.size.map((size, k) => size / 2 * (i >> k & 1 ? 1 : -1))));
    case 'cylinder': return sharp([...circle(visual.radius, -half), ...circle(visual.radius, half)]);
    case 'sphere': return [{point: [0, 0, 0], radius: visual.radius}];
    case 'capsule': return [-half, half].map(z => ({point: [0, 0, z], radius: visual.radius}));
    default: return sharp(vertices(meshes[visual.mesh], visual.scale));
  }
}

/** Corners of a body's shapes in its frame; its origin where it has none. */
export function outline(body, meshes) {
  const corners = body.visuals.flatMap(visual => cornersOf(visual, meshes).map(({point, radius}) =>
    ({point: moved(visual.T, point), radius})));
  return corners.length > 0 ? corners : [{point: [0, 0, 0], radius: 0}];
}

/** The direction against gravity; z without gravity. */
export function upward(gravity) {
  const size = Math.hypot(...gravity);
  return size > 0 ? gravity.map(value => -value / size) : [0, 0, 1];
}

/** Those points of a body, in the base frame, that are lowest at a placement, T at an offset. */
export function lowest(corners, T, offset, up) {
  const points = corners.map(({point, radius}) => along(moved(T, point, offset), -radius, up));
  const heights = points.map(point => dot(point, up));
  const least = heights.reduce((low, height) => Math.min(low, height), Infinity);
  return points.filter((_, i) => heights[i] <= least + SLACK);
}

/** The convex hull of points of a plane, counterclockwise (Andrew's monotone chain). */
export function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turnsLeft = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
  const chain = ordered => ordered.reduce((found, point) => {
    while (found.length > 1 && !turnsLeft(found.at(-2), found.at(-1), point)) {
      found.pop();
    }
    return [...found, point];
  }, []);
  const [lower, upper] = [chain(sorted), chain(sorted.reverse())];
  return sorted.length < 2 ? sorted : [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The distance of a point from the nearest edge of a hull: positive inside, negative outside. */
export function marginOf(hull, [x, y]) {
  let inside = hull.length > 2;
  let nearest = Infinity;
  hull.forEach(([ax, ay], i) => {
    const [bx, by] = hull[(i + 1) % hull.length];
    const [dx, dy] = [bx - ax, by - ay];
    const square = dx * dx + dy * dy;
    const part = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
    nearest = Math.min(nearest, Math.hypot(x - ax - part * dx, y - ay - part * dy));
    inside &&= dx * (y - ay) - dy * (x - ax) >= 0;
  });
  return inside ? nearest : -nearest;
}

/** How bodies on the ground, each given by its lowest points, support a center of mass: the polygon and the foot of the
 * plumb line on the plane of the lowest point, and the margin of the foot in the polygon; null: nothing stands. */
export function supportOf(contacts, center, up) {
  const points = contacts.flat();
  const ground = points.reduce((low, point) => Math.min(low, dot(point, up)), Infinity);
  const height = points.length > 0 ? ground : 0;
  const foot = along(center, height - dot(center, up), up);
  if (points.length === 0) {
    return {foot, polygon: [], margin: null};
  }
  const first = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const e = along(first, -dot(first, up), up).map((value, _, axis) => value / Math.hypot(...axis));
  const f = cross(up, e);
  const flat = point => [dot(point, e), dot(point, f)];
  const hull = hullOf(points.map(flat));
  const polygon = hull.map(([a, b]) => along(along(up.map(value => height * value), a, e), b, f));
  return {foot, polygon, margin: marginOf(hull, flat(center))};
}
