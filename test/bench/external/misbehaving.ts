import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiProblem, type Client, createClient, pages } from "@drover/client";
import type { TurnPoll } from "#shared/contracts/api/responses/turn-response.ts";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import type { TurnAnswer } from "#shared/contracts/workflow/turn.ts";
import { cleanEnvironment, droverCommand } from "../../drover-command.ts";
import type { BenchFarm } from "../batch/bench-farm.ts";

/** What an agent outside of the farm does with its job, and what the job comes to. */
export const behaviours = {
  /** By `drover agent serve`. */
  works: { agent: "served", ends: "succeeded", seconds: 600 },
  twice: { agent: "served", ends: "succeeded", seconds: 600 },
  dies: { agent: "served", ends: "failed", seconds: 600 },
  sleeps: { agent: "served", ends: "failed", seconds: 8 },
  /** By the API, in this process. */
  doubled: { agent: "by-hand", ends: "succeeded", seconds: 600 },
  late: { agent: "by-hand", ends: "failed", seconds: 5 },
  /** By nobody. */
  silent: { agent: "nobody", ends: "failed", seconds: 3 },
} as const;
export type Behaviour = keyof typeof behaviours;

const names = Object.keys(behaviours) as Behaviour[];
const taskOf = (behaviour: Behaviour): string => `Press the button: ${behaviour}`;

export interface EndedJob {
  readonly behaviour: Behaviour;
  readonly jobId: string;
  readonly outcome: string | undefined;
  readonly endReason: string | undefined;
  readonly steps: number;
}

export interface Misbehaved {
  readonly jobs: readonly EndedJob[];
  readonly milliseconds: number;
  /** Of answers by the API: how many were taken, and how many refused with which code. */
  readonly answers: Readonly<Record<string, number>>;
  readonly served: { readonly code: number | null; readonly stdout: string; readonly stderr: string };
}

/** Of a busy farm, for which a request is never late. */
const deadlineMilliseconds = 120_000;
const agentFile = path.join(import.meta.dirname, "misbehaving_agent.py");

/** So many jobs at once, of each behaviour in turn, to the last one's end. */
export async function runMisbehaving(farm: BenchFarm, count: number, python: string): Promise<Misbehaved> {
  const client = createClient<DroverApi>({ ...farm.file, deadlineMilliseconds });
  const wanted = Array.from({ length: count }, (_, at) => names[at % names.length] as Behaviour);
  const served = serve(farm, count, python);
  const stop = new AbortController();
  const answers: Record<string, number> = {};
  const byHand = takeTurns(client, answers, stop.signal);
  const started = performance.now();
  const submitted = await Promise.all(wanted.map((behaviour) => submit(client, behaviour)));
  await untilEnded(client, count);
  const milliseconds = performance.now() - started;
  stop.abort();
  served.child.kill("SIGINT");
  await byHand;
  const jobs = await Promise.all(
    submitted.map(async ({ behaviour, jobId }) => {
      const { outcome, endReason, stepCount: steps } = await client.readJob({ id: jobId });
      return { behaviour, jobId, outcome, endReason, steps };
    }),
  );
  return { jobs, milliseconds, answers, served: await served.ended };
}

async function submit(client: Client<DroverApi>, behaviour: Behaviour) {
  const { agent: name, seconds } = behaviours[behaviour];
  const agent = { kind: "external", name, turnTimeoutSeconds: seconds } as const;
  const { jobId } = await client.submitJob({ body: { task: taskOf(behaviour), agent } });
  return { behaviour, jobId };
}

async function untilEnded(client: Client<DroverApi>, count: number): Promise<void> {
  for (;;) {
    const ended = await Array.fromAsync(
      pages(client.listJobs, { query: { status: "finished" as const, limit: 100 } }),
    );
    if (ended.length >= count) return;
    await sleep(500);
  }
}

function serve(farm: BenchFarm, parallel: number, python: string) {
  const flags = [
    "--agent",
    "served",
    "--cmd",
    `${python} ${agentFile}`,
    "--parallel",
    String(Math.min(256, parallel)),
  ];
  const child = spawn(process.execPath, [droverCommand, "agent", "serve", "--dir", farm.dir, ...flags], {
    env: { ...cleanEnvironment, HOME: farm.dir, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
}

const press: TurnAnswer = { actions: [{ action: "tap", coordinate: [0.5, 0.5] }], thinking: "" };
const done: TurnAnswer = { actions: [{ action: "FINISH", status: "success" }], thinking: "" };

/** Takes turns by the API until it is told to stop: claims jobs one after the other, and takes the turns of all at once. */
async function takeTurns(
  client: Client<DroverApi>,
  answers: Record<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const taking: Promise<void>[] = [];
  while (!signal.aborted) {
    const worker = `hand-${taking.length}`;
    const { turn, job } = await client.claimTurn({ name: "by-hand", body: { worker, wait: 5 } });
    if (turn !== null && job !== null) taking.push(takeJob(client, { turn, job }, worker, answers));
  }
  await Promise.all(taking);
}

async function takeJob(
  client: Client<DroverApi>,
  first: TurnPoll,
  worker: string,
  answers: Record<string, number>,
): Promise<void> {
  for (let poll = first; poll.job.status !== "finished"; ) {
    if (poll.turn !== null) await answerTwiceOrLate(client, poll.turn, worker, answers);
    poll = await client.readTurn({ id: first.job.jobId, query: { worker, wait: 20 } });
  }
}

/** Late, or at once and twice, by answers that differ: one step comes of the two. */
async function answerTwiceOrLate(
  client: Client<DroverApi>,
  turn: NonNullable<TurnPoll["turn"]>,
  worker: string,
  answers: Record<string, number>,
): Promise<void> {
  const { jobId: id, turnId, stepNumber, until, observation } = turn;
  const tell = async (body: TurnAnswer): Promise<void> => {
    const came = await client.answerTurn({ id, turnId, query: { worker }, body }).then(
      () => "taken",
      (error: unknown) => (error instanceof ApiProblem ? error.code : String(error)),
    );
    answers[came] = (answers[came] ?? 0) + 1;
  };
  const body = stepNumber <= 3 ? press : done;
  if (!observation.task.includes("late")) {
    await Promise.all([tell(body), tell({ ...body, thinking: "another" })]);
    return;
  }
  await sleep(Math.max(0, Date.parse(until) - Date.now()) + 50);
  await tell(body);
}

/** What is wrong with how they ended, in words; nothing: each has the one outcome that its agent earned. */
export function wrongEnds({ jobs }: Misbehaved): readonly string[] {
  return jobs.flatMap(({ behaviour, jobId, outcome, endReason, steps }) => {
    const { ends } = behaviours[behaviour];
    const isFailure = endReason === "agentSilent" || endReason === "agentFailed";
    const isRight = outcome === ends && (ends === "failed" ? isFailure : steps === 4);
    return isRight ? [] : [`${jobId} (${behaviour}): ${outcome}, ${endReason}, ${steps} steps`];
  });
}
