import { isJsonArray, isJsonObject, type JsonValue } from "../expression/json-value.ts";
import { ItemReaderFailedError } from "./item-reader-failed-error.ts";
import { entryItem, itemsOfValue, type MapItem } from "./map-item.ts";
import { type JsonPart, JsonSplitter, nonIterable } from "./split-json.ts";

/** Longest single item, and longest document when a pointer asks for a part of it, in characters. */
export const jsonLimits = { item: 8 * 1024 * 1024, document: 64 * 1024 * 1024 } as const;

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ItemReaderFailedError(`The S3 object is not valid JSON: ${why}`);
  }
}

function itemOfPart(part: JsonPart, source: string): MapItem {
  if (part.container === "array") {
    const value = parseJson(part.text);
    return { input: value, value, source };
  }
  const object = parseJson(`{${part.text}}`);
  const [entry] = isJsonObject(object) ? Object.entries(object) : [];
  if (entry === undefined) throw new ItemReaderFailedError(nonIterable);
  return entryItem(entry[0], entry[1], source);
}

/** The items of one JSON list, or the entries of one JSON object, read as the text arrives. */
export async function* readJsonItems(text: AsyncIterable<string>, source: string): AsyncGenerator<MapItem> {
  const splitter = new JsonSplitter(jsonLimits.item);
  for await (const chunk of text) {
    for (const part of splitter.push(chunk)) yield itemOfPart(part, source);
  }
  splitter.finish();
}

/** The node that a JSON pointer (RFC 6901) names. */
function nodeAt(document: JsonValue, pointer: string): JsonValue {
  let node: JsonValue | undefined = document;
  for (const escaped of pointer.split("/").slice(1)) {
    const token = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isJsonArray(node)) node = /^(0|[1-9]\d*)$/.test(token) ? node[Number(token)] : undefined;
    else node = isJsonObject(node) && Object.hasOwn(node, token) ? node[token] : undefined;
  }
  if (node !== undefined) return node;
  throw new ItemReaderFailedError(
    "The provided ReaderConfig.ItemsPointer does not match any valid path in the JSON structure.",
  );
}

/** The items of the part of a document that `ItemsPointer` names; the document is held whole for that. */
export async function* readPointedItems(
  text: AsyncIterable<string>,
  pointer: string,
  source: string,
): AsyncGenerator<MapItem> {
  let document = "";
  for await (const chunk of text) {
    document += chunk;
    if (document.length > jsonLimits.document) {
      throw new ItemReaderFailedError(
        `The S3 object is longer than ${jsonLimits.document} characters; leave out ItemsPointer to read it item by item`,
      );
    }
  }
  const node = nodeAt(parseJson(document), pointer);
  if (typeof node !== "object" || node === null) throw new ItemReaderFailedError(nonIterable);
  yield* itemsOfValue(node, source);
}

/** One item a line; blank lines are skipped. */
export async function* readJsonLineItems(
  text: AsyncIterable<string>,
  source: string,
): AsyncGenerator<MapItem> {
  let rest = "";
  const itemOf = (line: string): MapItem => {
    const value = parseJson(line);
    return { input: value, value, source };
  };
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > jsonLimits.item) {
      throw new ItemReaderFailedError(`An item is longer than ${jsonLimits.item} characters`);
    }
    for (const line of lines) if (line.trim() !== "") yield itemOf(line);
  }
  if (rest.trim() !== "") yield itemOf(rest);
}
