import { DroverError } from "../../errors/drover-error.ts";
import type { Argv, DevicePort } from "../device-port.ts";

/** `am start` prints most failures and still exits with 0. Throws AppNotFound. */
export async function startActivity(device: DevicePort, command: Argv): Promise<void> {
  const [output = ""] = await device.writeAll([command]);
  if (!/^Error[: ]/m.test(output) && !/unable to resolve Intent/.test(output)) return;
  const line = output.split("\n").find((text) => /Error|unable/.test(text)) ?? output;
  throw new DroverError("AppNotFound", `Nothing on this device opens that: ${line.trim().slice(0, 300)}`);
}
