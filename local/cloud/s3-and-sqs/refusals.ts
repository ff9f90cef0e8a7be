import type { WireRequest, WireResponse } from "#shared/http/wire.ts";
import type { SignatureFault } from "../signature/verify-signature.ts";

interface Words {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const objectWords: { readonly [Fault in SignatureFault]: Words } = {
  missing: denied("Access Denied"),
  malformed: {
    status: 400,
    code: "AuthorizationHeaderMalformed",
    message: "The authorization that you provided is not valid.",
  },
  signedTwice: {
    status: 400,
    code: "InvalidArgument",
    message: "Only one auth mechanism allowed: a signature in the query or the Authorization header.",
  },
  unknownKey: {
    status: 403,
    code: "InvalidAccessKeyId",
    message: "The AWS Access Key Id you provided does not exist in our records.",
  },
  otherScope: {
    status: 400,
    code: "AuthorizationHeaderMalformed",
    message: "The authorization is for another service or region: s3 in the farm's region is expected.",
  },
  notYetValid: skewed(),
  tooOld: skewed(),
  linkExpired: denied("Request has expired"),
  unsignedHeader: denied("There were headers present in the request which were not signed"),
  payloadHashMissing: {
    status: 400,
    code: "InvalidRequest",
    message: "Missing required header for this request: x-amz-content-sha256",
  },
  payloadDiffers: {
    status: 400,
    code: "XAmzContentSHA256Mismatch",
    message: "The provided 'x-amz-content-sha256' header does not match what was computed.",
  },
  signatureDiffers: {
    status: 403,
    code: "SignatureDoesNotMatch",
    message: "The request signature we calculated does not match the signature you provided.",
  },
  notAllowed: denied("This key may only read objects."),
};

function denied(message: string): Words {
  return { status: 403, code: "AccessDenied", message };
}

function skewed(): Words {
  const message = "The difference between the request time and the current time is too large.";
  return { status: 403, code: "RequestTimeTooSkewed", message };
}

/** Where SQS has a code of its own; the others are S3's. */
const queueCodes: Readonly<Partial<Record<SignatureFault, string>>> = {
  missing: "MissingAuthenticationToken",
  malformed: "IncompleteSignature",
  signedTwice: "IncompleteSignature",
  unknownKey: "InvalidClientTokenId",
  otherScope: "SignatureDoesNotMatch",
  notYetValid: "SignatureDoesNotMatch",
  tooOld: "SignatureDoesNotMatch",
  payloadHashMissing: "SignatureDoesNotMatch",
  payloadDiffers: "SignatureDoesNotMatch",
};

/** SQS has one address, S3 the others. */
export const isQueueRequest = ({ method, path }: Pick<WireRequest, "method" | "path">): boolean =>
  method === "POST" && path === "/";

export function unsignedRefusal(fault: SignatureFault, request: WireRequest): WireResponse {
  const { status, code, message } = objectWords[fault];
  return isQueueRequest(request)
    ? queueRefusal(403, queueCodes[fault] ?? code, message)
    : objectRefusal(status, code, message);
}

export const queueRefusal = (status: number, code: string, message: string): WireResponse => ({
  status,
  headers: {
    "content-type": "application/x-amz-json-1.0",
    "x-amzn-query-error": `${code};Sender`,
  },
  body: JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message }),
});

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const objectRefusal = (status: number, code: string, message: string): WireResponse => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`,
});
