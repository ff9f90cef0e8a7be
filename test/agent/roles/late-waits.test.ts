import { describe, expect, it } from "vitest";
import { changeBoard } from "#agent/role-board/change-board.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { startedAt } from "../../functions/start-functions.ts";
import { at, jobIdOf, sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";
import { running, stored, turn, withTurns } from "../turn/one-turn.ts";

withFunctions();
withTurns();

let lastId = 900;
const later = (seconds: number): void => {
  functions.clock.now = new Date(Date.parse(startedAt) + seconds * 1_000);
};
/** By the turn after its step, on a screen that was looked at then. */
const next = () =>
  turn({ stepNumber: 2, observation: sampleObservation({ capturedAt: functions.clock.now.toISOString() }) });

/** The role `callee`, which waits for a number for two minutes. */
async function waiting(): Promise<(text: string) => Promise<unknown>> {
  const [caller, whole] = [jobIdOf(++lastId), jobIdOf(++lastId)];
  const board: RoleBoard = {
    ...{ schemaVersion: 1, tenantId, jobId: whole, revision: 1, entries: [], gatheredAt: at },
    roles: [
      { role: "caller", jobId: caller, state: "acting" },
      { role: "callee", jobId, state: "acting" },
    ],
  };
  await functions.repositories.roleBoards.write(board, 0);
  await running({ roleOf: { jobId: whole, role: "callee" } });
  functions.model.answer({ action: "wait_for", key: "number", seconds: 120 });
  expect(await turn()).toMatchObject({ route: "awaitRoles", callbackId: "entry-1", timeoutSeconds: 120 });
  const entry = { kind: "tell", role: "caller", at, key: "number", to: null, stepNumber: 1 } as const;
  return (text) => changeBoard({ tenantId, jobId: whole }, { ...entry, text }, runtimeFor("predict-action"));
}
const lastPrompt = (): string => functions.model.requests.at(-1) ?? "";

describe("a role that waits to be told something", () => {
  it("goes on without it when its time is over", async () => {
    await waiting();
    later(121);
    functions.model.answer({ action: "back" });
    expect(await next()).toMatchObject({ route: "perform" });
    expect(lastPrompt()).toContain("No other role told 'number' in time.");
  });

  it("[fault A22] waits once more when the farm was down, or its clock was set, until long after its time", async () => {
    const tell = await waiting();
    later(3_600);
    const stands = {
      route: "stand",
      callbackId: "entry-1",
      timeoutSeconds: 120,
      hold: true,
      nextStepNumber: 2,
    };
    expect(await next()).toMatchObject(stands);
    // An invocation that is repeated.
    expect(await next()).toMatchObject(stands);
    expect(await stored()).toMatchObject({ pause: { for: "roles", until: "2026-01-01T01:02:00.000Z" } });
    await tell("555");
    later(3_660);
    functions.model.answer({ action: "back" });
    expect(await next()).toMatchObject({ route: "perform" });
    expect(lastPrompt()).toContain("555");
    expect((await stored())?.pause).toBeUndefined();
  });

  it("[fault A22] does not wait for ever: nor does its next wait when that ends in its time", async () => {
    await waiting();
    later(3_600);
    await next();
    later(3_721);
    functions.model.answer({ action: "back" });
    expect(await next()).toMatchObject({ route: "perform" });
    expect(lastPrompt()).toContain("No other role told 'number' in time.");
  });
});
