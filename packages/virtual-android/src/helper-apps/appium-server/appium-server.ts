import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { readRequest } from "../../toolkit/read-request.ts";
import type { HelperApp, InstrumentationRun } from "../helper-app.ts";
import { listenOnPhone } from "../phone-ports.ts";
import { ElementCache } from "./element-cache.ts";
import { readBody } from "./read-body.ts";
import type { ServerSession } from "./route.ts";
import { routeOf } from "./routes.ts";
import { ServerPhone } from "./server-phone.ts";
import { newSettings } from "./server-settings.ts";
import { WebDriverError } from "./web-driver-error.ts";

const target = "io.appium.uiautomator2.server";
const testPackage = "io.appium.uiautomator2.server.test";
const port = 6_790;
const mostBodyBytes = 4 * 1_048_576;
/** The server goes after the answer to the session's end was sent. */
const shutdownMilliseconds = 15;

const crashed = (name: string, message: string): string =>
  `INSTRUMENTATION_RESULT: shortMsg=${name}\nINSTRUMENTATION_RESULT: longMsg=${name}: ${message}\nINSTRUMENTATION_CODE: 0\n`;

/** Appium's server (github.com/appium/appium-uiautomator2-server): a test that goes on until its session ends or its process does. */
export const appiumServer: HelperApp = {
  async instrument({ device, latency }: InstrumentationRun): Promise<string> {
    const name = "java.lang.IllegalStateException";
    const automation = device.automation.connect();
    if (automation === null) return crashed(name, "UiAutomationService already registered!");
    const startedAt = performance.now();
    const { promise: ended, resolve: end } = Promise.withResolvers<"finished" | "killed">();
    const phone = new ServerPhone(device, automation, latency);
    const server = new AppiumServer(phone, () => end("finished"));
    const close = listenOnPhone(device, port, (request, response) => void server.answer(request, response));
    if (close === null) {
      automation.disconnect();
      return crashed("java.net.BindException", "Address already in use");
    }
    device.activities.startProcess(target, () => end("killed"), testPackage);
    const how = await ended;
    close();
    automation.disconnect();
    if (how === "killed")
      return "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n";
    await device.activities.forceStop(target);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(3);
    return `\n${testPackage.replace(/\.test$/, "")}.test.AppiumUiAutomator2Server:.\n\nTime: ${seconds}\n\nOK (1 test)\n\n\n`;
  },
};

const NewSession = z.looseObject({
  capabilities: z.looseObject({
    alwaysMatch: z.record(z.string(), z.unknown()).nullish(),
    firstMatch: z.array(z.record(z.string(), z.unknown())).nullish(),
  }),
});

class AppiumServer {
  readonly #phone: ServerPhone;
  readonly #end: () => void;
  #session: ServerSession | null = null;

  constructor(phone: ServerPhone, end: () => void) {
    this.#phone = phone;
    this.#end = end;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, value } = await this.#handled(request).then(
      (answer) => ({ status: 200, value: answer ?? null }),
      (error: unknown) => failure(error),
    );
    const body = JSON.stringify({ sessionId: this.#session?.id ?? null, value });
    response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
    response.end(body);
  }

  async #handled(request: IncomingMessage): Promise<unknown> {
    const method = request.method ?? "";
    const [address = ""] = (request.url ?? "").split("?");
    const [first, id, ...rest] = address
      .replace(/^\/wd\/hub(?=\/)/, "")
      .split("/")
      .filter(Boolean);
    if (first === "status" && method === "GET")
      return { ready: true, message: "UiAutomator2 Server is ready to accept commands" };
    if (first === "sessions" && method === "GET")
      return this.#session === null
        ? []
        : [{ id: this.#session.id, capabilities: this.#session.capabilities }];
    const body = method === "POST" ? await bodyOf(request) : undefined;
    if (first === "session" && id === undefined && method === "POST") return this.#begin(body);
    const session = this.#session;
    if (first !== "session" || session === null || session.id !== id)
      throw new WebDriverError("invalid session id", `The session identified by ${id} is not known`);
    if (method === "DELETE" && rest.length === 0) {
      setTimeout(this.#end, shutdownMilliseconds);
      return null;
    }
    const { params, handle } = routeOf(method, rest);
    return handle({ session, params, body });
  }

  #begin(body: unknown): unknown {
    const { alwaysMatch, firstMatch } = readBody(NewSession, body).capabilities;
    const capabilities = { ...alwaysMatch, ...firstMatch?.[0] };
    const elements = new ElementCache(this.#phone);
    this.#session = { id: randomUUID(), capabilities, phone: this.#phone, elements, settings: newSettings() };
    return { sessionId: this.#session.id, capabilities };
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const text = await readRequest(
    request,
    mostBodyBytes,
    () => new WebDriverError("invalid argument", `The body is over ${mostBodyBytes} bytes`),
  );
  try {
    return JSON.parse(text);
  } catch {
    throw new WebDriverError("invalid argument", "The body is not JSON");
  }
}

function failure(error: unknown) {
  const known =
    error instanceof WebDriverError
      ? error
      : new WebDriverError("unknown error", error instanceof Error ? error.message : String(error));
  const { error: code, message, status } = known;
  return { status, value: { error: code, message, stacktrace: `${code}: ${message}` } };
}
