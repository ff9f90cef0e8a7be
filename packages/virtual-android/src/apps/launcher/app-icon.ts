import { FLAG_NEW_TASK } from "../../system/activity-stack.ts";
import type { AppContext } from "../../system/app.ts";
import type { InstalledPackage } from "../../system/device.ts";
import { column, gap, icon, row, stack, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

/** Those with an activity behind an icon. */
export const launchable = (app: AppContext): readonly InstalledPackage[] =>
  app.packages().filter((one) => one.launcherActivity !== null);

/** Icons in rows of this many. */
export function iconGrid(
  app: AppContext,
  shown: readonly InstalledPackage[],
  perRow: number,
  color: "wallpaperText" | "onSurface",
): readonly Widget[] {
  const rows: Widget[] = [];
  for (let i = 0; i < shown.length; i += perRow) {
    const line = shown.slice(i, i + perRow).map((one) => appIcon(app, one, color));
    while (line.length < perRow) line.push(gap({ weight: 1 }));
    rows.push(row({ class: "android.view.ViewGroup", box: { width: "fill", align: "start" } }, line));
  }
  return rows;
}

function appIcon(app: AppContext, one: InstalledPackage, labelColor: "wallpaperText" | "onSurface"): Widget {
  const { name, color } = app.iconOf(one.packageName);
  const open = () => {
    if (one.launcherActivity === null) return;
    app.start({
      action: "android.intent.action.MAIN",
      component: one.launcherActivity,
      categories: ["android.intent.category.LAUNCHER"],
      flags: FLAG_NEW_TASK,
    });
  };
  // The launcher's BubbleTextView is one TextView with the icon as its drawable, so the label is the node.
  return {
    class: "android.widget.TextView",
    key: `icon-${one.packageName}`,
    text: one.label,
    desc: one.label,
    onTap: open,
    onLongPress: () => {},
    leaf: true,
    box: { weight: 1, height: 104, direction: "stack" },
    children: [
      stack({ class: "android.view.View", box: { width: "fill", padding: [4, 0, 0, 0], align: "center" } }, [
        column(
          {
            class: "android.view.View",
            box: { width: 60, height: 60, align: "center", justify: "center" },
            look: { background: color, radius: 30 },
          },
          [icon(name, 32, "#ffffff")],
        ),
      ]),
      text(
        one.label,
        { size: 13, color: labelColor, align: "center", maxLines: 1 },
        { box: { width: "fill", gravity: ["stretch", "end"], padding: [0, 2, 8, 2] } },
      ),
    ],
  };
}
