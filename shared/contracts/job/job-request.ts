import * as z from "zod";
import { ModelRoles } from "../agent/model-settings.ts";
import { RaisedException } from "../agent/raised-exception.ts";
import { RoleName } from "../agent/role.ts";
import { SimulatedUser } from "../agent/simulated-user.ts";
import { ToolRule } from "../agent/tool.ts";
import { Perception } from "../device/perception.ts";
import { RecordChoice } from "../device/screen-recording.ts";
import { SnapshotRule } from "../device/snapshot.ts";
import { SplitApps } from "../device/split-screen.ts";
import { Changes } from "../judging/changes.ts";
import { Validator } from "../judging/validator.ts";
import { Consensus } from "../step/consensus.ts";
import { JobSourceRequest } from "../step/job-source.ts";
import { DeviceId, PoolName } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";
import { Tag } from "../values/tag.ts";
import { Agent } from "./agent.ts";
import { AnswerSchema } from "./answer-schema.ts";
import { JobData } from "./job-data.ts";
import { PolicyChoice } from "./policy.ts";
import { Preparation } from "./preparation.ts";
import { QuestionPolicy } from "./question.ts";
import { Supervision } from "./supervision.ts";

/** What a job needs of its device; chooses the pool at submission, because a pool is homogeneous. */
export const Requirements = z
  .strictObject({
    pool: PoolName.optional(),
    minApiLevel: z.int().min(1).max(100).optional(),
    /** Without a network another device takes it, and checks that fail on a device that has none are not its agent's failure. */
    network: z.boolean().optional(),
    /** This device and no other: the job waits its turn for it (docs/decisions/0073-a-device-by-name.md). */
    deviceId: DeviceId.optional(),
  })
  .meta({ id: "Requirements" });
export type Requirements = z.infer<typeof Requirements>;

/**
 * `clean`: cleaned before the job sees it and after. `asItIs`: one that a person has quarantined, taken with all that is on it
 * and given back to that person uncleaned.
 */
export const DeviceUse = z.enum(["clean", "asItIs"]);
export type DeviceUse = z.infer<typeof DeviceUse>;

export const JobLimits = z
  .strictObject({
    /** Turns of the agent loop. */
    maxSteps: z.int().min(1).max(1_000).default(50),
    /** What the turns of one attempt take together, as it was measured where they were done; no waiting of any kind counts. */
    timeoutSeconds: z.int().min(10).max(7_200).default(900),
    /** From the submission on, all waiting included: the last turn begins before. Absent: no limit but those of its parts. */
    totalSeconds: z.int().min(10).max(172_800).optional(),
    /** How long the job may wait for a device. */
    queueSeconds: z.int().min(10).max(43_200).default(3_600),
    /** How long a job with roles may take to have all its devices, once it is its turn to gather them; absent: 600. */
    gatherSeconds: z.int().min(10).max(3_600).optional(),
    /** How long the job may wait for a model service that is overloaded or away, all its waits together. */
    waitSeconds: z.int().min(0).max(14_400).default(3_600),
    /** How long such a wait may keep the device; then it is released, and one is taken again when the service answers. */
    holdDeviceSeconds: z.int().min(0).max(3_600).default(120),
    /** One action with its settling and observation. */
    stepTimeoutSeconds: z.int().min(5).max(120).default(30),
    /** Input and output tokens of all model calls together. */
    maxTokens: z.int().min(1).max(10_000_000).default(500_000),
    /** Output tokens of all model calls together. Absent: no limit but that of all tokens. */
    maxOutputTokens: z.int().min(1).max(10_000_000).optional(),
    /** US dollars of all model calls together; only for models that have a price. Absent: no limit but that of tokens. */
    maxCostUsd: z.number().min(0.000_001).max(100_000).optional(),
  })
  .meta({ id: "JobLimits" });
export type JobLimits = z.infer<typeof JobLimits>;

/** Limits that a project bounds, or a part of a job has of its own. */
const undefaulted = z.strictObject({
  maxSteps: JobLimits.shape.maxSteps.unwrap().optional(),
  timeoutSeconds: JobLimits.shape.timeoutSeconds.unwrap().optional(),
  totalSeconds: JobLimits.shape.totalSeconds,
  stepTimeoutSeconds: JobLimits.shape.stepTimeoutSeconds.unwrap().optional(),
  maxTokens: JobLimits.shape.maxTokens.unwrap().optional(),
  maxOutputTokens: JobLimits.shape.maxOutputTokens,
  maxCostUsd: JobLimits.shape.maxCostUsd,
});

/** What no job of a project may go beyond, whatever it asks for. */
export const LimitBounds = undefaulted.omit({ stepTimeoutSeconds: true }).meta({ id: "LimitBounds" });
export type LimitBounds = z.infer<typeof LimitBounds>;

/** An answer is for the one check of that name. */
function haveNamesOfTheirOwn(validators: readonly Validator[]): boolean {
  const names = validators.flatMap((validator) => (validator.kind === "external" ? [validator.name] : []));
  return new Set(names).size === names.length;
}

const Validators = z
  .array(Validator)
  .max(20)
  .refine(haveNamesOfTheirOwn, { error: "two 'external' validators have the same name" })
  .default([]);

const TaskText = SafeText.trim()
  .min(1, "must describe a task")
  .max(4_000, "must be at most 4,000 characters");

/** What an agent is told beside its task (docs/spec.md G7). */
const told = {
  /** What it should know: about the app, the account, what is already done. */
  background: SafeText.trim().min(1).max(4_000).optional(),
  /** How it is to work, in addition to Drover's own instructions. */
  systemPrompt: SafeText.trim().min(1).max(4_000).optional(),
};

