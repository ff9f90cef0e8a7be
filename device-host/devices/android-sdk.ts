import { execFile } from "node:child_process";
import path from "node:path";

/** An installed Android SDK, and which adb server its emulators tell that they are there. */
export interface AndroidSdk {
  /** Null: its programs are on PATH. */
  readonly root: string | null;
  /** Where emulators keep their disks. */
  readonly avdHome: string;
  readonly adbPort: number;
  /** Emulators are units of systemd with their own user, and no children of this process. */
  readonly emulatorUnits?: boolean;
}

const places = {
  adb: "platform-tools",
  avdmanager: "cmdline-tools/latest/bin",
  emulator: "emulator",
} as const;
export type SdkProgram = keyof typeof places;

export const sdkProgram = ({ root }: AndroidSdk, program: SdkProgram): string =>
  root === null ? program : path.join(root, places[program], program);

/** As the SDK's programs want it. An emulator tells the adb server of that port alone that it is there. */
export const sdkEnvironment = ({ root, avdHome, adbPort }: AndroidSdk): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(root === null ? {} : { ANDROID_HOME: root, ANDROID_SDK_ROOT: root }),
  ANDROID_AVD_HOME: avdHome,
  ANDROID_ADB_SERVER_PORT: String(adbPort),
});

interface RunOptions {
  readonly deadlineSeconds?: number;
  readonly signal?: AbortSignal;
}

/** Runs a program of the SDK to its end. Answers what it printed. @throws Error with the last it said */
export function runSdk(
  sdk: AndroidSdk,
  program: SdkProgram,
  args: readonly string[],
  { deadlineSeconds = 60, signal }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env: sdkEnvironment(sdk),
      timeout: deadlineSeconds * 1_000,
      maxBuffer: 1 << 24,
      ...(signal === undefined ? {} : { signal }),
    };
    const child = execFile(sdkProgram(sdk, program), [...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const said = `${stdout}\n${stderr}`.trim().slice(-500) || error.message;
      reject(new Error(`${program} ${args[0] ?? ""}: ${said}`, { cause: error }));
    });
    // avdmanager asks whether its own profile is wanted.
    child.stdin?.on("error", () => {});
    child.stdin?.end("no\n");
  });
}
