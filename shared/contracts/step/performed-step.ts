import type * as z from "zod";
import { Step } from "./step.ts";

/** What the rules of verification look at of a step that was performed. */
export const PerformedStep = Step.pick({
  actions: true,
  outcome: true,
  retryOf: true,
  expect: true,
  interventions: true,
});
export type PerformedStep = z.infer<typeof PerformedStep>;
