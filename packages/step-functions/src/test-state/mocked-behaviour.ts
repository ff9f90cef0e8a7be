import type { MapState, State, TaskState } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../execution/compile-leaving.ts";
import { Payload } from "../execution/payload.ts";
import type { FailedOutcome, Leaving, Outcome } from "../execution/running-state.ts";
import { percentageField } from "../expression/field-values.ts";
import type { JsonValue } from "../expression/json-value.ts";
import { itemsOfValue, type MapItem } from "../item-reader/map-item.ts";
import { mapItems } from "../states/map-items.ts";
import type { TestedState } from "./tested-state.ts";

/** What stands in for a state's work. */
export type Mock =
  | { readonly kind: "result"; readonly json: string }
  | { readonly kind: "error"; readonly error?: string; readonly cause?: string };

export interface MapMock {
  /** Iterations that are taken for failed. */
  readonly failedIterations?: number;
  /** What an ItemReader is taken to have read. */
  readonly readItems?: JsonValue;
}

/** A mock that turns out not to fit what the state was given. */
export class MockRefusedError extends Error {
  override readonly name = "MockRefusedError";
}

/** Enters a state whose work is mocked: everything around the work is done as usual. */
export async function enterMocked(
  run: TestedState,
  definition: State,
  mock: Mock,
  mapMock: MapMock,
): Promise<Outcome> {
  if (definition.Type === "Task") await mockedTask(run, definition);
  if (definition.Type === "Parallel") await mockedArguments(run, definition.Arguments);
  if (definition.Type === "Map") {
    const failed = await mockedMap(run, definition, mapMock);
    if (failed !== null) return failed;
  }
  if (mock.kind === "error") return { ...mock, kind: "failed" };
  const result = Payload.ofJson(mock.json);
  if (definition.Type === "Task") run.inspect({ result: mock.json });
  if (result.exceeds(run.limits.payloadBytes)) return run.tooLarge(run.stateName);
  return await run.leave(leavingOf(definition), { result: result.value }, result);
}

const leavingOf = (definition: State): Leaving =>
  compileLeaving(definition as Parameters<typeof compileLeaving>[0]);

async function mockedTask(run: TestedState, { Resource, Arguments }: TaskState): Promise<void> {
  await mockedArguments(run, Arguments, /\.(sync(:2)?|waitForTaskToken)$/.test(Resource));
}

async function mockedArguments(run: TestedState, value: JsonValue | undefined, token = false): Promise<void> {
  const template = optionalTemplate(value, "Arguments");
  if (template === null) return;
  const visible = token && !run.hasToken ? { taskToken: run.newToken() } : {};
  run.inspect({ afterArguments: JSON.stringify(await run.evaluate(template, visible)) });
}

async function mockedMap(run: TestedState, map: MapState, mock: MapMock): Promise<FailedOutcome | null> {
  const items = await itemsOf(run, map, mock);
  const selector = optionalTemplate(map.ItemSelector, "ItemSelector");
  if (selector !== null && items !== undefined) {
    const inputs: JsonValue[] = [];
    for (const [index, item] of items.entries()) {
      inputs.push(await run.evaluate(selector, { mapItem: contextItem(index, item) }));
    }
    run.inspect({ afterItemSelector: JSON.stringify(inputs) });
  }
  const concurrency = optionalTemplate(map.MaxConcurrency, "MaxConcurrency");
  const maxConcurrency = concurrency === null ? 0 : await run.integer(concurrency, "MaxConcurrency", COUNT);
  run.inspect({ maxConcurrency });
  const { failedIterations = 0 } = mock;
  if (items !== undefined && failedIterations > items.length) {
    const what = `mapIterationFailureCount (${failedIterations}) is more than the Map state has items (${items.length})`;
    throw new MockRefusedError(what);
  }
  return await tolerance(run, map, failedIterations, items?.length ?? 0);
}

const COUNT = { min: 0, max: 100_000_000 };

function contextItem(Index: number, { value, key, source }: MapItem) {
  return { Index, Value: value, ...(key === undefined ? {} : { Key: key }), Source: source };
}

async function itemsOf(run: TestedState, map: MapState, mock: MapMock): Promise<MapItem[] | undefined> {
  if (map.ItemReader !== undefined) {
    return mock.readItems === undefined ? undefined : [...itemsOfValue(mock.readItems, "STATE_DATA")];
  }
  const distributed = map.ItemProcessor.ProcessorConfig?.Mode === "DISTRIBUTED";
  const template = optionalTemplate(map.Items, "Items");
  return [...itemsOfValue(await mapItems(run, template, distributed ? "entries" : "refused"), "STATE_DATA")];
}

async function tolerance(
  run: TestedState,
  map: MapState,
  failed: number,
  total: number,
): Promise<FailedOutcome | null> {
  const count = optionalTemplate(map.ToleratedFailureCount, "ToleratedFailureCount");
  const share = optionalTemplate(map.ToleratedFailurePercentage, "ToleratedFailurePercentage");
  let exceeded = false;
  if (count !== null) {
    const toleratedFailureCount = await run.integer(count, "ToleratedFailureCount", COUNT);
    run.inspect({ toleratedFailureCount });
    exceeded ||= failed > toleratedFailureCount;
  }
  if (share !== null) {
    const value = await run.evaluate(share);
    const toleratedFailurePercentage = percentageField(share, value, "ToleratedFailurePercentage", run);
    run.inspect({ toleratedFailurePercentage });
    exceeded ||= total > 0 && (failed / total) * 100 > toleratedFailurePercentage;
  }
  if (!exceeded) return null;
  const cause = "The specified tolerated failure threshold was exceeded";
  return { kind: "failed", error: "States.ExceedToleratedFailureThreshold", cause };
}
