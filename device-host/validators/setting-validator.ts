import { settings } from "../adb/android-commands.ts";
import { defineValidator, found, inconclusive } from "./validator-check.ts";

export const settingValidator = defineValidator({
  kind: "setting",
  async check({ namespace, key, equals }, { device }) {
    const [result] = await device.read([settings.get(namespace, key)]);
    if (result?.code !== 0) return inconclusive(`settings get failed: ${result?.output.trim() ?? ""}`);
    const value = result.output.replace(/\r?\n$/, "");
    // `settings get` prints `null` for an absent setting, and nobody stores that word.
    if (equals === null) return found(value === "null", value === "null" ? "absent" : value);
    return found(value !== "null" && value === equals, value === "null" ? "absent" : value);
  },
});
