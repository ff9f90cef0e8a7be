import { expect, it } from "vitest";
import { handler } from "#functions/verify-step.ts";
import { sampleObservation } from "../shared/storage/sample-records.ts";
import { jobId, withFunctions } from "./job-per-test.ts";
import { invoke } from "./start-functions.ts";

withFunctions();

it("[fault D25] lets executions of before go on, whose next turn says what came of the step", async () => {
  const screens = { before: sampleObservation(), after: sampleObservation({ treeHash: "hash-1" }) };
  const input = { schemaVersion: 1, tenantId: "acme", jobId, stepNumber: 3, step: null, ...screens };
  expect(await invoke(handler, input)).toEqual({ screenChanged: true, nextStepNumber: 4 });
});
