import * as z from "zod";
import { CalendarDay } from "../values/ids.ts";

export const SpendingQuery = z.strictObject({
  /** UTC; absent: today. */
  day: CalendarDay.optional(),
});

/** What the jobs that were made on a day have spent on models. */
export const Spending = z.object({
  day: CalendarDay,
  /** US dollars of jobs that have ended and of those under way. Models without a price are not counted. */
  costUsd: z.number().min(0),
  /** Of it, of jobs under way: calls at their worst. */
  underWayUsd: z.number().min(0),
  /** False: more jobs are under way than were looked at. */
  whole: z.boolean(),
});
export type Spending = z.infer<typeof Spending>;
