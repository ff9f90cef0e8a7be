import * as z from "zod";
import { Step } from "../../job/step.ts";
import { pageOf } from "../../values/page.ts";
import { Links } from "./links.ts";

export const StepResponse = z.object({ ...Step.shape, links: Links });
export type StepResponse = z.infer<typeof StepResponse>;

export const StepPage = pageOf(StepResponse);
