import { ticksOf, ticksPerSecond } from "../../times/processor-ticks.ts";
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

const cpuMilliseconds = (): number => (ticksOf("self") * 1_000) / ticksPerSecond;

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
      const [began, cpu] = [performance.now(), cpuMilliseconds()];
      const took = await load(peer, kind, concurrency, seconds);
      measured.push({
        kind,
        concurrency,
        perSecond: took.length / ((performance.now() - began) / 1_000),
        p50Milliseconds: quantile(took, 0.5),
        cpuMilliseconds: (cpuMilliseconds() - cpu) / took.length,
      });
    }
  }
  return measured;
}
