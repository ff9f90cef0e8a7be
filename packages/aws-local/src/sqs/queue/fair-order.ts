import { Heap, type Placed } from "./heap.ts";

/** A message as far as its turn goes. */
export interface Ordered extends Placed {
  /** The older, the smaller. */
  readonly sequence: number;
  /** The message group; absent: one of its own. */
  readonly group: string | undefined;
}

interface Group<Message extends Ordered> extends Placed {
  readonly waiting: Heap<Message>;
  inFlight: number;
  /** The turn in which it was served last; 0: never. */
  servedAt: number;
}

const byAge = (a: Ordered, b: Ordered): boolean => a.sequence < b.sequence;

function isBefore<Message extends Ordered>(a: Group<Message>, b: Group<Message>): boolean {
  if (a.inFlight !== b.inFlight) return a.inFlight < b.inFlight;
  if (a.servedAt !== b.servedAt) return a.servedAt < b.servedAt;
  return (a.waiting.first?.sequence ?? 0) < (b.waiting.first?.sequence ?? 0);
}

const rememberedGroups = 10_000;

/**
 * Which waiting message of a queue goes first: of the group with the fewest in flight, then of the one served longest ago, then
 * the oldest. SQS puts the messages of quiet groups first while a group has many in flight; here the groups take turns besides, so
 * that a flood delays nobody even when each message is deleted at once.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export class FairOrder<Message extends Ordered> {
  /** Those that were served latest come last. */
  readonly #groups = new Map<string, Group<Message>>();
  readonly #ready = new Heap<Group<Message>>(isBefore);
  /** Of the messages without a group: each was never served and has nothing in flight, so only their age counts. */
  readonly #alone: Group<Message> = newGroup();
  #turn = 0;

  add(message: Message): void {
    const group = this.#groupOf(message);
    group.waiting.add(message);
    if (group.place < 0) this.#ready.add(group);
    else this.#ready.moved(group);
  }

  /** Takes a waiting message out of its turn: it was deleted or is too old. */
  remove(message: Message): void {
    const group = this.#groupOf(message);
    group.waiting.remove(message);
    if (group.waiting.size === 0) this.#ready.remove(group);
    else this.#ready.moved(group);
  }

  /** The next one, which is in flight from now on until `settled`. */
  next(): Message | undefined {
    const group = this.#ready.first;
    const message = group?.waiting.first;
    if (group === undefined || message === undefined) return undefined;
    group.waiting.remove(message);
    this.#turn += 1;
    if (message.group !== undefined) {
      group.inFlight += 1;
      group.servedAt = this.#turn;
      this.#groups.delete(message.group);
      this.#groups.set(message.group, group);
    }
    if (group.waiting.size === 0) this.#ready.remove(group);
    else this.#ready.moved(group);
    this.#forgetOldest();
    return message;
  }

  /** One that an earlier run of this process gave out. */
  resume(message: Message): void {
    if (message.group === undefined) return;
    const group = this.#groupOf(message);
    group.inFlight += 1;
    if (group.place >= 0) this.#ready.moved(group);
  }

  settled(message: Message): void {
    const group = message.group === undefined ? undefined : this.#groups.get(message.group);
    if (group === undefined) return;
    group.inFlight -= 1;
    if (group.place >= 0) this.#ready.moved(group);
  }

  #groupOf({ group: name }: Message): Group<Message> {
    if (name === undefined) return this.#alone;
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = newGroup();
      this.#groups.set(name, group);
    }
    return group;
  }

  #forgetOldest(): void {
    if (this.#groups.size <= rememberedGroups) return;
    for (const [name, group] of this.#groups) {
      if (this.#groups.size <= rememberedGroups) return;
      if (group.inFlight > 0 || group.waiting.size > 0) return;
      this.#groups.delete(name);
    }
  }
}

const newGroup = <Message extends Ordered>(): Group<Message> => ({
  place: -1,
  waiting: new Heap<Message>(byAge),
  inFlight: 0,
  servedAt: 0,
});
