import type { Step } from "#shared/contracts/step/step.ts";
import { stepMilliseconds } from "./step-state.ts";

/** A step's place on the strip, as shares of its length. */
export interface FilmPlace {
  readonly stepNumber: number;
  readonly start: number;
  readonly end: number;
}

/** A wait for a person or a model would leave no room for the steps: no wait counts for more than a number of usual steps. */
const longest = 8;
const shortest = 0.25;

/** Steps along time: wide ones took long. */
export function filmPlaces(steps: readonly Step[]): readonly FilmPlace[] {
  const times = steps.map((step, index) => {
    const next = steps[index + 1];
    const until = next === undefined ? 0 : Date.parse(next.predictedAt) - Date.parse(step.predictedAt);
    return until > 0 ? until : stepMilliseconds(step);
  });
  const usual = Math.max(1, [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 1);
  const lengths = times.map((time) => Math.min(Math.max(time / usual, shortest), longest));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let at = 0;
  return steps.map(({ stepNumber }, index) => {
    const start = at / whole;
    at += lengths[index] ?? 0;
    return { stepNumber, start, end: at / whole };
  });
}

/** Which of the places a share of the strip falls on. */
export function placeAt(places: readonly FilmPlace[], share: number): FilmPlace | undefined {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) <= share) low = middle + 1;
    else high = middle;
  }
  return places[low];
}

/** Which step's screen is in each of this many frames of the same width, from the first step to the last: a long one fills several. */
export const framesOf = (places: readonly FilmPlace[], count: number): readonly FilmPlace[] =>
  Array.from({ length: count }, (_, index) => placeAt(places, index / Math.max(1, count - 1))).filter(
    (place) => place !== undefined,
  );

const fastestMilliseconds = 250;
const slowestMilliseconds = 2_000;

/** How long a step stays when the job is played: as long as it took, within what can be watched. */
export const playMilliseconds = (step: Step, speed: number): number =>
  Math.min(Math.max(stepMilliseconds(step), fastestMilliseconds), slowestMilliseconds) / speed;
