import { px, type Rect } from "../../graphics/geometry.ts";
import type { ActivityStack, Task } from "../activity-stack.ts";

/** Two tasks side by side, and where each is. */
export interface Split {
  readonly panes: readonly [Pane, Pane];
  readonly divider: Rect;
}
export interface Pane {
  readonly task: Task;
  readonly area: Rect;
}

/** The ids of the two tasks. */
export interface SplitTasks {
  readonly first: number;
  readonly second: number;
}

const DIVIDER_DP = 12;

/** Where `moveToSideStage` puts a task. */
export const TOP_OR_LEFT = 0;

/** One above the other, side by side when the phone lies: as Android 14 splits a phone's display in halves. */
function areasOf(size: { readonly width: number; readonly height: number }) {
  const isUpright = size.height >= size.width;
  const [from, to] = [
    Math.round(((isUpright ? size.height : size.width) - px(DIVIDER_DP)) / 2),
    Math.round(((isUpright ? size.height : size.width) + px(DIVIDER_DP)) / 2),
  ];
  const whole = { left: 0, top: 0, right: size.width, bottom: size.height };
  return isUpright
    ? {
        first: { ...whole, bottom: from },
        second: { ...whole, top: to },
        divider: { ...whole, top: from, bottom: to },
      }
    : {
        first: { ...whole, right: from },
        second: { ...whole, left: to },
        divider: { ...whole, left: from, right: to },
      };
}

/** Which two tasks share the display. It is over as soon as another task comes to the front or one of the two ends. */
export class SplitScreen {
  readonly #stack: ActivityStack;
  #tasks: SplitTasks | null = null;

  constructor(stack: ActivityStack) {
    this.#stack = stack;
  }

  /** The task joins the one in front; nothing happens when it is that one itself. */
  moveToSide(taskId: number, position: number): void {
    const [front] = this.#stack.tasks();
    const known = this.#stack.tasks().some(({ id }) => id === taskId);
    if (front === undefined || !known || front.id === taskId || this.#stack.isHome(front)) return;
    const [first, second] = position === TOP_OR_LEFT ? [taskId, front.id] : [front.id, taskId];
    this.#tasks = { first, second };
    // The side stage gets the focus.
    this.#stack.moveToFront(taskId);
  }

  /** One of the two fills the display again: `kept`, or the other one when `dropped` leaves. */
  exit({ kept, dropped }: { readonly kept?: number; readonly dropped?: number }): void {
    const tasks = this.#tasks;
    if (tasks === null) return;
    this.#tasks = null;
    this.#stack.moveToFront(kept ?? (dropped === tasks.first ? tasks.second : tasks.first));
  }

  kept(): SplitTasks | null {
    return this.#tasks;
  }

  restore(tasks: SplitTasks | null): void {
    this.#tasks = tasks;
  }

  current(size: { readonly width: number; readonly height: number }): Split | null {
    if (this.#tasks === null) return null;
    const [front, next] = this.#stack.tasks();
    const { first, second } = this.#tasks;
    const both = [front, next].filter((task) => task?.id === first || task?.id === second);
    const upper = both.find((task) => task?.id === first);
    const lower = both.find((task) => task?.id === second);
    if (upper === undefined || lower === undefined) {
      this.#tasks = null;
      return null;
    }
    const areas = areasOf(size);
    return {
      panes: [
        { task: upper, area: areas.first },
        { task: lower, area: areas.second },
      ],
      divider: areas.divider,
    };
  }
}
