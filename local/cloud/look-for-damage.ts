import { globSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Says which of the stand-ins' databases lost commits, and keeps their logs aside. Only a process that was killed leaves a log; whoever
 * opens the database first hides what was in it. The engine looks after its own.
 */
export async function lookForDamage(dir: string, report: (line: string) => void): Promise<void> {
  for (const log of globSync("{objects,queues,schedules,secrets,tables}/*.sqlite-wal", { cwd: dir })) {
    if (statSync(path.join(dir, log)).size === 0) continue;
    // The whole engine comes with it, which this thread has no other use for.
    const { ignoredFrames, readLog } = await import("@drover/step-functions");
    const file = path.join(dir, log.replace(/-wal$/, ""));
    const wal = readLog(file);
    try {
      using database = new DatabaseSync(file);
      database.exec("PRAGMA locking_mode=EXCLUSIVE");
      const { frames, commits, isDamage, setAside } = ignoredFrames(wal, database, file);
      if (isDamage)
        report(
          `${file} is damaged: ${frames} frames (${commits} commits) of its log could not be read and are lost. The damaged log is kept in ${setAside()}.`,
        );
    } catch {
      // The part that opens it to use it says why that fails.
    }
  }
}
