import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { RunRecord } from "#cli/run-file/run-record.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { ApiClient } from "../../cli/api-client.ts";
import { FarmFile } from "../../local/farm-file.ts";
import { droverCommand } from "../drover-command.ts";

/** The machine may be busy. */
const deadlineMilliseconds = 110_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A `drover` process as a user would start it, without the keys and farms of whoever runs the tests. */
export function spawnDrover(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const { ANTHROPIC_API_KEY: _key, DROVER_API_URL: _url, DROVER_TOKEN: _token, ...inherited } = process.env;
  return spawn(process.execPath, [droverCommand, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, NO_COLOR: "1", ...environment },
  });
}

/** What it said and how it ended; a farm, which ends when told to, is given no deadline. */
async function collected(child: ChildProcess): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const overdue = setTimeout(() => child.kill("SIGKILL"), deadlineMilliseconds);
  return collected(child).finally(() => clearTimeout(overdue));
}

/** How the job of a command with --json ended, by the last line it printed. */
export function doneJob({ stdout, stderr }: Pick<Ended, "stdout" | "stderr">): JobResponse {
  const last = stdout.trimEnd().split("\n").at(-1) ?? "";
  if (last === "") throw new Error(`Nothing was printed: ${stderr}`);
  const record = RunRecord.parse(JSON.parse(last));
  if (record.record !== "done") throw new Error(`The job did not end: ${stderr}`);
  return record.job;
}

export const drover = (...args: string[]): Promise<Ended> => ended(spawnDrover(args));

export interface RunningFarm {
  readonly file: FarmFile;
  readonly process: ChildProcess;
  /** Ctrl-C. */
  stop(): Promise<Ended>;
}

/** `drover up --json` on a directory, ready for use. */
export const startUp = (dir: string, ...args: string[]): Promise<RunningFarm> => startUpIn({}, dir, ...args);

/** The same with more in its environment, such as the address of a model service. */
export async function startUpIn(
  environment: Readonly<Record<string, string>>,
  dir: string,
  ...args: string[]
): Promise<RunningFarm> {
  const child = spawnDrover(["up", "--json", "--dir", dir, ...args], environment);
  const end = collected(child);
  let text = "";
  const file = await new Promise<FarmFile>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk;
      if (text.endsWith("}\n")) resolve(FarmFile.parse(JSON.parse(text)));
    });
    void end.then(({ code, stderr }) => reject(new Error(`drover up ended with ${code}: ${stderr}`)));
  });
  return {
    file,
    process: child,
    stop: () => {
      child.kill("SIGINT");
      const overdue = setTimeout(() => child.kill("SIGKILL"), deadlineMilliseconds);
      return end.finally(() => clearTimeout(overdue));
    },
  };
}

/** Polls until `probe` answers something, at most `seconds`: the machine may be busy. For what only another process can tell. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined>,
  seconds = 50,
  everyMilliseconds = 100,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, everyMilliseconds));
  }
}

/** The job when it has ended, within a minute and a half: the machine may be busy. */
export const jobEnded = (api: Pick<ApiClient, "job">, jobId: string): Promise<JobResponse> =>
  eventually(
    `the end of ${jobId}`,
    async () => {
      const job = await api.job(jobId);
      return job.status === "finished" ? job : undefined;
    },
    90,
  );

export const devicesReady = (api: Pick<ApiClient, "devices">): Promise<true> =>
  eventually("every device is ready", async () => {
    const { items } = await api.devices();
    return items.every((device) => device.state === "ready") ? true : undefined;
  });
