import * as z from "zod";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { jobSteps } from "./job-text.ts";
import type { McpCall } from "./mcp-tool.ts";

export const StepNumber = z.int().min(1).optional().describe("Of one step, from 1; absent: the last one.");

/** A step of a job, the last one if none is named. @throws CommandFailure that says which there are */
export async function theStep(
  call: McpCall,
  jobId: string,
  stepNumber: number | undefined,
): Promise<StepResponse> {
  const steps = await jobSteps(call, jobId);
  const found =
    stepNumber === undefined ? steps.at(-1) : steps.find((step) => step.stepNumber === stepNumber);
  if (found !== undefined) return found;
  if (steps.length === 0) throw new CommandFailure(exitCodes.usage, "The job has no steps yet.");
  throw new CommandFailure(
    exitCodes.usage,
    `There is no step ${stepNumber}: stepNumber is 1 to ${steps.length}.`,
  );
}
