import type { IconName } from "../graphics/icons.ts";
import { column, gap, icon, iconButton, list, row, text } from "./basic-widgets.ts";
import { switchControl } from "./control-widgets.ts";
import type { Widget } from "./widget.ts";

export interface ToolbarProps {
  readonly title: string;
  readonly onBack?: () => void;
  readonly backDesc?: string;
  readonly actions?: readonly Widget[];
  readonly id?: string;
}

export function toolbar({
  title,
  onBack,
  backDesc = "Navigate up",
  actions = [],
  id = "toolbar",
}: ToolbarProps): Widget {
  return row(
    {
      id,
      class: "android.view.ViewGroup",
      box: { width: "fill", height: 64, padding: [0, 4], align: "center" },
    },
    [
      onBack === undefined ? gap({ width: 12, height: 1 }) : iconButton("back", backDesc, onBack),
      text(title, { size: 22, maxLines: 1 }, { box: { weight: 1, padding: [0, 8] } }),
      ...actions,
    ],
  );
}

export interface PreferenceProps {
  readonly title: string;
  readonly summary?: string | undefined;
  readonly icon?: IconName;
  readonly checked?: boolean;
  readonly enabled?: boolean;
  readonly onTap?: () => void;
  readonly key?: string;
}

/** A row of a settings list, with the framework's ids: android:id/title, /summary, /icon and /switch_widget. */
export function preference(props: PreferenceProps): Widget {
  const { title, summary, checked, onTap, enabled = true } = props;
  return row(
    {
      ...(props.key === undefined ? {} : { key: props.key }),
      ...(onTap === undefined || !enabled ? {} : { onTap }),
      enabled,
      box: { width: "fill", minHeight: 72, padding: [14, 24], gap: 20, align: "center" },
    },
    [
      props.icon === undefined
        ? null
        : row({ id: "icon_frame", box: { width: 36, align: "center" } }, [
            icon(props.icon, 24, "onSurfaceVariant", { id: "android:id/icon" }),
          ]),
      column({ class: "android.widget.RelativeLayout", box: { weight: 1, gap: 2 } }, [
        text(title, { size: 19, maxLines: 2 }, { id: "android:id/title", enabled }),
        summary === undefined || summary === ""
          ? null
          : text(
              summary,
              { size: 14, color: "onSurfaceVariant", maxLines: 3 },
              { id: "android:id/summary", enabled },
            ),
      ]),
      checked === undefined
        ? null
        : column({ id: "android:id/widget_frame", box: { justify: "center" } }, [
            switchControl(checked, null, { id: "android:id/switch_widget", enabled }),
          ]),
    ],
  );
}

export function preferenceCategory(title: string): Widget {
  return row({ box: { width: "fill", minHeight: 48, padding: [16, 24, 4, 24] } }, [
    text(title, { size: 14, weight: 500, color: "primary" }, { id: "android:id/title" }),
  ]);
}

export interface SettingsPageProps {
  readonly title: string;
  readonly onBack: () => void;
  readonly rows: readonly (Widget | null)[];
  readonly header?: Widget;
}

/** A page of Settings: the large title collapses in Android 14; here it is as tall as it is when expanded halfway. */
export function settingsPage({ title, onBack, rows, header }: SettingsPageProps): Widget {
  return column(
    {
      id: "content_parent",
      class: "android.view.ViewGroup",
      box: { width: "fill", height: "fill" },
      look: { background: "surface" },
    },
    [
      column({ id: "app_bar", class: "android.view.View", box: { width: "fill" } }, [
        row(
          {
            id: "action_bar",
            class: "android.view.ViewGroup",
            box: { width: "fill", height: 56, padding: [0, 4], align: "center" },
          },
          [iconButton("back", "Navigate up", onBack)],
        ),
        column(
          {
            id: "collapsing_toolbar",
            class: "android.widget.FrameLayout",
            desc: title,
            box: { width: "fill", padding: [8, 24, 20, 24] },
          },
          [text(title, { size: 32, maxLines: 2 })],
        ),
      ]),
      header ?? null,
      list({ id: "recycler_view", box: { width: "fill" } }, rows),
    ],
  );
}

/** The master switch of a page, such as "Use Bluetooth". */
export function mainSwitch(title: string, checked: boolean, onTap: () => void): Widget {
  return column({ box: { padding: [0, 16, 16, 16] } }, [
    row(
      {
        id: "main_switch_bar",
        onTap,
        box: { width: "fill", height: 72, padding: [0, 20], align: "center" },
        look: { background: "primaryContainer", radius: 28 },
      },
      [
        text(title, { size: 19, color: "onPrimaryContainer" }, { id: "switch_text", box: { weight: 1 } }),
        switchControl(checked, null, { id: "android:id/switch_widget" }),
      ],
    ),
  ]);
}
