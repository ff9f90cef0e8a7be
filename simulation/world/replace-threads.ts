import { createRequire } from "node:module";
import sharp from "sharp";
import type { RealWork } from "./real-work.ts";
import type { Replacements } from "./replaced.ts";

const require = createRequire(import.meta.url);

type Method = (...given: unknown[]) => unknown;
type Transform = (chunk: unknown, encoding: unknown, done: (...given: unknown[]) => void) => void;

/** The prototype in a chain that has a method itself. */
function ownerOf(prototype: object, method: string): Record<string, unknown> {
  for (let owner: object | null = prototype; owner !== null; owner = Object.getPrototypeOf(owner))
    if (Object.hasOwn(owner, method)) return owner as Record<string, unknown>;
  throw new Error(`Nobody has ${method}.`);
}

const refused = (what: string) =>
  class {
    constructor() {
      throw new Error(`A simulation has no ${what}.`);
    }
  };

/** Work on other threads counts as real work; processes and threads of the farm's own there are none. */
export function replaceThreads(into: Replacements, work: RealWork): void {
  const zlib = require("node:zlib");
  const packer = ownerOf(zlib.DeflateRaw.prototype, "_transform");
  const transform = packer._transform as Transform;
  into.put(packer, "_transform", function (this: unknown, chunk: unknown, encoding: unknown, done: Method) {
    work.begin((end) =>
      transform.call(this, chunk, encoding, (...given) => {
        done(...given);
        end();
      }),
    );
  });
  for (const name of ["deflate", "inflate", "deflateRaw", "inflateRaw", "gzip", "gunzip"]) {
    const sync = zlib[`${name}Sync`] as Method;
    into.put(zlib, name, (...given: unknown[]) => {
      const done = given.pop() as (error: unknown, value?: unknown) => void;
      process.nextTick(() => {
        try {
          done(null, sync(...given));
        } catch (error) {
          done(error);
        }
      });
    });
  }
  // Another class than a `require` of it has.
  const pictures = sharp.prototype as unknown as Record<string, Method>;
  for (const name of ["toBuffer", "toFile", "metadata", "stats"]) {
    const method = pictures[name] as Method;
    into.put(pictures, name, function (this: unknown, ...given: unknown[]) {
      return work.do(async () => method.apply(this, given));
    });
  }
  const subtle = globalThis.crypto.subtle as unknown as Record<string, Method>;
  for (const name of ["sign", "verify", "digest", "generateKey", "importKey", "exportKey"]) {
    const method = subtle[name] as Method;
    into.put(subtle, name, (...given: unknown[]) => work.do(async () => method.apply(subtle, given)));
  }
  into.put(require("node:worker_threads"), "Worker", refused("threads"));
  const children = require("node:child_process");
  for (const name of ["spawn", "exec", "execFile", "fork"])
    into.put(children, name, refused("child processes"));
}
