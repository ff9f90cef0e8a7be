import { request } from "node:http";
import { json } from "node:stream/consumers";
import { connectOnPhone } from "../../src/helper-apps/phone-ports.ts";
import type { VirtualPhone } from "../../src/system/virtual-phone.ts";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

export const runner = "io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner";
export const elementKey = "element-6066-11e4-a52e-4f735466cecf";

export interface Answer {
  readonly status: number;
  // The server's answers are looked at field by field.
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what the test asks about
  readonly value: any;
}

/** Asks the server on a phone by HTTP, as through a forwarded port. Null: nobody listens there. */
export async function ask(
  phone: VirtualPhone,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | null> {
  const connection = connectOnPhone(phone, 6_790);
  if (connection === null) return null;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text === undefined ? {} : { "Content-Length": Buffer.byteLength(text) };
  const asked = request({ method, path, headers, createConnection: () => connection }, (response) =>
    json(response).then((answer) => {
      const { value } = Object(answer);
      resolve({ status: response.statusCode ?? 0, value });
    }, reject),
  );
  asked.on("error", reject);
  asked.end(text);
  return promise;
}

export interface ServerUser extends AsyncDisposable {
  readonly user: PhoneUser;
  /** A command of the session. */
  command(method: string, path: string, body?: unknown): Promise<Answer>;
  find(strategy: string, selector: string): Promise<string>;
  texts(strategy: string, selector: string): Promise<readonly string[]>;
}

export async function installServer(user: PhoneUser): Promise<void> {
  const installed = { replace: true, downgrade: false };
  const [target = ""] = runner.split(".test/");
  const apks = [
    { packageName: target, label: "Server" },
    {
      packageName: `${target}.test`,
      label: "Tests",
      instrumentations: [{ component: runner, target }],
    },
  ];
  for (const apk of apks) await user.phone.packages.install(Buffer.from(JSON.stringify(apk)), installed);
}

/** A phone with the server installed and started, and a session of it. */
export async function serverUser(): Promise<ServerUser> {
  const user = await pickUpPhone();
  await installServer(user);
  await user.shell(`am instrument ${runner}`);
  const begun = await ask(user.phone, "POST", "/session", { capabilities: { firstMatch: [{}] } });
  const command = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await ask(user.phone, method, `/session/${begun?.value.sessionId}${path}`, body);
    if (answer === null) throw new Error("nobody listens");
    return answer;
  };
  return {
    user,
    command,
    find: async (strategy, selector) =>
      (await command("POST", "/element", { strategy, selector })).value[elementKey],
    texts: async (strategy, selector) => {
      const { value } = await command("POST", "/elements", { strategy, selector });
      return Promise.all(
        value.map(async (element: Record<string, string>) => {
          const { value: text } = await command("GET", `/element/${element[elementKey]}/text`);
          return text;
        }),
      );
    },
    [Symbol.asyncDispose]: () => user[Symbol.asyncDispose](),
  };
}
