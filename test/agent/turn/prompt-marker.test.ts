import { describe, expect, it } from "vitest";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { running, tap, turn, withTurns } from "./one-turn.ts";

withFunctions();
withTurns();

describe("the marker of a job's prompts", () => {
  const markerIn = (request: string | undefined) => /--- (\w+) begin ---/.exec(request ?? "")?.[1];

  it("is the job's own in every turn, so that a prompt begins as the one before did", async () => {
    await running({ promptMarker: "0123456789abcdef" });
    for (const stepNumber of [1, 2]) {
      functions.model.answer(tap);
      await turn({ stepNumber });
    }
    expect(functions.model.requests.map(markerIn)).toEqual(["0123456789abcdef", "0123456789abcdef"]);
  });

  it("is made anew for a job stored before jobs had one", async () => {
    await running();
    functions.model.answer(tap);
    await turn();
    expect(markerIn(functions.model.requests[0])).toMatch(/^[0-9a-f]{16}$/);
  });
});
