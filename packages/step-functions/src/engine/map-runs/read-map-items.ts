import { setImmediate } from "node:timers/promises";
import type { CompiledState } from "../../execution/compiled.ts";
import type { Thread } from "../../execution/execution.ts";
import { PutOffError, SLICE_MS, StepEvaluations } from "../../execution/step-evaluations.ts";
import type { Template } from "../../expression/compile-template.ts";
import type { JsonValue } from "../../expression/json-value.ts";
import { batchItems } from "../../item-reader/batch-items.ts";
import { itemsOfValue, type MapItem } from "../../item-reader/map-item.ts";
import type { DistributedMapBehaviour } from "../../states/distributed-map-behaviour.ts";
import { StateRun } from "../state-run.ts";
import type { World } from "../world.ts";
import { CHUNK, chunkKey, sourceKey } from "./map-run.ts";
import type { MapRun } from "./map-run-progress.ts";

/** A source that does not end its answer must not hold a Map Run for ever. */
const READ_DEADLINE_MS = 15 * 60_000;

export interface ItemsRead {
  readonly children: number;
  readonly items: number;
}

/**
 * Reads the items of a run, makes the children's inputs of them and writes those to the journal chunk by chunk.
 * After a kill it begins again and writes the same chunks again: no child starts before all are there.
 */
export async function readMapItems(world: World, run: MapRun, thread: Thread): Promise<ItemsRead> {
  const state = thread.scope.states.get(thread.state);
  if (state === undefined) throw new Error(`no state '${thread.state}'`);
  const place: Place = { world, thread, state };
  const behaviour = state.behaviour as DistributedMapBehaviour;
  let items = 0;
  let breakMs = performance.now() + SLICE_MS;
  async function* inputs(): AsyncGenerator<JsonValue> {
    for await (const item of await sourceOf(world, run)) {
      const selected =
        behaviour.selector === null ? item.input : await select(place, behaviour.selector, item, items);
      if (performance.now() > breakMs) breakMs = await letOthersIn();
      items += 1;
      yield selected;
    }
  }
  const { batch } = run.record;
  let children = 0;
  let chunk: JsonValue[] = [];
  const flush = async () => {
    const row = {
      kind: "mapItems" as const,
      key: chunkKey(run.record.arn, children - 1),
      json: JSON.stringify(chunk),
    };
    chunk = [];
    await world.loop.transact(() => world.changes.document(row));
  };
  for await (const input of batch === undefined ? inputs() : batchItems(inputs(), batch)) {
    run.abort.signal.throwIfAborted();
    chunk.push(input);
    children += 1;
    if (chunk.length === CHUNK) await flush();
  }
  if (chunk.length > 0) await flush();
  return { children, items };
}

async function sourceOf(world: World, run: MapRun): Promise<AsyncIterable<MapItem> | Iterable<MapItem>> {
  const { reader, arn } = run.record;
  if (reader === undefined) {
    const json = world.journal.document("mapItems", sourceKey(arn)) ?? "[]";
    return itemsOfValue(JSON.parse(json), "STATE_DATA");
  }
  const signal = AbortSignal.any([run.abort.signal, AbortSignal.timeout(READ_DEADLINE_MS)]);
  // Loaded with the first reader, as it brings all of S3's SDK with it.
  const { readItems } = await import("../../item-reader/read-items.ts");
  return readItems(await world.s3(), { ...reader, signal });
}

/** Sources that hold everything in memory never yield by themselves. */
async function letOthersIn(): Promise<number> {
  await setImmediate();
  return performance.now() + SLICE_MS;
}

interface Place {
  readonly world: World;
  readonly thread: Thread;
  readonly state: CompiledState;
}

/** Items are selected outside of any step: what takes long is waited for here. */
async function select(
  { world, thread, state }: Place,
  selector: Template,
  item: MapItem,
  index: number,
): Promise<JsonValue> {
  const mapItem = {
    Index: index,
    Value: item.value,
    ...(item.key === undefined ? {} : { Key: item.key }),
    Source: item.source,
  };
  const evaluations = new StepEvaluations(world.evaluationThread);
  for (;;) {
    try {
      return await new StateRun(world, thread, state, null, evaluations).evaluate(selector, { mapItem });
    } catch (error) {
      if (!(error instanceof PutOffError)) throw error;
      await error.until;
    }
  }
}
