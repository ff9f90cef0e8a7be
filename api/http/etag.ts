import { hash } from "node:crypto";

/** How long the links of an earlier response may be reused: they live for 300 s. */
const linkMilliseconds = 120_000;

/** An object of texts alone under this name. Within a text of JSON its quotes would be escaped. */
const linksOf = /"links":\{"[^"\\]*":"[^"\\]*"(?:,"[^"\\]*":"[^"\\]*")*\}/g;
const queryOf = /\?[^"]*/g;

/** Of a body's JSON text: the same as long as nothing but the signatures of its links would be other. */
export function etagOf(text: string, now: Date): string {
  let hasLinks = false;
  const lasting = text.replace(linksOf, (links) => {
    hasLinks = true;
    return links.replace(queryOf, "");
  });
  const age = hasLinks ? Math.floor(now.getTime() / linkMilliseconds) : 0;
  return `W/"${hash("sha1", `${age} ${lasting}`, "base64url")}"`;
}

/** RFC 9110, 13.1.2: a weak comparison, with any of a list. */
export const isKnown = (etag: string, ifNoneMatch: string | undefined): boolean =>
  (ifNoneMatch ?? "")
    .split(",")
    .map((one) => one.trim())
    .some((one) => one === etag || one === "*" || `W/${one}` === etag);
