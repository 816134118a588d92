// How far colors are apart for people who lack a kind of cones.

/* Machado, Oliveira and Fernandes 2009, severity 1: linear RGB as protanopes, deuteranopes and tritanopes see it. */
export const VISIONS = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanope: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranope: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
  tritanope: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
};

const times = (m, v) => [0, 1, 2].map(i => m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2]);

/** CIE L*a*b* (D65) of a color '#rrggbb' as a kind of vision has it. */
export function labOf(color, vision) {
  const linear = [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16) / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const seen = times(VISIONS[vision], linear).map(c => Math.min(1, Math.max(0, c)));
  const xyz = times([0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920, 0.9503041], seen);
  const [x, y, z] = xyz.map((c, i) => c / [0.95047, 1, 1.08883][i]).map(t => t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The least distance (CIE 1976; 2.3 is just seen) between two of several colors, and which they are. */
export function leastDistance(colors, vision) {
  const all = Object.entries(colors).map(([name, color]) => [name, labOf(color, vision)]);
  let least = {distance: Infinity};
  all.forEach(([one, a], i) => all.slice(i + 1).forEach(([other, b]) => {
    const distance = Math.hypot(...a.map((x, k) => x - b[k]));
    if (distance < least.distance) {
      least = {distance, one, other};
    }
  }));
  return least;
}
