/** Linux's numbers, by the names that `kill` and `trap` know. */
const numbers: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  CONT: 18,
  STOP: 19,
};

/** The number of `TERM`, `SIGTERM`, `15`; null for none. 0 stands for "is it there?". */
export function signalNumber(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text) <= 64 ? Number(text) : null;
  return numbers[text.toUpperCase().replace(/^SIG/, "")] ?? null;
}

export const signalName = (number: number): string =>
  Object.entries(numbers).find(([, one]) => one === number)?.[0] ?? String(number);
