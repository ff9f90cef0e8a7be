import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScriptResponse } from "#shared/contracts/api/source-requests.ts";
import { jobIdOf } from "../../shared/storage/sample-records.ts";
import { callApi } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";
import { madeAgain, script, storeFinishedJob, validators } from "./finished-job.ts";

const jobId = jobIdOf(500);
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await storeFinishedJob(api, jobId);
});
afterAll(() => api.close());

describe("a script", () => {
  it("[spec I7.2] is compiled from a job, and runs as a job with what its placeholders stand for", async () => {
    const compiled = ScriptResponse.parse((await callApi("GET", `/v1/jobs/${jobId}/script`)).body);
    expect(compiled.script).toMatchObject({
      task: "Save it",
      steps: [{ tap: "Save" }],
      finish: { status: "success" },
      checks: [{ key: "bluetooth_on" }],
    });
    const source = {
      kind: "script",
      script: { ...script, checks: validators },
      parameters: { what: "Cancel" },
    };
    const { job, recording } = await madeAgain(api, "/v1/jobs", { task: "Save Cancel", source });
    expect(job).toMatchObject({
      source: { kind: "script", steps: 2, heal: true },
      validators: [{ key: "bluetooth_on" }],
    });
    expect(recording.steps).toMatchObject([
      { actions: [{ target: { text: "Cancel" } }] },
      { actions: [], check: { shows: { text: "Saved" } } },
    ]);
  });
});
