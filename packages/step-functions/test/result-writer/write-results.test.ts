import { ListObjectsV2Command, UploadPartCommand, type UploadPartCommandInput } from "@aws-sdk/client-s3";
import type { InitializeMiddleware } from "@smithy/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChildResult, FinishedChild } from "../../src/result-writer/child-result.ts";
import { inlineResults } from "../../src/result-writer/inline-results.ts";
import { type ResultWriteRequest, writeResults } from "../../src/result-writer/write-results.ts";
import { startS3, type TestS3 } from "../item-reader/s3-for-tests.ts";

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const region = "arn:aws:states:eu-central-1:000000000000";
let runs = 0;

function request(fields: Partial<ResultWriteRequest> = {}): ResultWriteRequest & { readonly folder: string } {
  runs += 1;
  return {
    arguments: { Bucket: "data", Prefix: "out" },
    mapRunArn: `${region}:mapRun:jobs/Each:run-${runs}`,
    signal: AbortSignal.timeout(60_000),
    folder: `out/run-${runs}`,
    ...fields,
  };
}

function child(name: string, fields: Partial<FinishedChild> = {}): FinishedChild {
  return {
    status: "SUCCEEDED",
    executionArn: `${region}:execution:jobs/Each:${name}`,
    stateMachineArn: `${region}:stateMachine:jobs/Each`,
    name,
    input: '{"n":1}',
    output: `["${name}"]`,
    startMs: Date.UTC(2026, 0, 1),
    stopMs: Date.UTC(2026, 0, 1, 0, 0, 1),
    ...fields,
  };
}

const { output: _none, ...noOutput } = child("c");
const failed: FinishedChild = { ...noOutput, status: "FAILED", error: "Boom", cause: "why" };
const timedOut: FinishedChild = { ...noOutput, name: "d", status: "TIMED_OUT" };
const pending: ChildResult = { status: "PENDING", input: '{"n":2}' };

async function keysBelow(folder: string): Promise<readonly (string | undefined)[]> {
  const { Contents } = await s3.client.send(
    new ListObjectsV2Command({ Bucket: "data", Prefix: `${folder}/` }),
  );
  // In the order of S3, by code units, which is not the order of every stand-in.
  return (Contents ?? []).map(({ Key }) => Key?.slice(folder.length + 1)).sort();
}

