import { describe, expect, it } from "vitest";
import { Question, QuestionId } from "#shared/contracts/job/question.ts";
import { callApi, refused } from "../../api/call-api.ts";
import { jobIdOf, tenantId } from "../../shared/storage/sample-records.ts";
import {
  answer,
  answersUrl,
  api,
  ask,
  asking,
  job,
  jobId,
  lastPrompt,
  later,
  nextJob,
  open,
  running,
  step,
  tokenKept,
  turn,
  withAskingJobs,
} from "./asking-job.ts";

withAskingJobs();

describe("an agent that asks", () => {
  it("ends its turn with a question that anybody finds, and the job pauses without using its time", async () => {
    expect(await ask()).toEqual({
      route: "ask",
      callbackId: "1",
      timeoutSeconds: 3_600,
      hold: true,
      stepNumber: 1,
      nextStepNumber: 2,
      commandId: `${jobId}-1-look`,
      deadlineSeconds: 30,
      actions: [],
    });
    const listed = await callApi("GET", "/v1/questions?limit=100");
    expect((listed.body as { items: unknown[] }).items).toContainEqual(
      expect.objectContaining({ jobId, questionId: "1", text: asking.question, status: "open" }),
    );
    const read = (await callApi("GET", `/v1/jobs/${jobId}`)).body;
    expect(read).toMatchObject({
      status: "running",
      waitingBecause: expect.stringContaining("Which of the two alarms?"),
      awaiting: { for: "answer", until: "2026-01-01T01:00:00.000Z", question: { questionId: "1" } },
    });
  });

  it("asks once, however often the turn is made", async () => {
    const first = await ask();
    expect(await turn(1)).toEqual(first);
    expect(api.model.requests).toHaveLength(1);
    expect(await api.repositories.questions.listByJob(tenantId, jobId)).toHaveLength(1);
  });

  it("is not offered to when its job says nothing of questions, or its policy forbids to talk", async () => {
    await running({ questions: undefined });
    api.model.answer({ action: "back" });
    await turn(1);
    expect(lastPrompt()).not.toContain('"ask_user"');
    nextJob();
    await running({ policy: { actions: { deny: ["talk"] } } });
    api.model.answer({ action: "back" });
    await turn(1);
    expect(lastPrompt()).not.toContain('"ask_user"');
  });

  it("keeps a device that its workflow lends it, whatever its policy says", async () => {
    const part = { questions: { device: "release" }, parentJobId: jobIdOf(99) };
    expect(await ask(part)).toMatchObject({ route: "ask", hold: true });
    expect(await job()).toMatchObject({ status: "running", pause: { holdsDevice: true } });
  });

  it("that gives its device back is queued as for its first one, and is told that the next is fresh", async () => {
    expect(await ask({ questions: { device: "release" } })).toMatchObject({ route: "ask", hold: false });
    expect(await job()).toMatchObject({ status: "queued", lostSteps: 1, pause: { holdsDevice: false } });
    expect(await step()).toMatchObject({
      outcome: { ok: true },
      feedback: expect.stringContaining("set up anew"),
    });
  });
});

describe("when nobody answers", () => {
  const prompted = async (questions: Record<string, unknown>) => {
    await ask({ questions });
    later(61);
    api.model.answer({ action: "back" });
    await turn(2, "2026-01-01T01:01:00.000Z");
    return (await api.repositories.questions.listByJob(tenantId, jobId))[0];
  };

  it("the agent is told so and goes on", async () => {
    expect(await prompted({})).toMatchObject({ status: "expired" });
    expect(lastPrompt()).toContain('\\"error\\":true,\\"result\\":\\"Nobody answered in time.');
  });

  it("the job's default is taken, and said to be one", async () => {
    expect(await prompted({ defaultAnswer: "the first" })).toMatchObject({
      status: "default",
      answer: "the first",
    });
    expect(lastPrompt()).toContain('\\"result\\":\\"the first (Nobody answered in time');
  });
});

