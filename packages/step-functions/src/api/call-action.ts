import type { Engine } from "../engine/engine.ts";
import { actions } from "./actions.ts";
import { ApiError } from "./api-error.ts";
import type { Request } from "./request.ts";

/**
 * Performs one operation without HTTP. Times in requests and answers are seconds since the epoch, as on the wire.
 * @throws ApiError for everything the service documents; anything else is a fault of the engine.
 */
export function callAction(engine: Engine, name: string, request: Request): Promise<object> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) {
    return Promise.reject(
      new ApiError(
        "UnknownOperationException",
        `The operation ${name} is not supported by this engine${why(name)}`,
      ),
    );
  }
  return action(engine, request);
}

function why(name: string): string {
  return /^(?:Publish|Create|Update|Delete|Describe)StateMachine(?:Version|Alias)$/.test(name)
    ? ": it keeps no versions or aliases, executions start from the state machine's own ARN."
    : ".";
}
