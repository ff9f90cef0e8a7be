import { randomUUID } from "node:crypto";
import type { WireResponse } from "../http/wire.ts";
import type { SignatureFault } from "./verify-signature.ts";

interface Words {
  readonly code: string;
  readonly message: string;
}

const invalid = (message: string): Words => ({ code: "InvalidSignatureException", message });
const differs = invalid(
  "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
);

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/CommonErrors.html */
const words: { readonly [Fault in SignatureFault]: Words } = {
  missing: {
    code: "MissingAuthenticationTokenException",
    message: "Request is missing Authentication Token",
  },
  malformed: {
    code: "IncompleteSignatureException",
    message: "The request signature does not conform to AWS standards.",
  },
  signedTwice: {
    code: "IncompleteSignatureException",
    message: "The request has a signature in its header and one in its query.",
  },
  unknownKey: {
    code: "UnrecognizedClientException",
    message: "The security token included in the request is invalid.",
  },
  otherScope: invalid("Credential should be scoped to this service and its region."),
  notYetValid: invalid("Signature not yet current: it is dated more than 15 minutes ahead."),
  tooOld: invalid("Signature expired: it is more than 15 minutes old."),
  linkExpired: invalid("Signature expired."),
  unsignedHeader: invalid("There were headers present in the request which were not signed."),
  payloadHashMissing: differs,
  payloadDiffers: differs,
  signatureDiffers: differs,
  notAllowed: { code: "AccessDeniedException", message: "This key may not do that." },
};

/** As the services with a JSON protocol refuse: DynamoDB and Step Functions with 400, Lambda with 403. */
export const jsonRefusal =
  (status: 400 | 403) =>
  (fault: SignatureFault): WireResponse => {
    const { code, message } = words[fault];
    return {
      status,
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amzn-errortype": code,
        "x-amzn-requestid": randomUUID(),
      },
      body: JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message }),
    };
  };
