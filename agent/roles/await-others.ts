import type { Job } from "#shared/contracts/job/job.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { allDone, doneCallback } from "../callbacks/role-waits.ts";
import { changeBoard } from "../role-board/change-board.ts";
import type { Services } from "../runtime/services.ts";
import { pauseForRoles } from "./pause-for-roles.ts";

/** Ends that are another role's doing, or are told already. */
const told: ReadonlySet<string> = new Set(["roleEnded", "deadlocked"]);

/**
 * The turn's answer, but that a role that is done waits until all are before its device is judged: what the others still do may show on
 * it. One that ends otherwise tells the others at once.
 */
export async function awaitOthers(
  answer: PredictActionOutput,
  known: Job,
  input: PredictActionInput,
  runtime: Services,
): Promise<PredictActionOutput> {
  if (answer.route !== "judge" || known.roleOf === undefined || told.has(answer.end.reason)) return answer;
  const { tenantId, jobId } = known;
  const { role, jobId: wholeId } = known.roleOf;
  const whole = { tenantId, jobId: wholeId };
  const at = runtime.now().toISOString();
  const { reason, claim, detail } = answer.end;
  if (reason !== "claimed" || claim?.status !== "success") {
    await changeBoard(whole, { kind: "fail", role, at, detail }, runtime);
    return answer;
  }
  const board = await changeBoard(whole, { kind: "done", role, at }, runtime);
  if (board.over !== undefined || allDone(board)) return answer;
  // As long as any other may take with all that it may wait for.
  const job = (await runtime.repositories.jobs.get(tenantId, jobId)) ?? known;
  const { timeoutSeconds, waitSeconds } = job.limits;
  const wait = { callbackId: doneCallback, seconds: timeoutSeconds + waitSeconds, look: false };
  return (await pauseForRoles(job, wait, input, runtime)) ?? answer;
}
