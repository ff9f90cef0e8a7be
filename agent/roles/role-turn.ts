import type { Job, JobPause } from "#shared/contracts/job/job.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { isLongOver } from "#shared/values/total-time.ts";
import { entryCallback, gatherCallback, isReleased } from "../callbacks/role-waits.ts";
import { silence } from "../outside/outside-turn.ts";
import { changeBoard } from "../role-board/change-board.ts";
import { gatherSecondsOf } from "../role-board/gathering.ts";
import { waitResult } from "../role-board/wait-result.ts";
import type { Services } from "../runtime/services.ts";
import { talkOf } from "../steps/step-talk.ts";
import { goToJudge } from "../turn-state/loop-end.ts";
import { standAgain } from "../turn-state/pause-route.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { answerWith, type WaitOutcome } from "../turn-state/turn-outcome.ts";
import { pauseForRoles } from "./pause-for-roles.ts";

/** What the other role needs to end first, with the better reason, when its device does not come. */
const marginSeconds = 60;

/**
 * The wait for other roles is over: what was told becomes the result of the step that waited, and the time does not count as work. An
 * answer: its timer came much too late, and it waits again.
 */
export async function settleRoleWait(
  { job, board, history }: TurnState,
  input: PredictActionInput,
  runtime: Services,
): Promise<WaitOutcome> {
  const { pause, roleOf, tenantId, jobId } = job;
  if (pause?.for !== "roles" || roleOf === undefined || board === undefined) return { kind: "none" };
  const { callbackId } = pause;
  const now = runtime.now();
  const waiter = history.find(({ stepNumber }) => entryCallback(stepNumber) === callbackId);
  const failed = input.failedHelpers.AwaitRoles;
  const isThere = isReleased(board, roleOf.role, callbackId);
  const over = waiter !== undefined || isThere || now.toISOString() >= pause.until || failed !== undefined;
  // This very turn waits, in an invocation that is repeated.
  if (!over || callbackId === entryCallback(input.stepNumber)) return { kind: "none" };
  const until = isThere ? null : waitsUntil(pause, failed, now);
  if (until !== null) return answerWith(await standAgain(job, { ...pause, until }, input, runtime));
  if (waiter !== undefined) {
    const talk = talkOf(waiter);
    if (talk?.kind === "wait_for") {
      const { stepNumber } = waiter;
      const toolResult = waitResult(board, roleOf.role, talk.key, callbackId);
      await runtime.repositories.steps.saveToolResult({ tenantId, jobId, stepNumber, toolResult });
    }
    const event = { kind: "goOn", role: roleOf.role, at: now.toISOString() } as const;
    await changeBoard({ tenantId, jobId: roleOf.jobId }, event, runtime);
  }
  const waited = Math.max(0, now.getTime() - Date.parse(pause.since));
  await runtime.repositories.jobs.endPause(tenantId, jobId, waited);
  return { kind: "settled" };
}

/** Null: its time is over as it should be, or it could not be waited. */
function waitsUntil({ since, until }: JobPause, failed: string | undefined, now: Date): string | null {
  if (failed !== undefined && !silence.has(failed)) return null;
  if (now.toISOString() < until) return until;
  const milliseconds = Date.parse(until) - Date.parse(since);
  return isLongOver(until, now) ? new Date(now.getTime() + milliseconds).toISOString() : null;
}

/**
 * What a turn of one role comes to before its agent is asked: it waits until all have their devices, and ends when another role can do
 * its part no more. Null: the turn continues.
 */
export async function roleTurn(
  input: PredictActionInput,
  { job, board }: TurnState,
  runtime: Services,
): Promise<PredictActionOutput | null> {
  const { roleOf, tenantId } = job;
  if (roleOf === undefined || board === undefined || job.claim !== undefined) return null;
  if (board.over !== undefined) return overEnd(board);
  if (board.gatheredAt !== undefined) return null;
  const event = { kind: "arrive", role: roleOf.role, at: runtime.now().toISOString() } as const;
  const after = await changeBoard({ tenantId, jobId: roleOf.jobId }, event, runtime);
  if (after.over !== undefined) return overEnd(after);
  if (after.gatheredAt !== undefined) return null;
  return gatherWait(job, input, runtime);
}

async function gatherWait(
  job: Job,
  input: PredictActionInput,
  runtime: Services,
): Promise<PredictActionOutput> {
  const seconds = gatherSecondsOf(job) + marginSeconds;
  const waits = await pauseForRoles(
    job,
    { callbackId: gatherCallback, seconds, look: false },
    input,
    runtime,
  );
  if (waits !== null) return waits;
  const detail = `It had its device, but the other roles did not all get theirs within ${seconds} s.`;
  return { route: "release", end: { reason: "infrastructure", detail } };
}

const overEnd = ({ over }: RoleBoard): PredictActionOutput =>
  goToJudge(over?.reason === "deadlock" ? "deadlocked" : "roleEnded", over?.detail ?? "");
