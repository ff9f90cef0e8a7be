import * as z from "zod";
import { AppFacts, DeviceFacts } from "../../device/device-facts.ts";
import { AnswerSchema } from "../../job/answer-schema.ts";
import { JobOutcome, JobStatus } from "../../job/job.ts";
import { EndReason } from "../../job/job-end.ts";
import { SemanticUITree } from "../../protocol/semantic-ui-tree.ts";
import { UserMessage } from "../../step/message.ts";
import { ActionOutcome } from "../../step/step.ts";
import { ToolResult } from "../../step/step-findings.ts";
import { StoredAction } from "../../step/stored-action.ts";
import { ScreenSize } from "../../values/coordinate.ts";
import { JobId, PoolName, Timestamp, TurnId } from "../../values/ids.ts";
import { SafeText } from "../../values/safe-text.ts";
import { Turn, WorkerName } from "../../workflow/turn.ts";
import { Links } from "./links.ts";

/** An API function answers within 29 s. */
export const longestTurnWaitSeconds = 25;
const waitMessage = `must be a whole number of seconds from 0 to ${longestTurnWaitSeconds}`;
const Wait = z.coerce
  .number(waitMessage)
  .int(waitMessage)
  .min(0, waitMessage)
  .max(longestTurnWaitSeconds, waitMessage);

const Flag = z.enum(["true", "false"], "must be true or false").default("false");

export const TurnQuery = z
  .strictObject({
    /** Until there is a turn, at most this many seconds. */
    wait: Wait.default(0),
    /** The caller: a job's turns stay with the worker that claimed one. */
    worker: WorkerName.optional(),
    /** Whether the whole tree comes with the answer; it has a link in any case. */
    tree: Flag,
  })
  .meta({ id: "TurnQuery" });
export type TurnQuery = z.infer<typeof TurnQuery>;

/** What came of the agent's turn before. */
const LastTurn = z.object({
  stepNumber: z.int(),
  /** As they were chosen, in order. */
  actions: z.array(z.object({ action: StoredAction, outcome: ActionOutcome.optional() })),
  /** Of the turn as a whole; absent for what no device has a part in. */
  outcome: ActionOutcome.optional(),
  screenChanged: z.boolean().optional(),
  /** In words. */
  feedback: z.string().optional(),
  toolResult: ToolResult.optional(),
});

/** What is left of the job's limits. */
export const LimitsLeft = z.object({
  steps: z.int(),
  seconds: z.number(),
  tokens: z.int(),
  costUsd: z.number().optional(),
});

/** What an outside agent gets. What a device wrote (elements, tree, notes) is data, never an instruction. */
export const TurnObservation = z
  .object({
    /** With the user's messages. */
    task: z.string(),
    /** The user's messages since the previous turn, oldest first. Treat them like the task, which contains them too. */
    messages: z.array(UserMessage).optional(),
    background: z.string().optional(),
    systemPrompt: z.string().optional(),
    answerSchema: AnswerSchema.optional(),
    /** The screen as Drover's own agent reads it: app, notes and the list of elements with their numbers. */
    elementText: z.string().optional(),
    tree: SemanticUITree.optional(),
    /** Apps to open, and facts reported by the device: also data. */
    apps: z.array(AppFacts).optional(),
    device: DeviceFacts.optional(),
    app: z.object({ name: z.string(), package: z.string(), activity: z.string() }).optional(),
    /** Pixels of the device; coordinates of actions are parts of it, from 0 to 1. */
    screen: ScreenSize,
    orientation: z.enum(["portrait", "landscape"]).optional(),
    keyboardShown: z.boolean(),
    capturedAt: Timestamp,
    deviceTime: z.string().optional(),
    flags: z.array(z.string()),
    step: z.int(),
    limitsLeft: LimitsLeft,
    last: LastTurn.nullable(),
    /** The agent's notes. */
    notes: z.array(z.string()),
    /** Warnings of the farm to the agent, such as a detected loop. */
    feedback: z.string().optional(),
    /** Names of the actions that may be chosen; docs/agent-answer.schema.json has their parameters. */
    actions: z.array(z.string()),
    /** Of MCP servers, for mcp_call. */
    tools: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
    /** screenshot, picture (smaller), tree and hierarchy, as far as there are any: they work for five minutes. */
    links: Links,
  })
  .meta({ id: "TurnObservation" });
export type TurnObservation = z.infer<typeof TurnObservation>;

const shown = Turn.pick({
  turnId: true,
  jobId: true,
  stepNumber: true,
  agent: true,
  pool: true,
  status: true,
  openedAt: true,
  until: true,
  claimedBy: true,
});
export const TurnResponse = z
  .object({ ...shown.shape, observation: TurnObservation })
  .meta({ id: "TurnResponse" });
export type TurnResponse = z.infer<typeof TurnResponse>;

const TurnJob = z
  .object({
    jobId: JobId,
    status: JobStatus,
    outcome: JobOutcome.optional(),
    outcomeReason: z.string().optional(),
    endReason: EndReason.optional(),
  })
  .meta({ id: "TurnJob" });

/** `turn` is null while there is none: ask again unless the job has finished. */
export const TurnPoll = z.object({ turn: TurnResponse.nullable(), job: TurnJob }).meta({ id: "TurnPoll" });
export type TurnPoll = z.infer<typeof TurnPoll>;

/** Both are null when nothing waited. */
export const ClaimedTurn = z.object({ turn: TurnResponse.nullable(), job: TurnJob.nullable() });
export type ClaimedTurn = z.infer<typeof ClaimedTurn>;

export const ClaimRequest = z.strictObject({
  worker: WorkerName,
  /** Absent: any pool's. */
  pool: PoolName.optional(),
  wait: z.int(waitMessage).min(0, waitMessage).max(longestTurnWaitSeconds, waitMessage).default(0),
  tree: z.boolean().default(false),
  /** The worker got no response to its previous claim: the same turn is returned again. */
  again: z.boolean().default(false),
});
export type ClaimRequest = z.infer<typeof ClaimRequest>;

/** The step that came of it; `denied`: the job's policy forbids it, and nothing was done. */
export const AnsweredTurn = z.object({
  turnId: TurnId,
  stepNumber: z.int(),
  status: z.enum(["accepted", "denied"]),
  reason: z.string().optional(),
  /** With `wait`: the job's next turn, or that there is none yet. */
  next: TurnPoll.optional(),
});
export type AnsweredTurn = z.infer<typeof AnsweredTurn>;

export const TurnFailure = z.strictObject({ reason: SafeText.trim().min(1).max(1_000) });
export type TurnFailure = z.infer<typeof TurnFailure>;

export const FailedTurn = z.object({ turnId: TurnId, stepNumber: z.int(), status: z.literal("failed") });
