import { replaceClock } from "./replace-clock.ts";
import { replaceDisk } from "./replace-disk.ts";
import { replaceNetwork } from "./replace-network.ts";
import { replaceRandomness } from "./replace-randomness.ts";
import { replaceThreads } from "./replace-threads.ts";
import { Replacements } from "./replaced.ts";
import { SeededRandom } from "./seeded-random.ts";
import type { SimulatedNetwork } from "./simulated-network.ts";
import { VirtualTime } from "./virtual-time.ts";

export interface World extends Disposable {
  readonly time: VirtualTime;
  readonly network: SimulatedNetwork;
  readonly seed: number;
  /** A sequence of its own for each name. */
  random(name: string): SeededRandom;
}

/** A Monday morning. */
const beginning = new Date("2026-01-05T09:00:00.000Z");

/**
 * Replaces what makes one run of a process unlike the next: clock, timers, chance, sockets, threads, the order in which files are read. One at
 * a time in a process; what was imported before has the replacements too, as long as it took nothing out of Node's modules when it was loaded.
 */
export function enterWorld(seed: number): World {
  const time = new VirtualTime(beginning);
  const replacements = new Replacements();
  replaceThreads(replacements, time.work);
  replaceDisk(replacements);
  replaceRandomness(replacements, new SeededRandom(seed, "chance"), time);
  const network = replaceNetwork(replacements, time);
  replaceClock(replacements, time);
  replacements.publish();
  return {
    time,
    network,
    seed,
    random: (name) => new SeededRandom(seed, name),
    [Symbol.dispose]() {
      replacements.restore();
      time.loads[Symbol.dispose]();
    },
  };
}
