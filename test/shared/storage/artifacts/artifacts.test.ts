import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { at, otherTenantId, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

let storage: TestStorage;
let artifacts: TestStorage["artifacts"];
beforeAll(async () => {
  storage = await startStorage();
  artifacts = storage.artifacts;
});
afterAll(() => storage.close());

const key = (name: string) => `tenants/${tenantId}/${name}`;
const Tree = z.strictObject({ nodes: z.number() });

it("gives back the bytes, the text and the JSON that were put", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, n) => n % 256);
  await artifacts.put(key("a.png"), bytes, "image/png");
  expect(new Uint8Array(await artifacts.get(key("a.png")))).toEqual(bytes);
  await artifacts.put(key("a.json"), JSON.stringify({ nodes: 3 }), "application/json");
  expect(await artifacts.getJson(key("a.json"), Tree)).toEqual({ nodes: 3 });
  expect(await artifacts.getText(key("a.json"))).toBe('{"nodes":3}');
});

it("takes S3's 403 for an artifact that is not there where the bucket may not be listed, and there alone", async () => {
  const refuse = createServer((_, response) => {
    response.writeHead(403, { "content-type": "application/xml" });
    response.end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
  });
  await new Promise<void>((listening) => refuse.listen(0, "127.0.0.1", listening));
  const endpoint = `http://127.0.0.1:${(refuse.address() as AddressInfo).port}`;
  const { credentials, region } = storage.config;
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const reader = (mayList: boolean) =>
    createArtifacts({ s3, s3Links: s3, bucketName: storage.bucketName, mayList });
  await expect(reader(false).get(key("lost.json"))).rejects.toMatchObject({ code: "NotFound" });
  await expect(reader(true).get(key("lost.json"))).rejects.toMatchObject({ code: "ConfigurationInvalid" });
  s3.destroy();
  await new Promise((closed) => refuse.close(closed));
});

it("reads what was compressed as it was before, by key and by link, beside what never was", async () => {
  const json = JSON.stringify({ nodes: 4 });
  const put = (name: string, body: Uint8Array) =>
    artifacts.put(key(name), body, "application/json", { contentEncoding: "gzip" });
  await put("packed.json", gzipSync(json));
  expect(await artifacts.getJson(key("packed.json"), Tree)).toEqual({ nodes: 4 });
  const response = await fetch(await artifacts.link(tenantId, key("packed.json"), 60));
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(await response.text()).toBe(json);
  await put("torn.json", gzipSync(json).subarray(0, 12));
  await expect(artifacts.get(key("torn.json"))).rejects.toMatchObject({ name: "SchemaMismatch" });
});

it("tells what is not there from what another version wrote", async () => {
  await artifacts.put(key("old.json"), '{"leaves":3}', "application/json");
  await artifacts.put(key("cut.json"), '{"nod', "application/json");
  await expect(artifacts.get(key("none"))).rejects.toMatchObject({ name: "NotFound" });
  await expect(artifacts.getJson(key("old.json"), Tree)).rejects.toMatchObject({ name: "SchemaMismatch" });
  await expect(artifacts.getJson(key("cut.json"), Tree)).rejects.toMatchObject({ name: "SchemaMismatch" });
  expect(await artifacts.exists(key("none"))).toBe(false);
  expect(await artifacts.exists(key("old.json"))).toBe(true);
});

it("links to an artifact for at most five minutes, without credentials", async () => {
  await artifacts.put(key("b.txt"), "hello", "text/plain");
  const link = await artifacts.link(tenantId, key("b.txt"), 86_400);
  expect(new URL(link).searchParams.get("X-Amz-Expires")).toBe("300");
  const response = await fetch(link);
  expect(await response.text()).toBe("hello");
  expect(response.headers.get("content-type")).toContain("text/plain");
});

it("makes no link to another tenant's artifact", async () => {
  await expect(artifacts.link(otherTenantId, key("b.txt"), 60)).rejects.toMatchObject({ name: "NotFound" });
});

it("says what could not be done when storage is gone or its bucket is missing, and keeps the cause", async () => {
  const elsewhere = createArtifacts({
    s3: storage.clients.s3,
    s3Links: storage.clients.s3Links,
    bucketName: "nowhere",
  });
  await expect(elsewhere.put(key("x"), "x", "text/plain")).rejects.toMatchObject({
    name: "ConfigurationInvalid",
  });
  const gone = await startStorage();
  await gone.objects.close();
  const failure = await gone.artifacts.put(key("x"), "x", "text/plain").catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "StorageUnavailable", retryable: true, cause: expect.any(Error) });
  expect(String(failure)).toContain(`write ${key("x")}`);
  const table = gone.repositories;
  await gone.close().catch(() => undefined);
  await expect(table.errors.list(tenantId, { limit: 1 })).rejects.toMatchObject({
    name: "StorageUnavailable",
  });
  await expect(table.deviceReplies.get(tenantId, "01J00000000000000000000001", at)).rejects.toMatchObject({
    name: "StorageUnavailable",
  });
});
