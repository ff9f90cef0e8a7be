import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";

/** API Gateway's JWT authorizer takes RSA signatures alone, so the farm's are RSA too. */
export const farmKeyAlgorithm = "RS256";

export interface FarmKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

const StoredKey = z.looseObject({ kty: z.literal("RSA"), n: z.string(), e: z.string(), d: z.string() });

/** The key that signs the farm's tokens: made on first start, kept in `dir` for its owner alone. */
export async function openFarmKey(dir: string): Promise<FarmKey> {
  const file = path.join(dir, "token-key.json");
  const text = await readFile(file, "utf8").catch(() => null);
  const privateJwk = text === null ? await createKey(file) : parseKey(file, text);
  const { n, e, kty } = privateJwk;
  const publicJwk: JWK = { kty: kty ?? "RSA", n: n ?? "", e: e ?? "" };
  return {
    keyId: await calculateJwkThumbprint(publicJwk),
    privateKey: await imported(privateJwk),
    publicKey: await imported(publicJwk),
  };
}

async function createKey(file: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(farmKeyAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(jwk), { mode: 0o600 });
  await rename(temporary, file);
  return jwk;
}

function parseKey(file: string, text: string): JWK {
  try {
    return StoredKey.parse(JSON.parse(text));
  } catch (cause) {
    throw new DroverError("ConfigurationInvalid", `${file} does not hold the key of the farm's tokens.`, {
      advice: ["Delete it: a new key is created, and existing tokens become invalid."],
      cause,
    });
  }
}

async function imported(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, farmKeyAlgorithm);
  if (key instanceof Uint8Array) throw new TypeError("an RSA key is not a shared secret");
  return key;
}
