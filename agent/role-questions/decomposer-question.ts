import * as z from "zod";
import type { Job } from "#shared/contracts/job/job.ts";
import { section } from "../prompt/prompt-text.ts";
import type { RoleQuestion } from "./role-question.ts";

/** So many parts a workflow may have (contracts/job-request.ts). */
const mostParts = 20;

const answer = z.object({
  subtasks: z
    .array(z.string().trim().min(1).max(4_000))
    .min(1)
    .max(mostParts)
    .describe("The parts in the order in which they are done, each in words that stand by themselves."),
});

const system = `You split a command for an Android phone into sub-tasks. An agent does them one at a time, each only when the one before has succeeded.
- Keep the order of the command, and every name, number and text in it exactly as it is written.
- A sub-task has one goal that can be checked on the phone. Its single taps and texts are the agent's affair.
- The agent sees one sub-task alone: write "the alarm for 7:00", not "it".
- Add nothing that the command does not ask for. A command with one goal is one sub-task.`;

/** What a workflow's parts are (docs/spec.md A1). */
export const decomposerQuestion = ({
  task,
  background,
}: Pick<Job, "task" | "background">): RoleQuestion<typeof answer> => ({
  role: "decomposer",
  system,
  parts: [
    {
      type: "text",
      text: [
        section("command", task),
        background === undefined ? "" : section("background", background),
        "What are its sub-tasks?",
      ].join("\n"),
    },
  ],
  answer: { description: "The sub-tasks of the command, in order.", schema: answer },
});
