import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { unchangedWords } from "../planning/stagnation.ts";

interface StuckPlace {
  readonly keyboardShown: boolean;
  readonly tree: SemanticUITree | null;
  /** In front. */
  readonly package: string;
  /** What can be opened on the device; undefined when that is not known. */
  readonly apps: readonly { readonly package: string }[] | undefined;
}

export type Rung = "dismissKeyboard" | "scroll" | "back" | "relaunch";

interface RungDefinition {
  /** What was done, as the planner is told of it. */
  readonly words: string;
  /** Null where it does not apply. */
  action(place: StuckPlace): StoredAction | null;
}

const isApp = ({ package: app, apps }: StuckPlace): boolean =>
  apps?.some((one) => one.package === app) === true;

/** What is tried without a model, in this order, before anybody is asked (docs/spec.md R9.1). */
const ladder: { readonly [Name in Rung]: RungDefinition } = {
  dismissKeyboard: {
    words: "dismissed the keyboard to see what it covered",
    action: ({ keyboardShown }) => (keyboardShown ? { action: "back" } : null),
  },
  scroll: {
    words: "scrolled to see what else there is",
    action: ({ tree }) => {
      const list = tree?.elements.find(
        ({ scrollable, visibility }) => scrollable && visibility === "visible",
      );
      if (list === undefined) return null;
      const direction = list.more?.includes("above") && !list.more.includes("below") ? "up" : "down";
      return { action: "scroll", direction, element: list.element_id };
    },
  },
  back: {
    words: "pressed back to try different path",
    // On the home screen it leads nowhere.
    action: (place) => (place.keyboardShown || !isApp(place) ? null : { action: "back" }),
  },
  relaunch: {
    words: "relaunched the app",
    action: (place) => (isApp(place) ? { action: "restart_app", package: place.package } : null),
  },
};

const rungs = Object.keys(ladder) as readonly Rung[];

export interface LadderStep {
  readonly rung: Rung;
  readonly action: StoredAction;
  /** For the failures that the planner is told, and for people. */
  readonly words: string;
}

/** The next thing to try at a place, each of them once; null when nothing is left. `tried` are the words of those before. */
export function nextRung(place: StuckPlace, tried: readonly string[]): LadderStep | null {
  for (const rung of rungs) {
    const words = `${unchangedWords}, ${ladder[rung].words}`;
    const action = tried.includes(words) ? null : ladder[rung].action(place);
    if (action !== null) return { rung, action, words };
  }
  return null;
}
