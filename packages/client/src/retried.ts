import { ApiProblem } from "./api-problem.ts";
import { takesKey } from "./idempotency-key.ts";
import { NoAnswer } from "./no-answer.ts";
import { type RouteName, routes } from "./routes.ts";
import { timer } from "./timer.ts";

export interface RetryOptions {
  /** How often a request is sent again; absent: 6, and 2 when nobody answers. 0: never. */
  readonly most?: number;
  /** A longer time than this is not waited for (Retry-After); absent: 10,000. */
  readonly longestWaitMilliseconds?: number;
  /** How a pause is made; absent: by a timer. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to 1, so that who was turned away together does not come back together. */
  readonly random?: () => number;
}

interface Attempts extends RetryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly isTriedAgain: (error: unknown) => boolean;
}

const usualMost = 6;
/** Nobody may be there at all: who asks wants to know soon. */
const mostUnanswered = 2;
const usualLongestWaitMilliseconds = 10_000;
const firstPauseMilliseconds = 200;

/**
 * Does it until it is done: again after growing pauses of random length, or after what the answer asks for (Retry-After). All its
 * pauses together stay below `longestWaitMilliseconds`. Throws the last error.
 */
export async function retried<T>(attempt: () => Promise<T>, options: Attempts): Promise<T> {
  const { signal, wait = timer, random = Math.random } = options;
  let left = options.longestWaitMilliseconds ?? usualLongestWaitMilliseconds;
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      const most = Math.min(
        options.most ?? usualMost,
        error instanceof NoAnswer ? mostUnanswered : usualMost,
      );
      const pause = pauseOf(error, failed, random);
      if (failed >= most || pause > left || signal?.aborted || !options.isTriedAgain(error)) throw error;
      left -= pause;
      await wait(pause, signal);
      if (signal?.aborted) throw error;
    }
  }
}

function pauseOf(error: unknown, failed: number, random: () => number): number {
  const asked = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const growing = firstPauseMilliseconds * 2 ** failed * (0.5 + random() / 2);
  return Math.round(Math.max(asked, growing));
}

const unavailable: readonly number[] = [502, 503, 504];

/** Unseen: nobody did anything yet. */
export const isTurnedAway = (error: unknown): boolean => error instanceof ApiProblem && error.isThrottled;

/**
 * What was turned away unseen is always sent again, and what the API asks to send again. What may have been done already, only when
 * doing it twice is doing it once.
 */
export function isTriedAgain(error: unknown, name: RouteName): boolean {
  if (isTurnedAway(error)) return true;
  if (error instanceof ApiProblem && error.status === 429) return error.retryAfterSeconds !== undefined;
  const isUndecided =
    error instanceof NoAnswer || (error instanceof ApiProblem && unavailable.includes(error.status));
  return isUndecided && (takesKey(name) || isRepeatable[routes[name].method]);
}

/** RFC 9110, 9.2.2. */
const isRepeatable = { GET: true, PUT: true, DELETE: true, POST: false, PATCH: false } as const;
