import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { connectOnPhone } from "../../src/helper-apps/phone-ports.ts";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

export const jar = "/data/local/tmp/u2.jar";
export const start = `CLASSPATH=${jar} app_process / com.wetest.uia2.Main`;

/** What uiautomator2's server answers to a request, null while nobody listens. */
export async function http(user: PhoneUser, path: string, body?: string, port = 9_008) {
  const connection = connectOnPhone(user.phone, port);
  if (connection === null) return null;
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
  const method = body === undefined ? "GET" : "POST";
  const headers = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
  const asked = request({ method, path, headers, createConnection: () => connection }, (response) =>
    buffer(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject),
  );
  asked.on("error", reject);
  asked.end(body);
  return promise;
}

const bits: Readonly<Record<string, number>> = {
  text: 0x1,
  textContains: 0x2,
  textStartsWith: 0x8,
  className: 0x10,
  description: 0x40,
  clickable: 0x1000,
  scrollable: 0x4000,
  focused: 0x2_0000,
  resourceId: 0x20_0000,
  instance: 0x100_0000,
};

/** A selector as the Python client builds it, from the protocol: each field with its bit. */
export function by(fields: Readonly<Record<string, unknown>>) {
  const mask = Object.keys(fields).reduce((sum, name) => sum | (bits[name] ?? 0), 0);
  return { mask, childOrSibling: [] as string[], childOrSiblingSelector: [] as object[], ...fields };
}

export interface RpcUser extends AsyncDisposable {
  readonly user: PhoneUser;
  /** A call's `result`; rejects with `{code, message, data}` of its error. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what the test asks about
  call(method: string, ...params: readonly unknown[]): Promise<any>;
}

/** A phone on which the server was started as the client starts it. */
export async function rpcUser(): Promise<RpcUser> {
  const user = await pickUpPhone();
  await user.shell(`echo jar > ${jar}; ${start} >/dev/null 2>&1 &`);
  await expect.poll(() => http(user, "/ping")).not.toBeNull();
  let id = 0;
  const call = async (method: string, ...params: readonly unknown[]) => {
    id += 1;
    const answer = await http(user, "/jsonrpc/0", JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    if (answer === null) throw new Error("nobody listens");
    const { id: answered, result, error } = JSON.parse(answer.body.toString());
    if (answered !== id) throw new Error(`answered ${answered}`);
    if (error !== undefined) throw error;
    return result;
  };
  return { user, call, [Symbol.asyncDispose]: () => user[Symbol.asyncDispose]() };
}
