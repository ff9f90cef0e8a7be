import type { JudgementSummary } from "#shared/contracts/judging/judging.ts";

type Verdict = JudgementSummary["verdict"];

/**
 * What a new verdict makes of an old one: `fixed` and `broken` turn it round, `decided` is one where there was none, `cannotTell`
 * is for want of evidence that was kept.
 */
export const verdictChanges = ["fixed", "broken", "decided", "same", "cannotTell"] as const;
export type VerdictChange = (typeof verdictChanges)[number];

export function verdictChange(old: Verdict | undefined, now: Verdict): VerdictChange {
  if (now === "inconclusive" || now === "none") return "cannotTell";
  if (old === now) return "same";
  if (old === "failed") return "fixed";
  return old === "passed" ? "broken" : "decided";
}
