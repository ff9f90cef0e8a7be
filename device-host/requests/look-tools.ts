import type {
  ExpectedState,
  HierarchyAnswer,
  LocateAnswer,
  LocateRequest,
  ScreenshotAnswer,
  ScreenshotRequest,
  ValidateAnswer,
} from "#shared/contracts/device/device-tools.ts";
import { lookKey } from "#shared/contracts/farm/keys.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import { type WindowDump, windowDumps } from "../adb/window-dumps.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { type CapturedScreen, withoutPasswords } from "../observe/captured-screen.ts";
import { locateOnScreen } from "../observe/locate-on-screen.ts";
import { hasSecureWindow, secureWindowsCommand } from "../observe/secure-windows.ts";
import { cropPicture, regionOnScreen } from "../observe/text/crop-picture.ts";
import { validateState } from "../observe/validate-state.ts";

/** `stored`: what is large goes to S3, because an answer through the table is bounded; `inline`: it is the answer. */
export type Delivery = "stored" | "inline";

/** In base64, with all that stands around it, under the 350,000 characters that a reply may have. */
const largestInlineBytes = 240_000;

/**
 * The tools of docs/spec.md E3 that only look, and G3, on a device that is free, quarantined or held by a job: each waits for its
 * turn in the lane, and what a lease has typed in secret is masked as it is for its own job, until the device is proved clean.
 */
async function look<Answer>(
  device: ManagedDevice,
  services: HostServices,
  use: (seen: CapturedScreen) => Answer | Promise<Answer>,
): Promise<Answer> {
  using _turn = await device.lane.enter();
  return use(await seenNow(device, services));
}

const seenNow = (device: ManagedDevice, { clock }: HostServices): Promise<CapturedScreen> =>
  lookAtScreen(device, device.adb, clock);

const momentOf = ({ capturedAt, screen, facts }: CapturedScreen) => ({
  capturedAt,
  screen,
  package: facts.package,
});

function treeOf({ tree, flags }: CapturedScreen) {
  if (tree === null) throw new DroverError("TreeUnavailable", flags.join("; "));
  return tree;
}

export const locateOn = (
  device: ManagedDevice,
  request: LocateRequest,
  services: HostServices,
): Promise<LocateAnswer> =>
  look(device, services, (seen) => ({
    ...momentOf(seen),
    candidates: [...locateOnScreen(treeOf(seen), request)],
  }));

export const validateOn = (
  device: ManagedDevice,
  expected: ExpectedState,
  services: HostServices,
): Promise<ValidateAnswer> =>
  look(device, services, (seen) => {
    const { findings, ...told } = validateState(treeOf(seen), expected);
    return { ...momentOf(seen), ...told, findings: [...findings] };
  });

export const screenshotOf = (
  device: ManagedDevice,
  request: ScreenshotRequest,
  services: HostServices,
  delivery: Delivery,
): Promise<ScreenshotAnswer> =>
  look(device, services, (seen) => pictureOf(seen, device, request, services, delivery));

/** For whoever has the device's turn already. */
export const screenshotInTurn = async (
  device: ManagedDevice,
  request: ScreenshotRequest,
  services: HostServices,
): Promise<ScreenshotAnswer> =>
  pictureOf(await seenNow(device, services), device, request, services, "stored");

async function pictureOf(
  seen: CapturedScreen,
  device: ManagedDevice,
  { region, as }: ScreenshotRequest,
  services: HostServices,
  delivery: Delivery,
): Promise<ScreenshotAnswer> {
  if (seen.screenshot === null) throw new DroverError("NoScreenSource", seen.flags.join("; "));
  const area = regionOnScreen(region, seen.screen);
  const [png, [windows]] = await Promise.all([
    cropPicture(seen.screenshot, area, seen.screen),
    device.adb.read([secureWindowsCommand]),
  ]);
  const { bytes, size } = png;
  const inline = delivery === "inline" || (as === "base64" && bytes.length <= largestInlineBytes);
  return {
    ...momentOf(seen),
    mediaType: "image/png",
    size,
    region: area,
    rotation: seen.hierarchy?.rotation ?? 0,
    secure: hasSecureWindow(windows?.output ?? ""),
    bytes: bytes.length,
    ...(inline
      ? { base64: bytes.toString("base64") }
      : { key: await store(device, "screenshot.png", bytes, services) }),
  };
}

export const hierarchyOf = (
  device: ManagedDevice,
  services: HostServices,
  delivery: Delivery,
): Promise<HierarchyAnswer> =>
  look(device, services, async (seen) => {
    const dump = await device.sources.tree.dump(device.adb, [], ["--windows"]);
    if (dump.xml === null)
      throw new DroverError("TreeUnavailable", `The windows could not be dumped: ${dump.problem}.`);
    const xml = withoutPasswords(device.secrets?.xml(dump.xml) ?? dump.xml);
    const windows = windowDumps(xml);
    return {
      ...momentOf(seen),
      rotation: seen.hierarchy?.rotation ?? 0,
      allWindows: windows !== null,
      windows: (windows ?? [onlyWindow(xml, seen)]).map(factsOf),
      bytes: Buffer.byteLength(xml),
      ...(delivery === "inline" ? { xml } : { key: await store(device, "windows.xml", xml, services) }),
    };
  });

const onlyWindow = (xml: string, { facts, screen }: CapturedScreen): WindowDump => ({
  title: facts.activity,
  type: "",
  layer: 0,
  active: true,
  focused: true,
  bounds: { left: 0, top: 0, right: screen.width, bottom: screen.height },
  xml,
});

const factsOf = ({ title, type, layer, focused, bounds, xml }: WindowDump) => ({
  title: title.slice(0, 300).toWellFormed(),
  type: type.slice(0, 60),
  layer,
  focused,
  bounds,
  nodes: xml === null ? 0 : parseHierarchy(xml).nodeCount,
});

async function store(
  { deviceId }: ManagedDevice,
  part: "screenshot.png" | "windows.xml",
  body: Buffer | string,
  { tenantId, artifacts, newId }: HostServices,
): Promise<string> {
  const key = lookKey(tenantId, deviceId, newId(), part);
  await artifacts.put(key, body, part === "screenshot.png" ? "image/png" : "application/xml");
  return key;
}
