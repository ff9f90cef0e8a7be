import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createModelClient } from "#agent/model-calls/model-client.ts";
import { predict } from "#agent/predict/predict.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { AnsweredTurn, TurnPoll, TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { defined } from "#shared/values/defined.ts";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { callRoute } from "../../cli/call-route.ts";
import { agentModel } from "../agent/model-calls/role-model.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let api: ApiClient;
let model: Awaited<ReturnType<typeof startModelServer>>;

const start = async (): Promise<void> => {
  farm = await startUp(dir, "--phones", "1");
  api = createApiClient(farm.file);
};
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-outside-"));
  model = await startModelServer();
  await start();
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const agent = { kind: "external", name: "mine" };
/** What a job asks beside its agent: nobody but the agent chooses, and no picture is made for it. */
const alone = {
  supervision: unsupervised,
  perception: { picture: "never" },
};
const ended = (jobId: string): Promise<JobResponse> => jobEnded(api, jobId);
const poll = (id: string): Promise<TurnPoll> =>
  callRoute(farm.file, "readTurn", { id, query: { wait: 20, tree: "true" } });
const post = (turn: TurnResponse, body: unknown): Promise<AnsweredTurn> =>
  callRoute(farm.file, "answerTurn", {
    id: turn.jobId,
    turnId: turn.turnId,
    query: { wait: 20, tree: "true" },
    body,
  });

/** Drover's own agent, asked over what an outside agent is told. */
async function chooseAs(turn: TurnResponse, history: readonly Step[]) {
  const { observation: told } = turn;
  const observation: Observation = {
    capturedAt: told.capturedAt,
    screen: told.screen,
    package: told.app?.package ?? "",
    activity: told.app?.activity ?? "",
    keyboardShown: told.keyboardShown,
    screenshotKey: null,
    modelScreenshotKey: null,
    modelPicture: null,
    treeKey: null,
    hierarchyKey: null,
    treeHash: "",
    flags: [...told.flags],
  };
  const client = createModelClient({
    provider: anthropicProvider({ baseUrl: model.url, apiKey: model.apiKey }),
  });
  const silent = { info: () => undefined, debug: () => undefined };
  const { actions, thinking, usage } = await predict({
    agent: agentModel(client, { dialect: "tool-use" }),
    logger: silent,
    task: told.task,
    history,
    tree: told.tree ?? null,
    observation,
    stepNumber: turn.stepNumber,
    maxSteps: told.step + told.limitsLeft.steps - 1,
    elapsedSeconds: 0,
    actions: builtInActions,
    marker: "m1x8f2c07d3e91ab",
    ...defined({ apps: told.apps, device: told.device, feedback: told.feedback }),
  });
  const { inputTokens, outputTokens } = usage;
  return { actions: actions.map(({ action }) => action), thinking, usage: { inputTokens, outputTokens } };
}

async function drive(jobId: string): Promise<void> {
  let now = await poll(jobId);
  while (now.job.status !== "finished") {
    if (now.turn === null) {
      now = await poll(jobId);
      continue;
    }
    const { items } = await api.steps(jobId, { limit: 100 });
    const answered = await post(now.turn, await chooseAs(now.turn, items));
    now = answered.next ?? (await poll(jobId));
  }
}

/** All of a step that does not come of the clock, the ids of a job, or who was asked. */
const comparable = ({
  stepNumber,
  actions,
  thinking,
  screenChanged,
  outcome,
  feedback,
  before,
  after,
}: Step) => ({
  ...{ stepNumber, actions, thinking, screenChanged, outcome, feedback },
  before: before.treeHash,
  after: after?.treeHash,
});

