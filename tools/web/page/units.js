// Units: angles in rad or degrees, and numbers for people.

const PER_RAD = 180 / Math.PI;

export const units = {degrees: false};

/** The factor from SI to the unit that is shown. */
export function factor(angular) {
  return angular && units.degrees ? PER_RAD : 1;
}

/** The unit of a position; `rate` 1: of a velocity, 2: of an acceleration. */
export function unit(angular, rate = 0) {
  return (angular ? (units.degrees ? '°' : 'rad') : 'm') + ['', '/s', '/s²'][rate];
}

export function torqueUnit(angular) {
  return angular ? 'N m' : 'N';
}

/** A number with about this many significant digits, a true minus, and no exponent where it can be without. */
export function digits(value, count = 4) {
  if (!Number.isFinite(value)) {
    return value > 0 ? '∞' : value < 0 ? '−∞' : 'not known';
  }
  const size = Math.abs(value);
  if (size < 1e-9) {
    return '0';
  }
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(2) :
    String(Number(value.toFixed(Math.max(0, Math.min(count, count - 1 - Math.floor(Math.log10(size)))))));
  return text.replaceAll('-', '−');
}

/** A place in m, to a tenth of a millimeter. */
export function places(values) {
  return values.map(value => digits(Math.round(value * 1e4) / 1e4)).join(', ');
}
