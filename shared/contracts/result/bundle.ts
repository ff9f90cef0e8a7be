import * as z from "zod";
import { DeviceFacts } from "../device/device-facts.ts";
import { JobOutcome } from "../job/job.ts";
import { JobRequest } from "../job/job-request.ts";
import { PreparedApp } from "../job/preparation.ts";
import { ValidatorResult } from "../judging/validator.ts";
import { JobId } from "../values/ids.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower case");

/** The name of the file in the zip, whose manifest has its sum. */
export const bundleName = "bundle.json";

/** A repetition asks for this many jobs at most. */
export const mostBundledJobs = 500;

/** A job that can be run again: what was asked, with what it ran, and what came of it. */
export const BundledJob = z.strictObject({
  jobId: JobId,
  /** As it is sent again; secrets are references. */
  request: JobRequest,
  /** The agent: Drover's own or another, and the models that chose its steps. */
  agent: z.string().max(100),
  models: z.array(z.string().max(100)).max(50),
  device: DeviceFacts.optional(),
  apps: z.array(PreparedApp).max(20),
  outcome: JobOutcome.optional(),
  outcomeReason: z.string().max(2_000).optional(),
  verdicts: z.array(ValidatorResult.shape.verdict).max(200),
  steps: z.int().min(0),
});
export type BundledJob = z.infer<typeof BundledJob>;

/** `bundle.json` of a reproduction bundle: what it takes to repeat it. Everything else of an exported zip lies beside it. */
export const Bundle = z
  .strictObject({
    schemaVersion: z.literal(1),
    kind: z.literal("drover-bundle"),
    /** The version of drover that wrote it. */
    generator: z.string().max(100),
    /** Of what that version tells models before a job's own words, by dialect. */
    prompts: z.record(z.string().max(60), Sha256),
    jobs: z.array(BundledJob).min(1).max(mostBundledJobs),
  })
  .meta({ id: "Bundle" });
export type Bundle = z.infer<typeof Bundle>;
