import type { ReplyDialect as ReplyDialectName } from "../../contracts/model-settings.ts";
import type { Dialect } from "./reply-dialect.ts";
import { thinkingToolCall } from "./thinking-tool-call.ts";
import { toolUse } from "./tool-use.ts";

export const dialects: Readonly<Record<ReplyDialectName, Dialect>> = {
  "tool-use": toolUse,
  "thinking-tool-call": thinkingToolCall,
};
