import type { View } from "../../system/app.ts";
import type { PageRequest } from "../../system/page-loader.ts";

export interface BrowserState {
  readonly typed: string;
  readonly history: readonly PageRequest[];
  /** Which of the history is shown; -1: none. */
  readonly at: number;
  /** What was typed and chosen in forms, by page and field. */
  readonly values: Readonly<Record<string, string>>;
  /** The select that is open. */
  readonly choosing: string | null;
  /** Of the page, by two fingers: from 1, as wide as the display, to 5. */
  readonly zoom: number;
}
export type BrowserView = View<BrowserState>;
