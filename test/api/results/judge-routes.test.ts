import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobPage, PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { PublicJudgement } from "#shared/contracts/api/responses/judgement-response.ts";
import { judgingKey } from "#shared/contracts/farm/keys.ts";
import type { ComparedState } from "#shared/contracts/judging/compared-state.ts";
import type { KeptJudgement } from "#shared/contracts/judging/judging.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { pageOf } from "#shared/contracts/values/page.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { callApi } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
const jobId = jobIdOf(1);
const contacts = "content://com.android.contacts/raw_contacts";
const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" } as const;
const state = (change: Record<string, string>): ComparedState => ({
  settings: { system: change, secure: {}, global: { bluetooth_on: "1" } },
  apps: [],
  files: { "/sdcard/a.txt": "5 1700000000" },
  tables: [{ source: contacts, table: null, columns: ["_id", "display_name"], rows: { 1: ["1", "Ann"] } }],
  unread: [],
});
const kept: KeptJudgement = {
  schemaVersion: 1,
  at,
  read: [
    {
      validator: Validator.parse({ kind: "external", name: "totals" }),
      evidence: { kind: "caller", name: "totals", passed: true, observed: "they add up" },
    },
    {
      validator: bluetooth,
      evidence: { kind: "setting", namespace: "global", key: "bluetooth_on", value: "1" },
    },
  ],
  before: state({ font_scale: "1.0" }),
  after: state({ font_scale: "2.0" }),
  network: { before: "connected", after: "connected" },
};
beforeAll(async () => {
  api = await startApi();
  const judgementKey = judgingKey(tenantId, jobId, "c", "judgement");
  await api.storage.artifacts.put(judgementKey, JSON.stringify(kept), "application/json");
  const ended = { status: "finished", outcome: "succeeded", validators: [bluetooth], judgementKey };
  await api.repositories.jobs.create(
    sampleJob({ ...ended, jobId, claim: { status: "success", answer: '{"total": 12.5, "of": "Ann"}' } }),
  );
  await api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(2) }));
});
afterAll(() => api.close());

const judge = async (body: object) => {
  const answer = await callApi("POST", `/v1/jobs/${jobId}/judge`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return PublicJudgement.parse(answer.body);
};

describe("judging a job again", () => {
  it("[spec G5] gives the verdict by what was kept, without a device, and lets the first one stand", async () => {
    expect(await judge({})).toMatchObject({
      verdict: "passed",
      progress: 1,
      falseComplete: false,
      given: [],
      results: [{ verdict: "passed", observed: "1" }],
      sideEffects: [{ where: "setting:system/font_scale", before: "1.0", after: "2.0" }],
    });
    const again = await judge({ validators: [{ ...bluetooth, equals: "0" }] });
    expect(again).toMatchObject({ verdict: "failed", falseComplete: true, given: ["validators"] });
    const job = PublicJob.parse((await callApi("GET", `/v1/jobs/${jobId}`)).body);
    expect(job).toMatchObject({ outcome: "succeeded", validators: [bluetooth] });
    expect(job.falseComplete).toBeUndefined();
    const { items } = pageOf(PublicJudgement).parse(
      (await callApi("GET", `/v1/jobs/${jobId}/judgements`)).body,
    );
    expect(items.map(({ verdict }) => verdict)).toEqual(["failed", "passed"]);
  });

  it.each([
    [{ kind: "setting", namespace: "system", key: "font_scale", equals: "2.0" }, "passed"],
    [{ kind: "setting", namespace: "secure", key: "none", equals: null }, "passed"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "Ann" } }, "passed"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "Bo" } }, "failed"],
    [{ kind: "contentRow", uri: contacts, where: { starred: 1 } }, "inconclusive"],
    [{ kind: "file", path: "/sdcard/a.txt" }, "passed"],
    [{ kind: "file", path: "/sdcard/b.txt" }, "failed"],
    [{ kind: "file", path: "/sdcard/a.txt", contains: "x" }, "inconclusive"],
    [{ kind: "file", path: "/data/local/tmp/x" }, "inconclusive"],
    [{ kind: "uiText", contains: "x" }, "inconclusive"],
    [{ kind: "answer", fields: { total: 12 }, tolerance: 0.5 }, "passed"],
    [{ kind: "answer", fields: { total: 12 } }, "failed"],
    [{ kind: "answer", equals: { of: "Ann", total: 12.5 } }, "passed"],
    [{ kind: "claim", status: "success" }, "passed"],
    [{ kind: "external", name: "totals" }, "passed"],
    [{ kind: "external", name: "other" }, "inconclusive"],
  ])("[spec G5] answers %j from what was kept: %s", async (validator, verdict) => {
    expect(await judge({ validators: [validator] })).toMatchObject({ verdict });
  });

  it("[spec G5] judges other rules of what may change", async () => {
    expect(await judge({ changes: { forbid: "any" } })).toMatchObject({
      verdict: "failed",
      verdictReason: expect.stringContaining("font_scale"),
    });
    expect(await judge({ changes: { forbid: "any", allow: ["setting:system/*"] } })).toMatchObject({
      verdict: "passed",
      sideEffectCount: 0,
    });
  });

  it("does not judge a job that has not ended, nor one that is not there", async () => {
    expect((await callApi("POST", `/v1/jobs/${jobIdOf(2)}/judge`, { body: {} })).status).toBe(409);
    expect((await callApi("POST", `/v1/jobs/${jobIdOf(99)}/judge`, { body: {} })).status).toBe(404);
  });
});

describe("filters of the list of jobs", () => {
  const ids = async (query: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const { status, body } = await callApi("GET", `/v1/jobs?${query}${cursor && `&cursor=${cursor}`}`);
      expect(status, JSON.stringify(body)).toBe(200);
      const page = JobPage.parse(body);
      found.push(...page.items.map((job) => job.jobId));
      if (page.nextCursor === undefined) return found;
      cursor = page.nextCursor;
    }
  };
  beforeAll(async () => {
    const ended = (n: number, change: object) =>
      api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(n), status: "finished", ...change }));
    for (let n = 10; n < 40; n += 1) {
      const isFalse = n % 10 === 0;
      const claim = n % 2 === 0 ? { claim: { status: "success" } } : {};
      await ended(n, { outcome: isFalse ? "failed" : "succeeded", falseComplete: isFalse, ...claim });
    }
    await ended(50, { outcome: "failed", parentJobId: jobIdOf(10) });
  });

  it.each([
    ["outcome=failed", [30, 20, 10]],
    ["outcome=failed&limit=1", [30, 20, 10]],
    ["falseComplete=true&limit=2", [30, 20, 10]],
    ["outcome=failed&claim=none", []],
    ["kind=part", [50]],
    ["status=queued", [2]],
    ["status=queued&outcome=failed", []],
  ])("[spec G5] ?%s lists what fits, to the last cursor", async (query, expected) => {
    expect(await ids(query)).toEqual(expected.map(jobIdOf));
  });

  it("hides the parts of workflows unless they are asked for, and refuses another filter's cursor", async () => {
    const all = await ids("limit=7");
    expect(all).not.toContain(jobIdOf(50));
    expect(all).toHaveLength(32);
    const first = JobPage.parse((await callApi("GET", "/v1/jobs?outcome=succeeded&limit=2")).body);
    const other = await callApi("GET", `/v1/jobs?outcome=failed&limit=2&cursor=${first.nextCursor}`);
    expect(other.status).toBe(400);
    expect((await callApi("GET", "/v1/jobs?falseComplete=maybe")).status).toBe(400);
  });
});
