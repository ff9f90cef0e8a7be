import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handler as predictAction } from "#functions/predict-action.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import {
  invoke,
  oneProvider,
  startedAt,
  startFunctions,
  type TestFunctions,
} from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";

const requestsPerMinute = 5;
const jobCount = 20;
const callsOfAJob = 2;
const actionMilliseconds = 10_000;
/** Of those that are due in one moment. */
const turnsAtOnce = 20;

let server: ModelServer;
let functions: TestFunctions;
const begun = Date.parse(startedAt);
/** Of the functions and of the model's service alike. */
let now = begun;
beforeAll(async () => {
  server = await startModelServer({
    now: () => now,
    requestsPerMinute,
    script: [{ reply: { action: "home" }, times: jobCount * callsOfAJob }],
  });
  functions = await startFunctions({
    DROVER_MODEL_PROVIDERS: oneProvider(server.url),
    PRACTICE_KEY: server.apiKey,
  });
});
afterAll(async () => {
  await functions.close();
  await server.close();
});

interface Due {
  readonly at: number;
  readonly jobId: JobId;
  readonly stepNumber: number;
}

const observed = () => ({ ...sampleObservation(), capturedAt: new Date(now).toISOString() });

/** A turn as the workflow takes it, and when it takes the next; null: the job has made all its calls. */
async function takeTurn({ jobId, stepNumber }: Due): Promise<Due | null> {
  const input = turnInput(jobId, { stepNumber, observation: observed() });
  const answer = (await invoke(predictAction, input)) as { readonly route: string };
  if (answer.route === "wait") {
    // The pieces of a wait in between only look whether the job is still wanted.
    const job = await functions.repositories.jobs.get(tenantId, jobId);
    expect(job?.waiting?.errorCode).toBe("AllowanceUsed");
    return { at: Date.parse(job?.waiting?.until ?? ""), jobId, stepNumber };
  }
  expect(answer.route).toBe("perform");
  await functions.repositories.steps.complete({
    tenantId,
    jobId,
    stepNumber,
    performedAt: new Date(now).toISOString(),
    outcome: { ok: true, effect: "done", retries: 0 },
    after: observed(),
  });
  return stepNumber === callsOfAJob
    ? null
    : { at: now + actionMilliseconds, jobId, stepNumber: stepNumber + 1 };
}

it("[fault E1] has 20 jobs share 5 requests a minute: none fails, and nine tenths of what is allowed is used", async () => {
  const ids = Array.from({ length: jobCount }, (_, index) => jobIdOf(index + 1));
  for (const jobId of ids)
    await functions.repositories.jobs.create(
      sampleJob({ jobId, status: "running", acquisition: 1, startedAt, limits: { waitSeconds: 10 } }),
    );
  let due: Due[] = ids.map((jobId) => ({ at: begun, jobId, stepNumber: 1 }));
  let turns = 0;
  while (due.length > 0) {
    now = Math.min(...due.map(({ at }) => at));
    functions.clock.now = new Date(now);
    const ready = due.filter(({ at }) => at <= now);
    const later = due.filter(({ at }) => at > now);
    turns += ready.length;
    due = later;
    for (let first = 0; first < ready.length; first += turnsAtOnce) {
      const next = await Promise.all(ready.slice(first, first + turnsAtOnce).map(takeTurn));
      due.push(...next.filter((turn) => turn !== null));
    }
  }
  const minutes = (now - begun) / 60_000;
  // What the service would have let through: what its bucket held, and what came into it.
  const allowed = requestsPerMinute * (1 + minutes);
  expect(jobCount * callsOfAJob).toBeGreaterThan(0.9 * allowed);
  // Each call of a job that had to wait was one look and one call: nobody came back in vain again and again.
  expect(turns).toBeLessThan(jobCount * callsOfAJob * 2.2);
  const jobs = await Promise.all(ids.map((jobId) => functions.repositories.jobs.get(tenantId, jobId)));
  expect(jobs.map((job) => job?.stepCount)).toEqual(ids.map(() => callsOfAJob));
  // Minutes of waiting, and none of it taken for an outage: the jobs allow ten seconds of that.
  expect(Math.max(...jobs.map((job) => job?.turnMilliseconds ?? 0))).toBeGreaterThan(120_000);
  expect(jobs.map((job) => job?.waitedMilliseconds)).toEqual(jobs.map((job) => job?.turnMilliseconds));
}, 300_000);
