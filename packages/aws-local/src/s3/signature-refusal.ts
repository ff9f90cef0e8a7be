import type { WireResponse } from "../http/wire.ts";
import type { SignatureFault } from "../signature/verify-signature.ts";
import { refusal } from "./s3-error.ts";

interface Words {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export const signatureWords: { readonly [Fault in SignatureFault]: Words } = {
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
    message: "The authorization is for another service or region: s3 in this server's region is expected.",
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

export function unsignedObjectRefusal(fault: SignatureFault): WireResponse {
  const { status, code, message } = signatureWords[fault];
  return refusal(status, code, message);
}
