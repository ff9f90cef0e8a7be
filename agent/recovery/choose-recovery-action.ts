import type { AnyAction } from "#shared/actions/action-definition.ts";
import type { RecoverySettings } from "#shared/contracts/agent/raised-exception.ts";
import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { RecoveryOption } from "#shared/contracts/recovery/recovery-messages.ts";
import { elementName } from "#shared/screen/element-label.ts";
import { type LocatedElement, locateElements } from "#shared/screen/locate-element.ts";

export interface Choosing {
  readonly option: RecoveryOption;
  readonly tree: SemanticUITree | null;
  readonly apps: readonly AppFacts[];
  readonly settings: RecoverySettings;
  /** Of this option before: each goes for another element that may be meant. */
  readonly tries: number;
  /** Looks for its target before. */
  readonly seeks: number;
}

export type ChosenRecovery =
  /** `seek`: brings the target into view, or gives it time; the option is still to be done. */
  | {
      readonly kind: "act" | "seek";
      readonly action: AnyAction;
      readonly located?: LocatedElement;
      readonly why: string;
    }
  /** Nothing is asked of the device: what was looked for is on this screen. */
  | { readonly kind: "here" }
  /** The target is nowhere. */
  | { readonly kind: "absent"; readonly problem: string; readonly nearest: readonly string[] };

/** What carries out one option of a step on the screen as it is now. */
export function chooseRecoveryAction(choosing: Choosing): ChosenRecovery {
  const { option, apps } = choosing;
  const { target } = option;
  switch (option.action) {
    case "press_back":
      return act({ action: "back" }, "It goes back.");
    case "press_home":
      return act({ action: "home" }, "It goes to the home screen.");
    case "wait":
      return act({ action: "wait", duration: waitMilliseconds(choosing) }, "It gives the app time.");
    case "look":
      return act({ action: "wait", duration: 1 }, "It looks at the screen anew.");
    case "open_app":
      return act({ action: "open_app", app: knownApp(target, apps) }, `It opens ${target}.`);
    case "scroll_to":
      return isThere(choosing) ? { kind: "here" } : seek(choosing);
    case "locate_and_click":
      return onTarget(choosing, (element) => ({ action: "tap", element }));
    case "locate_and_long_click":
      return onTarget(choosing, (element) => ({ action: "long_press", element }));
    case "locate_and_type":
      return onTarget(choosing, (element) => ({
        action: "type",
        element,
        text: option.parameters.text ?? "",
        clear: true,
      }));
  }
}

const act = (action: AnyAction, why: string): ChosenRecovery => ({ kind: "act", action, why });

const longestWaitMilliseconds = 60_000;

/** A wait for something that is expected looks every interval whether it is there. */
function waitMilliseconds({ option, settings }: Choosing): number {
  const { seconds = settings.captureIntervalSeconds, expected } = option.parameters;
  const asked = expected === undefined ? seconds : settings.captureIntervalSeconds;
  return Math.min(longestWaitMilliseconds, Math.max(1, Math.round(asked * 1_000)));
}

/** `open_app` itself says which apps there are when it knows none of that name. */
const knownApp = (target: string, apps: readonly AppFacts[]): string =>
  apps.find(({ label }) => label.toLowerCase() === target.replace(/ app$/i, "").toLowerCase())?.package ??
  target;

const found = ({ option, tree, settings }: Choosing): readonly LocatedElement[] =>
  tree === null
    ? []
    : locateElements(tree, option.target).filter(
        ({ confidence }) => confidence >= settings.confidenceThreshold,
      );

const isThere = (choosing: Choosing): boolean => found(choosing).length > 0;

function onTarget(choosing: Choosing, aim: (element: number) => AnyAction): ChosenRecovery {
  const candidates = found(choosing);
  // What had no effect on one is tried on the next that may be meant.
  const located = candidates[Math.min(choosing.tries, candidates.length - 1)];
  if (located === undefined) return seek(choosing);
  const { element, confidence } = located;
  const why = `${elementName(element)} is meant with a confidence of ${confidence.toFixed(2)}.`;
  return { kind: "act", action: aim(element.element_id), located, why };
}

/** A list that ends later than this is not one that a step should read through. */
const mostScrolls = 8;

/** First it is given time, then looked for in the part of a list that is not in view; after that it is not there. */
function seek({ option, tree, settings, seeks }: Choosing): ChosenRecovery {
  const { target } = option;
  const list = tree?.elements.find(({ scrollable, more }) => scrollable && more?.includes("below"));
  const isFirst = seeks === 0 && option.action !== "scroll_to";
  if (list !== undefined && !isFirst && seeks < mostScrolls) {
    const action = { action: "scroll", direction: "down", element: list.element_id };
    return { kind: "seek", action, why: `It looks for ${target} further down.` };
  }
  if (seeks < settings.actionRetries) {
    const duration = Math.max(1, Math.round(settings.captureIntervalSeconds * 1_000));
    return { kind: "seek", action: { action: "wait", duration }, why: `It waits for ${target}.` };
  }
  const nearest =
    tree === null ? [] : locateElements(tree, target).map(({ element }) => elementName(element));
  const near = nearest[0] === undefined ? "" : ` The nearest is ${nearest[0]}.`;
  return { kind: "absent", problem: `${JSON.stringify(target)} is not on the screen.${near}`, nearest };
}
