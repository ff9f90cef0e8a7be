import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import { SessionResponse } from "#shared/contracts/api/responses/session-response.ts";
import { at, tenantId } from "../shared/storage/sample-records.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

const settings = {
  most: { actions: { deny: ["call"] }, urls: { hosts: { also: ["10.0.2.2"] } }, adb: { reboot: false } },
  tenants: { [tenantId]: { most: { packages: { deny: ["com.bank.*"] } } } },
};
/** More than the tenant may have, in each part. */
const policy = {
  actions: { deny: [] },
  urls: { hosts: { also: ["10.0.0.0/8"] } },
  packages: { deny: [] },
  adb: { reboot: true },
};
const within = {
  actions: { deny: ["call"] },
  urls: { hosts: { also: ["10.0.0.0/8"], within: [{ also: ["10.0.2.2"] }] } },
  packages: { deny: ["com.bank.*"] },
  adb: { reboot: false },
};

let api: TestApi;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-most-"));
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, `export default { policy: ${JSON.stringify(settings)} };`);
  api = await startApi({ DROVER_CONFIG_FILE: file });
});
afterAll(async () => {
  await api.close();
  await rm(dir, { recursive: true, force: true });
});

describe("a tenant's policy.most", () => {
  it("bounds what a job asks for, and its submission says so", async () => {
    const job = SubmittedJob.parse((await callApi("POST", "/v1/jobs", { body: { task: "x", policy } })).body);
    expect(job.policy).toMatchObject(within);
    expect(job.warnings).toEqual(
      ["packages", "urls", "actions", "adb"].map(
        (part) => `policy.${part} is within the project's policy.most.`,
      ),
    );
    const plain = SubmittedJob.parse((await callApi("POST", "/v1/jobs", { body: { task: "x" } })).body);
    expect(plain.warnings).toEqual([]);
    expect(plain.policy.actions.deny).toEqual(["install", "sms", "call"]);
  });

  it("bounds a session, another tenant's job by its own, and a job that is retried", async () => {
    const session = SessionResponse.parse((await callApi("POST", "/v1/sessions", { body: { policy } })).body);
    expect((await api.repositories.jobs.get(tenantId, session.sessionId))?.policy).toMatchObject(within);
    await api.addPool("default", 34, "other");
    const theirs = await callApi("POST", "/v1/jobs", { body: { task: "x", policy }, tenant: "other" });
    expect(SubmittedJob.parse(theirs.body).policy).toMatchObject({ ...within, packages: { deny: [] } });
    const { jobId } = SubmittedJob.parse(
      (await callApi("POST", "/v1/jobs", { body: { task: "x", policy } })).body,
    );
    await api.repositories.jobs.finish({ tenantId, jobId, at, outcome: "failed", outcomeReason: "x" });
    const again = SubmittedJob.parse((await callApi("POST", `/v1/jobs/${jobId}/retry`)).body);
    expect(again.policy).toMatchObject(within);
    expect(again.policy.urls.hosts.within).toHaveLength(1);
  });

  it("is narrower still where the request says so for others", async () => {
    const body = { task: "x", policy: { ...policy, most: { actions: { deny: ["touch"] } } } };
    const job = SubmittedJob.parse((await callApi("POST", "/v1/jobs", { body })).body);
    expect(job.policy.actions.deny).toEqual(["touch", "call"]);
    const wide = { task: "x", policy: { ...policy, most: { actions: { deny: [] } } } };
    expect(SubmittedJob.parse((await callApi("POST", "/v1/jobs", { body: wide })).body).policy).toMatchObject(
      within,
    );
  });
});
