import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import { elementJson } from "../replies/element-json.ts";
import type { Dialect } from "../replies/reply-dialect.ts";
import { coordinateSpaces } from "../targets/coordinate-space.ts";
import { autoglmFormat } from "./autoglm-format.ts";
import { lean } from "./lean.ts";
import { maiUiFormat } from "./mai-ui-format.ts";
import { mobileUseFormat } from "./mobile-use-format.ts";
import { pictureDialect } from "./picture-dialect.ts";
import { thinkingToolCall } from "./thinking-tool-call.ts";
import { toolUse } from "./tool-use.ts";
import { uiTarsFormat } from "./ui-tars-format.ts";
import { uiVenusFormat } from "./ui-venus-format.ts";

export const dialects: Readonly<Record<ReplyDialect, Dialect>> = {
  "tool-use": toolUse,
  "thinking-tool-call": thinkingToolCall,
  "element-json": elementJson,
  lean,
  "mai-ui": pictureDialect(maiUiFormat),
  "ui-tars": pictureDialect(uiTarsFormat(coordinateSpaces.qwenPixels)),
  "ui-tars-1.0": pictureDialect(uiTarsFormat(coordinateSpaces.thousand)),
  autoglm: pictureDialect(autoglmFormat),
  "mobile-use": pictureDialect(mobileUseFormat(coordinateSpaces.thousand)),
  "mobile-use-pixels": pictureDialect(mobileUseFormat(coordinateSpaces.qwenPixels)),
  "ui-venus": pictureDialect(uiVenusFormat),
};
