import type { Perception } from "#shared/contracts/device/perception.ts";
import type { Bounds, SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { union } from "#shared/screen/area.ts";
import { poorTree } from "#shared/screen/poor-tree.ts";
import type { Hierarchy, HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { defined } from "#shared/values/defined.ts";
import type { HostClock } from "../../host-clock.ts";
import type { CapturedScreen } from "../captured-screen.ts";
import type { Png } from "../png.ts";
import { mergeReadText } from "./merge-read-text.ts";
import { type ReadLine, readLines } from "./read-lines.ts";
import type { TextReader } from "./text-reader.ts";

/** How text is read out of the pictures of one lease. */
export interface ScreenReading {
  readonly ocr: Perception["ocr"];
  readonly reader: TextReader;
  /** A service outside may be shown the picture: no secret was typed on this device that it could show. */
  readonly mayLeave?: boolean;
  /** Takes out what may not leave the host, of the lines and of the picture. */
  readonly conceal?: (lines: readonly ReadLine[], captured: CapturedScreen) => Promise<ReadScreen>;
}

export interface ReadScreen {
  readonly lines: readonly ReadLine[];
  readonly captured: CapturedScreen;
}

/** The part of the picture to read; null: none of it. */
function areaToRead({ tree }: CapturedScreen, { size }: Png, ocr: Perception["ocr"]): Bounds | null {
  const whole = { left: 0, top: 0, right: size.width, bottom: size.height };
  if (ocr === "never") return null;
  if (ocr === "always") return whole;
  if (poorTree(tree) === null) return null;
  const drawn = (tree?.undescribed ?? []).reduce<Bounds | null>(
    (all, area) => (all === null ? area : union(all, area)),
    null,
  );
  return drawn ?? whole;
}

const passwordsIn = (nodes: readonly HierarchyNode[]): readonly Bounds[] =>
  nodes.flatMap((node) => [...(node.password ? [node.bounds] : []), ...passwordsIn(node.children)]);

/** Without its tree nobody knows where a screen's password fields are. */
const hidden = (hierarchy: Hierarchy | null): readonly Bounds[] => passwordsIn(hierarchy?.roots ?? []);

/** A screen of which only the picture is known. */
function drawnOnly({ facts, screen, capturedAt }: CapturedScreen, deviceId: string): SemanticUITree {
  return {
    schema_version: 1,
    screen_id: "",
    device_id: deviceId,
    app_name: facts.package,
    app_package: facts.package,
    activity: facts.activity,
    screen_width: screen.width,
    screen_height: screen.height,
    timestamp: Date.parse(capturedAt) / 1_000,
    keyboard_shown: facts.keyboardShown,
    truncated: false,
    undescribed: [{ left: 0, top: 0, right: screen.width, bottom: screen.height }],
    elements: [],
  };
}

/**
 * The screen with the text that was read out of its picture among its elements (docs/spec.md R1, R7), where its elements
 * say too little or the job asks. A screen that could not be read is the screen as it was, and says so.
 */
export async function readScreenText(
  captured: CapturedScreen,
  deviceId: string,
  { ocr, reader, mayLeave = false, conceal }: ScreenReading,
  clock: HostClock,
): Promise<CapturedScreen> {
  const { screenshot, tree, screen } = captured;
  // Two sizes mean that the screen turned between the two: no word would be where it was read.
  const fits = screenshot?.size.width === screen.width && screenshot.size.height === screen.height;
  const area = screenshot === null || !fits ? null : areaToRead(captured, screenshot, ocr);
  if (screenshot === null || area === null) return captured;
  const started = clock.monotonic();
  const reading = await reader.read(screenshot.bytes, area, { mayLeave });
  const { fellBack, usd } = reading;
  const told = {
    timings: { ...captured.timings, ocrMilliseconds: clock.monotonic() - started },
    flags: [
      ...captured.flags,
      ...(fellBack === undefined
        ? []
        : [`textReadOnHost: the cloud service did not: ${fellBack}`.slice(0, 300)]),
      ...("problem" in reading ? [`textUnread: ${reading.problem}`.slice(0, 300)] : []),
    ],
    ...defined({ readingUsd: usd }),
  };
  if ("problem" in reading) return { ...captured, ...told };
  const read = readLines(reading.words, hidden(captured.hierarchy));
  if (read.length === 0) return { ...captured, ...told };
  const { lines, captured: shown } = (await conceal?.(read, captured)) ?? { lines: read, captured };
  const merged = mergeReadText(tree ?? drawnOnly(captured, deviceId), lines);
  return { ...shown, ...told, tree: merged, treeHash: treeHash(merged) };
}
