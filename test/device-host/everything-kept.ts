import { gunzipSync } from "node:zlib";
import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import type { startStorage } from "./start-storage.ts";

type Storage = Awaited<ReturnType<typeof startStorage>>;

const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

interface Read {
  readonly tag: string | undefined;
  readonly text: string;
}
/** Of each storage, what was read of it: an object with the same tag has the same bytes. */
const readBefore = new WeakMap<Storage, Map<string, Read>>();

/** Every object and every item there is, as text, by its key: what a test searches for what must not be kept. */
export async function everythingKept(storage: Storage): Promise<ReadonlyMap<string, string>> {
  const { clients, bucketName, tableName } = storage;
  const kept = new Map<string, string>();
  const read = readBefore.get(storage) ?? new Map<string, Read>();
  readBefore.set(storage, read);
  const { Contents = [], IsTruncated } = await clients.s3.send(
    new ListObjectsV2Command({ Bucket: bucketName }),
  );
  if (IsTruncated === true) throw new Error("there are more objects than one page lists");
  for (const { Key = "", ETag } of Contents) {
    const known = read.get(Key);
    const text = known?.tag === ETag && known !== undefined ? known.text : await textOf(storage, Key);
    read.set(Key, { tag: ETag, text });
    kept.set(Key, text);
  }
  const { Items = [] } = await clients.dynamodb.send(new ScanCommand({ TableName: tableName }));
  for (const item of Items) kept.set(`${item.pk?.S} ${item.sk?.S}`, JSON.stringify(item));
  return kept;
}

async function textOf({ clients, bucketName }: Storage, Key: string): Promise<string> {
  const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket: bucketName, Key }));
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
  return (isPacked(bytes) ? gunzipSync(bytes) : bytes).toString("latin1");
}
