import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, it } from "vitest";
import { linkSigner } from "#shared/storage/direct/sign-link.ts";

const credentials = { accessKeyId: "DROVER+1/2", secretAccessKey: "secret" };
const endpoint = "http://127.0.0.1:4566";
const region = "eu-central-1";

it.each([
  ["tenants/local/jobs/J/trajectory.json", undefined],
  ["tenants/local/jobs/J/report.html", "text/plain; charset=utf-8"],
  ["tenants/a b/c+d/e(1)'!*.png", undefined],
  ["tenants/lö/日本/100%.webp", undefined],
])("signs the link to %s, to be sent as %s, as the SDK does", async (key, contentType) => {
  const s3 = new S3Client({ region, endpoint, forcePathStyle: true, credentials: { ...credentials } });
  const signingDate = new Date("2026-03-04T05:06:07.890Z");
  const disposition = `attachment; filename="${key.slice(key.lastIndexOf("/") + 1)}"`;
  const command = new GetObjectCommand({
    Bucket: "b-1",
    Key: key,
    ResponseContentDisposition: disposition,
    ResponseContentType: contentType,
  });
  const expected = await getSignedUrl(s3, command, { expiresIn: 77, signingDate });
  const sign = linkSigner(endpoint, { ...credentials, region });
  expect(sign({ bucket: "b-1", key, disposition, contentType, seconds: 77 }, signingDate)).toBe(expected);
  s3.destroy();
});
