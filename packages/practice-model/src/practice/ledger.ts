import type { PromptView } from "./prompt/prompt-view.ts";

/**
 * What must be remembered from one turn to the next stands at the beginning of each thought, because the prompt's history
 * is all that comes back: which goals are done, which one is worked on since how many turns, and the answers found.
 */
export interface Ledger {
  /** Index of the goal being worked on. */
  readonly goal: number;
  /** Turns spent on it. */
  readonly turns: number;
  readonly answers: readonly string[];
  /** Beginnings of the titles that were tapped for it, newest last. */
  readonly tried: readonly string[];
}

export const emptyLedger: Ledger = { goal: 0, turns: 0, answers: [], tried: [] };

const shape = /^Goal (\d+) of \d+, turn (\d+)\.(?: Found: (\[.*?\])\.)?(?: Tried: (\[.*?\])\.)?(?: |$)/;

/** History shows the first 400 characters of a thought, so what is kept must be short. */
const mostTried = 10;
const titleLength = 20;

export const asTried = (title: string): string => title.slice(0, titleLength).toWellFormed();

export function writeLedger({ goal, turns, answers, tried }: Ledger, goals: number): string {
  const found = answers.length === 0 ? "" : ` Found: ${JSON.stringify(answers)}.`;
  const taps = tried.length === 0 ? "" : ` Tried: ${JSON.stringify(tried.slice(-mostTried))}.`;
  return `Goal ${goal + 1} of ${goals}, turn ${turns}.${found}${taps}`;
}

export function readLedger(thinking: string): Ledger | undefined {
  const match = shape.exec(thinking);
  if (match === null) return undefined;
  return {
    goal: Number(match[1]) - 1,
    turns: Number(match[2]),
    answers: readList(match[3]),
    tried: readList(match[4]),
  };
}

function readList(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

/** The ledger as the last turn of its own left it; what rules did in between leaves none. */
export function lastLedger(view: PromptView): Ledger {
  const last = view.history.findLast(({ thinking }) => readLedger(thinking) !== undefined);
  return (last && readLedger(last.thinking)) ?? emptyLedger;
}
