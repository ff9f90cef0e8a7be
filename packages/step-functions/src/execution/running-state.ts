import type { State } from "../definition/asl.ts";
import type { EvaluationContext } from "../expression/bindings.ts";
import type { Template } from "../expression/compile-template.ts";
import type { IntegerRange } from "../expression/field-values.ts";
import type { JsonObject, JsonValue } from "../expression/json-value.ts";
import type { EventDetails } from "../history/history-event.ts";
import type { Limits } from "./limits.ts";
import type { EarlierMapRun, MapRunRequest } from "./map-run-request.ts";
import type { Payload } from "./payload.ts";
import type { ChildrenWait, Settlement, TaskWait, Wait } from "./wait.ts";

/** What an expression may see beside the state's input. */
export interface Visible {
  readonly result?: JsonValue;
  readonly errorOutput?: JsonObject;
  readonly taskToken?: string;
  /** The item that an ItemSelector is evaluated for, before its iteration exists. */
  readonly mapItem?: MapContextItem;
}

export interface MapContextItem {
  readonly Index: number;
  readonly Value: JsonValue;
  readonly Key?: string;
  readonly Source?: string;
}

/** The templates with which a state, a Choice rule or a Catcher is left. */
export interface Leaving {
  readonly output: Template | null;
  readonly assign: Template | null;
  readonly next: string | null;
}

/** What a step of a state comes to. */
export type Outcome =
  /** Go on with `next`, or end the thread when it is null. The run has already set the thread's new input. */
  { readonly kind: "moved"; readonly next: string | null } | { readonly kind: "blocked" } | FailedOutcome;

export interface FailedOutcome {
  readonly kind: "failed";
  readonly error?: string;
  readonly cause?: string;
  readonly alsoKnownAs?: string;
}

/** One step of one state: all that a state's behaviour may see of the engine and do to it. */
export interface RunningState extends EvaluationContext {
  readonly type: State["Type"];
  readonly region: string;
  readonly limits: Limits;
  readonly payload: Payload;
  readonly input: JsonValue;
  readonly enteredMs: number;
  now(): number;
  /** Appends an event that follows the thread's last one, and becomes the last one. Answers with its id. */
  record(type: string, details?: EventDetails): number;
  /** Appends an event that follows the thread's last one, or the one that is given, without becoming the last. */
  recordAside(type: string, details?: EventDetails, previousEventId?: number): number;
  evaluate(template: Template, visible?: Visible): JsonValue | Promise<JsonValue>;
  integer(template: Template, field: string, range: IntegerRange): Promise<number>;
  /** Puts the thread to sleep until a signal comes, and arms the wait's timers. */
  block(wait: Wait): Outcome;
  /** The service's error for a payload over its quota. */
  tooLarge(what: string): FailedOutcome;
  /**
   * Leaves the state: evaluates Output and Assign, writes the exit event and hands the output to what comes next.
   * Without an Output template the result (or, without one, the input) is the output.
   */
  leave(leaving: Leaving, visible: Visible, result: Payload | null): Promise<Outcome>;

  /** Starts as many branches or iterations as may run at a time and waits for all of them. */
  startChildren(wait: ChildrenWait): Outcome;
  /** The children's results in the order of branches or items. */
  childResults(): Payload;

  newToken(): string;
  hasActivity(arn: string): boolean;
  /** Waits for a task and sends its request once the turn is in the journal. */
  sendTask(wait: TaskWait): Outcome;
  /** The request was answered and the task continues; what ended it in the meantime, if anything did. */
  taskSubmitted(childArn: string | undefined): Settlement | undefined;
  /** Nobody waits any more for what the thread waited for until now. */
  giveUpTask(): void;

  /** The Map Run that the state of a redriven execution continues with. */
  earlierMapRun(): EarlierMapRun | undefined;
  redriveMapRun(earlier: EarlierMapRun): Outcome;
  startMapRun(request: MapRunRequest, items: JsonValue | undefined): Outcome;
}
