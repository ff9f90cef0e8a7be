import type { ElementCache } from "./element-cache.ts";
import type { ServerPhone } from "./server-phone.ts";
import type { ServerSettings } from "./server-settings.ts";

export interface ServerSession {
  readonly id: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly phone: ServerPhone;
  readonly elements: ElementCache;
  settings: ServerSettings;
}

export interface RouteCall {
  readonly session: ServerSession;
  /** What stands in the path for `:name`. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Resolves to the `value` of the answer. @throws WebDriverError */
export type RouteHandler = (call: RouteCall) => unknown;
export type Routes = Readonly<Record<string, RouteHandler>>;
