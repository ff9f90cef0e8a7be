import type { Command } from "commander";
import * as z from "zod";
import { mostForksAtOnce, type Snapshot, SnapshotId } from "#shared/contracts/device/snapshot.ts";
import { farmClient } from "../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../find-farm.ts";
import { deviceId, someText, valueBy } from "../options/option-values.ts";
import { list } from "../terminal/table.ts";
import { json, out, plain, say } from "../terminal/terminal.ts";

const snapshotId = valueBy(SnapshotId, "Give a snapshot's id, as 'drover devices snapshots list' shows it.");
const count = valueBy(
  z.coerce.number().int().min(1).max(mostForksAtOnce),
  `Give a whole number from 1 to ${mostForksAtOnce}.`,
);

export const snapshotsCommand = (command: Command): Command => {
  withFarmFlags(command.command("list"))
    .description("list snapshots, newest first")
    .option("--device <id>", "only of this device", deviceId)
    .action(listSnapshots);
  withFarmFlags(command.command("save").argument("<device>", "the device", deviceId))
    .description("save a device's state: screen, apps, data, files, settings")
    .option("--label <text>", "the snapshot's name", someText)
    .action(async (id: string, options: FarmFlags & { readonly label?: string }) => {
      const kept = await (await client(options)).takeSnapshot(id, { label: options.label });
      say(options, kept, `Snapshot ${kept.snapshotId} of ${kept.deviceId} is kept until ${kept.expiresAt}.`);
    });
  withFarmFlags(command.command("restore").argument("<id>", "the snapshot", snapshotId))
    .description("restore a free device to a snapshot; quarantine it first to keep it so")
    .action(async (id: string, options: FarmFlags) => {
      const restored = await (await client(options)).restoreSnapshot(id);
      const took = `${Math.round(restored.milliseconds)} ms`;
      say(options, restored, `${restored.deviceId} was restored to ${id} in ${took}.`);
    });
  withFarmFlags(command.command("fork").argument("<id>", "the snapshot", snapshotId))
    .description("create devices from a snapshot; use one with 'drover run --device <id> --as-it-is'")
    .option("--count <n>", `how many, up to ${mostForksAtOnce}`, count, 1)
    .action(async (id: string, options: FarmFlags & { readonly count: number }) => {
      const forked = await (await client(options)).forkSnapshot(id, options.count);
      if (options.json) json(forked);
      else for (const device of forked.deviceIds) out(plain(device));
    });
  withFarmFlags(command.command("delete").argument("<id>", "the snapshot", snapshotId))
    .description("forget a snapshot")
    .action(async (id: string, options: FarmFlags) =>
      say(options, await (await client(options)).removeSnapshot(id), `Snapshot ${id} is removed.`),
    );
  return command;
};

const client = ({ dir }: FarmFlags) => farmClient(dir);

async function listSnapshots(options: FarmFlags & { readonly device?: string }): Promise<void> {
  const page = await (await client(options)).snapshots({ limit: 100, device: options.device });
  list(options, page, ["snapshot", "device", "taken", "took", "size", "of", "label"], (snapshot) => [
    snapshot.snapshotId,
    snapshot.deviceId,
    snapshot.createdAt,
    `${Math.round(snapshot.milliseconds)} ms`,
    snapshot.bytes === undefined ? "" : `${Math.ceil(snapshot.bytes / 1_024)} KB`,
    originOf(snapshot),
    snapshot.label ?? "",
  ]);
}

function originOf({ kind, jobId, stepNumber }: Snapshot): string {
  if (jobId === undefined) return kind;
  return stepNumber === undefined ? `job ${jobId}` : `job ${jobId}, step ${stepNumber}`;
}
