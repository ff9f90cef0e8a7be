import { AsyncLocalStorage } from "node:async_hooks";

interface QueuedMessage {
  readonly body: string;
  messageGroupId?: string;
}

interface FairQueue {
  messages: QueuedMessage[];
  readonly inflightMessages: ReadonlyMap<string, { readonly message: QueuedMessage }>;
  isFifo(): boolean;
  processTimers(): void;
  enqueue(message: QueuedMessage): void;
  dequeue(maximum: number, ...others: unknown[]): { readonly ReceiptHandle: string }[];
}

interface GroupUse {
  readonly inFlight: ReadonlyMap<string, number>;
  /** Of a group: the turn in which it was served last; absent: never. */
  readonly servedAt: ReadonlyMap<string, number>;
  /** The last one. */
  readonly turn: number;
}

/**
 * Which of the waiting messages, at most `maximum`, go first: of the group with the fewest in flight, then of the one served
 * longest ago, then the oldest. A message without a group is a group of its own.
 */
export function fairChoice(
  waiting: readonly { readonly messageGroupId?: string }[],
  use: GroupUse,
  maximum: number,
): readonly number[] {
  const heads = headsOf(waiting, maximum);
  const inFlight = new Map(use.inFlight);
  const servedAt = new Map(use.servedAt);
  const chosen: number[] = [];
  for (let turn = use.turn + 1; chosen.length < maximum; turn += 1) {
    let best: { readonly group: string; readonly rank: readonly number[] } | undefined;
    for (const [group, [oldest]] of heads) {
      if (oldest === undefined) continue;
      const rank = [inFlight.get(group) ?? 0, servedAt.get(group) ?? 0, oldest];
      if (best === undefined || isBefore(rank, best.rank)) best = { group, rank };
    }
    const place = best && heads.get(best.group)?.shift();
    if (best === undefined || place === undefined) break;
    chosen.push(place);
    inFlight.set(best.group, (inFlight.get(best.group) ?? 0) + 1);
    servedAt.set(best.group, turn);
  }
  return chosen;
}

/** Of each group the places of its oldest messages, as many as could be chosen. */
function headsOf(
  waiting: readonly { readonly messageGroupId?: string }[],
  maximum: number,
): Map<string, number[]> {
  const heads = new Map<string, number[]>();
  let alone = 0;
  for (const [place, { messageGroupId }] of waiting.entries()) {
    if (messageGroupId === undefined) alone += 1;
    if (messageGroupId === undefined && alone > maximum) continue;
    const group = messageGroupId ?? `\0${place}`;
    const places = heads.get(group) ?? [];
    if (places.length < maximum) places.push(place);
    heads.set(group, places);
  }
  return heads;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** The groups that the request being handled gives its messages, which fauxqs 2.4.1 forgets on a standard queue. */
const groupsOfRequest = new AsyncLocalStorage<{ readonly body: string; readonly group: string }[]>();

/** Runs a SendMessage or SendMessageBatch so that its messages keep their groups. */
export function withMessageGroups<Answer>(input: unknown, run: () => Answer): Answer {
  return groupsOfRequest.run(entriesOf(input).flatMap(groupOf), run);
}

const entriesOf = (input: unknown): readonly unknown[] =>
  typeof input === "object" && input !== null && "Entries" in input && Array.isArray(input.Entries)
    ? input.Entries
    : [input];

function groupOf(entry: unknown): { body: string; group: string }[] {
  if (typeof entry !== "object" || entry === null) return [];
  if (!("MessageBody" in entry && "MessageGroupId" in entry)) return [];
  const { MessageBody: body, MessageGroupId: group } = entry;
  return typeof body === "string" && typeof group === "string" && group !== "" ? [{ body, group }] : [];
}

/**
 * Makes a standard queue a fair one. SQS puts the messages of quiet groups first while a group has many in flight; here the
 * groups take turns besides, so that a flood delays nobody even when each message is deleted at once.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function makeFair(queue: FairQueue): void {
  const { enqueue, dequeue } = queue;
  const servedAt = new Map<string, number>();
  let turn = 0;
  queue.enqueue = (message) => {
    const groups = groupsOfRequest.getStore() ?? [];
    const at = groups.findIndex(({ body }) => body === message.body);
    const [found] = at < 0 ? [] : groups.splice(at, 1);
    if (found && !queue.isFifo()) message.messageGroupId = found.group;
    enqueue.call(queue, message);
  };
  queue.dequeue = (maximum, ...others) => {
    if (queue.isFifo()) return dequeue.call(queue, maximum, ...others);
    queue.processTimers();
    const inFlight = new Map<string, number>();
    for (const { message } of queue.inflightMessages.values()) {
      const { messageGroupId: group } = message;
      if (group !== undefined) inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
    }
    const chosen = fairChoice(queue.messages, { inFlight, servedAt, turn }, Math.min(maximum, 10));
    const first = chosen.flatMap((index) => queue.messages[index] ?? []);
    const taken = new Set(chosen);
    queue.messages = [...first, ...queue.messages.filter((_message, index) => !taken.has(index))];
    for (const { messageGroupId: group } of first) {
      turn += 1;
      if (group !== undefined) servedAt.set(group, turn);
    }
    forgetOldest(servedAt);
    return dequeue.call(queue, maximum, ...others);
  };
}

const rememberedGroups = 10_000;

function forgetOldest(servedAt: Map<string, number>): void {
  if (servedAt.size <= rememberedGroups) return;
  const oldest = [...servedAt].sort(([, a], [, b]) => a - b).slice(0, servedAt.size - rememberedGroups);
  for (const [group] of oldest) servedAt.delete(group);
}
