import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { handler as openCallback } from "#functions/open-callback.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { ClaimedTurn, TurnPoll } from "#shared/contracts/api/responses/turn-response.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { callApi } from "../../api/call-api.ts";
import { startApi, type TestApi } from "../../api/start-api.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

/** Stands for Step Functions, and keeps what its waiting states were answered. */
async function startService() {
  const told: { taskToken: string; output: unknown }[] = [];
  const state = { isAway: false };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (!state.isAway) {
      const { taskToken, output } = JSON.parse(text);
      told.push({ taskToken, output: JSON.parse(output) });
    }
    response.writeHead(state.isAway ? 503 : 200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, told, state, close };
}

export let service: Awaited<ReturnType<typeof startService>>;
export let api: TestApi;

let count = 300;
/** Another one in every test. */
export let jobId: JobId;
export const nextJob = (): JobId => {
  jobId = jobIdOf(++count);
  return jobId;
};

/** For the tests of a file: one start of the API and of a service that is answered, and another job in every test. */
export function withTakenTurns(): void {
  beforeAll(async () => {
    service = await startService();
    api = await startApi({ AWS_ENDPOINT_URL_SFN: service.url });
  });
  afterAll(async () => {
    await api.close();
    service.close();
  });
  beforeEach(() => {
    nextJob();
    api.clock.now = new Date(startedAt);
    api.model.requests.length = 0;
    service.told.length = 0;
    service.state.isAway = false;
  });
}

export const external = { kind: "external", name: "mine" } as const;
export const running = (change: Record<string, unknown> = {}) =>
  api.repositories.jobs.create(
    sampleJob({
      jobId,
      status: "running",
      acquisition: 1,
      startedAt,
      supervision: {},
      agent: { ...external, turnTimeoutSeconds: 120, observation: {} },
      ...change,
    }),
  );

export const inputOf = (stepNumber = 1, change: Record<string, unknown> = {}) =>
  turnInput(jobId, { stepNumber, ...change });
export const predict = async (stepNumber = 1, change: Record<string, unknown> = {}) =>
  PredictActionOutput.parse(await invoke(predictAction, inputOf(stepNumber, change)));

export type Awaiting = Extract<PredictActionOutput, { route: "awaitTurn" }>;

/** As AwaitTurn calls the function. */
export const open = (
  { turnId, callbackId, timeoutSeconds, agent, pool, worker }: Awaiting,
  input = inputOf(),
  taskToken = `token-of-${jobId}`,
) =>
  invoke(openCallback, {
    schemaVersion: 1,
    tenantId,
    jobId,
    kind: "turn",
    id: callbackId,
    taskToken,
    timeoutSeconds,
    turn: { turnId, agent, pool, worker, input },
  });

/** A job whose first turn waits for its agent. */
export async function waiting(change: Record<string, unknown> = {}): Promise<Awaiting> {
  await running(change);
  const output = await predict();
  if (output.route !== "awaitTurn") throw new Error(`The turn goes to ${output.route}.`);
  await open(output);
  return output;
}

export const ask = async (query = "") =>
  TurnPoll.parse((await callApi("GET", `/v1/jobs/${jobId}/turn${query}`)).body);
export const turnUrl = (turnId: string, query = "") => `/v1/jobs/${jobId}/turns/${turnId}${query}`;
export const tap = { action: "tap", coordinate: [0.5, 0.25] } as const;
export const answerWith = (turnId: string, body: unknown, query = "") =>
  callApi("POST", turnUrl(turnId, query), { body });
export const claim = async (worker: string, more: Record<string, unknown> = {}, name = "mine") =>
  ClaimedTurn.parse(
    (await callApi("POST", `/v1/agents/${name}/turns/claim`, { body: { worker, ...more } })).body,
  );
export const job = () => api.repositories.jobs.get(tenantId, jobId);
export const step = (stepNumber = 1) => api.repositories.steps.get(tenantId, jobId, stepNumber);
export const later = (seconds: number): void => {
  api.clock.now = new Date(Date.parse(startedAt) + seconds * 1_000);
};
