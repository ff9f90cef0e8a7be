import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPhone, type VirtualPhone } from "@drover/virtual-android";
import { buildSemanticTree, type ScreenContext } from "#shared/screen/tree/build-semantic-tree.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";

/** A dump and what the host would know beside it. */
export interface Screen {
  readonly name: string;
  readonly xml: string;
  readonly context: ScreenContext;
}

/** The taps that lead from an app's first screen to another one, each where it would be made. */
type Route = readonly { readonly x: number; readonly y: number }[];

const clock = () => new Date("2025-03-04T09:10:00Z");
const longestRoute = 2;

/** With its picture. */
export interface PicturedScreen extends Screen {
  readonly png: Buffer;
}

async function screenOf(phone: VirtualPhone, name: string): Promise<PicturedScreen | null> {
  const dump = await phone.dumpHierarchy();
  const focused = phone.activities.focused();
  if (!dump.ok || focused === undefined || focused === null) return null;
  const context: ScreenContext = {
    deviceId: "bench.emulator-5554",
    package: focused.packageName,
    activity: focused.component.split("/")[1] ?? "",
    appName: phone.packages.list().find((app) => app.packageName === focused.packageName)?.label ?? "",
    screen: { width: phone.display.width, height: phone.display.height },
    capturedAt: clock().toISOString(),
    keyboardShown: phone.activities.inputMethodShown(),
  };
  return { name, xml: dump.xml, context, png: await phone.screencap() };
}

async function follow(component: string, route: Route): Promise<PicturedScreen | null> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-perception-"));
  const phone = await createPhone({ serial: "emulator-5554", dir, clock });
  try {
    await phone.activities.start({
      component,
      categories: ["android.intent.category.LAUNCHER"],
      extras: {},
      flags: 0,
    });
    for (const { x, y } of route) await phone.input.tap(x, y);
    const name = [component.split("/")[0], ...route.map(({ x, y }) => `${x},${y}`)].join(" > ");
    return await screenOf(phone, name);
  } finally {
    await phone.close();
    await rm(dir, { recursive: true, force: true });
  }
}

async function launchers(): Promise<readonly string[]> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-perception-"));
  const phone = await createPhone({ serial: "emulator-5554", dir, clock });
  const components = phone.packages.list().flatMap((app) => app.launcherActivity ?? []);
  await phone.close();
  await rm(dir, { recursive: true, force: true });
  return components;
}

/** Where a finger could go on from here. */
function waysOn({ xml, context }: Screen): Route {
  return buildSemanticTree(parseHierarchy(xml), context)
    .elements.filter(({ clickable, visibility }) => clickable && visibility === "visible")
    .map(({ bounds }) => ({
      x: Math.round((bounds.left + bounds.right) / 2),
      y: Math.round((bounds.top + bounds.bottom) / 2),
    }));
}

/** At most `count` different screens of the virtual phone's own apps, nearest first; each on a phone as it came. */
export async function virtualScreens(count: number): Promise<readonly PicturedScreen[]> {
  const found = new Map<string, PicturedScreen>();
  let routes = (await launchers()).map((component) => ({ component, route: [] as Route }));
  for (let length = 0; length <= longestRoute; length += 1) {
    const next: typeof routes = [];
    for (const { component, route } of routes) {
      if (found.size >= count) return [...found.values()];
      const screen = await follow(component, route);
      if (screen === null || found.has(screen.xml)) continue;
      found.set(screen.xml, screen);
      next.push(...waysOn(screen).map((tap) => ({ component, route: [...route, tap] })));
    }
    routes = next;
  }
  return [...found.values()];
}
