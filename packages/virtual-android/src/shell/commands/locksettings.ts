import { subcommands, unsupported } from "./service-command.ts";

/** `locksettings`, Android 14: the phone has no PIN, and none can be set. */
export const locksettings = subcommands(
  {
    "get-disabled": ({ device, stdout }) => {
      stdout.write(`${device.settings.get("secure", "lockscreen.disabled") === "1"}\n`);
      return 0;
    },
    "set-disabled": ({ args, device, stdout }) => {
      const disabled = args[0] === "true";
      device.settings.put("secure", "lockscreen.disabled", disabled ? "1" : "0");
      stdout.write(`Lock screen disabled set to ${disabled}\n`);
      return 0;
    },
    verify: ({ stdout }) => {
      stdout.write("Lock credential verified successfully\n");
      return 0;
    },
    clear: ({ stdout }) => {
      stdout.write("Lock credential cleared\n");
      return 0;
    },
    "set-pin": () => {
      throw unsupported("locksettings set-pin");
    },
    "set-password": () => {
      throw unsupported("locksettings set-password");
    },
    "set-pattern": () => {
      throw unsupported("locksettings set-pattern");
    },
  },
  "lockSettings service commands:\n  get-disabled, set-disabled, verify, clear",
);
