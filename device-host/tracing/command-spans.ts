import type { Observation } from "#shared/contracts/device/observation.ts";
import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import type { SpanRecord } from "#shared/contracts/farm/span-record.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import { freshSpanId, partSpanId, stepSpanId } from "#shared/tracing/span-ids.ts";
import { defined } from "#shared/values/defined.ts";
import type { CommandEnd } from "../delivery/command-end.ts";
import type { HostServices } from "../host-services.ts";

interface Took {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

type Told = Pick<HostServices, "tracing" | "trace" | "hostId" | "newId">;

/** As its states call them. */
const names: Readonly<Record<LeasedCommand["kind"], string>> = {
  setUp: "set up",
  perform: "perform",
  splitScreen: "split screen",
  compare: "compare",
  judge: "judge",
  release: "release",
};

const commandSpanId = ({ jobId, commandId }: LeasedCommand): string =>
  partSpanId(jobId, `command ${commandId}`);

/** What a device did for its job: under the step that it is part of, or under the job. */
export function tellCommandSpan(
  command: LeasedCommand,
  end: CommandEnd,
  { startedAt, milliseconds }: Took,
  told: Told,
): void {
  const { trace, tracing, hostId } = told;
  if (trace === null) return;
  const { kind, jobId, deviceId } = command;
  const stepNumber = command.kind === "perform" ? command.stepNumber : undefined;
  const span: SpanRecord = {
    traceId: trace.traceId,
    spanId: commandSpanId(command),
    parentSpanId: stepNumber === undefined ? trace.spanId : stepSpanId(jobId, stepNumber),
    name: names[kind],
    kind: "consumer",
    startedAt,
    endedAt: startedAt + Math.round(milliseconds),
    attributes: {
      [at.jobId]: jobId,
      [at.commandKind]: kind,
      [at.deviceId]: deviceId,
      [at.hostId]: hostId,
      ...defined({ [at.stepNumber]: stepNumber }),
    },
    ...(end.ok ? {} : { errorType: end.error }),
  };
  tracing.tell(span);
}

/** What was seen goes to storage, while the command continues. */
export function tellUploadSpan(
  command: LeasedCommand,
  { pendingArtifacts = [] }: Pick<Observation, "pendingArtifacts">,
  { startedAt, milliseconds }: Took,
  { trace, tracing, newId }: Told,
): void {
  if (trace === null) return;
  tracing.tell({
    traceId: trace.traceId,
    spanId: freshSpanId(newId()),
    parentSpanId: commandSpanId(command),
    name: "upload",
    kind: "client",
    startedAt,
    endedAt: startedAt + Math.round(milliseconds),
    attributes: { [at.jobId]: command.jobId },
    // On the host's disk until storage takes it.
    ...(pendingArtifacts.length === 0 ? {} : { errorType: "StorageUnavailable" }),
  });
}
