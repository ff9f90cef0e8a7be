import { setTimeout as sleep } from "node:timers/promises";
import { dumpAllWindows } from "../../toolkit/dump-all-windows.ts";
import { dumpHierarchy } from "../../toolkit/dump-hierarchy.ts";
import { type PhoneAutomation, withoutContent } from "../automation.ts";
import type { UiDump } from "../device.ts";
import type { PhoneFaults } from "../faults.ts";
import type { PhoneCore } from "../phone-core.ts";
import { rotationOf } from "../phone-display.ts";
import { dumpedWindows } from "./dumped-windows.ts";
import type { WindowManager } from "./window-manager.ts";

const NULL_ROOT = { ok: false, error: "null root node returned by UiTestAutomationBridge" } as const;

const HELD = { ok: false, error: "UiAutomationService already registered!" } as const;

const NOT_IDLE = { ok: false, error: "could not get idle state" } as const;

/** `uiautomator dump`, with what a test scripts to go wrong. */
export class UiDumper {
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;
  readonly #automation: PhoneAutomation;

  constructor(core: PhoneCore, windows: WindowManager, automation: PhoneAutomation) {
    this.#core = core;
    this.#windows = windows;
    this.#automation = automation;
  }

  async windows(): Promise<UiDump> {
    if (this.#automation.isHeld) return HELD;
    if (this.#core.faults.animate !== null) return this.#neverIdle(this.#core.faults.animate);
    if (!this.#core.displayOn) return NULL_ROOT;
    const frame = this.#windows.frame();
    if (frame.neverIdle) return NOT_IDLE;
    const split = this.#core.split.current(this.#windows.size());
    const xml = dumpAllWindows(dumpedWindows(frame, this.#windows.size(), split), rotationOf(this.#core));
    return { ok: true, xml: this.#core.faults.tamperDump?.(xml) ?? xml };
  }

  async #neverIdle({ waitMilliseconds }: NonNullable<PhoneFaults["animate"]>): Promise<UiDump> {
    await sleep(waitMilliseconds);
    return NOT_IDLE;
  }

  async hierarchy(): Promise<UiDump> {
    const { faults } = this.#core;
    if (this.#automation.isHeld) return HELD;
    if (faults.animate !== null) return this.#neverIdle(faults.animate);
    const window = this.#windows.top();
    if (window === null || !this.#core.displayOn) return NULL_ROOT;
    if (this.#windows.frame().neverIdle) return NOT_IDLE;
    if (faults.nullRoots > 0) {
      faults.nullRoots -= 1;
      return NULL_ROOT;
    }
    let root = window.root;
    if (faults.lateChildren > 0) {
      faults.lateChildren -= 1;
      root = withoutContent(root);
    }
    const xml = dumpHierarchy(root, window.packageName, window.memory.focus, rotationOf(this.#core));
    return { ok: true, xml: faults.tamperDump?.(xml) ?? xml };
  }
}
