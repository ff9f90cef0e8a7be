import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { ExecutedAction } from "#shared/contracts/protocol/ui-action.ts";
import type { Step, StepAction } from "#shared/contracts/step/step.ts";
import { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { elementAt } from "#shared/screen/planned-screen.ts";
import type { Artifacts } from "#shared/storage/artifacts/artifacts.ts";
import { defined } from "#shared/values/defined.ts";
import { inParallel } from "#shared/values/in-parallel.ts";

type Given = Readonly<Record<string, unknown>>;

/** The protocol's words for what Drover does; what it has none for keeps Drover's own. */
const inProtocol: Readonly<Record<string, (given: Given) => Given>> = {
  tap: () => ({ action_type: "click" }),
  long_press: () => ({ action_type: "long_click" }),
  double_tap: () => ({ action_type: "double_click" }),
  type: ({ text }) => ({ action_type: "type", text }),
  scroll: ({ direction }) => ({ action_type: "scroll", direction }),
  wait: ({ duration }) => ({ action_type: "wait", duration_ms: duration }),
  home: () => ({ action_type: "global_action", global_action: "HOME" }),
  back: () => ({ action_type: "global_action", global_action: "BACK" }),
  recent: () => ({ action_type: "global_action", global_action: "RECENTS" }),
  power: () => ({ action_type: "global_action", global_action: "POWER" }),
};

const readsAtOnce = 8;

/** What the steps did on the device, each with the element that it met on the screen before it. */
export async function executedActions(
  steps: readonly Step[],
  artifacts: Pick<Artifacts, "getJson">,
): Promise<readonly ExecutedAction[]> {
  const perStep = await inParallel(steps, readsAtOnce, async (step) => {
    const done = step.actions.filter(
      ({ deviceAction, outcome = step.outcome }) => deviceAction !== undefined && outcome?.ok === true,
    );
    // Of several actions of one turn all were chosen on the screen before the first.
    const tree = done.some(isAimedByPlace) ? await treeOf(step, artifacts) : null;
    return done.map((action) =>
      executed(action, `step-${step.stepNumber}.${step.actions.indexOf(action) + 1}`, tree),
    );
  });
  return perStep.flat();
}

const isAimedByPlace = ({ action, deviceAction }: StepAction): boolean =>
  typeof action.element !== "number" && deviceAction?.coordinate !== undefined;

function executed(
  { action, deviceAction = action }: StepAction,
  action_id: string,
  tree: SemanticUITree | null,
) {
  const { action: name, ...given } = deviceAction;
  const words = inProtocol[name]?.(given) ?? { action_type: name, ...given };
  const place = Coordinate.safeParse(given.coordinate).data;
  const met = place === undefined || tree === null ? undefined : elementAt(pixelIn(place, tree), tree);
  const element_id = typeof action.element === "number" ? action.element : met?.element_id;
  return ExecutedAction.parse({ ...defined({ ...words, element_id, coordinate: place }), action_id });
}

const pixelIn = (place: Coordinate, { screen_width: width, screen_height: height }: SemanticUITree) =>
  toPixel(place, { width, height });

/** A tree that was lost leaves the coordinate. */
const treeOf = ({ before: { treeKey } }: Step, artifacts: Pick<Artifacts, "getJson">) =>
  treeKey === null ? null : artifacts.getJson(treeKey, SemanticUITree).catch(() => null);
