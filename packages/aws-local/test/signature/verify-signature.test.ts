import { createHash, createHmac } from "node:crypto";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recorder, type SignedRequest } from "../../../../test/replay.ts";
import type { WireRequest } from "../../src/http/wire.ts";
import { verifySignature } from "../../src/signature/verify-signature.ts";

const key = { accessKeyId: "FARM", secretAccessKey: "secret" };
const now = new Date("2026-11-21T02:00:00.000Z");
const config = { region: "us-east-1", endpoint: "http://127.0.0.1:4566", maxAttempts: 1 };
const minutes = (count: number, milliseconds = 0) => new Date(now.getTime() + count * 60_000 + milliseconds);

interface Check {
  readonly at?: Date;
  readonly secretAccessKey?: string;
  readonly services?: readonly string[];
}

const check = (
  request: WireRequest,
  { at = now, secretAccessKey = "secret", services = ["s3"] }: Check = {},
) =>
  verifySignature(request, {
    keys: [{ ...key, secretAccessKey }],
    region: "us-east-1",
    services,
    clock: () => at,
  });
const faultOf = async (request: WireRequest, options?: Check) => (await check(request, options)).fault;

const asReceived = ({ method, target, headers, body }: SignedRequest): WireRequest => {
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  return { method, path, query, headers, body };
};

describe("a link", () => {
  const s3 = new S3Client({ ...config, credentials: { ...key }, forcePathStyle: true });
  const linkTo = async (Key: string, disposition?: string): Promise<WireRequest> => {
    const command = new GetObjectCommand({
      Bucket: "artifacts",
      Key,
      ResponseContentDisposition: disposition,
    });
    const { pathname, search, host } = new URL(
      await getSignedUrl(s3, command, { expiresIn: 60, signingDate: now }),
    );
    return {
      method: "GET",
      path: pathname,
      query: search.slice(1),
      headers: { host },
      body: Buffer.alloc(0),
    };
  };
  const keys = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .filter((text) => !/(^|\/)\.{0,2}(\/|$)/.test(text));

  it("is accepted as the SDK signs it, whatever characters the key and the parameters have", async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.string({ minLength: 1, maxLength: 20 }), async (name, disposition) => {
        expect(await faultOf(await linkTo(name, disposition))).toBeNull();
      }),
    );
  });

  it("is refused when one character of its signature was changed", async () => {
    const link = await linkTo("tenants/local/x");
    const signature = new URLSearchParams(link.query).get("X-Amz-Signature") ?? "";
    await fc.assert(
      fc.asyncProperty(fc.nat(63), async (place) => {
        const other = signature[place] === "0" ? "1" : "0";
        const changed = signature.slice(0, place) + other + signature.slice(place + 1);
        const query = link.query.replace(signature, changed);
        expect(await faultOf({ ...link, query })).toBe("signatureDiffers");
      }),
    );
  });

  it("is refused with another secret, when it is late, and with a lifetime that S3 does not give", async () => {
    const link = await linkTo("tenants/local/x");
    const living = (seconds: string) => ({
      ...link,
      query: link.query.replace("X-Amz-Expires=60", `X-Amz-Expires=${seconds}`),
    });
    expect(await faultOf(link, { secretAccessKey: "another" })).toBe("signatureDiffers");
    expect(await faultOf(link, { at: minutes(1) })).toBeNull();
    expect(await faultOf(link, { at: minutes(1, 1) })).toBe("linkExpired");
    expect(await faultOf(link, { at: minutes(-16) })).toBe("notYetValid");
    for (const seconds of ["604801", "0", "-1", "", "1e3", "NaN"]) {
      expect(await faultOf(living(seconds))).toBe("malformed");
    }
  });

  it("is refused with a header that tells what to do and was not signed, and with a second signature", async () => {
    const link = await linkTo("tenants/local/x");
    const added = (name: string, value: string) => ({ ...link, headers: { ...link.headers, [name]: value } });
    expect(await faultOf(added("x-amz-copy-source", "/a/b"))).toBe("unsignedHeader");
    expect(await faultOf(added("authorization", "Bearer x"))).toBe("signedTwice");
    expect(await faultOf(added("range", "bytes=0-1"))).toBeNull();
  });
});

