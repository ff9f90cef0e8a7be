import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handler as checkManifest } from "#functions/check-manifest.ts";
import { ManifestUpload } from "#shared/contracts/api/responses/batch-response.ts";
import { manifestUploadKey } from "#shared/contracts/farm/keys.ts";
import { createManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { invoke } from "../functions/start-functions.ts";
import { tenantId } from "../shared/storage/sample-records.ts";
import { batchOf, line, refusedBatch, submitted } from "./batch-calls.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function uploaded(text: string | Uint8Array<ArrayBuffer>): Promise<ManifestUpload> {
  const answer = await callApi("POST", "/v1/batches/uploads");
  expect(answer.status).toBe(201);
  const upload = ManifestUpload.parse(answer.body);
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", new Blob([text]));
  const sent = await fetch(upload.url, { method: "POST", body: form });
  expect(sent.status).toBe(204);
  return upload;
}
const jsonl = (lines: readonly unknown[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join("");

const inputOf = ({ batchId, run }: { batchId: string; run: number }, uploadId: string) => ({
  schemaVersion: 1,
  tenantId,
  batchId,
  run,
  uploadId,
});
async function entriesOf(batchId: string) {
  const batch = await api.repositories.batches.get(tenantId, (await batchOf(batchId)).batchId);
  const store = createManifestStore(api.storage.artifacts);
  const parts = batch?.manifest ?? [];
  const entries = await Array.fromAsync(store.everyEntry(parts));
  return Promise.all(
    entries.map(async ({ part, ...entry }) => {
      const keys = parts[part - 1];
      return { ...entry, read: keys && (await store.line(keys, entry)) };
    }),
  );
}

describe("a manifest that is uploaded", () => {
  it("is read before anything of it runs, and kept as it is with where each line lies", async () => {
    const lines = [line("a"), line("b", { epoch: 3, prerequisite: undefined }), line("ö", { taskId: "c" })];
    const { uploadId, maxBytes } = await uploaded(
      `${jsonl(lines.slice(0, 2))}\r\n\n${JSON.stringify(lines[2])}`,
    );
    expect(maxBytes).toBe(200 * 1_024 * 1_024);
    const batch = await submitted({ name: "uploaded", uploadId });
    expect(batch).toMatchObject({ status: "checking", kept: null, new: null, run: 1, uploadId });
    expect(await invoke(checkManifest, inputOf(batch, uploadId))).toEqual({ next: "run", run: 1 });
    expect(await batchOf(batch.batchId)).toMatchObject({ status: "running", lineCount: 3, taskCount: 3 });
    expect(await entriesOf(batch.batchId)).toMatchObject([
      { line: 1, taskId: "a", read: { request: { task: "Do a" } } },
      { line: 2, taskId: "b", epoch: 3, read: { epoch: 3 } },
      { line: 3, taskId: "c", read: { request: { task: "Do ö" } } },
    ]);
    // Asked again, when its answer was lost, it decides nothing anew.
    expect(await invoke(checkManifest, inputOf(batch, uploadId))).toEqual({ next: "run", run: 1 });
    expect(await batchOf(batch.batchId)).toMatchObject({ lineCount: 3 });
  });

  it("is refused whole for a line that is bad, and starts nothing", async () => {
    const bad = [
      JSON.stringify(line("good")),
      "{",
      '{"taskId":"twice","taskId":"twice","request":{"task":"x"}}',
      '{"__proto__":{"x":1},"taskId":"t","request":{"task":"x"}}',
      JSON.stringify(line("good")),
      JSON.stringify(line("pool", { request: { task: "x", requirements: { pool: "nowhere" } } })),
      `{"taskId":"deep","request":${'{"a":'.repeat(30)}1${"}".repeat(30)}}`,
      JSON.stringify(line("long", { request: { task: "x".repeat(300_000) } })),
      "\u0000",
    ].join("\n");
    const { uploadId } = await uploaded(bad);
    const { batchId, run } = await submitted({ name: "refused", uploadId });
    expect(await invoke(checkManifest, inputOf({ batchId, run }, uploadId))).toEqual({ next: "end", run: 1 });
    const after = await batchOf(batchId);
    expect(after).toMatchObject({ status: "refused", lineCount: 0, problemCount: 8 });
    expect(after.problems.map((problem) => problem.line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(after.problems[4]).toMatchObject({ field: "request.requirements.pool" });
    expect(after.problems[6]?.message).toBe("is longer than 200 KB");
    expect(await invoke(checkManifest, inputOf({ batchId, run }, uploadId))).toEqual({ next: "end", run: 1 });
    const { artifacts } = api.storage;
    expect(await artifacts.list(`tenants/${tenantId}/batches/${batchId}/`)).toEqual([]);
    // Corrected and sent again, it runs.
    const next = await uploaded(jsonl([line("good")]));
    const again = await submitted({ name: "refused", uploadId: next.uploadId });
    expect(again).toMatchObject({ batchId, status: "checking", run: 2 });
    expect(await invoke(checkManifest, inputOf(again, next.uploadId))).toEqual({ next: "run", run: 2 });
    expect(await batchOf(batchId)).toMatchObject({ status: "running", problems: [], lineCount: 1 });
  });

  it.each([
    ["nothing at all", " \n\n"],
    ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x0a])],
  ])("is refused when it holds %s", async (what, text) => {
    const { uploadId } = await uploaded(typeof text === "string" ? text : new Uint8Array(text));
    const { batchId, run } = await submitted({ name: what.replaceAll(" ", "-"), uploadId });
    await invoke(checkManifest, inputOf({ batchId, run }, uploadId));
    expect(await batchOf(batchId)).toMatchObject({ status: "refused", problemCount: 1 });
  });

  it("adds to a batch that runs what it does not have, while that goes on", async () => {
    const { batchId } = await submitted({ name: "grows", lines: [line("a"), line("b")] });
    const { uploadId } = await uploaded(jsonl([line("b"), line("c", { prerequisite: "a" })]));
    const batch = await submitted({ name: "grows", uploadId });
    expect(batch).toMatchObject({ batchId, status: "running", run: 1 });
    const another = await uploaded(jsonl([line("d")]));
    expect((await refusedBatch(409, { name: "grows", uploadId: another.uploadId })).code).toBe("BatchState");
    expect(await invoke(checkManifest, inputOf(batch, uploadId))).toEqual({ next: "end", run: 1 });
    expect(await batchOf(batchId)).toMatchObject({ status: "running", lineCount: 3 });
    expect((await entriesOf(batchId)).map(({ line: at, taskId }) => [at, taskId])).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "c"],
    ]);
  });

  it("begins a run of its own when the batch has ended while it was read", async () => {
    const { batchId } = await submitted({ name: "late", lines: [line("a")] });
    const { uploadId } = await uploaded(jsonl([line("b")]));
    const batch = await submitted({ name: "late", uploadId });
    await api.repositories.batches.change(tenantId, batch.batchId, () => ({ status: "finished" }));
    expect(await invoke(checkManifest, inputOf(batch, uploadId))).toEqual({ next: "run", run: 2 });
    expect(await batchOf(batchId)).toMatchObject({ status: "running", run: 2, lineCount: 2 });
  });

  it("starts nothing when the batch is cancelled before it was read", async () => {
    const { uploadId } = await uploaded(jsonl([line("a")]));
    const batch = await submitted({ name: "cancelled-early", uploadId });
    await callApi("POST", `/v1/batches/${batch.batchId}/cancel`, { body: { reason: "no" } });
    expect(await invoke(checkManifest, inputOf(batch, uploadId))).toEqual({ next: "end", run: 1 });
    expect(await batchOf(batch.batchId)).toMatchObject({ status: "cancelled", lineCount: 0 });
  });

  it("is taken from its own tenant alone, and not before it has come", async () => {
    const { uploadId } = await uploaded(jsonl([line("a")]));
    expect((await refusedBatch(404, { name: "theirs", uploadId }, { tenant: "other" })).code).toBe(
      "NotFound",
    );
    const { body } = await callApi("POST", "/v1/batches/uploads");
    const { uploadId: empty, fields } = ManifestUpload.parse(body);
    expect((await refusedBatch(404, { name: "empty", uploadId: empty })).code).toBe("NotFound");
    expect(fields.key).toBe(manifestUploadKey(tenantId, empty));
  });
});
