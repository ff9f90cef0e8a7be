import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import type { VirtualDevice } from "../../system/device.ts";
import { readRequest } from "../../toolkit/read-request.ts";
import { ServerPhone } from "../appium-server/server-phone.ts";
import type { HelperApp, InstrumentationRun } from "../helper-app.ts";
import { listenOnPhone } from "../phone-ports.ts";
import { deviceMethods, jpegPicture } from "./device-methods.ts";
import { objectMethods } from "./object-methods.ts";
import { asRpcError, invalidParams, methodNotFound, RpcError } from "./rpc-error.ts";
import { UiServer } from "./ui-server.ts";

export const uiautomator2Port = 9_008;
const mostBodyBytes = 4 * 1_048_576;
const usualQuality = 80;

const Call = z.looseObject({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string().max(200),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()), z.null()]).default([]),
});

/** What the real server has and this one does not. */
const refused: ReadonlySet<string> = new Set([
  "clearLastTraversedText",
  "getChild",
  "getFromParent",
  "getLastTraversedText",
  "getUiObjects",
  "getWatchers",
  "hasAnyWatcherTriggered",
  "hasWatcherTriggered",
  "registerClickUiObjectWatcher",
  "registerPressKeyskWatcher",
  "removeUiObject",
  "removeWatcher",
  "resetWatcherTriggers",
  "runWatchers",
  "setAccessibilityPatterns",
  "waitForWindowUpdate",
]);

export interface RunningServer {
  /** Resolves when a client asked it to stop. */
  readonly stopped: Promise<void>;
  close(): void;
}

/** The server of openatx/uiautomator2 on a phone, by HTTP and JSON-RPC. A text: why it could not start. */
export function startUiautomator2(
  device: VirtualDevice,
  latency: InstrumentationRun["latency"],
  port: number,
): RunningServer | string {
  const automation = device.automation.connect();
  if (automation === null)
    return "java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!";
  const phone = new ServerPhone(device, automation, latency);
  const server = new UiServer(phone);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const unlisten = listenOnPhone(device, port, (request, response) => {
    answer(request, server, stop).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, { status: 500, type: "text/plain", body: String(error) }),
    );
  });
  if (unlisten === null) {
    automation.disconnect();
    return "java.net.BindException: bind failed: EADDRINUSE (Address already in use)";
  }
  const close = (): void => {
    unlisten();
    phone.end();
  };
  return { stopped, close };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { "Content-Type": type });
  response.end(body);
}

const plain = (body: string, status = 200): Reply => ({ status, type: "text/plain", body });

async function answer(request: IncomingMessage, server: UiServer, stop: () => void): Promise<Reply> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://phone");
  if (pathname === "/ping") return plain("pong");
  if (pathname === "/stop") {
    setImmediate(stop);
    return plain("Server stopped!!!");
  }
  if (pathname === "/screenshot/0") {
    const quality = Math.min(100, Math.max(1, Number(searchParams.get("quality")) || usualQuality));
    return { status: 200, type: "image/jpeg", body: await jpegPicture(server, 1, quality) };
  }
  if (pathname !== "/jsonrpc/0") return plain("Not Found!!!", 404);
  const text = await readRequest(request, mostBodyBytes, () => new Error("The body is too large."));
  if (text === "") return plain("Invalid http post data!", 500);
  return { status: 200, type: "application/json", body: JSON.stringify(await answerRpc(text, server)) };
}

/** https://www.jsonrpc.org/specification */
async function answerRpc(text: string, server: UiServer): Promise<object> {
  let id: string | number | null = null;
  try {
    const call = readCall(text);
    id = call.id;
    return { jsonrpc: "2.0", id, result: (await run(call, server)) ?? null };
  } catch (error) {
    const { code, message, data } = asRpcError(error);
    return { jsonrpc: "2.0", id, error: { code, message, data } };
  }
}

/** @throws RpcError */
function readCall(text: string): z.infer<typeof Call> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RpcError(-32700, "JSON parse error", "The body is not JSON");
  }
  const call = Call.safeParse(json);
  if (call.success) return call.data;
  throw new RpcError(-32600, "Invalid Request", z.prettifyError(call.error).slice(0, 500));
}

/** The first of the method's signatures that these parameters are of. @throws RpcError */
async function run({ method, params }: z.infer<typeof Call>, server: UiServer): Promise<unknown> {
  if (refused.has(method)) throw methodNotFound(`${method} is not supported by this virtual phone`);
  const overloads = [deviceMethods, objectMethods].flatMap((table) =>
    Object.hasOwn(table, method) ? (table[method] ?? []) : [],
  );
  if (overloads.length === 0) throw methodNotFound(method);
  const given = Array.isArray(params) ? params : Object.values(params ?? {});
  for (const { call } of overloads) {
    const done = call(given, server);
    if (done !== undefined) return done.result;
  }
  throw invalidParams(`${method} does not take ${JSON.stringify(given).slice(0, 300)}`);
}

const started = [
  "INSTRUMENTATION_STATUS: class=com.github.uiautomator.stub.Stub",
  "INSTRUMENTATION_STATUS: current=1",
  "INSTRUMENTATION_STATUS: id=AndroidJUnitRunner",
  "INSTRUMENTATION_STATUS: numtests=1",
  "INSTRUMENTATION_STATUS: test=testUIAutomatorStub",
  "INSTRUMENTATION_STATUS_CODE: 1",
  "",
].join("\n");

/** Until version 3.1 the server was the test of an app, which differs from `uiautomator2`'s APKs by its packages' names. */
export const uiautomator2Tests: HelperApp = {
  async instrument({ device, latency, say }) {
    say(started);
    const server = startUiautomator2(device, latency, uiautomator2Port);
    if (typeof server === "string")
      return `INSTRUMENTATION_RESULT: shortMsg=${server}\nINSTRUMENTATION_CODE: 0\n`;
    const { promise: killed, resolve } = Promise.withResolvers<void>();
    device.activities.startProcess(uiautomator2App, resolve, `${uiautomator2App}.test`);
    await Promise.race([server.stopped, killed]);
    server.close();
    await device.activities.forceStop(uiautomator2App);
    return "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n";
  },
};

export const uiautomator2App = "com.github.uiautomator";
const shown = ["ToastActivity", "IdentifyActivity", "MainActivity"].map(
  (name) => `${uiautomator2App}/.${name}`,
);

/** Its screens keep the server alive on a real phone, and show nothing that matters. */
export const uiautomator2Screens: HelperApp = { start: (_, component) => shown.includes(component) };
