import type { MapState, ReaderConfig } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../execution/compile-leaving.ts";
import type {
  BatchRequest,
  MapRunRequest,
  ReaderRequest,
  WriterRequest,
} from "../execution/map-run-request.ts";
import { Payload } from "../execution/payload.ts";
import type { Leaving, Outcome, RunningState } from "../execution/running-state.ts";
import type { Signal } from "../execution/wait.ts";
import type { Template } from "../expression/compile-template.ts";
import { percentageField } from "../expression/field-values.ts";
import type { JsonValue } from "../expression/json-value.ts";
import type { DistributedMapBehaviour } from "./distributed-map-behaviour.ts";
import { mapItems } from "./map-items.ts";

interface CompiledDistributedMap {
  readonly definition: MapState;
  readonly leaving: Leaving;
  readonly items: Template | null;
  readonly maxConcurrency: Template | null;
  readonly toleratedCount: Template | null;
  readonly toleratedPercentage: Template | null;
  readonly readerArguments: Template | null;
  readonly readerMaxItems: Template | null;
  readonly batchItems: Template | null;
  readonly batchBytes: Template | null;
  readonly batchInput: Template | null;
  readonly writerArguments: Template | null;
}

const COUNT = { min: 0, max: 100_000_000 };
const AT_LEAST_ONE = { min: 1, max: 100_000_000 };
/** 0 means all; what is above the service's limit of 100,000,000 is taken for the limit. */
const MAX_ITEMS = { min: 0, max: Number.MAX_SAFE_INTEGER };

export function distributedMapBehaviour(definition: MapState): DistributedMapBehaviour {
  const { ItemReader, ItemBatcher, ResultWriter } = definition;
  const map: CompiledDistributedMap = {
    definition,
    leaving: compileLeaving(definition),
    items: optionalTemplate(definition.Items, "Items"),
    maxConcurrency: optionalTemplate(definition.MaxConcurrency, "MaxConcurrency"),
    toleratedCount: optionalTemplate(definition.ToleratedFailureCount, "ToleratedFailureCount"),
    toleratedPercentage: optionalTemplate(
      definition.ToleratedFailurePercentage,
      "ToleratedFailurePercentage",
    ),
    readerArguments: optionalTemplate(ItemReader?.Arguments, "ItemReader/Arguments"),
    readerMaxItems: optionalTemplate(ItemReader?.ReaderConfig?.MaxItems, "ItemReader/ReaderConfig/MaxItems"),
    batchItems: optionalTemplate(ItemBatcher?.MaxItemsPerBatch, "ItemBatcher/MaxItemsPerBatch"),
    batchBytes: optionalTemplate(ItemBatcher?.MaxInputBytesPerBatch, "ItemBatcher/MaxInputBytesPerBatch"),
    batchInput: optionalTemplate(ItemBatcher?.BatchInput, "ItemBatcher/BatchInput"),
    writerArguments: optionalTemplate(ResultWriter?.Arguments, "ResultWriter/Arguments"),
  };
  return {
    selector: optionalTemplate(definition.ItemSelector, "ItemSelector"),
    enter: (run) => start(run, map),
    resume: (run, signal) => resume(run, map, signal),
    failed: (run) => run.record("MapStateFailed"),
  };
}

async function start(run: RunningState, map: CompiledDistributedMap): Promise<Outcome> {
  const earlier = run.earlierMapRun();
  if (earlier !== undefined) {
    run.record("MapRunRedriven", { mapRunArn: earlier.arn, redriveCount: earlier.redriveCount });
    return run.redriveMapRun(earlier);
  }
  const items =
    map.definition.ItemReader === undefined ? await mapItems(run, map.items, "entries") : undefined;
  const request = await mapRunRequest(run, map);
  run.record("MapStateStarted", { length: items === undefined ? 0 : lengthOf(items) });
  return run.startMapRun(request, items);
}

const lengthOf = (items: JsonValue): number => Object.keys(items ?? {}).length;

