import { beforeEach } from "vitest";
import { handler } from "#functions/map-error.ts";
import { MapErrorOutput } from "#shared/contracts/workflow/map-error.ts";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { functions, jobId } from "../../functions/job-per-test.ts";
import { invoke } from "../../functions/start-functions.ts";
import { at, deviceId, hostId, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

/** For the tests of a file, after `withFunctions`: a running job in every test. */
export function withCaughtErrors(): void {
  beforeEach(async () => {
    await functions.repositories.jobs.create(
      sampleJob({ jobId, status: "running", acquisition: 1, startedAt: at }),
    );
  });
}

export const lease = {
  deviceId,
  hostId,
  epoch: 1,
  acquiredAt: at,
  commandQueueUrl: "http://127.0.0.1:4566/0/q",
  screen: { width: 1080, height: 2400 },
};
type Caught = { readonly Error: string; readonly Cause: string };
/** As SendTaskFailure carries it. */
export const ofHost = (code: ErrorCode, details: Record<string, unknown> = {}): Caught => ({
  Error: code,
  Cause: JSON.stringify(toWireError(new DroverError(code, `${code} happened`, { details }))),
});
/** As Step Functions writes what a Lambda threw. */
export const ofFunction = (code: ErrorCode): Caught => ({
  Error: code,
  Cause: JSON.stringify({ errorType: code, errorMessage: ofHost(code).Cause, trace: [] }),
});
export const ofService = (name: string, cause = ""): Caught => ({ Error: name, Cause: cause });

export const map = async (errorOutput: Caught, change: Record<string, unknown> = {}) =>
  MapErrorOutput.parse(
    await invoke(handler, {
      schemaVersion: 1,
      tenantId,
      jobId,
      stateName: "PerformAction",
      errorOutput,
      stepNumber: 1,
      recoveries: 0,
      acquisition: 1,
      lease,
      observation: null,
      ...change,
    }),
  );
export const snapshots = () => functions.repositories.errors.listByJob(tenantId, jobId);
