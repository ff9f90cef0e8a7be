import { type AppContext, defineScreen } from "../../system/app.ts";
import { column, gap, icon, list, row, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

export const recentsScreen = defineScreen({
  component: "com.android.launcher3/com.android.quickstep.RecentsActivity",
  initialState: () => ({}),
  render: ({ app }) => {
    const tasks = app.recents();
    return {
      overPicture: true,
      root: column(
        {
          id: "overview_panel",
          class: "android.widget.FrameLayout",
          box: { width: "fill", height: "fill" },
          look: { control: "wallpaper" },
        },
        [
          gap({ height: 64 }),
          tasks.length === 0
            ? text(
                "No recent items",
                { size: 20, color: "wallpaperText", align: "center" },
                { box: { width: "fill", padding: 48 } },
              )
            : list(
                { id: "task_list", box: { width: "fill", padding: [0, 32], gap: 16 } },
                tasks.map((task) => taskCard(app, task)),
              ),
          tasks.length === 0
            ? null
            : row({ box: { justify: "center", width: "fill", padding: [16, 0, 72, 0] } }, [
                button(
                  "Clear all",
                  () => {
                    app.clearRecents();
                    app.finish();
                  },
                  { id: "clear_all", style: "tonal" },
                ),
              ]),
        ],
      ),
    };
  },
});

const PICTURE_HEIGHT_DP = 176;
const WIDEST_PICTURE_DP = 240;

/** The whole screen of a task, small; only the surface of the card where an app forbids pictures of itself. */
function taskPicture(app: AppContext, taskId: number): Widget {
  const { widthDp, heightDp } = app.screen();
  const width = Math.min(WIDEST_PICTURE_DP, (PICTURE_HEIGHT_DP * widthDp) / heightDp);
  const picture = app.pictureOf(taskId);
  return column(
    {
      class: "android.view.View",
      box: { width, height: (width * heightDp) / widthDp },
      look: picture === null ? { background: "surfaceVariant" } : { picture },
    },
    [],
  );
}

function taskCard(app: AppContext, task: { readonly packageName: string; readonly taskId: number }): Widget {
  const label = app.packages().find((one) => one.packageName === task.packageName)?.label ?? task.packageName;
  const { name, color } = app.iconOf(task.packageName);
  const resume = () => {
    app.finish();
    app.resume(task.taskId);
  };
  return row(
    {
      id: "snapshot",
      key: `task-${task.taskId}`,
      class: "android.widget.FrameLayout",
      desc: label,
      onTap: resume,
      box: { width: "fill", padding: 12, gap: 16, align: "center" },
      look: { background: "surfaceContainer", radius: 24 },
    },
    [
      taskPicture(app, task.taskId),
      column(
        {
          class: "android.view.View",
          box: { width: 48, height: 48, align: "center", justify: "center" },
          look: { background: color, radius: 24 },
        },
        [icon(name, 26, "#ffffff")],
      ),
      text(label, { size: 20 }, { box: { weight: 1 } }),
    ],
  );
}
