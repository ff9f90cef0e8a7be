import { ListObjectsCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Bucket, startClient, type TestClient } from "./start-client.ts";

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const segments = ["a", "B", "b", "ä", "z", "\u{ffee}", "😀", "a b", "a+b", "%2F", "&", "-", "0"];
const keys = [
  ...new Set(
    segments.flatMap((one) => [
      one,
      ...segments.flatMap((two) => [`${one}/${two}`, `${one}/${two}/x`, `${one}-${two}`]),
    ]),
  ),
].sort(byBytes);

let s3: TestClient;
beforeAll(async () => {
  s3 = await startClient();
  for (const key of keys) await s3.objects.service(request("PUT", key));
});
afterAll(() => s3.close());

const request = (method: string, key: string) => ({
  method,
  path: `/${Bucket}/${encodeURIComponent(key).replaceAll("%2F", "/")}`,
  query: "",
  headers: {},
  body: Buffer.from(key),
});

interface Listing {
  readonly prefix: string;
  readonly delimiter: string;
  readonly after: string;
}

/** What S3 lists, in the plainest words: keys and what they are folded to, each once, in the order of their bytes. */
function expected({ prefix, delimiter, after }: Listing): readonly string[] {
  const shown = keys.flatMap((key) => {
    if (!key.startsWith(prefix) || byBytes(key, after) <= 0) return [];
    const at = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const name = at < 0 ? key : key.slice(0, at + delimiter.length);
    return at >= 0 && name === after ? [] : [name];
  });
  return [...new Set(shown)];
}

interface Page {
  readonly Contents?: { readonly Key?: string | undefined }[] | undefined;
  readonly CommonPrefixes?: { readonly Prefix?: string | undefined }[] | undefined;
}
const namesOf = ({ Contents = [], CommonPrefixes = [] }: Page): readonly string[] =>
  [...Contents.map(({ Key = "" }) => Key), ...CommonPrefixes.map(({ Prefix = "" }) => Prefix)].sort(byBytes);

async function listed({ prefix, delimiter, after }: Listing, MaxKeys: number): Promise<readonly string[]> {
  const names: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.client.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: prefix,
        Delimiter: delimiter,
        StartAfter: after,
        MaxKeys,
        ContinuationToken,
      }),
    );
    expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
    names.push(...namesOf(page));
    ContinuationToken = page.NextContinuationToken;
    expect(page.IsTruncated).toBe(ContinuationToken !== undefined);
  } while (ContinuationToken !== undefined);
  return names;
}

const listing = fc.record({
  prefix: fc.oneof(
    fc.constant(""),
    fc.constantFrom(...keys),
    fc.constantFrom("a/", "a", "\u{ffee}/", "none"),
  ),
  delimiter: fc.constantFrom("", "/", "-", "/x", "😀"),
  after: fc.oneof(
    fc.constant(""),
    fc.constantFrom(...keys),
    fc.constantFrom("a/", "B/b/", "zz", "\u{10ffff}"),
  ),
});

it("gives what a plain list gives, with any prefix, delimiter, start and size of pages", async () => {
  await fc.assert(
    fc.asyncProperty(listing, fc.integer({ min: 7, max: 300 }), async (asked, size) => {
      expect(await listed(asked, size)).toEqual(expected(asked));
    }),
    // A start that is shorter than the delimiter is folded into nothing.
    { numRuns: 60, examples: [[{ prefix: "", delimiter: "/x", after: "a" }, 7]] },
  );
});

it("gives the same in its first version, whose pages go on behind a marker", async () => {
  const delimited: Listing = { prefix: "", delimiter: "/", after: "" };
  const names: string[] = [];
  let Marker: string | undefined;
  do {
    const page = await s3.client.send(new ListObjectsCommand({ Bucket, Delimiter: "/", MaxKeys: 9, Marker }));
    names.push(...namesOf(page));
    Marker = page.NextMarker;
    expect(page.IsTruncated).toBe(Marker !== undefined);
  } while (Marker !== undefined);
  expect(names).toEqual(expected(delimited));
});

it("names what it lists, encoded when it is asked to be", async () => {
  await s3.client.send(new PutObjectCommand({ Bucket, Key: "named/x y+ö", Body: "12345" }));
  const command = { Bucket, Prefix: "named/x y", EncodingType: "url" } as const;
  const page = await s3.client.send(new ListObjectsV2Command({ ...command, FetchOwner: true }));
  expect(page).toMatchObject({ Prefix: "named/x%20y", EncodingType: "url", Name: Bucket, MaxKeys: 1000 });
  expect(page.Contents).toMatchObject([
    { Key: "named/x%20y%2B%C3%B6", Size: 5, StorageClass: "STANDARD", Owner: { ID: expect.any(String) } },
  ]);
  await s3.objects.service(request("DELETE", "named/x y+ö"));
});

it("is empty with max-keys 0, holds a thousand at most, and refuses what is no number and no token", async () => {
  const none = await s3.client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }));
  expect([none.KeyCount, none.IsTruncated]).toEqual([0, false]);
  expect((await s3.client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 5_000 }))).MaxKeys).toBe(1_000);
  for (const query of [
    "max-keys=-1",
    "max-keys=x",
    "continuation-token=%21",
    "list-type=3",
    "encoding-type=x",
  ]) {
    const target = query.startsWith("list-type") ? query : `list-type=2&${query}`;
    const response = await s3.raw("GET", `/${Bucket}?${target}`);
    expect([response.status, String(response.body)]).toEqual([
      400,
      expect.stringContaining("InvalidArgument"),
    ]);
  }
});
