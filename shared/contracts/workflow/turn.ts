import * as z from "zod";
import { AgentName } from "../job/agent.ts";
import { mostActions } from "../step/step.ts";
import { StoredAction } from "../step/stored-action.ts";
import { JobId, PoolName, TenantId, Timestamp, TurnId } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";
import { PredictActionInput } from "./predict-action.ts";

/** One of the processes that take turns for an agent: a claimed job's next turns are kept for it. */
export const WorkerName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "must be 1 to 64 letters, digits, '.', '_' or '-', starting with a letter or digit",
  );
export type WorkerName = z.infer<typeof WorkerName>;

/** What the agent's own model used for the turn; counted against the job's limits. */
export const TurnUsage = z.strictObject({
  inputTokens: z.int().min(0).max(10_000_000).default(0),
  outputTokens: z.int().min(0).max(10_000_000).default(0),
  /** US dollars; a job with limits.maxCostUsd must be told it. */
  costUsd: z.number().min(0).max(100_000).optional(),
});
export type TurnUsage = z.infer<typeof TurnUsage>;

/** What an outside agent does with its turn (docs/agents.md). */
export const TurnAnswer = z
  .strictObject({
    /** Of the one list of actions; FINISH and ask_user are among them. Coordinates lie between 0 and 1. */
    actions: z.array(StoredAction).min(1, "must have at least one action").max(mostActions),
    /** Why, in the agent's own words: kept with the step. */
    thinking: SafeText.max(20_000).default(""),
    usage: TurnUsage.optional(),
    /** Who chose it, as the agent calls its model. */
    model: SafeText.trim().min(1).max(100).optional(),
  })
  .meta({ id: "TurnAnswer" });
export type TurnAnswer = z.infer<typeof TurnAnswer>;

/** `taken`: a worker has claimed it; the last three are over. */
export const TurnStatus = z.enum(["open", "taken", "answered", "expired", "failed"]);
export type TurnStatus = z.infer<typeof TurnStatus>;

/** So many posts that cannot be used are told what is wrong; the next is the agent's failure. */
export const mostRefusals = 5;

/** A turn that an outside agent is to take, as stored. */
export const Turn = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  turnId: TurnId,
  stepNumber: z.int().min(1),
  /** Whose it is. */
  agent: AgentName,
  pool: PoolName,
  status: TurnStatus,
  openedAt: Timestamp,
  /** Later answers are refused. */
  until: Timestamp,
  /** The worker that has it, or that had the job's turn before it. */
  claimedBy: WorkerName.optional(),
  /** From then on any worker may claim it. */
  claimableAt: Timestamp,
  refusals: z.int().min(0).default(0),
  /** Of the answer as it was sent. */
  answerDigest: z.string().max(100).optional(),
  answer: TurnAnswer.optional(),
  answeredAt: Timestamp.optional(),
  /** Why the agent gave it up. */
  failure: z.string().max(1_000).optional(),
  /** What the turn is made from. */
  input: PredictActionInput,
});
export type Turn = z.infer<typeof Turn>;

/** Nothing has closed it yet, though its time may be over. */
export const isUnclosed = ({ status }: Pick<Turn, "status">): boolean =>
  status === "open" || status === "taken";

/** Somebody may still take it. */
export const isOpenTurn = (turn: Pick<Turn, "status" | "until">, now: Date): boolean =>
  isUnclosed(turn) && now.toISOString() <= turn.until;
