import * as z from "zod";
import { Device } from "#shared/contracts/device.ts";
import { ErrorSnapshot } from "#shared/contracts/error-snapshot.ts";
import { Job } from "#shared/contracts/job.ts";
import { pageOf } from "#shared/contracts/page.ts";
import { Step } from "#shared/contracts/step.ts";

/** Name of the artifact → a link that works without a token for five minutes. */
const links = z.record(z.string(), z.url());

export const JobAnswer = Job.extend({ links });
export const StepAnswer = Step.extend({ links });
export const ErrorAnswer = ErrorSnapshot.extend({ links });
export type JobAnswer = z.infer<typeof JobAnswer>;
export type StepAnswer = z.infer<typeof StepAnswer>;
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

export const JobPage = pageOf(Job);
export const StepPage = pageOf(StepAnswer);
export const ErrorPage = pageOf(ErrorAnswer);
export const DevicePage = pageOf(Device);
