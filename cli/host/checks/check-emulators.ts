import { existsSync } from "node:fs";
import { type AndroidSdk, type SdkProgram, sdkProgram } from "#device-host/devices/android-sdk.ts";
import { avdName, hasAvd, hasCleanSnapshot } from "#device-host/devices/avd-emulator.ts";
import { type Finding, fail, ok, warn } from "../../doctor/finding.ts";

const programs: readonly SdkProgram[] = ["adb", "avdmanager", "emulator"];
const mostNames = 64;

/** The SDK's programs, and the emulators that `drover hosts prepare` made: of those that are to be, or of those there are. */
export function checkEmulators(sdk: AndroidSdk, wanted: number | undefined): readonly Finding[] {
  const missing = programs.filter((program) => !existsSync(sdkProgram(sdk, program)));
  if (missing.length > 0)
    return [
      fail(
        "sdk",
        `${sdk.root} has no ${missing.join(", ")}`,
        'Install them: sdkmanager platform-tools emulator "system-images;android-34;google_apis;x86_64"',
      ),
    ];
  const names = Array.from({ length: wanted ?? mostNames }, (_, number) => avdName(number));
  const there = names.filter((name) => hasAvd(sdk, name));
  const unclean = there.filter((name) => !hasCleanSnapshot(sdk, name));
  const remedy = `Create them with 'drover hosts prepare --devices ${wanted ?? Math.max(1, there.length)}'.`;
  const programsThere = ok("sdk", sdk.root ?? "on PATH");
  if (there.length === 0) return [programsThere, warn("emulators", `none in ${sdk.avdHome}`, remedy)];
  if (wanted !== undefined && there.length < wanted)
    return [programsThere, fail("emulators", `${there.length} of ${wanted} in ${sdk.avdHome}`, remedy)];
  if (unclean.length > 0)
    return [programsThere, fail("emulators", `without a clean snapshot: ${unclean.join(", ")}`, remedy)];
  return [programsThere, ok("emulators", `${there.length} with a clean snapshot`)];
}
