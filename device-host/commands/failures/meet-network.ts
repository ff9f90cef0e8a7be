import type { Argv } from "#shared/actions/device-port.ts";
import type { NetworkState } from "#shared/contracts/judging/compared-state.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { obstructionOn } from "#shared/rules/steps/obstruction.ts";
import { settings } from "../../adb/android-commands.ts";
import { askNetwork, parseNetwork } from "../../judging/ask-network.ts";
import type { CapturedScreen } from "../../observe/captured-screen.ts";
import type { LookingContext } from "../command-context.ts";

const glances = 3;
const glanceMilliseconds = 500;

const svcWifi = (how: "enable" | "disable"): Argv => ["svc", "wifi", how];

/**
 * Asks the device whether it has a network: when it is set up, every half minute, and when the screen says that it is offline. Lost, it is
 * brought back once, unless somebody switched it off; the agent sees each change once (docs/faults.md C16).
 */
export async function meetNetwork(seen: CapturedScreen, context: LookingContext): Promise<CapturedScreen> {
  const { part, services } = context;
  const { network } = part;
  const now = services.clock.monotonic();
  const isDue = network.askedAt === null || now - network.askedAt >= services.networkMilliseconds;
  const saysSo = seen.tree !== null && obstructionOn(seen.tree)?.kind === "offline";
  if (!isDue && !(saysSo && network.state === "connected")) return seen;
  network.askedAt = now;
  const before = network.state;
  network.state = await stateOf(context);
  if (network.state === "none" && before !== "none") return told(seen, await whyNone(context));
  if (network.state === "connected" && before === "none")
    return told(seen, "network: the device has one again");
  return seen;
}

/** @throws NoNetwork, for another device to take the job */
export function requireNetwork(needs: boolean | undefined, { part, command }: LookingContext): void {
  if (needs !== true || part.network.state !== "none") return;
  throw new DroverError("NoNetwork", `Device ${command.deviceId} has no network, and the job needs one.`);
}

const stateOf = async ({ adb }: LookingContext): Promise<NetworkState> =>
  parseNetwork((await adb.read([askNetwork]))[0]?.output ?? "");

const told = (seen: CapturedScreen, flag: string): CapturedScreen => ({
  ...seen,
  flags: [flag, ...seen.flags],
});

async function whyNone(context: LookingContext): Promise<string> {
  const off = await switchedOff(context);
  if (off !== null) return `noNetwork: the device has none, because ${off}`;
  const { adb, part, services, signal, command } = context;
  const none = "noNetwork: the device has none, although nobody switched it off";
  if (part.network.tried) return none;
  part.network.tried = true;
  await adb.write([svcWifi("disable"), svcWifi("enable")]);
  for (let glance = 0; glance < glances; glance += 1) {
    await services.clock.wait(glanceMilliseconds, signal);
    part.network.state = await stateOf(context);
    if (part.network.state !== "none")
      return "network: the device had none; it has one again since its Wi-Fi was switched off and on";
  }
  services.logger.warn("device without network", { jobId: command.jobId, deviceId: command.deviceId });
  return `${none}; switching Wi-Fi off and on did not help, so what needs it cannot be done now`;
}

/** What is switched off, in words; null: nothing that would explain it. */
async function switchedOff({ adb }: LookingContext): Promise<string | null> {
  const asked = ["airplane_mode_on", "wifi_on", "mobile_data"].map((key) => settings.get("global", key));
  const [airplane, wifi, data] = (await adb.read(asked)).map(({ output }) => output.trim());
  if (airplane === "1") return "airplane mode is on";
  return wifi === "0" ? `Wi-Fi is off${data === "0" ? ", and so is mobile data" : ""}` : null;
}
