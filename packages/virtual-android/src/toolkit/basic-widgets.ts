import type { IconName } from "../graphics/icons.ts";
import type { ColorToken } from "../graphics/palette.ts";
import type { Box, TextStyle, Widget } from "./widget.ts";

type Props = Omit<Widget, "class" | "children">;
type Children = readonly (Widget | null)[];

function container(
  direction: "column" | "row" | "stack",
  defaultClass: string,
  props: Props & { class?: string },
  children: Children,
): Widget {
  return {
    ...props,
    class: props.class ?? defaultClass,
    box: { direction, ...props.box },
    children: children.filter((child) => child !== null),
  };
}

export function column(props: Props & { class?: string }, children: Children): Widget {
  return container("column", "android.widget.LinearLayout", props, children);
}

export function row(props: Props & { class?: string }, children: Children): Widget {
  return container("row", "android.widget.LinearLayout", props, children);
}

export function stack(props: Props & { class?: string }, children: Children): Widget {
  return container("stack", "android.widget.FrameLayout", props, children);
}

export function text(value: string, style: TextStyle, props: Props = {}): Widget {
  return { class: "android.widget.TextView", text: value, ...props, look: { ...props.look, text: style } };
}

export function icon(
  name: IconName,
  size: number,
  color: ColorToken = "onSurfaceVariant",
  props: Props = {},
): Widget {
  return {
    class: "android.widget.ImageView",
    ...props,
    look: { ...props.look, icon: { name, size, color } },
  };
}

/** A 48 dp touch target around a 24 dp symbol, the way toolbars have them. */
export function iconButton(
  name: IconName,
  desc: string,
  onTap: () => void,
  props: Props & { class?: string } = {},
): Widget {
  return {
    class: "android.widget.ImageButton",
    desc,
    onTap,
    ...props,
    box: { width: 48, height: 48, padding: 12, ...props.box },
    look: { icon: { name, size: 24, color: "onSurfaceVariant" }, ...props.look },
  };
}

export function gap(box: Box): Widget {
  return { class: "android.widget.Space", box };
}

/** A list whose rows scroll; its hidden rows have no views, as in RecyclerView. */
export function list(props: Props, children: Children): Widget {
  return {
    ...props,
    class: "androidx.recyclerview.widget.RecyclerView",
    scrolls: true,
    box: { direction: "column", weight: 1, ...props.box },
    children: children.filter((child) => child !== null),
  };
}

/** A page that scrolls as a whole. */
export function scrollView(props: Props, children: Children): Widget {
  return {
    ...props,
    class: "android.widget.ScrollView",
    scrolls: true,
    box: { direction: "column", weight: 1, ...props.box },
    children: [column({}, children)],
  };
}
