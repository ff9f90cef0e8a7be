import type { Dialog } from "../app.ts";
import type { WindowMemory } from "../input/input-focus.ts";

/** A window of the system over all apps: crash, ANR and permission dialogs. */
export interface Overlay {
  readonly packageName: string;
  readonly component: string;
  readonly dialog: Dialog;
  readonly memory: WindowMemory;
  readonly shows: OverlaySource;
}

/** A phone's own dialog. */
export type OverlaySource =
  | {
      readonly kind: "appError";
      readonly packageName: string;
      readonly error: "crash" | "anr";
      readonly repeats?: boolean;
    }
  | {
      readonly kind: "permission";
      readonly packageName: string;
      readonly question: string;
      readonly permission?: string;
    }
  | { readonly kind: "app"; readonly packageName: string; readonly dialog: AppDialog };

/** What an app puts over its own screen; a button closes it unless it says that it does not. */
export interface AppDialog {
  readonly title: string;
  readonly buttons: readonly { readonly label: string; readonly closes?: () => boolean }[];
}

/** Whether it is Android's own dialog about an app that crashed or does not respond. */
export const isError = ({ shows }: Overlay): boolean => shows.kind === "appError";
