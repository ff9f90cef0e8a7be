import type { Engine } from "../engine/engine.ts";
import type { Thread } from "../engine/execution.ts";
import { heartbeatTask } from "../engine/tasks.ts";
import type { Settlement } from "../engine/wait.ts";
import { ApiError, errors } from "./api-error.ts";
import { type Request, text } from "./request.ts";

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

export function settleByToken(engine: Engine, request: Request, settlement: Settlement): object {
  const { thread, attempt } = taskThread(engine, request);
  if (!engine.settleTask(thread, attempt, settlement)) throw gone();
  return {};
}

export function heartbeatByToken(engine: Engine, request: Request): object {
  const { thread } = taskThread(engine, request);
  if (!heartbeatTask(engine, thread)) throw gone();
  return {};
}
