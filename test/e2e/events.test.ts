import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, events } from "@drover/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { EndEvent } from "../../shared/contracts/api/events.ts";
import { JobTimeline } from "../../shared/contracts/api/timeline.ts";
import { type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-e2e-"));
  farm = await startUp(dir, "--model-latency", "300");
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const client = () => createClient(farm.file);

/** A viewer's stream of a job, read to its end; `leaveAfter`: it hangs up after this many events and comes back. */
async function viewed(jobId: string, leaveAfter = Number.POSITIVE_INFINITY) {
  const seen: { readonly event: string; readonly data: unknown }[] = [];
  let lastEventId: string | undefined;
  while (seen.at(-1)?.event !== "end") {
    let count = 0;
    const from = lastEventId === undefined ? {} : { lastEventId };
    for await (const { event, data, id } of events(client(), "jobEvents", { id: jobId }, from)) {
      seen.push({ event, data: JSON.parse(data) });
      lastEventId = id;
      count += 1;
      if (count >= leaveAfter) break;
    }
  }
  return seen;
}

describe("following a job on a running farm", () => {
  it("tells each step while the job runs, the same to all viewers, also to one who keeps hanging up", async () => {
    const api = createApiClient(farm.file);
    const { jobId } = await api.submit({ task: "Set an alarm for 6:15" });
    const [steady, fickle] = await Promise.all([viewed(jobId), viewed(jobId, 2)]);
    const stepsOf = (seen: typeof steady) =>
      seen.flatMap(({ event, data }) => (event === "step" ? [StepResponse.parse(data)] : []));
    const job = JobResponse.parse(steady.findLast(({ event }) => event === "job")?.data);
    const numbers = Array.from({ length: job.stepCount }, (_one, index) => index + 1);
    expect(job.stepCount).toBeGreaterThan(2);
    for (const seen of [steady, fickle]) {
      expect([...new Set(stepsOf(seen).map(({ stepNumber }) => stepNumber))]).toEqual(numbers);
      expect(EndEvent.parse(seen.at(-1)?.data)).toEqual({ status: "finished", outcome: job.outcome });
    }
    // Nothing is told twice as it was.
    for (const seen of [steady, fickle]) {
      const told = stepsOf(seen).map(({ links: _links, ...step }) => JSON.stringify(step));
      expect(new Set(told).size).toBe(told.length);
    }
    // It came while the job ran, not when it was over.
    const first = steady.findIndex(({ event }) => event === "step");
    const after = steady
      .slice(first)
      .flatMap(({ event, data }) => (event === "job" ? [JobResponse.parse(data)] : []));
    expect(after.some(({ status }) => status === "running")).toBe(true);
  }, 120_000);

  it("[spec I6.3] leaves no millisecond of its wall time out", async () => {
    const api = createApiClient(farm.file);
    const { jobId } = await api.submit({ task: "Turn on Bluetooth" });
    await viewed(jobId);
    const timeline = JobTimeline.parse(await client().jobTimeline({ id: jobId }));
    const job = await api.job(jobId);
    const wall = Date.parse(job.finishedAt ?? "") - Date.parse(job.createdAt);
    expect(timeline.parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(wall);
    expect(timeline.totals).toMatchObject({ inference: expect.any(Number), act: expect.any(Number) });
    expect(timeline.totals.inference).toBeGreaterThan(300);
    expect(timeline.events.map(({ kind }) => kind)).toEqual(["leaseGranted", "leaseEnded"]);
  }, 120_000);
});
