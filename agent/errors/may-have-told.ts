import type { Job } from "#shared/contracts/job/job.ts";
import type { ActionKind } from "#shared/contracts/job/policy.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { projectConfig } from "../environment/project-config.ts";
import { readBoard } from "../role-board/read-board.ts";
import type { Services } from "../runtime/services.ts";

/** Actions of these kinds alone show on no other device. */
const unnoticed: ReadonlySet<ActionKind | undefined> = new Set(["apps", "navigation", "none"]);

/**
 * Whether other roles may have acted on what this one did: it told them something, or that it is done, or its device may have felt
 * a step that can reach theirs, such as a tap on Send (docs/decisions/0225-a-role-that-told-nothing.md).
 */
export async function mayHaveTold(
  { tenantId, jobId, roleOf }: Job,
  runtime: Pick<Services, "repositories" | "stepHistory">,
): Promise<boolean> {
  if (roleOf === undefined) return false;
  const [board, steps, { catalogue }] = await Promise.all([
    readBoard(tenantId, roleOf.jobId, runtime),
    runtime.stepHistory(tenantId, jobId),
    projectConfig(),
  ]);
  const { role } = roleOf;
  const isDone = board.roles.some((one) => one.role === role && one.state === "done");
  const hasTold = board.entries.some(({ from }) => from === role);
  const mayReach = ({ actions, outcome }: Step): boolean =>
    outcome !== undefined &&
    outcome.effect !== "none" &&
    actions.some(({ action }) => !unnoticed.has(catalogue.find(action.action)?.kind));
  return isDone || hasTold || steps.some(mayReach);
}
