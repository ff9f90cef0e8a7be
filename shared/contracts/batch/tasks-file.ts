import * as z from "zod";
import { Agent } from "../job/agent.ts";
import { JobLimits, JobRequest } from "../job/job-request.ts";
import { DeviceCommands } from "../job/preparation.ts";
import { Validator } from "../judging/validator.ts";
import { ParameterName, Script, ScriptLine } from "../step/script.ts";
import { BatchName, TaskId, VariantName } from "../values/batch-ids.ts";
import { SafeText } from "../values/safe-text.ts";
import { Tag } from "../values/tag.ts";
import { maxBatchLines } from "./batch-manifest.ts";
import { BatchSettings } from "./batch-settings.ts";

const parameterValue = z.union([SafeText.max(1_000), z.number(), z.boolean()], {
  error: "must be a text, a number, true or false",
});

/** Values that belong together, such as a time as it is said and as it is stored: `{{when.said}}`, `{{when.hour}}`. */
const parameterRecord = z
  .record(ParameterName, parameterValue)
  .refine((record) => Object.keys(record).length > 0, { error: "must have at least one field" });

/** The values of a parameter: one, a list, or numbers from one to another, both of them among it. */
export const TaskParameter = z.union(
  [
    parameterValue,
    z
      .array(z.union([parameterValue, parameterRecord]))
      .min(1)
      .max(maxBatchLines),
    z.strictObject({
      from: z.number(),
      to: z.number(),
      step: z.number().positive().default(1),
      /** Zeros before it, up to that many digits: 7 as `07`. */
      pad: z.int().min(1).max(10).optional(),
    }),
  ],
  {
    error: "must be a value, a list of values or of records, or { from, to } with optional 'step' and 'pad'",
  },
);
export type TaskParameter = z.infer<typeof TaskParameter>;

/** `500k` and `1.5M` are numbers here. */
export const countPattern = /^\d+(\.\d+)?[kM]$/;
const count = z.union([z.number(), z.string().regex(countPattern)], {
  error: "must be a number, such as 20, 500k or 1.5M",
});

/** Other names of a job's limits, as evaluation tools have them. */
export const limitNames = {
  steps: "maxSteps",
  seconds: "totalSeconds",
  workingSeconds: "timeoutSeconds",
  tokens: "maxTokens",
  outputTokens: "maxOutputTokens",
  costUsd: "maxCostUsd",
} as const;

export const limitFields: readonly string[] = [...Object.keys(limitNames), ...Object.keys(JobLimits.shape)];
const TaskLimits = z.partialRecord(z.enum(limitFields), count);

export const TaskLevel = z.enum(["easy", "medium", "hard"]);
export type TaskLevel = z.infer<typeof TaskLevel>;

export const taskKinds = [
  "data-entry",
  "search",
  "multi-app",
  "repetition",
  "reading",
  "settings",
  "infeasible",
  "asking",
] as const;
/** What is hard about a task. */
export const TaskKind = z.enum(taskKinds);

/**
 * Where a device and an agent may end: what the device's shell ran, then the lines of a script, then what is claimed. With none of them
 * it is where doing nothing ends.
 */
export const TaskEnd = z
  .strictObject({
    commands: DeviceCommands.optional(),
    steps: z.array(ScriptLine).max(500).optional(),
    finish: Script.shape.finish,
  })
  .meta({ id: "TaskEnd" });
export type TaskEnd = z.infer<typeof TaskEnd>;

const TaskAudit = z.strictObject({
  /** Ends that look right and are not: none of them may pass. */
  wrong: z.union([TaskEnd, z.array(TaskEnd).min(1).max(10)]),
});

/** What a task has besides a job's request, or writes in another form than that. */
const taskOwn = {
  /** How often it is done with each variant. */
  repeat: z.int().min(1).max(1_000).optional(),
  /** The same as `repeat`. */
  epochs: z.int().min(1).max(1_000).optional(),
  /** The values of `{{name}}` in any text of the task: every combination becomes a task. */
  parameters: z.record(ParameterName, TaskParameter).optional(),
  /** So many of the combinations, drawn by `seed`. */
  sample: z.int().min(1).max(maxBatchLines).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  /** Words to find and count it by. */
  tags: z.array(Tag).max(20).optional(),
  /** How hard it is: counted as the tag `level:easy`. */
  level: TaskLevel.optional(),
  /** Counted as tags such as `kind:search`. */
  kind: z.union([TaskKind, z.array(TaskKind).min(1).max(4)]).optional(),
  /** Shell commands on the device that prepare the task, before the agent looks. */
  setUp: DeviceCommands.optional(),
  /** Lines of the device's shell that are run before cleaning, however the task ends. */
  tearDown: DeviceCommands.optional(),
  /** What it counts for in a weighted success rate; 1. */
  weight: z.number().positive().max(1_000).optional(),
  limits: TaskLimits.optional(),
  /** Each as in a job's request, or in the words of `drover run --check`. */
  validators: z
    .array(z.union([Validator, z.string()]))
    .max(20)
    .optional(),
};

