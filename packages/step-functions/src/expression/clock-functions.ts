import { ownKeysJsonata } from "./own-keys-jsonata.ts";

type FromMillis = (millis: number, picture?: string, timezone?: string) => string;

/** JSONata's own `$fromMillis`, which formats what `$now` is given. */
const { implementation: fromMillis } = (await ownKeysJsonata("$fromMillis").evaluate(undefined)) as {
  readonly implementation: FromMillis;
};

/** `$now` and `$millis` at a given time: within one evaluation they always agree, as JSONata's own do. */
export function clockFunctions(epochMs: number): {
  readonly now: (picture?: string, timezone?: string) => string;
  readonly millis: () => number;
} {
  return { now: (picture, timezone) => fromMillis(epochMs, picture, timezone), millis: () => epochMs };
}
