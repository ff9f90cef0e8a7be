import type { ErrorResponse } from "#shared/contracts/api/responses/error-response.ts";
import { out, plain } from "../terminal/terminal.ts";

/** An error snapshot, for people, on stdout: what failed, where, what was tried, and what to do about it. */
export function reportError(error: ErrorResponse, links: boolean): void {
  const where = [
    error.stateName,
    error.stepNumber > 0 ? `step ${error.stepNumber}` : "",
    error.deviceId ?? "",
  ];
  out(`${error.capturedAt.slice(0, 19).replace("T", " ")}  ${error.code}  ${plain(error.message)}`);
  out(`  job ${error.jobId}, ${where.filter(Boolean).map(plain).join(", ")}`);
  if (error.attemptedAction) out(`  tried ${plain(error.attemptedAction)}`);
  for (const { kind, said } of error.unusedReplies ?? []) if (said) out(`  ${kind} reply: ${plain(said)}`);
  for (const line of error.log?.split("\n") ?? []) out(`  | ${plain(line)}`);
  for (const advice of error.advice) out(`  ${plain(advice)}`);
  if (links) for (const [name, link] of Object.entries(error.links ?? {})) out(plain(`  ${name} ${link}`));
  if (links && error.screenshotMissing) out(`  no screenshot: ${plain(error.screenshotMissing)}`);
}
