import type { MapState, ReaderConfig } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../definition-compiler/compile-leaving.ts";
import type { Outcome, StateBehaviour } from "../definition-compiler/compiled.ts";
import type { ScopePath, Thread } from "../engine/execution.ts";
import type { BatchRequest, MapRunRecord, ReaderRequest, WriterRequest } from "../engine/map-run.ts";
import { Payload } from "../engine/payload.ts";
import type { Leaving, StateRun } from "../engine/state-run.ts";
import type { Signal } from "../engine/wait.ts";
import type { Template } from "../expression/compile-template.ts";
import { percentageField } from "../expression/field-values.ts";
import type { JsonValue } from "../expression/json-value.ts";
import { mapItems } from "./map-items.ts";

/** A compiled Distributed Map: the engine evaluates its ItemSelector while it reads the items. */
export interface DistributedMapBehaviour extends StateBehaviour {
  readonly selector: Template | null;
}

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
    items: optionalTemplate(definition.Items as JsonValue | undefined, "Items"),
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

async function start(run: StateRun, map: CompiledDistributedMap): Promise<Outcome> {
  const { engine, thread, execution } = run;
  const earlier = engine.mapRuns.redrivable(thread);
  if (earlier !== undefined) {
    const redriveCount = (earlier.record.redriveCount ?? 0) + 1;
    run.record("MapRunRedriven", { mapRunArn: earlier.record.arn, redriveCount });
    const outcome = run.block({ kind: "mapRun", mapRunArn: earlier.record.arn });
    engine.mapRuns.redrive(earlier);
    return outcome;
  }
  const items =
    map.definition.ItemReader === undefined ? await mapItems(run, map.items, "entries") : undefined;
  const record = await mapRunRecord(run, map);
  run.record("MapStateStarted", { length: items === undefined ? 0 : lengthOf(items) });
  run.record("MapRunStarted", { mapRunArn: record.arn });
  const outcome = run.block({ kind: "mapRun", mapRunArn: record.arn });
  engine.mapRuns.start({ ...record, executionId: execution.record.id, threadId: thread.id }, items);
  return outcome;
}

const lengthOf = (items: JsonValue): number =>
  Array.isArray(items) ? items.length : Object.keys(items as object).length;

async function mapRunRecord(run: StateRun, map: CompiledDistributedMap): Promise<MapRunRecord> {
  const { engine, thread, execution } = run;
  const { definition } = map;
  const id = engine.uuid();
  const machine = `${execution.record.machineArn.split(":").at(-1)}/${definition.Label ?? engine.uuid()}`;
  const arn = (kind: string) => `arn:aws:states:${engine.region}:${engine.accountId}:${kind}:${machine}`;
  const integer = async (template: Template | null, field: string) =>
    template === null ? 0 : await run.integer(template, field, COUNT);
  const reader = await readerRequest(run, map);
  const batch = await batchRequest(run, map);
  const writer = await writerRequest(run, map);
  return {
    arn: `${arn("mapRun")}:${id}`,
    executionId: execution.record.id,
    executionArn: execution.record.arn,
    threadId: thread.id,
    enteredEventId: thread.enteredEventId,
    machineArn: arn("stateMachine"),
    revisionId: execution.record.revisionId,
    scopePath: scopePathTo(thread),
    express: definition.ItemProcessor.ProcessorConfig?.ExecutionType === "EXPRESS",
    startMs: engine.clock.now(),
    status: "RUNNING",
    maxConcurrency: await integer(map.maxConcurrency, "MaxConcurrency"),
    toleratedFailureCount: await integer(map.toleratedCount, "ToleratedFailureCount"),
    toleratedFailurePercentage: await percentage(run, map.toleratedPercentage),
    ...(reader === undefined ? {} : { reader }),
    ...(batch === undefined ? {} : { batch }),
    ...(writer === undefined ? {} : { writer }),
  };
}

async function percentage(run: StateRun, template: Template | null): Promise<number> {
  if (template === null) return 0;
  return percentageField(template, await run.evaluate(template), "ToleratedFailurePercentage", run);
}

/** From the revision's root to the scope that the state's children run. */
function scopePathTo(thread: Thread): ScopePath {
  const inner: (readonly [string, number])[] = [[thread.state, 0]];
  for (let current = thread; current.parent !== null; current = current.parent) {
    inner.unshift([current.parent.state, current.branch]);
  }
  return [...(thread.execution.record.scopePath ?? []), ...inner];
}

async function readerRequest(run: StateRun, map: CompiledDistributedMap): Promise<ReaderRequest | undefined> {
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

async function batchRequest(run: StateRun, map: CompiledDistributedMap): Promise<BatchRequest | undefined> {
  const { batchItems: most, batchBytes: bytes, batchInput: shared } = map;
  if (map.definition.ItemBatcher === undefined) return undefined;
  return {
    ...(most === null ? {} : { maxItems: await run.integer(most, "MaxItemsPerBatch", AT_LEAST_ONE) }),
    ...(bytes === null ? {} : { maxBytes: await run.integer(bytes, "MaxInputBytesPerBatch", AT_LEAST_ONE) }),
    ...(shared === null ? {} : { batchInput: await run.evaluate(shared) }),
  };
}

async function writerRequest(run: StateRun, map: CompiledDistributedMap): Promise<WriterRequest | undefined> {
  const { ResultWriter } = map.definition;
  if (ResultWriter === undefined) return undefined;
  return {
    ...(map.writerArguments === null ? {} : { arguments: await run.evaluate(map.writerArguments) }),
    ...(ResultWriter.WriterConfig === undefined ? {} : { config: ResultWriter.WriterConfig }),
  };
}

async function resume(run: StateRun, map: CompiledDistributedMap, signal: Signal): Promise<Outcome> {
  if (signal.kind !== "settled") throw new Error(`a Distributed Map cannot take the signal '${signal.kind}'`);
  const { settlement } = signal;
  if (!settlement.ok) {
    const { error, cause } = settlement;
    const failure = { ...(error === undefined ? {} : { error }), ...(cause === undefined ? {} : { cause }) };
    run.record("MapRunFailed", failure);
    return { kind: "failed", ...failure };
  }
  const succeeded = run.recordAside("MapRunSucceeded");
  run.engine.record(run.execution, succeeded, "MapStateSucceeded");
  const result = Payload.ofJson(settlement.output);
  const { output, assign } = map.leaving;
  const visible = output === null && assign === null ? {} : { result: result.value };
  return await run.leave(map.leaving, visible, result);
}
