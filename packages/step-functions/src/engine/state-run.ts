import type { CompiledState, Outcome } from "../definition-compiler/compiled.ts";
import type { Bindings, EvaluationContext } from "../expression/bindings.ts";
import { evaluateTemplate, type Template } from "../expression/compile-template.ts";
import { type IntegerRange, integerField } from "../expression/field-values.ts";
import type { JsonObject, JsonValue } from "../expression/json-value.ts";
import { causeInState } from "../expression/query-evaluation-error.ts";
import { assignVariables, variableLimitBreach, visibleVariables } from "../expression/variable-scope.ts";
import type { EventDetails } from "../history/history-event.ts";
import { contextObject } from "./context-object.ts";
import type { Engine } from "./engine.ts";
import type { Execution, MapItem, Thread } from "./execution.ts";
import { exceedsBytes, Payload } from "./payload.ts";
import { armWait } from "./thread-waits.ts";
import type { Wait } from "./wait.ts";

/** What an expression may see beside the state's input. */
export interface Visible {
  readonly result?: JsonValue;
  readonly errorOutput?: JsonObject;
  readonly taskToken?: string;
  /** The item that an ItemSelector is evaluated for, before its iteration exists. */
  readonly mapItem?: MapItem;
}

/** The templates with which a state, a Choice rule or a Catcher is left. */
export interface Leaving {
  readonly output: Template | null;
  readonly assign: Template | null;
  readonly next: string | null;
}

/** One step of one state in one thread: all that a state's behaviour may do to the engine. */
export class StateRun implements EvaluationContext {
  readonly engine: Engine;
  readonly thread: Thread;
  readonly state: CompiledState;
  /** What the thread waited for until the signal that started this step. */
  readonly waited: Wait | null;

  constructor(engine: Engine, thread: Thread, state: CompiledState, waited: Wait | null) {
    this.engine = engine;
    this.thread = thread;
    this.state = state;
    this.waited = waited;
  }

  get execution(): Execution {
    return this.thread.execution;
  }

  get stateName(): string {
    return this.state.name;
  }

  get enteredEventId(): number {
    return this.thread.enteredEventId;
  }

  get input(): JsonValue {
    return this.thread.input.value;
  }

  readonly random = (): number => this.engine.random();
  readonly uuid = (): string => this.engine.uuid();
  readonly monotonicMs = (): number => performance.now();

  /** Appends an event that follows the thread's last one, and becomes the last one. Answers with its id. */
  record(type: string, details?: EventDetails): number {
    this.thread.cursor = this.recordAside(type, details);
    return this.thread.cursor;
  }

  /** Appends an event that follows the thread's last one without becoming it. */
  recordAside(type: string, details?: EventDetails): number {
    return this.engine.record(this.execution, this.thread.cursor, type, details);
  }

  evaluate(template: Template, visible: Visible = {}): JsonValue | Promise<JsonValue> {
    if (template.kind === "constant") return template.value;
    return evaluateTemplate(template, this.#bindings(visible), this);
  }

  async integer(template: Template, field: string, range: IntegerRange): Promise<number> {
    return integerField(template, await this.evaluate(template), field, range, this);
  }

  /** Puts the thread to sleep until a signal comes, and arms the wait's timers. */
  block(wait: Wait): Outcome {
    this.thread.wait = wait;
    this.thread.input.pack();
    this.engine.changes.thread(this.thread);
    armWait(this.engine, this.thread);
    return { kind: "blocked" };
  }

  /** The service's error for a payload over its quota. */
  tooLarge(what: string): Outcome {
    const cause = `The state/task '${what}' returned a result with a size exceeding the maximum number of bytes service limit.`;
    return { kind: "failed", error: "States.DataLimitExceeded", cause };
  }

  /**
   * Leaves the state: evaluates Output and Assign, writes the exit event and hands the output to what comes next.
   * Without an Output template the result (or, without one, the input) is the output.
   */
  async leave(leaving: Leaving, visible: Visible, result: Payload | null): Promise<Outcome> {
    const output =
      leaving.output === null
        ? (result ?? this.thread.input)
        : Payload.ofValue(await this.evaluate(leaving.output, visible));
    const assigned =
      leaving.assign === null ? null : ((await this.evaluate(leaving.assign, visible)) as JsonObject);
    if (exceedsBytes(output.json, this.engine.limits.payloadBytes)) return this.tooLarge(this.stateName);
    if (assigned !== null && variableLimitBreach(this.thread.variables, assigned) !== undefined) {
      const detail = "The size of the variables exceeds the maximum number of bytes service limit.";
      return { kind: "failed", error: "States.DataLimitExceeded", cause: causeInState(this, detail) };
    }
    this.record(`${this.state.definition.Type}StateExited`, {
      name: this.stateName,
      output: output.json,
      ...(assigned === null ? {} : assignmentDetails(assigned)),
    });
    if (assigned !== null) {
      this.thread.variables = assignVariables(this.thread.variables, assigned);
      this.thread.variablesJson = undefined;
    }
    this.thread.input = output;
    return { kind: "moved", next: leaving.next };
  }

  #bindings(visible: Visible): Bindings {
    const { taskToken, mapItem, ...shown } = visible;
    const context = contextObject(this.engine, this.thread, taskToken, mapItem) as unknown as JsonObject;
    return {
      states: { input: this.input, ...shown, context },
      variables: visibleVariables(this.thread.variables),
    };
  }
}

function assignmentDetails(assigned: JsonObject): EventDetails {
  const assignedVariables: Record<string, string> = {};
  for (const [name, value] of Object.entries(assigned)) assignedVariables[name] = JSON.stringify(value);
  return { assignedVariables, assignedVariablesDetails: { truncated: false } };
}
