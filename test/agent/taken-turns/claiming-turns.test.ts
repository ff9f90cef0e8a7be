import { expect, it } from "vitest";
import { callApi } from "../../api/call-api.ts";
import {
  answerWith,
  claim,
  inputOf,
  jobId,
  later,
  nextJob,
  open,
  predict,
  tap,
  waiting,
  withTakenTurns,
} from "./taking-job.ts";

withTakenTurns();

const agent = (name: string) => ({
  agent: { kind: "external", name, turnTimeoutSeconds: 120, observation: {} },
});

it("a worker claims the turn that has waited longest, each turn once", async () => {
  const first = await waiting(agent("queue"));
  later(1);
  nextJob();
  const second = await waiting(agent("queue"));
  expect((await claim("a", {}, "queue")).turn?.turnId).toBe(first.turnId);
  expect((await claim("b", {}, "queue")).turn?.turnId).toBe(second.turnId);
  expect(await claim("c", {}, "queue")).toEqual({ turn: null, job: null });
});

it("a claim is of its agent and its pool alone", async () => {
  const { turnId } = await waiting(agent("pooled"));
  expect(await claim("a", {}, "other")).toEqual({ turn: null, job: null });
  expect(await claim("a", { pool: "tablets" }, "pooled")).toEqual({ turn: null, job: null });
  expect((await claim("a", { pool: "default" }, "pooled")).turn?.turnId).toBe(turnId);
});

it("the job's next turn is kept for the worker, and anybody's when he does not ask for it", async () => {
  const { turnId } = await waiting(agent("kept"));
  await claim("a", {}, "kept");
  await answerWith(turnId, { actions: [tap] }, "?worker=a");
  const next = await predict(2);
  if (next.route !== "awaitTurn") throw new Error(`The turn goes to ${next.route}.`);
  expect(next.worker).toBe("a");
  await open(next, inputOf(2));
  expect(await claim("b", {}, "kept")).toEqual({ turn: null, job: null });
  later(21);
  expect((await claim("b", {}, "kept")).turn).toMatchObject({ turnId: next.turnId, claimedBy: "b" });
});

it("the job's next turn is its worker's to the end once he has asked for it", async () => {
  const { turnId } = await waiting(agent("asked"));
  await claim("a", {}, "asked");
  await answerWith(turnId, { actions: [tap] }, "?worker=a");
  const next = await predict(2);
  if (next.route !== "awaitTurn") throw new Error(`The turn goes to ${next.route}.`);
  await open(next, inputOf(2));
  await callApi("GET", `/v1/jobs/${jobId}/turn?worker=a`);
  later(100);
  expect(await claim("b", {}, "asked")).toEqual({ turn: null, job: null });
});

it("a claim whose answer was lost is answered again to whoever says so, and to its worker alone", async () => {
  const { turnId } = await waiting(agent("lost"));
  await claim("a", {}, "lost");
  expect(await claim("a", {}, "lost")).toEqual({ turn: null, job: null });
  expect(await claim("b", { again: true }, "lost")).toEqual({ turn: null, job: null });
  expect((await claim("a", { again: true }, "lost")).turn).toMatchObject({ turnId, claimedBy: "a" });
});

it("a turn that is over is in no list", async () => {
  await waiting(agent("late"));
  later(121);
  expect(await claim("a", {}, "late")).toEqual({ turn: null, job: null });
  expect(await predict(1, { failedHelpers: { AwaitTurn: "States.Timeout" } })).toMatchObject({
    route: "judge",
    end: { reason: "agentSilent" },
  });
});
