import { addressBarIn, addressBarOf, type Bar } from "#shared/rules/policy/policy-facts.ts";
import { defined } from "#shared/values/defined.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { windowDumps } from "../adb/window-dumps.ts";
import type { HostClock } from "../host-clock.ts";
import { type CapturedScreen, rememberedOf } from "../observe/captured-screen.ts";
import { withDrawnHash } from "../observe/drawn-hash.ts";
import { observeScreen } from "../observe/observe-screen.ts";
import { type ScreenPart, shiftedXml } from "../observe/split-windows.ts";
import { readScreenText, type ScreenReading } from "../observe/text/read-screen-text.ts";
import { concealReadText } from "../secrets/conceal-read-text.ts";
import { coverPicture } from "../secrets/cover-picture.ts";
import { TypedSecrets } from "../secrets/typed-secrets.ts";
import type { ManagedDevice } from "./managed-device.ts";

/**
 * Looks at the device and remembers what was seen, for coordinates and element ids. Whoever holds the device has touched
 * the app in front: cleaning clears its data. Without `reading` no text is read out of the picture; with `part` only that half of a split
 * screen is seen, which is its job's to remember. Throws as observeScreen
 * does.
 */
export async function lookAtScreen(
  device: ManagedDevice,
  adb: AdbDevice,
  clock: HostClock,
  reading?: ScreenReading,
  part?: ScreenPart,
): Promise<CapturedScreen> {
  const { deviceId, naturalSize, sources } = device;
  const secrets = device.secrets ?? new TypedSecrets();
  let bar: Bar | undefined;
  const mask = (xml: string): string => {
    if (!secrets.isEmpty) bar = addressBarIn(xml, part?.area ?? null);
    return secrets.xml(xml);
  };
  const seen = await observeScreen(
    { deviceId, adb, naturalSize, sources, mask, ...defined({ part }) },
    clock,
  );
  const covered = secrets.isEmpty
    ? seen
    : await coverPicture(
        seen,
        await windowsOver(seen, { device, adb, part, mask: (xml) => secrets.xml(xml) }),
      );
  const observed = withAppName(covered, device);
  const conceal = concealReadText(secrets);
  const read =
    reading === undefined
      ? observed
      : await readScreenText(observed, deviceId, { ...reading, mayLeave: secrets.isEmpty, conceal }, clock);
  const captured = { ...(await withDrawnHash(read)), ...defined({ bar }) };
  if (part === undefined) device.lastScreen = rememberedOf(captured);
  const { address } = bar ?? addressBarOf(captured.tree);
  if (address !== undefined) device.pages.set(captured.facts.package, address);
  if (device.lease !== null && captured.facts.package !== "") {
    device.touchedPackages.add(captured.facts.package);
  }
  return captured;
}

interface Looking {
  readonly device: ManagedDevice;
  readonly adb: AdbDevice;
  readonly part: ScreenPart | undefined;
  readonly mask: (xml: string) => string;
}

/** All windows, when more than one is to be seen: a picture shows what lies behind a dialog too. Null: they are not known. */
async function windowsOver(
  { facts, screenshot }: CapturedScreen,
  { device, adb, part, mask }: Looking,
): Promise<string | null> {
  if (!facts.isLayered || screenshot === null) return "";
  const dump = await device.sources.tree.dump(adb, [], ["--windows"]).catch(() => null);
  if (dump === null || dump.xml === null || windowDumps(dump.xml) === null) return null;
  return part === undefined ? mask(dump.xml) : shiftedXml(mask(dump.xml), part.area);
}

/** The app is called what the launcher calls it; what its tree is known by does not change with that. */
export function withAppName(captured: CapturedScreen, device: ManagedDevice): CapturedScreen {
  const { tree, facts } = captured;
  return tree === null
    ? captured
    : { ...captured, tree: { ...tree, app_name: device.nameOf(facts.package) } };
}
