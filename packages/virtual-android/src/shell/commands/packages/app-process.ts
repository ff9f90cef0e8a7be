import { once } from "node:events";
import {
  startUiautomator2,
  uiautomator2Port,
} from "../../../helper-apps/uiautomator2/uiautomator2-server.ts";
import { processesOf } from "../../process-table.ts";
import { absolutePath, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { refused } from "../system-commands.ts";

const uiautomator2Main = "com.wetest.uia2.Main";

/**
 * `CLASSPATH=u2.jar app_process / com.wetest.uia2.Main [-p PORT]`: the server of openatx/uiautomator2, until it is killed or nobody listens to it
 * any more. No other program's code runs here.
 */
export const appProcess: ShellCommand = async (context) => {
  const { args, device, stdout, surroundings, state } = context;
  const [, main, ...options] = args;
  if (main !== uiautomator2Main) return refused(context);
  const jar = state.variables.get("CLASSPATH") ?? "";
  if (jar === "" || surroundings.files.find(absolutePath(context, jar)) === null)
    throw new CommandFailure(`ERROR: could not find class '${main}' on the CLASSPATH '${jar}'`);
  const port = portOf(options);
  const killed = new AbortController();
  const process = processesOf(device).start(["app_process", ...args], state.pid, () => killed.abort());
  stdout.write("[server] INFO: [UiAutomator2Server] Starting Server\n");
  const server = startUiautomator2(device, surroundings.latency, port);
  try {
    if (typeof server === "string") throw new CommandFailure(server);
    const ended = AbortSignal.any([killed.signal, surroundings.hangUp]);
    if (!ended.aborted) await Promise.race([server.stopped, once(ended, "abort")]);
    return killed.signal.aborted ? 143 : 0;
  } finally {
    if (typeof server !== "string") server.close();
    processesOf(device).end(process.pid);
  }
};

/** @throws CommandFailure as the server says it */
function portOf(options: readonly string[]): number {
  const at = options.findIndex((option) => option === "-p" || option === "--port");
  if (at < 0) return uiautomator2Port;
  const given = options[at + 1] ?? "";
  const port = Number(given);
  if (/^\d{1,5}$/.test(given) && port > 0 && port < 65_536) return port;
  throw new CommandFailure(`Invalid port: ${given}`);
}
