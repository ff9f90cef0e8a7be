import type { Database } from "../../sqlite/database.ts";
import { invalidHandle, notInFlight, overLimit } from "../service-error.ts";
import type { Draft, MessageContent, MessageStore, StoredMessage } from "../store/message-store.ts";
import type { StoredQueue } from "../store/queue-store.ts";
import type { Deadline, Deadlines, Time } from "./deadlines.ts";
import { FairOrder } from "./fair-order.ts";
import { type QueueSettings, settingsOf } from "./queue-settings.ts";
import { handleOf, readHandle } from "./receipt.ts";
import { Receivers, type Waiting } from "./receivers.ts";

type State = "waiting" | "delayed" | "inFlight";
type Message = { -readonly [Name in keyof StoredMessage]: StoredMessage[Name] } & {
  state: State;
  place: number;
  /** When it is to be seen again. */
  deadline: Deadline | null;
};

export interface Received extends MessageContent {
  readonly message: StoredMessage;
  readonly handle: string;
}

export interface QueueContext {
  readonly database: Database;
  readonly messages: MessageStore;
  readonly deadlines: Deadlines;
  readonly time: Time;
  arnOf(name: string): string;
  queueByArn(arn: string): Queue | undefined;
  /** The service's own limit is 120,000. */
  readonly inFlightLimit: number;
}

/** One queue: the order and state of its messages in memory, the messages themselves in their store. */
export class Queue {
  stored: StoredQueue;
  settings: QueueSettings;
  readonly #context: QueueContext;
  /** By their sequence, oldest first but for those that came from another queue. */
  readonly #messages = new Map<number, Message>();
  readonly #order = new FairOrder<Message>();
  readonly #receivers: Receivers<Received>;
  readonly #counts: Record<State, number> = { waiting: 0, delayed: 0, inFlight: 0 };

  constructor(context: QueueContext, stored: StoredQueue) {
    this.#context = context;
    this.stored = stored;
    this.settings = settingsOf(stored.attributes);
    this.#receivers = new Receivers(context.deadlines);
    for (const message of context.messages.of(stored.id)) this.#resume(message);
  }

  get arn(): string {
    return this.#context.arnOf(this.stored.name);
  }

  get counts(): Readonly<Record<State, number>> {
    this.#dropOld();
    return this.#counts;
  }

