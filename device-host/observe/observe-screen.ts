import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { isTransportError } from "../adb/adb-error.ts";
import type { HostClock } from "../host-clock.ts";
import {
  type CapturedScreen,
  type ReadTree,
  readTree,
  rotated,
  screenshotHash,
  withoutPasswords,
} from "./captured-screen.ts";
import type { Dump } from "./dump-tree.ts";
import { appIn, glanceAt } from "./glance.ts";
import { pictureFace } from "./picture-face.ts";
import type { Png } from "./png.ts";
import { builtInSources, type ScreenSources, type TreeSource } from "./screen-source.ts";
import { hasSecureWindow, looksPlain, secureWindowsCommand } from "./secure-windows.ts";
import { partFacts, partXml, type ScreenPart } from "./split-windows.ts";
import { cropPicture } from "./text/crop-picture.ts";
import { windowSize } from "./window-area.ts";
import { parseWindowFacts, type WindowFacts, windowFactsCommands } from "./window-facts.ts";

export interface ObservedDevice {
  readonly deviceId: string;
  readonly adb: AdbDevice;
  /** Upright. */
  readonly naturalSize: ScreenSize;
  /** The half of a split screen that is looked at as if it were the whole; absent: the display. */
  readonly part?: ScreenPart;
  /** Absent: what every Android has. */
  readonly sources?: ScreenSources;
  /** Takes out of a dump what may not leave the host. */
  readonly mask?: (xml: string) => string;
}

export interface ObserveLimits {
  /** How long a moving screen is waited for; what is there then is taken. */
  readonly settleMilliseconds: number;
}

export const defaultObserveLimits: ObserveLimits = { settleMilliseconds: 4_000 };
/** At least so far apart are two dumps that are compared: several pictures of anything that moves. */
const pauseMilliseconds = 50;
/** Where they are further apart, the picture is begun so long before the second: an animation has ended by then. */
const pictureLeadMilliseconds = 250;
const retryMilliseconds = 100;
/** Content that comes after its window is waited for this long; games and videos never have any (docs/faults.md B7). */
const emptyMilliseconds = 1_500;
/** A root that is null is a window between two states: worth a few tries (docs/faults.md B2). */
const nullRootRetries = 3;

/** The dump that a look is compared with. */
interface Before extends Dump {
  /** Nothing moved while it was made: one that is no cheaper would tell nothing new. */
  readonly quiet: boolean;
  /** Monotonic milliseconds. */
  readonly askedAt: number;
}

interface Look {
  readonly dump: Dump;
  readonly facts: WindowFacts;
  readonly read: ReadTree | null;
  readonly problem: string;
  readonly treeMilliseconds: number;
}

/**
 * The screen once it has stopped moving: two dumps in a row that an agent could not tell apart, the screenshot taken
 * beside the second; or one that itself waited until nothing moved, when the same window has the focus before and beside the screenshot.
 * Without a tree there is a screenshot and a flag (docs/spec.md I4.2), and the other way round.
 * @throws NoScreenSource when there is neither · DeviceDisconnected and its kin when the device is gone
 */
export async function observeScreen(
  whole: ObservedDevice,
  clock: HostClock,
  limits: ObserveLimits = defaultObserveLimits,
): Promise<CapturedScreen> {
  const { part } = whole;
  const device = part === undefined ? whole : { ...whole, naturalSize: windowSize(part.area) };
  const started = clock.monotonic();
  let previous = await firstDump(device, clock);
  for (;;) {
    const { pause, lead } = pausesAfter(previous, device, clock);
    if (pause > 0) await clock.wait(pause);
    const askedAt = clock.monotonic() + lead;
    const capturedAt = clock.now().toISOString();
    // Begun before this look: what is drawn meanwhile counts as a change.
    const [glance, look, shot] = await Promise.all([
      glanceAt(device.adb, appIn(previous.xml)),
      (lead > 0 ? clock.wait(lead) : Promise.resolve()).then(() =>
        lookAgain(device, clock, previous, capturedAt),
      ),
      tryScreenshot(device, clock),
    ]);
    const elapsed = clock.monotonic() - started;
    const loading = elapsed < emptyMilliseconds && isEmpty(look);
    const still = !loading && isStill(previous, look, device, capturedAt) && sizesAgree(look, shot, device);
    if (still || elapsed >= limits.settleMilliseconds) {
      const secure = await isSecure(device, shot);
      const face = shot.png === null || secure ? "" : await pictureFace(shot.png, look.read?.tree ?? null);
      return captured(device, look, shot, { capturedAt, settled: still, elapsed, secure, glance, face });
    }
    previous = { ...look.dump, quiet: false, askedAt };
  }
}

