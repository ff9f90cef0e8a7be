import type { RoleOf } from "#shared/contracts/agent/role.ts";
import { mostEntries, type RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { ToolResult } from "#shared/contracts/step/step-findings.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { entryCallback } from "../callbacks/role-waits.ts";
import { isDenied } from "../people/deny-step.ts";
import { changeBoard } from "../role-board/change-board.ts";
import { waitResult } from "../role-board/wait-result.ts";
import type { Services } from "../runtime/services.ts";
import { type Talk, talkOf } from "../steps/step-talk.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { pauseForRoles } from "./pause-for-roles.ts";

type Told = Extract<Talk, { kind: "tell" }>;
type Waited = Extract<Talk, { kind: "wait_for" }>;

type ReadTurn = Pick<TurnState, "job"> & { readonly input: PredictActionInput };

/** Does what the step has to do with the other roles; how the turn continues when it waits for them, else null. Each part may be repeated. */
export async function talkToRoles(
  step: Step,
  turn: ReadTurn,
  runtime: Services,
): Promise<PredictActionOutput | null> {
  const talk = talkOf(step);
  const { roleOf } = turn.job;
  if (roleOf === undefined || isDenied(step) || step.toolResult !== undefined) return null;
  if (talk?.kind === "tell") await tellOthers(step, talk, roleOf, runtime);
  return talk?.kind === "wait_for" ? waitForOther(step, talk, { ...turn, roleOf }, runtime) : null;
}

async function tellOthers(step: Step, talk: Told, { role, jobId }: RoleOf, runtime: Services): Promise<void> {
  const { tenantId, stepNumber, predictedAt: at } = step;
  const { key, text, to = null } = talk;
  const event = { kind: "tell", role, at, key, text, to, stepNumber } as const;
  const board = await runtime.repositories.roleBoards.get(tenantId, jobId);
  const known = to === null || board?.roles.some((one) => one.role === to && one.role !== role);
  const after = known ? await changeBoard({ tenantId, jobId }, event, runtime) : board;
  const toolResult = tellResult(talk, step, role, after);
  await runtime.repositories.steps.saveToolResult({ tenantId, jobId: step.jobId, stepNumber, toolResult });
}

function tellResult(
  { key, to }: Told,
  { stepNumber }: Step,
  role: string,
  board: RoleBoard | null,
): ToolResult {
  const isThere = board?.entries.some((entry) => entry.from === role && entry.stepNumber === stepNumber);
  const result = (ok: boolean, text: string): ToolResult => ({ kind: "tell", name: key, ok, text });
  if (isThere) return result(true, `It stands on the blackboard for ${to ?? "all"}.`);
  const others = board?.roles.map((one) => one.role).filter((one) => one !== role) ?? [];
  if (to !== undefined && !others.includes(to))
    return result(false, `There is no other role '${to}': ${others.join(", ")}.`);
  return result(false, `The blackboard is full: it has ${mostEntries} entries.`);
}

async function waitForOther(
  step: Step,
  { key, seconds }: Waited,
  { job, input, roleOf }: ReadTurn & { readonly roleOf: RoleOf },
  runtime: Services,
): Promise<PredictActionOutput | null> {
  const { tenantId, jobId, stepNumber, predictedAt: at } = step;
  const { role } = roleOf;
  const callbackId = entryCallback(stepNumber);
  const until = new Date(Date.parse(at) + seconds * 1_000).toISOString();
  const event = { kind: "wait", role, at, key, callbackId, until } as const;
  const board = await changeBoard({ tenantId, jobId: roleOf.jobId }, event, runtime);
  const mine = board.roles.find((one) => one.role === role);
  if (mine?.state === "waiting" && board.over === undefined) {
    const waits = await pauseForRoles(job, { callbackId, seconds, look: true }, input, runtime);
    if (waits !== null) return waits;
  }
  const toolResult = waitResult(board, role, key, callbackId);
  await runtime.repositories.steps.saveToolResult({ tenantId, jobId, stepNumber, toolResult });
  // The screen is looked at as after a wait, which closes the step; should all be over, the next turn ends the role.
  return null;
}
