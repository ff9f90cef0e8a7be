import { S3ServiceException } from "@aws-sdk/client-s3";

/** What S3 answered, in the words the service's own S3 client uses, as causes of Map states quote it. */
export function s3FailureText(error: unknown): string {
  if (error instanceof S3ServiceException) {
    const { httpStatusCode, requestId } = error.$metadata;
    return `${error.message} (Service: S3, Status Code: ${httpStatusCode ?? "unknown"}, Request ID: ${requestId ?? "unknown"})`;
  }
  return error instanceof Error ? error.message : String(error);
}
