import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { type Aim, differsFromPlan } from "#shared/domain/planned-screen.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Artifacts } from "#shared/storage/artifacts.ts";
import { type CommandContext, look } from "./command-context.ts";

/**
 * After a pause, or when this process has not seen the lease's screen itself, looks before it acts and compares with the
 * screen that the action was planned on.
 * @throws ScreenChanged: nothing was done, the loop looks again · the errors of observing
 */
export async function checkPlan(context: CommandContext<"perform">, aim: Aim): Promise<void> {
  const { command, services, lease } = context;
  const { clock, repositories, artifacts, recheckMilliseconds } = services;
  if (aim.at === "anywhere") return;
  if (lease.lookedAt !== null && clock.monotonic() - lease.lookedAt < recheckMilliseconds) return;
  const step = await repositories.steps.get(command.tenantId, command.jobId, command.stepNumber);
  if (step === null) return;
  const [tree, captured] = await Promise.all([plannedTree(step.before.treeKey, artifacts), look(context)]);
  const planned = { package: step.before.package, activity: step.before.activity, tree };
  const now = {
    package: captured.facts.package,
    activity: captured.facts.activity,
    tree: captured.tree,
  };
  const difference = differsFromPlan(aim, planned, now);
  if (difference !== null) throw new DroverError("ScreenChanged", difference);
}

/** A tree that was lost cannot be compared with; app and activity still can. */
async function plannedTree(key: string | null, artifacts: Artifacts): Promise<SemanticUITree | null> {
  if (key === null) return null;
  return artifacts.getJson(key, SemanticUITree).catch((error: unknown) => {
    if (error instanceof DroverError && error.code === "NotFound") return null;
    throw error;
  });
}
