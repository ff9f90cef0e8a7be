import type { SplitAreas, SplitWindow } from "#shared/contracts/device/split-screen.ts";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { areaOf, overlapOf } from "#shared/screen/area.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { windowDumps } from "../adb/window-dumps.ts";
import type { WindowFacts } from "./window-facts.ts";

/** The half of the display that one of two apps has. */
export interface ScreenPart {
  readonly window: SplitWindow;
  readonly package: string;
  readonly area: Bounds;
}

export interface ShownTask {
  readonly taskId: number;
  readonly package: string;
  readonly bounds: Bounds;
  readonly visible: boolean;
}

const taskLine =
  /taskId=(\d+): ([\w.]+)\/\S+ bounds=\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\] userId=\d+ visible=(true|false)/g;

/** The tasks with an app in them, in the device's order. */
export async function readTasks(adb: AdbDevice): Promise<readonly ShownTask[]> {
  const [listed] = await adb.read([["am", "stack", "list"]]);
  return [...(listed?.output ?? "").matchAll(taskLine)].map(([, id, app = "", ...rest]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = rest.slice(0, 4).map(Number);
    return {
      taskId: Number(id),
      package: app,
      bounds: { left, top, right, bottom },
      visible: rest[4] === "true",
    };
  });
}

/** The two apps that share the display now; null when it is not just two, each with a part of its own. */
export async function readSplit(adb: AdbDevice): Promise<SplitAreas | null> {
  const shown = (await readTasks(adb)).filter(({ visible }) => visible);
  const [a, b] = shown;
  if (a === undefined || b === undefined || shown.length !== 2 || overlapOf(a.bounds, b.bounds) > 0)
    return null;
  const isFirst = a.bounds.top < b.bounds.top || a.bounds.left < b.bounds.left;
  const [first, second] = isFirst ? [a, b] : [b, a];
  return {
    first: { package: first.package, bounds: first.bounds },
    second: { package: second.package, bounds: second.bounds },
  };
}

const centreOf = ({ left, top, right, bottom }: Bounds) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
const holds = (area: Bounds, { x, y }: { readonly x: number; readonly y: number }): boolean =>
  x >= area.left && x < area.right && y >= area.top && y < area.bottom;

/**
 * Of a dump of all windows the tree of the topmost one in this part, as if the part were the whole display: with its own corner
 * at 0,0 and upright. Null when no window of an app shows its views there.
 */
export function partXml(xml: string, area: Bounds): string | null {
  const windows = windowDumps(xml) ?? [];
  const own = windows
    .filter(({ type, focused }) => type === "TYPE_APPLICATION" || (focused && type === "TYPE_SYSTEM"))
    .filter(({ xml: tree, bounds }) => tree !== null && holds(area, centreOf(bounds)))
    .filter(({ bounds }) => 2 * overlapOf(bounds, area) >= Math.min(areaOf(bounds), areaOf(area)))
    .sort((a, b) => b.layer - a.layer)[0];
  if (own === undefined || own.xml === null) return null;
  return shiftedXml(own.xml, area).replace(/^<hierarchy rotation="\d+"/, '<hierarchy rotation="0"');
}

/** With this part's own corner at 0,0. */
export const shiftedXml = (xml: string, area: Bounds): string =>
  xml.replace(
    / bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"/g,
    (_, left: string, top: string, right: string, bottom: string) =>
      ` bounds="[${Number(left) - area.left},${Number(top) - area.top}]` +
      `[${Number(right) - area.left},${Number(bottom) - area.top}]"`,
  );

/** What is in front and where the keyboard is, as this part has it. Its activity is not known: Android names the focused one's. */
export function partFacts(
  facts: WindowFacts,
  { area, package: app }: ScreenPart,
  xml: string | null,
): WindowFacts {
  const top = facts.keyboardTop;
  const covered = facts.keyboardShown && top !== null && top < area.bottom;
  const shown = /<node\b[^>]*\spackage="([\w.]+)"/.exec(xml ?? "")?.[1];
  return {
    ...facts,
    package: shown ?? app,
    activity: "",
    keyboardShown: covered,
    keyboardTop: covered ? Math.max(1, top - area.top) : null,
    windows: [],
  };
}
