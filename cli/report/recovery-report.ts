import type { RecoveryResponse } from "#shared/contracts/api/responses/recovery-response.ts";
import type { RecoveryMessage } from "#shared/contracts/recovery/recovery-messages.ts";
import { out, plain } from "../terminal/terminal.ts";

const outcomeWords: Readonly<Record<NonNullable<RecoveryResponse["outcome"]>, string>> = {
  recovered: "recovered",
  not_recovered: "not recovered",
  infeasible: "not feasible",
  aborted: "broken off",
  planned: "only planned: there is no device",
};

const named = (words: string): string => words.replaceAll("_", " ");

function describeMessage(message: RecoveryMessage): readonly string[] {
  switch (message.message_type) {
    case "execute_plan":
      return message.steps.map(({ step_id: id, action, target, fallback_options: others }) => {
        const aim = target === "" ? "" : ` ${JSON.stringify(target)}`;
        return `plan    ${id}. ${named(action)}${aim}${others.length === 0 ? "" : `, or ${others.length} other ways`}`;
      });
    case "step_report":
      return [`step ${message.step_id}  ${message.status}: ${message.details}`];
    case "replan_request":
      return [`new plan requested after ${message.attempts_made} attempts: ${message.failure_reason}`];
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

/** What happened and why, for somebody who was not there. */
export function reportRecovery(recovery: RecoveryResponse): void {
  const { recoveryId, exception, category, plans, messages, outcome, reason, counts } = recovery;
  const [said = ""] = exception.split("\n");
  out(plain(`recovery ${recoveryId}  ${outcome === undefined ? "running" : outcomeWords[outcome]}`));
  out(plain(`  from    ${said.slice(0, 200)} (${named(category)})`));
  for (const { strategy, rootCause } of plans)
    out(plain(`  cause   ${rootCause} Strategy: ${named(strategy)}.`));
  for (const line of messages.flatMap(describeMessage)) out(plain(`  ${line}`));
  if (reason) out(plain(`  ${outcome === "recovered" ? "how" : "why"}     ${reason}`));
  if (counts === undefined) return;
  const { milliseconds, replans, succeededSteps, tries } = counts;
  out(`  took    ${seconds(milliseconds)}, ${succeededSteps} steps in ${tries} tries, ${replans} new plans`);
}
