import { practiceRoles } from "@drover/practice-model";
import { expect, it } from "vitest";
import { completionQuestion } from "#agent/role-questions/completion-question.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { dump, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import { sampleObservation, sampleStep } from "../../shared/storage/sample-records.ts";

const wifi = (on: boolean) => treeOf(dump(switchRow("Wi-Fi", on, 200)));
const tapped = sampleStep({ outcome: { ok: true, effect: "done", retries: 0 } });

/** What the practice model says of the very question that the farm asks. */
function answerTo(task: string, tree: SemanticUITree, history = [tapped], claim: Partial<AgentClaim> = {}) {
  const question = completionQuestion({
    task,
    claim: { status: "success", ...claim },
    parts: [],
    history,
    observation: sampleObservation(),
    tree,
    hidesTree: false,
    marker: "0123456789abcdef",
  });
  const text = question.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return question.answer.schema.parse(
    practiceRoles.completion(text, { model: "practice-1", max_tokens: 1, messages: [] }),
  );
}

it("rejects what the screen shows to be otherwise, and says what", () => {
  expect(answerTo("Turn on Wi-Fi", wifi(false))).toEqual({
    accepted: false,
    reason: expect.stringMatching(/is off, and should be on/),
  });
});

it("accepts what the screen shows to be so", () => {
  expect(answerTo("Turn on Wi-Fi", wifi(true))).toMatchObject({ accepted: true });
});

it("rejects a claim for which nothing was done", () => {
  expect(answerTo("Set an alarm for 7:30", wifi(true), [])).toMatchObject({ accepted: false });
});

it("rejects a claim without the answer that the task asks for, and accepts it with one", () => {
  expect(answerTo("How many alarms are set?", wifi(true), [])).toMatchObject({ accepted: false });
  expect(answerTo("How many alarms are set?", wifi(true), [], { answer: "2" })).toMatchObject({
    accepted: true,
  });
});

it("rejects nothing of which it cannot tell: a task that it does not understand", () => {
  expect(answerTo("Knit a scarf", wifi(true), [])).toEqual({
    accepted: true,
    reason: expect.stringContaining("cannot tell"),
  });
});
