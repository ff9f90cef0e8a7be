import { describe, expect, it } from "vitest";
import { filmPlaces, framesOf, placeAt, playMilliseconds } from "../../../console/src/job-view/film.ts";
import { onOtherDevice, stepState, stepTone } from "../../../console/src/job-view/step-state.ts";
import { sampleRecord, second } from "./sample-record.ts";

const outcome = { ok: true, effect: "done", retries: 0 };

describe("the filmstrip", () => {
  it("gives each step as much as it took, and an hour of waiting no more than some usual steps", () => {
    const { steps } = sampleRecord([
      { predictedAt: second(0) },
      { predictedAt: second(10) },
      { predictedAt: second(20) },
      { predictedAt: second(3_600) },
      { predictedAt: second(3_610) },
    ]);
    const places = filmPlaces(steps);
    const lengths = places.map(({ start, end }) => end - start);
    expect(places[0]?.start).toBe(0);
    expect(places.at(-1)?.end).toBeCloseTo(1);
    expect(lengths[0]).toBeCloseTo(lengths[1] ?? 0);
    expect((lengths[2] ?? 0) / (lengths[0] ?? 1)).toBeCloseTo(8);
  });

  it("finds the step under every point, and has a frame for every slot", () => {
    const { steps } = sampleRecord(Array.from({ length: 1_000 }, () => ({})));
    const places = filmPlaces(steps);
    expect(placeAt(places, 0)?.stepNumber).toBe(1);
    expect(placeAt(places, 0.9999)?.stepNumber).toBe(1_000);
    expect(placeAt(places, 0.5)?.stepNumber).toBeGreaterThan(450);
    expect(framesOf(places, 25)).toHaveLength(25);
    expect(framesOf([], 25)).toEqual([]);
  });

  it("shows the first and the last step however few frames fit and however short the last step was", () => {
    const { steps } = sampleRecord([
      { timings: { inferenceMilliseconds: 9_000 } },
      { timings: { inferenceMilliseconds: 9_000 } },
      { timings: { inferenceMilliseconds: 1 } },
    ]);
    const frames = framesOf(filmPlaces(steps), 4).map(({ stepNumber }) => stepNumber);
    expect([frames[0], frames.at(-1)]).toEqual([1, 3]);
  });

  it("plays a step as long as it took, within what can be watched", () => {
    const { steps } = sampleRecord([{ timings: { inferenceMilliseconds: 90_000 } }, {}]);
    const [long, short] = steps;
    expect(long && playMilliseconds(long, 1)).toBe(2_000);
    expect(long && playMilliseconds(long, 8)).toBe(250);
    expect(short && playMilliseconds(short, 1)).toBeGreaterThanOrEqual(250);
  });
});

describe("how a step came out", () => {
  it.each([
    [{ outcome: { ok: false, effect: "none", retries: 0 } }, "broken", "error"],
    [{ outcome, verification: { verdict: "failed", by: "rules" } }, "missed", "error"],
    [{ outcome, verification: { verdict: "unsure", by: "rules" } }, "unsure", "plain"],
    [{ outcome, verification: { verdict: "passed", by: "rules" } }, "done", "plain"],
    [{ outcome, recoveryId: "r-1", chosenBy: "recovery" }, "done", "recovery"],
    [{ actions: [{ action: { action: "FINISH", status: "success" } }] }, "claimed", "plain"],
    [
      {
        actions: [{ action: { action: "finish", status: "success" } }],
        completionCheck: { accepted: false, reason: "It is off." },
      },
      "rejected",
      "error",
    ],
  ] as const)("of %j is %s", (given, state, tone) => {
    const [step] = sampleRecord([given]).steps;
    if (step === undefined) throw new Error("no step");
    expect(stepState(step, true)).toBe(state);
    expect(stepTone(step, stepState(step, true))).toBe(tone);
  });

  it("is under way while the job runs, and told to be of another device when the job lost it", () => {
    const record = sampleRecord([{}, {}]);
    const [first, second] = record.steps;
    if (first === undefined || second === undefined) throw new Error("no steps");
    expect(stepState(first, false)).toBe("running");
    const job = { ...record.job, lostSteps: 1 };
    expect([onOtherDevice(job, first), onOtherDevice(job, second)]).toEqual([true, false]);
  });
});
