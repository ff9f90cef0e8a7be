import type { Execution, Thread } from "../../execution/execution.ts";
import type { EventDetails } from "../../history/history-event.ts";
import type { Journal } from "../../journal/journal.ts";
import type { ChangeSet } from "../changes.ts";
import type { TurnLoop } from "../turn-loop.ts";

export interface ActivityRecord {
  readonly arn: string;
  readonly name: string;
  readonly createdMs: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly encryptionConfiguration?: object;
}

/** A task as GetActivityTask hands it out. */
export interface ActivityTask {
  readonly taskToken: string;
  readonly input: string;
}

interface Worker {
  readonly name: string | undefined;
  readonly take: (task: ActivityTask) => void;
}

interface Queue {
  readonly tasks: Map<string, { readonly thread: Thread; readonly input: string }>;
  readonly workers: Set<Worker>;
}

/** The part of the world that activities need. */
interface Surroundings {
  readonly journal: Journal;
  readonly changes: ChangeSet;
  readonly loop: TurnLoop;
  record(execution: Execution, previousEventId: number, type: string, details?: EventDetails): number;
}

/**
 * Activities and who waits in them: tasks for workers, workers for tasks. Only the activities themselves are kept in
 * the journal; a task that no worker has started is offered again when its thread is resumed.
 */
export class Activities {
  readonly #world: Surroundings;
  readonly #records = new Map<string, ActivityRecord>();
  readonly #queues = new Map<string, Queue>();
  readonly #queueOf = new Map<string, Queue>();

  constructor(world: Surroundings) {
    this.#world = world;
    for (const { json } of world.journal.documents("activity")) {
      const record: ActivityRecord = JSON.parse(json);
      this.#records.set(record.arn, record);
    }
  }

  get(arn: string): ActivityRecord | undefined {
    return this.#records.get(arn);
  }

  all(): readonly ActivityRecord[] {
    return [...this.#records.values()];
  }

  put(record: ActivityRecord): void {
    this.#records.set(record.arn, record);
    this.#world.changes.document({ kind: "activity", key: record.arn, json: JSON.stringify(record) });
  }

  delete(arn: string): void {
    this.#records.delete(arn);
    this.#queues.delete(arn);
    this.#world.changes.document({ kind: "activity", key: arn, json: null });
  }

  /** A scheduled task comes into the queue, or goes straight to a worker that waits. */
  offer(arn: string, thread: Thread, input: string): void {
    if (thread.wait?.kind !== "task" || thread.wait.token === undefined) return;
    const queue = this.#queue(arn);
    queue.tasks.set(thread.wait.token, { thread, input });
    this.#queueOf.set(thread.wait.token, queue);
    this.#match(queue);
  }

  /** The task waits no more; nothing happens when it is not in a queue. */
  withdraw(token: string): void {
    this.#queueOf.get(token)?.tasks.delete(token);
    this.#queueOf.delete(token);
  }

  /** A worker asks; the returned function takes the question back. */
  ask(arn: string, name: string | undefined, take: (task: ActivityTask) => void): () => void {
    const queue = this.#queue(arn);
    const worker: Worker = { name, take };
    queue.workers.add(worker);
    this.#match(queue);
    return () => queue.workers.delete(worker);
  }

  pollers(arn: string): number {
    return this.#queue(arn).workers.size;
  }

  #queue(arn: string): Queue {
    let queue = this.#queues.get(arn);
    if (queue === undefined) {
      queue = { tasks: new Map(), workers: new Set() };
      this.#queues.set(arn, queue);
    }
    return queue;
  }

  /** Runs inside a turn, so that the worker gets the task only once its start is in the journal. */
  #match(queue: Queue): void {
    this.#world.loop.post(() => {
      for (const worker of queue.workers) {
        const [first] = queue.tasks;
        if (first === undefined) return;
        const [taskToken, { thread, input }] = first;
        this.withdraw(taskToken);
        queue.workers.delete(worker);
        const details = worker.name === undefined ? {} : { workerName: worker.name };
        thread.cursor = this.#world.record(thread.execution, thread.cursor, "ActivityStarted", details);
        if (thread.wait?.kind === "task") thread.wait.submitted = true;
        this.#world.changes.thread(thread);
        this.#world.loop.afterCommit(() => worker.take({ taskToken, input }));
      }
    });
  }
}
