import { startFarm } from "#local/farm.ts";
import { createApiClient } from "./api-client.ts";
import { type FarmCommandOptions, farmOptions } from "./farm-options.ts";
import { dirFlag } from "./find-farm.ts";
import { watchJob } from "./follow/watch-job.ts";
import { parseCheck } from "./options/parse-check.ts";
import { reportJob } from "./report/job-report.ts";
import { exitCodeOf, exitCodes } from "./terminal/exit-codes.ts";
import { interruptSignal } from "./terminal/interrupt-signal.ts";
import { out, progress } from "./terminal/terminal.ts";

/** Starts a farm, runs one task, judges it and stops everything. Answers the exit code. */
export async function runOnOwnFarm(
  options: FarmCommandOptions,
  task: string,
  checks: readonly string[],
): Promise<number> {
  using interrupt = interruptSignal(() => progress("stopping"));
  progress("starting the farm: cloud stand-ins, virtual phones, a device host, the practice model");
  const farm = await startFarm(farmOptions(options));
  try {
    interrupt.signal.throwIfAborted();
    const api = createApiClient(farm.file);
    progress(`submitting: ${task}`);
    const job = await api.submit({ task, validators: checks.map(parseCheck) });
    const ended = await watchJob(api, job.jobId, interrupt.signal);
    progress("");
    reportJob(ended);
    const where = dirFlag(options.dir);
    out(`
Browse it (start the farm again with: drover up${where}):
  drover show ${job.jobId}${where} --links       steps and screenshots
  drover export ${job.jobId}${where} --as json    everything as JSON
  drover jobs${where}`);
    return ended.outcome ? exitCodeOf(ended.outcome) : exitCodes.error;
  } catch (error) {
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    await farm.close();
  }
}
