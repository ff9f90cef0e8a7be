import type { StoredAction } from "../contracts/step/stored-action.ts";
import { defined } from "../values/defined.ts";
import type { ActionCatalogue } from "./action-catalogue.ts";
import type { AnyAction, ResolveContext } from "./action-definition.ts";

export interface ResolvedTarget {
  /** Absent for what no device has a part in, such as FINISH. */
  readonly deviceAction?: StoredAction;
  /** The element meant, as the model saw it. */
  readonly element?: string;
}

/**
 * What the host is to do for a valid action: an element becomes the point where a tap meets it.
 * @throws UnknownElement naming the ids there are, and what the action's own `resolve` throws
 */
export function resolveTarget(
  { action, ...given }: AnyAction,
  catalogue: ActionCatalogue,
  context: ResolveContext,
): ResolvedTarget {
  const definition = catalogue.find(action);
  if (definition?.device === undefined) return {};
  const { parameters, element } = definition.resolve?.(given, context) ?? { parameters: given };
  const deviceAction = { action, ...definition.device.parse(parameters) } as StoredAction;
  return { deviceAction, ...defined({ element }) };
}
