import type { DeviceAction, DeviceActionName } from "#shared/contracts/device-action.ts";
import type { ActionContext, ActionDefinition, ActionReport } from "./action-definition.ts";
import { back, home, key, recent, wait } from "./key-actions.ts";
import { openApp, openUrl } from "./open-actions.ts";
import { doubleTap, drag, longPress, scroll, swipe, tap } from "./touch-actions.ts";
import { type } from "./type-action.ts";

const registry: { readonly [Name in DeviceActionName]: ActionDefinition<Name> } = {
  tap,
  double_tap: doubleTap,
  long_press: longPress,
  swipe,
  drag,
  scroll,
  type,
  key,
  back,
  home,
  recent,
  open_app: openApp,
  open_url: openUrl,
  wait,
};

/** What a host can do with any device it serves. */
export const supportedActions = Object.keys(registry) as readonly DeviceActionName[];

export function runAction(action: DeviceAction, context: ActionContext): Promise<ActionReport> {
  // The key and the parameter carry the same name, which TypeScript cannot follow through the union.
  const definition = registry[action.action] as ActionDefinition<DeviceActionName>;
  return definition.run(action, context);
}