describe("a signed request", () => {
  // The SDK dates what it signs by the system's clock.
  const today = (): Check => ({ at: new Date() });
  const signedPut = async (extra: object = {}): Promise<WireRequest> => {
    const { handler, of } = recorder();
    const s3 = new S3Client({
      ...config,
      credentials: { ...key },
      forcePathStyle: true,
      requestHandler: handler,
    });
    const command = new PutObjectCommand({
      Bucket: "artifacts",
      Key: "a b+c/ü.png",
      Body: "pixels",
      ...extra,
    });
    return asReceived(await of(s3.send(command)));
  };

  it("is accepted for fifteen minutes either way", async () => {
    const put = await signedPut();
    const age = (count: number): Check => ({ at: new Date(Date.now() + count * 60_000) });
    expect(await faultOf(put, age(0))).toBeNull();
    expect(await faultOf(put, age(14))).toBeNull();
    expect(await faultOf(put, age(16))).toBe("tooOld");
    expect(await faultOf(put, age(-14))).toBeNull();
    expect(await faultOf(put, age(-16))).toBe("notYetValid");
  });

  it("is accepted whatever the query is, in whatever order", async () => {
    const { handler, of } = recorder();
    const s3 = new S3Client({
      ...config,
      credentials: { ...key },
      forcePathStyle: true,
      requestHandler: handler,
    });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 30 }), async (Prefix) => {
        const listing = await of(s3.send(new ListObjectsV2Command({ Bucket: "artifacts", Prefix })));
        const request = asReceived(listing);
        const query = request.query.split("&").toReversed().join("&");
        expect(await faultOf({ ...request, query }, today())).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  it("is refused with another body than the one whose hash it carries", async () => {
    const put = await signedPut();
    expect(await faultOf({ ...put, body: Buffer.from("others") }, today())).toBe("payloadDiffers");
    const { "x-amz-content-sha256": _hash, ...headers } = put.headers;
    expect(await faultOf({ ...put, headers }, today())).toBe("payloadHashMissing");
  });

  it("of a service that is not S3 is refused with another body, whatever hash it names", async () => {
    const { handler, of } = recorder();
    const tables = new DynamoDBClient({ ...config, credentials: { ...key }, requestHandler: handler });
    const request = asReceived(await of(tables.send(new ListTablesCommand({}))));
    const options = { ...today(), services: ["dynamodb"] };
    expect(await faultOf(request, options)).toBeNull();
    expect(await faultOf({ ...request, body: Buffer.from("{ }") }, options)).toBe("signatureDiffers");
    const unsigned = { ...request.headers, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
    expect(await faultOf({ ...request, headers: unsigned }, options)).toBe("signatureDiffers");
  });

  it.each([
    "",
    "AWS4-HMAC-SHA256",
    "AWS4-HMAC-SHA256 Credential=FARM/20261121/us-east-1/s3/aws4_request",
    `AWS4-HMAC-SHA256 Credential=FARM/20261121/us-east-1/s3/aws4_request, SignedHeaders=date, Signature=${"0".repeat(64)}`,
    `AWS4-HMAC-SHA256 Credential=FARM/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${"0".repeat(64)}`,
    "AWS FARM:signature",
    "Basic RkFSTTo=",
  ])("is refused when it says only %j", async (authorization) => {
    const headers = { host: "127.0.0.1", "x-amz-date": "20261121T020000Z", authorization };
    const request = { method: "GET", path: "/artifacts/x", query: "", headers, body: Buffer.alloc(0) };
    expect(await faultOf(request)).toBe("malformed");
  });
});

describe("a body in chunks", () => {
  const hmac = (secret: string | Buffer, text: string) => createHmac("sha256", secret).update(text).digest();
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const scope = "20261121/us-east-1/s3/aws4_request";
  const date = "20261121T020000Z";
  const signingKey = scope.split("/").reduce<string | Buffer>((made, part) => hmac(made, part), "AWS4secret");

  /** As AWS documents it, byte by byte: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html */
  function chunked(kind: string, chunks: readonly string[], trailer = ""): WireRequest {
    const headers: Record<string, string> = {
      "content-encoding": "aws-chunked",
      host: "127.0.0.1:4566",
      "x-amz-content-sha256": kind,
      "x-amz-date": date,
      "x-amz-decoded-content-length": String(chunks.join("").length),
    };
    const names = Object.keys(headers);
    const canonical = [
      "PUT",
      "/artifacts/x",
      "",
      ...names.map((name) => `${name}:${headers[name]}`),
      "",
      names.join(";"),
      kind,
    ].join("\n");
    const signature = hmac(signingKey, ["AWS4-HMAC-SHA256", date, scope, hash(canonical)].join("\n"));
    const isSigned = kind.includes("HMAC");
    let previous = signature.toString("hex");
    const framed = [...chunks, ""].map((data) => {
      const text = ["AWS4-HMAC-SHA256-PAYLOAD", date, scope, previous, hash(""), hash(data)].join("\n");
      previous = hmac(signingKey, text).toString("hex");
      const mark = isSigned ? `;chunk-signature=${previous}` : "";
      return `${data.length.toString(16)}${mark}\r\n${data}${data === "" ? "" : "\r\n"}`;
    });
    const last = ["AWS4-HMAC-SHA256-TRAILER", date, scope, previous, hash(`${trailer}\n`)].join("\n");
    const signedTrailer = `${trailer}\r\nx-amz-trailer-signature:${hmac(signingKey, last).toString("hex")}\r\n`;
    const end = trailer === "" ? "" : isSigned ? signedTrailer : `${trailer}\r\n`;
    const authorization = `AWS4-HMAC-SHA256 Credential=FARM/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature.toString("hex")}`;
    return {
      method: "PUT",
      path: "/artifacts/x",
      query: "",
      headers: { ...headers, authorization },
      body: Buffer.from(`${framed.join("")}${end}\r\n`),
    };
  }

  const checksum = "x-amz-checksum-crc32:AAAAAA==";
  const kinds = [
    ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD", ""],
    ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", checksum],
    ["STREAMING-UNSIGNED-PAYLOAD-TRAILER", checksum],
  ] as const;

  it.each(kinds)("as %s arrives without its frame, its checksum as a header", async (kind, trailer) => {
    const verdict = await check(chunked(kind, ["first ", "second"], trailer));
    expect(verdict).toMatchObject({ fault: null, request: { body: Buffer.from("first second") } });
    expect(verdict).not.toHaveProperty("request.headers.content-encoding");
    if (trailer !== "") expect(verdict).toHaveProperty("request.headers.x-amz-checksum-crc32", "AAAAAA==");
  });

  it.each(kinds.slice(0, 2))("as %s is refused when any byte of it was changed", async (kind, trailer) => {
    const request = chunked(kind, ["first ", "second"], trailer);
    const signed = request.body.toString("latin1").trimEnd().length;
    await fc.assert(
      fc.asyncProperty(fc.nat(signed - 1), async (place) => {
        const body = Buffer.from(request.body);
        body[place] = (body[place] ?? 0) ^ 1;
        expect(await faultOf({ ...request, body })).toBe("payloadDiffers");
      }),
    );
  });

  it.each(kinds)("as %s is refused when it ends early", async (kind, trailer) => {
    const request = chunked(kind, ["first ", "second"], trailer);
    expect(await faultOf({ ...request, body: request.body.subarray(0, 20) })).toBe("payloadDiffers");
  });
});
