// Bytes from base 64, and unpacked.

/** The bytes of a text in base 64. */
export function bytesOf(text) {
  if (Uint8Array.fromBase64) {
    return Uint8Array.fromBase64(text);
  }
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
}

/* Characters that a script has in a string without quoting, and no markup. */
const DIGITS = Array.from({length: 94}, (_, i) => String.fromCharCode(33 + i)).filter(c => !'"\'`\\<>$&'.includes(c)).slice(0, 85).join('');

/** A text of bytes, five digits of 85 for four of them, where base 64 takes four characters for three. */
export function textOf85(bytes) {
  const text = [];
  for (let i = 0; i < bytes.length; i += 4) {
    let word = [0, 1, 2, 3].reduce((sum, k) => 256 * sum + (bytes[i + k] ?? 0), 0);
    const five = [];
    for (let k = 0; k < 5; k++) {
      five.unshift(DIGITS[word % 85]);
      word = Math.floor(word / 85);
    }
    text.push(...five);
  }
  return text.join('');
}

/** The bytes of such a text, of which there are `size`. */
export function bytesOf85(text, size) {
  const values = new Uint8Array(128);
  [...DIGITS].forEach((digit, i) => { values[digit.charCodeAt(0)] = i; });
  const bytes = new Uint8Array(text.length / 5 * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length / 5; i++) {
    let word = 0;
    for (let k = 0; k < 5; k++) {
      word = 85 * word + values[text.charCodeAt(5 * i + k)];
    }
    view.setUint32(4 * i, word);
  }
  return bytes.subarray(0, size);
}

/** Numbers of a kind of array, which may be given in base 64. */
export function numbersOf(Kind, given) {
  return typeof given === 'string' ? new Kind(bytesOf(given).buffer) : given;
}

/** Unpacks what gzip packed. */
export async function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
