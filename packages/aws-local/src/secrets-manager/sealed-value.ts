import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

export interface Seal {
  /** `belongsTo` is bound in: a value cannot be moved to another secret or version. */
  close(value: string, belongsTo: string): Buffer;
  /** @throws when it was sealed with another key or for something else, or is damaged */
  open(sealed: Uint8Array, belongsTo: string): string;
}

/**
 * Seals values with the key in that file, which is made when it is not there and which only its owner may read. This guards
 * copies of the data (a backup, a directory that is shared): whoever is this user has both.
 */
export function openSeal(keyFile: string): Seal {
  const key = readKey(keyFile);
  return {
    close(value, belongsTo) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(belongsTo));
      const body = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, belongsTo) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(belongsTo))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

function readKey(file: string): Buffer {
  try {
    // `wx`: never over a key that values are sealed with.
    writeFileSync(file, randomBytes(keyBytes), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const key = readFileSync(file);
  if (key.length !== keyBytes) throw new Error(`${file} is no key of ${keyBytes} bytes`);
  return key;
}
