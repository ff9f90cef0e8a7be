import type { Headers } from "./object-headers.ts";
import { noSuchKey, notImplemented, preconditionFailed } from "./s3-error.ts";
import type { StoredObject } from "./store/object-store.ts";

type Versioned = Pick<StoredObject, "etag" | "modifiedAt">;

const names = (list: string, { etag }: Versioned): boolean =>
  list.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^(?:W\/)?"(.*)"$/, "$1")));

/** Of a date in a header, null when it is none; HTTP knows whole seconds only. */
function secondsOf(date: string | undefined): number | null {
  const milliseconds = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

interface Conditions {
  readonly "if-match"?: string | undefined;
  readonly "if-none-match"?: string | undefined;
  readonly "if-modified-since"?: string | undefined;
  readonly "if-unmodified-since"?: string | undefined;
}

/** `unchanged`: the reader has it already. https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2 */
export function readConditions(object: Versioned, conditions: Conditions): "read" | "unchanged" {
  const modified = Math.floor(object.modifiedAt.getTime() / 1000);
  const match = conditions["if-match"];
  const unmodifiedSince = secondsOf(conditions["if-unmodified-since"]);
  if (match !== undefined) {
    if (!names(match, object)) throw preconditionFailed("If-Match");
  } else if (unmodifiedSince !== null && modified > unmodifiedSince) {
    throw preconditionFailed("If-Unmodified-Since");
  }
  const noneMatch = conditions["if-none-match"];
  if (noneMatch !== undefined) return names(noneMatch, object) ? "unchanged" : "read";
  const modifiedSince = secondsOf(conditions["if-modified-since"]);
  return modifiedSince !== null && modified <= modifiedSince ? "unchanged" : "read";
}

/** For the source of a copy, whose conditions have names of their own. */
export function checkCopyConditions(object: Versioned, headers: Headers): void {
  const conditions = {
    "if-match": headers["x-amz-copy-source-if-match"],
    "if-none-match": headers["x-amz-copy-source-if-none-match"],
    "if-modified-since": headers["x-amz-copy-source-if-modified-since"],
    "if-unmodified-since": headers["x-amz-copy-source-if-unmodified-since"],
  };
  if (readConditions(object, conditions) === "unchanged")
    throw preconditionFailed("x-amz-copy-source-If-None-Match");
}

/** Before a key is written; inside the transaction that writes it. */
export function checkWriteConditions(key: string, current: Versioned | null, headers: Headers): void {
  const { "if-match": match, "if-none-match": noneMatch } = headers;
  if (noneMatch !== undefined && noneMatch !== "*")
    throw notImplemented("If-None-Match with an ETag on a write");
  if (noneMatch === "*" && current !== null) throw preconditionFailed("If-None-Match");
  if (match === undefined) return;
  if (current === null) throw noSuchKey(key);
  if (!names(match, current)) throw preconditionFailed("If-Match");
}
