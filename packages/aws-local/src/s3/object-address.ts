import { invalidArgument, S3Error } from "./s3-error.ts";

export interface ObjectAddress {
  /** Empty: the service itself. */
  readonly bucket: string;
  /** Empty: the bucket itself. */
  readonly key: string;
}

const longestKeyBytes = 1_024;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const isBucketName = (name: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]|\.(?![.-])){1,61}[a-z0-9]$/.test(name) && !/^\d+(?:\.\d+){3}$/.test(name);

/** Bucket and key of a path as it was sent, in path style. */
export function readAddress(path: string): ObjectAddress {
  const end = path.indexOf("/", 1);
  const bucket = decoded(end < 0 ? path.slice(1) : path.slice(1, end));
  const key = end < 0 ? "" : decoded(path.slice(end + 1));
  if (bucket === "" && end < 0) return { bucket, key };
  if (!isBucketName(bucket)) {
    throw new S3Error(400, "InvalidBucketName", "The specified bucket is not valid.", { BucketName: bucket });
  }
  return { bucket, key: key === "" ? "" : checkedKey(key) };
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, "InvalidURI", "Couldn't parse the specified URI.");
  }
}

/** A key is never a path here; what is refused S3 refuses too, which lets no key climb out of its bucket. */
export function checkedKey(key: string): string {
  if (key === "") throw invalidArgument("A key must have at least one character.");
  if (Buffer.byteLength(key) > longestKeyBytes) {
    throw new S3Error(400, "KeyTooLongError", "Your key is too long", {
      Size: String(Buffer.byteLength(key)),
      MaxSizeAllowed: String(longestKeyBytes),
    });
  }
  if (climbs(key)) throw invalidArgument("A key may not climb above its bucket with '..'.");
  return key;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html: relative segments may not outnumber the others. */
function climbs(key: string): boolean {
  let depth = 0;
  for (const segment of key.split("/")) {
    if (segment === "..") depth -= 1;
    else if (segment !== "." && segment !== "") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
