import { talkOf } from "#shared/agent/step-talk.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { RoleBoard } from "#shared/contracts/role-board.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { entryCallback, gatherCallback, isReleased } from "#shared/domain/roles/role-waits.ts";
import { goToJudge } from "../agent-turn/loop-end.ts";
import type { TurnState } from "../agent-turn/read-turn.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";
import { changeBoard } from "./change-board.ts";
import { gatherSecondsOf } from "./gathering.ts";
import { pauseForRoles } from "./pause-for-roles.ts";
import { waitResult } from "./wait-result.ts";

/** What the other role needs to end first, with the better reason, when its device does not come. */
const marginSeconds = 60;

/**
 * The wait for other roles is over: what was told becomes the result of the step that waited, and the time does not count as work. False:
 * there was none to settle.
 */
export async function settleRoleWait(
  { job, board, history }: TurnState,
  input: PredictActionInput,
  runtime: RuntimeServices,
): Promise<boolean> {
  const { pause, roleOf, tenantId, jobId } = job;
  if (pause?.for !== "roles" || roleOf === undefined || board === undefined) return false;
  const { callbackId } = pause;
  const now = runtime.now();
  const waiter = history.find(({ stepNumber }) => entryCallback(stepNumber) === callbackId);
  const over =
    waiter !== undefined ||
    isReleased(board, roleOf.role, callbackId) ||
    now.toISOString() >= pause.until ||
    input.failedHelpers.AwaitRoles !== undefined;
  // This very turn waits, in an invocation that is repeated.
  if (!over || callbackId === entryCallback(input.stepNumber)) return false;
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
  return true;
}

/**
 * What a turn of one role comes to before its agent is asked: it waits until all have their devices, and ends when another role can do
 * its part no more. Null: the turn goes on.
 */
export async function roleTurn(
  input: PredictActionInput,
  { job, board }: TurnState,
  runtime: RuntimeServices,
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
  runtime: RuntimeServices,
): Promise<PredictActionOutput> {
  const seconds = gatherSecondsOf(job) + marginSeconds;
  const waits = await pauseForRoles(
    job,
    { callbackId: gatherCallback, seconds, look: false },
    input,
    runtime,
  );
  if (waits !== null) return waits;
  const detail = `It had its device, and the other roles had not all got theirs within ${seconds} s.`;
  return { route: "release", end: { reason: "infrastructure", detail } };
}

const overEnd = ({ over }: RoleBoard): PredictActionOutput =>
  goToJudge(over?.reason === "deadlock" ? "deadlocked" : "roleEnded", over?.detail ?? "");
