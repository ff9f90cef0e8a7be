import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import fc from "fast-check";
import { expect, it } from "vitest";
import { presignedLinkFault } from "#local/cloud/s3-and-sqs/presigned-link.ts";

const secretAccessKey = "secret";
const now = new Date("2026-11-21T02:00:00.000Z");
const s3 = new S3Client({
  region: "us-east-1",
  endpoint: "http://127.0.0.1:4566",
  credentials: { accessKeyId: "FARM", secretAccessKey },
  forcePathStyle: true,
});

const linkTo = (Key: string, disposition?: string): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({ Bucket: "artifacts", Key, ResponseContentDisposition: disposition }),
    { expiresIn: 60, signingDate: now },
  );
const faultOf = (link: string, at = now, secret = secretAccessKey) => {
  const { pathname, search, host } = new URL(link);
  const request = { method: "GET", path: pathname, query: search.slice(1), headers: { host } };
  return presignedLinkFault(request, secret, at)?.code ?? null;
};
const keys = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((key) => !/(^|\/)\.{0,2}(\/|$)/.test(key));

it("accepts what the SDK signs, whatever characters the key and the parameters have", async () => {
  await fc.assert(
    fc.asyncProperty(keys, fc.string({ minLength: 1, maxLength: 20 }), async (key, disposition) => {
      expect(faultOf(await linkTo(key, disposition))).toBeNull();
    }),
  );
});

it("refuses a link of which one character of the signature was changed", async () => {
  const link = await linkTo("tenants/local/x");
  const signature = new URL(link).searchParams.get("X-Amz-Signature") ?? "";
  expect(faultOf(link)).toBeNull();
  await fc.assert(
    fc.property(fc.nat(63), (place) => {
      const other = signature[place] === "0" ? "1" : "0";
      const changed = signature.slice(0, place) + other + signature.slice(place + 1);
      expect(faultOf(link.replace(signature, changed))).toBe("SignatureDoesNotMatch");
    }),
  );
});

it("refuses a link signed with another secret, one that is late and one without a lifetime", async () => {
  const link = await linkTo("tenants/local/x");
  expect(faultOf(link, now, "another")).toBe("SignatureDoesNotMatch");
  expect(faultOf(link, new Date(now.getTime() + 60_000))).toBeNull();
  expect(faultOf(link, new Date(now.getTime() + 60_001))).toBe("AccessDenied");
  expect(faultOf(link.replace(/X-Amz-Expires=60/, "X-Amz-Expires=604801"))).toBe("AccessDenied");
});
