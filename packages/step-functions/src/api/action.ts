import type { Engine } from "../engine/engine.ts";
import type { Request } from "./request.ts";

/** One operation of the service's API: takes the request's members, answers with the response's. */
export type Action = (engine: Engine, request: Request) => Promise<object>;

/** An action that changes something: runs inside a turn and answers once that is in the journal. */
export function change(run: (engine: Engine, request: Request) => object): Action {
  return (engine, request) => engine.loop.transact(() => run(engine, request), "outside");
}

/** An action that only reads: it sees everything that happened before it was asked. */
export function read(run: (engine: Engine, request: Request) => object): Action {
  return async (engine, request) => {
    await engine.loop.transact(() => undefined, "outside");
    return run(engine, request);
  };
}
