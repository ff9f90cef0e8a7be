import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { SimulationReport } from "../../simulation/simulation-report.ts";
import { droverCommand } from "../drover-command.ts";

const here = path.resolve(import.meta.dirname, "../..");
/** The machine may be busy. */
const usualDeadlineMilliseconds = 280_000;

interface Run {
  /** A module that is loaded first. */
  readonly before?: string;
  /** Of the project, or of a copy of it. */
  readonly root?: string;
  readonly deadlineMilliseconds?: number;
}

export class NoReport extends Error {
  /** It was ended because it took too long. */
  readonly isOverdue: boolean;

  constructor(message: string, isOverdue: boolean) {
    super(message);
    this.isOverdue = isOverdue;
  }
}

interface Said<What> {
  readonly said: What;
  readonly stderr: string;
}

/** `drover simulate` in a process of its own, as it is meant to run. @throws NoReport */
export async function runSimulator<What>(
  args: readonly string[],
  { before, root = here, deadlineMilliseconds = usualDeadlineMilliseconds }: Run = {},
): Promise<Said<What>> {
  const command = root === here ? droverCommand : path.join(root, "bin/drover.js");
  const preload = before === undefined ? [] : ["--import", pathToFileURL(before).href];
  const child = spawn(process.execPath, [...preload, command, "simulate", ...args, "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  const overdue = setTimeout(() => child.kill("SIGKILL"), deadlineMilliseconds);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const [, signal] = await once(child, "close");
  clearTimeout(overdue);
  const said = stdout.startsWith("{") ? JSON.parse(stdout) : null;
  if (said !== null && said.error === undefined) return { said, stderr };
  throw new NoReport(
    `drover simulate ${args.join(" ")} ended without a report: ${stdout || stderr}`,
    signal !== null,
  );
}

/** What it reports of one seed. @throws NoReport */
export async function runSeed(
  args: readonly string[],
  run?: Run,
): Promise<{ readonly report: SimulationReport; readonly stderr: string }> {
  const { said: report, stderr } = await runSimulator<SimulationReport>(args, run);
  return { report, stderr };
}
