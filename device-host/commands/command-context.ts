import type { ModelPictureOrder } from "#shared/contracts/device/perception.ts";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { LeasedCommand, LeasedCommandOf } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HeldLease, LeasePart } from "../devices/held-lease.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { type CapturedScreen, type RememberedScreen, rememberedOf } from "../observe/captured-screen.ts";
import { type ObservationPart, type Upload, uploadObservation } from "../observe/upload-observation.ts";
import type { SecretAccess } from "../secrets/fill-secrets.ts";
import { tellUploadSpan } from "../tracing/command-spans.ts";
import { screenPart } from "./screen-part.ts";

/** What a command's handler works with: the device as this lease may use it until the command's deadline. */
export interface CommandContext<Kind extends LeasedCommand["kind"]> {
  readonly command: LeasedCommandOf<Kind>;
  readonly services: HostServices;
  readonly device: ManagedDevice;
  readonly lease: HeldLease;
  /** The command's job's in it. */
  readonly part: LeasePart;
  /** Guarded by the lease, aborted at the deadline. */
  readonly adb: AdbDevice;
  readonly signal: AbortSignal;
  /** It was started before this process lived and may have reached the device: nothing of it is done again. */
  readonly interrupted: boolean;
}

/** A command that ends with a look for the job's agent. */
export type LookingContext = CommandContext<"setUp"> | CommandContext<"perform">;

type AnyContext = Pick<CommandContext<LeasedCommand["kind"]>, "command" | "services" | "lease" | "part">;

/** What is on the screen now, or in the job's window of it, read as the job wants it. Throws as observeScreen does. */
export async function look(context: LookingContext): Promise<CapturedScreen> {
  const { command, services, device, adb, part } = context;
  const reading = { ocr: command.ocr, reader: services.textReader };
  const { window } = part;
  const area = window === null ? undefined : await screenPart(context, window);
  const captured = await lookAtScreen(device, adb, services.clock, reading, area);
  await countReading(captured, context);
  if (area !== undefined) part.lastScreen = rememberedOf(captured);
  return captured;
}

/** A look is not lost because its cost could not be noted. */
async function countReading(
  { readingUsd }: CapturedScreen,
  { command, services }: Pick<AnyContext, "command" | "services">,
): Promise<void> {
  if (readingUsd === undefined) return;
  const { tenantId, jobId } = command;
  await services.repositories.jobs.countReading(tenantId, jobId, readingUsd).catch((error: unknown) => {
    services.logger.error("a read picture was not counted", { jobId, problem: String(error) });
  });
}

/** What the job saw last; its window's own, when it has one of two. */
export const lastScreenOf = ({
  device,
  part,
}: Pick<CommandContext<"perform">, "device" | "part">): RememberedScreen | null =>
  part.window === null ? device.lastScreen : part.lastScreen;

interface Storing {
  readonly stepNumber: number;
  readonly modelPicture: ModelPictureOrder | null;
  /** What was done did not go as it should: every pixel is kept, and the dump. */
  readonly wentWrong?: boolean;
}

/** Begins to store the screen when the one before it is stored; how long that takes is reported with the lease's next step. */
export async function store(
  context: AnyContext,
  captured: CapturedScreen,
  { stepNumber, modelPicture, wentWrong = false }: Storing,
): Promise<Upload> {
  const { tenantId, jobId, commandId } = context.command;
  const keyOf = (part: ObservationPart): string =>
    observationKey(tenantId, jobId, stepNumber, commandId, part);
  const { clock, spool, pictures, pictureSpool } = context.services;
  const begun = clock.monotonic();
  const begunAt = clock.now().getTime();
  await context.part.screenStored;
  const noted = { ...captured, flags: [...context.part.notes.splice(0), ...captured.flags] };
  const { job, stored: earlier } = context.part;
  const exactPicture = wentWrong || job?.debug === true;
  // Drover's own agent and its checks read the tree; one from outside reads dump and picture, and at once.
  const isOwn = job !== null && job.agent === undefined;
  const hierarchy = exactPicture || !isOwn;
  const late = isOwn ? pictureSpool : null;
  const options = { keyOf, modelPicture, exactPicture, hierarchy, pictures, earlier, late };
  const upload = uploadObservation(noted, spool, options);
  const readable = upload.readable.then((kept) => {
    context.part.uploadMilliseconds = clock.monotonic() - begun;
    const milliseconds = context.part.uploadMilliseconds;
    tellUploadSpan(context.command, kept, { startedAt: begunAt, milliseconds }, context.services);
    return kept;
  });
  return { ...upload, readable };
}

/** How a command of the lease comes to its tenant's secrets. */
export const secretAccess = ({ command, services, lease }: AnyContext): SecretAccess => ({
  tenantId: command.tenantId,
  vault: services.secrets,
  typed: lease.secrets,
});

/** The job as the lease's part knew it first, of which what was asked for never changes. */
export async function knownJob(context: Pick<AnyContext, "command" | "services" | "part">): Promise<Job> {
  context.part.job ??= await jobOf(context);
  return context.part.job;
}

/** As it is now. */
export async function jobOf({ command, services }: Pick<AnyContext, "command" | "services">): Promise<Job> {
  const job = await services.repositories.jobs.get(command.tenantId, command.jobId);
  if (job === null) throw new DroverError("NotFound", `Job ${command.jobId} is not stored.`);
  return job;
}
