import { existsSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { VirtualPhone } from "@drover/virtual-android";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { deviceOf, type Invariant } from "./invariant.ts";

/** What the workload changes on a device, as a clean one has it. */
const asFound = [
  ["global", "bluetooth_on"],
  ["global", "wifi_on"],
  ["global", "airplane_mode_on"],
] as const;

/** Rows that the workload adds to what apps keep for themselves: alarms that the clock did not bring with it, and what is in the cart. */
const addedRows = {
  alarms: [
    "data/user_de/0/com.android.deskclock/databases/alarms.db",
    "SELECT count(*) AS added FROM alarm_templates WHERE (hour, minutes) NOT IN ((8, 30), (9, 0))",
  ],
  cart: ["data/data/org.drover.shop/databases/shop.db", "SELECT count(*) AS added FROM cart"],
} as const;

function countAdded({ filesRoot }: VirtualPhone, [file, query]: readonly [string, string]): number {
  const place = path.join(filesRoot, file);
  if (!existsSync(place)) return 0;
  using database = new DatabaseSync(place, { readOnly: true });
  return Number(database.prepare(query).get()?.added ?? 0);
}

function settingsOf(phone: VirtualPhone): string {
  const values = asFound.map(([space, key]) => `${key}=${phone.settings.get(space, key)}`);
  const added = Object.entries(addedRows).map(([name, rows]) => `${name}=${countAdded(phone, rows)}`);
  return [...values, ...added].join(" ");
}

/** Whoever gets a device finds it as the first one did, and so it is in the end. */
export function cleanDevice(): Invariant {
  const first = new Map<string, string>();
  return {
    name: "a device that is free or handed out is clean",
    heard({ message, deviceId, jobId }, { host }) {
      if (message !== "lease" || host.phones === null) return [];
      const place = deviceOf(host.tenantId, deviceId);
      const serial = String(deviceId).split(".").at(-1);
      const phone = host.phones.phones.find((one) => one.serial === serial);
      if (phone === undefined) return [`job/${jobId} was given ${deviceId}, which nobody has`];
      const settings = settingsOf(phone);
      const before = first.get(place);
      first.set(place, before ?? settings);
      return before === undefined || before === settings
        ? []
        : [`job/${jobId} was given ${deviceId} with ${settings}`];
    },
    async after({ farm }) {
      const found: string[] = [];
      for (const { tenantId, phones, hostId } of farm.hosts) {
        for (const phone of phones?.phones ?? []) {
          const deviceId = `${hostId}.${phone.serial}`;
          const before = first.get(deviceOf(tenantId, deviceId));
          const { state } = (await farm.cloud.repositories.devices.get(tenantId, deviceId as DeviceId)) ?? {};
          const settings = settingsOf(phone);
          if (state === "ready" && before !== undefined && settings !== before)
            found.push(`${deviceId} of ${tenantId} is free with ${settings}`);
        }
      }
      return found;
    },
  };
}
