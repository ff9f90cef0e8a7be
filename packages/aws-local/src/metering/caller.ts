import { AsyncLocalStorage } from "node:async_hooks";
import type { WireRequest, WireService } from "../http/wire.ts";
import { isMetered } from "./cloud-use.ts";

/** Crosses from thread to thread with the request; only a measurement sets it. */
const callerHeader = "x-metered-caller";

const callers = new AsyncLocalStorage<string>();

/** Runs a function under its name, so that its calls are counted as its own. */
export const asCaller = <Result>(name: string, run: () => Result): Result =>
  isMetered() ? callers.run(name, run) : run();

/** The service, which counts each request as `name`'s, else as that of the function that runs. */
export const calledBy =
  (service: WireService, name?: string): WireService =>
  (request) => {
    if (!isMetered()) return service(request);
    const caller = name ?? callers.getStore() ?? "farm";
    return service({ ...request, headers: { ...request.headers, [callerHeader]: caller } });
  };

/** A request over a socket has no name: the device host's, and those of whoever measures. */
export const callerOf = ({ headers }: WireRequest): string => headers[callerHeader] ?? "network";
