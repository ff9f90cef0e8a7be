/** One HTTP exchange with its body read, so that a socket and an in-process client reach a service through one door. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** As it is after `?`, still encoded; empty without one. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Aborts when the client goes away before its answer. Absent when it cannot. */
  readonly gone?: AbortSignal;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | string;
  /** What follows the body, piece by piece, as it comes; the connection is open until it ends. */
  readonly rest?: AsyncIterable<string>;
}

/** Answers every request: what goes wrong is an answer too, in the service's own form. One that throws hangs up. */
export type WireService = (request: WireRequest) => Promise<WireResponse>;
