import * as z from "zod";
import { pageOf } from "../page.ts";
import { Step } from "../step.ts";
import { Links } from "./links.ts";

export const StepResponse = z.object({ ...Step.shape, links: Links });
export type StepResponse = z.infer<typeof StepResponse>;

export const StepPage = pageOf(StepResponse);
