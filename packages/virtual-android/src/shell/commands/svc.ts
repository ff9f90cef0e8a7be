import { CommandFailure, type ShellCommand } from "../shell-session.ts";

const usage =
  "Available commands:\n    help     Show information about the subcommands\n    power    Control the power manager\n" +
  "    data     Control mobile data connectivity\n    wifi     Control the Wi-Fi manager\n    bluetooth Control Bluetooth service\n";

const settingByService: ReadonlyMap<string, string> = new Map([
  ["wifi", "wifi_on"],
  ["data", "mobile_data"],
  ["bluetooth", "bluetooth_on"],
  ["nfc", "nfc_on"],
]);
const stayOnValues: Readonly<Record<string, string>> = {
  true: "15",
  false: "0",
  ac: "1",
  usb: "2",
  wireless: "4",
  dock: "8",
};

/** `svc`: switches radios through their settings. As on Android, a service that it does not know is usage text and exit code 0. */
export const svc: ShellCommand = async (context) => {
  const { device, stdout } = context;
  const [service = "", verb = "", argument = ""] = context.args;
  const key = settingByService.get(service);
  if (key !== undefined && (verb === "enable" || verb === "disable")) {
    device.settings.put("global", key, verb === "enable" ? "1" : "0");
    device.log.add("I", "svc", `${service} ${verb}`);
    return 0;
  }
  const stayOn = stayOnValues[argument];
  if (service === "power" && verb === "stayon" && stayOn !== undefined) {
    device.settings.put("global", "stay_on_while_plugged_in", stayOn);
    return 0;
  }
  if (service === "power" && verb === "reboot") {
    await context.surroundings.reboot();
    return 0;
  }
  if (/^(?:usb|power|data|wifi|nfc|bluetooth|system-server)$/.test(service) && verb !== "" && verb !== "help")
    throw new CommandFailure(`svc ${context.args.join(" ")} is not supported by this virtual phone`, 255);
  stdout.write(usage);
  return 0;
};
