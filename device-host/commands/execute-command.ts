import { ErrorId } from "#shared/contracts/values/ids.ts";
import { ReleaseAnswer } from "#shared/contracts/workflow/host-answer.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { defined } from "#shared/values/defined.ts";
import { type CommandEnd, failureEnd } from "../delivery/command-end.ts";
import type { HeldLease, LeasePart } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { recallSecrets } from "../secrets/recall-secrets.ts";
import { tellCommandSpan } from "../tracing/command-spans.ts";
import { type CommandDefinition, commandDefinitions } from "./command-registry.ts";
import { debugRecord } from "./debug-record.ts";
import { saveErrorSnapshot } from "./error-snapshot.ts";

/**
 * Executes a command at most once and answers how it ended; a repeated one is answered from the journal (docs/faults.md D1).
 * Never throws: every failure is an end.
 */
export async function executeCommand(
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
): Promise<CommandEnd> {
  const { journal, clock } = services;
  const earlier = journal.find(command.commandId);
  if (earlier?.state === "ended") return earlier.end;
  const lease = heldLease(command, device);
  const acted = earlier?.state === "begun" && earlier.acted;
  if (device === null || lease === null) return lost(command, device, services, acted);
  const part = await partOf(command, lease, services).catch(unexpected);
  if (part instanceof DroverError) return failed(part, command, device, services);
  try {
    journal.begin(command.commandId);
  } catch (cause) {
    // Nothing was done, and nothing may be: after a crash nobody would know of it.
    return failureEnd(
      new DroverError("StorageUnavailable", "The host's journal cannot be written.", { cause }),
    );
  }
  const started = clock.monotonic();
  const startedAt = clock.now().getTime();
  device.lastUsedAt = started;
  using deadline = startDeadline(command.deadlineSeconds);
  const { signal } = deadline;
  const debug = await debugRecord(command, { lease, part }, services);
  const onCommand = debug?.onCommand;
  const adb = device.adb.with({ guard: () => lease.check(), signal, ...defined({ onCommand }) });
  // The command's kind and its definition carry the same name, which TypeScript cannot follow through the union.
  const definition = commandDefinitions[command.kind] as CommandDefinition<LeasedCommand["kind"]>;
  const end = await definition
    .run({ command, services, device, lease, part, adb, signal, interrupted: acted })
    .then((answer): CommandEnd => ({ ok: true, output: JSON.stringify(definition.answer.parse(answer)) }))
    .catch((error: unknown) => failed(lease.secrets.error(unexpected(error)), command, device, services));
  await debug?.store(end);
  // A step is answered while its picture is on its way; what ends a job is not.
  if (command.kind !== "perform") await part.screenStored;
  keepEnd(command, end, services);
  device.lastUsedAt = clock.monotonic();
  measure(command, end, device.lastUsedAt - started, services);
  tellCommandSpan(command, end, { startedAt, milliseconds: device.lastUsedAt - started }, services);
  return end;
}

/** An end that cannot be stored is reported anyway; on a second delivery the doubt is recorded. */
function keepEnd({ commandId }: LeasedCommand, end: CommandEnd, { journal, logger }: HostServices): void {
  try {
    journal.end(commandId, end);
  } catch (error) {
    logger.error("journal not written", { commandId, error: String(error) });
  }
}

/** Aborts when the command's time is up, unless it is disposed before. */
function startDeadline(seconds: number): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const late = new DroverError("DeviceTimeout", `The command took longer than its ${seconds} s.`);
  const timer = setTimeout(() => controller.abort(late), seconds * 1_000);
  return { signal: controller.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}

function measure(
  { kind }: LeasedCommand,
  end: CommandEnd,
  milliseconds: number,
  { metrics }: HostServices,
): void {
  metrics.count("drover_commands_total", { kind, outcome: end.ok ? "ok" : end.error });
  metrics.count("drover_command_seconds_total", { kind }, milliseconds / 1_000);
}

/** The lease that the command was sent for, when the device is still held by it. */
function heldLease(command: LeasedCommand, device: ManagedDevice | null): HeldLease | null {
  const lease = device?.lease ?? null;
  if (lease === null || lease.lost) return null;
  return lease.epoch === command.epoch ? lease : null;
}

/**
 * The command's job's part in the lease: the job that holds it, or one whose parent that is, as the store says.
 * @throws LeaseLost for every other job · StorageUnavailable
 */
async function partOf(command: LeasedCommand, lease: HeldLease, services: HostServices): Promise<LeasePart> {
  const { jobId, tenantId, deviceId, epoch } = command;
  const known = lease.partOf(jobId);
  if (known !== null) return known;
  const job = await services.repositories.jobs.get(tenantId, jobId);
  if (job?.parentJobId === undefined || job.parentJobId !== lease.jobId) {
    throw new DroverError("LeaseLost", `Lease ${epoch} of device ${deviceId} is not of job ${jobId}.`);
  }
  // After a restart what it typed before may still be on the screen.
  await recallSecrets(jobId, lease.secrets, services);
  return lease.lend(jobId, job.window ?? null);
}

/** A device that is not this lease's any more needs no release; every other command has lost its ground. */
async function lost(
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
  acted: boolean,
): Promise<CommandEnd> {
  const state =
    device === null ? "this host does not have it" : `it is ${device.state} at epoch ${device.epoch}`;
  if (command.kind === "release") {
    const quarantineReason = `The lease had ended before its release: ${state}.`;
    const output = JSON.stringify(ReleaseAnswer.parse({ clean: false, quarantineReason }));
    return { ok: true, output };
  }
  const message = `lease ${command.epoch} of device ${command.deviceId} has ended: ${state}`;
  const details = acted ? { acted } : {};
  return failed(new DroverError("LeaseLost", message, { details }), command, device, services);
}

async function failed(
  error: DroverError,
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
): Promise<CommandEnd> {
  const { kind, jobId, deviceId, commandId } = command;
  const { code, message } = error;
  services.logger.warn("command failed", { kind, jobId, deviceId, commandId, code, error: message });
  // What is on the job already is not written a second time.
  const stands = ErrorId.safeParse(error.details.errorId).data;
  const errorId = stands ?? (await saveErrorSnapshot(error, command, device, services));
  return failureEnd(error, errorId === null ? {} : { errorId });
}
