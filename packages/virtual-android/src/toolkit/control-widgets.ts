import type { IconName } from "../graphics/icons.ts";
import type { ColorToken } from "../graphics/palette.ts";
import type { Box, Widget } from "./widget.ts";

export interface ControlProps {
  readonly id?: string;
  readonly key?: string;
  readonly desc?: string;
  readonly box?: Box;
  readonly enabled?: boolean;
}

/** `onTap` null: the row around it takes the tap, as in preference rows. */
export function switchControl(
  checked: boolean,
  onTap: (() => void) | null,
  props: ControlProps = {},
): Widget {
  return {
    class: "android.widget.Switch",
    ...props,
    checkable: true,
    checked,
    focusable: onTap !== null,
    ...(onTap === null ? {} : { onTap }),
    box: { width: 52, height: 48, ...props.box },
    look: { control: "switch" },
  };
}

const labelledChoice =
  ({ box, ...choice }: Pick<Widget, "class" | "box" | "look">) =>
  (label: string, checked: boolean, onTap: () => void, props: ControlProps = {}): Widget => ({
    ...choice,
    ...props,
    text: label,
    checkable: true,
    checked,
    onTap,
    box: { ...box, ...props.box },
  });

export const checkBox = labelledChoice({
  class: "android.widget.CheckBox",
  box: { height: 48, padding: [0, 8, 0, 32] },
  look: { control: "checkbox", text: { size: 14, maxLines: 1 } },
});

export const radioButton = labelledChoice({
  class: "android.widget.CheckedTextView",
  box: { width: "fill", height: 48, padding: [0, 24, 0, 64] },
  look: { control: "radio", text: { size: 16, maxLines: 1 } },
});

export type ButtonStyle = "text" | "filled" | "tonal" | "outlined";

const BUTTON_COLORS: Readonly<
  Record<
    ButtonStyle,
    { readonly background?: ColorToken; readonly border?: ColorToken; readonly color: ColorToken }
  >
> = {
  text: { color: "primary" },
  filled: { background: "primary", color: "onPrimary" },
  tonal: { background: "secondaryContainer", color: "onSecondaryContainer" },
  outlined: { border: "outline", color: "primary" },
};

export function button(
  label: string,
  onTap: () => void,
  props: ControlProps & { readonly style?: ButtonStyle } = {},
): Widget {
  const { style = "text", ...rest } = props;
  const { color, ...surface } = BUTTON_COLORS[style];
  return {
    class: "android.widget.Button",
    ...rest,
    text: label,
    onTap,
    box: { height: 40, padding: [0, style === "text" ? 12 : 24], ...props.box },
    look: { ...surface, radius: 20, text: { size: 14, weight: 500, color, align: "center", maxLines: 1 } },
  };
}

export function floatingButton(
  name: IconName,
  desc: string,
  onTap: () => void,
  props: ControlProps = {},
): Widget {
  return {
    class: "android.widget.ImageButton",
    ...props,
    desc,
    onTap,
    box: { width: 56, height: 56, padding: 16, ...props.box },
    look: {
      background: "primaryContainer",
      radius: 16,
      icon: { name, size: 24, color: "onPrimaryContainer" },
    },
  };
}

export interface FieldProps extends ControlProps {
  readonly hint?: string;
  readonly keyboard?: "text" | "number";
  readonly capitals?: "words" | "sentences";
  readonly password?: boolean;
  readonly autofocus?: boolean;
  readonly maxLength?: number;
  readonly selectAllOnFocus?: boolean;
  readonly onSubmit?: () => void;
  readonly bare?: boolean;
  /** A field of many lines, as tall as its text. */
  readonly multiline?: boolean;
  readonly size?: number;
  readonly align?: "start" | "center";
}

export function editText(value: string, onType: (text: string) => void, props: FieldProps = {}): Widget {
  const { bare = false, size = 16, align = "start", ...rest } = props;
  const multiline = props.multiline === true;
  return {
    class: "android.widget.EditText",
    ...rest,
    text: value,
    onType,
    box: multiline
      ? { width: "fill", minHeight: 56, padding: bare ? 0 : 16, ...props.box }
      : { width: "fill", height: 56, padding: bare ? 0 : [0, 16], ...props.box },
    look: {
      ...(bare ? {} : { control: "field" }),
      text: multiline ? { size, align } : { size, align, maxLines: 1 },
    },
  };
}

/** `fraction` and what `onSlide` gets are 0..1. */
export function seekBar(
  fraction: number,
  onSlide: (fraction: number) => void,
  props: ControlProps = {},
): Widget {
  return {
    class: "android.widget.SeekBar",
    ...props,
    onSlide,
    box: { width: "fill", height: 48, ...props.box },
    look: { control: "seekbar", fraction },
  };
}
