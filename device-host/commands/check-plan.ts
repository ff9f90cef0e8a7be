import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { pixelOf } from "#shared/extensions/coordinate-transform.ts";
import { type Aim, differsFromPlan, type PlannedScreen } from "#shared/screen/planned-screen.ts";
import type { Artifacts } from "#shared/storage/artifacts/artifacts.ts";
import { isUnchanged } from "../observe/is-unchanged.ts";
import { type CommandContext, look } from "./command-context.ts";
import { shownToAgent } from "./shown-to-agent.ts";

/** Compares the screen with the one that a turn's actions were planned on. */
export interface PlanCheck {
  /** Before the first action, however soon it comes: at a glance where that can tell (docs/faults.md C19). */
  first(aim: Aim): Promise<void>;
  /** Before a later one: what was done may have brought up anything (docs/spec.md R9.2). */
  later(aim: Aim): Promise<void>;
}

/**
 * Looks before it acts.
 * Both throw ScreenChanged: the action was not done, the loop looks again · the errors of observing
 */
export function planCheck(context: CommandContext<"perform">): PlanCheck {
  const { adb, device, part, services } = context;
  const { config } = services;
  let plan: Promise<PlannedScreen | null> | undefined;
  const compare = async (aim: Aim): Promise<void> => {
    if (aim.at === "anywhere") return;
    plan ??= plannedScreen(context);
    const planned = await plan;
    if (planned === null) return;
    const { facts, tree } = await shownToAgent(await look(context), context);
    const difference = differsFromPlan(aim, planned, { ...appOf(facts), tree }, (finger, screen) =>
      pixelOf(finger, screen, device.facts, config.coordinateTransform),
    );
    if (difference !== null) throw new DroverError("ScreenChanged", difference);
  };
  return {
    async first(aim) {
      if (aim.at === "anywhere") return;
      const { answered } = part;
      if (answered !== null && (await isUnchanged(answered, aim, adb, device.sources.picture))) return;
      await compare(aim);
    },
    later: compare,
  };
}

const appOf = ({ package: app, activity }: Pick<PlannedScreen, "package" | "activity">) => ({
  package: app,
  activity,
});

/** Null when the step is not stored: it cannot be compared with. */
async function plannedScreen({
  command,
  services,
}: CommandContext<"perform">): Promise<PlannedScreen | null> {
  const { tenantId, jobId, stepNumber } = command;
  const step = await services.repositories.steps.get(tenantId, jobId, stepNumber);
  if (step === null) return null;
  return { ...appOf(step.before), tree: await plannedTree(step.before.treeKey, services.artifacts) };
}

/** A tree that was lost cannot be compared with; app and activity still can. */
async function plannedTree(key: string | null, artifacts: Artifacts): Promise<SemanticUITree | null> {
  if (key === null) return null;
  return artifacts.getJson(key, SemanticUITree).catch((error: unknown) => {
    if (error instanceof DroverError && error.code === "NotFound") return null;
    throw error;
  });
}
