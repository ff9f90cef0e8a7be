import type { WireResponse } from "#shared/http/wire.ts";

/** What an HTTP API says itself, before or instead of the function behind it. No setting of the service changes a word of it. */
const messages = {
  401: "Unauthorized",
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** To the byte what API Gateway answers, so that what works here works there (docs/decisions/0020-unauthorized-body.md). */
export const gatewayAnswer = (
  status: keyof typeof messages,
  headers: Readonly<Record<string, string>> = {},
): WireResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({ message: messages[status] }),
});
