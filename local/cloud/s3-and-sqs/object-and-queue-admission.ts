import type { IncomingMessage } from "node:http";
import { loopbackObjection } from "#shared/http/loopback-guard.ts";
import { accessKeyOf } from "../wire/access-key.ts";
import { presignedLinkFault } from "./presigned-link.ts";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Objection {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why a request to S3 or SQS is refused before fauxqs, which checks no credentials and no file names, sees it; or null. */
export function objectAndQueueObjection(
  request: IncomingMessage,
  credentials: Credentials | undefined,
  now: Date,
): Objection | null {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? "" : target.slice(mark + 1);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? "")]),
  );
  const isQueueRequest = request.method === "POST" && path === "/";
  const refuse = isQueueRequest ? refuseQueueRequest : refuseObjectRequest;
  const foreign = loopbackObjection(request.headers);
  if (foreign) return refuse(403, "AccessDenied", foreign);
  if (!isQueueRequest) {
    const fault = keyFault(path);
    if (fault) return refuse(400, fault.code, fault.message);
  }
  if (credentials === undefined) return null;
  const accessKey = accessKeyOf({ headers, query });
  if (accessKey === null) return refuse(403, "AccessDenied", "Access Denied");
  if (accessKey !== credentials.accessKeyId) {
    const code = isQueueRequest ? "InvalidClientTokenId" : "InvalidAccessKeyId";
    return refuse(403, code, "The AWS access key Id you provided does not exist in our records.");
  }
  if (headers.authorization !== undefined) return null;
  const method = request.method ?? "GET";
  const fault = presignedLinkFault({ method, path, query, headers }, credentials.secretAccessKey, now);
  return fault && refuse(403, fault.code, fault.message);
}

/** Objects lie in files named after their keys, and fauxqs 2.4.1 would follow `..` out of its directory. */
function keyFault(path: string): { readonly code: string; readonly message: string } | null {
  let key: string;
  try {
    key = decodeURIComponent(path.replace(/^\/[^/]*\/?/, ""));
  } catch {
    return { code: "InvalidURI", message: "Couldn't parse the specified URI." };
  }
  if (Buffer.byteLength(key) > 1_024) return { code: "KeyTooLongError", message: "Your key is too long" };
  const parts = key.split("/");
  if (parts.some((part) => part === "." || part === "..")) {
    return {
      code: "InvalidArgument",
      message: "The local S3 takes no key with '.' or '..' between slashes.",
    };
  }
  if (parts.some((part) => Buffer.byteLength(part) > 230)) {
    return { code: "InvalidArgument", message: "The local S3 takes at most 230 bytes between two slashes." };
  }
  return null;
}

const refuseQueueRequest = (status: number, code: string, message: string): Objection => ({
  status,
  headers: {
    "content-type": "application/x-amz-json-1.0",
    "x-amzn-query-error": `AWS.SimpleQueueService.${code};Sender`,
  },
  body: JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message }),
});

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const refuseObjectRequest = (status: number, code: string, message: string): Objection => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`,
});