describe("results on S3", () => {
  it("go to one file for each status, with the manifest that lists them", async () => {
    const run = request();
    const result = await writeResults(s3.client, run, [child("a"), failed, timedOut, child("b"), pending]);
    expect(result).toEqual({
      MapRunArn: run.mapRunArn,
      ResultWriterDetails: { Bucket: "data", Key: `${run.folder}/manifest.json` },
    });
    expect(await keysBelow(run.folder)).toEqual([
      "FAILED_0.json",
      "PENDING_0.json",
      "SUCCEEDED_0.json",
      "manifest.json",
    ]);
    const sizeOf = async (name: string) => Buffer.byteLength(await s3.text(`${run.folder}/${name}`));
    const entry = async (name: string) => [{ Key: `${run.folder}/${name}`, Size: await sizeOf(name) }];
    expect(JSON.parse(await s3.text(`${run.folder}/manifest.json`))).toEqual({
      DestinationBucket: "data",
      MapRunArn: run.mapRunArn,
      ResultFiles: {
        FAILED: await entry("FAILED_0.json"),
        PENDING: await entry("PENDING_0.json"),
        SUCCEEDED: await entry("SUCCEEDED_0.json"),
      },
    });
  });

  it("carry the children's metadata as the service writes it", async () => {
    const run = request();
    await writeResults(s3.client, run, [child("a"), failed, pending]);
    const [succeeded] = JSON.parse(await s3.text(`${run.folder}/SUCCEEDED_0.json`));
    expect(succeeded).toEqual({
      ExecutionArn: `${region}:execution:jobs/Each:a`,
      Input: '{"n":1}',
      InputDetails: { Included: true },
      Name: "a",
      Output: '["a"]',
      OutputDetails: { Included: true },
      RedriveCount: 0,
      RedriveStatus: "NOT_REDRIVABLE",
      RedriveStatusReason: "Execution is SUCCEEDED and cannot be redriven",
      StartDate: "2026-01-01T00:00:00.000Z",
      StateMachineArn: `${region}:stateMachine:jobs/Each`,
      Status: "SUCCEEDED",
      StopDate: "2026-01-01T00:00:01.000Z",
    });
    const [failure] = JSON.parse(await s3.text(`${run.folder}/FAILED_0.json`));
    expect(failure).toMatchObject({
      Cause: "why",
      Error: "Boom",
      RedriveStatus: "REDRIVABLE",
      Status: "FAILED",
    });
    expect(failure).not.toHaveProperty("Output");
    expect(JSON.parse(await s3.text(`${run.folder}/PENDING_0.json`))).toEqual([
      { Input: '{"n":2}', InputDetails: { Included: true }, Status: "PENDING" },
    ]);
  });

  it("are the outputs alone when compact, and their items when flat, one a line in JSON Lines", async () => {
    const results = [child("a", { output: "[1,2]" }), child("b", { output: "3" })];
    const compact = request({ config: { Transformation: "COMPACT", OutputType: "JSON" } });
    await writeResults(s3.client, compact, results);
    expect(await s3.text(`${compact.folder}/SUCCEEDED_0.json`)).toBe("[[1,2],3]");
    const flat = request({ config: { Transformation: "FLATTEN", OutputType: "JSONL" } });
    await writeResults(s3.client, flat, results);
    expect(await s3.text(`${flat.folder}/SUCCEEDED_0.json`)).toBe("1\n2\n3\n");
  });

  it("leave a manifest with empty lists when there are none", async () => {
    const run = request();
    await writeResults(s3.client, run, []);
    expect(await keysBelow(run.folder)).toEqual(["manifest.json"]);
  });

  it("spill into numbered files at the size limit", async () => {
    const run = request({ fileBytes: 700, config: { Transformation: "COMPACT", OutputType: "JSON" } });
    const results = Array.from({ length: 5 }, () => child("a", { output: JSON.stringify("x".repeat(300)) }));
    await writeResults(s3.client, run, results);
    expect(await keysBelow(run.folder)).toEqual([
      "SUCCEEDED_0.json",
      "SUCCEEDED_1.json",
      "SUCCEEDED_2.json",
      "manifest.json",
    ]);
    expect(JSON.parse(await s3.text(`${run.folder}/SUCCEEDED_2.json`))).toHaveLength(1);
  });

  it("of more than one part arrive whole", async () => {
    const run = request({ config: { Transformation: "COMPACT", OutputType: "JSON" } });
    const output = JSON.stringify("ü".repeat(100_000));
    await writeResults(
      s3.client,
      run,
      Array.from({ length: 60 }, () => child("a", { output })),
    );
    const stored = JSON.parse(await s3.text(`${run.folder}/SUCCEEDED_0.json`));
    expect(stored).toEqual(Array.from({ length: 60 }, () => JSON.parse(output)));
  });

  it("of a redrive stand below its number, with what earlier runs had written", async () => {
    const earlier = { Key: "out/x/SUCCEEDED_0.json", Size: 5 };
    const run = request({ redriveCount: 2, earlierSucceeded: [earlier] });
    await writeResults(s3.client, run, [child("a")]);
    expect(await keysBelow(run.folder)).toEqual(["Redrive-2/SUCCEEDED_0.json", "Redrive-2/manifest.json"]);
    const manifest = JSON.parse(await s3.text(`${run.folder}/Redrive-2/manifest.json`));
    expect(manifest.ResultFiles.SUCCEEDED).toHaveLength(2);
    expect(manifest.ResultFiles.SUCCEEDED[0]).toEqual(earlier);
  });

  it("fail with States.ResultWriterFailed when the bucket is missing or its name is no text", async () => {
    const missing = request({ arguments: { Bucket: "nowhere" } });
    await expect(writeResults(s3.client, missing, [child("a")])).rejects.toMatchObject({
      error: "States.ResultWriterFailed",
      message: expect.stringMatching(/\(Service: S3, Status Code: 404, /),
    });
    await expect(writeResults(s3.client, request({ arguments: { Bucket: 7 } }), [])).rejects.toThrow(
      "The ResultWriter argument 'Bucket' must be a string but was: 7",
    );
  });

  it("leave no half-uploaded parts behind when a result cannot be had", async () => {
    const run = request({ config: { Transformation: "COMPACT", OutputType: "JSON" } });
    const big = child("a", { output: JSON.stringify("x".repeat(6_000_000)) });
    function* results(): Generator<ChildResult> {
      yield big;
      throw new Error("journal closed");
    }
    const begun: object[] = [];
    const name = "uploads";
    const record: InitializeMiddleware<object, object> = (next) => async (args) => {
      if ("UploadId" in args.input && "PartNumber" in args.input) begun.push(args.input);
      return next(args);
    };
    s3.client.middlewareStack.add(record as never, { step: "initialize", name });
    await expect(writeResults(s3.client, run, results())).rejects.toThrow("journal closed");
    s3.client.middlewareStack.remove(name);
    expect(begun).toHaveLength(1);
    // The service knows the upload no more.
    const again = new UploadPartCommand({ ...(begun[0] as UploadPartCommandInput), Body: "more" });
    await expect(s3.client.send(again)).rejects.toMatchObject({ name: "NoSuchUpload" });
    expect(await keysBelow(run.folder)).toEqual([]);
  });
});

describe("results in the state's output", () => {
  it("are the outputs in order, with the record of a child that was tolerated to fail", () => {
    expect(inlineResults([child("a"), failed])).toEqual([
      ["a"],
      expect.objectContaining({ Error: "Boom", Status: "FAILED" }),
    ]);
  });

  it("are flattened or written as lines on request", () => {
    const results = [child("a", { output: "[1,2]" }), child("b", { output: "[3]" })];
    expect(inlineResults(results, { Transformation: "FLATTEN" })).toEqual([1, 2, 3]);
    expect(inlineResults(results, { Transformation: "COMPACT", OutputType: "JSONL" })).toBe("[1,2]\n[3]");
  });
});
