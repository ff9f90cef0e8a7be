import { errorArtifactKey } from "#shared/contracts/farm/keys.ts";
import type { ErrorSnapshot, PictureHash } from "#shared/contracts/step/error-snapshot.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { defined } from "#shared/values/defined.ts";
import { isConnectionLost } from "../adb/adb-error.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { hashPicture } from "../observe/hash-picture.ts";

/** The answer waits for this, so a device that is gone must not hold it up. */
const screenshotDeadlineMilliseconds = 3_000;

const stateNames = {
  setUp: "SetUpDevice",
  perform: "PerformAction",
  splitScreen: "SplitScreen",
  compare: "CompareDevice",
  judge: "JudgeOutcome",
  release: "ReleaseDevice",
} as const satisfies Record<LeasedCommand["kind"], string>;

/**
 * Stores what was on the screen and what was tried when a command failed (docs/spec.md I5.4), and answers the
 * snapshot's id.
 * Null when it could not be stored: the error itself matters more.
 */
export async function saveErrorSnapshot(
  error: DroverError,
  command: LeasedCommand,
  device: ManagedDevice | null,
  services: HostServices,
): Promise<ErrorId | null> {
  const errorId = ErrorId.parse(services.newId());
  const { tenantId, jobId } = command;
  try {
    const screenshotKey = errorArtifactKey(tenantId, jobId, errorId, "screenshot.png");
    const { missing, hash } = await storeScreenshot(error, device, screenshotKey, services);
    const snapshot: ErrorSnapshot = {
      ...snapshotOf(error, errorId, command, services),
      ...defined({ app: device?.lastScreen?.facts.package || undefined, pictureHash: hash }),
      screenshotKey: missing === null ? screenshotKey : null,
      hierarchyKey: null,
      ...(missing === null ? {} : { screenshotMissing: missing.slice(0, 300) }),
    };
    await services.repositories.errors.put(snapshot);
    return errorId;
  } catch (failure) {
    services.logger.error("error snapshot not stored", { jobId, error: String(failure) });
    return null;
  }
}

/** What every snapshot of a command says, whatever there is of the screen. */
export function snapshotOf(
  error: DroverError,
  errorId: ErrorId,
  command: LeasedCommand,
  { clock, hostId }: Pick<HostServices, "clock" | "hostId">,
) {
  const { code, message, advice, cause } = toWireError(error);
  const { tenantId, jobId, deviceId } = command;
  return {
    schemaVersion: 1,
    tenantId,
    errorId,
    jobId,
    capturedAt: clock.now().toISOString(),
    name: code,
    code,
    message,
    advice: advice.slice(0, 10).map((line) => line.slice(0, 500)),
    ...defined({ cause }),
    retryable: error.retryable,
    stepNumber: command.kind === "perform" ? command.stepNumber : 0,
    stateName: stateNames[command.kind],
    ...(command.kind === "perform"
      ? { attemptedAction: JSON.stringify(command.actions).slice(0, 8_000) }
      : {}),
    deviceId,
    hostId,
  } as const satisfies Partial<ErrorSnapshot>;
}

interface Stored {
  /** Null: it is stored. */
  readonly missing: string | null;
  readonly hash?: PictureHash | undefined;
}

/** The picture as it is now, or why there is none. */
async function storeScreenshot(
  error: DroverError,
  device: ManagedDevice | null,
  key: string,
  services: HostServices,
): Promise<Stored> {
  if (device === null) return { missing: "this host does not have the device" };
  const why = whyNoPicture(error, device);
  if (why !== null) return { missing: why };
  try {
    const png = await device.sources.picture.take(device.adb, screenshotDeadlineMilliseconds);
    const [hash] = await Promise.all([hashPicture(png), services.artifacts.put(key, png.bytes, "image/png")]);
    return { missing: null, hash };
  } catch (failure) {
    return { missing: failure instanceof Error ? failure.message : String(failure) };
  }
}

function whyNoPicture(error: DroverError, device: ManagedDevice): string | null {
  if (device.secrets?.isEmpty === false)
    return "a secret was typed in this lease, and the picture could show it";
  if (error.code === "LeaseLost")
    return "the lease of this job has ended, so the screen is no longer this job's";
  if (isConnectionLost(error)) return `the device cannot be reached: ${error.message}`;
  return null;
}
