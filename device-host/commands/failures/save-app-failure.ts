import { errorArtifactKey } from "#shared/contracts/farm/keys.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { type AppFailure, packageOf } from "../../app-errors/app-failure.ts";
import { excerptBytes, logCommand, logExcerpt } from "../../app-errors/log-excerpt.ts";
import type { CapturedScreen } from "../../observe/captured-screen.ts";
import { hashPicture } from "../../observe/hash-picture.ts";
import type { LookingContext } from "../command-context.ts";
import { snapshotOf } from "../error-snapshot.ts";

/**
 * Writes an app's failure on its job with the screen at that moment and what the device's log says of it. Null when it could not be
 * stored: what the app did must not fail the agent's action.
 */
export async function saveAppFailure(
  failure: AppFailure,
  error: DroverError,
  screen: CapturedScreen,
  context: LookingContext,
): Promise<ErrorId | null> {
  const { command, services } = context;
  const { tenantId, jobId } = command;
  const errorId = ErrorId.parse(services.newId());
  const { screenshot } = screen;
  const screenshotKey =
    screenshot === null ? null : errorArtifactKey(tenantId, jobId, errorId, "screenshot.png");
  try {
    const log = await excerptOf(failure, context);
    if (screenshotKey !== null && screenshot !== null)
      await services.spool.put(screenshotKey, screenshot.bytes, "image/png");
    const snapshot: ErrorSnapshot = {
      ...snapshotOf(error, errorId, command, services),
      app: packageOf(failure),
      ...defined({ log, pictureHash: screenshot === null ? undefined : await hashPicture(screenshot) }),
      screenshotKey,
      hierarchyKey: null,
      ...(screenshotKey === null ? { screenshotMissing: "no picture could be taken of the screen" } : {}),
    };
    await services.repositories.errors.put(snapshot);
    return errorId;
  } catch (cause) {
    services.logger.error("app failure not stored", { jobId, error: String(cause) });
    return null;
  }
}

/** Without what was typed in secret. Undefined: the log does not tell of it. */
async function excerptOf(failure: AppFailure, { adb, lease }: LookingContext): Promise<string | undefined> {
  const [log] = await adb.read([logCommand[failure.kind]], { maximumBytes: excerptBytes });
  const excerpt = logExcerpt(log?.output ?? "", failure);
  return excerpt === null ? undefined : lease.secrets.text(excerpt);
}
