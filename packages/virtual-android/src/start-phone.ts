import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { APPS } from "./apps/app-registry.ts";
import type { App } from "./system/app.ts";
import type { TelephoneExchange } from "./system/telephony/telephone-exchange.ts";
import { type PhoneSnapshot, VirtualPhone } from "./system/virtual-phone.ts";

export interface PhoneOptions {
  /** As adb shows it, for example `emulator-5554`. */
  readonly serial: string;
  /** Holds the phone's file system; a phone made again on the same directory has its data. */
  readonly dir: string;
  readonly clock?: () => Date;
  /** Decides everything random but the boot id, by which a client notices that the phone was started again. */
  readonly seed?: number;
  /** What is on it; what is on every virtual phone unless given. */
  readonly apps?: readonly App[];
  /** Further properties of it, by name. */
  readonly properties?: ReadonlyMap<string, string>;
  /** Connects it with other phones, to call and message them. */
  readonly exchange?: TelephoneExchange;
  /** How long after a restart `sys.boot_completed` is 1; 0 unless told. */
  readonly bootMilliseconds?: number;
  /** It does not boot, but continues from there; `dir` is to be empty. */
  readonly from?: PhoneSnapshot;
}

/** Makes a virtual phone and boots it. Rejects when `dir` cannot be written. */
export async function createPhone({
  serial,
  dir,
  clock = () => new Date(),
  seed = 1,
  ...rest
}: PhoneOptions): Promise<VirtualPhone> {
  const filesRoot = resolve(dir);
  await mkdir(filesRoot, { recursive: true });
  return new VirtualPhone({ serial, filesRoot, clock, seed, bootId: randomUUID, apps: APPS, ...rest });
}
