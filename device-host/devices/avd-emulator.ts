import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { type AndroidSdk, runSdk, sdkEnvironment, sdkProgram } from "./android-sdk.ts";

/** The snapshot that devices begin from: booted, nothing on it, ADBKeyboard installed. */
export const cleanSnapshot = "drover-clean";
const profile = "pixel_6";

export const avdName = (number: number): string => `drover-${number}`;
export const serialOfPort = (port: number): string => `emulator-${port}`;
/** Console ports are even, each with adb's one above it: 64 on a machine. */
export const firstConsolePort = 5_554;
export const mostEmulators = 64;
export const consolePort = (number: number): number => firstConsolePort + number * 2;

export const hasAvd = ({ avdHome }: AndroidSdk, name: string): boolean =>
  existsSync(path.join(avdHome, `${name}.ini`));
export const hasCleanSnapshot = ({ avdHome }: AndroidSdk, name: string): boolean =>
  existsSync(path.join(avdHome, `${name}.avd`, "snapshots", cleanSnapshot));

export async function createAvd(sdk: AndroidSdk, name: string, image: string): Promise<void> {
  await runSdk(sdk, "avdmanager", [
    ...["create", "avd", "--force", "--name", name],
    ...["--package", image, "--device", profile],
  ]);
}

/** `clean`: from the clean snapshot, kept from ending up in its disk. `shared`: the same, beside others of the one AVD. */
export type EmulatorStart = "cold" | "clean" | "shared";

const startFlags: Readonly<Record<EmulatorStart, readonly string[]>> = {
  cold: ["-no-snapshot"],
  clean: ["-snapshot", cleanSnapshot, "-no-snapshot-save"],
  shared: ["-read-only", "-snapshot", cleanSnapshot, "-no-snapshot-save"],
};

/** Two processors and 3 GB, no window: what `drover-emulator@.service` starts and what a job's own device is. */
export const emulatorArguments = (
  name: string,
  port: number | string,
  start: EmulatorStart,
): readonly string[] => [
  ...["-avd", name, "-port", String(port)],
  ...["-no-window", "-no-audio", "-no-boot-anim", "-gpu", "swiftshader_indirect", "-accel", "on"],
  ...["-memory", "3072", "-cores", "2"],
  ...startFlags[start],
];

/** An emulator's process. */
export class Emulator {
  readonly serial: string;
  readonly #sdk: AndroidSdk;
  readonly #child: ChildProcess;
  readonly #unit: string;
  /** Resolves with why when the process has ended. */
  readonly ended: Promise<string>;
  #said = "";

  constructor(sdk: AndroidSdk, name: string, port: number, start: EmulatorStart) {
    this.#sdk = sdk;
    this.serial = serialOfPort(port);
    this.#unit = `drover-emulator@${port}.service`;
    const [program, args] = sdk.emulatorUnits
      ? ["systemctl", ["start", "--wait", "--no-ask-password", this.#unit]]
      : [sdkProgram(sdk, "emulator"), emulatorArguments(name, port, start)];
    this.#child = spawn(program, [...args], { env: sdkEnvironment(sdk), stdio: ["ignore", "pipe", "pipe"] });
    const hear = (bytes: Buffer): void => {
      this.#said = `${this.#said}${bytes.toString("utf8")}`.slice(-2_000);
    };
    this.#child.stdout?.on("data", hear);
    this.#child.stderr?.on("data", hear);
    this.ended = new Promise((resolve) => {
      this.#child.once("error", (error) => resolve(error.message));
      this.#child.once("close", (code, signal) =>
        resolve(`it ended with ${code ?? signal}: ${this.#said.trim().slice(-300) || "no output"}`),
      );
    });
  }

  /** Resolves when adb can speak to it. @throws Error with what the emulator said last, when it ends before */
  async connected(deadlineSeconds: number): Promise<void> {
    const over = new AbortController();
    const gone = this.ended.then((why) => {
      throw new Error(`emulator ${this.serial} did not start: ${why}`);
    });
    const waiting = this.adb(["wait-for-device"], { deadlineSeconds, signal: over.signal });
    try {
      await Promise.race([gone, waiting]);
    } finally {
      over.abort();
      waiting.catch(() => {});
    }
  }

  #kill(): void {
    if (!this.#sdk.emulatorUnits) this.#child.kill("SIGKILL");
    // It ends what `start` waits for.
    else execFile("systemctl", ["stop", "--no-ask-password", this.#unit], () => {});
  }

  adb(
    args: readonly string[],
    options: { deadlineSeconds?: number; signal?: AbortSignal } = {},
  ): Promise<string> {
    return runSdk(this.#sdk, "adb", ["-s", this.serial, ...args], options);
  }

  /** Asks it to end, and ends it when it does not. */
  async end(): Promise<void> {
    const killed = setTimeout(() => this.#kill(), endsWithinMilliseconds);
    try {
      await this.adb(["emu", "kill"], { deadlineSeconds: 5 }).catch(() => this.#kill());
      await this.ended;
    } finally {
      clearTimeout(killed);
    }
  }
}

const endsWithinMilliseconds = 15_000;
