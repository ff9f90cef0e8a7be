import { describe, expect, it } from "vitest";
import { AtifTrajectory } from "#shared/contracts/result/atif.ts";
import { checkedBy } from "./checked-by.ts";
import { exported, onePixel, sampleExported, sampleSource, screenKey } from "./sample-export.ts";

describe("atif", () => {
  const usage = { calls: 1, inputTokens: 5, outputTokens: 2, costUsd: 0.001, pricedCalls: 1 };
  const checkedStep = {
    stepNumber: 1,
    reasoning: "The task says on. The row shows a switch.",
    outcome: { ok: true, effect: "done", retries: 0 },
    before: { ...stepScreen(0) },
    after: { ...stepScreen(1) },
    verification: { verdict: "passed", by: "model", model: "small-1", usage, findings: [] },
  };
  function stepScreen(step: number) {
    return {
      capturedAt: "2026-01-01T00:00:00.000Z",
      screen: { width: 1080, height: 2400 },
      package: "com.android.settings",
      activity: ".Main",
      keyboardShown: false,
      screenshotKey: screenKey(1, step),
      modelScreenshotKey: null,
      treeKey: null,
      hierarchyKey: null,
      treeHash: `hash-${step}`,
      flags: [],
    };
  }

  it("is valid by the format's rules, with pictures beside it, tokens, money and who was asked as sub-agents", async () => {
    const retry = {
      ...checkedStep,
      reasoning: undefined,
      stepNumber: 2,
      chosenBy: "retry",
      usage: { calls: 0, inputTokens: 0, outputTokens: 0 },
      verification: undefined,
    };
    const { files, text } = await exported(
      "atif",
      sampleSource([sampleExported({ steps: [checkedStep, retry] })]),
    );
    const value: unknown = JSON.parse(text("trajectory.json"));
    (await checkedBy("atif-1.7.schema.json"))(value);
    const atif = AtifTrajectory.parse(value);
    expect(atif.steps.map(({ source, llm_call_count: calls }) => [source, calls])).toEqual([
      ["user", undefined],
      ["agent", 1],
      ["agent", 0],
    ]);
    expect(atif.steps[1]).toMatchObject({
      message: "The switch is off.",
      reasoning_content: "The task says on. The row shows a switch.",
      tool_calls: [{ function_name: "tap", arguments: { coordinate: [0.5, 0.5] } }],
      metrics: { prompt_tokens: 100, completion_tokens: 10 },
      observation: {
        results: [
          {
            source_call_id: "step-1-1",
            subagent_trajectory_ref: [{ trajectory_id: "01J00000000000000000000001-verifier" }],
          },
        ],
      },
    });
    expect(atif.steps[2]).not.toHaveProperty("metrics");
    expect(atif.subagent_trajectories?.map(({ agent }) => agent.model_name)).toEqual(["small-1"]);
    expect(atif.final_metrics).toMatchObject({
      total_prompt_tokens: 200,
      total_cost_usd: 0.01,
      total_steps: 3,
    });
    const images = JSON.stringify(value).match(/images\/\d{4}\.png/g) ?? [];
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(files.get(image)).toEqual(onePixel);
  });

  it.each([
    ["a gap in the numbers", { steps: [{ step_id: 2, source: "user", message: "x" }] }],
    ["a user with a model's metrics", { steps: [{ step_id: 1, source: "user", message: "x", metrics: {} }] }],
    [
      "thoughts without a model",
      { steps: [{ step_id: 1, source: "agent", message: "", llm_call_count: 0, reasoning_content: "x" }] },
    ],
    [
      "an answer to no call",
      {
        steps: [
          { step_id: 1, source: "agent", message: "", observation: { results: [{ source_call_id: "c" }] } },
        ],
      },
    ],
    [
      "a sub-agent without a name",
      {
        subagent_trajectories: [
          {
            schema_version: "ATIF-v1.7",
            agent: { name: "a", version: "1" },
            steps: [{ step_id: 1, source: "user", message: "x" }],
          },
        ],
      },
    ],
    ["a field of its own", { surprise: 1 }],
    ["another version", { schema_version: "ATIF-v2.0" }],
    ["no step", { steps: [] }],
  ])("refuses %s", (_, change) => {
    const whole = {
      schema_version: "ATIF-v1.7",
      agent: { name: "a", version: "1" },
      steps: [{ step_id: 1, source: "user", message: "x" }],
    };
    expect(AtifTrajectory.safeParse(whole).success).toBe(true);
    expect(AtifTrajectory.safeParse({ ...whole, ...change }).success).toBe(false);
  });
});