/** What is left out is the workflow's. */
const PartLimits = undefaulted.omit({ totalSeconds: true }).meta({ id: "PartLimits" }).default({});

/** What each part of a job says for itself. */
const ofPart = { ...told, validators: Validators, limits: PartLimits };

/** One part of a workflow: its own job, on the device that all parts share. */
export const Subtask = z.strictObject({
  text: TaskText,
  ...ofPart,
  /** How often it is tried before the workflow ends. */
  attempts: z.int().min(1).max(3).default(1),
});
export type Subtask = z.infer<typeof Subtask>;

/** What is done in one window of a split screen: its own job, that sees this app alone. */
const SplitPart = z
  .strictObject({ app: SplitApps.shape.first, task: TaskText, ...ofPart })
  .meta({ id: "SplitPart" });

/** Two tasks at once in two apps side by side, on a device that can split its screen (docs/spec.md R10). */
const Split = z
  .strictObject({ first: SplitPart, second: SplitPart })
  .refine(({ first, second }) => first.app.toLowerCase() !== second.app.toLowerCase(), {
    error: "must have two different apps, but both windows show the same one",
  });

/** The task is done in parts, one at a time, the next only when the one before has succeeded (docs/spec.md A1, G4). */
export const Workflow = z
  .strictObject({
    /** In their order; absent: a model makes them of the task. */
    subtasks: z.array(Subtask).min(1).max(20).optional(),
    /** Instead of parts in order two at once. */
    split: Split.optional(),
  })
  .refine(({ subtasks, split }) => subtasks === undefined || split === undefined, {
    error: "has 'subtasks' and 'split': parts run in order, or two at once side by side",
  })
  .meta({ id: "Workflow" });
export type Workflow = z.infer<typeof Workflow>;

/** One role of a task that several devices do together: its own device, agent and checks. What is left out is the whole's. */
export const RoleRequest = z.strictObject({
  task: TaskText,
  ...told,
  /** Checked on this role's device, when every role is done. */
  validators: Validators,
  requirements: Requirements.optional(),
  prepare: Preparation.optional(),
  data: JobData.optional(),
  limits: PartLimits,
  agent: Agent.optional(),
  models: ModelRoles.optional(),
  answerSchema: AnswerSchema.optional(),
  changes: Changes.optional(),
});
export type RoleRequest = z.infer<typeof RoleRequest>;

/** So many devices one task may have at once. */
export const mostRoles = 6;

/** By their names. */
export const Roles = z
  .record(RoleName, RoleRequest)
  .refine((roles) => Object.keys(roles).length >= 2, {
    error: "must have at least two: a single one is a task without roles",
  })
  .refine((roles) => Object.keys(roles).length <= mostRoles, { error: `must be at most ${mostRoles}` })
  .meta({ id: "Roles" });
export type Roles = z.infer<typeof Roles>;

/** Whose turn for a device comes first; jobs of one class take turns by batch. */
export const JobPriority = z.enum(["high", "normal", "low"]);
export type JobPriority = z.infer<typeof JobPriority>;

/** The body of `POST /v1/jobs`. */
export const JobRequest = z.strictObject({
  task: TaskText,
  ...told,
  workflow: Workflow.optional(),
  /** Several devices do the task together, each in its own role (docs/multi-device.md). */
  roles: Roles.optional(),
  validators: Validators,
  /** Who chooses the actions; absent: Drover's own agent. */
  agent: Agent.optional(),
  /** Whose word counts where agents of the config's chain disagree; absent: the last override (docs/extending.md). */
  consensus: Consensus.optional(),
  /** What is done before a model is asked, or instead (docs/trajectories.md). */
  source: JobSourceRequest.optional(),
  requirements: Requirements.prefault({}),
  /** `asItIs` needs requirements.deviceId. */
  device: DeviceUse.default("clean"),
  /** What it has besides, before its agent sees it; of a group of attempts once for all. Absent: nothing. */
  prepare: Preparation.optional(),
  /** What its device holds besides, by kind: files, contacts, messages, events, settings, rows of apps (docs/job-data.md). */
  data: JobData.optional(),
  /** Its device's screen as a video, with captions and chapters by step (docs/recordings.md). Absent: none. */
  record: RecordChoice.optional(),
  limits: JobLimits.prefault({}),
  models: ModelRoles.prefault({}),
  perception: Perception.prefault({}),
  supervision: Supervision.default({}),
  /** The job is a recovery from this, and nothing else (docs/spec.md E1). */
  recovery: RaisedException.optional(),
  /** Keep every model call and every ADB command of the job as artifacts, redacted (docs/spec.md I6.4). */
  debug: z.boolean().default(false),
  /** Keep the device's whole state after steps, so that a fork goes back to it (docs/snapshots.md). Absent: off. */
  snapshot: SnapshotRule.optional(),
  /** What the agent may do; each list that is absent is the tenant's, or the farm's. */
  policy: PolicyChoice.default({}),
  /** Makes the answer a form: it must be JSON that fits this JSON Schema (docs/judging.md). */
  answerSchema: AnswerSchema.optional(),
  /** What it may change beside what its validators name (docs/judging.md). */
  changes: Changes.prefault({}),
  /** Absent: the agent has nobody to ask. */
  questions: QuestionPolicy.optional(),
  /** Answers what the agent asks, in place of a person. */
  user: SimulatedUser.optional(),
  /** Tools of the project's MCP servers that the agent may call; none unless they are named. */
  tools: z.array(ToolRule).max(50).default([]),
  /** Words to find it by. */
  tags: z.array(Tag).max(20).default([]),
  priority: JobPriority.default("normal"),
  /** Run the agent even when every validator already passes before it starts. */
  allowAlreadySatisfied: z.boolean().default(false),
});
export type JobRequest = z.infer<typeof JobRequest>;
