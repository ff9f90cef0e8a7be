import { createHash } from "node:crypto";
import { evaluationLimits, memoryLimitExceeded } from "./evaluation-limits.ts";
import { ownKeysJsonata } from "./own-keys-jsonata.ts";

/** What JSONata itself throws; it turns code, index and token into the message. */
interface JsonataFailure {
  readonly code: string;
  readonly index?: number;
  readonly token?: string;
  readonly message?: string;
  readonly stack: string | undefined;
}

function failure(fields: Omit<JsonataFailure, "stack">): JsonataFailure {
  return { ...fields, stack: new Error().stack };
}

function signatureMismatch(token: string, index: number): JsonataFailure {
  return failure({ code: "T0410", index, token });
}

function refuseSurplus(token: string, args: readonly unknown[], most: number): void {
  if (args.length > most) throw signatureMismatch(token, most + 1);
}

/** The service rounds towards zero where it wants an integer. */
function integerArgument(token: string, args: readonly unknown[], index: number): number | undefined {
  const value = args[index];
  if (value === undefined) return undefined;
  if (typeof value !== "number") throw signatureMismatch(token, index + 1);
  return Math.trunc(value);
}

function partition(...args: readonly unknown[]): unknown {
  refuseSurplus("partition", args, 2);
  const [array] = args;
  const size = integerArgument("partition", args, 1);
  if (array === undefined || size === undefined || size <= 0) return undefined;
  const items: readonly unknown[] = Array.isArray(array) ? array : [array];
  if (items.length === 0) return undefined;
  const chunks: unknown[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

function range(...args: readonly unknown[]): unknown {
  refuseSurplus("range", args, 3);
  const start = integerArgument("range", args, 0);
  const end = integerArgument("range", args, 1);
  const step = integerArgument("range", args, 2);
  if (start === undefined || end === undefined || step === undefined || step === 0) return undefined;
  const count = Math.floor((end - start) / step) + 1;
  if (count <= 0) return undefined;
  if (count > evaluationLimits.rangeItems) throw memoryLimitExceeded();
  if (count === 1) return start; // A sequence of one is its value, here as everywhere in JSONata.
  return Array.from({ length: count }, (_, index) => start + index * step);
}

const digests: ReadonlyMap<unknown, string> = new Map([
  ["MD5", "md5"],
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

function hash(...args: readonly unknown[]): unknown {
  refuseSurplus("hash", args, 2);
  const [text, algorithm] = args;
  if (text === undefined || algorithm === undefined) return undefined;
  if (typeof text !== "string") throw signatureMismatch("hash", 1);
  const digest = digests.get(algorithm);
  if (digest === undefined) throw signatureMismatch("hash", 2);
  return createHash(digest).update(text, "utf8").digest("hex");
}

function parse(...args: readonly unknown[]): unknown {
  refuseSurplus("parse", args, 1);
  const [text] = args;
  if (text === undefined) return undefined;
  if (typeof text !== "string") throw signatureMismatch("parse", 1);
  try {
    return JSON.parse(text);
  } catch {
    throw failure({ code: "D3137", message: "Invalid JSON" });
  }
}

interface JsonataFunction {
  readonly implementation: (...args: readonly unknown[]) => unknown;
}

/** JSONata's own `$pad` with its signature. It joins an array of the width, which nothing can stop: bounded before. */
const ownPad = (await ownKeysJsonata("$pad").evaluate(undefined)) as JsonataFunction;
const pad: JsonataFunction = {
  ...ownPad,
  implementation: (text, width, filling) => {
    if (Math.abs(Number(width)) > evaluationLimits.valueBytes) throw memoryLimitExceeded();
    return ownPad.implementation(text, width, filling);
  },
};

/** Mulberry32: the same seed gives the same number, in every process and on every machine. */
function seededRandom(seed: number): number {
  let state = (Math.trunc(seed) + 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
}

/**
 * The functions the service adds to JSONata, to be bound by name; `$eval` is taken away, `$parse` stands in for it.
 * https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
 */
export const pureServiceFunctions = { partition, range, hash, parse, pad, eval: undefined } as const;

export function randomFunction(random: () => number): (...args: readonly unknown[]) => unknown {
  return (...args) => {
    refuseSurplus("random", args, 1);
    const [seed] = args;
    if (seed === undefined) return random();
    if (typeof seed !== "number") throw signatureMismatch("random", 1);
    return seededRandom(seed);
  };
}

export function uuidFunction(uuid: () => string): (...args: readonly unknown[]) => unknown {
  return (...args) => {
    refuseSurplus("uuid", args, 0);
    return uuid();
  };
}
