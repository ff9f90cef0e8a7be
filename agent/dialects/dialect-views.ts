import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";

/**
 * What a model of each dialect sees of its screen, apart from how it is asked and its replies are read: who takes a job in need not load that.
 * `elements`: them, and the picture as the job says. `few`: only what a simple task needs: few elements, the last steps, no device, no
 * picture. `picture`: that alone; the model knows no element ids.
 */
export const dialectViews: Readonly<Record<ReplyDialect, "elements" | "few" | "picture">> = {
  "tool-use": "elements",
  "thinking-tool-call": "elements",
  "element-json": "elements",
  lean: "few",
  "mai-ui": "picture",
  "ui-tars": "picture",
  "ui-tars-1.0": "picture",
  autoglm: "picture",
  "mobile-use": "picture",
  "mobile-use-pixels": "picture",
  "ui-venus": "picture",
};
