import type { AdbDevice } from "#device-host/adb/adb-device.ts";
import type { HostClock } from "#device-host/host-clock.ts";
import type { ReadDevice } from "#device-host/judging/read-device.ts";
import type { CapturedScreen } from "#device-host/observe/captured-screen.ts";
import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import type { EnvTask } from "../env-tasks.ts";

/** A device with its task's preparation done. */
export interface PreparedDevice {
  readonly apps: readonly AppFacts[];
  /** What actions on it are held to. */
  readonly policy: Policy;
  /** What the end is compared with. */
  readonly before: ReadDevice;
}

/** What an episode sees of one moment. */
export type EnvScreen = Pick<CapturedScreen, "screen" | "facts" | "tree" | "treeHash" | "flags"> & {
  /** PNG; null: none was wanted, or there is none. */
  readonly picture: Buffer | null;
};

/** The device of one session. */
export interface EnvDevice {
  /** From the first `begin` on; another one after each. */
  readonly adb: AdbDevice;
  readonly clock: HostClock;
  /** Brings it to where the task starts. @throws what the farm or the device cannot do */
  begin(task: EnvTask): Promise<PreparedDevice>;
  look(wantsPicture: boolean): Promise<EnvScreen>;
  /** With everything that checks of a screen read. */
  capture(): Promise<CapturedScreen>;
  /** Between an action and the look after it. */
  pass(): void;
  /** Gives it back. Idempotent, never throws. */
  end(): Promise<void>;
}

/** Where the devices of sessions come from. */
export interface EnvDeviceSource {
  readonly name: string;
  open(): EnvDevice;
  close(): Promise<void>;
}
