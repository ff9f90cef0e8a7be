import { readdirSync, readFileSync } from "node:fs";
import { quantile } from "../quantile.ts";
import { type Peer, stepsOfChain } from "./peer.ts";

export const kinds = ["chain", "callback"] as const;
export const concurrencies = [1, 40] as const;

export interface Measured {
  readonly kind: (typeof kinds)[number];
  readonly concurrency: number;
  readonly perSecond: number;
  readonly p50Milliseconds: number;
  readonly cpuMilliseconds: number;
}

/** Linux counts in ticks of 1/100 s: processor time of a process and all below it. */
function cpuOf(pid: number | "self"): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  const below = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );
  return below.reduce((sum, child) => sum + cpuOf(Number(child)), own);
}

const expected = { chain: stepsOfChain, callback: 1 };

/** So many workers, each of which starts its next execution when its last has ended. */
async function load(peer: Peer, kind: Measured["kind"], concurrency: number, seconds: number) {
  const end = performance.now() + seconds * 1_000;
  const took: number[] = [];
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const result = await peer[kind]();
      if (result !== expected[kind]) throw new Error(`A ${kind} ended with ${result}.`);
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return took;
}

/** All figures of one round, each after a warm-up of a fifth of its time. */
export async function measurePeer(peer: Peer, seconds: number): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const kind of kinds) {
    for (const concurrency of concurrencies) {
      await load(peer, kind, concurrency, seconds / 5);
      const [began, cpu] = [performance.now(), cpuOf("self")];
      const took = await load(peer, kind, concurrency, seconds);
      measured.push({
        kind,
        concurrency,
        perSecond: took.length / ((performance.now() - began) / 1_000),
        p50Milliseconds: quantile(took, 0.5),
        cpuMilliseconds: (cpuOf("self") - cpu) / took.length,
      });
    }
  }
  return measured;
}
