import { afterAll, beforeAll, beforeEach } from "vitest";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { jobIdOf } from "../shared/storage/sample-records.ts";
import { startFunctions, type TestFunctions } from "./start-functions.ts";

/** Of the test file that called `withFunctions`. */
export let functions: TestFunctions;

let lastId = 0;
/** Another one in every test. */
export let jobId: JobId;
export const nextJob = (): void => {
  jobId = jobIdOf(++lastId);
};

/** For the tests of a file: one start of the functions, and another job in every test. */
export function withFunctions(): void {
  beforeAll(async () => {
    functions = await startFunctions();
  });
  afterAll(() => functions.close());
  beforeEach(nextJob);
}

/** Puts in their place functions whose environment holds this too. */
export async function startAgain(given: Readonly<Record<string, string>>): Promise<void> {
  await functions.close();
  functions = await startFunctions(given);
}
