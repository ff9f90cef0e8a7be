import type { Policy } from "../../contracts/job/policy.ts";
import { hostRefusal } from "./host-refusal.ts";
import { kindRefusal } from "./kind-refusal.ts";
import { kindsOfScheme, searchesNothing } from "./kinds-of.ts";

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

/** As browsers read it: full width is plain, an ideographic full stop is a dot, a backslash a slash, and what no eye sees is nothing. */
const asRead = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll("\u3002", ".")
    .replaceAll("\\", "/")
    .trim();

/**
 * What a browser would open when this is in its address bar; null when it would search for it. Bars leave the scheme
 * out and take an address without one; what follows a space may be the rest of a path.
 */
export function typedAddress(text: string): string | null {
  const [first = "", ...more] = asRead(text).split(/\s+/);
  const typed = first.replace(/^\/+/, "");
  if (withScheme.test(typed)) return typed;
  const written = `http://${typed}`;
  if (typed === "" || !URL.canParse(written)) return null;
  const { hostname } = new URL(written);
  // A number is an address as well; before other words one of the network 0, as in "3 apples", is how many of them.
  const isCount = more.length > 0 && /^\d+$/.test(typed) && hostname.startsWith("0.");
  const isAddress = /[./:@[]/.test(typed) || (hostname.includes(".") && !isCount);
  return isAddress || /(^|\.)localhost$/.test(hostname) ? written : null;
}

/** What is opened from a bar that holds this: one without a search opens every word. */
export function openedFrom(text: string, browser: string): string | null {
  const word = `http://${asRead(text)}`;
  return typedAddress(text) ?? (searchesNothing(browser) && URL.canParse(word) ? word : null);
}

/** The address of the page in front, as a bar shows it: without its scheme, and never a word to search for. */
export const shownAddress = (text: string): string | null =>
  typedAddress(text) ?? (/^[\w-]+$/.test(text) ? `http://${text}` : null);
