import type { Policy } from "../../contracts/policy.ts";
import { hostRefusal } from "./host-refusal.ts";
import { kindRefusal } from "./kind-refusal.ts";
import { kindsOfScheme } from "./kinds-of.ts";

/** Why an address may not be opened; null when it may (docs/security.md rule 1). */
export function urlRefusal(text: string, policy: Policy): string | null {
  if (!URL.canParse(text)) return "it is no address: begin with https://";
  const url = new URL(text);
  const scheme = url.protocol.slice(0, -1);
  if (!policy.urls.schemes.includes(scheme)) {
    return `urls.schemes has ${policy.urls.schemes.join(", ")}, not ${scheme}`;
  }
  const kind = kindRefusal(["browser", ...kindsOfScheme(scheme)], policy);
  if (kind !== null) return kind;
  // A user name makes one host look like another: https://bank.example@evil.example
  if (url.username !== "" || url.password !== "") return "it holds a user name";
  if (url.host !== "") return hostRefusal(url.hostname, policy.urls.hosts);
  return ["http", "https"].includes(scheme) ? "it names no host" : null;
}

const withScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i;
const hostAndPath = /^(\[[0-9a-f:.]+\]|[^\s/?#@:]+)(:\d+)?([/?#]\S*)?$/i;

/**
 * What a browser would open when this stands in its address bar; null when it would search for it. Bars leave the scheme
 * out and take an address without one.
 */
export function typedAddress(text: string): string | null {
  const typed = text.trim();
  if (withScheme.test(typed)) return typed;
  const host = hostAndPath.exec(typed)?.[1];
  if (host === undefined) return typed.includes("@") && !/\s/.test(typed) ? `https://${typed}` : null;
  const isHost = host.includes(".") || host.startsWith("[") || /^(localhost|\d+|0x[0-9a-f]+)$/i.test(host);
  return isHost || /[/:]/.test(typed) ? `http://${typed}` : null;
}
