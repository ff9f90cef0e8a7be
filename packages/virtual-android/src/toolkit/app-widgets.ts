import type { IconName } from "../graphics/icons.ts";
import type { ColorToken } from "../graphics/palette.ts";
import { column, icon, iconButton, row, stack, text } from "./basic-widgets.ts";
import { editText } from "./control-widgets.ts";
import { alertDialog } from "./dialog-widgets.ts";
import type { Widget } from "./widget.ts";

/** A whole screen of an app: what lies over its content (a floating button, a snackbar) comes after it. */
export function appPage(
  id: string,
  content: readonly (Widget | null)[],
  over: readonly (Widget | null)[] = [],
): Widget {
  return stack({ id, box: { width: "fill", height: "fill" }, look: { background: "surface" } }, [
    column({ class: "android.widget.LinearLayout", box: { width: "fill", height: "fill" } }, content),
    ...over,
  ]);
}

export const atBottomEnd = (child: Widget): Widget =>
  column({ class: "android.view.View", box: { gravity: ["end", "end"], padding: 16 } }, [child]);

export interface SearchBarProps {
  readonly query: string;
  readonly hint: string;
  readonly onType: (query: string) => void;
  readonly onClose: () => void;
}

/** The toolbar while one searches, with AppCompat's ids. */
export function searchBar({ query, hint, onType, onClose }: SearchBarProps): Widget {
  return row({ id: "search_bar", box: { width: "fill", height: 64, padding: [0, 4], align: "center" } }, [
    iconButton("back", "Collapse", onClose),
    editText(query, onType, {
      id: "search_src_text",
      hint,
      autofocus: true,
      bare: true,
      size: 18,
      box: { weight: 1 },
    }),
    query === "" ? null : iconButton("close", "Clear query", () => onType(""), { id: "search_close_btn" }),
  ]);
}

export function emptyState(name: IconName, message: string, id = "empty_view"): Widget {
  return column(
    { id, box: { width: "fill", weight: 1, padding: [16, 32], align: "center", justify: "center", gap: 16 } },
    [
      icon(name, 72, "outline"),
      text(
        message,
        { size: 18, color: "onSurfaceVariant", align: "center" },
        { id: "empty_text", box: { width: "fill" } },
      ),
    ],
  );
}

interface SearchingView {
  readonly state: { readonly query: string | null };
  set(change: { readonly query: null }): void;
}

/** BACK on a screen with a search bar ends the search first. False: there was none. */
export function leaveSearch(view: SearchingView): boolean {
  if (view.state.query === null) return false;
  view.set({ query: null });
  return true;
}

export interface ChoiceItem {
  readonly label: string;
  readonly onTap: () => void;
}

interface DialogContent {
  readonly title: string;
  readonly root: Widget;
  readonly onDismiss: () => void;
}

/** The overflow menu, or what a long press offers. */
export function popupMenu(items: readonly ChoiceItem[], onDismiss: () => void): DialogContent {
  const rows = items.map(({ label, onTap }) =>
    row(
      {
        id: "content",
        key: `menu-${label}`,
        onTap,
        box: { width: "fill", height: 48, padding: [0, 20], align: "center" },
      },
      [text(label, { size: 16 }, { id: "title" })],
    ),
  );
  const root = column(
    {
      class: "android.widget.ListView",
      box: { width: "fill", padding: [8, 0] },
      look: { background: "surfaceContainer", radius: 12 },
    },
    rows,
  );
  return { title: "PopupWindow", root, onDismiss };
}

