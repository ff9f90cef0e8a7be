import type { ExecutionRecord, Thread } from "../../execution/execution.ts";
import type { Settlement } from "../../execution/wait.ts";
import type { JsonValue } from "../../expression/json-value.ts";
import { thrownText } from "../../expression/thrown-text.ts";
import { abortExecution } from "../executions/abort-execution.ts";
import { beginExecution } from "../executions/begin-execution.ts";
import { redrive } from "../executions/redrive.ts";
import { executionArn } from "../executions/start-by-name.ts";
import { deliver } from "../thread-waits.ts";
import type { MapRunBook, World } from "../world.ts";
import { collectMapResults } from "./collect-map-results.ts";
import { CHUNK, chunkKey, type MapRunRecord, noCounts, sourceKey } from "./map-run.ts";
import { countChild, countChildren, exceedsTolerance, type MapRun } from "./map-run-progress.ts";
import { readMapItems } from "./read-map-items.ts";

/** Starts per message: so that a run of ten thousand leaves room for others between. */
const STARTS_AT_ONCE = 250;

const EXCEEDED: Settlement = {
  ok: false,
  error: "States.ExceedToleratedFailureThreshold",
  cause: "The specified tolerated failure threshold was exceeded",
};

/** The runs of Distributed Maps: reads their items, keeps their children going, gathers the results. */
export class MapRuns implements MapRunBook {
  readonly #world: World;
  readonly #runs = new Map<string, MapRun>();

  constructor(world: World) {
    this.#world = world;
    for (const { json } of world.journal.documents("mapRun")) this.#add(JSON.parse(json));
  }

  get(arn: string): MapRun | undefined {
    return this.#runs.get(arn);
  }

  of(executionArn: string): readonly MapRun[] {
    return [...this.#runs.values()].filter(({ record }) => record.executionArn === executionArn).reverse();
  }

  start(record: MapRunRecord, items: JsonValue | undefined): void {
    const run = this.#add(record);
    if (items !== undefined) {
      const json = JSON.stringify(items);
      this.#world.changes.document({ kind: "mapItems", key: sourceKey(record.arn), json });
    }
    this.save(run);
    this.#read(run);
  }

  save({ record }: MapRun): void {
    this.#world.changes.document({ kind: "mapRun", key: record.arn, json: JSON.stringify(record) });
  }

  resume(): void {
    for (const run of this.#runs.values()) {
      try {
        countChildren(run, this.#world.journal);
      } catch (error) {
        this.#world.loop.post(() => this.#fail(run, failureOf(error)));
        continue;
      }
      if (run.record.status !== "RUNNING") continue;
      if (run.record.childCount === undefined) this.#read(run);
      else this.#world.loop.post(() => this.#goOn(run));
    }
  }

  childEnded(arn: string, child: ExecutionRecord): void {
    const run = this.#runs.get(arn);
    if (run === undefined) return;
    run.running.delete(child.id);
    countChild(run, { ...child, status: "RUNNING" }, -1);
    countChild(run, child, 1);
    if (run.record.status === "RUNNING") this.#goOn(run);
  }

  goOn(run: MapRun): void {
    if (run.record.status === "RUNNING") this.#goOn(run);
  }

  abort(arn: string): void {
    const run = this.#runs.get(arn);
    if (run === undefined || run.record.status !== "RUNNING") return;
    this.#end(run, "ABORTED");
    this.#stopChildren(run);
  }

  #add(record: MapRunRecord): MapRun {
    const run: MapRun = {
      record,
      executions: noCounts(),
      items: noCounts(),
      running: new Set(),
      abort: new AbortController(),
      toRedrive: [],
      started: 0,
      chunk: null,
      starting: false,
      collecting: false,
    };
    this.#runs.set(record.arn, run);
    return run;
  }

  redrivable(thread: Thread): MapRun | undefined {
    const { record } = thread.execution;
    const last = this.of(record.arn).find((run) => run.record.threadId === thread.id);
    const isSameEntry = last !== undefined && last.record.enteredEventId === thread.enteredEventId;
    return isSameEntry && last.record.status !== "SUCCEEDED" && redrivenSince(record, last.record)
      ? last
      : undefined;
  }

  redrive(run: MapRun): void {
    run.record.status = "RUNNING";
    run.record.stopMs = undefined;
    run.record.redriveCount = (run.record.redriveCount ?? 0) + 1;
    run.record.redriveMs = this.#world.clock.now();
    run.abort = new AbortController();
    run.collecting = false;
    this.save(run);
    this.#world.loop.afterCommit(() => {
      countChildren(run, this.#world.journal);
      if (run.record.childCount === undefined) this.#world.loop.post(() => this.#read(run));
      else this.#world.loop.post(() => this.goOn(run));
    });
  }

  remove(run: MapRun): void {
    this.#runs.delete(run.record.arn);
    this.#forgetItems(run);
    this.#world.changes.document({ kind: "mapRun", key: run.record.arn, json: null });
  }

