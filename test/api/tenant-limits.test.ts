import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MadeLiveLink } from "#shared/contracts/api/responses/live-response.ts";
import { Schedule } from "#shared/contracts/batch/schedule.ts";
import { SecretRecord } from "#shared/contracts/job/secret.ts";
import { tenantLimits } from "#shared/contracts/values/tenant-limits.ts";
import { startedAt } from "../functions/start-functions.ts";
import { jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { line } from "./batch-calls.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const tooMany = (words: string) => ({
  code: "LimitReached",
  detail: expect.stringContaining(words),
  advice: [expect.stringMatching(/^(Remove (one|an)|Revoke one)/)],
});

it("a tenant keeps 200 secrets and no more; one that is there still gets another value", async () => {
  for (let n = 0; n < tenantLimits.secrets.most; n += 1)
    await api.repositories.secrets.put(
      SecretRecord.parse({ schemaVersion: 1, tenantId, name: `s${n}`, updatedAt: startedAt }),
    );
  const body = { value: "correct-horse" };
  expect(await refused(409, "PUT", "/v1/secrets/one-more", { body })).toMatchObject(
    tooMany("may have 200 secrets"),
  );
  expect((await callApi("PUT", "/v1/secrets/s7", { body })).status).toBe(200);
  // Another tenant's are its own.
  expect((await callApi("PUT", "/v1/secrets/one-more", { body, tenant: "other" })).status).toBe(200);
});

it("a tenant keeps 100 schedules and no more", async () => {
  const body = { name: "first", expression: "rate(1 day)", timezone: "UTC", lines: [line("wifi")] };
  expect((await callApi("POST", "/v1/schedules", { body })).status).toBe(201);
  const { schedules } = api.repositories;
  const [first] = await schedules.list(tenantId);
  for (let n = 1; n < tenantLimits.schedules.most; n += 1)
    await schedules.create(Schedule.parse({ ...first, name: `s${n}`, scheduleId: jobIdOf(n) }));
  const problem = await refused(409, "POST", "/v1/schedules", { body: { ...body, name: "one-more" } });
  expect(problem).toMatchObject(tooMany("may have 100 schedules"));
});

describe("live links of a tenant", () => {
  const made = async (n: number): Promise<string> => {
    const jobId = jobIdOf(n);
    await api.repositories.jobs.create(
      sampleJob({
        ...{ jobId, status: "running", acquisition: 1, startedAt },
        limits: { timeoutSeconds: 3_600 },
      }),
    );
    return `/v1/jobs/${jobId}/links`;
  };

  it("are at most 100 over all its jobs, also when some are made at once", async () => {
    const urls = [await made(901), await made(902)];
    const one = (n: number) => callApi("POST", urls[n % 2] ?? "", { body: { expiresInSeconds: 600 } });
    const first = MadeLiveLink.parse((await one(0)).body);
    const { most } = tenantLimits.liveLinks;
    for (let n = 1; n < most - 5; n += 1) expect((await one(n)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 12 }, (_none, n) => one(n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(7).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(
      tooMany("may have 100 open live links"),
    );

    // One that is taken back leaves room for one, once.
    for (const _again of [1, 2])
      expect((await callApi("DELETE", `${urls[0]}/${first.linkId}`)).status).toBe(200);
    expect([(await one(0)).status, (await one(1)).status]).toEqual([201, 409]);

    // Those whose time is over count no more.
    api.clock.now = new Date(Date.parse(startedAt) + 601_000);
    expect((await one(0)).status).toBe(201);
  });
});
