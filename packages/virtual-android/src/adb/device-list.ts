import type { AttachedDevice } from "./device-registry.ts";

/** The body of `host:devices` and `host:devices-l`, one phone a line. */
export function deviceList(attached: readonly AttachedDevice[], long: boolean): string {
  return attached.map((entry) => (long ? longLine(entry) : `${entry.serial}\t${entry.state}\n`)).join("");
}

function longLine(entry: AttachedDevice): string {
  const fields = [`${entry.serial.padEnd(22)} ${entry.state}`];
  if (entry.state === "device") {
    const properties = entry.device.properties();
    const names = [
      ["product", "ro.product.name"],
      ["model", "ro.product.model"],
      ["device", "ro.product.device"],
    ] as const;
    for (const [label, property] of names) {
      const value = properties.get(property);
      if (value) fields.push(`${label}:${value.replace(/[^A-Za-z0-9]/g, "_")}`);
    }
  }
  fields.push(`transport_id:${entry.transportId}`);
  return `${fields.join(" ")}\n`;
}
