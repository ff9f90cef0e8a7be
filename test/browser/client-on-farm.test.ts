import { ApiProblem, createClient, events, pages } from "@drover/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { type SeededFarm, startSeededFarm } from "./seeded-farm.ts";
import { seededJobId, seedJob } from "./seeded-jobs.ts";

let farm: SeededFarm;
beforeAll(async () => {
  farm = await startSeededFarm();
  for (let n = 1; n <= 25; n += 1) await seedJob(farm, n);
});
afterAll(() => farm[Symbol.asyncDispose]());

const client = () => createClient<DroverApi>(farm);

it("the client reads every page of a list of the real API", async () => {
  const read = await Array.fromAsync(
    pages(client().listJobs, { query: { limit: 10 } }),
    ({ jobId }) => jobId,
  );
  expect(read).toEqual(Array.from({ length: 25 }, (_, index) => seededJobId(25 - index)));
});

it("the client throws the real API's problems with their advice and the request's id", async () => {
  const missing = await client()
    .readJob({ id: seededJobId(99) })
    .catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(ApiProblem);
  expect(missing).toMatchObject({ status: 404, code: "NotFound", requestId: expect.stringMatching(/\w/) });
  const stranger = createClient<DroverApi>({ ...farm, token: "none" });
  await expect(stranger.listJobs()).rejects.toMatchObject({ status: 401, code: "Unauthorized" });
});

it("the client follows a job's events to their end, and from the middle tells nothing twice", async () => {
  const asked = { id: seededJobId(3) };
  const told = await Array.fromAsync(events(client(), "jobEvents", asked));
  expect(told.map(({ event }) => event)).toEqual(["job", "end"]);
  expect(JSON.parse(told[0]?.data ?? "")).toMatchObject({ jobId: asked.id, outcome: "succeeded" });
  const { id } = told[0] ?? {};
  const rest = await Array.fromAsync(
    events(client(), "jobEvents", asked, id === undefined ? {} : { lastEventId: id }),
  );
  expect(rest.map(({ event }) => event)).toEqual(["end"]);
});
