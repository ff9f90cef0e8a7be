import { column, icon, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";

const REASONS: Readonly<Record<string, (host: string) => readonly [title: string, text: string]>> = {
  ERR_INTERNET_DISCONNECTED: () => [
    "No internet",
    "Try: checking the network cables, modem, and router, or reconnecting to Wi-Fi",
  ],
  ERR_NAME_NOT_RESOLVED: (host) => ["This site can’t be reached", `Check if there is a typo in ${host}.`],
  ERR_CONNECTION_REFUSED: (host) => ["This site can’t be reached", `${host} refused to connect.`],
  ERR_CONNECTION_RESET: () => ["This site can’t be reached", "The connection was reset."],
  ERR_CONNECTION_TIMED_OUT: (host) => ["This site can’t be reached", `${host} took too long to respond.`],
  ERR_ADDRESS_UNREACHABLE: (host) => ["This site can’t be reached", `${host} is unreachable.`],
  ERR_EMPTY_RESPONSE: (host) => ["This page isn’t working", `${host} didn’t send any data.`],
  ERR_TOO_MANY_REDIRECTS: (host) => ["This page isn’t working", `${host} redirected you too many times.`],
  ERR_CACHE_MISS: () => [
    "Confirm Form Resubmission",
    "This webpage requires data that you entered earlier in order to be properly displayed.",
  ],
  ERR_SSL_PROTOCOL_ERROR: (host) => [
    "This site can’t provide a secure connection",
    `${host} sent an invalid response.`,
  ],
  ERR_CERT_AUTHORITY_INVALID: (host) => [
    "Your connection is not private",
    `Attackers might be trying to steal your information from ${host}.`,
  ],
};

/** Chrome's words for why there is no page. */
export function errorPage(code: string, url: string): readonly Widget[] {
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  const [title, reason] = REASONS[code]?.(host) ?? [
    "This site can’t be reached",
    `The webpage at ${url} might be temporarily down or it may have moved permanently to a new web address.`,
  ];
  return [
    column({ class: "android.view.View", box: { padding: [64, 0, 0, 0], gap: 14 } }, [
      icon("file", 56, "outline", { box: { width: 56 } }),
      text(title, { size: 24 }),
      text(reason, { size: 16, color: "onSurfaceVariant" }),
      text(code, { size: 13, color: "onSurfaceVariant" }),
    ]),
  ];
}
