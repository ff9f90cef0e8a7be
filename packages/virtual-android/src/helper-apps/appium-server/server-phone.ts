import { setTimeout as delay } from "node:timers/promises";
import type { AutomationConnection, VirtualDevice } from "../../system/device.ts";
import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import type { InstrumentationRun, ServerWork } from "../helper-app.ts";
import { pageSource, type SourceElement } from "./page-source.ts";
import type { ServerSettings } from "./server-settings.ts";
import { WebDriverError } from "./web-driver-error.ts";

/** UiDevice takes the screen as idle when no accessibility event has come for so long (androidx.test.uiautomator, QueryController). */
const quietMilliseconds = 500;
const pollMilliseconds = 20;

/** The phone as the server on it sees it: its windows, once they are still, and the time that the real one takes. */
export class ServerPhone {
  readonly device: VirtualDevice;
  readonly automation: AutomationConnection;
  readonly #latency: InstrumentationRun["latency"];
  /** When the screen was seen to change, and its stamp since. */
  #changed = { at: Number.NEGATIVE_INFINITY, stamp: "" };

  constructor(
    device: VirtualDevice,
    automation: AutomationConnection,
    latency: InstrumentationRun["latency"],
  ) {
    this.device = device;
    this.automation = automation;
    this.#latency = latency;
  }

  /** Those that wait for the screen stop waiting. */
  hasEnded = false;

  end(): void {
    this.hasEnded = true;
    this.automation.disconnect();
  }

  async takes(kind: ServerWork): Promise<void> {
    if (this.#latency[kind] > 0) await delay(this.#latency[kind]);
  }

  /** Waits for the screen to be still, at most `waitForIdleTimeout`; the caller goes on either way. */
  async waitForIdle({ waitForIdleTimeout }: ServerSettings): Promise<void> {
    const until = performance.now() + waitForIdleTimeout;
    while (performance.now() < until) {
      const stamp = this.automation.stamp();
      const now = performance.now();
      if (stamp !== null && stamp !== this.#changed.stamp) this.#changed = { at: now, stamp };
      // Events come for a while after a change on a real screen; a phone that takes no time has drawn it by now.
      const quiet = this.#latency.tree === 0 ? 0 : quietMilliseconds;
      if (stamp !== null && now - this.#changed.at >= quiet) return;
      await delay(Math.min(pollMilliseconds, Math.max(1, until - now)));
    }
  }

  /** @throws WebDriverError while there is no window to see */
  roots({ enableMultiWindows }: ServerSettings): readonly AccessibleNode[] {
    const windows = this.automation.windows();
    if (windows.length === 0)
      throw new WebDriverError(
        "unknown error",
        "Timed out after 10000ms waiting for the root AccessibilityNodeInfo in the active window. " +
          "Make sure the active window is not constantly hogging the main UI thread",
      );
    return enableMultiWindows ? windows : windows.slice(0, 1);
  }

  source(settings: ServerSettings): SourceElement {
    const { rotation, width, height } = this.device.display;
    const toasts = settings.enableNotificationListener ? this.automation.toasts() : [];
    return pageSource({ roots: this.roots(settings), toasts, rotation, width, height });
  }
}
