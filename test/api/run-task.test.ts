import { afterAll, beforeAll, expect, it } from "vitest";
import { MobileTaskResult } from "#shared/contracts/api/mobile-task.ts";
import { sampleElement, sampleTree } from "../shared/screen/sample-tree.ts";
import { sampleObservation, sampleStep, tenantId } from "../shared/storage/sample-records.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ask = async (body: Record<string, unknown>) => {
  const answer = await callApi("POST", "/v1/tasks", { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return MobileTaskResult.parse(answer.body);
};
const end = async (
  { job_id: jobId }: MobileTaskResult,
  more: Record<string, unknown>,
  step: Record<string, unknown> = {},
) => {
  const outcome = { ok: true, effect: "done", retries: 0 };
  await api.repositories.steps.put(sampleStep({ jobId, outcome, ...step }));
  await api.repositories.jobs.finish({
    tenantId,
    jobId,
    at: "2026-01-01T00:01:00.000Z",
    outcome: "succeeded",
    outcomeReason: "Done.",
    ...more,
  });
};
const task = (task_id: string) => ({ task_id, ai_prompt: "Turn on Bluetooth" });

it("[spec A2] a task that takes longer than a request may is running, and the same request waits on for its end", async () => {
  const first = await ask(task("task_1"));
  expect(first).toMatchObject({ task_id: "task_1", status: "running", steps_taken: 0 });
  expect(first.completion_reason).toContain("send the same request again");
  await end(first, {});
  expect(await ask(task("task_1"))).toMatchObject({
    status: "success",
    job_id: first.job_id,
    completion_reason: "Done.",
    actions_executed: [{ action_id: "step-1.1", action_type: "click", coordinate: [0.5, 0.5] }],
  });
});

it("[spec A3] says what was done as UIActions, with the element that each met", async () => {
  const running = await ask(task("task_5"));
  const element = (element_id: number, left: number) =>
    sampleElement({ element_id, bounds: { left, top: 0, right: left + 540, bottom: 1_200 } });
  const treeKey = `tenants/${tenantId}/jobs/${running.job_id}/tree.json`;
  const tree = sampleTree([element(0, 0), element(1, 540)]);
  await api.storage.artifacts.put(treeKey, JSON.stringify(tree), "application/json");
  const ok = { ok: true, effect: "done", retries: 0 };
  const did = (action: object, deviceAction: object = action) => ({ action, deviceAction, outcome: ok });
  await end(
    running,
    {},
    {
      before: sampleObservation({ treeKey }),
      actions: [
        did({ action: "tap", element: 0 }, { action: "tap", coordinate: [0.25, 0.25] }),
        did({ action: "long_press", coordinate: [0.75, 0.25] }),
        did({ action: "type", text: "hello" }),
        did({ action: "open_app", app: "Clock" }, { action: "open_app", package: "com.android.deskclock" }),
        { action: { action: "back" }, deviceAction: { action: "back" }, outcome: { ...ok, ok: false } },
      ],
    },
  );
  expect((await ask(task("task_5"))).actions_executed).toEqual([
    { action_id: "step-1.1", action_type: "click", element_id: 0, coordinate: [0.25, 0.25] },
    { action_id: "step-1.2", action_type: "long_click", element_id: 1, coordinate: [0.75, 0.25] },
    { action_id: "step-1.3", action_type: "type", text: "hello" },
    { action_id: "step-1.4", action_type: "open_app", package: "com.android.deskclock" },
  ]);
});

it("[spec A3] has the protocol's limits when it names none, and its own when it does", async () => {
  const { job_id } = await ask(task("task_2"));
  const job = await api.repositories.jobs.get(tenantId, job_id);
  expect(job?.limits).toMatchObject({ maxSteps: 5, timeoutSeconds: 30 });
  const other = await ask({ ...task("task_3"), max_steps: 9, timeout_seconds: 60 });
  const own = await api.repositories.jobs.get(tenantId, other.job_id);
  expect(own?.limits).toMatchObject({ maxSteps: 9, timeoutSeconds: 60 });
});

it.each([
  [{ outcome: "over_budget", endReason: "maxSteps" }, "max_steps_exceeded"],
  [{ outcome: "over_budget", endReason: "timeout" }, "timeout"],
  [{ outcome: "inconclusive", endReason: "infrastructure" }, "inconclusive"],
])("is failed when its job ended as %j, and says %s", async (ended, reason) => {
  const named = task(`task_${reason}`);
  await end(await ask(named), ended);
  expect(await ask(named)).toMatchObject({ status: "failed", reason });
});

it("[spec A2] is refused for any other kind of device, by the field's name and with where to send it", async () => {
  const answer = await callApi("POST", "/v1/tasks", { body: { ...task("task_4"), device: "local" } });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    errors: [{ field: "device", message: expect.stringContaining('must be "mobile"') }],
  });
});
