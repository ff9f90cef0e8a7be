import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handler as end } from "#functions/end-recovery.ts";
import { handler as plan } from "#functions/plan-recovery.ts";
import { handler as predict } from "#functions/predict-action.ts";
import { handler as prepare } from "#functions/prepare-job.ts";
import {
  RecoveryMetricsResponse,
  RecoveryPage,
  RecoveryResponse,
} from "#shared/contracts/api/responses/recovery-response.ts";
import { invoke } from "../functions/start-functions.ts";
import { tenantId } from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const png = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");
/** As Appium's driver writes a page: elements named by their classes. */
const hierarchy = `<?xml version="1.0"?><hierarchy rotation="0"><android.widget.FrameLayout class="android.widget.FrameLayout" package="com.example.shop" bounds="[0,0][1080,2400]"><android.widget.Button class="android.widget.Button" package="com.example.shop" text="Not now" clickable="true" bounds="[100,1200][500,1300]"/></android.widget.FrameLayout></hierarchy>`;
const request = {
  exception: "NoSuchElementError: no such element: 'Checkout'",
  actionLog: ["opened the cart", { click: "~Cart" }],
  context: { app: "Shop" },
  screenshot: png,
  hierarchy,
};
const post = async (body: unknown, headers = {}) =>
  RecoveryResponse.parse((await callApi("POST", "/v1/recoveries", { body, headers })).body);
const read = async (id: string) =>
  RecoveryResponse.parse((await callApi("GET", `/v1/recoveries/${id}`)).body);

describe("a recovery by itself", () => {
  it("[spec E1] makes a plan of what was sent when there is no device, and is read with every message", async () => {
    const made = await post(request);
    expect(made).toMatchObject({
      status: "running",
      category: "element_not_found",
      settings: { maxReplans: 3 },
    });
    const { jobId, recoveryId } = made;
    const prepared = await invoke(prepare, { schemaVersion: 1, tenantId, jobId });
    expect(prepared).toMatchObject({ planOnly: recoveryId });
    api.model.answer({
      action: "execute_plan",
      feasible: true,
      root_cause: "A question covers the shop.",
      context: "Close it.",
      steps: [{ step_id: 1, action: "locate_and_click", target: "Not now" }],
    });
    const input = {
      schemaVersion: 1,
      tenantId,
      jobId,
      recoveryId,
      reason: "",
      lease: null,
      stepNumber: 1,
      observation: null,
    };
    expect(await invoke(plan, { ...input, turnNumber: 1 })).toMatchObject({ route: "end" });
    const asked = api.model.requests.at(-1) ?? "";
    for (const told of ["Checkout", "opened the cart", "~Cart", "Not now", "retry_with_variations"])
      expect(asked).toContain(told);
    await invoke(end, { ...input, failure: null });
    expect(await read(recoveryId)).toMatchObject({
      status: "ended",
      outcome: "planned",
      plans: [{ rootCause: "A question covers the shop.", strategy: "retry_with_variations" }],
      messages: [{ message_type: "execute_plan", steps: [{ target: "Not now" }] }],
      links: { screenshot: expect.stringContaining("http"), tree: expect.any(String) },
    });
    const after = await invoke(predict, {
      schemaVersion: 1,
      tenantId,
      jobId,
      stepNumber: 1,
      observation: null,
      alreadySatisfied: false,
    });
    expect(after).toMatchObject({
      route: "finish",
      end: { reason: "claimed", claim: { status: "success" } },
    });
  });

  it("[spec E4] answers the pictures of its messages in base64", async () => {
    const { jobId, recoveryId } = await post(request);
    const stored = await api.repositories.recoveries.get(tenantId, jobId, 1);
    if (stored === null) throw new Error("it is not stored");
    const key = stored.screenshotKey ?? "";
    const report = {
      message_type: "step_report",
      plan_id: "p",
      step_id: 1,
      status: "success",
      details: "done",
      screenshot: key,
      next_action: "continue",
    } as const;
    await api.repositories.recoveries.save({ ...stored, turn: 1, messages: [report] });
    expect((await read(recoveryId)).messages).toEqual([{ ...report, screenshot: png }]);
    expect((await read(jobId)).recoveryId).toBe(recoveryId);
  });

  it("recovers once for one Idempotency-Key, and refuses what is no screen", async () => {
    const headers = { "idempotency-key": "once" };
    const first = await post(request, headers);
    expect((await post(request, headers)).recoveryId).toBe(first.recoveryId);
    const wrong = await refused(400, "POST", "/v1/recoveries", {
      body: { ...request, screenshot: Buffer.from("no picture").toString("base64") },
    });
    expect(JSON.stringify(wrong)).toContain("screenshot");
    await refused(400, "POST", "/v1/recoveries", { body: { ...request, hierarchy: "<html/>" } });
  });

  it("[spec E7] counts what ended within a time range", async () => {
    const all = RecoveryMetricsResponse.parse((await callApi("GET", "/v1/recoveries/metrics")).body);
    expect(all).toMatchObject({ recoveries: 0, outcomes: { planned: 1 }, successRate: null });
    const never = await callApi("GET", "/v1/recoveries/metrics?from=2030-01-01T00:00:00.000Z");
    expect(never.body).toMatchObject({ outcomes: { planned: 0 } });
    const page = RecoveryPage.parse((await callApi("GET", "/v1/recoveries?limit=2")).body);
    expect(page.items).toHaveLength(2);
  });
});
