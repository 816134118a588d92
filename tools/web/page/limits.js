// Limits: what is beyond them, by the rule of condyle limits.

const SLACK = 1e-9; /* of the limit, or of the range */

/** Tells whether a velocity or a torque is beyond its limit; a limit of 0 or infinity is not known. */
export function exceeds(value, limit) {
  return limit > 0 && Number.isFinite(limit) && Math.abs(value) > limit * (1 + SLACK);
}

/** Tells whether a position is outside its range; an end may be infinite. */
export function isOutside(value, lower, upper) {
  const slack = Number.isFinite(upper - lower) ? SLACK * (upper - lower) : 0;
  return value < lower - slack || value > upper + slack;
}
