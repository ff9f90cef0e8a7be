import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import { cut, plain } from "../terminal/terminal.ts";

const words: Readonly<Record<TaskStep["status"], string>> = {
  pending: "open",
  running: "running",
  complete: "done",
  failed: "not done",
};

/** One line of a part of a workflow, for people. */
export const partLine = ({ index, status, text, jobIds, attempts, window, app = "" }: TaskStep): string => {
  const tries = attempts > 1 ? `, attempt ${attempts}` : "";
  const job = jobIds.length === 0 ? "" : ` (job ${jobIds.at(-1)}${tries})`;
  const where = window === undefined ? "" : `, ${window} window, ${plain(app)}`;
  return `part ${index}${where}: ${words[status]}: ${cut(plain(text), 80)}${job}`;
};

/** The parts of a workflow in order, each with its result; empty for any other job. */
export function partLines({
  taskSteps = [],
  decomposition,
  partsBefore = [],
}: JobResponse): readonly string[] {
  const made = decomposition === undefined ? [] : [`parts: ${plain(decomposition.detail)}`];
  const before = partsBefore.map(
    ({ text, result }, at) => `before:     ${at + 1}. ${cut(plain(text), 80)}: ${plain(result)}`,
  );
  const parts = taskSteps.flatMap((step) => [
    `  ${partLine(step)}`,
    ...step.errors.map((error, at) => `    attempt ${at + 1} ended ${plain(error)}`),
    ...(step.actions.length === 0 ? [] : [`    did ${cut(plain(step.actions.join("; ")), 200)}`]),
    ...(step.result === undefined || step.status !== "complete" ? [] : [`    result ${plain(step.result)}`]),
  ]);
  return [...before, ...made, ...parts];
}
