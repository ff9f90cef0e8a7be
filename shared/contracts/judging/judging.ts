import * as z from "zod";
import { JobId, TenantId, Timestamp, Ulid } from "../values/ids.ts";
import { Changes } from "./changes.ts";
import { ComparedState, NetworkState } from "./compared-state.ts";
import { Evidence } from "./evidence.ts";
import { FailedCheck } from "./failed-check.ts";
import { SideEffect } from "./side-effect.ts";
import { Validator, ValidatorResult } from "./validator.ts";

/**
 * What the checks said before the agent started: a job that does nothing would be judged so. By the places of the job's
 * validators, without repeating them.
 */
export const Baseline = z
  .strictObject({
    at: Timestamp,
    results: z.array(
      ValidatorResult.pick({ verdict: true, absent: true }).extend({ observed: z.string().max(200) }),
    ),
  })
  .meta({ id: "Baseline" });
export type Baseline = z.infer<typeof Baseline>;

/** The device as a job found it: where that is kept, and under which lease. */
export const FoundDevice = z.strictObject({
  epoch: z.int().min(1),
  network: NetworkState,
  /** ComparedState as JSON. */
  stateKey: z.string(),
});
export type FoundDevice = z.infer<typeof FoundDevice>;

/** What a judgement rests on. Kept as an artifact, so that it can be given again without the device. Hostile text. */
export const KeptJudgement = z.strictObject({
  schemaVersion: z.literal(1),
  at: Timestamp,
  /** What each validator read, with the validator as the job has it. */
  read: z.array(z.strictObject({ validator: Validator, evidence: Evidence })),
  /** As the agent found the device and as it left it; null where it could not be read. */
  before: ComparedState.nullable(),
  after: ComparedState.nullable(),
  network: z.strictObject({ before: NetworkState, after: NetworkState }),
});
export type KeptJudgement = z.infer<typeof KeptJudgement>;

/** How a job came out, beside what its validators found. */
export const JudgementSummary = z.strictObject({
  /** `unverified`: of a success that no check confirmed; the job's end says so. */
  verdict: z.enum(["passed", "failed", "inconclusive", "none", "unverified"]),
  /** Of a failure the first check that failed, in a sentence; else why it is not what the validators alone would say. */
  verdictReason: z.string().max(1_000).optional(),
  /** The same in its parts. Absent where it was judged before this was kept. */
  failedCheck: FailedCheck.optional(),
  /** What passed of all checks by their weights, 0 to 1; absent when none could be judged. */
  progress: z.number().min(0).max(1).optional(),
  /** The agent said that the task is done, and the device says that it is not. */
  falseComplete: z.boolean().optional(),
  /** The agent said that the task cannot be done, and every check passed. */
  falseInfeasible: z.boolean().optional(),
  /** The first of them. */
  sideEffects: z.array(SideEffect).optional(),
  /** How many there are. */
  sideEffectCount: z.int().min(0).optional(),
  /** What could not be compared, a sentence each. */
  notCompared: z.array(z.string().max(300)).optional(),
});
export type JudgementSummary = z.infer<typeof JudgementSummary>;

/** The body of `POST /v1/jobs/{id}/judge`: other expectations of what was read; absent ones are the job's own. */
export const JudgeAgainRequest = z.strictObject({
  validators: z.array(Validator).max(20).optional(),
  changes: Changes.optional(),
});
export type JudgeAgainRequest = z.infer<typeof JudgeAgainRequest>;

/** A verdict that was given again, without the device. The job's own verdict and outcome stand. */
export const Rejudgement = JudgementSummary.extend({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  judgementId: Ulid,
  at: Timestamp,
  /** Other expectations were given than the job's own. */
  given: z.array(z.enum(["validators", "changes"])),
  results: z.array(ValidatorResult),
});
export type Rejudgement = z.infer<typeof Rejudgement>;
