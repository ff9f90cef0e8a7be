import type { IconName } from "../graphics/icons.ts";
import { column, icon, row, text } from "./basic-widgets.ts";
import type { Widget } from "./widget.ts";

export interface TabItem {
  readonly label: string;
  readonly icon: IconName;
  readonly selected: boolean;
  readonly onTap: () => void;
}

export function bottomNavigation(items: readonly TabItem[]): Widget {
  const tabs = items.map(({ label, icon: name, selected, onTap }) => {
    const color = selected ? "onSecondaryContainer" : "onSurfaceVariant";
    return column(
      {
        key: `nav-${label}`,
        class: "android.widget.FrameLayout",
        desc: label,
        selected,
        onTap,
        box: { weight: 1, height: 72, align: "center", justify: "center", gap: 4 },
      },
      [
        column(
          {
            class: "android.view.View",
            box: { width: 60, height: 32, align: "center", justify: "center" },
            look: selected ? { background: "secondaryContainer", radius: 16 } : {},
          },
          [icon(name, 24, color)],
        ),
        text(label, { size: 12, weight: 500, color }, { id: "navigation_bar_item_label_view", selected }),
      ],
    );
  });
  return row(
    {
      id: "bottom_nav",
      class: "android.view.ViewGroup",
      box: { width: "fill", height: 76 },
      look: { background: "surfaceContainer" },
    },
    tabs,
  );
}
