import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import type { startStorage } from "./start-storage.ts";

type Storage = Awaited<ReturnType<typeof startStorage>>;

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
    kept.set(Key, (await Body?.transformToString("latin1")) ?? "");
  }
  const { Items = [] } = await clients.dynamodb.send(new ScanCommand({ TableName: tableName }));
  for (const item of Items) kept.set(`${item.pk?.S} ${item.sk?.S}`, JSON.stringify(item));
  return kept;
}
