import { findNode } from "../toolkit/find-node.ts";
import type { ViewNode } from "../toolkit/layout.ts";
import { FLAG_NEW_TASK } from "./activity-stack.ts";
import type { ActivityManager, ActivityRecord, Intent, ShownWindow, StartResult } from "./device.ts";
import type { PhoneCore } from "./phone-core.ts";
import { MEDIA_PROVIDER, scanMedia } from "./storage/media-store.ts";
import { appError } from "./windows/error-dialogs.ts";
import type { WindowManager } from "./windows/window-manager.ts";

const SCANS = /^android\.intent\.action\.MEDIA_(MOUNTED|SCANNER_SCAN_FILE)$/;

/** What `am` and `dumpsys` see of the phone. */
export class PhoneActivities implements ActivityManager {
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;

  constructor(core: PhoneCore, windows: WindowManager) {
    this.#core = core;
    this.#windows = windows;
  }

  async start(intent: Intent): Promise<StartResult> {
    const flags = intent.flags | FLAG_NEW_TASK;
    const isHome =
      intent.action === "android.intent.action.MAIN" &&
      intent.categories.includes("android.intent.category.HOME");
    if (isHome && intent.component === undefined) {
      await this.home();
      return { status: "ok", component: this.tasks()[0]?.component ?? "", broughtToFront: true };
    }
    const started = this.#core.start({ ...intent, flags });
    if (started !== null)
      return { status: "ok", component: started.factory.component, broughtToFront: started.broughtToFront };
    return intent.component === undefined
      ? { status: "no-activity" }
      : { status: "no-class", component: intent.component };
  }

  async broadcast(
    intent: Intent,
  ): Promise<{ readonly resultCode: number; readonly resultData: string | null }> {
    if (intent.action === "android.intent.action.CLOSE_SYSTEM_DIALOGS") this.#core.closeSystemDialogs();
    if (SCANS.test(intent.action ?? ""))
      scanMedia(this.#core.databases.open(MEDIA_PROVIDER), this.#core.files.hostPath("/sdcard"));
    return { resultCode: 0, resultData: null };
  }

  async forceStop(packageName: string): Promise<void> {
    this.#core.stack.stop(packageName);
    this.#core.notifications.cancelAllOf(packageName);
    if (this.#core.stack.front() === null) this.#core.goHome();
    this.#core.invalidate();
  }

  startProcess(packageName: string, ended: () => void, besides?: string): void {
    this.#core.stack.startProcess(packageName, ended, besides);
  }

  crash(packageName: string): void {
    appError(this.#core, packageName, "crash", {
      className: "android.app.RemoteServiceException$CrashedByAdbException",
      message: "shell-induced crash",
    });
  }

  focused(): {
    readonly packageName: string;
    readonly component: string;
    readonly windowTitle: string;
    readonly secure: boolean;
  } | null {
    const window = this.#core.displayOn ? this.#windows.top() : null;
    if (window === null) return null;
    const { packageName, component, title, secure } = window;
    return { packageName, component, windowTitle: title, secure };
  }

  windows(): readonly ShownWindow[] {
    const shown = this.#core.displayOn ? this.#windows.frame().windows.toReversed() : [];
    const isSurface = ({ widget }: ViewNode): boolean => widget.class === "android.view.SurfaceView";
    return shown.map((window) => ({ ...window, hasSurface: findNode(window.root, isSurface) !== null }));
  }

  inputMethodShown(): boolean {
    return this.#windows.frame().keyboardShown;
  }

  tasks(): readonly ActivityRecord[] {
    const split = this.#core.split.current(this.#windows.size());
    return this.#core.stack.tasks().flatMap((task, index) => {
      const top = task.activities.at(-1);
      if (top === undefined) return [];
      const record = { packageName: top.packageName, component: top.factory.component, taskId: task.id };
      const pane = split?.panes.find((one) => one.task === task);
      return [pane === undefined ? record : { ...record, bounds: pane.area, isBeside: index > 0 }];
    });
  }

  splitWith(taskId: number, position: number): void {
    this.#core.split.moveToSide(taskId, position);
    this.#core.invalidate();
  }

  exitSplit(which: { readonly kept?: number; readonly dropped?: number }): void {
    this.#core.split.exit(which);
    this.#core.invalidate();
  }

  running(): ReturnType<ActivityManager["running"]> {
    return this.#windows.processes();
  }

  async home(): Promise<void> {
    this.#core.goHome();
  }

  clearRecents(): void {
    this.#core.stack.clearRecents();
    this.#core.invalidate();
  }
}
