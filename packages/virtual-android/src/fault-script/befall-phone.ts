import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DeviceRegistry } from "../adb/device-registry.ts";
import { rebootAttached } from "../adb/reboot-service.ts";
import type { VirtualPhone } from "../system/virtual-phone.ts";
import type { ScriptedFault, StateFault, WireFaultOfScript } from "./fault-script.ts";

/** What is neither a state nor on the wire, and happens to one phone. */
export type Happening = Exclude<
  ScriptedFault,
  StateFault | WireFaultOfScript | { readonly fault: "server-gone" | "lost-list" }
>;

const systemUi = "com.android.systemui";
const sleepKey = 223;

/** What happens to a phone once, and what of it ends by the clock. */
export function befallPhone(scripted: Happening, phone: VirtualPhone, devices: DeviceRegistry): void {
  const { serial } = phone;
  switch (scripted.fault) {
    case "offline":
    case "unauthorized":
      devices.setState(serial, scripted.fault);
      later(scripted.milliseconds, () => {
        if (isAttached(serial, devices)) devices.setState(serial, "device");
      });
      break;
    case "gone":
      devices.detach(serial);
      later(scripted.milliseconds, () => {
        if (!isAttached(serial, devices)) devices.attach(phone);
      });
      break;
    case "twin": {
      // Of the two with one serial either answers: this is the phone a second time.
      devices.attach(phone);
      later(scripted.milliseconds, () => {
        devices.detach(serial);
        devices.attach(phone);
      });
      break;
    }
    case "flapping":
      for (let round = 0; round < scripted.rounds; round += 1) {
        devices.detach(serial);
        devices.attach(phone);
      }
      break;
    case "reboot":
      void rebootAttached(serial, devices, 0);
      break;
    case "display-off":
      void phone.input.keyevent(sleepKey);
      break;
    case "app-crash":
    case "app-anr":
      phone.showAppError(scripted.package, scripted.fault === "app-anr" ? "anr" : "crash");
      break;
    case "system-anr":
      phone.showAppError(systemUi, "anr");
      break;
    case "app-dialog":
      phone.showDialog(scripted.package, { title: scripted.title, buttons: [{ label: "Later" }] });
      break;
    case "permission-dialog":
      phone.showPermissionDialog(scripted.package, scripted.question);
      break;
    case "left-file": {
      const file = path.join(phone.filesRoot, "sdcard", scripted.path);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, scripted.text);
      break;
    }
  }
}

const isAttached = (serial: string, devices: DeviceRegistry): boolean =>
  devices.list().some((attached) => attached.serial === serial);

/** Never what keeps the process alive. */
const later = (milliseconds: number, then: () => void): void => void setTimeout(then, milliseconds).unref();
