import type { TranscriptExchange } from "#shared/contracts/device/adb-transcript.ts";
import { exchangeKey } from "./exchange-key.ts";

/** What changes a device: between two of these, the same question has the answers that were recorded there. */
const acts =
  /^reboot:|^sync:SEND |(?:^(?:shell|exec):|\( |; )(?:input [a-z]+ |uinput |am (?:start|force-stop|kill|broadcast)|settings (?:put|delete) |pm (?:install|uninstall|clear|grant|revoke) |content (?:insert|update|delete) |svc |ime (?:set|enable|disable) |kill |pkill |wm dismiss)/;

interface Replayed {
  readonly exchange: TranscriptExchange;
  /** Of the request that asks now. */
  readonly passing: readonly string[];
}

type Reply =
  | ({ readonly kind: "recorded" } & Replayed)
  /** `nearest`: the recorded request that begins as this one does for longest. */
  | { readonly kind: "unknown"; readonly key: string; readonly nearest: TranscriptExchange | undefined };

/** Finds the recorded answer to each request of a run that does the same again. */
export class ReplayScript {
  readonly #exchanges: readonly TranscriptExchange[];
  /** Places in the list, by request, and those of acts. */
  readonly #places: ReadonlyMap<string, readonly number[]>;
  readonly #acts: readonly number[];
  readonly #given = new Set<number>();
  /** The place of the act that was done last, and of the next one. */
  #from = 0;
  #furthest = 0;

  constructor(exchanges: readonly TranscriptExchange[]) {
    this.#exchanges = exchanges;
    const serviceAt = (place: number): string => exchanges[place]?.service ?? "";
    this.#places = Map.groupBy(exchanges.keys(), serviceAt);
    this.#acts = [...exchanges.keys()].filter((place) => acts.test(serviceAt(place)));
  }

  /** So many exchanges had begun by the furthest that was answered. */
  get reached(): number {
    return this.#furthest;
  }

  reply(service: string): Reply {
    const { key, passing } = exchangeKey(service);
    const places = this.#places.get(key) ?? [];
    const place = acts.test(key) ? this.#act(places) : this.#look(places);
    const exchange = place === undefined ? undefined : this.#exchanges[place];
    if (place === undefined || exchange === undefined)
      return { kind: "unknown", key, nearest: this.#nearest(key) };
    this.#given.add(place);
    this.#furthest = Math.max(this.#furthest, exchange.number + 1);
    return { kind: "recorded", exchange, passing };
  }

  #act(places: readonly number[]): number | undefined {
    const next = places.find((place) => place >= this.#from && !this.#given.has(place));
    if (next !== undefined) this.#from = next;
    return next ?? places.at(-1);
  }

  /** Asked more often than it was, it has the last answer again. */
  #look(places: readonly number[]): number | undefined {
    const until = this.#nextAct();
    const here = places.filter((place) => place >= this.#from && place < until);
    const before = places.findLast((place) => place < this.#from);
    return here.find((place) => !this.#given.has(place)) ?? here.at(-1) ?? before ?? places[0];
  }

  #nextAct(): number {
    const next = this.#acts.find((place) => place > this.#from && !this.#given.has(place));
    return next ?? this.#exchanges.length;
  }

  #nearest(key: string): TranscriptExchange | undefined {
    let best: TranscriptExchange | undefined;
    let longest = 0;
    for (const exchange of this.#exchanges) {
      const common = commonStart(exchange.service, key);
      if (common <= longest) continue;
      [best, longest] = [exchange, common];
    }
    return best;
  }
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
