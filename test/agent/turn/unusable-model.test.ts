import { describe, expect, it } from "vitest";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { running, stored, tap, turn, withTurns } from "./one-turn.ts";

withFunctions();
withTurns();

describe("a model that does not serve", () => {
  const chatter = [{ says: "I would tap." }, { says: "Really." }, { says: "I mean it." }];
  const step = () => functions.repositories.steps.get(tenantId, jobId, 1);

  it("[fault E2] looks at the screen again after three replies that cannot be used, then ends the loop", async () => {
    await running();
    functions.model.answer(...chatter, ...chatter);
    expect(await turn()).toMatchObject({
      route: "perform",
      stepNumber: 1,
      actions: [{ action: "wait", duration: 1_000 }],
    });
    expect(await step()).toMatchObject({
      chosenBy: "look",
      unusedReplies: [{ said: "I would tap." }, { said: "Really." }, { said: "I mean it." }],
    });
    expect(await turn({ stepNumber: 2 })).toMatchObject({ route: "judge", end: { reason: "modelOutput" } });
    expect(await stored()).toMatchObject({ stepCount: 1, usage: { calls: 6, inputTokens: 600 } });
  });

  it("[fault E2] goes on when the look helped, and tells what it was for", async () => {
    await running();
    functions.model.answer(...chatter);
    await turn();
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 2 })).toMatchObject({ route: "perform", stepNumber: 2 });
    expect(JSON.stringify(functions.model.requests.at(-1))).toContain("no reply of yours could be used");
  });

  it("[fault E2] ends at once where no step is left for a look", async () => {
    await running({ limits: { ...sampleJob().limits, maxSteps: 1 } });
    functions.model.answer(...chatter);
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "modelOutput" } });
  });

  it.each(["word ", "{", "<think>"])(
    "[fault E2] keeps the beginning of replies of ten megabytes of %s, and goes on in time",
    async (piece) => {
      await running({ debug: true });
      const says = piece.repeat(10_000_000 / piece.length);
      functions.model.answer({ says }, { says }, { says });
      expect(await turn()).toMatchObject({ route: "perform", actions: [{ action: "wait" }] });
      const kept = await step();
      expect(kept?.unusedReplies).toHaveLength(3);
      expect(JSON.stringify(kept).length).toBeLessThan(20_000);
    },
    30_000,
  );

  it("[fault E6] ends the loop when it refuses the task", async () => {
    await running();
    functions.model.answer({ says: "I cannot help with that.", stopReason: "refusal" });
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "refused" } });
    expect(await stored()).toMatchObject({ usage: { calls: 1, inputTokens: 100, outputTokens: 10 } });
  });

  it("leaves by the code that the definition retries or catches, with advice", async () => {
    await running();
    functions.model.answer({ httpStatus: 401 });
    const error = await turn().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ModelRejected" });
    const wire: unknown = JSON.parse((error as Error).message);
    expect(wire).toMatchObject({ code: "ModelRejected", advice: [expect.stringContaining("API key")] });
    expect(await stored()).toMatchObject({ usage: { calls: 1, inputTokens: 0 } });
  });
});
