import type { QuestionWorth } from "#shared/contracts/agent/simulated-user.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import { cut, out, plain } from "../terminal/terminal.ts";

const worths = {
  needed: "needed",
  useless: "unnecessary: no known fact answers it",
  alreadyAnswered: "already answered",
} as const satisfies Readonly<Record<QuestionWorth, string>>;

const ends: Readonly<Record<Question["status"], (question: Question) => string>> = {
  open: ({ until }) => `open until ${until}`,
  answered: ({ answer, by, answeredBy, answeredAt, worth }) =>
    answeredBy === "user"
      ? `the simulated user answered "${answer}"${worth === undefined ? "" : ` (${worths[worth]})`}`
      : `answered "${answer}"${by === undefined ? "" : ` by ${by}`} at ${answeredAt}`,
  default: ({ answer }) => `nobody answered in time; the job's default "${answer}" was used`,
  expired: () => "nobody answered in time",
};

/** A question with how it ended, in one line for people. */
export const describeQuestion = (question: Question): string =>
  plain(
    `step ${question.stepNumber} ${question.kind === "approval" ? "waits for approval" : "asked"}: ${question.text} -- ${ends[question.status](question)}`,
  );

const longestResult = 300;

/** What a person, a tool or another role answered to a step. */
export function printToolResult({ toolResult }: Pick<StepResponse, "toolResult">): void {
  if (toolResult === undefined) return;
  const { kind, name, ok, text } = toolResult;
  const who = kind === "ask_user" ? "answer" : kind === "mcp_call" ? name : `${kind} "${name}"`;
  out(`             ${plain(who)}${ok ? "" : " (in vain)"}: ${cut(plain(text), longestResult)}`);
}

/** What the job's user said with that turn, and what a person said to what it proposed. */
export function printSteering({
  messages = [],
  approval,
}: Pick<StepResponse, "messages" | "approval">): void {
  for (const { text, by } of messages)
    out(`             ${plain(by ?? "the user")} said: ${cut(plain(text), longestResult)}`);
  if (approval === undefined) return;
  const { because, decision, reason, by } = approval;
  const who = by === undefined ? "" : ` by ${by}`;
  const how = decision === undefined ? "waits for approval" : `${decisions[decision]}${who}`;
  const why = reason === undefined ? "" : `: ${reason}`;
  out(`             approval (${plain(because.join("; "))}): ${cut(plain(how + why), longestResult)}`);
}

const decisions = {
  yes: "yes",
  no: "no",
  expired: "no (nobody answered)",
  stale: "yes, but the screen had changed",
} as const;
