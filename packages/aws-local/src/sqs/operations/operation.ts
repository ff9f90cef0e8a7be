import type { Queues } from "../queue/queues.ts";

export interface QueueCall {
  readonly queues: Queues;
  /** `http://127.0.0.1:9000`, before a queue's account and name. */
  readonly baseUrl: string;
  /** Aborts when the client goes away. */
  readonly gone: AbortSignal | undefined;
}

/** Answers one request; what it throws is a QueueError or a fault of ours. */
export type QueueOperation = (context: QueueCall, input: unknown) => object | Promise<object>;
