import type { DrawingSurface } from "../graphics/drawing-surface.ts";
import type { Rect } from "../graphics/geometry.ts";
import type { IconName } from "../graphics/icons.ts";
import type { ColorToken } from "../graphics/palette.ts";

/** Lengths are dp: density-independent pixels, 2.625 px each at 420 dpi. */
export type Length = number | "fill" | "wrap";
export type Alignment = "start" | "center" | "end" | "stretch";

export interface Box {
  readonly direction?: "column" | "row" | "stack";
  readonly width?: Length;
  readonly height?: Length;
  readonly minHeight?: number;
  /** Share of the space left over in the parent's direction. */
  readonly weight?: number;
  /** All sides, or [vertical, horizontal], or [top, right, bottom, left]. */
  readonly padding?: number | readonly [number, number] | readonly [number, number, number, number];
  readonly gap?: number;
  /** Across the direction; for a stack the default horizontal place of its children. */
  readonly align?: Alignment;
  readonly justify?: "start" | "center" | "end" | "between";
  /** Place in a stack parent, each way. */
  readonly gravity?: readonly [horizontal: Alignment, vertical: Alignment];
  /** Place in a stack parent, measured from its top left corner. */
  readonly at?: readonly [left: number, top: number];
}

export interface TextStyle {
  /** sp */
  readonly size: number;
  readonly weight?: 400 | 500;
  readonly color?: ColorToken;
  readonly align?: "start" | "center" | "end";
  readonly maxLines?: number;
}

export interface Look {
  readonly background?: ColorToken;
  readonly radius?: number;
  readonly border?: ColorToken;
  readonly text?: TextStyle;
  readonly icon?: { readonly name: IconName; readonly size: number; readonly color?: ColorToken };
  readonly control?:
    | "switch"
    | "checkbox"
    | "radio"
    | "seekbar"
    | "field"
    | "tab-line"
    | "clock-hand"
    | "wallpaper";
  /** Seekbar position 0..1, or the clock hand's turn 0..1. */
  readonly fraction?: number;
  readonly divider?: ColorToken;
  /** Drawn into the view, below its children. */
  readonly picture?: (surface: DrawingSurface, area: Rect) => void;
}

export type SwipeWay = "up" | "down" | "left" | "right";

/**
 * One view as data. A screen is a tree of these, rebuilt from its state; nothing in the tree is ever changed.
 * `id` without a colon belongs to the screen's package: "fab" → "com.android.deskclock:id/fab".
 */
export interface Widget {
  readonly class: string;
  readonly id?: string;
  /** Names focus and scroll position between two renderings; the id, or the place in the tree, unless given. */
  readonly key?: string;
  readonly text?: string;
  readonly desc?: string;
  readonly hint?: string;
  readonly box?: Box;
  readonly look?: Look;
  readonly enabled?: boolean;
  readonly checkable?: boolean;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly focusable?: boolean;
  readonly password?: boolean;
  /** Takes the focus, and brings the keyboard, when its window appears. */
  readonly autofocus?: boolean;
  /** The first typed character replaces what is there. */
  readonly selectAllOnFocus?: boolean;
  readonly keyboard?: "text" | "number";
  /** What the keyboard begins with a capital letter by itself. */
  readonly capitals?: "words" | "sentences";
  readonly maxLength?: number;
  /** ENTER begins a new line; the text is at the top. */
  readonly multiline?: boolean;
  readonly scrolls?: boolean;
  /** A list that shows its end first, as conversations do. */
  readonly fromEnd?: boolean;
  /** Its children are drawn but are no views of their own: the dump shows one node. */
  readonly leaf?: boolean;
  readonly onTap?: () => void;
  readonly onLongPress?: () => void;
  /** Makes the view an editable text field; receives its whole new text. */
  readonly onType?: (text: string) => void;
  /** ENTER or the keyboard's action key. */
  readonly onSubmit?: () => void;
  /** A tap or drag on a seekbar, 0..1 from its left end. */
  readonly onSlide?: (fraction: number) => void;
  /** A swipe that moves no list. */
  readonly onSwipe?: (way: SwipeWay) => void;
  /** Two fingers: how many times as far apart they are at the end. */
  readonly onPinch?: (factor: number) => void;
  readonly children?: readonly Widget[];
}
