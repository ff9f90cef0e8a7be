import { describe, expect, it } from "vitest";
import type { Job } from "#shared/contracts/job.ts";
import { MobileTaskRequest, MobileTaskResult } from "#shared/contracts/protocol/mobile-task.ts";
import type { Step } from "#shared/contracts/step.ts";
import { jobRequestOf, mobileTaskResultOf } from "#shared/domain/mobile-task.ts";

const request = { task_id: "t1", ai_prompt: "Turn on Wi-Fi", device_id: "local.emulator-5554" };
const step = (stepNumber: number, action: object, deviceAction?: object): Step =>
  ({ jobId: "01JD0000000000000000000000", stepNumber, action, deviceAction }) as unknown as Step;

describe("a task in the device protocol's terms", () => {
  it("[spec A3] becomes a job with the protocol's defaults: 5 steps, 30 seconds", () => {
    expect(jobRequestOf(MobileTaskRequest.parse(request))).toMatchObject({
      task: "Turn on Wi-Fi",
      limits: { maxSteps: 5, timeoutSeconds: 30 },
    });
  });

  it("[spec A2] is refused for any kind of device but mobile", () => {
    expect(MobileTaskRequest.safeParse({ ...request, device: "desktop" }).success).toBe(false);
  });

  it("[spec A3] reports the primitives that were executed and leaves out what has none", () => {
    const job = { outcome: "succeeded", outcomeReason: "Every validator passed." } as Job;
    const coordinate = [0.5, 0.5];
    const result = mobileTaskResultOf("t1", job, [
      step(1, { action: "open_app", package: "a.b" }, { action: "open_app", package: "a.b" }),
      step(2, { action: "tap", element: 4 }, { action: "tap", coordinate }),
      step(3, { action: "type", element: 5, text: "hi" }, { action: "type", text: "hi", coordinate }),
      step(4, { action: "home" }, { action: "home" }),
      step(5, { action: "FINISH", status: "success" }),
    ]);
    expect(MobileTaskResult.parse(result)).toMatchObject({
      status: "success",
      steps_taken: 5,
      completion_reason: "Every validator passed.",
    });
    expect(
      result.actions_executed.map(({ action_id: _id, max_retries: _retries, ...action }) => action),
    ).toEqual([
      { action_type: "click", element_id: 4 },
      { action_type: "type", element_id: 5, text: "hi" },
      { action_type: "global_action", global_action: "HOME" },
    ]);
  });

  it.each([
    ["failed", "failed"],
    ["over_budget", "timeout"],
    ["cancelled", "cancelled"],
    ["inconclusive", "failed"],
  ] as const)("[spec A6] says of a job that ended %s: %s", (outcome, status) => {
    expect(mobileTaskResultOf("t1", { outcome } as Job, []).status).toBe(status);
  });
});
