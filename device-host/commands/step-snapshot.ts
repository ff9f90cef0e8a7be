import type { SnapshotId } from "#shared/contracts/device/snapshot.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { keepSnapshot } from "../snapshots/keep-snapshot.ts";
import { type CommandContext, knownJob } from "./command-context.ts";

/** The device as the step left it, when the job wants that kept. A step is worth more than its snapshot: without one it stands too. */
export async function stepSnapshot(
  context: CommandContext<"perform">,
  { ok, inFront }: { readonly ok: boolean; readonly inFront: string },
): Promise<SnapshotId | undefined> {
  const { command, device, services } = context;
  const { jobId, stepNumber } = command;
  const { snapshot = "off" } = await knownJob(context);
  if (snapshot === "off" || (snapshot === "errors" && ok)) return undefined;
  try {
    const about = { kind: "step", jobId, stepNumber, package: inFront } as const;
    return (await keepSnapshot(device, about, services)).snapshotId;
  } catch (error) {
    const { code, message } = unexpected(error);
    if (code === "LeaseLost") throw error;
    services.logger.warn("no snapshot of the step", { jobId, stepNumber, code, error: message });
    return undefined;
  }
}