  setAttributes(attributes: Readonly<Record<string, string>>): void {
    this.settings = settingsOf(attributes);
    this.stored = { ...this.stored, attributes, modifiedAt: this.#context.time.now() };
  }

  /** All of them or none. */
  send(drafts: readonly Draft[]): void {
    const { time, messages, database } = this.#context;
    const sentAt = time.now();
    const insert = (draft: Draft): StoredMessage => {
      const { id, group, delaySeconds = this.settings.delaySeconds } = draft;
      const visibleAt = delaySeconds === 0 ? 0 : sentAt + delaySeconds * 1_000;
      const sequence = messages.insert(this.stored.id, draft, sentAt, visibleAt);
      return { sequence, id, group, sentAt, visibleAt, receives: 0, receivedAt: null, receipt: 0 };
    };
    const insertAll = (): StoredMessage[] => drafts.map(insert);
    const inserted = drafts.length === 1 ? insertAll() : database.transaction(insertAll);
    for (const message of inserted) this.#take(message);
    this.wake();
  }

  /** At most `maximum` messages; waits for the first one. */
  async receive(waiting: Waiting, waitSeconds: number, gone?: AbortSignal): Promise<readonly Received[]> {
    if (this.#counts.inFlight >= this.#context.inFlightLimit) throw overLimit();
    const received = this.#give(waiting);
    if (received.length > 0 || waitSeconds === 0 || gone?.aborted === true) return received;
    return this.#receivers.wait(waiting, waitSeconds * 1_000, gone);
  }

  /** Gives those who wait what is there. What cannot be written down on a full disk is seen again after its timeout. */
  wake(): void {
    try {
      for (let first = this.#receivers.first; first !== undefined; first = this.#receivers.first) {
        const received = this.#give(first.waiting);
        if (received.length === 0) return;
        this.#receivers.answer(first, received);
      }
    } catch {
      // Whoever sent or gave back is not the one to be told.
    }
  }

  /** As if it had not been received: whom it was for is gone. */
  giveBack(received: readonly Received[]): void {
    for (const {
      message: { sequence, receipt },
    } of received) {
      const message = this.#messages.get(sequence);
      if (message?.state !== "inFlight" || message.receipt !== receipt) continue;
      message.receives -= 1;
      this.#show(message);
      this.#context.messages.keepVisibility(message);
    }
    this.wake();
  }

  /** What was deleted before, or given out again since, stays as it is. */
  delete(handle: string): void {
    const { sequence, id, number } = readHandle(handle);
    const message = this.#messages.get(sequence);
    if (message === undefined || message.id !== id || message.receipt !== number) return;
    this.#context.messages.delete(message);
    this.#forget(message);
  }

  changeVisibility(handle: string, seconds: number): void {
    const { sequence, id, number } = readHandle(handle);
    const message = this.#messages.get(sequence);
    if (message === undefined || message.id !== id) throw invalidHandle(handle);
    if (message.state !== "inFlight" || message.receipt !== number) throw notInFlight();
    if (seconds === 0) this.#show(message);
    else this.#hide(message, seconds);
    this.#context.messages.keepVisibility(message);
    if (seconds === 0) this.wake();
  }

  purge(): void {
    this.#context.messages.deleteAll(this.stored.id);
    for (const message of [...this.#messages.values()]) this.#forget(message);
  }

  /** Ends long polls at once, with nothing. */
  endPolls(): void {
    this.#receivers.endAll();
  }

  close(): void {
    this.endPolls();
    for (const { deadline } of this.#messages.values()) this.#context.deadlines.remove(deadline);
  }

  #give({ maximum, visibilitySeconds }: Waiting): Received[] {
    this.#dropOld();
    if (this.#counts.waiting === 0 || this.#counts.inFlight >= this.#context.inFlightLimit) return [];
    const deadAt = new Set<Queue>();
    const give = (): Received[] => {
      const received: Received[] = [];
      while (received.length < maximum) {
        const message = this.#order.next();
        if (message === undefined) break;
        const target = this.#deadAt(message);
        if (target) deadAt.add(target);
        else received.push(this.#giveOne(message, visibilitySeconds));
      }
      return received;
    };
    const received = maximum === 1 ? give() : this.#context.database.transaction(give);
    for (const target of deadAt) target.wake();
    return received;
  }

  #giveOne(message: Message, seconds = this.settings.visibilitySeconds): Received {
    const { time, messages } = this.#context;
    this.#enter(message, "inFlight");
    message.receives += 1;
    message.receipt += 1;
    message.receivedAt ??= time.now();
    this.#hide(message, seconds);
    const content = messages.receive(message);
    const { sequence, id, receipt: number } = message;
    if (content === undefined) throw new Error(`Message ${id} has no row.`);
    return { ...content, message: { ...message }, handle: handleOf({ sequence, id, number }) };
  }

  /** Moves a message that was received as often as it may be; where to, or undefined when it stays. */
  #deadAt(message: Message): Queue | undefined {
    const { redrive } = this.settings;
    if (redrive === null || message.receives < redrive.maxReceiveCount) return undefined;
    const target = this.#context.queueByArn(redrive.targetArn);
    if (target === undefined) return undefined;
    this.#context.messages.move(message, target.stored.id, this.arn);
    this.#order.settled(message);
    this.#drop(message);
    const { receipt } = message;
    target.#take({ ...message, visibleAt: 0, receives: 0, receivedAt: null, receipt: receipt + 1 });
    return target;
  }

  #resume(stored: StoredMessage): void {
    const left = stored.visibleAt - this.#context.time.now();
    if (left <= 0 || stored.receives === 0) {
      this.#take(stored);
      return;
    }
    const message: Message = { ...stored, state: "inFlight", place: -1, deadline: null };
    this.#messages.set(message.sequence, message);
    this.#counts.inFlight += 1;
    this.#order.resume(message);
    message.deadline = this.#deadline(message, left);
  }

  #take(stored: StoredMessage): void {
    const left = stored.visibleAt - this.#context.time.now();
    const message: Message = {
      ...stored,
      state: left > 0 ? "delayed" : "waiting",
      place: -1,
      deadline: null,
    };
    this.#messages.set(message.sequence, message);
    this.#counts[message.state] += 1;
    if (left > 0) message.deadline = this.#deadline(message, left);
    else this.#order.add(message);
  }

  #hide(message: Message, seconds: number): void {
    this.#context.deadlines.remove(message.deadline);
    message.visibleAt = this.#context.time.now() + seconds * 1_000;
    message.deadline = this.#deadline(message, seconds * 1_000);
  }

  #deadline = (message: Message, milliseconds: number): Deadline =>
    this.#context.deadlines.add(milliseconds, () => {
      this.#show(message);
      this.wake();
    });

  /** Not written down when its time came: that says itself. */
  #show(message: Message): void {
    this.#context.deadlines.remove(message.deadline);
    message.deadline = null;
    message.visibleAt = 0;
    if (message.state === "inFlight") this.#order.settled(message);
    this.#enter(message, "waiting");
    this.#order.add(message);
  }

  #enter(message: Message, state: State): void {
    this.#counts[message.state] -= 1;
    message.state = state;
    this.#counts[state] += 1;
  }

  #forget(message: Message): void {
    if (message.state === "waiting") this.#order.remove(message);
    if (message.state === "inFlight") this.#order.settled(message);
    this.#drop(message);
  }

  #drop(message: Message): void {
    this.#context.deadlines.remove(message.deadline);
    this.#messages.delete(message.sequence);
    this.#counts[message.state] -= 1;
  }

  /** The service, too, drops messages some time after their retention is over. */
  #dropOld(): void {
    const before = this.#context.time.now() - this.settings.retentionSeconds * 1_000;
    const old: Message[] = [];
    for (const message of this.#messages.values()) {
      if (message.sentAt >= before) break;
      old.push(message);
    }
    if (old.length === 0) return;
    this.#context.database.transaction(() => old.forEach(this.#context.messages.delete));
    for (const message of old) this.#forget(message);
  }
}
