import * as z from "zod";
import { BatchId, CalendarDay } from "../values/ids.ts";

/** What all jobs of a batch, or of a tenant on a day, may use together. What is absent has no bound. */
export const BudgetLimits = z.strictObject({
  /** US dollars; only for models that have a price. */
  costUsd: z.number().positive().max(10_000_000).optional(),
  /** Input and output tokens. */
  tokens: z.int().min(1).optional(),
  /** Turns of the agent loop. */
  steps: z.int().min(1).optional(),
  /** Time for which jobs hold devices. */
  deviceMinutes: z.number().positive().optional(),
});
export type BudgetLimits = z.infer<typeof BudgetLimits>;

/** What budgets count in. */
export const BudgetDimension = z.enum(["usd", "tokens", "steps", "deviceSeconds"]);
export type BudgetDimension = z.infer<typeof BudgetDimension>;

const amount = z.number().default(0);
/** One number for each dimension. */
export const BudgetAmounts = z.strictObject({
  usd: amount,
  tokens: amount,
  steps: amount,
  deviceSeconds: amount,
});
export type BudgetAmounts = z.infer<typeof BudgetAmounts>;

/** The budgets that a job takes from beside its own limits (docs/decisions/0086-budgets-are-granted.md). */
export const SharedBudget = z
  .strictObject({
    /** Its batch's. */
    batchId: BatchId.optional(),
    /** Its tenant's of the day on which the job was made, UTC: all that it uses counts for that day. */
    day: CalendarDay.optional(),
    /** What either of them bounded then. */
    dimensions: z.array(BudgetDimension).min(1),
  })
  .meta({ id: "SharedBudget" });
export type SharedBudget = z.infer<typeof SharedBudget>;
