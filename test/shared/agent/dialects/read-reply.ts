import { builtInActions } from "#shared/agent/actions/built-in-actions.ts";
import { dialects } from "#shared/agent/dialects/registry.ts";
import type { ParsedReply } from "#shared/agent/dialects/reply-dialect.ts";
import type { ModelReply } from "#shared/agent/providers/model-provider.ts";
import { noUsage } from "#shared/agent/usage.ts";
import type { ReplyDialect } from "#shared/contracts/model-settings.ts";

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
