import { hash } from "node:crypto";

/** The length of a digest in base64url: 48 bits distinguish versions of one thing. */
export const digestLength = 8;

export const versionDigest = (value: unknown): string =>
  hash("sha1", JSON.stringify(value), "base64url").slice(0, digestLength);
