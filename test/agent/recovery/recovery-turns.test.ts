import { describe, expect, it } from "vitest";
import { beginRecovery } from "#agent/recovery/begin-recovery.ts";
import { handler as plan } from "#functions/plan-recovery.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke } from "../../functions/start-functions.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { driveRecovery, look } from "./drive-recovery.ts";
import { click, crash, newJob, phone, planned, withPhones } from "./recovering-job.ts";

withFunctions();
withPhones();

describe("a recovery", () => {
  it("[spec E1][spec E2][spec E4] plans, does each step on the phone, reports it and ends recovered, every message in its form", async () => {
    await crash();
    functions.model.answer(
      planned(click("Close app"), {
        action: "open_app",
        target: "com.android.deskclock",
        parameters: { expected: "Clock" },
      }),
    );
    const job = await newJob();
    const raised = { exception: "Clock has stopped", actionLog: ["tapped Alarm"], context: { app: "Clock" } };
    const { recovery, performed, ended } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised,
    });
    expect(recovery).toMatchObject({
      outcome: "recovered",
      category: "system_error",
      plans: [{ feasible: true, strategy: "alternative_path" }],
    });
    expect(recovery.messages).toEqual([
      {
        message_type: "execute_plan",
        plan_id: `${recovery.recoveryId}-plan-1`,
        context: "Exception recovery for dialog handling",
        steps: [
          {
            step_id: 1,
            action: "locate_and_click",
            target: "Close app",
            parameters: {},
            fallback_options: [],
          },
          {
            step_id: 2,
            action: "open_app",
            target: "com.android.deskclock",
            parameters: { expected: "Clock" },
            fallback_options: [],
          },
        ],
      },
      ...[1, 2].map((step_id) => ({
        message_type: "step_report",
        plan_id: `${recovery.recoveryId}-plan-1`,
        step_id,
        status: "success",
        details: expect.stringMatching(/\w/),
        screenshot: "",
        next_action: "continue",
      })),
    ]);
    expect(performed.map(({ action }) => action)).toEqual(["tap", "open_app"]);
    expect(ended).toMatchObject({ recovered: true, nextStepNumber: 3 });
    const asked = functions.model.requests.at(-1) ?? "";
    for (const told of ["Clock has stopped", "tapped Alarm", "alternative_path", "Close app"])
      expect(asked).toContain(told);
  });

  it("makes steps of the job of what it does, which the next prompt tells in a line", async () => {
    await crash();
    functions.model.answer(planned(click("Close app")));
    const job = await newJob();
    const { recovery } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "Clock has stopped" },
    });
    const step = await functions.repositories.steps.get(tenantId, jobId, 1);
    expect(step).toMatchObject({
      chosenBy: "recovery",
      recoveryId: recovery.recoveryId,
      feedback: expect.stringContaining("Recovery worked"),
    });
    expect(await functions.repositories.jobs.get(tenantId, jobId)).toMatchObject({
      stepCount: 1,
      usageByRole: { recovery: { calls: 1 } },
    });
  });

  it("[spec E2] tries each option's retries, then the fallbacks, and asks for another plan before it gives up", async () => {
    await crash();
    const job = await newJob();
    functions.model.answer(
      planned(click("Nowhere", { fallback_options: [click("Not here either")] })),
      planned(click("Close app")),
    );
    const { recovery } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "Clock has stopped" },
    });
    expect(
      recovery.messages.map((message) => [message.message_type, "status" in message ? message.status : ""]),
    ).toEqual([
      ["execute_plan", ""],
      ["step_report", "failure"],
      ["step_report", "undoable"],
      ["replan_request", ""],
      ["execute_plan", ""],
      ["step_report", "success"],
    ]);
    expect(recovery.messages[3]).toEqual({
      message_type: "replan_request",
      plan_id: `${recovery.recoveryId}-plan-1`,
      failed_step: 1,
      failure_reason: expect.stringContaining("Not here either"),
      current_state: "",
      suggested_alternatives: expect.any(Array),
      attempts_made: 2,
    });
    expect(recovery).toMatchObject({ outcome: "recovered", counts: { replans: 1, succeededSteps: 1 } });
  });

  it("[spec E8] makes 3 new plans and no more, and says so to somebody", async () => {
    await crash();
    const job = await newJob();
    functions.model.answer(...[1, 2, 3, 4, 5].map((n) => planned(click(`Nowhere ${n}`))));
    const { recovery, ended } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "Clock has stopped" },
    });
    expect(recovery).toMatchObject({ outcome: "not_recovered", counts: { replans: 3 } });
    expect(recovery.plans.map(({ strategy }) => strategy)).toEqual([
      "alternative_path",
      "wait_and_retry",
      "graceful_degradation",
      "graceful_degradation",
    ]);
    expect(ended.recovered).toBe(false);
    const [event] = await functions.repositories.errors.listByJob(tenantId, jobId);
    expect(event).toMatchObject({
      code: "RecoveryFailed",
      message: expect.stringContaining("Clock has stopped"),
    });
  });

  it("[fault D9] answers the same turn once, however often it is invoked", async () => {
    const job = await newJob();
    const observation = await look(phone.phone, job, functions);
    const raised = { exception: "it failed" };
    const begun = { recoveryNumber: 1, source: "api", stepNumber: 1, raised, observation } as const;
    const { recoveryId } = await beginRecovery(job, begun, runtimeFor("plan-recovery"));
    functions.model.answer(planned(click("Close app")));
    const input = {
      schemaVersion: 1,
      tenantId,
      jobId,
      recoveryId,
      reason: "",
      lease: null,
      stepNumber: 1,
      observation,
      turnNumber: 1,
    };
    const first = await invoke(plan, input);
    const calls = functions.model.requests.length;
    expect(await invoke(plan, input)).toEqual(first);
    expect(functions.model.requests).toHaveLength(calls);
    expect(await functions.repositories.recoveries.get(tenantId, jobId, 1)).toMatchObject({
      outcome: "planned",
      plans: [{}],
    });
  });
});