  #forgetItems(run: MapRun): void {
    const { arn, childCount = 0 } = run.record;
    const keys = [sourceKey(arn)];
    for (let index = 0; index < childCount; index += CHUNK) keys.push(chunkKey(arn, index));
    for (const key of keys) this.#world.changes.document({ kind: "mapItems", key, json: null });
  }

  #thread({ record }: MapRun): Thread | undefined {
    return this.#world.executions.get(record.executionId)?.threads.get(record.threadId);
  }

  #read(run: MapRun): void {
    const thread = this.#thread(run);
    if (thread === undefined) return;
    this.#world.loop.afterCommit(() => {
      readMapItems(this.#world, run, thread).then(
        ({ children, items }) =>
          this.#world.loop.post(() => {
            if (run.record.status !== "RUNNING") return;
            run.record.childCount = children;
            run.record.itemCount = items;
            this.save(run);
            this.#goOn(run);
          }),
        (error: unknown) => this.#world.loop.post(() => this.#fail(run, failureOf(error))),
      );
    });
  }

  #goOn(run: MapRun): void {
    const { childCount } = run.record;
    if (childCount === undefined || run.collecting) return;
    if (exceedsTolerance(run, childCount)) {
      this.#stopChildren(run);
      this.#collect(run, EXCEEDED);
      return;
    }
    this.#startMore(run, childCount);
    const begun = run.started === childCount && run.toRedrive.length === 0;
    if (begun && run.running.size === 0) this.#collect(run, null);
  }

  #startMore(run: MapRun, childCount: number): void {
    const limit = this.#world.limits.distributedMapConcurrency;
    const most = run.record.maxConcurrency === 0 ? limit : Math.min(run.record.maxConcurrency, limit);
    for (let count = 0; run.running.size < most; count += 1) {
      const again = run.toRedrive.at(-1);
      if (again === undefined && run.started >= childCount) return;
      if (count >= STARTS_AT_ONCE) {
        this.#startLater(run);
        return;
      }
      if (again === undefined) this.#startChild(run, run.started++);
      else this.#redriveChild(run, again);
    }
  }

  #startLater(run: MapRun): void {
    if (run.starting) return;
    run.starting = true;
    this.#world.loop.post(() => {
      run.starting = false;
      this.goOn(run);
    });
  }

  #startChild(run: MapRun, index: number): void {
    const { record } = run;
    const name = this.#world.uuid();
    const { record: child } = beginExecution(this.#world, {
      arn: executionArn(record.machineArn, name, record.express ? { id: this.#world.uuid() } : undefined),
      name,
      machineArn: record.machineArn,
      revisionId: record.revisionId,
      scopePath: record.scopePath,
      express: record.express,
      input: JSON.stringify(this.inputOf(run, index)),
      parent: { kind: "mapRun", mapRunArn: record.arn, index, ...begunIn(run) },
    });
    run.running.add(child.id);
    countChild(run, child, 1);
  }

  #redriveChild(run: MapRun, ended: ExecutionRecord): void {
    run.toRedrive.pop();
    const tail = this.#world.journal.tailOf(ended.id);
    if (tail === undefined) throw new Error(`the journal has no history of ${ended.arn}`);
    const { parent } = ended;
    const again = parent?.kind === "mapRun" ? { parent: { ...parent, ...begunIn(run) } } : {};
    redrive(this.#world, ended, tail, again);
    run.running.add(ended.id);
    countChild(run, { ...ended, status: "RUNNING" }, 1);
  }

  inputOf(run: MapRun, index: number): JsonValue {
    const key = chunkKey(run.record.arn, index);
    if (run.chunk?.key !== key) {
      const json = this.#world.journal.document("mapItems", key) ?? "[]";
      run.chunk = { key, inputs: JSON.parse(json) };
    }
    return run.chunk.inputs[index % CHUNK] ?? null;
  }

  #stopChildren(run: MapRun): void {
    run.collecting = true;
    for (const id of [...run.running]) {
      const child = this.#world.executions.get(id);
      if (child !== undefined) abortExecution(this.#world, child, {});
    }
  }

  /** Once the last child's end is in the journal, the results are read from there. */
  #collect(run: MapRun, failure: Settlement | null): void {
    run.collecting = true;
    this.#world.loop.afterCommit(() => {
      collectMapResults(this.#world, run).then(
        (output) => this.#world.loop.post(() => this.#settle(run, failure ?? { ok: true, output })),
        (error: unknown) => this.#world.loop.post(() => this.#settle(run, failure ?? failureOf(error))),
      );
    });
  }

  #fail(run: MapRun, failure: Settlement): void {
    if (run.record.status === "RUNNING") this.#settle(run, failure);
  }

  #settle(run: MapRun, settlement: Settlement): void {
    if (run.record.status !== "RUNNING") return;
    this.#end(run, settlement.ok ? "SUCCEEDED" : "FAILED");
    const thread = this.#thread(run);
    if (thread !== undefined) deliver(this.#world, thread, { kind: "settled", settlement });
  }

  #end(run: MapRun, status: "SUCCEEDED" | "FAILED" | "ABORTED"): void {
    run.record.status = status;
    run.record.stopMs = this.#world.clock.now();
    run.abort.abort();
    run.chunk = null;
    this.save(run);
    // What did not succeed may be redriven, and then its children's inputs are wanted again.
    if (status !== "SUCCEEDED") return;
    this.#forgetItems(run);
  }
}

/** Only a redrive continues with an earlier run; a retry of the state begins a new one. */
function redrivenSince(execution: ExecutionRecord, { stopMs = 0, startMs }: MapRunRecord): boolean {
  return execution.redriveMs !== undefined && execution.redriveMs >= Math.max(stopMs, startMs);
}

function failureOf(error: unknown): Settlement {
  return {
    ok: false,
    error: thrownText(error, "error") ?? "States.Runtime",
    cause: thrownText(error, "message") ?? String(error),
  };
}

const begunIn = ({ record: { redriveCount } }: MapRun): { readonly runRedrive?: number } =>
  redriveCount === undefined ? {} : { runRedrive: redriveCount };
