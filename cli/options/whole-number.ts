import { InvalidArgumentError } from "commander";

/** Reads an option's value: digits alone, no more of them than the bound has. */
export function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    const written = /^\d+$/.test(value) && value.length <= String(most).length;
    if (!written || number < least || number > most) {
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

/** A number within the bounds, a fraction too. */
export const numberFrom =
  (least: number, most: number) =>
  (value: string): number => {
    const number = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a number from ${least} to ${most}.`);
  };

/** Of the practice model, in milliseconds. */
export const modelLatency = wholeNumber(0, 60_000);

/** 0 lets the system choose a free one. */
export const portNumber = wholeNumber(0, 65_535);
