import type { ShellCommand } from "#shared/actions/device-port.ts";
import type { DeviceFacts } from "#shared/contracts/device/device-facts.ts";
import { displayText } from "#shared/text/display-text.ts";
import { settings } from "../adb/android-commands.ts";
import type { ResourceLocale } from "../apps/resource-table.ts";
import type { BootFacts } from "./boot-facts.ts";

/** What may change between two jobs on a device that stays up. */
export const factsCommands: readonly ShellCommand[] = [
  ["getprop", "ro.product.manufacturer"],
  ["getprop", "persist.sys.locale"],
  ["getprop", "ro.product.locale"],
  ["getprop", "gsm.operator.iso-country"],
  ["getprop", "persist.sys.timezone"],
  settings.get("system", "time_12_24"),
  settings.get("secure", "default_input_method"),
  ["wm", "density"],
];

/** Reads the outputs of `factsCommands`, in their order; what a device does not say is empty, never guessed. */
export function readFacts(outputs: readonly string[], boot: BootFacts): DeviceFacts {
  const said = outputs.map((output) => (output.trim() === "null" ? "" : output.trim()));
  const [manufacturer = "", locale = "", builtLocale = "", network = "", timeZone = "", clock = ""] = said;
  const [inputMethod = "", density = ""] = said.slice(6);
  const tag = validLocale(locale) || validLocale(builtLocale);
  return {
    manufacturer: displayText(manufacturer, 100),
    model: displayText(boot.model, 200),
    androidRelease: displayText(boot.androidRelease, 20),
    apiLevel: boot.apiLevel,
    locale: tag,
    country: localeOf(tag).country || (/^[a-z]{2}(?=,|$)/.exec(network)?.[0] ?? "").toUpperCase(),
    timeZone: /^[A-Za-z0-9_+/-]{1,60}$/.test(timeZone) ? timeZone : "",
    uses24HourClock: clock === "24" ? true : clock === "12" ? false : null,
    densityDpi: densityOf(density),
    inputMethod: /^[\w.$/]{1,300}$/.test(inputMethod) ? inputMethod : "",
  };
}

const validLocale = (tag: string): string =>
  tag.length <= 40 && /^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag) ? tag : "";

/** Of `de-AT` or `zh-Hans-CN`. */
export function localeOf(tag: string): ResourceLocale {
  const [language = "", ...rest] = tag.split("-");
  const [script = "", country = ""] = [/^[A-Z][a-z]{3}$/, /^[A-Z]{2}$/].map((form) =>
    rest.find((part) => form.test(part)),
  );
  return { language, script, country };
}

/** `Physical density: 420`, then `Override density: …` where one is set. */
function densityOf(output: string): number | null {
  const match = /Override density: (\d+)/.exec(output) ?? /Physical density: (\d+)/.exec(output);
  const density = Number(match?.[1] ?? 0);
  return density > 0 && density < 10_000 ? density : null;
}
