import { describe, expect, it } from "vitest";
import { withFunctions } from "../../functions/job-per-test.ts";
import { sampleJob } from "../../shared/storage/sample-records.ts";
import {
  grounder,
  invalid,
  logged,
  point,
  turn,
  unknown,
  withGroundedTurns,
} from "../predict/grounded-turn.ts";

withFunctions();
withGroundedTurns();

describe("the fallback to a grounding model", () => {
  it("[spec I9.1] finds what an unknown element was meant to be, and the step says who found it and why", async () => {
    const { answer, step, asked } = await turn([unknown, unknown, point], {
      models: { grounding: grounder },
    });
    expect(answer).toMatchObject({ route: "perform", actions: [{ action: "tap", coordinate: [0.5, 0.5] }] });
    const description = "what to tap according to: The switch beside Bluetooth is off.";
    expect(step).toMatchObject({
      model: "practice-1",
      repairs: 1,
      actions: [{ action: { action: "tap", coordinate: [0.5, 0.5] } }],
      groundedBy: { model: "claude-haiku-5-5", reason: "unknownElement", description, usage: { calls: 1 } },
    });
    expect(asked.map(({ model }) => model)).toEqual(["practice-1", "practice-1", "claude-haiku-5-5"]);
    const [picture, words] = asked[2].messages[0].content;
    expect(picture.source.data).toBe(Buffer.from("the pixels").toString("base64"));
    expect(words.text).toContain(description);
  });

  it("[spec I9.1] says in the log that it changed over and why, without the words of the screen", async () => {
    await turn([unknown, unknown, point], { models: { grounding: grounder } });
    const said = logged("another model is asked for the place");
    expect(said).toEqual([
      expect.objectContaining({
        level: "INFO",
        reason: "unknownElement",
        to: "claude-haiku-5-5",
        stepNumber: 1,
      }),
    ]);
    expect(JSON.stringify(said)).not.toContain("Bluetooth");
  });

  it("[spec I9.1] counts its calls under its own role, once, and within the job's budget", async () => {
    const { job, step } = await turn([unknown, unknown, point], { models: { grounding: grounder } });
    expect(step?.usage).toMatchObject({ calls: 2, inputTokens: 200 });
    expect(job).toMatchObject({
      usage: { calls: 3, inputTokens: 300 },
      usageByRole: { agent: { calls: 2 }, grounding: { calls: 1, inputTokens: 100 } },
      spentTokens: 330,
    });
  });

  it("[spec I9.1] asks nobody without configuration: the turn ends as ever", async () => {
    const { answer, asked, step } = await turn([unknown, unknown, point], {});
    expect(answer).toMatchObject(invalid);
    expect([asked.length, step]).toEqual([3, null]);
  });

  it("[spec I9.1] leaves a reply alone that is mended when it is asked again", async () => {
    const good = { action: "tap", element: 0, thinking: "The row." };
    const { step, asked } = await turn([unknown, good], { models: { grounding: grounder } });
    expect(step).not.toHaveProperty("groundedBy");
    expect(asked).toHaveLength(2);
  });

  it.each([
    [
      "outOfRange",
      { action: "long_press", coordinate: [5_000, 10], thinking: "Hold the row." },
      "what to long press",
    ],
    ["noTarget", { action: "tap", thinking: "Now the Help button." }, "Now the Help button."],
    ["noTarget", { action: "tap", element: "the gear at the top" }, "the gear at the top"],
    ["noTarget", { action: "tap", target: "the gear at the top", thinking: "On." }, "the gear at the top"],
  ])("[spec I9.1] as %s takes %j to be %s", async (reason, reply, words) => {
    const { answer, step } = await turn([reply, reply, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject({
      route: "perform",
      actions: [{ action: reply.action, coordinate: [0.5, 0.5] }],
    });
    expect(step?.groundedBy).toMatchObject({ reason, description: expect.stringContaining(words) });
  });

  it("[spec I9.1] keeps what else the action holds", async () => {
    const typing = { action: "type", text: "milk", submit: true, element: 77, thinking: "The search field." };
    const { answer } = await turn([typing, typing, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject({
      actions: [{ action: "type", text: "milk", submit: true, coordinate: [0.5, 0.5] }],
    });
  });

  it.each([
    ["has another fault", { action: "tap", element: 77, force: 3, thinking: "Help." }],
    ["names no place", { action: "reboot", thinking: "Help." }],
    ["says in no word what it means", { action: "tap", element: 77 }],
  ])("[spec I9.1] asks nobody when the reply %s", async (_, reply) => {
    const { answer, asked } = await turn([reply, reply, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(3);
  });

  it("[spec I9.1] asks nobody when a reply holds several actions", async () => {
    const several = { calls: [{ action: "back" }, unknown] };
    const { answer, asked } = await turn([several, several, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["does not see it", { says: "[-1, -1]" }, "the grounding model does not see the target"],
    ["answers beside the point", { says: "Sorry?" }, "the grounding model could not help"],
    ["is not served", { httpStatus: 404 }, "the grounding model could not help"],
  ])(
    "[spec I9.1] lets the reply's own error stand when it %s, and counts the call",
    async (_, reply, message) => {
      const { answer, job } = await turn([unknown, unknown, reply, unknown], {
        models: { grounding: grounder },
      });
      expect(answer).toMatchObject({
        ...invalid,
        end: { detail: expect.stringContaining("There is no element 77") },
      });
      expect(job).toMatchObject({ usage: { calls: 4 }, usageByRole: { grounding: { calls: 1 } } });
      expect(logged(message)).toHaveLength(1);
    },
  );

  it("[spec I9.1] says in the log that there is no picture to look at", async () => {
    const { answer, asked } = await turn([unknown, unknown, point], {
      models: { grounding: grounder },
      hasPicture: false,
    });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(3);
    expect(logged("no grounding: the turn has no picture")).toHaveLength(1);
  });

  it("[spec I9.1] makes no call that the job's budget has no room for", async () => {
    const { answer, asked } = await turn([unknown, unknown, point], {
      models: {
        agent: { model: "claude-haiku-5-5", maxTokens: 64 },
        grounding: { model: "claude-opus-5-5", maxTokens: 64_000 },
      },
      job: { limits: { ...sampleJob().limits, maxSteps: 1, maxCostUsd: 0.02 } },
    });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(3);
    expect(logged("the grounding model could not help")).toMatchObject([{ problem: "BudgetExhausted" }]);
  });

  it.each([
    [
      "mai-ui",
      '<grounding_think>In the middle.</grounding_think><answer>{"coordinate": [500, 500]}</answer>',
    ],
    ["ui-tars", "Thought: It is there.\nAction: click(start_box='(140,294)')"],
    ["thinking-tool-call", "[0.5, 0.5]"],
  ] as const)("[spec I9.1] reads the answer of a model that speaks %s", async (dialect, says) => {
    const { step } = await turn([unknown, unknown, { says }], {
      models: { grounding: { ...grounder, dialect } },
    });
    const [x, y] = (step?.actions[0]?.deviceAction?.coordinate ?? []) as readonly number[];
    expect(x).toBeCloseTo(0.5, 2);
    expect(y).toBeCloseTo(0.5, 2);
  });

  it("[spec I9.1] looks up a point of a model that works from pictures alone", async () => {
    const off = { says: "Thought: I click the switch.\nAction: click(start_box='(9000,10)')" };
    const { answer, step } = await turn([off, off, point], {
      models: { agent: { dialect: "ui-tars" }, grounding: grounder },
    });
    expect(answer).toMatchObject({ actions: [{ action: "tap", coordinate: [0.5, 0.5] }] });
    expect(step?.groundedBy).toMatchObject({ reason: "outOfRange" });
  });
});
