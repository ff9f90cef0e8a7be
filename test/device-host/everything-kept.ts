import { gunzipSync } from "node:zlib";
import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import type { startStorage } from "./start-storage.ts";

type Storage = Awaited<ReturnType<typeof startStorage>>;

const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Every object and every item there is, as text, by its key: what a test searches for what must not be kept. */
export async function everythingKept({
  clients,
  bucketName,
  tableName,
}: Storage): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket: bucketName }));
  for (const { Key = "" } of Contents) {
    const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket: bucketName, Key }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    kept.set(Key, (isPacked(bytes) ? gunzipSync(bytes) : bytes).toString("latin1"));
  }
  const { Items = [] } = await clients.dynamodb.send(new ScanCommand({ TableName: tableName }));
  for (const item of Items) kept.set(`${item.pk?.S} ${item.sk?.S}`, JSON.stringify(item));
  return kept;
}
