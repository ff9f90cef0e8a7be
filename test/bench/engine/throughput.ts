import { create, drained, type Figures, folderBytes, start, startBench, withFolder } from "./bench-engine.ts";

const EXECUTIONS = 1_000;
const ROUNDS = 50;

/** A loop as agents have it: assign, decide, go round. Two transitions a round. */
const loop = {
  StartAt: "Step",
  States: {
    Step: {
      Type: "Pass",
      Assign: { turn: "{% $states.input.turn + 1 %}" },
      Output: {
        turn: "{% $states.input.turn + 1 %}",
        limit: "{% $states.input.limit %}",
        task: "{% $states.input.task %}",
      },
      Next: "More",
    },
    More: {
      Type: "Choice",
      Choices: [{ Condition: "{% $states.input.turn < $states.input.limit %}", Next: "Step" }],
      Default: "Done",
    },
    Done: { Type: "Succeed" },
  },
};

const INPUT = { turn: 0, limit: ROUNDS, task: "Turn on Bluetooth, then set an alarm for 7:30" };

async function transitionsPerSecond(dataDir: string | null): Promise<{ rate: number; bytes: number }> {
  const engine = await startBench(dataDir);
  const machine = await create(engine, "loop", loop);
  await Promise.all(Array.from({ length: 50 }, () => start(engine, machine, { ...INPUT, limit: 20 })));
  await drained(engine, machine);
  const before = dataDir === null ? 0 : folderBytes(dataDir);
  const began = performance.now();
  await Promise.all(Array.from({ length: EXECUTIONS }, () => start(engine, machine, INPUT)));
  await drained(engine, machine);
  const seconds = (performance.now() - began) / 1000;
  const transitions = EXECUTIONS * (2 * ROUNDS + 1);
  await engine.close();
  const bytes = dataDir === null ? 0 : (folderBytes(dataDir) - before) / transitions;
  return { rate: Math.round(transitions / seconds), bytes: Math.round(bytes) };
}

export async function throughput(): Promise<Figures> {
  const durable = await withFolder(transitionsPerSecond);
  const memory = await transitionsPerSecond(null);
  return {
    "transitions/s, durable, 1,000 executions in flight": durable.rate,
    "journal bytes per transition": durable.bytes,
    "transitions/s without journal": memory.rate,
  };
}
