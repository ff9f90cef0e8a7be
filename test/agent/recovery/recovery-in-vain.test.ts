import { describe, expect, it } from "vitest";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { driveRecovery } from "./drive-recovery.ts";
import { click, crash, newJob, openClock, phone, planned, withPhones } from "./recovering-job.ts";

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

  it("[spec E2] does not end as recovered where what was expected is a state that the element does not have", async () => {
    const job = await newJob();
    phone.phone.settings.put("global", "wifi_on", "1");
    const gaveUp = {
      action: "execute_plan",
      feasible: false,
      root_cause: "It is on.",
      reason: "It stays on.",
    };
    functions.model.answer(
      planned(
        { action: "open_app", target: "com.android.settings" },
        click("Network & internet"),
        click("Internet"),
      ),
      { action: "step_report", status: "failure", details: "Wi-Fi is on.", next_action: "replan" },
      gaveUp,
    );
    const { recovery } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "Wi-Fi was to be off", context: { expected: "Wi-Fi off" } },
    });
    expect(recovery.outcome).toBe("infeasible");
    // Each step did what it was for; that the last one had brought it back was wrong.
    expect(recovery.counts?.tools.validator).toEqual({ calls: 3, hits: 2 });
  });

  it("[spec E2] looks at the device for the step 'look', not at the screen of before", async () => {
    const job = await newJob();
    let opened: Promise<unknown> | undefined;
    functions.model.answer(
      planned({ action: "look", parameters: { expected: "the Clock app is in front" } }),
    );
    const { recovery, performed } = await driveRecovery({
      functions,
      phone: phone.phone,
      job,
      raised: { exception: "Clock was to be in front" },
      // Only a look that is taken now can see it.
      onPerform: () => {
        opened ??= openClock();
        return undefined;
      },
    });
    await opened;
    expect(performed[0]).toMatchObject({ action: "wait" });
    expect(recovery.outcome).toBe("recovered");
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
