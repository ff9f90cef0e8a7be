import { expect, it } from "vitest";
import { handler as mapError } from "#functions/map-error.ts";
import { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { functions, withFunctions } from "../functions/job-per-test.ts";
import { invoke } from "../functions/start-functions.ts";
import { at, deviceId, hostId, sampleJob, sampleObservation } from "../shared/storage/sample-records.ts";
import { workingWorld } from "./job-scripts.ts";
import { bodies, named, runJob, scriptedJobId } from "./job-world.ts";

withFunctions();

const tenantId = TenantId.parse("t");
const jobId = JobId.parse(scriptedJobId);
const lease = {
  deviceId,
  hostId,
  epoch: 1,
  acquiredAt: at,
  commandQueueUrl: "http://127.0.0.1/000000000000/host",
  screen: { width: 1080, height: 2400 },
};
/** As a host fails a command. */
const failing = () =>
  named(
    "AdbCommandFailed",
    JSON.stringify(toWireError(new DroverError("AdbCommandFailed", "The shell said no."))),
  );

it("[spec E1] a device that fails the same way twice is looked at anew, then recovered, and the job goes on", async () => {
  await functions.repositories.jobs.create(
    sampleJob({
      tenantId,
      jobId,
      status: "running",
      acquisition: 1,
      startedAt: at,
      supervision: { ...unsupervised, recovery: true },
    }),
  );
  const observation = sampleObservation();
  const run = await runJob(
    workingWorld({
      functions: {
        MapError: (payload) => invoke(mapError, payload),
        PlanRecovery: ({ stepNumber }) => ({ route: "end", nextStepNumber: stepNumber }),
        EndRecovery: ({ stepNumber, observation: seen }) => ({
          nextStepNumber: stepNumber,
          observation: seen,
        }),
      },
      commands: {
        acquire: () => lease,
        setUp: () => ({ observation, alreadySatisfied: false }),
        perform: (_command, call) => (call <= 2 ? failing() : { outcome: { ok: true }, observation }),
      },
    }),
  );
  const onTheWay = new Set(["SetUpDevice", "PerformAction", "MapError", "RunRecovery"]);
  expect(run.states.filter((state) => onTheWay.has(state))).toEqual([
    "SetUpDevice",
    "PerformAction",
    "MapError",
    "SetUpDevice",
    "PerformAction",
    "MapError",
    "RunRecovery",
    "PerformAction",
    "PerformAction",
  ]);
  expect(bodies(run, "PlanRecovery")).toMatchObject([
    {
      recoveryId: `${scriptedJobId}-1`,
      reason: "Another look did not fix AdbCommandFailed.",
      lease: { deviceId },
    },
  ]);
  expect(await functions.repositories.recoveries.get(tenantId, jobId, 1)).toMatchObject({
    source: "error",
    errorCode: "AdbCommandFailed",
    exception: "AdbCommandFailed: The shell said no.",
  });
  expect(run).toMatchObject({ status: "SUCCEEDED", output: { verdict: "passed", recoveries: 2 } });
});
