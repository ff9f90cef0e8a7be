import { invalidArgument, notImplemented, S3Error } from "./s3-error.ts";

export type Headers = Readonly<Record<string, string>>;

const kept = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
] as const;

const longestMetadataBytes = 2_048;

/** What of a request's headers the object keeps, to be given back with it. */
export function keptHeaders(headers: Headers): Headers {
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith("x-amz-meta-"));
  const size = metadata.reduce(
    (sum, [name, value]) => sum + name.length - "x-amz-meta-".length + value.length,
    0,
  );
  if (size > longestMetadataBytes) {
    throw new S3Error(
      400,
      "MetadataTooLarge",
      "Your metadata headers exceed the maximum allowed metadata size",
    );
  }
  const others = kept.flatMap((name) => {
    const value = headers[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return { "content-type": "binary/octet-stream", ...Object.fromEntries([...others, ...metadata]) };
}

const always: ReadonlySet<string> = new Set([
  "x-amz-checksum-crc32",
  "x-amz-checksum-crc32c",
  "x-amz-checksum-crc64nvme",
  "x-amz-checksum-mode",
  "x-amz-checksum-sha1",
  "x-amz-checksum-sha256",
  "x-amz-content-sha256",
  "x-amz-date",
  "x-amz-decoded-content-length",
  "x-amz-sdk-checksum-algorithm",
  "x-amz-security-token",
  "x-amz-trailer",
  "x-amz-user-agent",
]);

/** Values that ask for what is so anyway. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  "x-amz-acl": ["private", "bucket-owner-full-control"],
  "x-amz-storage-class": ["STANDARD"],
  "x-amz-object-ownership": ["BucketOwnerEnforced"],
};

/** @throws NotImplemented for a header that would have to have an effect and has none here */
export function checkHeaders(headers: Headers, taken: readonly string[] = []): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith("x-amz-") || name.startsWith("x-amz-meta-")) continue;
    if (always.has(name) || taken.includes(name) || harmless[name]?.includes(value)) continue;
    throw notImplemented(`the header ${name}`);
  }
}

export const overrides = kept.map((header) => ({ header, parameter: `response-${header}` }));

/** What a link says of how its object is to be shown. */
export function overridden(query: URLSearchParams): Headers {
  const found = overrides.flatMap(({ header, parameter }) => {
    const value = query.get(parameter);
    if (value === null) return [];
    if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) {
      throw invalidArgument(`Header value cannot be represented using ISO-8859-1: ${parameter}.`);
    }
    return [[header, value] as const];
  });
  return Object.fromEntries(found);
}
