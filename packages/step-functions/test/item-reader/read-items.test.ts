import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReaderConfig } from "../../src/definition/asl.ts";
import type { JsonObject, JsonValue } from "../../src/expression/json-value.ts";
import { readItems } from "../../src/item-reader/read-items.ts";
import { jsonLimits } from "../../src/item-reader/read-json-items.ts";
import { collect } from "./collect.ts";
import { startS3, type TestS3 } from "./s3-for-tests.ts";

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const getObject = "arn:aws:states:::s3:getObject";
const listObjects = "arn:aws:states:::s3:listObjectsV2";

function reading(config: ReaderConfig, args: JsonObject, maxItems?: number, resource = getObject) {
  const signal = AbortSignal.timeout(60_000);
  return readItems(s3.client, {
    resource,
    arguments: args,
    config,
    signal,
    ...(maxItems === undefined ? {} : { maxItems }),
  });
}

/** Stores the text and reads it back as items. */
async function itemsOf(text: string, config: ReaderConfig, maxItems?: number): Promise<JsonValue[]> {
  await s3.put("object", text);
  const inputs: JsonValue[] = [];
  for await (const item of reading(config, { Bucket: "data", Key: "object" }, maxItems))
    inputs.push(item.input);
  return inputs;
}

describe("JSON items", () => {
  it("reads the members of a list, whatever stands inside them", async () => {
    const members: JsonValue[] = [1, 'a,b]\\"', [], [1, [2]], { a: { b: "}" } }, null, true, "ü😀"];
    expect(await itemsOf(JSON.stringify(members, null, 2), { InputType: "JSON" })).toEqual(members);
    expect(await itemsOf("[]", { InputType: "JSON" })).toEqual([]);
  });

  it("reads the entries of an object as pairs of key and value, and names the key for the context", async () => {
    await s3.put("object", '{"a": {"x": 1}, "b": 2}');
    const items = await collect(reading({ InputType: "JSON" }, { Bucket: "data", Key: "object" }));
    expect(items).toEqual([
      { input: { Key: "a", Value: { x: 1 } }, value: { x: 1 }, key: "a", source: "S3://data/object" },
      { input: { Key: "b", Value: 2 }, value: 2, key: "b", source: "S3://data/object" },
    ]);
  });

  it("stops after MaxItems, even before text that would be broken", async () => {
    expect(await itemsOf('[1,2,3,"', { InputType: "JSON" }, 2)).toEqual([1, 2]);
  });

  it("reads the part that ItemsPointer names", async () => {
    const config: ReaderConfig = { InputType: "JSON", ItemsPointer: "/a~1b/0" };
    expect(await itemsOf('{"a/b": [[7, 8]]}', config)).toEqual([7, 8]);
    await expect(itemsOf('{"a/b": []}', config)).rejects.toThrow(
      "The provided ReaderConfig.ItemsPointer does not match any valid path in the JSON structure.",
    );
  });

  it.each([
    ["3", "Attempting to map over non-iterable node."],
    ['"text"', "Attempting to map over non-iterable node."],
    ["", "it is empty"],
    ["[1,2", "it ends too early"],
    ["[1,]", "a member is empty"],
    ["[,1]", "a member is empty"],
    ["[1]x", "text follows its end"],
    ["[1}", "'}' closes the wrong bracket"],
    ["[1 2]", "not valid JSON"],
    ['{"a" 1}', "not valid JSON"],
  ])("refuses %s", async (text, message) => {
    await expect(itemsOf(text, { InputType: "JSON" })).rejects.toMatchObject({
      name: "States.ItemReaderFailed",
      message: expect.stringContaining(message),
    });
  });

  it("refuses an item longer than any state could take instead of holding it", async () => {
    const text = `["${"x".repeat(jsonLimits.item + 1)}"]`;
    await expect(itemsOf(text, { InputType: "JSON" })).rejects.toThrow(
      "An item is longer than 8388608 characters",
    );
  });
});

describe("JSON Lines items", () => {
  it("reads one item a line and skips blank lines", async () => {
    expect(await itemsOf('{"a":1}\n\n  \r\n[2]\r\n"c"', { InputType: "JSONL" })).toEqual([
      { a: 1 },
      [2],
      "c",
    ]);
  });

  it("refuses a line that is no JSON", async () => {
    await expect(itemsOf("1\noops\n", { InputType: "JSONL" })).rejects.toThrow(
      "The S3 object is not valid JSON",
    );
  });
});

