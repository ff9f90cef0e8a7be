import { column, gap, text } from "../../toolkit/basic-widgets.ts";
import { button, checkBox, editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { BrowserView } from "./browser-state.ts";
import type { FieldPart, Page, PagePart } from "./parse-page.ts";

export interface PageActions {
  readonly follow: (href: string) => void;
  readonly submit: (form: number, by: FieldPart | null) => void;
  readonly valueOf: (field: FieldPart) => string;
  readonly setValue: (field: FieldPart, value: string) => void;
}

/** The parts of a page below each other, with the views that Chrome's accessibility tree shows. */
export function pageView(view: BrowserView, page: Page, actions: PageActions): readonly Widget[] {
  const shown = page.parts.filter((part) => part.kind !== "field" || part.type !== "hidden");
  if (shown.length === 0 && page.hasScript)
    return [
      text("This page needs JavaScript, which this browser does not run.", {
        size: 16,
        color: "onSurfaceVariant",
      }),
    ];
  return shown.map((part, at) => partView(view, part, at, actions));
}

function partView(view: BrowserView, part: PagePart, at: number, actions: PageActions): Widget {
  const { zoom } = view.state;
  const key = `part-${at}`;
  switch (part.kind) {
    case "text":
      return text(
        part.text,
        { size: part.size * zoom, weight: part.bold ? 500 : 400 },
        { key, box: { padding: [part.bold ? 8 : 2, 0, 2, part.indent * 16] } },
      );
    case "link":
      return {
        ...text(
          part.text,
          { size: 16 * zoom, color: "primary" },
          { key, onTap: () => actions.follow(part.href) },
        ),
        class: "android.view.View",
        box: { minHeight: 36 * zoom, padding: [6, 0] },
      };
    case "image":
      return column(
        {
          key,
          class: "android.widget.Image",
          text: part.alt,
          leaf: true,
          box: {
            width: part.width * zoom,
            height: part.height * zoom,
            align: "center",
            justify: "center",
            padding: 4,
          },
          look: { border: "outlineVariant", background: "surfaceContainer", radius: 4 },
        },
        [
          part.alt === ""
            ? gap({ height: 1 })
            : text(part.alt, { size: 13, align: "center", color: "onSurfaceVariant", maxLines: 2 }),
        ],
      );
    case "rule":
      return {
        class: "android.view.View",
        key,
        box: { height: 1, width: "fill" },
        look: { background: "outlineVariant" },
      };
    case "field":
      return fieldView(view, part, key, actions);
  }
}

function fieldView(view: BrowserView, field: FieldPart, key: string, actions: PageActions): Widget {
  const value = actions.valueOf(field);
  const label = field.label || field.name;
  if (field.type === "submit")
    return column(
      { class: "android.view.View", key: `${key}-row`, box: { align: "start", padding: [6, 0] } },
      [button(field.label, () => actions.submit(field.form, field), { key, style: "filled" })],
    );
  if (field.type === "checkbox" || field.type === "radio") {
    const on = value === "1";
    const box = checkBox(
      label,
      on,
      () => actions.setValue(field, field.type === "checkbox" && on ? "" : "1"),
      { key },
    );
    return field.type === "checkbox" ? box : { ...box, class: "android.widget.RadioButton" };
  }
  if (field.type === "select")
    return labelled(label, key, {
      ...text(field.options.find((one) => one.value === value)?.label ?? "", { size: 16, maxLines: 1 }),
      class: "android.widget.Spinner",
      key,
      desc: label,
      onTap: () => view.set({ choosing: field.key }),
      box: { width: "fill", height: 48, padding: [0, 12] },
      look: { border: "outline", radius: 4, text: { size: 16, maxLines: 1 } },
    });
  return labelled(
    label,
    key,
    editText(value, (typed) => actions.setValue(field, typed), {
      key,
      hint: field.hint,
      desc: label,
      password: field.type === "password",
      ...(field.type === "number" ? { keyboard: "number" } : {}),
      ...(field.type === "textarea"
        ? { multiline: true, box: { minHeight: 96 } }
        : { onSubmit: () => actions.submit(field.form, null) }),
    }),
  );
}

const labelled = (label: string, key: string, control: Widget): Widget =>
  column(
    { class: "android.view.View", key: `${key}-labelled`, box: { width: "fill", padding: [4, 0], gap: 2 } },
    [
      label === "" ? null : text(label, { size: 13, color: "onSurfaceVariant" }, { key: `${key}-label` }),
      control,
    ],
  );
