/** The standard normal's 97.5 % quantile. */
export const normalQuantile = 1.959963984540054;

const share = 0.975;
/** From here on the expansion is exact to ten digits. */
const many = 200;

/** Student's t: its 97.5 % quantile for whole degrees of freedom from 1, what a 95 % interval reaches on both sides. */
export function studentQuantile(degreesOfFreedom: number): number {
  if (degreesOfFreedom >= many) return expansion(degreesOfFreedom);
  let [low, high] = [0, 13];
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2;
    if (distribution(middle, degreesOfFreedom) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4: a finite sum for whole degrees. */
function distribution(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = odd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine;
    sum += term;
  }
  const within = odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
  return (1 + within) / 2;
}

/** The same, 26.7.5: by powers of the reciprocal of the degrees. */
function expansion(degrees: number): number {
  const z = normalQuantile;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