it("[spec I1.2] our own agent chooses the same through the external door as inside", async () => {
  const task = "Turn on Bluetooth";
  const validators = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }];
  const inside = await api.submit({ task, validators, ...alone });
  const insideJob = await ended(inside.jobId);
  const outside = await api.submit({
    task,
    validators,
    agent,
    supervision: alone.supervision,
    perception: alone.perception,
  });
  await drive(outside.jobId);
  const outsideJob = await ended(outside.jobId);
  const [one, other] = [await api.trajectory(inside.jobId), await api.trajectory(outside.jobId)];
  expect(other.steps.map(comparable)).toEqual(one.steps.map(comparable));
  expect(new Set(other.steps.map(({ chosenBy }) => chosenBy))).toEqual(new Set(["external"]));
  const verdictOf = ({ outcome, claim, verdict, stepCount }: JobResponse) => ({
    outcome,
    claim,
    verdict,
    stepCount,
  });
  expect(verdictOf(outsideJob)).toEqual(verdictOf(insideJob));
  expect(outsideJob.usage).toMatchObject({
    inputTokens: expect.any(Number),
    calls: insideJob.usage.calls,
  });
}, 240_000);

it("a turn that was taken goes on after every part of the farm was killed", async () => {
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", agent });
  const { turn } = await eventually("a turn", async () => {
    const now = await poll(jobId);
    return now.turn === null ? undefined : now;
  });
  if (turn === null) throw new Error("There is no turn.");
  const body = { actions: [{ action: "wait", duration: 100 }] };
  // Its answer may be half way when everything dies.
  const sent = callRoute(farm.file, "answerTurn", { id: jobId, turnId: turn.turnId, query: {}, body }).catch(
    () => undefined,
  );
  for (const pid of Object.values(farm.file.processes)) process.kill(pid, "SIGKILL");
  await Promise.all([sent, farm.stop()]);
  await start();
  await eventually("the same answer is taken", () =>
    callRoute(farm.file, "answerTurn", { id: jobId, turnId: turn.turnId, query: {}, body }).catch(
      () => undefined,
    ),
  );
  const next = await eventually("the next turn", async () => {
    const now = await poll(jobId);
    return now.turn !== null && now.turn.turnId !== turn.turnId ? now.turn : undefined;
  });
  expect(next.stepNumber).toBe(2);
  await post(next, { actions: [{ action: "FINISH", status: "infeasible" }] });
  expect(await ended(jobId)).toMatchObject({ outcome: "failed", stepCount: 2 });
}, 240_000);

it("a job whose turn waits ends at once when it is cancelled", async () => {
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", agent });
  await eventually("a turn", async () => (await poll(jobId)).turn ?? undefined);
  await api.cancel(jobId);
  expect(await ended(jobId)).toMatchObject({ outcome: "cancelled" });
}, 120_000);

it("[spec G1] a batch crosses our own agent with one outside, and tells what each came to", async () => {
  const file = path.join(dir, "tasks.yaml");
  const task = "Turn on Bluetooth";
  await writeFile(
    file,
    `tasks: [{ id: bluetooth, task: ${task}, validators: ["setting:global/bluetooth_on=1"] }]`,
  );
  const run = commandLineHere(
    "batch",
    "run",
    file,
    "--agent",
    "builtin",
    "--agent",
    "external:mine",
    "--dir",
    dir,
  );
  const claimed = await eventually("the batch's turn", async () => {
    const body = { worker: "w1", wait: 20 };
    return (await callRoute(farm.file, "claimTurn", { name: "mine", body })).turn ?? undefined;
  });
  const body = { actions: [{ action: "FINISH", status: "infeasible" }] };
  const { jobId: id, turnId } = claimed;
  await callRoute(farm.file, "answerTurn", { id, turnId, query: { worker: "w1" }, body });
  expect((await run).code).toBe(1);
  const { items } = await callRoute(farm.file, "listBatches");
  const statistics = await callRoute(farm.file, "batchStatistics", { id: items[0]?.batchId ?? "" });
  const cameTo = statistics.agents.map(({ agent: name, model: asked, statistics: { success } }) => [
    name,
    asked,
    success.successes,
    success.runs,
  ]);
  expect(cameTo.sort()).toEqual([
    ["builtin", "practice-1", 1, 1],
    ["mine", undefined, 0, 1],
  ]);
}, 180_000);
