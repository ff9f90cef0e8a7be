import { betweenBars, px, type Rect, widthOf } from "../graphics/geometry.ts";

export type KeyboardPage = "letters" | "shifted" | "symbols" | "number";
export type KeyAction = "shift" | "delete" | "symbols" | "letters" | "enter";

export interface KeyboardKey {
  readonly label: string;
  /** What it types; null for a key that acts. */
  readonly text: string | null;
  readonly action: KeyAction | null;
  readonly area: Rect;
}

const ROW_COUNT = 4;
const EDGE_DP = 4;

/** Lower on a phone that lies, so that something of the app stays to be seen. */
const keyHeightPx = (displayHeight: number): number => Math.min(px(50), Math.round(displayHeight * 0.1));
/** What is above the keys: suggestions. */
export const suggestionStripPx = (displayHeight: number): number =>
  Math.min(px(36), Math.round(displayHeight * 0.1));
const keyboardHeightPx = (displayHeight: number): number =>
  suggestionStripPx(displayHeight) + keyHeightPx(displayHeight) * ROW_COUNT + px(EDGE_DP) * 2;

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  "⇧": "shift",
  "⌫": "delete",
  "?123": "symbols",
  ABC: "letters",
  "↵": "enter",
};

/** Rows of keys with their widths in key units; ten units fill a row. */
const ROWS: Readonly<Record<KeyboardPage, readonly string[]>> = {
  letters: [
    "q w e r t y u i o p",
    "a s d f g h j k l",
    "⇧*1.5 z x c v b n m ⌫*1.5",
    "?123*1.5 , space*5 . ↵*1.5",
  ],
  shifted: [
    "Q W E R T Y U I O P",
    "A S D F G H J K L",
    "⇧*1.5 Z X C V B N M ⌫*1.5",
    "?123*1.5 , space*5 . ↵*1.5",
  ],
  symbols: [
    "1 2 3 4 5 6 7 8 9 0",
    "@ # $ _ & - + ( )",
    "= * \" ' : ; ! ? ⌫*1.5",
    "ABC*1.5 , space*5 . ↵*1.5",
  ],
  number: ["1*3 2*3 3*3", "4*3 5*3 6*3", "7*3 8*3 9*3", "-*3 0*3 ⌫*1.5 ↵*1.5"],
};

/** The keys of a page, placed between the bars of a display of this size. */
export function keyboardKeys(
  page: KeyboardPage,
  displayWidth: number,
  displayHeight: number,
): readonly KeyboardKey[] {
  const edge = px(EDGE_DP);
  const keyHeight = keyHeightPx(displayHeight);
  const area = keyboardArea(displayWidth, displayHeight);
  const top = area.top + suggestionStripPx(displayHeight) + edge;
  const unit = (widthOf(area) - edge * 2) / 10;
  return ROWS[page].flatMap((row, rowIndex) => {
    const keys = row.split(" ").map((spec) => {
      const star = spec.length > 1 ? spec.lastIndexOf("*") : -1;
      return star < 1
        ? { label: spec, units: 1 }
        : { label: spec.slice(0, star), units: Number(spec.slice(star + 1)) };
    });
    const used = keys.reduce((sum, key) => sum + key.units, 0);
    let left = area.left + edge + ((10 - used) / 2) * unit;
    return keys.map(({ label, units }) => {
      const key = {
        left: Math.round(left),
        top: top + rowIndex * keyHeight,
        right: Math.round(left + units * unit),
        bottom: top + (rowIndex + 1) * keyHeight,
      };
      left += units * unit;
      const action = ACTIONS[label] ?? null;
      return { label, text: action === null ? (label === "space" ? " " : label) : null, action, area: key };
    });
  });
}

export function keyboardArea(displayWidth: number, displayHeight: number): Rect {
  const { left, right, bottom } = betweenBars({ width: displayWidth, height: displayHeight });
  return { left, top: bottom - keyboardHeightPx(displayHeight), right, bottom: displayHeight };
}
