import { fileOnDevice } from "./file-on-device.ts";
import { matchesText } from "./match-text.ts";
import { defineValidator, found, nothingThere } from "./validator-check.ts";

const maximumBytes = 4 * 1024 * 1024;

export const fileValidator = defineValidator({
  kind: "file",
  async check({ path, exists, equals, contains, ignoreCase }, { device }) {
    const bytes = await fileOnDevice(device, path, maximumBytes);
    if (bytes === null) return nothingThere(!exists, "no such file");
    if (!exists) return found(false, `a file of ${bytes.length} bytes`);
    if (equals === undefined && contains === undefined) return found(true, `a file of ${bytes.length} bytes`);
    const text = bytes.toString("utf8");
    return found(matchesText(text, { equals, contains, ignoreCase }), text.slice(0, 400).toWellFormed());
  },
});
