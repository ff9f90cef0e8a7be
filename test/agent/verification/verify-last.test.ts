import { expect, it } from "vitest";
import { verifyLast } from "#agent/verification/verify-last.ts";
import { sampleJob, sampleObservation, sampleStep } from "../../shared/storage/sample-records.ts";

const observation = sampleObservation();
const step = sampleStep({ outcome: { ok: true, effect: "done", retries: 0 }, after: observation });
const found = {
  stepNumber: step.stepNumber,
  verifiedAt: "2026-03-02T09:41:00.000Z",
  verifyMilliseconds: 3,
  screenChanged: true,
  feedback: "found by the state before",
};

async function verified(given: Partial<typeof found> | null) {
  const read: (string | null)[] = [];
  const services = {
    trees: async (key: string | null) => {
      read.push(key);
      return null;
    },
    now: () => new Date("2026-03-02T09:41:01.000Z"),
    monotonic: () => 0,
  };
  const seen = { job: sampleJob(), history: [step], observation };
  const { history, finding } = await verifyLast(
    { ...seen, found: given === null ? null : { ...found, ...given } },
    services,
  );
  return { last: history.at(-1), stored: finding?.take(), read };
}

it("takes over what VerifyStep found, and reads no screen again", async () => {
  const { last, stored, read } = await verified({});
  expect(last).toMatchObject({ feedback: "found by the state before", verifiedAt: found.verifiedAt });
  const { stepNumber: _, ...finding } = found;
  expect(stored).toEqual(finding);
  expect(read).toEqual([]);
});

it.each([
  ["VerifyStep found nothing", null],
  ["what it found is of another step", { stepNumber: step.stepNumber + 1 }],
])("compares the screens itself when %s", async (_, given) => {
  const { last, stored } = await verified(given);
  expect(last?.feedback).toContain("The screen did not change.");
  expect(stored).toMatchObject({ screenChanged: false });
});
