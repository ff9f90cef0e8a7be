import { setTimeout as sleep } from "node:timers/promises";
import { ApiProblem, createClient, NoAnswer } from "@drover/client";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { type ApiAddress, answersOf } from "../call-route.ts";

/** So long the API waits for a job's next turn. */
export const waitSeconds = 20;
/** And for a job: a claim is never broken off, because it may have been heeded, so this is how long an idle worker takes to stop. */
export const claimSeconds = 10;
const longestPauseMilliseconds = 5_000;
/** A busy farm is late; whoever hung up on it would lose what it has claimed. */
const deadlineMilliseconds = 90_000;

/** A farm that is away for a moment, or too busy. */
const mayPass = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiProblem && (error.status >= 500 || error.status === 429));

/**
 * The routes by which an agent takes its turns. A request that failed for a reason that may pass is made again until `untilMilliseconds`
 * of the clock: each of them may be repeated.
 */
export function turnClient(address: ApiAddress) {
  const client = createClient<DroverApi>({ ...address, parse: answersOf(address), deadlineMilliseconds });
  return {
    client,
    async patiently<Answer>(
      ask: (again: boolean) => Promise<Answer>,
      { untilMilliseconds, signal }: { untilMilliseconds: number; signal?: AbortSignal },
    ): Promise<Answer> {
      for (
        let pause = 100, again = false;
        ;
        again = true, pause = Math.min(pause * 2, longestPauseMilliseconds)
      ) {
        try {
          return await ask(again);
        } catch (error) {
          const goesOn = signal?.aborted !== true && mayPass(error) && Date.now() + pause < untilMilliseconds;
          if (!goesOn) throw error;
          await sleep(pause, undefined, signal === undefined ? {} : { signal });
        }
      }
    },
  };
}
export type TurnClient = ReturnType<typeof turnClient>;
