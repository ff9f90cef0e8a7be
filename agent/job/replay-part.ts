import type { TrajectoryStep } from "#shared/contracts/api/trajectory.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { projectConfig } from "../environment/project-config.ts";
import { replayFacts } from "../recording/replay-facts.ts";
import type { Services } from "../runtime/services.ts";

/** So many trees are read at a time. */
const together = 20;

/** The steps with what it takes to do them again, read from the trees of the screens that they were between. */
export async function withReplayFacts(
  steps: readonly Step[],
  { trees }: Pick<Services, "trees">,
): Promise<readonly TrajectoryStep[]> {
  const { catalogue } = await projectConfig();
  const told: TrajectoryStep[] = [];
  for (let from = 0; from < steps.length; from += together) {
    const some = steps.slice(from, from + together).map(async (step): Promise<TrajectoryStep> => {
      const [before, after] = await Promise.all([
        trees(step.before.treeKey).catch(unreadable),
        trees(step.after?.treeKey ?? null).catch(unreadable),
      ]);
      return { ...step, replay: replayFacts(step, { before, after }, catalogue) };
    });
    told.push(...(await Promise.all(some)));
  }
  return told;
}

/** A record is worth more than one screen of it. */
function unreadable(error: unknown): null {
  if (error instanceof DroverError && error.code === "SchemaMismatch") return null;
  throw error;
}
