import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";
import { script } from "./finished-job.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("a script", () => {
  it.each([
    ["a placeholder that nothing stands for", { script }, "source.parameters.what", /the script needs it/],
    [
      "a line that does two things",
      { script: { ...script, steps: [{ tap: "a", wait: 1 }] } },
      "source.script.steps.0",
      /exactly one of/,
    ],
    [
      "a target that is none",
      { script: { ...script, steps: [{ tap: 7 }] } },
      "source.script.steps.0.tap",
      /name of an element/,
    ],
    [
      "a kind of line that there is not",
      { script: { ...script, steps: [{ click: "a" }] } },
      "source.script.steps.0.click",
      /not a known field/,
    ],
    [
      "a secret that the task does not name",
      { script: { ...script, steps: [{ type: { secret: "shop" } }] }, parameters: { what: "x" } },
      "task",
      /must name the secret/,
    ],
  ])("[spec I7.2] is refused for %s, by its field", async (_, source, field, message) => {
    const body = { task: "x", source: { kind: "script", ...source } };
    const { errors } = await refused(400, "POST", "/v1/jobs", { body });
    expect(errors).toContainEqual(
      expect.objectContaining({ field, message: expect.stringMatching(message) }),
    );
  });
});
