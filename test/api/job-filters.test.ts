import { monotonicFactory } from "ulid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobPage } from "#shared/contracts/api/responses/job-response.ts";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { at, deviceId, hostId, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
const newId = monotonicFactory();
const hour = (n: number): string => new Date(Date.parse(at) + n * 3_600_000).toISOString();
const batchId = monotonicFactory()(Date.parse(hour(2)));
const place = { batchId, itemKey: "0".repeat(20), taskId: "alarm", variant: "lean", epoch: 1, attempt: 1 };
const ended = { status: "finished", finishedAt: at } as const;
const jobs: Readonly<Record<string, Record<string, unknown>>> = {
  plain: { task: "Turn on Bluetooth", agent: { kind: "external", name: "mine" } },
  alarm: { task: "Set an ALARM for 7:30", tags: ["nightly"], agentModel: "practice-1", batch: place },
  failed: { ...ended, outcome: "failed", deviceId, hostId, lastErrorCode: "LeaseLost", apps: ["com.clock"] },
  lied: { ...ended, outcome: "failed", falseComplete: true },
  honest: { ...ended, outcome: "succeeded", falseComplete: false },
  unchecked: { ...ended, outcome: "succeeded", verdict: "unverified" },
};
const idOf = new Map<string, string>();
beforeAll(async () => {
  api = await startApi();
  for (const [index, [name, change]] of Object.entries(jobs).entries()) {
    const jobId = newId(Date.parse(hour(index + 1)));
    idOf.set(name, jobId);
    await api.repositories.jobs.create(sampleJob({ ...change, jobId, createdAt: hour(index + 1) }));
  }
  const settings = { concurrency: 1 };
  await api.repositories.batches.create(
    Batch.parse({
      ...{
        schemaVersion: 1,
        tenantId,
        batchId,
        name: "b",
        status: "finished",
        settings,
        lineCount: 1,
        manifest: [],
      },
      createdAt: hour(2),
      finishedAt: hour(2),
    }),
  );
});
afterAll(() => api.close());

const found = async (query: string): Promise<string[]> => {
  const answer = await callApi("GET", `/v1/jobs?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const ids = JobPage.parse(answer.body).items.map(({ jobId }) => jobId);
  return [...idOf].filter(([, id]) => ids.includes(JobId.parse(id))).map(([name]) => name);
};

describe("the list of jobs", () => {
  it.each([
    ["outcome=succeeded", ["honest", "unchecked"]],
    ["outcome=unverified", ["unchecked"]],
    ["outcome=unverified&sort=task", ["unchecked"]],
    ["errorCode=LeaseLost", ["failed"]],
    [`deviceId=${deviceId}`, ["failed"]],
    [`hostId=${hostId}`, ["failed"]],
    ["app=com.clock", ["failed"]],
    ["tag=nightly", ["alarm"]],
    [`batchId=${batchId}`, ["alarm"]],
    ["model=practice-1", ["alarm"]],
    ["model=lean", ["alarm"]],
    ["agent=mine", ["plain"]],
    ["agent=external", ["plain"]],
    ["agent=builtin", ["alarm", "failed", "lied", "honest", "unchecked"]],
    ["text=alarm+set", ["alarm"]],
    ["claimAgrees=true", ["honest"]],
    ["claimAgrees=false", ["lied"]],
    ["reviewed=true", []],
    ["text=bluetooth&outcome=failed", ["failed", "lied"]],
    ["text=nothing", []],
  ])("[spec C7] by %s has %j", async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it("finds a job by its id, as text", async () => {
    expect(await found(`text=${idOf.get("lied")?.toLowerCase()}`)).toEqual(["lied"]);
  });

  it("has the jobs of a time: its beginning is in, its end is not", async () => {
    expect(await found(`from=${hour(2)}&to=${hour(4)}`)).toEqual(["alarm", "failed"]);
    expect(await found(`from=${hour(4)}`)).toEqual(["lied", "honest", "unchecked"]);
    expect(await found(`to=${hour(2)}`)).toEqual(["plain"]);
    expect(await found(`from=${hour(4)}&to=${hour(2)}`)).toEqual([]);
  });

  it("goes on by its cursor under a filter and a time, and has each job once", async () => {
    const all: string[] = [];
    let cursor = "";
    do {
      const { body } = await callApi("GET", `/v1/jobs?from=${hour(2)}&outcome=failed&limit=1${cursor}`);
      const page = JobPage.parse(body);
      all.push(...page.items.map(({ jobId }) => jobId));
      cursor = page.nextCursor === undefined ? "" : `&cursor=${page.nextCursor}`;
    } while (cursor !== "");
    expect(all).toEqual([idOf.get("lied"), idOf.get("failed")]);
  });

  it("refuses a cursor of another filter, and a filter that is none", async () => {
    const { body } = await callApi("GET", "/v1/jobs?outcome=failed&limit=1");
    const { nextCursor } = JobPage.parse(body);
    expect((await refused(400, "GET", `/v1/jobs?errorCode=x&cursor=${nextCursor}`)).code).toBe(
      "InvalidRequest",
    );
    expect((await refused(400, "GET", "/v1/jobs?from=yesterday")).code).toBe("InvalidRequest");
    expect((await refused(400, "GET", "/v1/jobs?claimAgrees=perhaps")).code).toBe("InvalidRequest");
  });

  it("shows nothing of another tenant, whatever is asked for", async () => {
    const { body } = await callApi("GET", `/v1/jobs?batchId=${batchId}`, { tenant: "other" });
    expect(body).toEqual({ items: [] });
  });
});

describe("a list that has not changed", () => {
  it("is answered without its body to whoever has it already", async () => {
    const first = await callApi("GET", "/v1/jobs?limit=2");
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"/);
    const again = await callApi("GET", "/v1/jobs?limit=2", { headers: { "if-none-match": etag } });
    expect(again).toMatchObject({ status: 304, body: undefined, headers: { etag } });
    const other = await callApi("GET", "/v1/jobs?limit=3", { headers: { "if-none-match": etag } });
    expect(other.status).toBe(200);
  });
});