describe("[fault A22] when the wait ended long after its time, because the farm was down or its clock was set", () => {
  const late = "2026-01-01T03:00:00.000Z";
  const again = { route: "ask", callbackId: "1", timeoutSeconds: 3_600, stepNumber: 1, nextStepNumber: 2 };

  it("the question is open once more for as long, and its answer is the tool's result", async () => {
    await ask({ questions: { defaultAnswer: "the first" } });
    later(180);
    const asked = await turn(2, late);
    expect(asked).toMatchObject({ ...again, hold: true, commandId: expect.stringContaining("-1-look-") });
    // An invocation that is repeated.
    expect(await turn(2, late)).toEqual(asked);
    const until = "2026-01-01T04:00:00.000Z";
    expect((await callApi("GET", `/v1/jobs/${jobId}`)).body).toMatchObject({
      awaiting: { for: "answer", until, question: { questionId: "1" } },
    });
    await open();
    later(190);
    expect((await answer("The one at 7:30")).status).toBe(200);
    expect(await tokenKept()).toBe(false);
    api.model.answer({ action: "back" });
    expect(await turn(2, "2026-01-01T03:10:01.000Z")).toMatchObject({ route: "perform" });
    expect(lastPrompt()).toContain("The one at 7:30");
    expect(await job()).toMatchObject({ pausedMilliseconds: 190 * 60_000 });
  });

  it("it ends for good when nobody answers in that time either", async () => {
    await ask();
    later(180);
    await turn(2, late);
    later(240);
    api.model.answer({ action: "back" });
    expect(await turn(2, "2026-01-01T04:00:00.000Z")).toMatchObject({ route: "perform" });
    expect(await api.repositories.questions.listByJob(tenantId, jobId)).toMatchObject([
      { status: "expired" },
    ]);
  });

  it("a device that is not kept is given back again, but not because the next one came late", async () => {
    const questions = { device: "release" };
    await ask({ questions });
    later(119);
    api.model.answer({ action: "back" });
    expect(await turn(2, "2026-01-01T01:59:00.000Z")).toMatchObject({ route: "perform" });
    nextJob();
    later(0);
    await ask({ questions });
    later(180);
    expect(await turn(2, late)).toMatchObject({ ...again, hold: false });
    expect(await job()).toMatchObject({ status: "queued", lostSteps: 1, pause: { holdsDevice: false } });
  });

  it("a device that was taken anew meanwhile is given back: nothing that was done stands on it", async () => {
    await ask();
    const waiting = await job();
    if (waiting !== null) await api.repositories.jobs.requeue(waiting, 1, api.clock.now);
    later(180);
    expect(await turn(2, late)).toMatchObject({ ...again, hold: false });
    expect(await job()).toMatchObject({ status: "queued", pause: { for: "answer", holdsDevice: false } });
  });

  it("it is not open beyond its job's whole time", async () => {
    await ask({ limits: { totalSeconds: 7_200 } });
    later(90);
    expect(await turn(2, "2026-01-01T01:30:00.000Z")).toMatchObject({ ...again, timeoutSeconds: 1_800 });
    later(180);
    expect(await turn(2, late)).toMatchObject({
      route: "judge",
      end: { reason: "timeout", blameless: true },
    });
  });
});

describe("a job that waits and is to end", () => {
  it("is woken when it is cancelled, and its question takes no answer after its end", async () => {
    await ask();
    await open();
    expect(await tokenKept()).toBe(true);
    await callApi("POST", `/v1/jobs/${jobId}/cancel`);
    expect(await tokenKept()).toBe(false);
    expect(await turn(2, "2026-01-01T00:00:01.000Z")).toMatchObject({
      route: "release",
      end: { reason: "cancelled" },
    });
  });

  it("without a device ends at once when it is cancelled, and its question with it", async () => {
    await ask({ questions: { device: "release" } });
    await callApi("POST", `/v1/jobs/${jobId}/cancel`);
    expect(await job()).toMatchObject({ status: "finished", outcome: "cancelled" });
  });
});

it("questions of a job are listed in the order in which they were asked, and those of another tenant are not there", async () => {
  await ask();
  const second = Question.parse({
    schemaVersion: 1,
    tenantId,
    jobId,
    questionId: QuestionId.parse("10"),
    stepNumber: 10,
    text: "And now?",
    askedAt: "2026-01-01T00:10:00.000Z",
    until: "2026-01-01T00:20:00.000Z",
    status: "open",
  });
  await api.repositories.questions.ask(second);
  const { body } = await callApi("GET", `/v1/jobs/${jobId}/questions`);
  expect((body as { items: Question[] }).items.map(({ questionId }) => questionId)).toEqual(["1", "10"]);
  await refused(404, "GET", `/v1/jobs/${jobId}/questions`, { tenant: "other" });
  await refused(404, "POST", answersUrl(), { tenant: "other", body: { answer: "x" } });
});

it("a job that waits is woken when all jobs are stopped", async () => {
  await ask();
  await open();
  await callApi("POST", "/v1/farm/stop", { body: {} });
  expect(await tokenKept()).toBe(false);
  await callApi("POST", "/v1/farm/resume");
});
