import { content, parseContentRows } from "../adb/android-commands.ts";
import { judgeRows } from "./match-rows.ts";
import { defineValidator, found, inconclusive } from "./validator-check.ts";

export const contentRowValidator = defineValidator({
  kind: "contentRow",
  async check({ uri, where, exists, count }, { device }) {
    const columns = Object.keys(where);
    const [result] = await device.read([content.query(uri, columns)]);
    if (result === undefined || result.truncated)
      return inconclusive("the provider holds more rows than can be read");
    const { output, code } = result;
    // `content` writes a provider's exception and ends with 0.
    if (code !== 0 || /^(Error|Exception|java\.|\[ERROR\])|Error while accessing provider/m.test(output)) {
      return inconclusive(`content query failed: ${output.trim().slice(0, 300)}`);
    }
    const rows = /^No result found/m.test(output) ? [] : parseContentRows(output, columns);
    // Without columns every row counts.
    const { passed, observed } = judgeRows(rows, { where, exists, count });
    return found(passed, observed);
  },
});
