import { Option } from "commander";
import type * as z from "zod";
import type { Subtask } from "#shared/contracts/job/job-request.ts";
import { defined } from "#shared/values/defined.ts";
import { CommandFailure } from "./command-failure.ts";
import { exitCodes } from "./exit-codes.ts";
import { partJson, someText, windowTask } from "./option-values.ts";
import { readRolesFile } from "./roles-file.ts";

/** What `drover run` takes of a task in parts or roles, and of what its agents are told beside it. */
export interface WorkflowFlags {
  readonly workflow?: boolean;
  readonly part?: readonly z.input<typeof Subtask>[];
  readonly split?: readonly WindowTask[];
  readonly roles?: ReturnType<typeof readRolesFile>;
  readonly background?: string;
  readonly systemPrompt?: string;
}

/** JSON says more of a part than its text: its background, its checks, its limits. */
const collect = (value: string, all: WorkflowFlags["part"] = []): WorkflowFlags["part"] => [
  ...(all ?? []),
  value.startsWith("{") ? partJson(value) : { text: value },
];

interface WindowTask {
  readonly app: string;
  readonly task: string;
}

const collectWindows = (value: string, all: WorkflowFlags["split"] = []): WorkflowFlags["split"] => [
  ...all,
  windowTask(value),
];

export const workflowOptions: readonly Option[] = [
  new Option("--workflow", "do the task in parts that a model makes of it, one after the other"),
  new Option(
    "--part <text>",
    'one of the parts, in order; or as JSON, such as {"text":"…","limits":{"maxSteps":8},"attempts":2}',
  ).argParser(collect),
  new Option(
    "--split <app: task>",
    'given twice: two tasks at once in two apps side by side, such as "com.android.settings: Turn on Bluetooth"',
  ).argParser(collectWindows),
  new Option(
    "--roles <file>",
    "several devices do the task together: YAML or JSON with what each role does (docs/multi-device.md)",
  ).argParser(readRolesFile),
  new Option("--background <text>", "what the agent should know").argParser(someText),
  new Option("--system-prompt <text>", "how the agent is to work, beside Drover's own words").argParser(
    someText,
  ),
];

/** As the request has it. */
export const workflowFlags = ({ workflow, part, split, roles, background, systemPrompt }: WorkflowFlags) => ({
  ...defined({ background, systemPrompt, roles }),
  ...(workflow || part !== undefined || split !== undefined
    ? { workflow: defined({ subtasks: part, split: bothWindows(split) }) }
    : {}),
});

/** What both windows are to do, for a request that says no task of its own. */
export const taskOfWindows = ({ split }: WorkflowFlags): string | undefined =>
  split
    ?.map(({ app, task }) => `${app}: ${task}`)
    .join("; ")
    .slice(0, 4_000);

function bothWindows(split: WorkflowFlags["split"]) {
  if (split === undefined) return undefined;
  const [first, second] = split;
  if (first === undefined || second === undefined || split.length > 2)
    throw new CommandFailure(
      exitCodes.usage,
      `A split screen has two windows: give --split twice, not ${split.length === 1 ? "once" : `${split.length} times`}.`,
    );
  return { first, second };
}
