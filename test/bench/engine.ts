/**
 * Figures of the Step Functions engine: `npm run bench:engine`. Each measure runs in a process of its own, so that one
 * measure's heap is not another's. Prints one table; `--json` prints the figures as JSON.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { measures } from "./engine/measures.ts";

const [name] = process.argv.slice(2).filter((word) => !word.startsWith("--"));

if (name === undefined) {
  const figures: Record<string, unknown> = {};
  for (const measure of Object.keys(measures)) {
    const args = [
      ...process.execArgv,
      "--expose-gc",
      "--no-warnings",
      fileURLToPath(import.meta.url),
      measure,
    ];
    const child = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 180_000 });
    if (child.status !== 0) throw new Error(`${measure} failed: ${child.stderr}`);
    Object.assign(figures, JSON.parse(child.stdout) as object);
  }
  const lines = Object.entries(figures).map(([figure, value]) => `${figure.padEnd(58)} ${value}`);
  const text = process.argv.includes("--json") ? JSON.stringify(figures, null, 2) : lines.join("\n");
  process.stdout.write(`${text}\n`);
} else {
  const measure = measures[name];
  if (measure === undefined)
    throw new Error(`no measure '${name}'; there are ${Object.keys(measures).join(", ")}`);
  process.stdout.write(JSON.stringify(await measure()));
  process.exit(0);
}
