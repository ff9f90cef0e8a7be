import { describe, expect, it } from "vitest";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { at, jobIdOf, sampleJob, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { map, ofHost, withCaughtErrors } from "./map-caught.ts";

withFunctions();
withCaughtErrors();

const other = { route: "reacquire", stepNumber: 2 };
const end = { route: "release", end: { reason: "infrastructure" } };
const came = (effect: "done" | "none" | "indeterminate") => ({ ok: effect === "done", effect, retries: 0 });
const told = (from: string) => [{ number: 1, key: "number", text: "555", from, to: null, at, stepNumber: 1 }];

let lastId = 800;
/** The job of the role `caller`, which made one step. */
async function lostRole(
  outcome: ReturnType<typeof came> | undefined,
  {
    state = "acting",
    entries = [],
    actions = [{ action: { action: "tap", coordinate: [0.5, 0.5] } }],
  }: { state?: "acting" | "done"; entries?: ReturnType<typeof told>; actions?: Step["actions"] },
): Promise<unknown> {
  const [jobId, callee, whole] = [jobIdOf(++lastId), jobIdOf(++lastId), jobIdOf(++lastId)];
  const board: RoleBoard = {
    ...{ schemaVersion: 1, tenantId, jobId: whole, revision: 1, entries },
    roles: [
      { role: "caller", jobId, state },
      { role: "callee", jobId: callee, state: "acting" },
    ],
  };
  await functions.repositories.roleBoards.write(board, 0);
  const roleOf = { jobId: whole, role: "caller" };
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt: at, roleOf });
  await functions.repositories.jobs.create(job);
  await functions.repositories.steps.put(sampleStep({ jobId, outcome, actions }));
  return map(ofHost("LeaseLost"), { jobId });
}

describe("[fault A7] a role that lost its device", () => {
  it.each([
    ["had planned a step that was not carried out", undefined, {}],
    ["had made one step that came to nothing", came("none"), {}],
    ["had opened an app", came("done"), { actions: [{ action: { action: "open_app", app: "Clock" } }] }],
    ["had been told something", came("none"), { entries: told("callee") }],
  ])("takes another when it %s: nobody can have acted on what it did", async (_, outcome, board) => {
    expect(await lostRole(outcome, board)).toMatchObject(other);
  });

  it.each([
    ["its device had felt a tap", came("done"), {}],
    ["its device may have felt a tap", came("indeterminate"), {}],
    ["it had told the others something", came("none"), { entries: told("caller") }],
    ["the others knew that it was done", came("none"), { state: "done" as const }],
  ])("ends as inconclusive when %s", async (_, outcome, board) => {
    expect(await lostRole(outcome, board)).toMatchObject(end);
  });
});
