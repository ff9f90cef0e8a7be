import { input } from "#shared/actions/input-commands.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import { asksForPermission } from "#shared/rules/policy/kinds-of.ts";
import type { Pixel } from "#shared/screen/coordinates.ts";
import type { HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";

/** The buttons of Android 10 to 16, the narrowest grant first: allowed is what the app works with, and no more. */
const buttons = {
  allow: [
    "permission_allow_foreground_only_button",
    "permission_allow_button",
    "permission_allow_one_time_button",
    "permission_allow_selected_button",
  ],
  deny: [
    "permission_deny_button",
    "permission_deny_and_dont_ask_again_button",
    "permission_no_upgrade_button",
    "permission_no_upgrade_and_dont_ask_again_button",
  ],
} as const;

/** Some apps ask for several permissions, one dialog after the other. */
const mostDialogs = 6;

interface Answering {
  readonly adb: AdbDevice;
  readonly look: () => Promise<CapturedScreen>;
  /** Where on the display a pixel of what was looked at is. */
  readonly onScreen: (pixel: Pixel) => Pixel;
}

/**
 * Answers Android's permission dialogs as the policy says, always by the same button, and says so in the screen's flags
 * (docs/faults.md C5). A dialog without a button that is known stays, and the model may only leave it.
 */
export async function answerPermissionDialogs(
  captured: CapturedScreen,
  { permissions }: Policy,
  { adb, look, onScreen }: Answering,
): Promise<CapturedScreen> {
  let screen = captured;
  const answered: string[] = [];
  while (
    permissions !== "ask-model" &&
    asksForPermission(screen.facts.package) &&
    answered.length < mostDialogs
  ) {
    const button = findButton(screen, buttons[permissions]);
    if (button === null) break;
    const { left, top, right, bottom } = button.bounds;
    const { x, y } = onScreen({ x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) });
    await adb.writeAll([input.tap(x, y)]);
    answered.push(`permissionDialog: answered '${permissions}' by the job's policy: ${questionOf(screen)}`);
    screen = await look();
  }
  if (answered.length === 0) return screen;
  // What was noted of the first look still holds, and is in no later one.
  const noted = captured.flags.filter((flag) => /^app(Crashed|NotResponding):/.test(flag));
  const flags = [...noted, ...answered.map((flag) => flag.slice(0, 300)), ...screen.flags];
  return { ...screen, flags: [...new Set(flags)] };
}

const all = (nodes: readonly HierarchyNode[]): readonly HierarchyNode[] =>
  nodes.flatMap((node) => [node, ...all(node.children)]);

const idOf = ({ resourceId }: HierarchyNode): string => resourceId.slice(resourceId.lastIndexOf("/") + 1);

/** By id alone: an app in front could write anything on a button, but no app has the dialog's package. */
function findButton({ hierarchy }: CapturedScreen, ids: readonly string[]): HierarchyNode | null {
  const nodes = all(hierarchy?.roots ?? []).filter(({ packageName }) => asksForPermission(packageName));
  for (const id of ids) {
    const found = nodes.find((node) => node.enabled && idOf(node) === id);
    if (found !== undefined) return found;
  }
  return null;
}

const questionOf = ({ hierarchy }: CapturedScreen): string =>
  all(hierarchy?.roots ?? []).find((node) => idOf(node) === "permission_message")?.text ?? "";
