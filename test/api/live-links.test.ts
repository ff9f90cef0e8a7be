import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LiveView, MadeLiveLink } from "#shared/contracts/api/responses/live-response.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { startedAt } from "../functions/start-functions.ts";
import {
  deviceId,
  hostId,
  jobIdOf,
  sampleJob,
  sampleStep,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
let jobId: JobId;
let count = 900;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  count += 1;
  jobId = jobIdOf(count);
  api.clock.now = new Date(startedAt);
  await api.repositories.jobs.create(
    sampleJob({
      jobId,
      status: "running",
      acquisition: 1,
      startedAt,
      deviceId,
      hostId,
      leaseEpoch: 3,
      agent: { kind: "session", name: "session", turnTimeoutSeconds: 60 },
      session: { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600 },
      limits: { timeoutSeconds: 600 },
    }),
  );
});

const links = () => `/v1/sessions/${jobId}/links`;
const make = async (body: Record<string, unknown> = {}, url = links()) =>
  MadeLiveLink.parse((await callApi("POST", url, { body })).body);
/** Without an account, as a link's reader comes. */
const watch = (token: string, path = "/v1/live") =>
  callApi("GET", path, { claims: null, headers: { authorization: `Bearer ${token}` } });
const refusal = (token: string | undefined, path = "/v1/live", status = 404) =>
  refused(status, "GET", path, {
    claims: null,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
const later = (seconds: number): void => {
  api.clock.now = new Date(Date.parse(startedAt) + seconds * 1_000);
};

const done = (stepNumber: number) => {
  const outcome = { ok: true, effect: "done", retries: 0 };
  const action = { action: "tap", coordinate: [0.5, 0.5] };
  return sampleStep({ jobId, stepNumber, chosenBy: "session", actions: [{ action, outcome }], outcome });
};

describe("a live link", () => {
  it("[spec G1] shows how the session stands and its latest steps to whoever has it, and not whose it is", async () => {
    for (const stepNumber of [1, 2]) await api.repositories.steps.put(done(stepNumber));
    const { token, page } = await make({ label: "for the review" });
    expect(page).toBe(`/live#${token}`);
    const answer = await watch(token);
    const view = LiveView.parse(answer.body);
    expect(view).toMatchObject({ kind: "session", status: "running", expiresAt: "2026-01-01T00:10:00.000Z" });
    expect(view.steps.map(({ stepNumber }) => stepNumber)).toEqual([2, 1]);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${tenantId}|${hostId}|${jobId}|Key`));
  });

  it("is told once: what is kept of its token is a hash", async () => {
    const { token, linkId } = await make();
    const listed = await callApi("GET", links());
    expect(listed.body).toEqual({
      items: [{ linkId, createdAt: startedAt, expiresAt: "2026-01-01T00:10:00.000Z" }],
    });
    const [stored] = await api.repositories.liveLinks.list(tenantId, jobId);
    expect(stored).toMatchObject({ linkId, tokenHash: expect.stringMatching(/^.{43}$/) });
    expect(JSON.stringify(stored)).not.toContain(token.slice(4));
    expect(api.lines.join("\n")).not.toContain(token.slice(4));
  });

  it("lasts no longer than asked for, nor than the session may", async () => {
    expect((await make({ expiresInSeconds: 90 })).expiresAt).toBe("2026-01-01T00:01:30.000Z");
    expect((await make({ expiresInSeconds: 7_200 })).expiresAt).toBe("2026-01-01T00:10:00.000Z");
    later(120);
    expect((await make({ expiresInSeconds: 7_200 })).expiresAt).toBe("2026-01-01T00:10:00.000Z");
  });

  it("that is unknown, malformed, missing, over or taken back gets one and the same answer", async () => {
    const [expired, revoked] = [await make({ expiresInSeconds: 60 }), await make()];
    await callApi("DELETE", `${links()}/${revoked.linkId}`);
    later(60);
    const unknown = await refusal(`drl_${"A".repeat(43)}`);
    for (const token of [expired.token, revoked.token, "nonsense", "", undefined])
      expect(await refusal(token)).toEqual(unknown);
    expect(unknown).toMatchObject({ code: "NotFound", detail: expect.stringContaining("revoked") });
    expect(await refusal(revoked.token, "/v1/live/screen")).toMatchObject({ detail: unknown.detail });
  });

  it("opens nothing else, not even to read", async () => {
    const { token } = await make();
    for (const path of [
      `/v1/sessions/${jobId}`,
      `/v1/jobs/${jobId}`,
      links(),
      `/v1/sessions/${jobId}/screenshot`,
    ])
      expect((await refusal(token, path, 401)).code).toBe("Unauthorized");
  });

  it("is taken back once, and stays so", async () => {
    const { linkId } = await make();
    const first = await callApi("DELETE", `${links()}/${linkId}`);
    later(5);
    const again = await callApi("DELETE", `${links()}/${linkId}`);
    expect([first.status, first.body]).toEqual([200, again.body]);
    expect(again.body).toMatchObject({ linkId, revokedAt: startedAt });
    expect((await refused(404, "DELETE", `${links()}/${jobIdOf(1)}`)).code).toBe("NotFound");
  });

  it("tells of a session that has ended only that it has, and none is made for one", async () => {
    await api.repositories.steps.put(sampleStep({ jobId }));
    const { token } = await make();
    await api.repositories.jobs.finish({
      tenantId,
      jobId,
      at: startedAt,
      outcome: "cancelled",
      outcomeReason: "",
    });
    expect((await watch(token)).body).toMatchObject({ status: "ended", steps: [] });
    expect((await refusal(token, "/v1/live/screen", 409)).code).toBe("JobFinished");
    expect((await refused(409, "POST", links(), { body: {} })).code).toBe("JobFinished");
  });

  it("is made for any job the same way, and goes with it", async () => {
    const { token } = await make({}, `/v1/jobs/${jobId}/links`);
    expect((await watch(token)).status).toBe(200);
    await api.repositories.jobs.remove(tenantId, jobId);
    expect((await refusal(token)).code).toBe("NotFound");
  });

  it("of another tenant's session is neither made, listed nor taken back", async () => {
    const { linkId } = await make();
    for (const [method, url] of [
      ["POST", links()],
      ["GET", links()],
      ["DELETE", `${links()}/${linkId}`],
      ["POST", `/v1/jobs/${jobId}/links`],
    ] as const)
      expect((await refused(404, method, url, { tenant: "other", body: {} })).code).toBe("NotFound");
  });
});
