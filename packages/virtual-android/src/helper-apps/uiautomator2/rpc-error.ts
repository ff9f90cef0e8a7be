import { WebDriverError } from "../appium-server/web-driver-error.ts";

/** An error as the server's JSON-RPC library (jsonrpc4j) sends it. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: string;

  constructor(code: number, message: string, data = message) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const methodNotFound = (data: string): RpcError => new RpcError(-32601, "method not found", data);
export const invalidParams = (data: string): RpcError =>
  new RpcError(-32602, "method parameters invalid", data);
/** What a method throws: the class's name is the message, what it says is the data. */
const thrown = (className: string, said: string): RpcError => new RpcError(-32001, className, said);

export const notFound = (selector: string): RpcError =>
  thrown("androidx.test.uiautomator.UiObjectNotFoundException", selector);

export function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  const said = error instanceof Error ? error.message : String(error);
  // What both servers on a phone share speaks of errors as Appium's does.
  if (error instanceof WebDriverError && error.error === "no such element") return notFound(said);
  if (error instanceof WebDriverError && error.error === "unsupported operation") return methodNotFound(said);
  if (error instanceof WebDriverError && error.error.startsWith("invalid"))
    return thrown("java.lang.IllegalArgumentException", said);
  return thrown("java.lang.RuntimeException", said);
}
