import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { type RunningPhones, startPhones } from "../src/start-phones.ts";
import { WireClient } from "./adb/wire-client.ts";

export const serial = "emulator-5554";
export const settings = "com.android.settings";
export const shopping = "org.example.own";
let dir = "";
export let phones: RunningPhones;

/** Starts them for a file of tests, which ends them; faults are removed after each test. */
export function useFaultyPhones(): void {
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "fault-kinds-"));
    phones = await startPhones({ count: 2, dir, faultPort: 0 });
    await ask(`shell:echo '{"packageName":"${shopping}","label":"Own"}' > /data/local/tmp/own.apk`);
  });
  afterEach(() => {
    vi.useRealTimers();
    return send("DELETE");
  });
  afterAll(async () => {
    await phones.close();
    await rm(dir, { recursive: true, force: true });
  });
}

export const send = (method: string, body?: unknown): Promise<Response> =>
  fetch(String(phones.faultsUrl), {
    method,
    signal: AbortSignal.timeout(60_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export const client = (): WireClient => new WireClient(phones.adbPort);

export async function bytesOf(service: string, on = serial): Promise<Buffer> {
  const asking = client();
  const status = await asking.start(on, service);
  const answer = status === "OKAY" ? await asking.readToEnd() : Buffer.from(status);
  asking.socket.destroy();
  return answer;
}
export const ask = async (service: string, on?: string): Promise<string> =>
  (await bytesOf(service, on)).toString();
export const dump = (): Promise<string> => ask("exec:uiautomator dump /dev/tty");
export const picture = (): Promise<Buffer> => bytesOf("exec:screencap -p");
export const list = async (): Promise<string> => {
  const asking = client().send("host:devices");
  return (await asking.status()) === "OKAY" ? asking.text() : "";
};
export const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
export const install = (): Promise<string> => ask("shell:pm install -r /data/local/tmp/own.apk");
export const awake = (): Promise<string> => ask("shell:input keyevent WAKEUP; wm dismiss-keyguard");

export async function pushed(): Promise<string> {
  const pushing = client();
  await pushing.start(serial, "sync:");
  const name = Buffer.from("/sdcard/big.bin,33188");
  const data = Buffer.alloc(65_536, 1);
  const frame = (id: string, length: number): Buffer => {
    const head = Buffer.alloc(8);
    head.write(id, "latin1");
    head.writeUInt32LE(length, 4);
    return head;
  };
  pushing.socket.write(Buffer.concat([frame("SEND", name.length), name, frame("DATA", data.length), data]));
  pushing.socket.write(frame("DONE", 0));
  const answer = await pushing.read(8);
  return answer.toString("latin1", 0, 4);
}

/** When the fault begins over an app, its dialog is on the screen. */
export async function dialogSays(text: string): Promise<void> {
  await ask(`shell:am start -W -n ${settings}/.Settings`);
  await ask("shell:begin");
  expect((await dump()).replaceAll("&apos;", "'")).toContain(text);
  await ask("shell:input keyevent HOME");
  phones.phones[0]?.reboot();
}
