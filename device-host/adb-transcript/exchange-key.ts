/** Names, nonces and times that are others in each run: UUIDs, ULIDs, long hexadecimal and decimal numbers, the log's times. */
const passing =
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<![0-9A-Za-z])[0-9A-HJKMNP-TV-Z]{26}(?![0-9A-Za-z])|(?<![0-9a-z])[0-9a-f]{12,}(?![0-9a-z])|(?<![\d.])\d{10,}(?:\.\d+)?(?!\d)|\b\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\b/g;

const place = (index: number): string => `⟨${index}⟩`;

/** A request without what is another in each run, and what that was, in its order. */
export interface ExchangeKey {
  readonly key: string;
  readonly passing: readonly string[];
}

export function exchangeKey(service: string): ExchangeKey {
  const found = [...new Set(service.match(passing))];
  return { key: withPlaces(service, found), passing: found };
}

/** The answer in which the request's own words are places. */
export const withPlaces = (text: string, found: readonly string[]): string =>
  found.reduce((rest, word, index) => rest.replaceAll(word, place(index)), text);

/** The answer with the words of the request that asks now. */
export const withWords = (text: string, found: readonly string[]): string =>
  found.reduce((rest, word, index) => rest.replaceAll(place(index), word), text);