/** How long nothing is asked after a dump, and how much longer the next dump waits than the picture. */
function pausesAfter(
  { quiet, askedAt }: Before,
  device: ObservedDevice,
  clock: HostClock,
): { readonly pause: number; readonly lead: number } {
  if (quiet) return { pause: 0, lead: 0 };
  const { apartMilliseconds = 0 } = (device.sources ?? builtInSources).tree;
  const left = Math.max(pauseMilliseconds, askedAt + apartMilliseconds - clock.monotonic());
  const lead = Math.min(pictureLeadMilliseconds, left - pauseMilliseconds);
  return { pause: left - lead, lead };
}

/** Screens that never idle get one more try, windows between two states a few. */
async function firstDump(device: ObservedDevice, clock: HostClock): Promise<Before> {
  const { quietMilliseconds } = (device.sources ?? builtInSources).tree;
  for (let attempt = 0; ; attempt += 1) {
    const asked = clock.monotonic();
    const dump = await tolerantDump(device);
    const waited = quietMilliseconds !== null && clock.monotonic() - asked >= quietMilliseconds;
    if (waited && dump.xml !== null)
      return { ...dump, beside: await device.adb.read(windowFactsCommands), quiet: true, askedAt: asked };
    const retries = dump.problem === "null root node" ? nullRootRetries : 1;
    if (dump.xml !== null || attempt >= retries) return { ...dump, quiet: false, askedAt: asked };
    await clock.wait(retryMilliseconds * (attempt + 1));
  }
}

/** A dump that was too slow is a dump that failed; a device that is gone is not. */
async function tolerantDump(
  device: ObservedDevice,
  beside: Parameters<TreeSource["dump"]>[1] = [],
): Promise<Dump> {
  try {
    const { part, mask, sources = builtInSources } = device;
    const dump = await sources.tree.dump(device.adb, beside, part === undefined ? [] : ["--windows"]);
    if (dump.xml === null) return dump;
    const xml = mask === undefined ? dump.xml : mask(dump.xml);
    if (part === undefined) return { ...dump, xml };
    const own = partXml(xml, part.area);
    return own === null
      ? { ...dump, xml: null, problem: "the window shows no views" }
      : { ...dump, xml: own };
  } catch (error) {
    if (!(error instanceof DroverError) || error.code !== "DeviceTimeout") throw error;
    return { xml: null, problem: "uiautomator did not respond in time", beside: [] };
  }
}

async function lookAgain(
  device: ObservedDevice,
  clock: HostClock,
  previous: Before,
  capturedAt: string,
): Promise<Look> {
  const started = clock.monotonic();
  // When the tree could not be had just now, or stands, only the cheap questions are asked again.
  const dump =
    previous.xml === null || previous.quiet
      ? { ...previous, beside: await device.adb.read(windowFactsCommands) }
      : await tolerantDump(device, windowFactsCommands);
  const [focus, inputMethod, keyboard, time] = dump.beside.map((result) => result.output);
  const seen = parseWindowFacts(focus ?? "", inputMethod ?? "", keyboard ?? "", time);
  const facts = device.part === undefined ? seen : partFacts(seen, device.part, dump.xml);
  const read = dump.xml === null ? dump.problem : readTree(dump.xml, { ...device, capturedAt, facts });
  return {
    dump,
    facts,
    read: typeof read === "string" ? null : read,
    problem: typeof read === "string" ? read : "",
    treeMilliseconds: clock.monotonic() - started,
  };
}

type Shot = { readonly png: Png | null; readonly problem: unknown; readonly milliseconds: number };

async function tryScreenshot(device: ObservedDevice, clock: HostClock): Promise<Shot> {
  const started = clock.monotonic();
  try {
    const { picture } = device.sources ?? builtInSources;
    const taken = await picture.take(device.adb);
    const png = device.part === undefined ? taken : await cropPicture(taken, device.part.area, taken.size);
    return { png, problem: null, milliseconds: clock.monotonic() - started };
  } catch (problem) {
    return { png: null, problem, milliseconds: clock.monotonic() - started };
  }
}

