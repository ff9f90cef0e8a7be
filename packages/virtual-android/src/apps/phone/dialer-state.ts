import type { View } from "../../system/app.ts";

export interface DialerState {
  readonly tab: "Favorites" | "Recents" | "Contacts";
  /** null while the keypad is closed. */
  readonly digits: string | null;
  readonly query: string | null;
  readonly dialog:
    | { readonly kind: "menu" | "clear" }
    | { readonly kind: "call"; readonly id: number; readonly number: string }
    | null;
}
export type DialerView = View<DialerState>;
