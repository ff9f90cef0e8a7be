import { contains, type Rect, useMetrics } from "../../graphics/geometry.ts";
import { keyboardArea } from "../../toolkit/keyboard-layout.ts";
import type { Activity } from "../activity-stack.ts";
import type { ScreenContent } from "../app.ts";
import type { ActivityManager } from "../device.ts";
import { newWindowMemory } from "../input/input-focus.ts";
import { revealFocus } from "../input/reveal-focus.ts";
import { HOME_PACKAGE, LATIN_IME, type PhoneCore, SYSTEM_UI } from "../phone-core.ts";
import { displaySize, metricsOf, rotationOf } from "../phone-display.ts";
import type { AppException } from "../report-app-error.ts";
import {
  type ComposedWindow,
  composeActivity,
  composeDialog,
  focusedField,
  type Room,
  settleFocus,
  wholeDisplay,
} from "./compose-windows.ts";
import { DrawnFrames } from "./drawn-frames.ts";
import { appError } from "./error-dialogs.ts";
import { lockScreen } from "./lock-screen.ts";

export interface Frame {
  /** Bottom first; the last one has the focus. */
  readonly windows: readonly ComposedWindow[];
  readonly keyboardShown: boolean;
  /** True while the soft keyboard also takes room on the display. */
  readonly keyboardCovers: boolean;
  /** Something on it moves all the time. */
  readonly neverIdle: boolean;
  /** Changes when the screen does. */
  readonly stamp: string;
}

type KeyboardTop = (memory: { focus: string | null; keyboardHidden: boolean }) => number | null;

interface Rendered {
  readonly activity: Activity;
  readonly content: ScreenContent;
}

const EMPTY: ScreenContent = { root: { class: "android.view.View", box: { width: "fill", height: "fill" } } };

/** Builds the windows on the display from the phone's state, at most once per change. */
export class WindowManager {
  readonly #core: PhoneCore;
  #frame: Frame | null = null;
  #refreshMilliseconds = 60_000;
  #neverIdle = false;
  readonly #frames = new DrawnFrames();

  constructor(core: PhoneCore) {
    this.#core = core;
  }

