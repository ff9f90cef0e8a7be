import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";

/** A replay calls no model, and a script only to heal a line: they have no supervision. */
export const isWithoutAgent = ({ source }: JobRequest): boolean =>
  source?.kind === "replay" || source?.kind === "script";

/** The request as such a job keeps it. */
export function withoutHelp(request: JobRequest): JobRequest {
  if (!isWithoutAgent(request)) return request;
  return {
    ...request,
    supervision: unsupervised,
    // A repeated run starts, whatever the device's state.
    allowAlreadySatisfied: true,
    validators: [
      ...request.validators,
      ...(request.source?.kind === "script" ? request.source.script.checks : []),
    ],
  };
}
