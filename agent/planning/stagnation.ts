/** A step's screens by their hashes; oldest first wherever there are several. */
export interface StagnationStep {
  readonly hashBefore: string;
  /** Of before, when nobody looked afterwards. */
  readonly hashAfter: string;
}

/** The figures are the source's (docs/spec.md R9.1). */
const layoutTimes = 3;
const layoutWindow = 10;
const unchangedTimes = 4;

/** Begins what is said of each thing that was tried then. */
export const unchangedWords = `Element map unchanged ${unchangedTimes}x`;

/** The same layout after three of the last ten steps, the newest among them; steps between may have led elsewhere. */
export function isLayoutStagnant(steps: readonly StagnationStep[]): boolean {
  const last = steps.at(-1)?.hashAfter;
  return steps.slice(-layoutWindow).filter(({ hashAfter }) => hashAfter === last).length >= layoutTimes;
}

/** Four steps in a row left the element map as it was. */
export function isMapUnchanged(steps: readonly StagnationStep[]): boolean {
  const newest = steps.slice(-unchangedTimes);
  const [first] = newest;
  return (
    first !== undefined &&
    newest.length === unchangedTimes &&
    newest.every(
      ({ hashBefore, hashAfter }) => hashBefore === first.hashBefore && hashAfter === first.hashBefore,
    )
  );
}
