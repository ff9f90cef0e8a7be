import type { Recovery } from "#shared/contracts/recovery/recovery.ts";

/** One line: what was tried and how it ended. */
export function storyOf({ outcome, plans, messages, reason = "", recoveryNumber }: Recovery): string {
  const steps = messages.filter((message) => message.message_type === "step_report");
  const made = plans.length === 1 ? "1 plan" : `${plans.length} plans`;
  const done = steps.filter((report) => report.status === "success").length;
  const how = outcome === "recovered" ? "Recovery worked" : `Recovery ended as ${outcome ?? "aborted"}`;
  return `${how} (number ${recoveryNumber}: ${made}, ${done} steps done). ${reason}`
    .slice(0, 1_000)
    .toWellFormed();
}
