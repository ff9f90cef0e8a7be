import type { JsonObject, JsonValue } from "./json-value.ts";
import type { StatePosition } from "./query-evaluation-error.ts";

/** The reserved `$states` variable. `result` is there after success, `errorOutput` in a Catch. */
export interface StatesVariable {
  readonly input: JsonValue;
  readonly result?: JsonValue;
  readonly errorOutput?: JsonValue;
  readonly context: JsonObject;
}

/** Everything an expression can name. Variables stand without their `$`. */
export interface Bindings {
  readonly states: StatesVariable;
  readonly variables: Readonly<Record<string, JsonValue>>;
}

/** Where an evaluation happens and what it may ask of the outside world. */
export interface EvaluationContext extends StatePosition {
  /** For `$random()` without a seed: a number in [0, 1). */
  readonly random: () => number;
  /** For `$uuid()`: a version 4 UUID. */
  readonly uuid: () => string;
  /** Milliseconds since the epoch, for `$now()` and `$millis()`; without it they read the machine's clock. */
  readonly epochMs?: () => number;
  /** How long one expression may take here. */
  readonly timeMs: number;
  /** What happens then: it fails as on the service, or `SliceExceededError` asks for it to be evaluated elsewhere. */
  readonly whenOver: () => "fail" | "postpone";
}
