import { practiceRoles } from "@drover/practice-model";
import type { ModelClient } from "#agent/model-calls/model-client.ts";
import { userQuestion } from "#agent/role-questions/user-question.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { runTask } from "../practice-model/drive-phone.ts";
import type { Stage } from "./phone-stage.ts";

/** The role reads its text alone. */
const noRequest = { model: "practice-1", max_tokens: 1, messages: [] };

/** Answers as the practice model plays the task's user; nobody is there where the task has none. */
function userOf({ user, task }: JobRequest): { answer?: (question: string) => string } {
  if (user === undefined) return {};
  return {
    answer: (question) => {
      const { parts } = userQuestion({ user, task, question, marker: "m1x8f2c07d3e91ab" });
      const given = practiceRoles.user(
        parts.map((part) => ("text" in part ? part.text : "")).join(""),
        noRequest,
      );
      return String((given as { readonly answer?: unknown }).answer ?? "I do not know that.");
    },
  };
}

export interface PracticeRun {
  readonly solved: boolean;
  readonly why: string;
  readonly steps: number;
  readonly claimed: string;
}

/** Lets the practice model do the job on a fresh phone, in this process, and judges it as a job is judged. */
export const practiceOnPhone = (
  stage: Stage,
  client: ModelClient,
  request: JobRequest,
  log?: (line: string) => void,
): Promise<PracticeRun> =>
  stage.withPhone(async (staged) => {
    await staged.prepare(request.prepare?.commands ?? []);
    const options = { phone: staged.phone, client, task: request.task, maxSteps: 60, ...userOf(request) };
    const { steps, finish } = await runTask(log === undefined ? options : { ...options, log });
    const { verdict, why } = await staged.judge(request, finish);
    const claimed = `${finish.status} ${finish.answer ?? ""} ${finish.summary ?? ""}`;
    const asked = request.validators.some((one) => one.kind === "claim" && one.status === "infeasible");
    // What was done is to be claimed, too.
    const solved = verdict === "passed" && (asked || finish.status === "success");
    return { solved, why: `${claimed} | ${why}`, steps: steps.length, claimed };
  });
