import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { sessionRoutes } from "#shared/contracts/api/routes/session-routes.ts";
import { TurnId } from "#shared/contracts/values/ids.ts";
import { startedAt } from "../functions/start-functions.ts";
import { turnInput } from "../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.repositories.jobs.create(session(1));
  await api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(2), status: "running", acquisition: 1 }));
});
afterAll(() => api.close());
beforeEach(() => {
  api.clock.now = new Date(startedAt);
});

const session = (n: number) =>
  sampleJob({
    jobId: jobIdOf(n),
    status: "running",
    acquisition: 1,
    startedAt,
    agent: { kind: "session", name: "session", turnTimeoutSeconds: 60 },
    session: { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600 },
  });

const uploadId = jobIdOf(7);
/** What each call must at least say. */
const bodies: Partial<Record<keyof typeof sessionRoutes, unknown>> = {
  actInSession: { actions: [{ action: "home" }] },
  doInSession: { instruction: "Go home" },
  installInSession: { uploadId },
  putSessionFile: { path: "/sdcard/a.txt", uploadId },
  openSessionAdb: {},
};
const queries: Partial<Record<keyof typeof sessionRoutes, string>> = {
  getSessionFile: "?path=/sdcard/a.txt",
};

const onSession = Object.entries<Route>(sessionRoutes).filter(([, { path }]) => path.includes("{id}"));

describe.each(onSession)("%s", (name, { method, path }) => {
  const key = name as keyof typeof sessionRoutes;
  const ask = (id: string, call: Parameters<typeof refused>[3] = {}) =>
    refused(404, method, path.replace("{id}", id) + (queries[key] ?? ""), { body: bodies[key], ...call });

  it("does not find another tenant's session, nor a job that is none, nor what never was", async () => {
    const [theirs, noSession, none] = [
      await ask(jobIdOf(1), { tenant: "other" }),
      await ask(jobIdOf(2)),
      await ask(jobIdOf(3)),
    ];
    expect([theirs.code, noSession.code, none.code]).toEqual(["NotFound", "NotFound", "NotFound"]);
  });
});

describe("sessions", () => {
  it("are listed to their tenant alone", async () => {
    const listed = async (tenant: string) =>
      ((await callApi("GET", "/v1/sessions", { tenant })).body as { items: unknown[] }).items.length;
    expect([await listed(tenantId), await listed("other")]).toEqual([1, 0]);
  });

  it("begin with apps that were uploaded by their own tenant, or that a public https link leads to", async () => {
    const begin = (apps: unknown[], status: number) =>
      refused(status, "POST", "/v1/sessions", { body: { apps } });
    expect((await begin([{ uploadId }], 404)).errors).toMatchObject([{ field: "apps.0.uploadId" }]);
    for (const url of [
      "http://example.com/a.apk",
      "https://127.0.0.1/a.apk",
      "https://[::1]/a.apk",
      "https://169.254.169.254/",
    ])
      expect((await begin([{ url }], 400)).errors).toMatchObject([{ field: "apps.0.url" }]);
    expect((await begin([{ url: "https://example.com/a.apk", sha256: "12" }], 400)).code).toBe(
      "InvalidRequest",
    );
    expect((await begin(Array(6).fill({ url: "https://example.com/a.apk" }), 400)).code).toBe(
      "InvalidRequest",
    );
    const url = `/v1/sessions/${jobIdOf(1)}/install`;
    expect(
      (await refused(400, "POST", url, { body: { url: "https://10.0.0.1/a.apk" } })).errors,
    ).toMatchObject([{ field: "url" }]);
  });

  it("share their rule for links with jobs that are prepared", async () => {
    const submit = (body: object) => refused(400, "POST", "/v1/jobs", { body: { task: "Look", ...body } });
    const inner = await submit({ prepare: { apps: [{ url: "http://10.0.0.1/a.apk" }] } });
    expect(inner.errors).toMatchObject([{ field: "prepare.apps.0.url" }]);
    const path = await submit({ prepare: { files: [{ path: "/sdcard/../data/x", text: "" }] } });
    expect(path.errors).toMatchObject([{ field: "prepare.files.0.path" }]);
    const asItIs = await submit({
      device: "asItIs",
      requirements: { deviceId: "host-a.phone" },
      prepare: { files: [] },
    });
    expect(asItIs.errors).toMatchObject([{ field: "prepare" }]);
  });

  it("keep with their job what they were begun with, its uploads where only its host reads them", async () => {
    const { body } = await callApi("POST", "/v1/sessions/uploads");
    const { uploadId: sent } = body as { uploadId: string };
    await api.storage.artifacts.put(`uploads/${tenantId}/${sent}.file`, "an app", "application/octet-stream");
    const apps = [{ uploadId: sent }, { url: "https://example.com/a.apk", sha256: "a".repeat(64) }];
    const begun = await callApi("POST", "/v1/sessions", { body: { apps } });
    expect(begun.status).toBe(201);
    const { sessionId } = begun.body as { sessionId: string };
    const job = await api.repositories.jobs.get(tenantId, sessionId as ReturnType<typeof jobIdOf>);
    expect(job?.session?.apps).toEqual(apps);
    expect(await api.storage.artifacts.getText(`tenants/${tenantId}/jobs/${sessionId}/files/${sent}`)).toBe(
      "an app",
    );
    await refused(404, "POST", "/v1/sessions", { body: { apps: [{ uploadId: sent }] }, tenant: "other" });
  });
});

it("[spec R19] a session takes no action of its user's while its agent does what it was told", async () => {
  const jobId = jobIdOf(9);
  await api.repositories.jobs.create(session(9));
  const turnId = TurnId.parse(jobIdOf(8));
  await api.repositories.turns.open({
    ...{ schemaVersion: 1, tenantId, jobId, turnId, stepNumber: 1, agent: "session" },
    pool: session(9).pool,
    ...{ status: "open", openedAt: startedAt, until: "2026-01-01T00:10:00.000Z", claimableAt: startedAt },
    refusals: 0,
    input: { ...turnInput(jobId), firstStep: 1, failedHelpers: {} },
  });
  const instruction = { stepNumber: 1, text: "Go home" };
  await api.repositories.jobs.saveSession(tenantId, jobId, { instruction });
  const told = await refused(409, "POST", `/v1/sessions/${jobId}/act`, { body: bodies.actInSession });
  expect(told).toMatchObject({
    code: "NotReady",
    detail: expect.stringContaining("still busy with the request before"),
  });
  expect(await api.repositories.turns.latest(tenantId, jobId)).toMatchObject({ turnId, status: "open" });
});
