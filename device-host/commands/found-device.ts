import { judgingKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { ComparedState } from "#shared/contracts/judging/compared-state.ts";
import type { FoundDevice } from "#shared/contracts/judging/judging.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { isConnectionLost } from "../adb/adb-error.ts";
import type { WholeDevice } from "../clean/device-baseline.ts";
import { type ReadDevice, readDevice } from "../judging/read-device.ts";
import { maskedTexts } from "../secrets/masked-texts.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Reads the device as the agent is about to find it, once for each device of a job, and keeps that: in memory, and as an
 * artifact for a process after this one. Null: it was read before, or cannot be; a job is not refused for that.
 */
export async function findDevice(
  { adb, command, device, lease, part, services }: CommandContext<"setUp">,
  job: Job,
  contents: WholeDevice | undefined,
): Promise<FoundDevice | null> {
  if (part.found !== null || job.foundDevice?.epoch === lease.epoch) return null;
  // Whoever changes their databases, they are cleared.
  device.touchedPackages.addAll(job.changes.watch);
  try {
    const found = await readDevice(adb, job, contents);
    part.found = found;
    const stateKey = judgingKey(command.tenantId, command.jobId, command.commandId, "before");
    const told = JSON.stringify(maskedTexts(found.state, lease.secrets));
    await services.spool.put(stateKey, told, "application/json");
    return { epoch: lease.epoch, network: found.network, stateKey };
  } catch (error) {
    const { code, message } = unexpected(error);
    if (code === "LeaseLost" || isConnectionLost(error)) throw error;
    services.logger.warn("the device's state could not be read", { jobId: job.jobId, code, error: message });
    return null;
  }
}

/** The device as this job's agent found it; null: nobody knows. */
export async function foundDevice(
  { lease, part, services }: Pick<CommandContext<"judge">, "lease" | "part" | "services">,
  { foundDevice: noted }: Job,
): Promise<ReadDevice | null> {
  if (part.found !== null) return part.found;
  if (noted?.epoch !== lease.epoch) return null;
  try {
    return { state: await services.artifacts.getJson(noted.stateKey, ComparedState), network: noted.network };
  } catch (error) {
    services.logger.warn("the device's earlier state is lost", { error: unexpected(error).message });
    return null;
  }
}
