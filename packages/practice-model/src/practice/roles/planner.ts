import { readGoals } from "../goals/read-goals.ts";
import { readSection } from "../prompt/read-section.ts";
import type { PracticeRole } from "./practice-role.ts";
import { type Way, wayThrough } from "./ways.ts";

const approach = ({ name, steps }: Way, description: string, confidence: number) => ({
  name,
  description,
  steps,
  confidence,
});

/** A task that it cannot read: it says so, and what anybody could try. */
const notUnderstood = (what: string) => ({
  approaches: [
    approach(
      { name: "Look around", steps: ["Look at what this screen offers", "Use what the task names"] },
      `I do not understand "${what.slice(0, 200)}": look for its words on the screen.`,
      0.1,
    ),
    approach(
      { name: "Say that it cannot be done", steps: ["End the task as infeasible and say why"] },
      "Nothing is changed by guessing.",
      0.1,
    ),
  ],
  recommended_index: 0,
});

/** What the newest failure that says anything says of the agent's way, in one sentence. */
function diagnose(failures: readonly string[]): string | undefined {
  for (const failure of failures.toReversed()) {
    const step = /^Step '(.*)' failed(?: twice\. First: |\. )(.*)$/.exec(failure);
    if (step !== null) return `"${step[1]}" does not work here: ${step[2]}`;
    const checked = /^Progress check \(iter \d+\): (.*)$/.exec(failure)?.[1];
    if (checked !== undefined) return checked;
    const rejected = /^Completion rejected \(iter \d+\): (.*)$/.exec(failure)?.[1];
    if (rejected !== undefined) return `The task was not done when the agent said so: ${rejected}`;
  }
  return failures.length === 0 ? undefined : "What the agent did changed nothing on the screen.";
}

const listed = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));

/** Two ways to the task's goals; after failures the one that was not recommended before comes first. */
export const practicePlanner: PracticeRole = (text) => {
  const goals = readGoals(readSection(text, "task"));
  const unknown = goals.find((goal) => goal.kind === "unknown");
  if (goals.length === 0 || unknown !== undefined)
    return notUnderstood(unknown?.text ?? readSection(text, "task"));
  const usual = wayThrough(goals, "usual");
  const other = wayThrough(goals, "other");
  const failures = listed(readSection(text, "failures"));
  const tried = /^Recommended approach: (.*)$/m.exec(readSection(text, "previous_plan"))?.[1];
  const usualFailed = failures.length > 0 && tried !== other.name;
  const diagnosis = diagnose(failures);
  return {
    approaches: [
      approach(usual, "The way that is usually taken.", usualFailed ? 0.3 : 0.8),
      approach(other, "Another way, for when the usual one does not work.", usualFailed ? 0.7 : 0.5),
    ],
    recommended_index: usualFailed ? 1 : 0,
    ...(diagnosis === undefined ? {} : { diagnosis }),
  };
};
