import { randomUUID } from "node:crypto";
import type { WireResponse } from "../http/wire.ts";
import { type XmlContent, xmlDocument } from "./xml/write-xml.ts";

/** An answer that refuses, in S3's codes and words. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export const invalidArgument = (message: string): S3Error => new S3Error(400, "InvalidArgument", message);

export const invalidObjectRequest = (message: string): S3Error => new S3Error(400, "InvalidRequest", message);

export const malformedXml = (): S3Error =>
  new S3Error(
    400,
    "MalformedXML",
    "The XML you provided was not well-formed or did not validate against our published schema",
  );

/** What S3 may know and this stand-in does not: refused rather than answered as if it had an effect. */
export const notImplemented = (what: string): S3Error =>
  new S3Error(501, "NotImplemented", `The local S3 does not implement ${what}.`);

export const noSuchBucket = (bucket: string): S3Error =>
  new S3Error(404, "NoSuchBucket", "The specified bucket does not exist", { BucketName: bucket });

export const noSuchKey = (key: string): S3Error =>
  new S3Error(404, "NoSuchKey", "The specified key does not exist.", { Key: key });

export const noSuchUpload = (uploadId: string): S3Error =>
  new S3Error(
    404,
    "NoSuchUpload",
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.",
    { UploadId: uploadId },
  );

export const preconditionFailed = (condition: string): S3Error =>
  new S3Error(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold", {
    Condition: condition,
  });

export function refusal(
  status: number,
  code: string,
  message: string,
  fields: Readonly<Record<string, XmlContent>> = {},
): WireResponse {
  const requestId = randomUUID();
  return {
    status,
    headers: { "content-type": "application/xml", "x-amz-request-id": requestId },
    body: xmlDocument("Error", { Code: code, Message: message, ...fields, RequestId: requestId }),
  };
}

export const refusalOf = (error: unknown): WireResponse =>
  error instanceof S3Error
    ? refusal(error.status, error.code, error.message, error.fields)
    : refusal(500, "InternalError", error instanceof Error ? error.message : String(error));