export interface Question {
  readonly title: string;
  readonly message?: string;
  readonly yes: string;
  readonly no?: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

export function confirmDialog({ title, message, yes, no = "Cancel", onYes, onNo }: Question): DialogContent {
  const root = alertDialog({
    title,
    ...(message === undefined ? {} : { message }),
    negative: { label: no, onTap: onNo },
    positive: { label: yes, onTap: onYes },
  });
  return { title, root, onDismiss: onNo };
}

export interface TextQuestion {
  readonly title: string;
  readonly hint: string;
  readonly value: string;
  readonly problem?: string | null;
  readonly yes: string;
  readonly onType: (value: string) => void;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A dialog that asks for a name. */
export function textDialog(props: TextQuestion): DialogContent {
  const { title, hint, value, problem = null, yes, onType, onYes, onNo } = props;
  const root = alertDialog({
    title,
    body: [
      column({ box: { padding: [0, 20], gap: 4 } }, [
        editText(value, onType, { id: "text_input", hint, autofocus: true, onSubmit: onYes }),
        problem === null ? null : text(problem, { size: 13, color: "error" }, { id: "textinput_error" }),
      ]),
    ],
    negative: { label: "Cancel", onTap: onNo },
    positive: { label: yes, onTap: onYes },
  });
  return { title, root, onDismiss: onNo };
}

/** Single choice, as ListPreference shows it. */
export function choiceDialog(
  title: string,
  options: readonly (ChoiceItem & { readonly chosen: boolean })[],
  onDismiss: () => void,
): DialogContent {
  const radios = options.map(({ label, onTap, chosen }) => ({
    class: "android.widget.CheckedTextView",
    id: "android:id/text1",
    key: `choice-${label}`,
    text: label,
    checkable: true,
    checked: chosen,
    onTap,
    box: { width: "fill", height: 48, padding: [0, 24, 0, 64] } as const,
    look: { control: "radio", text: { size: 16, maxLines: 1 } } as const,
  }));
  const root = alertDialog({
    title,
    body: [column({ id: "android:id/select_dialog_listview", class: "android.widget.ListView" }, radios)],
    negative: { label: "Cancel", onTap: onDismiss },
  });
  return { title, root, onDismiss };
}

/** A word about what has just been done, with a way back. */
export function snackbar(message: string, action?: ChoiceItem): Widget {
  return column(
    { class: "android.view.View", box: { gravity: ["stretch", "end"], padding: [0, 12, 16, 12] } },
    [
      row(
        {
          id: "snackbar_layout",
          box: { width: "fill", height: 52, padding: [0, 8, 0, 16], align: "center" },
          look: { background: "onSurface", radius: 6 },
        },
        [
          text(
            message,
            { size: 14, color: "surface", maxLines: 1 },
            { id: "snackbar_text", box: { weight: 1 } },
          ),
          action === undefined
            ? null
            : {
                class: "android.widget.Button",
                id: "snackbar_action",
                text: action.label,
                onTap: action.onTap,
                box: { height: 44, padding: [0, 12] },
                look: { text: { size: 14, weight: 500, color: "primaryContainer", maxLines: 1 } },
              },
        ],
      ),
    ],
  );
}

export function chip(label: string, selected: boolean, onTap: () => void): Widget {
  return {
    class: "android.widget.CompoundButton",
    key: `chip-${label}`,
    text: label,
    checkable: true,
    checked: selected,
    onTap,
    box: { height: 34, padding: [0, 14] },
    look: {
      ...(selected ? { background: "secondaryContainer" } : { border: "outlineVariant" }),
      radius: 8,
      text: { size: 14, weight: 500, align: "center", maxLines: 1 },
    },
  };
}

export interface ItemProps {
  readonly key: string;
  readonly id?: string;
  readonly leading?: Widget;
  readonly title: string;
  readonly subtitle?: string;
  readonly trailing?: Widget | null;
  readonly bold?: boolean;
  readonly selected?: boolean;
  readonly onTap: () => void;
  readonly onLongPress?: () => void;
  readonly titleColor?: ColorToken;
}

/** A row of two lines. */
export function item(props: ItemProps): Widget {
  const { key, id, leading, title, subtitle, trailing, bold = false, selected, onTap, onLongPress } = props;
  const weight = bold ? 500 : 400;
  return row(
    {
      key,
      ...(id === undefined ? {} : { id }),
      class: "android.view.ViewGroup",
      onTap,
      ...(onLongPress === undefined ? {} : { onLongPress }),
      ...(selected === undefined ? {} : { selected }),
      box: { width: "fill", minHeight: 72, padding: [10, 16], gap: 16, align: "center" },
      look: selected === true ? { background: "secondaryContainer" } : {},
    },
    [
      leading ?? null,
      column({ box: { weight: 1, gap: 2 } }, [
        text(
          title,
          { size: 17, weight, maxLines: 1, color: props.titleColor ?? "onSurface" },
          { id: "title" },
        ),
        subtitle === undefined || subtitle === ""
          ? null
          : text(subtitle, { size: 14, weight, color: "onSurfaceVariant", maxLines: 1 }, { id: "subtitle" }),
      ]),
      trailing ?? null,
    ],
  );
}

/** A symbol on a round or square field, before a row. */
export function badge(name: IconName, background: ColorToken, color: ColorToken, radius = 20): Widget {
  return column(
    {
      class: "android.widget.ImageView",
      leaf: true,
      box: { width: 40, height: 40, align: "center", justify: "center" },
      look: { background, radius },
    },
    [icon(name, 22, color)],
  );
}
