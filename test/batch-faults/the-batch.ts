import { setTimeout as sleep } from "node:timers/promises";
import { createBatchClient } from "#cli/batch/batch-client.ts";
import type { FarmFile } from "#local/farm-file.ts";

/**
 * Some twenty steps: a phone is lost in mid-job, and what was done on it would use up the limit of what is done again. The clock
 * proposes the time that it is, which saves two of 21 steps in the very minute of the alarm.
 */
export const leastLongSteps = 19;
const airplaneMode = { key: "airplane_mode_on", equals: "1", steps: leastLongSteps };
const tasks = [
  { task: "Turn off Wi-Fi", key: "wifi_on", equals: "0", steps: 1 },
  {
    task: "Turn on Bluetooth, then set an alarm for 7:30, then turn off Wi-Fi, then turn on airplane mode",
    ...airplaneMode,
  },
  {
    task: "Turn off Wi-Fi, then set an alarm for 8:45, then turn on Bluetooth, then turn on airplane mode",
    ...airplaneMode,
  },
] as const;

/** Which the job's agent makes at least on the device that is judged. */
export const leastSteps = (task: string): number => tasks.find((one) => one.task === task)?.steps ?? 1;

const differentTasks = 51;
const mostLines = 1_000;

/** Enough for the longest task on one phone. */
const limits = { maxSteps: 26 };

/** One of a few tasks, each judged from its device's state. */
function lineOf(index: number) {
  const { task, key, equals } = tasks[index % tasks.length] ?? tasks[0];
  const validators = [{ kind: "setting", namespace: "global", key, equals }];
  const [taskId, epoch] = [`task-${index % differentTasks}`, 1 + Math.floor(index / differentTasks)];
  return { taskId, epoch, request: { task, validators, limits } };
}

/** Asks a farm that may be down at any moment, again and again until it has answered. */
export type Insist = <Answer>(ask: (farm: FarmFile) => Promise<Answer>) => Promise<Answer>;

export function insistUntil(file: () => Promise<FarmFile | null>, over: () => boolean): Insist {
  return async (ask) => {
    for (let why: unknown = "it is down"; ; ) {
      const farm = await file();
      try {
        if (farm !== null) return await ask(farm);
      } catch (error) {
        why = error;
      }
      if (over()) throw new Error("the farm did not answer any more", { cause: why });
      await sleep(1_000);
    }
  };
}

interface BatchSize {
  readonly seed: number;
  readonly jobs: number;
  readonly phones: number;
}

/** The same name goes on: so many lines at once as one request takes. */
export async function submitBatch({ seed, jobs, phones }: BatchSize, insist: Insist): Promise<string> {
  const lines = Array.from({ length: jobs }, (_, index) => lineOf(index));
  const settings = {
    concurrency: phones * 2,
    // Of the farm's faults only: what an agent failed is never run again.
    retry: { inconclusive: 5 },
    budget: { tokens: jobs * 300_000 },
  };
  let batchId = "";
  for (let first = 0; first < jobs; first += mostLines) {
    const body = { name: `faults-${seed}`, settings, lines: lines.slice(first, first + mostLines) };
    ({ batchId } = await insist((farm) => createBatchClient(farm).submit(body)));
  }
  return batchId;
}
