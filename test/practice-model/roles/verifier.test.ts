import { practiceRoles } from "@drover/practice-model";
import { expect, it } from "vitest";
import { verificationQuestion } from "#agent/role-questions/verification-question.ts";
import { label, screenOf } from "../../shared/screen/screen-parts.ts";
import { sampleStep } from "../../shared/storage/sample-records.ts";

const list = screenOf(label("Alarm 7:30", [0, 0, 400, 100]), label("Work days", [0, 200, 400, 300]));

function answerTo(expect?: string) {
  const step = sampleStep({ ...(expect === undefined ? {} : { expect }) });
  const question = verificationQuestion({
    task: "T",
    step,
    before: list,
    after: list,
    marker: "0123456789abcdef",
  });
  const text = question.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return question.answer.schema.parse(
    practiceRoles.verifier(text, { model: "practice-1", max_tokens: 1, messages: [] }),
  );
}

it.each([
  ["passes what the screen shows for the most part", "the new alarm at 7:30", "passed"],
  ["is unsure of what it does not find", "a stopwatch", "unsure"],
  ["passes what is gone as expected", "the stopwatch is no longer there", "passed"],
  ["fails what is still there", "Work days is gone", "failed"],
])("%s", (_, expected, verdict) => {
  expect(answerTo(expected)).toMatchObject({ verdict });
});

it("is unsure when nothing was expected", () => {
  expect(answerTo()).toMatchObject({ verdict: "unsure" });
});
