import { errorArtifactKey } from "#shared/contracts/farm/keys.ts";
import { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import { ErrorId, JobId } from "#shared/contracts/values/ids.ts";
import { farmTenant, type SeededFarm } from "./seeded-farm.ts";
import type { SeededScreen } from "./seeded-screens.ts";

interface SeededErrors {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly screen: SeededScreen | null;
  /** In turn. */
  readonly hosts: readonly string[];
  readonly attemptedAction?: string;
  /** How many days ago the first was. */
  readonly days?: number;
}

let made = 0;
const ulidAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An id of that time: lists of a time look at ids. */
export function idAt(milliseconds: number, n: number): string {
  let [time, text] = [milliseconds, ""];
  for (let place = 0; place < 10; place += 1) {
    text = (ulidAlphabet[time % 32] ?? "0") + text;
    time = Math.floor(time / 32);
  }
  return text + String(n).padStart(16, "0");
}

/** Stores errors of one kind, spread over the days up to now. */
export async function seedErrors(
  { repositories, artifacts }: Pick<SeededFarm, "repositories" | "artifacts">,
  { code, message, count, screen, hosts, attemptedAction, days = 6 }: SeededErrors,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    made += 1;
    const captured = Date.now() - Math.round((days * 86_400_000 * (count - at)) / count);
    const errorId = ErrorId.parse(idAt(captured, made));
    const jobId = JobId.parse(idAt(captured - 60_000, made));
    const hostId = hosts[at % hosts.length] ?? "host-a";
    const screenshotKey = errorArtifactKey(farmTenant, jobId, errorId, "screenshot.png");
    if (screen !== null) await artifacts.put(screenshotKey, screen.webp, "image/webp");
    await repositories.errors.put(
      ErrorSnapshot.parse({
        schemaVersion: 1,
        tenantId: farmTenant,
        errorId,
        jobId,
        capturedAt: new Date(captured).toISOString(),
        name: code,
        code,
        message,
        advice: ["Look at the device's cable, then release it from quarantine."],
        retryable: true,
        stepNumber: 1 + (at % 12),
        stateName: "PerformAction",
        hostId,
        deviceId: `${hostId}.emulator-${5554 + 2 * (at % 3)}`,
        ...(attemptedAction === undefined ? {} : { attemptedAction }),
        ...(screen === null
          ? { screenshotMissing: "the device was gone" }
          : { app: screen.app, pictureHash: screen.hash }),
        screenshotKey: screen === null ? null : screenshotKey,
        hierarchyKey: null,
      }),
    );
  }
}
