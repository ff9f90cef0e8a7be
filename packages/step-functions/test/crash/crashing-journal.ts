import type { Batch, Journal } from "../../src/journal/journal.ts";
import { SqliteJournal } from "../../src/journal/sqlite-journal.ts";

export class SimulatedCrash extends Error {
  override readonly name = "SimulatedCrash";
}

/** When an engine dies: at its n-th write, before the write or just after it, when no effect of it is out yet. */
export interface CrashPoint {
  readonly commit: number;
  readonly written: boolean;
}

/** A journal on disk that dies at one of its writes, as the process would. */
export function crashingJournal(
  path: string,
  crash: CrashPoint | null,
): Journal & { readonly commits: number } {
  const journal = new SqliteJournal(path);
  let commits = 0;
  const commit = (batch: Batch): void => {
    commits += 1;
    const dies = commits === crash?.commit;
    if (dies && !crash.written) throw new SimulatedCrash();
    journal.commit(batch);
    if (dies) throw new SimulatedCrash();
  };
  return new Proxy(journal, {
    get(target, member) {
      if (member === "commit") return commit;
      if (member === "commits") return commits;
      const value = Reflect.get(target, member, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as unknown as Journal & { readonly commits: number };
}
