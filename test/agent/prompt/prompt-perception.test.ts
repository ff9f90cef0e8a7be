import { describe, expect, it } from "vitest";
import { buildPrompt } from "#agent/prompt/prompt.ts";
import type { PromptInput } from "#agent/prompt/prompt-input.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { Perception } from "#shared/contracts/device/perception.ts";
import { dump, node, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import { observation, stepWith } from "../samples.ts";
import { promptText } from "./prompt-text.ts";

const screenshot = { mediaType: "image/jpeg", base64: "AAAA" } as const;
const seen = { ...observation, modelPicture: { width: 460, height: 1_024 } };
const input: PromptInput = {
  task: "Turn it on",
  history: [
    stepWith({
      stepNumber: 1,
      action: { action: "tap", element: 0 },
      element: 'SWITCH "Bluetooth | Off"',
      outcome: {
        ok: false,
        effect: "none",
        retries: 0,
        errorCode: "ScreenChanged",
        message: '"Bluetooth" is gone',
      },
      screenChanged: true,
      feedback: 'The screen changed: changed: SWITCH "Bluetooth" is now on.',
    }),
  ],
  tree: treeOf(dump(node({}, switchRow("Bluetooth", false, 300, "Off")))),
  observation: {
    ...seen,
    flags: [
      "treeTruncated: Bluetooth",
      "permissionDialog: answered 'allow': Bluetooth?",
      "notSettled: the screen was still moving",
    ],
  },
  screenshot,
  stepNumber: 2,
  maxSteps: 30,
  elapsedSeconds: 1,
  dialect: "tool-use",
  actions: builtInActions,
  marker: "k3j9x2m7",
};
const shown = (over: Record<string, unknown>, rest: Partial<PromptInput> = {}) =>
  buildPrompt({ ...input, ...rest, perception: Perception.parse(over) });

describe("what a job wants shown", () => {
  it("[spec I4.2] holds not one word of the screen when the tree is hidden, in no part of the request", () => {
    const { messages } = shown({ tree: "never" });
    expect(JSON.stringify(messages)).not.toMatch(
      /bluetooth|switch|com\.android|\.Settings|app: |activity: /i,
    );
    expect(JSON.stringify(shown({}).messages)).toMatch(/Bluetooth/);
  });

  it("[spec I4.2] tells such an agent to work from the picture, and of its steps only what they did", () => {
    const text = promptText(shown({ tree: "never" }));
    expect(text).toContain("No elements are listed in this job: work from the picture.");
    expect(text).toContain("result: failed (ScreenChanged)\n  then: The screen changed.");
    expect(text).toContain("note: permissionDialog: answered by the job's policy\nnote: notSettled");
    expect(text).toContain("size: 1080x2400 px\npicture: 460x1024 px\nkeyboard: hidden");
    const { screenshot: _none, ...blind } = input;
    expect(promptText(buildPrompt({ ...blind, perception: Perception.parse({ tree: "never" }) }))).toContain(
      "The screen could not be pictured this time: wait.",
    );
  });

  it("[spec I4.1] says how large the picture is that it shows, and what is drawn on it", () => {
    expect(promptText(shown({}))).toContain("picture: 460x1024 px\n");
    expect(promptText(shown({ marks: true }))).toContain("picture: 460x1024 px, element ids in boxes\n");
    const { screenshot: _none, ...blind } = input;
    expect(promptText(buildPrompt(blind))).not.toContain("picture:");
  });

  it("[spec I4.4] tells neither step count nor limit nor time when the job does not want it", () => {
    expect(promptText(shown({}))).toContain("step_count: 2\nmax_steps: 30\nelapsed_time: 1 s");
    expect(promptText(shown({ metadata: false }))).not.toMatch(
      /step_count|max_steps|elapsed_time|<progress>/,
    );
  });

  it("[spec I4.2] sends an agent to the picture when the elements could not be read, if it has one", () => {
    expect(promptText(shown({}, { tree: null }))).toContain(
      "work from the picture with coordinates, or wait.",
    );
    const { screenshot: _none, ...blind } = input;
    expect(promptText(buildPrompt({ ...blind, tree: null }))).toContain("could not be read this time: wait.");
  });
});
