import * as z from "zod";
import { mostActions, Step, StepAction } from "../../step/step.ts";
import { pageOf } from "../../values/page.ts";
import { Links } from "./links.ts";

export const ShownAction = StepAction.extend({
  /** What it does, for people. Parts of it are the device's and the model's. */
  words: z.string(),
}).meta({ id: "ShownAction" });

export const StepResponse = z.object({
  ...Step.shape,
  actions: z.array(ShownAction).min(1).max(mostActions),
  links: Links,
});
export type StepResponse = z.infer<typeof StepResponse>;
/** Wherever it is shown: a file has no links. */
export type ShownStep = Omit<StepResponse, "links">;

export const StepPage = pageOf(StepResponse);
