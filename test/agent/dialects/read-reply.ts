import { dialects } from "#agent/dialects/dialect-registry.ts";
import { noUsage } from "#agent/model-calls/usage.ts";
import type { ModelReply } from "#agent/models/model-provider.ts";
import type { ParsedReply } from "#agent/replies/reply-dialect.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";

export const picture = { width: 1000, height: 2000 };

export const textReply = (text: string): ModelReply => ({
  model: "m",
  parts: [{ type: "text", text }],
  stop: "end",
  usage: noUsage,
  raw: null,
});

/** What a dialect makes of a reply's text. */
export const readReply = (dialect: ReplyDialect, text: string): ParsedReply =>
  dialects[dialect].read(textReply(text), { actions: builtInActions, size: picture });
