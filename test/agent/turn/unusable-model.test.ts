import { describe, expect, it } from "vitest";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { running, stored, turn, withTurns } from "./one-turn.ts";

withFunctions();
withTurns();

describe("a model that does not serve", () => {
  it("[fault E2] ends the loop after two replies that cannot be used, and counts what they cost", async () => {
    await running();
    functions.model.answer({ says: "I would tap." }, { says: "Really." });
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "modelOutput" } });
    expect(await stored()).toMatchObject({ stepCount: 0, usage: { calls: 2, inputTokens: 200 } });
  });

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
