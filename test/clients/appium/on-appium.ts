import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startPhones } from "@drover/virtual-android";
import { askPhone } from "../../bench/phone/ask-phone.ts";
import { freePort } from "../free-port.ts";
import type { AppiumBrowser } from "./appium-browser.ts";
import { webdriverioTests } from "./webdriverio-tests.ts";

const home = path.dirname(fileURLToPath(import.meta.url));
const startMilliseconds = 90_000;
const testMilliseconds = 60_000;

/** Of each test: null, or what went wrong. */
export type TestResults = Readonly<Record<string, string | null>>;

/** Appium's server, unmodified, that finds the adb server of `adbPort`; `dir` becomes its Android SDK, with nothing but adb. */
async function startAppium(adbPort: number, dir: string) {
  const tools = path.join(dir, "sdk/platform-tools");
  await mkdir(tools, { recursive: true });
  await symlink(execFileSync("which", ["adb"]).toString().trim(), path.join(tools, "adb"));
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      path.join(home, "node_modules/appium/index.js"),
      "server",
      "--address",
      "127.0.0.1",
      "--port",
      String(port),
    ],
    {
      env: {
        ...process.env,
        // The client before it set this to keep appium-adb quiet; the server would not say that it has started.
        _TESTING: undefined,
        ANDROID_HOME: path.join(dir, "sdk"),
        APPIUM_HOME: home,
        ANDROID_ADB_SERVER_PORT: String(adbPort),
      },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  await listening(server).catch(async (error: unknown) => {
    await stopped(server);
    throw error;
  });
  return { port, stop: () => stopped(server) };
}

async function listening(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error("Appium did not start")), startMilliseconds);
  server.once("exit", (code) => reject(new Error(`Appium ended with ${code}`)));
  server.stdout?.on("data", (chunk: Buffer) => {
    if (chunk.includes("listener started")) resolve();
  });
  await promise.finally(() => clearTimeout(timer));
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exit = once(server, "exit");
  server.kill();
  await exit;
}

/** Runs every test of WebdriverIO on one phone, through the real server and driver. */
export async function onAppium(adbPort: number, serial: string, dir: string): Promise<TestResults> {
  const appium = await startAppium(adbPort, dir);
  try {
    const entry = path.join(home, "node_modules/webdriverio/build/node.js");
    const { remote } = await import(pathToFileURL(entry).href);
    const browser: AppiumBrowser = await remote({
      hostname: "127.0.0.1",
      port: appium.port,
      logLevel: "silent",
      connectionRetryCount: 0,
      connectionRetryTimeout: 180_000,
      capabilities: {
        platformName: "Android",
        "appium:automationName": "UiAutomator2",
        "appium:udid": serial,
        "appium:adbPort": adbPort,
        "appium:newCommandTimeout": 300,
      },
    });
    const phone = {
      shell: async (command: string) => (await askPhone(adbPort, serial, `exec:${command}`)).toString(),
    };
    const results: Record<string, string | null> = {};
    for (const [name, test] of Object.entries(webdriverioTests))
      results[name] = await within(test(browser, phone)).then(
        () => null,
        (error: Error) => error.message.replaceAll(/\s+/g, " ").slice(0, 300),
      );
    await browser.deleteSession();
    return results;
  } finally {
    await appium.stop();
  }
}

/** The same on a virtual phone of its own. */
export async function appiumOnPhone(): Promise<TestResults> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-appium-"));
  const phones = await startPhones({ count: 1, dir: path.join(dir, "phones") });
  try {
    return await onAppium(phones.adbPort, phones.serials[0] ?? "", dir);
  } finally {
    await phones.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function within(test: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("no answer within a minute")), testMilliseconds);
  await Promise.race([test, late.promise]).finally(() => clearTimeout(timer));
}
