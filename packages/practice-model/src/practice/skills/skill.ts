import { farmFaults } from "../farm-faults.ts";
import type { ElementView, HistoryStep, PromptView } from "../prompt/prompt-view.ts";

export type Action = Readonly<Record<string, unknown>> & { readonly action: string };

export interface Deed {
  readonly action: Action;
  readonly thought: string;
}

/** What a skill says of its goal on this screen. */
export type Outcome =
  | {
      readonly kind: "act";
      readonly action: Action;
      readonly thought: string;
      /** What can be done in the same turn, because it needs no look in between. */
      readonly further?: readonly Deed[];
    }
  | { readonly kind: "done"; readonly note: string; readonly answer?: string }
  | { readonly kind: "stuck"; readonly reason: string };

/** The screen, and what was done for the goal so far. */
export interface Scene {
  readonly view: PromptView;
  /** Steps made for this goal, oldest first; those the prompt still shows. */
  readonly steps: readonly HistoryStep[];
  /** Beginnings of the titles that were tapped for it, also in turns that the prompt no longer shows. */
  readonly tried: readonly string[];
  /** What was found for the goals before it, oldest first. */
  readonly answers: readonly string[];
}

export type Skill<G> = (goal: G, scene: Scene) => Outcome;

const name = (element: ElementView): string =>
  element.title || element.description || element.hint || element.type.toLowerCase();

export const act = (action: Action, thought: string): Outcome => ({ kind: "act", action, thought });
export const tapOn = (element: ElementView, thought = `I tap "${name(element)}".`): Outcome =>
  act({ action: "tap", element: element.id }, thought);
/** Several in one turn; undefined when there is nothing to do. */
export function inOneTurn([first, ...further]: readonly Deed[]): Outcome | undefined {
  return first === undefined ? undefined : { kind: "act", ...first, further };
}
export const done = (note: string, answer?: string): Outcome =>
  answer === undefined ? { kind: "done", note } : { kind: "done", note, answer };
export const stuck = (reason: string): Outcome => ({ kind: "stuck", reason });

const failure = /^failed \(([\w.]+)/;

/** A step that failed by the farm's fault says nothing of the screen or the app, and the fault may have passed. */
export function isFarmsFault({ result }: HistoryStep): boolean {
  const code = failure.exec(result)?.[1];
  // With a dot it is a service's own, such as SQS.AmazonSQSException or States.Timeout.
  return code !== undefined && (farmFaults.has(code) || code.includes("."));
}

/** Whether a step never came to the screen: what it was for had moved. */
export const cameTooLate = ({ result }: HistoryStep): boolean =>
  /^failed \(ScreenChanged\)|\bNothing was done\b/.test(result);

/** Whether a step left the screen as it was, by what the prompt says of it. */
export const hadNoEffect = (step: HistoryStep): boolean =>
  !isFarmsFault(step) &&
  (/did not change|no change|unchanged/i.test(step.change) || step.result.startsWith("failed"));

export const isAction = (step: HistoryStep | undefined, action: string): boolean =>
  step?.action?.action === action;

/** The title in `SWITCH "Bluetooth | Off"`. */
function targetTitle(step: HistoryStep): string {
  const label = /^[A-Z]+ "(.*)"$/.exec(step.target)?.[1] ?? "";
  return (label.split(" | ", 1)[0] ?? "").replaceAll('\\"', '"');
}

/** Steps that tapped an element of this title. */
export const tapsOn = (steps: readonly HistoryStep[], title: string): HistoryStep[] =>
  steps.filter((step) => isAction(step, "tap") && title !== "" && targetTitle(step) === title);
