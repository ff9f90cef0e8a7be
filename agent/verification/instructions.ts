import type { RuleName } from "./rules.ts";
import type { RuleFinding } from "./verification-rule.ts";

interface Instruction {
  /** The highest is the one that the agent is told. */
  readonly priority: number;
  readonly words: string;
}

/** What the agent is told to do about a rule's finding that the step failed, which a person's touch never says. */
export const stepInstructions: { readonly [Name in Exclude<RuleName, "personTouched">]: Instruction } = {
  textArrived: { priority: 80, words: "Tap the field so that it has the focus, then type again." },
  dialogGone: { priority: 70, words: "Deal with the dialog first: nothing behind it can be reached." },
  appInFront: { priority: 60, words: "Open the app again, or look for what came in its way." },
  toggleFlipped: {
    priority: 50,
    words: "Look whether it needs something first, such as another switch or a dialog.",
  },
  listScrolled: {
    priority: 40,
    words: "Scroll no further that way: search, or look in the other direction.",
  },
  expectedShown: { priority: 30, words: "Set it right before you go on." },
  actionsDone: { priority: 20, words: "Choose again from the screen as it is now." },
  screenChanged: {
    priority: 10,
    words: "Do not do it a third time: aim at something else, or take another way.",
  },
};

const isRule = (name: string): name is keyof typeof stepInstructions => Object.hasOwn(stepInstructions, name);

/**
 * The one thing to do about what failed, in words of our own: what was found quotes the screen, and is in the history.
 * Null when nothing failed.
 */
export function stepInstruction(
  findings: readonly (Pick<RuleFinding, "verdict"> & { readonly rule: string })[],
) {
  const [first] = findings
    .flatMap(({ rule, verdict }) => (verdict === "failed" && isRule(rule) ? [stepInstructions[rule]] : []))
    .sort((a, b) => b.priority - a.priority);
  return first?.words ?? null;
}
