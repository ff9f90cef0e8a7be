import { describe, expect, it } from "vitest";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { driveRecovery } from "./drive-recovery.ts";
import { click, crash, newJob, phone, planned, withPhones } from "./recovering-job.ts";

withFunctions();
withPhones();

describe("a recovery", () => {
  it.each([
    ["a policy for questions", { questions: {} }, true],
    ["nobody to ask", {}, false],
  ])("[spec E6] tells the agent of a job with %s how it ended in vain", async (_who, change, mayAsk) => {
    await crash();
    const job = await newJob(change);
    const vain = {
      action: "execute_plan",
      feasible: false,
      root_cause: "Unknown.",
      reason: "Nothing helps.",
    };
    functions.model.answer(planned({ action: "press_back" }, click("Nowhere")), vain);
    const raised = { exception: "Clock has stopped" };
    const { recovery, ended } = await driveRecovery({ functions, phone: phone.phone, job, raised });
    expect(recovery.outcome).toBe("infeasible");
    const told = await functions.repositories.steps.get(tenantId, jobId, ended.nextStepNumber - 1);
    expect(told?.feedback).toContain("Recovery ended as infeasible");
    expect(told?.feedback?.includes("ask a person")).toBe(mayAsk);
  });

  it("[spec E6] ends at once, telling a person, when the planner says that it is not feasible", async () => {
    const job = await newJob();
    functions.model.answer({
      action: "execute_plan",
      feasible: false,
      root_cause: "The server is gone.",
      reason: "No screen helps.",
    });
    const { recovery, performed } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "HTTP 503" },
    });
    expect(recovery).toMatchObject({
      outcome: "infeasible",
      reason: "No screen helps.",
      plans: [{ strategy: "notify_user" }],
    });
    expect(performed).toEqual([]);
    expect(await functions.repositories.errors.listByJob(tenantId, jobId)).toHaveLength(1);
  });

  it("[spec E2] asks the actor when rules cannot tell, and ends when it says abort", async () => {
    const job = await newJob();
    phone.phone.showAppError("com.android.deskclock", "anr");
    functions.model.answer(
      planned(
        click("Wait", {
          parameters: { expected: "The app answers again and all of the alarms of this day are shown" },
        }),
      ),
      { action: "step_report", status: "failure", details: "It is a payment.", next_action: "abort" },
    );
    const { recovery } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "it failed" },
    });
    expect(recovery).toMatchObject({
      outcome: "aborted",
      reason: expect.stringContaining("It is a payment."),
    });
    expect(recovery.messages.at(-1)).toMatchObject({ message_type: "step_report", next_action: "abort" });
  });

  it("does nothing that the job's policy forbids, and tells the planner so", async () => {
    const job = await newJob({ policy: { packages: { allow: ["com.android.settings"] } } });
    functions.model.answer(planned({ action: "open_app", target: "com.android.deskclock" }), {
      action: "execute_plan",
      feasible: false,
      root_cause: "Forbidden.",
      reason: "Forbidden.",
    });
    const { recovery, performed } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "it failed" },
    });
    expect(performed).toEqual([]);
    expect(recovery.outcome).toBe("infeasible");
    expect(await functions.repositories.steps.get(tenantId, jobId, 1)).toMatchObject({
      outcome: { errorCode: "PolicyDenied" },
    });
  });

  it("ends as aborted when the device is lost, and when no planner can be asked", async () => {
    await crash();
    functions.model.answer(planned(click("Close app")));
    const lost = Object.assign(new Error("gone"), { name: "DeviceDisconnected" });
    const job = await newJob();
    const drive = { functions, phone: phone.phone, job, raised: { exception: "Clock has stopped" } };
    const { recovery } = await driveRecovery({ ...drive, onPerform: () => lost });
    expect(recovery).toMatchObject({ outcome: "aborted", reason: expect.stringContaining("gone") });
    expect(await functions.repositories.steps.get(tenantId, jobId, 1)).toMatchObject({
      outcome: { ok: false },
    });
  });
});
