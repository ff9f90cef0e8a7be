import { describe, expect, it } from "vitest";
import { withFunctions } from "../../functions/job-per-test.ts";
import { grounder, point, turn, withGroundedTurns } from "./grounded-turn.ts";

withFunctions();
withGroundedTurns();

describe("a reply that is not sure of its place", () => {
  const sure = (confidence: unknown) => ({
    says: JSON.stringify({ thinking: "The switch.", action: "tap", element: 0, confidence }),
  });
  const models = (minConfidence?: number) => ({
    agent: { dialect: "element-json" as const },
    grounding: { ...grounder, ...(minConfidence === undefined ? {} : { minConfidence }) },
  });

  it("[spec I9.1] is done where the grounding model sees its element", async () => {
    const { answer, step, job } = await turn([sure(0.4), point], { models: models() });
    expect(answer).toMatchObject({ actions: [{ action: "tap", coordinate: [0.5, 0.5] }] });
    expect(step).toMatchObject({
      repairs: 0,
      groundedBy: { reason: "lowConfidence", description: expect.stringContaining("Bluetooth") },
    });
    expect(job).toMatchObject({ usageByRole: { agent: { calls: 1 }, grounding: { calls: 1 } } });
  });

  it.each([
    ["is sure enough", sure(0.8), undefined],
    ["says no number", sure("quite"), undefined],
    ["is as sure as the job asks", sure(0.4), 0.3],
  ])("[spec I9.1] is done as it is when it %s", async (_, reply, threshold) => {
    const { answer, asked } = await turn([reply, point], { models: models(threshold) });
    expect(answer).toMatchObject({ route: "perform" });
    expect(asked).toHaveLength(1);
  });

  it("[spec I9.1] is done as it is when the grounding model does not see it", async () => {
    const { answer, step } = await turn([sure(0.4), { says: "[-1, -1]" }], { models: models() });
    expect(answer).toMatchObject({ route: "perform", actions: [{ action: "tap" }] });
    expect(step).not.toHaveProperty("groundedBy");
  });

  it("[spec I9.1] may say so in the dialect with tags too", async () => {
    const says =
      '<thinking>It.</thinking><tool_call>{"action":"tap","coordinate":[0.1,0.1],"confidence":0.2}</tool_call>';
    const { answer, step } = await turn([{ says }, point], {
      models: { agent: { dialect: "thinking-tool-call" }, grounding: grounder },
    });
    expect(answer).toMatchObject({ actions: [{ coordinate: [0.5, 0.5] }] });
    expect(step?.groundedBy).toMatchObject({
      reason: "lowConfidence",
      description: "what to tap according to: It.",
    });
  });
});
