import { writeFile } from "node:fs/promises";
import path from "node:path";
import { askPhone } from "../bench/phone/ask-phone.ts";
import { writeApk } from "../write-apk.ts";
import { type ClientFunction, type ClientPhone, clientFunctions, must } from "./client-phone.ts";

export interface CheckedPhone {
  /** Of the adb server. */
  readonly port: number;
  readonly serial: string;
  /** All that the server lists. */
  readonly serials: readonly string[];
  readonly dir: string;
  /** A port of the phone that leads to one of this machine, and what answers there. */
  readonly answeringPort: number;
  readonly answer: string;
  /** A restart of the phone ends no session. */
  readonly reboots: boolean;
}

/** Null: it did what was asked, as the phone itself says. Else what went wrong, or that it was not asked. */
export type CheckResults = Readonly<Record<ClientFunction, string | null>>;

/** The client has no words for it. */
export const notAsked = "–";
const deadlineMilliseconds = 60_000;

/** Has a client do everything once; whether it was done is asked of the phone, past the client. */
export async function checkFunctions(client: ClientPhone, on: CheckedPhone): Promise<CheckResults> {
  const results: Partial<Record<ClientFunction, string | null>> = {};
  for (const name of clientFunctions) {
    try {
      results[name] = await withDeadline(checks[name](client, on));
    } catch (error) {
      results[name] = String(error instanceof Error ? error.message : error)
        .replaceAll(/\s+/g, " ")
        .slice(0, 300);
    }
  }
  return results as CheckResults;
}

async function withDeadline<T>(checking: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("no answer within a minute")), deadlineMilliseconds);
  try {
    return await Promise.race([checking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const ask = async ({ port, serial }: CheckedPhone, command: string): Promise<string> =>
  (await askPhone(port, serial, `exec:${command}`)).toString();

/** Where the middle of what shows this text is. */
async function middleOf(text: string, on: CheckedPhone): Promise<readonly [number, number]> {
  const node = (await ask(on, "uiautomator dump /dev/tty"))
    .split("<node ")
    .find((one) => one.includes(`text="${text}"`));
  const [left = 0, top = 0, right = 0, bottom = 0] = (/bounds="([^"]+)"/.exec(node ?? "")?.[1] ?? "")
    .split(/\D+/)
    .filter((part) => part !== "")
    .map(Number);
  must(right > 0, `the phone shows no ${text}`);
  return [(left + right) / 2, (top + bottom) / 2];
}

const focus = (on: CheckedPhone): Promise<string> => ask(on, "dumpsys window | grep mCurrentFocus");

type Check = (client: ClientPhone, on: CheckedPhone) => Promise<string | null>;

const checks: Readonly<Record<ClientFunction, Check>> = {
  list: async (client, { serials }) => {
    const seen = await client.list();
    must([...seen].sort().join() === [...serials].sort().join(), `sees ${seen.join()}`);
    return null;
  },
  size: async (client) => {
    const size = await client.size();
    must(size === "1080x2400", `says ${size}`);
    return null;
  },
  launch: async (client, on) => {
    await client.launch("com.android.settings", ".Settings");
    const shown = await focus(on);
    must(shown.includes("com.android.settings/"), shown);
    return null;
  },
  screenshot: async (client) => {
    const picture = await client.screenshot();
    const isPng = picture.toString("latin1", 1, 4) === "PNG";
    const isJpeg = picture.readUInt16BE(0) === 0xffd8;
    must(isPng || isJpeg || picture.length === 1_080 * 2_400 * 4, `${picture.length} bytes of no picture`);
    return null;
  },
  tree: async (client) => {
    const tree = await client.tree();
    must(tree.includes("Network"), tree);
    return null;
  },
  tap: async (client, on) => {
    const before = await focus(on);
    const [x, y] = await middleOf("Network &amp; internet", on);
    await client.tap(x, y);
    must((await focus(on)) !== before, "the screen is the same");
    return null;
  },
  type: async (client, on) => {
    await ask(on, "am start -W -n com.android.contacts/.activities.ContactEditorActivity");
    const [x, y] = await middleOf("First name", on);
    await ask(on, `input tap ${x} ${y}`);
    const text = `of-${on.serial}`;
    await client.type(text);
    const tree = await ask(on, "uiautomator dump /dev/tty");
    must(tree.includes(`text="${text}"`), "the text is not in the field");
    return null;
  },
  install: async (client, on) => {
    const packageName = `org.example.for_${on.serial.replaceAll(/\W/g, "_")}`;
    const file = path.join(on.dir, `${packageName}.apk`);
    await writeFile(file, await writeApk({ packageName }));
    await client.install(file);
    const packages = await ask(on, "pm list packages -3");
    must(packages === `package:${packageName}\n`, packages);
    return null;
  },
  forward: async ({ forward }, { answeringPort, answer: expected }) => {
    if (forward === undefined) return notAsked;
    const answer = await forward(answeringPort);
    must(answer === expected, `answered ${answer}`);
    return null;
  },
  logcat: async ({ logcat }, on) => {
    if (logcat === undefined) return notAsked;
    const mark = `mark-of-${on.serial}`;
    const log = await logcat(() => ask(on, `log -t Clients ${mark}`).then(() => {}), mark);
    must(log.includes(mark), log.slice(-200));
    return null;
  },
  reboot: async ({ reboot }, on) => {
    if (reboot === undefined || !on.reboots) return notAsked;
    await reboot();
    must((await ask(on, "getprop sys.boot_completed")) === "1\n", "the phone has not booted");
    must((await focus(on)).includes("launcher"), "what ran before still runs");
    return null;
  },
};
