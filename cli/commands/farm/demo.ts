import type { Command } from "commander";
import { startFarm } from "#local/farm.ts";
import { createApiClient } from "../../api-client.ts";
import { type FarmCommandOptions, farmOptions, withFarmOptions } from "../../farm-options.ts";
import { dirFlag } from "../../find-farm.ts";
import { watchJob } from "../../follow/watch-job.ts";
import { parseCheck } from "../../options/parse-check.ts";
import { reportJob } from "../../report/job-report.ts";
import { exitCodeOf, exitCodes } from "../../terminal/exit-codes.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { out, progress } from "../../terminal/terminal.ts";

const task = "Turn on Bluetooth, then set an alarm for 7:30";
const checks = [
  "setting:global/bluetooth_on=1",
  "sqlite:/data/user_de/0/com.android.deskclock/databases/alarms.db/alarm_templates?hour=7&minutes=30&enabled=1",
];

export const demoCommand = (command: Command): Command =>
  withFarmOptions(command).action(async (options: FarmCommandOptions) => {
    process.exitCode = await demo(options);
    process.exit();
  });

async function demo(options: FarmCommandOptions): Promise<number> {
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
Browse it (start the farm again with: npx drover up${where}):
  npx drover show ${job.jobId}${where} --links       steps and screenshots
  npx drover show ${job.jobId}${where} --trajectory  everything as JSON
  npx drover jobs${where}`);
    return ended.outcome ? exitCodeOf(ended.outcome) : exitCodes.error;
  } catch (error) {
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    await farm.close();
  }
}
