import { existsSync, readFileSync } from "node:fs";
import { type FileTimes, timesFile } from "./times-file.ts";

const shown = 20;

/** `npm run test:times`: where the time of the last run of tests went. */
function printTimes(): void {
  if (!existsSync(timesFile)) {
    process.stderr.write("No tests have run here yet. Run them with: npm test\n");
    process.exitCode = 1;
    return;
  }
  const times: readonly FileTimes[] = JSON.parse(readFileSync(timesFile, "utf8"));
  const row = (cpu: string, wall: string, tests: string, file: string): string =>
    `${cpu.padStart(7)} ${wall.padStart(7)} ${tests.padStart(6)}  ${file}\n`;
  process.stdout.write(row("CPU s", "wall s", "tests", "file"));
  for (const { file, cpuSeconds, wallSeconds, tests } of times.slice(0, shown))
    process.stdout.write(row(cpuSeconds.toFixed(1), wallSeconds.toFixed(1), String(tests), file));
  const sum = times.reduce((seconds, one) => seconds + one.cpuSeconds, 0);
  process.stdout.write(`${sum.toFixed(0).padStart(7)} CPU s in all ${times.length} files\n`);
}

// `npm run test:times | head` closes the pipe when it has enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
printTimes();
