import type { State } from "../definition/asl.ts";
import type { CompiledState } from "../execution/compiled.ts";
import type { Execution, Thread } from "../execution/execution.ts";
import type { EarlierMapRun, MapRunRequest } from "../execution/map-run-request.ts";
import type { Payload } from "../execution/payload.ts";
import type { FailedOutcome, Leaving, Outcome, RunningState, Visible } from "../execution/running-state.ts";
import { StepEvaluations } from "../execution/step-evaluations.ts";
import type { ChildrenWait, Settlement, TaskWait, Wait } from "../execution/wait.ts";
import type { Bindings } from "../expression/bindings.ts";
import type { Template } from "../expression/compile-template.ts";
import { type IntegerRange, integerField } from "../expression/field-values.ts";
import type { JsonObject, JsonValue } from "../expression/json-value.ts";
import { assignVariables, visibleVariables } from "../expression/variable-scope.ts";
import type { EventDetails } from "../history/history-event.ts";
import { childResults, startChildren } from "./children.ts";
import { contextObject } from "./context-object.ts";
import { evaluateLeaving } from "./evaluate-leaving.ts";
import { InWorld } from "./in-world.ts";
import { newMapRun } from "./map-runs/start-map-run.ts";
import { taskSubmitted } from "./tasks/tasks.ts";
import { armWait } from "./thread-waits.ts";
import type { World } from "./world.ts";

/** One step of one state in one thread. */
export class StateRun extends InWorld implements RunningState {
  readonly thread: Thread;
  readonly state: CompiledState;
  /** What the thread waited for until the signal that started this step. */
  readonly waited: Wait | null;

  #evaluations: StepEvaluations | undefined;

  constructor(
    world: World,
    thread: Thread,
    state: CompiledState,
    waited: Wait | null,
    evaluations?: StepEvaluations,
  ) {
    super(world);
    this.thread = thread;
    this.state = state;
    this.waited = waited;
    this.#evaluations = evaluations;
    evaluations?.begin();
  }

  /** Made when the first is asked for: most steps evaluate nothing. */
  get evaluations(): StepEvaluations {
    this.#evaluations ??= new StepEvaluations(this.world.evaluationThread);
    return this.#evaluations;
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

  get type(): State["Type"] {
    return this.state.definition.Type;
  }

  get payload(): Payload {
    return this.thread.input;
  }

  get input(): JsonValue {
    return this.thread.input.value;
  }

  get enteredMs(): number {
    return this.thread.enteredMs;
  }

  record(type: string, details?: EventDetails): number {
    this.thread.cursor = this.recordAside(type, details);
    return this.thread.cursor;
  }

  recordAside(type: string, details?: EventDetails, previousEventId = this.thread.cursor): number {
    return this.world.record(this.execution, previousEventId, type, details);
  }

  evaluate(template: Template, visible: Visible = {}): JsonValue | Promise<JsonValue> {
    if (template.kind === "constant") return template.value;
    return this.evaluations.evaluate(template, this.#bindings(visible), this);
  }

  async integer(template: Template, field: string, range: IntegerRange): Promise<number> {
    return integerField(template, await this.evaluate(template), field, range, this);
  }

  block(wait: Wait): Outcome {
    this.thread.wait = wait;
    this.thread.input.pack();
    this.world.changes.thread(this.thread);
    armWait(this.world, this.thread);
    return { kind: "blocked" };
  }

  tooLarge(what: string): FailedOutcome {
    const cause = `The state/task '${what}' returned a result with a size exceeding the maximum number of bytes service limit.`;
    return { kind: "failed", error: "States.DataLimitExceeded", cause };
  }

  async leave(leaving: Leaving, visible: Visible, result: Payload | null): Promise<Outcome> {
    const left = await evaluateLeaving(this, this.thread.variables, leaving, visible, result);
    if (left.kind === "failed") return left;
    const { output, assigned } = left;
    this.record(`${this.state.definition.Type}StateExited`, {
      name: this.stateName,
      output: output.json,
      ...(assigned === null || Object.keys(assigned).length === 0 ? {} : assignmentDetails(assigned)),
    });
    if (assigned !== null) {
      this.thread.variables = assignVariables(this.thread.variables, assigned);
      this.thread.variablesJson = undefined;
    }
    this.thread.input = output;
    return { kind: "moved", next: leaving.next };
  }

  startChildren(wait: ChildrenWait): Outcome {
    const outcome = this.block(wait);
    startChildren(this.world, this.thread, wait);
    return outcome;
  }

  childResults(): Payload {
    return childResults(this.thread);
  }

  newToken(): string {
    return this.evaluations.token(this.world.token);
  }

  hasActivity(arn: string): boolean {
    return this.world.activities.get(arn) !== undefined;
  }

  sendTask(wait: TaskWait): Outcome {
    const outcome = this.block(wait);
    if (wait.token !== undefined) this.world.tokens.set(wait.token, this.thread);
    this.world.dispatchTask(this.thread);
    return outcome;
  }

  taskSubmitted(childArn: string | undefined): Settlement | undefined {
    return taskSubmitted(this.world, this.thread, childArn);
  }

  giveUpTask(): void {
    this.world.abandonTask(this.waited);
  }

  earlierMapRun(): EarlierMapRun | undefined {
    const run = this.world.mapRuns.redrivable(this.thread);
    return run === undefined
      ? undefined
      : { arn: run.record.arn, redriveCount: (run.record.redriveCount ?? 0) + 1 };
  }

  redriveMapRun({ arn }: EarlierMapRun): Outcome {
    const outcome = this.block({ kind: "mapRun", mapRunArn: arn });
    const run = this.world.mapRuns.get(arn);
    if (run !== undefined) this.world.mapRuns.redrive(run);
    return outcome;
  }

  startMapRun(request: MapRunRequest, items: JsonValue | undefined): Outcome {
    const record = newMapRun(this.world, this.thread, request);
    this.record("MapRunStarted", { mapRunArn: record.arn });
    const outcome = this.block({ kind: "mapRun", mapRunArn: record.arn });
    this.world.mapRuns.start(record, items);
    return outcome;
  }

  #bindings(visible: Visible): Bindings {
    const { taskToken, mapItem, ...shown } = visible;
    const context = contextObject(this.world, this.thread, taskToken, mapItem) as unknown as JsonObject;
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
