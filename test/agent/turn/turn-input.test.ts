import { describe, expect, it } from "vitest";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { sampleObservation } from "../../shared/storage/sample-records.ts";
import { running, tap, turn, withTurns } from "./one-turn.ts";

withFunctions();
withTurns();

describe("what a function is given", () => {
  it("[fault D20] refuses an input of another version by name", async () => {
    await expect(turn({ schemaVersion: 2 })).rejects.toMatchObject({ name: "SchemaMismatch" });
  });

  it("never logs the whole task or the key", async () => {
    await running({ task: `Turn on Bluetooth ${"and wait ".repeat(50)}` });
    functions.model.answer(tap);
    await turn({ observation: sampleObservation({ flags: ["treeUnavailable: x"] }) as Observation });
    const log = functions.lines.join("\n");
    expect(log).toContain(jobId);
    expect(log).not.toContain("and wait and wait");
    expect(log).not.toContain(functions.environment.PRACTICE_KEY);
  });
});
