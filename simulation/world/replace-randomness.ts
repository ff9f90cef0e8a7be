import { createRequire } from "node:module";
import type { Replacements } from "./replaced.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { VirtualTime } from "./virtual-time.ts";

const require = createRequire(import.meta.url);

function uuidOf(random: SeededRandom): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Everything that is drawn by chance comes from the seed. Keys that OpenSSL makes itself do not; the farm has one, for its own token. */
export function replaceRandomness(into: Replacements, random: SeededRandom, time: VirtualTime): void {
  const fill = <View extends NodeJS.ArrayBufferView>(view: View): View => {
    random.bytes(view.byteLength).copy(Buffer.from(view.buffer, view.byteOffset, view.byteLength));
    return view;
  };
  const randomUUID = (): string => uuidOf(random);
  const later = <Value>(call: ((error: null, value: Value) => void) | undefined, value: Value): Value => {
    if (call !== undefined) time.soon(() => call(null, value));
    return value;
  };
  const crypto = require("node:crypto");
  into.put(Math, "random", () => random.next());
  into.put(crypto, "randomUUID", randomUUID);
  into.put(crypto, "randomBytes", (size: number, call?: (error: null, bytes: Buffer) => void) =>
    later(call, random.bytes(size)),
  );
  into.put(crypto, "randomFillSync", fill);
  into.put(
    crypto,
    "randomFill",
    (view: NodeJS.ArrayBufferView, call: (error: null, filled: unknown) => void) => later(call, fill(view)),
  );
  into.put(crypto, "randomInt", (first: number, second?: number) =>
    second === undefined ? random.between(0, first - 1) : random.between(first, second - 1),
  );
  into.put(globalThis.crypto, "randomUUID", randomUUID);
  into.put(globalThis.crypto, "getRandomValues", fill);
}
