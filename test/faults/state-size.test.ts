import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../functions/start-functions.ts";
import { turnInput } from "../functions/turn-input.ts";
import { jobIdOf, sampleJob } from "../shared/storage/sample-records.ts";

/** A quarter of what Step Functions carries between states. */
const largestBytes = 64 * 1_024;

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

/** One unit repeated: quotes double in JSON, U+2028 and CJK take three bytes each. */
const long = fc
  .tuple(
    fc.constantFrom('"', "\\", "\u2028", "漢", "😀", "x", "\n", "\u0001"),
    fc.integer({ min: 1, max: 60_000 }),
  )
  .map(([unit, count]) => unit.repeat(count));
const replies = fc.oneof(
  fc.record({
    action: fc.constant("FINISH"),
    status: fc.constantFrom("success", "failure"),
    summary: long,
    answer: long,
    thinking: long,
  }),
  fc.record({ action: fc.constant("type"), text: long, thinking: long }),
  fc.record({ action: fc.constant("open_url"), url: long }),
  fc.record({ action: fc.constant("ask_user"), question: long }),
  fc.record({
    action: fc.constant("mcp_call"),
    tool: long,
    arguments: fc.dictionary(long, long, { maxKeys: 3 }),
  }),
  fc.record({ action: long, coordinate: fc.constant([0.5, 0.5]) }),
  fc.record({ says: long }),
);

it("[fault D13] hands on no more than 64 KB from a turn, whatever the model answers", async () => {
  let lastId = 0;
  await fc.assert(
    fc.asyncProperty(replies, replies, replies, async (...tries) => {
      const jobId = jobIdOf(++lastId);
      await functions.repositories.jobs.create(
        sampleJob({ jobId, status: "running", acquisition: 1, startedAt }),
      );
      functions.model.answer(...tries);
      const output = await invoke(handler, turnInput(jobId));
      functions.model.forget();
      expect(PredictActionOutput.safeParse(output).success).toBe(true);
      expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThan(largestBytes);
    }),
    { numRuns: 40 },
  );
});
