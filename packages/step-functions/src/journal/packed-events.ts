import { deflateRawSync, inflateRawSync } from "node:zlib";

/** A batch of history as its row has it: the JSON text of a list of events, or the same compressed. */
export interface EventsText {
  readonly data: string;
  readonly packed: Uint8Array | null;
}

export const textOf = ({ data, packed }: EventsText): string =>
  packed === null ? data : inflateRawSync(packed).toString();

/** One batch of several, in their order. Each state's input is the output of the one before, so little is left of many. */
export function packedTogether(batches: readonly EventsText[]): Buffer {
  const lists = batches.map((batch) => textOf(batch).slice(1, -1));
  return deflateRawSync(`[${lists.filter((list) => list !== "").join(",")}]`);
}
