import type * as z from "zod";
import { JudgeAnswer, PerformAnswer, ReleaseAnswer, SetUpAnswer } from "#shared/contracts/host-answer.ts";
import type { LeasedCommand, LeasedCommandOf } from "#shared/contracts/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError, unexpected } from "#shared/errors/wire-error.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { judge } from "../commands/judge.ts";
import { perform, performUnknown } from "../commands/perform.ts";
import { release } from "../commands/release.ts";
import { setUp } from "../commands/set-up.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import type { HeldLease } from "../lease/held-lease.ts";
import type { CommandEnd } from "./command-journal.ts";
import { saveErrorSnapshot } from "./error-snapshot.ts";

/**
 * Executes a command at most once and answers how it ended; a repeated one is answered from the journal (faults.md D1).
 * Never throws: every failure is an end.
 */
export async function executeCommand(
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
): Promise<CommandEnd> {
  const { journal, clock, metrics } = services;
  const earlier = journal.find(command.commandId);
  if (earlier?.state === "ended") return earlier.end;
  const started = clock.monotonic();
  const interrupted = earlier?.state === "begun" && earlier.acted;
  const end = await attempt(command, device, services, interrupted);
  metrics.count("drover_commands_total", { kind: command.kind, outcome: end.ok ? "ok" : end.error });
  metrics.count(
    "drover_command_seconds_total",
    { kind: command.kind },
    (clock.monotonic() - started) / 1_000,
  );
  return end;
}

async function attempt(
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
  interrupted: boolean,
): Promise<CommandEnd> {
  const held = holder(command, device);
  if (held === null) return lost(command, device, services);
  services.journal.begin(command.commandId);
  held.device.lastUsedAt = services.clock.monotonic();
  const end = await runToDeadline(command, held.device, held.lease, services, interrupted).catch(
    (error: unknown) => failed(unexpected(error), command, held.device, services),
  );
  services.journal.end(command.commandId, end);
  held.device.lastUsedAt = services.clock.monotonic();
  return end;
}

function holder(
  command: LeasedCommand,
  device: ManagedDevice | null,
): { device: ManagedDevice; lease: HeldLease } | null {
  const lease = device?.lease ?? null;
  if (device === null || lease === null || lease.lost) return null;
  return lease.epoch === command.epoch && lease.jobId === command.jobId ? { device, lease } : null;
}

/** A device that is not this lease's any more needs no release; every other command has lost its ground. */
async function lost(
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
): Promise<CommandEnd> {
  const state =
    device === null ? "this host does not have it" : `it is ${device.state} at epoch ${device.epoch}`;
  if (command.kind === "release") {
    return succeeded(ReleaseAnswer, {
      clean: false,
      quarantineReason: `The lease was over before its release: ${state}.`,
    });
  }
  const message = `lease ${command.epoch} of device ${command.deviceId} is over: ${state}`;
  return failed(new DroverError("LeaseLost", message), command, device, services);
}

async function runToDeadline(
  command: LeasedCommand,
  device: ManagedDevice,
  lease: HeldLease,
  services: HostServices,
  interrupted: boolean,
): Promise<CommandEnd> {
  const deadline = new AbortController();
  const late = new DroverError(
    "DeviceTimeout",
    `the command took longer than its ${command.deadlineSeconds} s`,
  );
  const timer = setTimeout(() => deadline.abort(late), command.deadlineSeconds * 1_000);
  const { signal } = deadline;
  const adb = device.adb.with({ guard: () => lease.check(), signal });
  const contextOf = <Kind extends LeasedCommand["kind"]>(
    of: LeasedCommandOf<Kind>,
  ): CommandContext<Kind> => ({
    command: of,
    services,
    device,
    lease,
    adb,
    signal,
  });
  try {
    switch (command.kind) {
      case "setUp":
        return succeeded(SetUpAnswer, await setUp(contextOf<"setUp">(command)));
      case "perform": {
        const handler = interrupted ? performUnknown : perform;
        return succeeded(PerformAnswer, await handler(contextOf<"perform">(command)));
      }
      case "judge":
        return succeeded(JudgeAnswer, await judge(contextOf<"judge">(command)));
      case "release":
        return succeeded(ReleaseAnswer, await release(contextOf<"release">(command)));
    }
  } finally {
    clearTimeout(timer);
  }
}

const succeeded = <Schema extends z.ZodType>(schema: Schema, answer: z.input<Schema>): CommandEnd => ({
  ok: true,
  output: JSON.stringify(schema.parse(answer)),
});

async function failed(
  error: DroverError,
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
): Promise<CommandEnd> {
  const { kind, jobId, deviceId, commandId } = command;
  services.logger.warn("command failed", {
    kind,
    jobId,
    deviceId,
    commandId,
    code: error.code,
    error: error.message,
  });
  const errorId = await saveErrorSnapshot(error, command, device, services);
  return failureEnd(error, errorId === null ? {} : { errorId });
}

/** Step Functions takes at most 32,768 characters of cause. */
const longestCause = 30_000;

export function failureEnd(error: DroverError, details: Readonly<Record<string, unknown>> = {}): CommandEnd {
  const wire = toWireError(error);
  const whole = JSON.stringify({ ...wire, details: { ...wire.details, ...details } });
  const cause = whole.length <= longestCause ? whole : JSON.stringify({ ...wire, details });
  return { ok: false, error: error.code, cause: cause.slice(0, longestCause) };
}
