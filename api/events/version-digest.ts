import { hash } from "node:crypto";

/** Every digest has so many characters of the base64url alphabet: 48 bits tell versions of one thing apart. */
export const digestLength = 8;

export const versionDigest = (value: unknown): string =>
  hash("sha1", JSON.stringify(value), "base64url").slice(0, digestLength);