async function mapRunRequest(run: RunningState, map: CompiledDistributedMap): Promise<MapRunRequest> {
  const { definition } = map;
  const integer = async (template: Template | null, field: string) =>
    template === null ? 0 : await run.integer(template, field, COUNT);
  const reader = await readerRequest(run, map);
  const batch = await batchRequest(run, map);
  const writer = await writerRequest(run, map);
  return {
    label: definition.Label,
    express: definition.ItemProcessor.ProcessorConfig?.ExecutionType === "EXPRESS",
    maxConcurrency: await integer(map.maxConcurrency, "MaxConcurrency"),
    toleratedFailureCount: await integer(map.toleratedCount, "ToleratedFailureCount"),
    toleratedFailurePercentage: await percentage(run, map.toleratedPercentage),
    ...(reader === undefined ? {} : { reader }),
    ...(batch === undefined ? {} : { batch }),
    ...(writer === undefined ? {} : { writer }),
  };
}

async function percentage(run: RunningState, template: Template | null): Promise<number> {
  if (template === null) return 0;
  return percentageField(template, await run.evaluate(template), "ToleratedFailurePercentage", run);
}

async function readerRequest(
  run: RunningState,
  map: CompiledDistributedMap,
): Promise<ReaderRequest | undefined> {
  const { ItemReader } = map.definition;
  if (ItemReader === undefined) return undefined;
  const { MaxItems: _evaluated, ...config } = ItemReader.ReaderConfig ?? {};
  const { readerArguments, readerMaxItems } = map;
  const maxItems = readerMaxItems === null ? 0 : await run.integer(readerMaxItems, "MaxItems", MAX_ITEMS);
  return {
    resource: ItemReader.Resource,
    arguments: readerArguments === null ? run.input : await run.evaluate(readerArguments),
    config: config as ReaderConfig,
    ...(maxItems === 0 ? {} : { maxItems }),
  };
}

async function batchRequest(
  run: RunningState,
  map: CompiledDistributedMap,
): Promise<BatchRequest | undefined> {
  const { batchItems: most, batchBytes: bytes, batchInput: shared } = map;
  if (map.definition.ItemBatcher === undefined) return undefined;
  return {
    ...(most === null ? {} : { maxItems: await run.integer(most, "MaxItemsPerBatch", AT_LEAST_ONE) }),
    ...(bytes === null ? {} : { maxBytes: await run.integer(bytes, "MaxInputBytesPerBatch", AT_LEAST_ONE) }),
    ...(shared === null ? {} : { batchInput: await run.evaluate(shared) }),
  };
}

async function writerRequest(
  run: RunningState,
  map: CompiledDistributedMap,
): Promise<WriterRequest | undefined> {
  const { ResultWriter } = map.definition;
  if (ResultWriter === undefined) return undefined;
  return {
    ...(map.writerArguments === null ? {} : { arguments: await run.evaluate(map.writerArguments) }),
    ...(ResultWriter.WriterConfig === undefined ? {} : { config: ResultWriter.WriterConfig }),
  };
}

async function resume(run: RunningState, map: CompiledDistributedMap, signal: Signal): Promise<Outcome> {
  if (signal.kind !== "settled") throw new Error(`a Distributed Map cannot take the signal '${signal.kind}'`);
  const { settlement } = signal;
  if (!settlement.ok) {
    const { error, cause } = settlement;
    const failure = { ...(error === undefined ? {} : { error }), ...(cause === undefined ? {} : { cause }) };
    run.record("MapRunFailed", failure);
    return { kind: "failed", ...failure };
  }
  const succeeded = run.recordAside("MapRunSucceeded");
  run.recordAside("MapStateSucceeded", undefined, succeeded);
  const result = Payload.ofJson(settlement.output);
  const { output, assign } = map.leaving;
  const visible = output === null && assign === null ? {} : { result: result.value };
  return await run.leave(map.leaving, visible, result);
}
