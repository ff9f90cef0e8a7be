import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { TurnAnswer } from "#shared/contracts/workflow/turn.ts";
import { canonicalJson } from "#shared/rules/batch/canonical-json.ts";
import { callApi, refused } from "../../api/call-api.ts";
import { sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import {
  answerWith,
  api,
  ask,
  inputOf,
  job,
  jobId,
  later,
  open,
  predict,
  running,
  service,
  step,
  tap,
  turnUrl,
  waiting,
  withTakenTurns,
} from "./taking-job.ts";

withTakenTurns();

describe("a turn of an agent outside of the farm", () => {
  it("is told with what is on the screen, what may be done and what is left", async () => {
    const { turnId } = await waiting();
    expect(await ask()).toMatchObject({
      job: { jobId, status: "running" },
      turn: {
        turnId,
        stepNumber: 1,
        agent: "mine",
        status: "open",
        observation: {
          task: "Turn on Bluetooth",
          screen: { width: 1080, height: 2400 },
          step: 1,
          limitsLeft: { steps: 50, tokens: 500_000 },
          last: null,
          actions: expect.arrayContaining(["tap", "type", "FINISH"]),
        },
      },
    });
    expect(api.model.requests).toEqual([]);
  });

  it("is what its job waits for, and the job says whose it is", async () => {
    await waiting();
    await callApi("GET", `/v1/jobs/${jobId}/turn?worker=box-1`);
    expect((await callApi("GET", `/v1/jobs/${jobId}`)).body).toMatchObject({
      status: "running",
      waitingBecause: "It is the turn of its agent 'mine', taken by 'box-1', until 2026-01-01T00:02:00.000Z.",
    });
  });

  it("becomes the job's step, and the waiting state is answered as PredictAction would", async () => {
    const { turnId } = await waiting();
    later(3);
    const answer = {
      actions: [tap],
      thinking: "It is there.",
      model: "my-7b",
      usage: { inputTokens: 900, outputTokens: 20 },
    };
    expect(await answerWith(turnId, answer)).toMatchObject({
      status: 200,
      body: { turnId, stepNumber: 1, status: "accepted" },
    });
    expect(service.told).toEqual([
      {
        taskToken: `token-of-${jobId}`,
        output: {
          route: "perform",
          stepNumber: 1,
          commandId: `${jobId}-1-perform`,
          deadlineSeconds: 30,
          actions: [tap],
        },
      },
    ]);
    expect(await step()).toMatchObject({
      chosenBy: "external",
      model: "my-7b",
      thinking: "It is there.",
      usage: { calls: 1, inputTokens: 900, outputTokens: 20, pricedCalls: 0 },
      timings: { inferenceMilliseconds: 3_000 },
    });
    expect(await job()).toMatchObject({ stepCount: 1, usage: { inputTokens: 900 }, spentTokens: 920 });
  });

  it("is answered once: the same again gives the same, another answer is refused", async () => {
    const { turnId } = await waiting();
    const first = await answerWith(turnId, { actions: [tap] });
    expect(await answerWith(turnId, { actions: [tap] })).toEqual(first);
    expect(service.told).toHaveLength(1);
    const problem = await refused(409, "POST", turnUrl(turnId), { body: { actions: [{ action: "back" }] } });
    expect(problem.code).toBe("TurnAnswered");
    expect(await job()).toMatchObject({ stepCount: 1 });
  });

  it("that was not told to the job is told by the same answer sent again", async () => {
    const { turnId } = await waiting();
    service.state.isAway = true;
    await refused(503, "POST", turnUrl(turnId), { body: { actions: [tap] } });
    service.state.isAway = false;
    expect((await answerWith(turnId, { actions: [tap] })).status).toBe(200);
    expect(service.told).toMatchObject([{ output: { route: "perform" } }]);
    expect(await job()).toMatchObject({ stepCount: 1 });
  });

  it("that was not told to the job is told when its agent asks for the next one", async () => {
    const { turnId } = await waiting();
    service.state.isAway = true;
    await refused(503, "POST", turnUrl(turnId), { body: { actions: [tap] } });
    service.state.isAway = false;
    expect((await ask("?wait=1")).turn).toBeNull();
    expect(service.told).toMatchObject([{ output: { route: "predict" } }]);
    expect(await predict()).toMatchObject({ route: "perform", stepNumber: 1 });
  });

  it("whose answer was kept and no more is made by the job itself", async () => {
    const { turnId } = await waiting();
    const at = api.clock.now.toISOString();
    const key = { tenantId, jobId, turnId };
    await api.repositories.turns.answer({
      ...key,
      answer: { actions: [{ ...tap, coordinate: [...tap.coordinate] }], thinking: "" },
      digest: "d",
      at,
    });
    expect(await predict(1, { failedHelpers: { AwaitTurn: "States.Timeout" } })).toMatchObject({
      route: "perform",
      actions: [tap],
    });
    expect(await step()).toMatchObject({ chosenBy: "external", model: "mine" });
  });

  it("whose answer was kept and no more makes no step of a job that has been cancelled since", async () => {
    const { turnId } = await waiting();
    const at = api.clock.now.toISOString();
    const answer = TurnAnswer.parse({ actions: [tap] });
    const digest = createHash("sha256").update(canonicalJson(answer)).digest("base64url");
    await api.repositories.turns.answer({ tenantId, jobId, turnId, answer, digest, at });
    await api.repositories.jobs.cancel(tenantId, jobId, at);
    const problem = await refused(409, "POST", turnUrl(turnId), { body: { actions: [tap] } });
    expect(problem.code).toBe("TurnOver");
    expect(await api.repositories.steps.get(tenantId, jobId, 1)).toBeNull();
  });

  it("that the job's policy forbids is a closed step, and the agent is told why", async () => {
    const { turnId } = await waiting({ policy: { actions: { deny: ["touch"] } } });
    const { body } = await answerWith(turnId, { actions: [tap] });
    expect(body).toMatchObject({ status: "denied", reason: expect.any(String) });
    expect(service.told).toMatchObject([{ output: { route: "denied", nextStepNumber: 2 } }]);
  });

  it("that asks a simulated user comes again as a turn of the farm, in which the user answers", async () => {
    const { turnId } = await waiting({ user: { knows: { "which alarm": "the second" } } });
    await answerWith(turnId, { actions: [{ action: "ask_user", question: "Which alarm?" }] });
    expect(service.told).toMatchObject([{ output: { route: "predict" } }]);
    expect(api.model.requests).toEqual([]);
    api.model.answer({ action: "answer_question", facts: ["which alarm"], answer: "The second." });
    expect(await predict()).toEqual({ route: "denied", nextStepNumber: 2 });
    expect(await step()).toMatchObject({
      chosenBy: "external",
      toolResult: { ok: true, text: "The second." },
    });
  });

  it("of a person is a person's step, and its claim is checked by nobody but the validators", async () => {
    const { turnId } = await waiting({
      agent: { kind: "human", name: "human", turnTimeoutSeconds: 1_800 },
      supervision: { completion: true },
    });
    await answerWith(turnId, { actions: [{ action: "FINISH", status: "success" }] });
    expect(await step()).toMatchObject({ chosenBy: "human", model: "human", usage: { calls: 0 } });
    expect(service.told).toMatchObject([{ output: { route: "judge", end: { reason: "claimed" } } }]);
  });

  it("that claims success is checked from the screen where the job asks for it", async () => {
    const { turnId } = await waiting({ supervision: { completion: true } });
    await answerWith(turnId, { actions: [{ action: "FINISH", status: "success" }] });
    expect(service.told).toMatchObject([{ output: { route: "checkCompletion", stepNumber: 1 } }]);
  });

  it("may end the job with a claim, which is judged", async () => {
    const { turnId } = await waiting();
    await answerWith(turnId, { actions: [{ action: "FINISH", status: "success", answer: "42" }] });
    expect(service.told).toMatchObject([
      { output: { route: "judge", end: { reason: "claimed", claim: { status: "success", answer: "42" } } } },
    ]);
  });

  it("is another one for each step, and shows what came of the one before", async () => {
    const { turnId } = await waiting();
    await answerWith(turnId, { actions: [tap] });
    const next = await predict(2, { observation: { ...inputOf().observation, treeHash: "hash-1" } });
    if (next.route !== "awaitTurn") throw new Error(`The turn goes to ${next.route}.`);
    await open(next, inputOf(2));
    expect((await ask()).turn).toMatchObject({
      turnId: next.turnId,
      stepNumber: 2,
      observation: { last: { stepNumber: 1, actions: [{ action: tap }] } },
    });
  });

  it("that nobody takes in time is the agent's failure, not the farm's", async () => {
    const { turnId } = await waiting();
    later(121);
    const problem = await refused(409, "POST", turnUrl(turnId), { body: { actions: [tap] } });
    expect(problem.code).toBe("TurnOver");
    expect(await predict(1, { failedHelpers: { AwaitTurn: "States.Timeout" } })).toMatchObject({
      route: "judge",
      end: { reason: "agentSilent", detail: expect.stringContaining("'mine' took no turn within 120 s") },
    });
    expect((await ask()).turn).toBeNull();
    expect(await api.repositories.errors.listByJob(tenantId, jobId)).toMatchObject([{ code: "AgentSilent" }]);
  });

  it("lasts no longer than its job may", async () => {
    await running({ limits: { timeoutSeconds: 40 } });
    await api.repositories.steps.put(sampleStep({ jobId, timings: { turnMilliseconds: 10_000 } }));
    const turn = await predict(2);
    expect(turn).toMatchObject({ route: "awaitTurn", timeoutSeconds: 30 });
    if (turn.route === "awaitTurn") await open(turn, inputOf(2));
    later(5);
    expect((await ask()).turn?.observation.limitsLeft.seconds).toBe(25);
  });

  it("[fault A22] is given once more when the farm was down or its clock was set, until long after its time", async () => {
    const { turnId } = await waiting();
    later(3_600);
    const again = await predict(1, { failedHelpers: { AwaitTurn: "States.Timeout" } });
    expect(again).toMatchObject({ route: "awaitTurn", timeoutSeconds: 120 });
    if (again.route !== "awaitTurn") return;
    expect(again.turnId).not.toBe(turnId);
    await open(again);
    expect((await ask()).turn).toMatchObject({ turnId: again.turnId, stepNumber: 1 });
    expect(await api.repositories.errors.listByJob(tenantId, jobId)).toEqual([]);
  });
});
