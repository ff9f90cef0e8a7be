import type { InstalledPackage } from "../../device.ts";
import { FLAG_NEW_TASK } from "../../system/activity-stack.ts";
import { type AppContext, defineScreen } from "../../system/app.ts";
import { longDate } from "../../system/format-time.ts";
import { column, gap, icon, row, stack, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

const ICONS_PER_ROW = 4;

/** Every app with an icon, on one page; the virtual phone has no app drawer. */
export const homeScreen = defineScreen({
  component: "com.android.launcher3/.uioverrides.QuickstepLauncher",
  initialState: () => ({}),
  render: ({ app }) => {
    const apps = app.packages().filter((one) => one.launcherActivity !== null);
    const rows: Widget[] = [];
    for (let i = 0; i < apps.length; i += ICONS_PER_ROW) {
      const line = apps.slice(i, i + ICONS_PER_ROW).map((one) => appIcon(app, one));
      while (line.length < ICONS_PER_ROW) line.push(gap({ weight: 1 }));
      rows.push(row({ class: "android.view.ViewGroup", box: { width: "fill", align: "start" } }, line));
    }
    const date = longDate(app.now());
    return {
      overPicture: true,
      root: column(
        {
          id: "launcher",
          class: "android.widget.FrameLayout",
          box: { width: "fill", height: "fill" },
          look: { control: "wallpaper" },
        },
        [
          column(
            {
              id: "drag_layer",
              class: "android.widget.FrameLayout",
              box: { width: "fill", height: "fill", padding: [56, 12, 64, 12] },
            },
            [
              text(
                date,
                { size: 24, color: "wallpaperText" },
                { id: "smartspace_card", box: { padding: [0, 12], height: 64 } },
              ),
              gap({ weight: 1 }),
              column({ id: "workspace", class: "android.widget.ScrollView", box: { gap: 20 } }, rows),
            ],
          ),
        ],
      ),
    };
  },
});

function appIcon(app: AppContext, one: InstalledPackage): Widget {
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
        { size: 13, color: "wallpaperText", align: "center", maxLines: 1 },
        { box: { width: "fill", gravity: ["stretch", "end"], padding: [0, 2, 8, 2] } },
      ),
    ],
  };
}
