/** What may be said to the agent of its course, beside what the history shows. */
type Kind = "completionRejected" | "loop" | "stepFailed" | "stepDoubted" | "layoutStagnant";

/** The highest is the one that is told: an agent that is told to do three things does none of them. */
const priorities: { readonly [Each in Kind]: number } = {
  completionRejected: 50,
  loop: 40,
  stepFailed: 30,
  stepDoubted: 20,
  layoutStagnant: 10,
};

export interface TurnFinding {
  readonly kind: Kind;
  /** In words of our own: what a screen or a model said stands fenced elsewhere in the prompt. */
  readonly instruction: string;
}

/** The one instruction for the next prompt (docs/spec.md R6); null when there is nothing to say. */
export function turnInstruction(findings: readonly (TurnFinding | null)[]): string | null {
  const [first] = findings
    .filter((finding) => finding !== null)
    .sort((a, b) => priorities[b.kind] - priorities[a.kind]);
  return first?.instruction ?? null;
}
