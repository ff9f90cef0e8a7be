import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ResolveContext } from "#shared/actions/action-definition.ts";
import { factsOf } from "#shared/actions/built-in-actions.ts";
import type { ScreenFacts, Selector } from "#shared/contracts/agent/selector.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { RecordedAction, RecordedStep, ScreenCheck } from "#shared/contracts/step/recording.ts";
import type { StepAction } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toNormalised } from "#shared/screen/coordinates.ts";
import { parseAction } from "../targets/parse-action.ts";
import { resolveTurn } from "../targets/resolve-turn.ts";
import { type ScreenDifference, screenDifference } from "../targets/screen-facts.ts";
import { describeSelector, elementMeant, stateOf } from "../targets/selector.ts";

/** The screen as it is now. */
export interface PresentScreen {
  readonly facts: ScreenFacts;
  readonly resolve: ResolveContext;
  readonly catalogue: ActionCatalogue;
}

/** Why a recorded step cannot be done on this screen. */
export interface CannotDo extends ScreenDifference {
  /** The target that is not there, or not only once: the one thing that a model could mend. */
  readonly lost?: Selector;
}

export type Resolution =
  | { readonly ok: true; readonly actions: readonly StepAction[] }
  | { readonly ok: false; readonly problem: CannotDo };

const cannot = (problem: CannotDo): Resolution => ({ ok: false, problem });

/** The actions of a recorded step with the elements of the present screen, or why they cannot be done on it. */
export function resolveRecorded(step: RecordedStep, screen: PresentScreen): Resolution {
  const { actions, check, screen: then } = step;
  const failed = check === undefined ? null : checkFails(check, screen);
  if (failed !== null) return cannot(failed);
  const isAnywhere = actions.every(({ action }) => factsOf(action.action).anywhere === true);
  if (then !== undefined && !isAnywhere) {
    const differs = screenDifference(relevant(then, actions), screen.facts);
    if (differs !== null) return cannot(differs);
  }
  const found: StoredAction[] = [];
  for (const recorded of actions) {
    const here = onScreen(recorded, screen);
    if (!("action" in here)) return cannot(here);
    found.push(here);
  }
  // What was answered then is told again; nobody is asked.
  if (step.toolResult !== undefined) return { ok: true, actions: found.map((action) => ({ action })) };
  return resolved(found, screen);
}

/** Where every action has its own element, that they are there says enough of the screen beside its app. */
const relevant = (then: ScreenFacts, actions: readonly RecordedAction[]): ScreenFacts =>
  actions.every(({ target }) => target !== undefined) ? { ...then, texts: [] } : then;

function resolved(actions: readonly StoredAction[], { catalogue, resolve }: PresentScreen): Resolution {
  if (actions.length === 0) return { ok: true, actions: [] };
  try {
    const parsed = actions.map((action) => parseAction(action, catalogue));
    return { ok: true, actions: resolveTurn(parsed, catalogue, resolve) };
  } catch (error) {
    if (!(error instanceof DroverError) || error.audience !== "model") throw error;
    return cannot({ expected: "that it can be done here", found: error.message });
  }
}

/** The action with the element or the place that it means on this screen. */
function onScreen(
  { action, target, within }: RecordedAction,
  screen: PresentScreen,
): StoredAction | CannotDo {
  if (target === undefined) return action;
  const found = elementFor(target, screen.resolve.tree);
  if (!("element" in found)) return found;
  const { element, tree } = found;
  const differs = stateDiffers(target, element);
  if (differs !== null) return differs;
  if (within === undefined) return { ...action, element: element.element_id };
  const { left, top, right, bottom } = element.bounds;
  const size = { width: tree.screen_width, height: tree.screen_height };
  const coordinateOf = screen.resolve.coordinateOf ?? toNormalised;
  const places = Object.entries(within).map(([field, [x, y]]): [string, Coordinate] => {
    const pixel = { x: left + x * (right - left), y: top + y * (bottom - top) };
    return [field, coordinateOf(pixel, size)];
  });
  return { ...action, ...Object.fromEntries(places) };
}

function elementFor(
  target: Selector,
  tree: SemanticUITree | null,
): { readonly element: UIElement; readonly tree: SemanticUITree } | CannotDo {
  const name = describeSelector(target);
  if (tree === null) return { expected: name, found: "the screen's elements could not be read" };
  const finding = elementMeant(target, tree);
  if (finding.kind === "found") return { element: finding.element, tree };
  if (finding.kind === "ambiguous")
    return { expected: `one ${name}`, found: `${finding.count} of them`, lost: target };
  return finding.covered
    ? { expected: name, found: "it lies under something else" }
    : { expected: name, found: "it is not on the screen", lost: target };
}

function stateDiffers(target: Selector, element: UIElement): CannotDo | null {
  const state = stateOf(element);
  if (target.is === undefined || state === target.is) return null;
  return {
    expected: `${describeSelector(target)} ${target.is}`,
    found: `it is ${state ?? "neither on nor off"}`,
  };
}

/** A check is never mended: what it asks for is not there, and that is what it is for. */
function checkFails({ shows, hides, app }: ScreenCheck, { facts, resolve }: PresentScreen): CannotDo | null {
  const { tree } = resolve;
  if (app !== undefined && app !== facts.package)
    return { expected: `the app ${app} in front`, found: facts.package || "no app" };
  if (hides !== undefined && tree !== null && elementMeant(hides, tree).kind !== "notFound")
    return { expected: `no ${describeSelector(hides)}`, found: "it is on the screen" };
  if (shows === undefined) return null;
  // Several are as good as one for what is only to be seen.
  const isSeen = tree !== null && shows.is === undefined && elementMeant(shows, tree).kind === "ambiguous";
  if (isSeen) return null;
  const found = elementFor(shows, tree);
  if ("element" in found) return stateDiffers(shows, found.element);
  return { expected: found.expected, found: found.found };
}