/** Whether the picture is black because a window forbids pictures of itself (docs/faults.md B11). */
async function isSecure({ adb }: ObservedDevice, { png }: Shot): Promise<boolean> {
  if (png === null || !looksPlain(png)) return false;
  const [windows] = await adb.read([secureWindowsCommand]);
  return hasSecureWindow(windows?.output ?? "") === true;
}

function isStill(previous: Before, look: Look, device: ObservedDevice, capturedAt: string): boolean {
  if (previous.quiet) return focusIn(previous) === focusIn(look.dump);
  if (look.dump.xml === null || look.read === null)
    return previous.xml === null || look.dump.xml === previous.xml;
  if (look.dump.xml === previous.xml) return true;
  if (previous.xml === null) return false;
  const before = readTree(previous.xml, { ...device, capturedAt, facts: look.facts });
  return typeof before !== "string" && before.treeHash === look.read.treeHash;
}

/** What `windowFactsCommands` say but the time. */
const focusIn = ({ beside }: Dump): string =>
  beside
    .slice(0, 3)
    .map(({ output }) => output)
    .join("\n");

/** Nothing to read or use yet, or a web page whose content has not arrived. */
function isEmpty({ read }: Look): boolean {
  if (read === null) return false;
  return read.tree.elements.length === 0 || read.hierarchy.roots.some(hasEmptyWebView);
}

const hasEmptyWebView = (node: HierarchyNode): boolean =>
  node.children.length === 0
    ? node.className === "android.webkit.WebView"
    : node.children.some(hasEmptyWebView);

/** A rotation between tree and picture would move every coordinate (docs/faults.md B13). */
function sizesAgree(look: Look, shot: Shot, device: ObservedDevice): boolean {
  if (look.read === null || shot.png === null) return true;
  const expected = rotated(device.naturalSize, look.read.hierarchy.rotation);
  return shot.png.size.width > shot.png.size.height === expected.width > expected.height;
}

interface Moment extends Pick<CapturedScreen, "capturedAt" | "glance" | "face"> {
  readonly settled: boolean;
  readonly elapsed: number;
  readonly secure: boolean;
}

function captured(device: ObservedDevice, look: Look, shot: Shot, moment: Moment): CapturedScreen {
  if (look.read === null && shot.png === null) throw noScreen(look, shot);
  const { read, facts } = look;
  const flags = [
    ...(read === null ? [`treeUnavailable: ${look.problem}`] : []),
    ...(shot.png === null ? [`screenshotUnavailable: ${messageOf(shot.problem)}`] : []),
    ...(moment.secure ? [secureScreen] : []),
    ...(moment.settled ? [] : ["notSettled: the screen was still moving"]),
    ...(read?.hierarchy.truncated === true ? ["treeTruncated: the hierarchy is larger than the limits"] : []),
    ...(sizesAgree(look, shot, device)
      ? []
      : ["rotationDiffers: tree and screenshot have different orientations"]),
  ];
  const screen =
    read === null
      ? (shot.png?.size ?? device.naturalSize)
      : rotated(device.naturalSize, read.hierarchy.rotation);
  const pixels = shot.png === null ? "" : screenshotHash(shot.png);
  return {
    capturedAt: moment.capturedAt,
    screen,
    facts,
    screenshot: shot.png,
    pixels,
    glance: moment.glance,
    face: moment.face,
    xml: look.dump.xml === null ? null : withoutPasswords(look.dump.xml),
    hierarchy: read?.hierarchy ?? null,
    tree: read?.tree ?? null,
    treeHash: read?.treeHash ?? pixels,
    flags: flags.map((flag) => flag.slice(0, 300)),
    timings: {
      settleMilliseconds: moment.elapsed,
      screenshotMilliseconds: shot.milliseconds,
      treeMilliseconds: look.treeMilliseconds,
      ocrMilliseconds: 0,
    },
  };
}

/** Told to the agent: a black picture is no blank app. */
const secureScreen =
  "secureScreen: the app forbids pictures of this screen, so the picture is black; the list of elements is right";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function noScreen(look: Look, shot: Shot): unknown {
  if (isTransportError(shot.problem)) return shot.problem;
  return new DroverError(
    "NoScreenSource",
    "Neither a screenshot nor a UI tree could be taken of the screen.",
    { cause: shot.problem, details: { screenshot: messageOf(shot.problem), tree: look.problem } },
  );
}
