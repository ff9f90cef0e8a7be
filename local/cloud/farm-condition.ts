import type { JournalDamage } from "#agent/runtime/services.ts";
import { freeBytesOf, HostDisk } from "#device-host/host-disk.ts";

export interface FarmCondition {
  /** Why the farm cannot store new work, asked now; null when it can. */
  problem(): Promise<string | null>;
  /** The engine's journal was found to lack executions; null: it was not. */
  readonly damage: JournalDamage | null;
  /** What it lacks, in words. */
  engineDamaged(words: string): void;
  /** The engine cannot write its journal, and why; null: it can again. */
  engineStalled(reason: string | null): void;
  close(): void;
}

/** What the jobs under way may still write. A host stops earlier (device-host/host-options.ts). */
const leastFreeBytes = 32 * 1024 * 1024;
const lookMilliseconds = 1_000;

/** Asks how much room is left in a directory, each second too, and says when that begins or ends to be too little. */
export function watchFarmCondition(dir: string, report: (line: string) => void): FarmCondition {
  const engine: { problem: string | null; damage: JournalDamage | null } = { problem: null, damage: null };
  const disk = new HostDisk(leastFreeBytes, () => freeBytesOf(dir), [engine]);
  let isDegraded = false;
  const problem = async (): Promise<string | null> => {
    await disk.check();
    const found = disk.problem;
    if (isDegraded !== (found !== null)) {
      isDegraded = found !== null;
      report(isDegraded ? `The farm takes no new work: ${found}` : "The farm takes new work again.");
    }
    return found;
  };
  const timer = setInterval(() => void problem(), lookMilliseconds).unref();
  return {
    problem,
    get damage() {
      return engine.damage;
    },
    engineDamaged(words) {
      engine.damage = { foundAt: new Date() };
      report(`${words} Jobs whose executions are lost or were reset end as inconclusive, and say so.`);
    },
    engineStalled(reason) {
      engine.problem = reason;
      report(reason ?? "The engine writes its journal again.");
    },
    close: () => clearInterval(timer),
  };
}