describe("CSV items", () => {
  const firstRow: ReaderConfig = { InputType: "CSV", CSVHeaderLocation: "FIRST_ROW" };

  it("takes names from the first row, and keeps quoted commas, quotes and line ends", async () => {
    const text = '\uFEFFid,text\r\n1,"a, ""b""\nc"\r\n\r\n2,d\r\n';
    expect(await itemsOf(text, firstRow)).toEqual([
      { id: "1", text: 'a, "b"\nc' },
      { id: "2", text: "d" },
    ]);
  });

  it("fills a short row and cuts a long one", async () => {
    expect(await itemsOf("a,b\n1\n2,3,4\n", firstRow)).toEqual([
      { a: "1", b: "" },
      { a: "2", b: "3" },
    ]);
  });

  it("takes given names and another delimiter", async () => {
    const config: ReaderConfig = {
      InputType: "CSV",
      CSVHeaderLocation: "GIVEN",
      CSVHeaders: ["a", "b"],
      CSVDelimiter: "PIPE",
    };
    expect(await itemsOf("1|2\n3|4", config)).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ]);
  });

  it("refuses a header that stands twice, in the first row and in the definition", async () => {
    const refused = "CSV headers cannot contain duplicates.";
    await expect(itemsOf("a,b,a\n1,2,3", firstRow)).rejects.toThrow(refused);
    const given: ReaderConfig = { InputType: "CSV", CSVHeaderLocation: "GIVEN", CSVHeaders: ["a", "a"] };
    await expect(itemsOf("1,2", given)).rejects.toThrow(refused);
  });

  it("refuses a quote that never closes", async () => {
    await expect(itemsOf('a\n"1', firstRow)).rejects.toThrow("The S3 object is not valid CSV");
  });
});

describe("listed objects", () => {
  it("reads one item an object below the prefix, page by page", async () => {
    const keys = Array.from({ length: 1_005 }, (_, index) => `in/${String(index).padStart(4, "0")}`);
    for (let start = 0; start < keys.length; start += 100) {
      await Promise.all(keys.slice(start, start + 100).map((key) => s3.put(key, "x")));
    }
    const items = await collect(reading({}, { Bucket: "data", Prefix: "in/" }, undefined, listObjects));
    expect(items.map(({ input }) => (input as JsonObject).Key)).toEqual(keys);
    expect(items[0]).toMatchObject({
      source: "S3://data",
      value: {
        Size: 1,
        StorageClass: "STANDARD",
        LastModified: expect.any(Number),
        Etag: expect.stringMatching(/^".+"$/),
      },
    });
  });

  it("reads nothing below a prefix without objects", async () => {
    expect(await collect(reading({}, { Bucket: "data", Prefix: "none/" }, undefined, listObjects))).toEqual(
      [],
    );
  });
});

describe("what cannot be read", () => {
  const json: ReaderConfig = { InputType: "JSON" };

  it.each([
    [
      "a missing key",
      { Bucket: "data", Key: "none" },
      /^The specified key does not exist\..* \(Service: S3, Status Code: 404, /,
    ],
    ["a missing bucket", { Bucket: "nowhere", Key: "k" }, /\(Service: S3, Status Code: 404, /],
    [
      "a key that is no text",
      { Bucket: "data", Key: 7 },
      /^The ItemReader argument 'Key' must be a string but was: 7$/,
    ],
  ])("fails with States.ItemReaderFailed for %s", async (_what, args, message) => {
    await expect(collect(reading(json, args))).rejects.toMatchObject({
      error: "States.ItemReaderFailed",
      message: expect.stringMatching(message),
    });
  });

  it("ends with the caller's reason when the caller aborts", async () => {
    await s3.put("object", "[1]");
    const signal = AbortSignal.abort(new Error("deadline"));
    const request = {
      resource: getObject,
      arguments: { Bucket: "data", Key: "object" },
      config: json,
      signal,
    };
    await expect(collect(readItems(s3.client, request))).rejects.not.toMatchObject({
      error: "States.ItemReaderFailed",
    });
  });
});
