import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { am, pm } from "../adb/android-commands.ts";
import { defineAction, once } from "./action-definition.ts";

const component = /^[A-Za-z][\w.]*\/[\w.$]+$/;

export const openApp = defineAction({
  action: "open_app",
  async run({ package: packageName }, { device }) {
    const [resolved] = await device.read([pm.launcherActivity(packageName)]);
    const activity = resolved?.output
      .split("\n")
      .map((line) => line.trim())
      .findLast((line) => component.test(line));
    if (activity === undefined) {
      throw new DroverError("AppNotFound", `No app '${packageName}' that can be opened is installed.`, {
        details: { package: packageName, output: resolved?.output.slice(0, 200) },
      });
    }
    await start(device, am.startLauncher(activity));
    return once;
  },
});

export const openUrl = defineAction({
  action: "open_url",
  async run({ url }, { device }) {
    await start(device, am.viewUrl(allowedUrl(url)));
    return once;
  },
});

/**
 * As it will be opened: `tel:`, `sms:`, `intent:` and `content:` do things on a phone, and a user name makes one host look
 * like another (docs/security.md rule 1).
 */
export function allowedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new DroverError(
      "UrlNotAllowed",
      `The address '${text.slice(0, 200)}' cannot be opened: only http and https URLs.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new DroverError(
      "UrlNotAllowed",
      `The address '${text.slice(0, 200)}' cannot be opened: it holds a user name.`,
    );
  }
  return url.href;
}

/** `am start` says most failures in its output and ends with 0 all the same. */
async function start(device: AdbDevice, command: ReturnType<typeof am.viewUrl>): Promise<void> {
  const [output = ""] = await device.writeAll([command]);
  if (!/^Error[: ]/m.test(output) && !/unable to resolve Intent/.test(output)) return;
  const line = output.split("\n").find((text) => /Error|unable/.test(text)) ?? output;
  throw new DroverError("AppNotFound", `Nothing on this device opens that: ${line.trim().slice(0, 300)}`);
}
