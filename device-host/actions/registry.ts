import type { DeviceAction, DeviceActionName } from "#shared/contracts/device-action.ts";
import type { ActionDefinition } from "./action-definition.ts";
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

/** What a host does for an action; its key and its parameters carry the same name, which TypeScript cannot follow. */
export const actionDefinition = ({ action }: DeviceAction): ActionDefinition<DeviceActionName> =>
  registry[action] as ActionDefinition<DeviceActionName>;
