import type { WireResponse } from "../http/wire.ts";
import { signatureWords } from "../s3/signature-refusal.ts";
import type { SignatureFault } from "../signature/verify-signature.ts";

/** Where SQS has its own code; the others are S3's. */
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

export function unsignedQueueRefusal(fault: SignatureFault): WireResponse {
  const words = signatureWords[fault];
  const code = queueCodes[fault] ?? words.code;
  return {
    status: 403,
    headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-query-error": `${code};Sender` },
    body: JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message: words.message }),
  };
}
