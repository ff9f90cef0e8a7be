import { type AccessibleNode, accessibleNode } from "../toolkit/accessible-node.ts";
import type { ViewNode } from "../toolkit/layout.ts";
import type { AutomationConnection, UiAutomation } from "./device.ts";
import type { PhoneCore } from "./phone-core.ts";
import type { WindowManager } from "./windows/window-manager.ts";

/** Android lets one test at a time see and touch all windows (UiAutomation); `uiautomator dump` is such a test too. */
export class PhoneAutomation implements UiAutomation {
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;
  #held: AutomationConnection | null = null;

  constructor(core: PhoneCore, windows: WindowManager) {
    this.#core = core;
    this.#windows = windows;
  }

  get isHeld(): boolean {
    return this.#held !== null || this.#core.faults.heldTree;
  }

  connect(): AutomationConnection | null {
    if (this.isHeld) return null;
    const before = this.#core.toasts.last();
    const connection: AutomationConnection = {
      stamp: () => (this.#moves() ? null : this.#windows.frame().stamp),
      windows: () => this.#roots(),
      setText: (node, text) => this.#setText(node, text),
      toasts: () => this.#core.toasts.shown().map(({ text }) => text),
      lastToast: () => {
        const last = this.#core.toasts.last();
        return last === before ? null : last;
      },
      disconnect: () => {
        if (this.#held === connection) this.#held = null;
      },
    };
    this.#held = connection;
    return connection;
  }

  #moves(): boolean {
    return this.#core.faults.animate !== null || this.#windows.frame().neverIdle;
  }

  #roots(): readonly AccessibleNode[] {
    if (!this.#core.displayOn) return [];
    const { faults } = this.#core;
    const isLate = faults.lateChildren > 0;
    if (isLate) faults.lateChildren -= 1;
    return this.#windows
      .frame()
      .windows.toReversed()
      .map(({ root, packageName, memory }) =>
        accessibleNode(isLate ? withoutContent(root) : root, packageName, memory.focus),
      );
  }

  /** ACTION_SET_TEXT: the whole text at once, whatever it was, by no keyboard; the focus stays where it is. */
  #setText({ view, enabled }: AccessibleNode, text: string): boolean {
    const { widget, key } = view;
    const window = this.#windows.frame().windows.find(({ root }) => hasKey(root, key));
    if (window === undefined || widget.onType === undefined || !enabled || this.#core.faults.frozen)
      return false;
    const { memory } = window;
    const kept = text.slice(0, widget.maxLength ?? text.length);
    widget.onType(kept);
    if (memory.focus === key) Object.assign(memory, { cursor: kept.length, allSelected: false });
    this.#core.invalidate();
    return true;
  }
}

const hasKey = (root: ViewNode, key: string): boolean =>
  root.key === key || root.children.some((child) => hasKey(child, key));

/** A window whose views have not come yet. */
export function withoutContent(node: ViewNode): ViewNode {
  const children = node.widget.id === "android:id/content" ? [] : node.children.map(withoutContent);
  return { ...node, children };
}
