export interface Shortcut {
  readonly key: string;
  readonly label: string;
  readonly action: () => void;
}

export interface ShortcutRegistry {
  /** The newest action of a key wins; the returned function removes it. */
  add(shortcut: Shortcut): () => void;
  list(): readonly Shortcut[];
  press(event: KeyboardEvent): void;
  readonly enabled: boolean;
  enable(on: boolean): void;
}

const keptAs = "drover.shortcuts";

/** Single keys can be switched off: who speaks to his computer types them by chance (WCAG 2.1.4). */
export function openRegistry(): ShortcutRegistry {
  const shortcuts: Shortcut[] = [];
  let enabled = keptChoice() !== "off";
  const list = (): readonly Shortcut[] => {
    const newest = new Map(shortcuts.map((shortcut) => [shortcut.key, shortcut]));
    return [...newest.values()];
  };
  return {
    add(shortcut) {
      shortcuts.push(shortcut);
      return () => {
        shortcuts.splice(shortcuts.indexOf(shortcut), 1);
      };
    },
    list,
    press(event) {
      if (!enabled || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyped(event.target) || document.querySelector("dialog[open]") !== null) return;
      const meant = list().find(({ key }) => key === event.key);
      if (meant === undefined) return;
      event.preventDefault();
      meant.action();
    },
    get enabled() {
      return enabled;
    },
    enable(on) {
      enabled = on;
      keepChoice(on ? "on" : "off");
    },
  };
}

/** A page that is opened from a disk may have no storage, where its reader allows none: then the choice holds for the page. */
function keptChoice(): string | null {
  try {
    return window.localStorage.getItem(keptAs);
  } catch {
    return null;
  }
}

function keepChoice(choice: string): void {
  try {
    window.localStorage.setItem(keptAs, choice);
  } catch {
    // It holds for this page all the same.
  }
}

/** Where keys are text or have their own meaning. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=slider]",
  ) !== null;
