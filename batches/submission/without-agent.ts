import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";

/** A replay asks no model, and a script none but for a line to be healed: nobody supervises them. */
export const isWithoutAgent = ({ source }: JobRequest): boolean =>
  source?.kind === "replay" || source?.kind === "script";

/** The request as such a job keeps it. */
export function withoutHelp(request: JobRequest): JobRequest {
  if (!isWithoutAgent(request)) return request;
  return {
    ...request,
    supervision: unsupervised,
    // What is to be done again is done, however the device stands.
    allowAlreadySatisfied: true,
    validators: [
      ...request.validators,
      ...(request.source?.kind === "script" ? request.source.script.checks : []),
    ],
  };
}