  size(): { readonly width: number; readonly height: number } {
    useMetrics(metricsOf(this.#core));
    return displaySize(this.#core);
  }

  frame(): Frame {
    const known = this.#frame;
    if (known !== null && (this.#core.faults.frozen || known.stamp === this.#stamp())) return known;
    let frame = this.#compose();
    // Focus decides about the keyboard and the keyboard about the room, so a new focus needs a second look.
    if (settleAll(frame)) frame = this.#compose();
    const top = frame.windows.at(-1);
    if (frame.keyboardCovers && top !== undefined && revealFocus(top)) frame = this.#compose();
    this.#frame = frame;
    const now = this.#core.clock().getTime();
    for (const { packageName, pid } of this.#core.stack.processes()) {
      const own = frame.windows.filter((window) => window.packageName === packageName);
      if (own.length > 0) this.#frames.draw(packageName, pid, own, now);
    }
    return frame;
  }

  /** Each app's, with the frames that it has drawn. */
  processes(): ReturnType<ActivityManager["running"]> {
    this.frame();
    const now = this.#core.clock().getTime();
    return this.#core.stack
      .processes()
      .map((process) => ({ ...process, frames: this.#frames.of(process.packageName, process.pid, now) }));
  }

  top(): ComposedWindow | null {
    return this.frame().windows.at(-1) ?? null;
  }

  #stamp(): string {
    const { width, height } = this.size();
    const tick = Math.floor(this.#core.clock().getTime() / this.#refreshMilliseconds);
    return `${this.#core.revision}/${tick}/${width}x${height}/${rotationOf(this.#core)}`;
  }

  #compose(): Frame {
    const core = this.#core;
    const size = this.size();
    this.#refreshMilliseconds = 60_000;
    this.#neverIdle = false;
    const windows: ComposedWindow[] = [];
    const secure = core.faults.secureWindows;
    const keyboardTop = (memory: { focus: string | null; keyboardHidden: boolean }) =>
      memory.focus !== null && !memory.keyboardHidden && this.#softKeyboard()
        ? keyboardArea(size.width, size.height).top
        : null;
    if (core.locked) {
      const source = {
        packageName: "com.android.systemui",
        component: "NotificationShade",
        secure,
        memory: core.lockMemory,
        dialogMemory: core.lockMemory,
      };
      const room = wholeDisplay(size);
      windows.push(
        ...composeActivity(
          source,
          lockScreen(core.contextOf(SYSTEM_UI), size.width > size.height),
          room,
          null,
        ),
      );
    } else {
      windows.push(...this.#tasksWindows(keyboardTop));
      windows.push(...this.#shadeWindows());
      for (const overlay of core.overlays) {
        windows.push(
          composeDialog(
            { ...overlay, secure },
            overlay.dialog,
            overlay.memory,
            wholeDisplay(size),
            keyboardTop(overlay.memory),
          ),
        );
      }
    }
    const memory = windows.at(-1)?.memory;
    const keyboardShown =
      memory !== undefined && memory.focus !== null && !memory.keyboardHidden && core.displayOn;
    return {
      windows,
      keyboardShown,
      keyboardCovers: keyboardShown && this.#softKeyboard(),
      neverIdle: this.#neverIdle,
      stamp: this.#stamp(),
    };
  }

  #shadeWindows(): readonly ComposedWindow[] {
    const { shade } = this.#core;
    if (shade === null) return [];
    const { screen, ...memories } = shade;
    const content = screen.render();
    if (content.dialog === undefined) Object.assign(shade.dialogMemory, newWindowMemory());
    const source = { packageName: SYSTEM_UI, component: "NotificationShade", secure: false, ...memories };
    return composeActivity(source, content, wholeDisplay(this.size()), null);
  }

  /** The focused one last; only that one has the keyboard. */
  #tasksWindows(keyboardTop: KeyboardTop): ComposedWindow[] {
    const front = this.#render(() => this.#core.stack.front());
    const size = this.size();
    const split = this.#core.split.current(size);
    const beside = split?.panes.find(({ task }) => task.activities.at(-1) !== front?.activity);
    const own = split?.panes.find((pane) => pane !== beside);
    const other = beside === undefined ? null : this.#render(() => beside.task.activities.at(-1) ?? null);
    const windowsOf = (shown: Rendered | null, area: Rect | undefined, top: KeyboardTop) =>
      shown === null
        ? []
        : this.#activityWindows(shown, area === undefined ? wholeDisplay(size) : { size, area }, top);
    return [
      ...windowsOf(other, beside?.area, () => null),
      ...windowsOf(front, split === null ? undefined : own?.area, keyboardTop),
    ];
  }

  #activityWindows({ activity, content }: Rendered, room: Room, keyboardTop: KeyboardTop): ComposedWindow[] {
    this.#refreshMilliseconds = Math.min(this.#refreshMilliseconds, content.refreshMilliseconds ?? 60_000);
    this.#neverIdle ||= content.neverIdle === true;
    if (content.dialog === undefined) Object.assign(activity.dialogMemory, newWindowMemory());
    const memory = content.dialog === undefined ? activity.memory : activity.dialogMemory;
    const secure = activity.factory.secure || this.#core.faults.secureWindows;
    const source = {
      packageName: activity.packageName,
      component: activity.factory.component,
      secure,
      memory: activity.memory,
      dialogMemory: activity.dialogMemory,
    };
    return composeActivity(source, content, room, keyboardTop(memory));
  }

  /** A finger gives the half that it touches the focus. */
  touched(x: number, y: number): void {
    const split = this.#core.split.current(this.size());
    if (split === null || this.#core.overlays.length > 0 || this.#core.shade !== null) return;
    const pane = split.panes.find(({ area }) => contains(area, x, y));
    if (pane === undefined || pane.task.activities.at(-1) === this.#core.stack.front()) return;
    this.#core.stack.moveToFront(pane.task.id);
    this.#core.invalidate();
  }

  /** A screen that throws is a crashed app: its process ends and the system says so. */
  #render(find: () => Activity | null): Rendered | null {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const activity = find();
      if (activity === null) return null;
      try {
        return { activity, content: activity.screen.render() };
      } catch (error) {
        appError(this.#core, activity.packageName, "crash", exceptionOf(error));
        if (activity.packageName === HOME_PACKAGE) return { activity, content: EMPTY };
      }
    }
    return null;
  }

  #softKeyboard(): boolean {
    return this.#core.settings.get("secure", "default_input_method") === LATIN_IME;
  }
}

const exceptionOf = (error: unknown): AppException => ({
  className: "java.lang.IllegalStateException",
  message: error instanceof Error ? error.message : String(error),
});

function settleAll(frame: Frame): boolean {
  const top = frame.windows.at(-1);
  return top !== undefined && settleFocus(top);
}

export function editTargetOf(frame: Frame) {
  const top = frame.windows.at(-1);
  if (top === undefined) return null;
  const node = focusedField(top);
  return node === null ? null : { node, memory: top.memory };
}