const { task, tags: _tags, limits: _limits, validators: _validators, ...requestFields } = JobRequest.shape;
const requestParts = z.strictObject(requestFields).partial().shape;

/** Texts are checked after the placeholders are filled. */
const ownUnfilled = {
  ...taskOwn,
  tags: z.array(z.string()).max(20).optional(),
  validators: z.array(z.unknown()).optional(),
};

const ofOne = {
  /** Stable: results of different runs are compared by it. */
  id: TaskId,
  /** Runs only when that task has succeeded, with the same variant and repetition. */
  prerequisite: z.string().max(200).optional(),
  /** Its solution: a script, the name of a script file, or an end state. `--solutions` runs it instead of the agent. */
  solution: z.union([SafeText.min(1).max(1_000), Script, TaskEnd]).optional(),
  /** The cases with which `drover suite audit` tests the task's checks. */
  audit: TaskAudit.optional(),
};

const ofVariant = { name: VariantName };
const variantForms = { error: "must be a model's id, or { name, … } with any part of a job's request" };

const agentWords = {
  error: "must be builtin, human, external:<name>, url:<address>, or an agent with its kind",
};
/** An agent in one word, or with its settings; a job's schema sees it in every line that comes of it. */
export const AgentFrame = z.union(
  [z.string().max(2_100), z.looseObject({ kind: z.string().max(40), name: z.string().max(100).optional() })],
  agentWords,
);
export type AgentFrame = z.infer<typeof AgentFrame>;

const ofFile = {
  $schema: z.string().max(1_000).optional(),
  version: z.literal(1).optional(),
  /** The batch's name, unless the command gives another; default: the file's name. */
  name: BatchName.optional(),
  /** Of every task whose combinations are drawn. */
  seed: taskOwn.seed,
  /** Settings of the batch, unless the command overrides them. */
  settings: BatchSettings.partial().optional(),
};

/**
 * What a file's frame must be when it is read. A job's request is not looked at yet: its texts may hold `{{name}}`, so it is checked
 * of every line that comes of it.
 */
export const TaskFrame = z.looseObject({ ...ofOne, ...ownUnfilled, solution: z.unknown().optional() });
export type TaskFrame = z.infer<typeof TaskFrame>;
export const VariantFrame = z.union([VariantName, z.looseObject(ofVariant)], variantForms);
export type VariantFrame = z.infer<typeof VariantFrame>;
export const TasksFrame = z.strictObject({
  ...ofFile,
  defaults: z.looseObject(ownUnfilled).optional(),
  agents: z.array(AgentFrame).min(1).max(50).optional(),
  variants: z.array(VariantFrame).min(1).max(100).optional(),
  tasks: z.array(TaskFrame).min(1, "contains no task").max(maxBatchLines),
});
export type TasksFrame = z.infer<typeof TasksFrame>;

/** What a task has that is no part of the job's request. */
export const taskOwnFields: ReadonlySet<string> = new Set(
  [...Object.keys(ofOne), ...Object.keys(taskOwn)].filter(
    (name) => name !== "limits" && name !== "validators",
  ),
);
/** The same in full, for editors (docs/tasks-file.schema.json). */
export const TasksFile = z
  .strictObject({
    ...ofFile,
    /** Of every task that does not say otherwise. */
    defaults: z.strictObject({ ...taskOwn, ...requestParts }).optional(),
    /** Who does each task, to be compared: each agent with each variant (docs/agents.md). */
    agents: z
      .array(z.union([z.string(), Agent], agentWords))
      .min(1)
      .max(50)
      .optional(),
    /** What each task is done with, to be compared: models by id, or parts of a job's request by name. */
    variants: z
      .array(
        z.union(
          [VariantName, z.strictObject({ ...ofVariant, ...requestParts, limits: TaskLimits.optional() })],
          variantForms,
        ),
      )
      .min(1)
      .max(100)
      .optional(),
    tasks: z
      .array(z.strictObject({ ...ofOne, task, ...taskOwn, ...requestParts }))
      .min(1)
      .max(maxBatchLines),
  })
  .meta({ id: "TasksFile" });

/** All fields of a task. */
export const taskFieldNames: readonly string[] = Object.keys(TasksFile.shape.tasks.element.shape);
