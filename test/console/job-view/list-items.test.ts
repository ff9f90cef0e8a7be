import { describe, expect, it } from "vitest";
import { listItems } from "../../../console/src/job-view/list-items.ts";
import { asideWords } from "../../../console/src/job-view/tabs/aside-words.ts";
import { sampleRecord, second } from "./sample-record.ts";

const ids = (record: ReturnType<typeof sampleRecord>): readonly string[] =>
  listItems(record).map(({ id }) => id);

const event = (at: string, text: string) => ({ at, kind: "leaseGranted" as const, text });
const timelineOf = (events: readonly ReturnType<typeof event>[]) => ({
  from: second(0),
  to: second(60),
  wallMilliseconds: 60_000,
  parts: [],
  events,
});

describe("the step list", () => {
  it("puts what happened between steps where it happened", () => {
    const timeline = timelineOf([
      event(second(0), "It got phone-1."),
      event(second(15), "It got phone-2."),
      event(second(90), "It gave phone-2 back."),
    ]);
    expect(ids(sampleRecord([{}, {}], { timeline }))).toEqual([
      "event-0",
      "step-1",
      "event-1",
      "step-2",
      "event-2",
    ]);
  });

  it("keeps the order of steps whatever the clocks of those who wrote them say", () => {
    const record = sampleRecord([{ predictedAt: second(50) }, { predictedAt: second(20) }]);
    expect(ids(record)).toEqual(["step-1", "step-2"]);
  });

  it("puts a plan before the step that followed it first, and not where it was asked for", () => {
    const plan = { planNumber: 1, requestedAt: second(1), adoptedAt: second(99), adoptedAtStep: 2 } as never;
    expect(ids(sampleRecord([{}, {}, {}], { plans: [plan] }))).toEqual([
      "step-1",
      "plan-1",
      "step-2",
      "step-3",
    ]);
  });

  it("puts a person's touches before the step whose screen they changed, and the parts of a task first", () => {
    const touch = { kind: "tap", at: second(12), durationMilliseconds: 90, from: [0.5, 0.5] };
    const record = sampleRecord([{}, { interventions: [touch] }]);
    const part = {
      index: 1,
      text: "Turn it on",
      status: "complete",
      jobIds: [],
      attempts: 1,
      errors: [],
      actions: [],
    };
    const items = listItems({ ...record, job: { ...record.job, taskSteps: [part] as never } });
    expect(items.map(({ id }) => id)).toEqual(["part-1", "step-1", "person-2", "step-2"]);
    const person = items.find((item) => item.kind === "person");
    expect(person?.kind === "person" && asideWords(person)).toContain("A person touched the screen");
  });

  it("tells an error by itself only when no step and no event tells it", () => {
    const error = (errorId: string) => ({ errorId, capturedAt: second(11), code: "X", message: "no" });
    const record = sampleRecord([{ errorId: "01J00000000000000000000001" }], {
      errors: [error("01J00000000000000000000001"), error("01J00000000000000000000002")] as never,
    });
    expect(ids(record)).toEqual(["step-1", "error-01J00000000000000000000002"]);
  });
});
