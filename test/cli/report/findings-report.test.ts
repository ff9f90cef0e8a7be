import { expect, it } from "vitest";
import { stepFindings } from "#cli/report/findings-report.ts";
import { sampleStep } from "../../shared/storage/sample-records.ts";

const usage = { calls: 1, inputTokens: 1, outputTokens: 1 };
const failed = { rule: "screenChanged", verdict: "failed", text: 'tap BUTTON "Save" changed nothing.' };

it.each([
  [{}, []],
  [{ chosenBy: "retry", retryOf: 3 }, ["step 3 again, without a model call"]],
  [
    { chosenBy: "unstick", thinking: "Element map unchanged 4x, relaunched the app" },
    ["to get unstuck, without a model call: Element map unchanged 4x, relaunched the app"],
  ],
  [
    { verification: { verdict: "failed", by: "rules", findings: [failed] } },
    ['did not work, by rule: tap BUTTON "Save" changed nothing.'],
  ],
  [{ verification: { verdict: "unsure", by: "rules", findings: [] } }, []],
  [
    {
      verification: {
        verdict: "passed",
        by: "model",
        model: "small-1",
        usage,
        findings: [
          { ...failed, verdict: "unsure" },
          { rule: "verifier", verdict: "passed", text: "It is on." },
        ],
      },
    },
    ["worked, by small-1: It is on."],
  ],
  [
    { completionCheck: { accepted: false, reason: "It is off.", model: "practice-1", usage } },
    ["claim rejected by practice-1: It is off."],
  ],
  [
    { completionCheck: { accepted: true, reason: "Not checked: nobody could be asked." } },
    ["claim: Not checked: nobody could be asked."],
  ],
  [
    {
      interventions: [
        {
          kind: "tap",
          at: "2026-03-02T09:41:00.000Z",
          durationMilliseconds: 50,
          from: [0.5, 0.25],
          to: [0.5, 0.25],
        },
      ],
    },
    ["A person touched the screen meanwhile: a tap at (0.50, 0.25)."],
  ],
])("tells of a step with %j what others found and chose", (change, lines) => {
  expect(stepFindings(sampleStep(change))).toEqual(lines);
});
