import { describe, expect, it } from "vitest";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import {
  deviceId,
  jobIdOf,
  sampleError,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { map, ofFunction, ofHost, ofService, snapshots, withCaughtErrors } from "./map-caught.ts";

withFunctions();
withCaughtErrors();

describe("what is kept of an error", () => {
  it("[spec I5.4] is its message, advice, cause, state, step and action, linked from the job", async () => {
    const screenshotKey = "tenants/acme/screen.png";
    await functions.repositories.steps.put(sampleStep({ jobId }));
    await map(ofService("States.HeartbeatTimeout"), { observation: sampleObservation({ screenshotKey }) });
    const [snapshot] = await snapshots();
    expect(snapshot).toMatchObject({
      code: "States.HeartbeatTimeout",
      message: "The device's host stopped responding.",
      advice: [expect.stringContaining("drover devices")],
      stateName: "PerformAction",
      stepNumber: 1,
      attemptedAction: '[{"action":"tap","coordinate":[0.5,0.5]}]',
      deviceId,
      // What was seen before the host fell silent is not what was there then.
      screenshotKey: null,
      screenshotMissing: expect.stringContaining("host sent no picture"),
    });
    expect((await functions.repositories.jobs.get(tenantId, jobId))?.lastErrorId).toBe(snapshot?.errorId);
  });

  it("[spec I5.4] shows the screen after the action when that was still seen", async () => {
    const after = sampleObservation({ screenshotKey: "tenants/acme/after.png" });
    await functions.repositories.steps.put(sampleStep({ jobId, after }));
    await map(ofFunction("StorageUnavailable"), {
      stateName: "VerifyStep",
      observation: sampleObservation(),
    });
    expect(await snapshots()).toMatchObject([{ screenshotKey: "tenants/acme/after.png" }]);
  });

  it("[spec I5.4] shows the screen that the model was asked about", async () => {
    const screenshotKey = "tenants/acme/asked.png";
    await functions.repositories.steps.put(sampleStep({ jobId }));
    await map(ofFunction("ModelTimeout"), {
      stateName: "PredictAction",
      observation: sampleObservation({ screenshotKey }),
    });
    expect(await snapshots()).toMatchObject([{ screenshotKey }]);
  });

  it("[spec I5.4] is the host's own snapshot when it took one", async () => {
    const errorId = ErrorId.parse(jobIdOf(500));
    await functions.repositories.errors.put(sampleError({ jobId, errorId }));
    await map(ofHost("DeviceDisconnected", { errorId }));
    expect((await snapshots()).map((snapshot) => snapshot.errorId)).toEqual([errorId]);
  });

  it("says why there is no picture", async () => {
    await map(ofFunction("ModelTimeout"), { stateName: "PredictAction", observation: null });
    expect((await snapshots())[0]).toMatchObject({
      screenshotKey: null,
      screenshotMissing: "no screen had been seen yet",
    });
  });
});
