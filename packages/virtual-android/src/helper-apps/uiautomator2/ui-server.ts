import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Toast } from "../../system/toasts.ts";
import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import { matchUiSelector } from "../appium-server/match-ui-selector.ts";
import type { JavaObject } from "../appium-server/parse-ui-selector.ts";
import type { ServerPhone } from "../appium-server/server-phone.ts";
import { newSettings } from "../appium-server/server-settings.ts";
import { notFound } from "./rpc-error.ts";
import { selectorText } from "./rpc-selector.ts";

const lookMilliseconds = 50;
const mostNamed = 1_000;

/** As UiAutomator's own, but that this server waits for idle only when a client asks for it. */
const usualConfigurator = {
  actionAcknowledgmentTimeout: 3_000,
  keyInjectionDelay: 0,
  scrollAcknowledgmentTimeout: 200,
  waitForIdleTimeout: 0,
  waitForSelectorTimeout: 0,
};

/** What the server knows beside the phone: objects by the names that it gave them, a finger that is down, its configurator. */
export class UiServer {
  readonly phone: ServerPhone;
  configurator = { ...usualConfigurator };
  /** By injected events. */
  finger: { readonly x: number; readonly y: number; readonly at: number; readonly moved: boolean } | null =
    null;
  #clearedToast: Toast | null = null;
  readonly #named = new Map<string, JavaObject>();

  constructor(phone: ServerPhone) {
    this.phone = phone;
  }

  get settings() {
    return { ...newSettings(), waitForIdleTimeout: this.configurator.waitForIdleTimeout };
  }

  /** All views that it means, in the window in front. */
  async all(selector: JavaObject): Promise<readonly AccessibleNode[]> {
    await this.phone.waitForIdle(this.settings);
    await this.phone.takes("tree");
    const windows = this.phone.automation.windows().slice(0, 1);
    return matchUiSelector(selector, windows);
  }

  /** @throws RpcError UiObjectNotFoundException */
  async one(selector: JavaObject): Promise<AccessibleNode> {
    const [node] = await this.all(selector);
    if (node !== undefined) return node;
    throw notFound(selectorText(selector));
  }

  async waitFor(selector: JavaObject, exists: boolean, milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    for (;;) {
      if ((await this.all(selector)).length > 0 === exists) return true;
      const left = until - performance.now();
      if (left <= 0 || this.phone.hasEnded) return false;
      await delay(Math.min(lookMilliseconds, left));
    }
  }

  name(selector: JavaObject): string {
    const id = randomUUID();
    this.#named.set(id, selector);
    const [oldest] = this.#named.keys();
    if (this.#named.size > mostNamed && oldest !== undefined) this.#named.delete(oldest);
    return id;
  }

  /** @throws RpcError for a name that it did not give, or long ago */
  named(name: string): JavaObject {
    const selector = this.#named.get(name);
    if (selector !== undefined) return selector;
    throw notFound(`UiObject ${name.slice(0, 100)} not found!`);
  }

  lastToast(): string | null {
    const toast = this.phone.automation.lastToast();
    return toast === null || toast === this.#clearedToast ? null : toast.text;
  }

  clearLastToast(): void {
    this.#clearedToast = this.phone.automation.lastToast();
  }
}
