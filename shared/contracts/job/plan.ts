import * as z from "zod";
import { ModelUsage } from "../agent/model-settings.ts";
import { Observation } from "../device/observation.ts";
import { JobId, TenantId, Timestamp } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";

/** When a plan is made: with the first turn, when the agent got nowhere, or before its last turns (docs/spec.md R3.1-R3.5). */
export const PlanKind = z.enum(["initial", "recovery", "lastResort"]);
export type PlanKind = z.infer<typeof PlanKind>;

/** What asked for it. */
export const PlanTrigger = z.enum(["firstTurn", "progressStall", "stepFailures", "lastTurns"]);
export type PlanTrigger = z.infer<typeof PlanTrigger>;

/** So many approaches a plan has (docs/spec.md R4). */
export const approachCount = { least: 2, most: 3 } as const;

export const mostSteps = 12;

/** Of a step: the app in which it is done, and how sure the planner is that it works (docs/spec.md R20). */
export const StepDetail = z.strictObject({
  app: PackageName.optional(),
  confidence: z.number().min(0).max(1).optional(),
});
export type StepDetail = z.infer<typeof StepDetail>;

/** One way to do the task; each text is one line. */
export const Approach = z.strictObject({
  name: z.string().min(1).max(120),
  description: z.string().min(1).max(600),
  steps: z.array(z.string().min(1).max(300)).min(1).max(mostSteps),
  /** Of each step, in their order; absent when the planner said nothing but words. */
  stepDetails: z.array(StepDetail).max(mostSteps).optional(),
  confidence: z.number().min(0).max(1),
});
export type Approach = z.infer<typeof Approach>;

/** Two apps side by side would serve the task; for whoever runs the job, never for the agent (docs/spec.md R10). */
export const SplitScreenAdvice = z.strictObject({
  firstApp: z.string().min(1).max(120),
  secondApp: z.string().min(1).max(120),
  reason: z.string().max(300),
});
export type SplitScreenAdvice = z.infer<typeof SplitScreenAdvice>;

/** What the planner answered. */
export const PlanContent = z
  .strictObject({
    approaches: z.array(Approach).min(approachCount.least).max(approachCount.most),
    /** The one to try first. */
    recommendedIndex: z
      .int()
      .min(0)
      .max(approachCount.most - 1),
    /** Why the agent got nowhere, when it did. */
    diagnosis: z.string().min(1).max(600).optional(),
    splitScreen: SplitScreenAdvice.optional(),
    /** The parts of the task, for the agent to tick off (docs/decisions/0291-parts-are-ticked-off.md). */
    parts: z.array(z.string().min(1).max(300)).max(20).optional(),
  })
  .meta({ id: "PlanContent" });
export type PlanContent = z.infer<typeof PlanContent>;

/** So many failures are told to the planner, the newest. */
export const mostFailuresTold = 20;

/** One consultation of the planner: stored as pending by the turn that asks, completed by MakePlan, adopted by a later turn. */
export const Plan = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** From 1, in the order in which they were asked for. */
  planNumber: z.int().min(1).max(999),
  kind: PlanKind,
  trigger: PlanTrigger,
  status: z.enum(["pending", "ready", "failed"]),
  requestedAt: Timestamp,
  /** The turn that asked for it. */
  requestedAtStep: z.int().min(1),
  /** The screen that the planner is shown. */
  observation: Observation,
  /** What went wrong so far, as the planner is told it. */
  failures: z.array(z.string().max(600)).max(mostFailuresTold),
  /** The plan that the agent followed when this one was asked for. */
  previousPlan: z.int().min(1).optional(),
  finishedAt: Timestamp.optional(),
  content: PlanContent.optional(),
  /** The one that answered, and the one that was to answer when another one did. */
  model: z.string().max(100).optional(),
  fallbackFrom: z.string().max(100).optional(),
  usage: ModelUsage.optional(),
  /** Of the model's calls. */
  milliseconds: z.number().min(0).optional(),
  /** Why there is none. */
  failure: z.strictObject({ code: z.string().max(60), message: z.string().max(1_000) }).optional(),
  adoptedAt: Timestamp.optional(),
  /** The first turn that was told its guidance. */
  adoptedAtStep: z.int().min(1).optional(),
});
export type Plan = z.infer<typeof Plan>;

/** With its content. */
export type ReadyPlan = Plan & { readonly content: PlanContent };

export const isReady = (plan: Plan): plan is ReadyPlan =>
  plan.status === "ready" && plan.content !== undefined;
