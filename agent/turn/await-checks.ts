import { checksCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { openChecks } from "../callbacks/waiting-for.ts";
import type { Services } from "../runtime/services.ts";

/** The turn's output, except that a job with external checks waits for them before it is judged. */
export async function awaitChecks(
  answer: PredictActionOutput,
  known: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<PredictActionOutput> {
  if (answer.route !== "judge" || openChecks(known, []).length === 0) return answer;
  const { tenantId, jobId } = known;
  const { jobs, checks } = repositories;
  const job = (await jobs.get(tenantId, jobId)) ?? known;
  const open = openChecks(job, await checks.listByJob(tenantId, jobId));
  const at = now();
  const { since, until } = waitOf(job, at, Math.max(0, ...open.map(({ timeoutSeconds }) => timeoutSeconds)));
  const left = Math.ceil((Date.parse(until) - at.getTime()) / 1_000);
  if (open.length === 0 || left <= 0) return answer;
  await jobs.pause(tenantId, jobId, {
    for: "checks",
    callbackId: checksCallback,
    since,
    until,
    holdsDevice: true,
  });
  return { route: "awaitChecks", checksId: checksCallback, timeoutSeconds: left, end: answer.end };
}

/** After a failed judgement this runs again, with the wait that was already started. */
function waitOf(
  { pause }: Job,
  at: Date,
  seconds: number,
): { readonly since: string; readonly until: string } {
  if (pause?.for === "checks") return pause;
  return { since: at.toISOString(), until: new Date(at.getTime() + seconds * 1_000).toISOString() };
}
