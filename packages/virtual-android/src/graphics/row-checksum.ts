const modulus = 65_521;

/**
 * Adler-32 of rows as they stand in a PNG without filters, each behind a zero. A row like the one before, as most are of a screen,
 * is not added up again, and pixels of one colour are added up at once.
 */
export function adler32OfRows(words: Uint32Array, width: number): number {
  let sum = 1;
  let ofRow = 1;
  for (let from = 0; from < words.length; from += width) {
    if (from === 0 || !isLikeRowBefore(words, from, width)) ofRow = adler32OfRow(words, from, from + width);
    sum = joinAdler32(sum, ofRow, 4 * width + 1);
  }
  return sum;
}

function isLikeRowBefore(words: Uint32Array, from: number, width: number): boolean {
  for (let i = from; i < from + width; i += 1) if (words[i] !== words[i - width]) return false;
  return true;
}

function adler32OfRow(words: Uint32Array, from: number, to: number): number {
  let low = 1;
  let high = 1; // the filter's zero adds 0 to the one and the one to the other
  for (let i = from; i < to; ) {
    const word = words[i] ?? 0;
    let end = i + 1;
    while (end < to && words[end] === word) end += 1;
    const [count, red, green, blue] = [end - i, word & 255, (word >> 8) & 255, (word >> 16) & 255];
    const alpha = word >>> 24;
    const pixel = red + green + blue + alpha;
    const within = 4 * red + 3 * green + 2 * blue + alpha;
    high += count * (4 * low + within) + 2 * pixel * count * (count - 1);
    low += count * pixel;
    i = end;
  }
  return (high % modulus) * 65_536 + (low % modulus);
}

/** Of two runs of bytes one after the other; `bytes` is the length of the second one. */
export function joinAdler32(first: number, second: number, bytes: number): number {
  const [firstLow, firstHigh] = [first % 65_536, Math.floor(first / 65_536)];
  const [secondLow, secondHigh] = [second % 65_536, Math.floor(second / 65_536)];
  const low = (firstLow + secondLow + modulus - 1) % modulus;
  const high = (firstHigh + secondHigh + bytes * (firstLow + modulus - 1)) % modulus;
  return high * 65_536 + low;
}
