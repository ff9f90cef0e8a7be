import { describeJsonError } from "../definition/describe-json-error.ts";
import { nestsTooDeep, tooDeepMessage } from "../definition/nesting.ts";
import type { Engine } from "../engine/engine.ts";
import { heartbeatTask } from "../engine/tasks/tasks.ts";
import type { Thread } from "../execution/execution.ts";
import type { Settlement } from "../execution/wait.ts";
import { change } from "./action.ts";
import { ApiError, errors } from "./api-error.ts";
import { checkedSize, optionalText, type Request, text } from "./request.ts";

const gone = () => new ApiError("TaskTimedOut", "Task Timed Out: 'Provided task does not exist anymore'");

/** Tokens of this engine: 72 random bytes. Anything else was never a token. */
const TOKEN = /^AQD[A-Za-z0-9+/]{96}$/;

/** @throws ApiError InvalidToken for what is no token, TaskTimedOut for the token of a task that waits no more. */
function taskThread(engine: Engine, request: Request): { readonly thread: Thread; readonly attempt: number } {
  const token = text(request, "taskToken");
  const thread = engine.tokens.get(token);
  if (thread?.wait?.kind === "task") return { thread, attempt: thread.wait.attempt };
  throw TOKEN.test(token) ? gone() : errors.invalidToken("Invalid token");
}

function settleByToken(engine: Engine, request: Request, settlement: Settlement): object {
  const { thread, attempt } = taskThread(engine, request);
  if (!engine.settleTask(thread, attempt, settlement)) throw gone();
  return {};
}

function heartbeatByToken(engine: Engine, request: Request): object {
  const { thread } = taskThread(engine, request);
  if (!heartbeatTask(engine, thread)) throw gone();
  return {};
}

export const sendTaskSuccess = change((engine, request) => {
  const output = checkedSize("output", text(request, "output"), engine.limits);
  if (nestsTooDeep(output)) throw new ApiError("InvalidOutput", `Invalid Output: '${tooDeepMessage}'`);
  try {
    JSON.parse(output);
  } catch (error) {
    const { message } = describeJsonError(output, error);
    throw new ApiError("InvalidOutput", `Invalid Output: '${message}'`);
  }
  return settleByToken(engine, request, { ok: true, output });
});

export const sendTaskFailure = change((engine, request) => {
  const error = optionalText(request, "error");
  const cause = optionalText(request, "cause");
  if ((error?.length ?? 0) > 256)
    throw errors.validation("error", error ?? null, "Member must have length less than or equal to 256");
  if ((cause?.length ?? 0) > 32_768) {
    throw errors.validation("cause", cause ?? null, "Member must have length less than or equal to 32768");
  }
  return settleByToken(engine, request, {
    ok: false,
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
  });
});

export const sendTaskHeartbeat = change(heartbeatByToken);
