import type { State } from "../definition/asl.ts";
import { evaluateLeaving } from "../engine/evaluate-leaving.ts";
import { InWorld } from "../engine/in-world.ts";
import type { World } from "../engine/world.ts";
import type { Payload } from "../execution/payload.ts";
import type { FailedOutcome, Leaving, Outcome, RunningState, Visible } from "../execution/running-state.ts";
import type { TaskWait, Wait } from "../execution/wait.ts";
import type { Bindings } from "../expression/bindings.ts";
import { evaluateTemplate, type Template } from "../expression/compile-template.ts";
import { type IntegerRange, integerField } from "../expression/field-values.ts";
import type { JsonObject, JsonValue } from "../expression/json-value.ts";
import { QueryEvaluationError } from "../expression/query-evaluation-error.ts";
import { SliceExceededError } from "../expression/slice-exceeded-error.ts";
import {
  assignVariables,
  emptyScope,
  type VariableScope,
  visibleVariables,
} from "../expression/variable-scope.ts";
import type { EventDetails } from "../history/history-event.ts";

/** What TestState tells of the data's way through a state; payloads are JSON text. */
export interface Inspection {
  readonly afterArguments?: string;
  readonly afterItemSelector?: string;
  readonly result?: string;
  readonly maxConcurrency?: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
}

export interface TestedStateSetup {
  readonly world: World;
  readonly stateName: string;
  readonly type: State["Type"];
  readonly payload: Payload;
  readonly variables: JsonObject;
  /** `$states.context`, given or made up. */
  readonly context: JsonObject;
}

/** After the execution's start comes the state's entry, as in any execution of one state. */
const ENTERED_EVENT_ID = 2;

/** One state that runs by itself, in no execution: what it does is kept here and nowhere else. */
export class TestedState extends InWorld implements RunningState {
  readonly stateName: string;
  readonly type: State["Type"];
  readonly payload: Payload;
  readonly enteredMs: number;
  readonly enteredEventId = ENTERED_EVENT_ID;
  inspection: Inspection = {};
  /** What the state waits for since its last step. */
  wait: Wait | undefined;
  /** What the state was left with. */
  output: Payload | undefined;
  readonly #context: JsonObject;
  #variables: VariableScope;
  #lastEventId = ENTERED_EVENT_ID;

  constructor({ world, stateName, type, payload, variables, context }: TestedStateSetup) {
    super(world);
    this.stateName = stateName;
    this.type = type;
    this.payload = payload;
    this.enteredMs = world.clock.now();
    this.#context = context;
    this.#variables = assignVariables(emptyScope, variables);
  }

  get input(): JsonValue {
    return this.payload.value;
  }

  /** The context that was given names a task token. */
  get hasToken(): boolean {
    return this.#context.Task !== undefined;
  }

  get variables(): Readonly<Record<string, JsonValue>> {
    return visibleVariables(this.#variables);
  }

  inspect(more: Inspection): void {
    this.inspection = { ...this.inspection, ...more };
  }

  record(type: string, { parameters, input, output }: EventDetails = {}): number {
    if (type.endsWith("Scheduled")) this.inspect({ afterArguments: String(parameters ?? input) });
    if (/^(Task|LambdaFunction)Succeeded$/.test(type)) this.inspect({ result: String(output) });
    this.#lastEventId += 1;
    return this.#lastEventId;
  }

  recordAside(type: string, details?: EventDetails): number {
    return this.record(type, details);
  }

  evaluate(template: Template, visible: Visible = {}): JsonValue | Promise<JsonValue> {
    const { taskToken, mapItem, ...shown } = visible;
    const context = {
      ...this.#context,
      ...(taskToken === undefined ? {} : { Task: { Token: taskToken } }),
      ...(mapItem === undefined ? {} : { Map: { Item: { ...mapItem } } }),
    };
    const states = { input: this.input, ...shown, context };
    return this.#evaluated(template, { states, variables: this.variables });
  }

  /** What takes long is evaluated where it keeps nobody waiting. */
  async #evaluated(template: Template, bindings: Bindings): Promise<JsonValue> {
    try {
      return await evaluateTemplate(template, bindings, this);
    } catch (error) {
      if (!(error instanceof SliceExceededError)) throw error;
      const answer = await this.world.evaluationThread.evaluate(template, bindings, this);
      if ("value" in answer) return answer.value;
      throw new QueryEvaluationError(this, answer.detail, answer.location);
    }
  }

  async integer(template: Template, field: string, range: IntegerRange): Promise<number> {
    return integerField(template, await this.evaluate(template), field, range, this);
  }

  block(wait: Wait): Outcome {
    this.wait = wait;
    return { kind: "blocked" };
  }

  sendTask(wait: TaskWait): Outcome {
    return this.block(wait);
  }

  tooLarge(what: string): FailedOutcome {
    const cause = `The state/task '${what}' returned a result with a size exceeding the maximum number of bytes service limit.`;
    return { kind: "failed", error: "States.DataLimitExceeded", cause };
  }

  async leave(leaving: Leaving, visible: Visible, result: Payload | null): Promise<Outcome> {
    const left = await evaluateLeaving(this, this.#variables, leaving, visible, result);
    if (left.kind === "failed") return left;
    if (left.assigned !== null) this.#variables = assignVariables(this.#variables, left.assigned);
    this.output = left.output;
    return { kind: "moved", next: leaving.next };
  }

  newToken(): string {
    return this.world.token();
  }

  giveUpTask(): void {}

  hasActivity = unsupported;
  startChildren = unsupported;
  childResults = unsupported;
  taskSubmitted = unsupported;
  earlierMapRun = unsupported;
  redriveMapRun = unsupported;
  startMapRun = unsupported;
}

/** What such states do is mocked: the request is refused before it comes to this. */
function unsupported(): never {
  throw new Error("A state that starts others or waits for a token is tested with a mock only.");
}
