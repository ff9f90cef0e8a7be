import { type Client, createClient } from "@drover/client";
import type { TurnPoll } from "#shared/contracts/api/responses/turn-response.ts";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import type { BenchFarm } from "../batch/bench-farm.ts";
import { pressTask } from "../batch/submit.ts";
import { usageOfAll } from "../process-usage.ts";
import { median } from "../quantile.ts";

/** Whom the practice agent's rules are asked of: a model inside, or whoever takes the turns outside, at once. */
type Door = "inside" | "outside";

interface Run {
  /** Of one step, without what the agent itself took. */
  readonly wallMilliseconds: number;
  /** Of all processes of the farm but the model's. */
  readonly cpuMilliseconds: number;
}

/** One job after the other, inside and outside in turn; the first pair warms up and does not count. */
export async function measureOverhead(farm: BenchFarm, runs: number, steps: number): Promise<void> {
  const client = createClient<DroverApi>(farm.file);
  const all: Record<Door, Run[]> = { inside: [], outside: [] };
  for (let run = 0; run <= runs; run += 1) {
    for (const door of ["inside", "outside"] as const) {
      const measured = await measureJob(farm, client, door, steps);
      if (run > 0) all[door].push(measured);
    }
  }
  const of = (door: Door, what: keyof Run): number => median(all[door].map((one) => one[what]));
  const line = (name: string, what: keyof Run): void => {
    const [inside, outside] = [of("inside", what), of("outside", what)];
    print(
      `${name.padEnd(6)} ${inside.toFixed(1)} inside, ${outside.toFixed(1)} outside: ${(outside - inside).toFixed(1)} ms more a step`,
    );
  };
  print(
    `one job of ${steps} steps at a time, median of ${runs} runs each, milliseconds a step without the agent's own time`,
  );
  line("wall", "wallMilliseconds");
  line("cpu", "cpuMilliseconds");
}

async function measureJob(
  farm: BenchFarm,
  client: Client<DroverApi>,
  door: Door,
  steps: number,
): Promise<Run> {
  const { model: _model, ...processes } = farm.file.processes as Readonly<Record<string, number>>;
  const agent = { kind: "external", name: "bench" } as const;
  const body = {
    task: pressTask(steps),
    supervision: unsupervised,
    ...(door === "outside" ? { agent } : {}),
  };
  const before = await cpuOf(processes);
  const { jobId: id } = await client.submitJob({ body });
  const agentMilliseconds = door === "outside" ? await takeTurns(client, id, steps) : 0;
  const { metrics, startedAt = "", finishedAt = "" } = await ended(client, id);
  const cpu = (await cpuOf(processes)) - before;
  // A model's time is the agent's; outside, what lies between a turn and its answer is the door's, but for the agent's own.
  const own = door === "inside" ? (metrics?.inferenceMilliseconds ?? 0) : agentMilliseconds;
  const wall = Date.parse(finishedAt) - Date.parse(startedAt) - own;
  return { wallMilliseconds: wall / steps, cpuMilliseconds: cpu / steps };
}

const cpuOf = async (processes: Readonly<Record<string, number>>): Promise<number> =>
  Object.values(await usageOfAll(processes)).reduce((sum, { cpuMilliseconds }) => sum + cpuMilliseconds, 0);

/** By the rules that the practice model has for the task. */
async function takeTurns(client: Client<DroverApi>, id: string, steps: number): Promise<number> {
  let own = 0;
  let poll: TurnPoll = await client.readTurn({ id, query: { wait: 20 } });
  while (poll.job.status !== "finished") {
    const { turn } = poll;
    if (turn === null) {
      poll = await client.readTurn({ id, query: { wait: 20 } });
      continue;
    }
    const began = performance.now();
    const isLast = turn.stepNumber >= steps;
    const button = /^\[(\d+)\] BUTTON "Button"/m.exec(turn.observation.elementText ?? "")?.[1];
    const action = isLast
      ? { action: "FINISH", status: "success" }
      : { action: "tap", element: Number(button) };
    own += performance.now() - began;
    const { turnId } = turn;
    const answered = await client.answerTurn({
      id,
      turnId,
      query: { wait: 20 },
      body: { actions: [action] },
    });
    poll = answered.next ?? (await client.readTurn({ id, query: { wait: 20 } }));
  }
  return own;
}

async function ended(client: Client<DroverApi>, id: string) {
  for (;;) {
    const job = await client.readJob({ id });
    if (job.status === "finished") return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
