import { debugKey } from "#shared/contracts/farm/keys.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import { redact, withoutTypedText } from "#shared/rules/redact.ts";
import type { AdbCommandRecord } from "../adb/adb-device.ts";
import type { CommandEnd } from "../delivery/command-end.ts";
import type { HeldLease, LeasePart } from "../devices/held-lease.ts";
import type { HostServices } from "../host-services.ts";
import { knownJob } from "./command-context.ts";

/** A command of a whole minute sends some hundred. */
const mostRecords = 2_000;

/** What one command of a job with `debug` sent to its device, and how it ended (docs/spec.md I6.4). */
export interface DebugRecord {
  readonly onCommand: (record: AdbCommandRecord) => void;
  /** Never throws: debugging costs no command. */
  store(end: CommandEnd): Promise<void>;
}

/** Null for a job without `debug`. */
export async function debugRecord(
  command: LeasedCommand,
  { lease, part }: { readonly lease: HeldLease; readonly part: LeasePart },
  services: HostServices,
): Promise<DebugRecord | null> {
  const { clock, spool, logger } = services;
  const job = await knownJob({ command, services, part }).catch((error: unknown) => {
    logger.warn("job not read", { jobId: command.jobId, error: String(error) });
    return null;
  });
  if (!job?.debug) return null;
  const records: object[] = [];
  const started = clock.monotonic();
  return {
    onCommand: ({ serial: _serial, service, ...record }) => {
      if (records.length >= mostRecords) return;
      records.push({
        atMilliseconds: clock.monotonic() - started,
        service: lease.secrets.command(withoutTypedText(service)),
        ...record,
      });
    },
    async store(end) {
      const stepNumber = command.kind === "perform" ? command.stepNumber : 0;
      const { tenantId, jobId, commandId } = command;
      const key = debugKey(tenantId, jobId, stepNumber, commandId);
      const body = {
        command: withoutTyped(command),
        adb: records,
        milliseconds: clock.monotonic() - started,
        end: readable(end),
      };
      const text = JSON.stringify(redact(body, { source: job.task, maximumText: 5_000 }), null, 1);
      await spool.put(key, text, "application/json").catch((error: unknown) => {
        logger.warn("debug record not stored", { key, error: String(error) });
      });
    },
  };
}

/** As in the log: only the length of what is typed. */
function withoutTyped(command: LeasedCommand): unknown {
  if (command.kind !== "perform") return command;
  const actions = command.actions.map((action) =>
    typeof action.text === "string" ? { ...action, text: `[${action.text.length} characters]` } : action,
  );
  return { ...command, actions };
}

/** Without the step, which has what is typed and is stored by itself. */
function readable(end: CommandEnd): unknown {
  if (!end.ok) return end;
  const { step: _, ...output } = JSON.parse(end.output);
  return { ...end, output };
}
