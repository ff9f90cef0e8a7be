import type { Talked } from "../goals/read-talk-goal.ts";

/** One element as the prompt lists it. */
export interface ElementView {
  readonly id: number;
  /** `BUTTON`, `SWITCH`, … */
  readonly type: string;
  /** The first part of its label. */
  readonly title: string;
  /** The other parts, "" when there is only a title. */
  readonly summary: string;
  readonly value: string;
  readonly hint: string;
  readonly description: string;
  readonly resourceId: string;
  readonly flags: ReadonlySet<string>;
  /** Left, top, right, bottom in the unit that the model is to point in; only for what is used by position. */
  readonly bounds?: readonly [number, number, number, number];
}

export interface HistoryStep {
  readonly number: number;
  /** Undefined when the prompt shows it cut. */
  readonly action: Readonly<Record<string, unknown>> | undefined;
  readonly target: string;
  readonly thinking: string;
  readonly result: string;
  /** What changed on the screen. */
  readonly change: string;
}

/** An app as the prompt lists it: with its package where others have its label. */
export interface ListedApp {
  readonly label: string;
  readonly package?: string;
}

/** All that a model gets, read back from the prompt's text. */
export interface PromptView {
  readonly task: string;
  /** What the answer must fit. */
  readonly answerSchema?: unknown;
  /** So many actions may be given in one turn. */
  readonly mostActions: number;
  readonly stepNumber: number;
  readonly maxSteps: number;
  readonly installedApps: readonly ListedApp[];
  /** What a planner advises; "" when there is none. */
  readonly guidance: string;
  readonly history: readonly HistoryStep[];
  /** Of the app in front, as its package. */
  readonly label: string;
  readonly package: string;
  readonly activity: string;
  readonly keyboardShown: boolean;
  readonly elements: readonly ElementView[];
  /** Names of the tools that may be called. */
  readonly tools: readonly string[];
  /** What people and tools answered, and whether there is anybody to ask. */
  readonly talked: Talked;
}
