import type { WireRequest } from "../http/wire.ts";
import { readSignatureClaim, type SignatureClaim, signingTime } from "./signature-claim.ts";
import { type AccessKey, signatureOf } from "./signature-of.ts";
import { isSame, payloadHash, receivedPayload } from "./signed-payload.ts";

/** A key that requests may be signed with. */
export interface SigningKey extends AccessKey {
  /** Absent: everything. */
  readonly mayCall?: (request: Pick<WireRequest, "method" | "path">) => boolean;
  /** Where a form that it signed may put an object; absent: everywhere. */
  readonly mayUpload?: (path: string) => boolean;
}

export interface SignatureRules {
  readonly keys: readonly SigningKey[];
  readonly region: string;
  /** The names under which a request to this service may be signed, `s3` for example. */
  readonly services: readonly string[];
  readonly clock: () => Date;
}

/** Each service has its own words for these. */
export type SignatureFault =
  | "missing"
  | "malformed"
  | "signedTwice"
  | "unknownKey"
  | "otherScope"
  | "notYetValid"
  | "tooOld"
  | "linkExpired"
  | "unsignedHeader"
  | "payloadHashMissing"
  | "payloadDiffers"
  | "signatureDiffers"
  | "notAllowed";

type Verdict = { readonly fault: SignatureFault } | { readonly fault: null; readonly request: WireRequest };

const skewMilliseconds = 15 * 60_000;
const unsignedFaults = { none: "missing", both: "signedTwice", malformed: "malformed" } as const;

/** Checks signature version 4, in a header or in a link, and gives the request on with its body out of its chunks. */
export async function verifySignature(request: WireRequest, rules: SignatureRules): Promise<Verdict> {
  const claim = readSignatureClaim(request);
  if (typeof claim === "string") return { fault: unsignedFaults[claim] };
  const key = rules.keys.find(({ accessKeyId }) => accessKeyId === claim.accessKeyId);
  if (!key) return { fault: "unknownKey" };
  const wrong = scopeFault(claim, rules) ?? timeFault(claim, rules.clock()) ?? headerFault(request, claim);
  if (wrong) return { fault: wrong };
  const hash = payloadHash(request, claim);
  if (hash === null) return { fault: "payloadHashMissing" };
  const expected = await signatureOf(request, claim, key, hash);
  if (!isSame(claim.signature, expected.signature)) return { fault: "signatureDiffers" };
  const received = receivedPayload(request, hash, claim, expected);
  if (received === null) return { fault: "payloadDiffers" };
  if (key.mayCall?.(request) === false) return { fault: "notAllowed" };
  return { fault: null, request: received };
}

const scopeFault = (claim: SignatureClaim, rules: SignatureRules): SignatureFault | null =>
  claim.region === rules.region && rules.services.includes(claim.service) ? null : "otherScope";

function timeFault({ signedAt, lifetimeSeconds }: SignatureClaim, now: Date): SignatureFault | null {
  const age = now.getTime() - signingTime(signedAt);
  if (Number.isNaN(age)) return "malformed";
  if (age < -skewMilliseconds) return "notYetValid";
  if (lifetimeSeconds !== null) return age > lifetimeSeconds * 1_000 ? "linkExpired" : null;
  return age > skewMilliseconds ? "tooOld" : null;
}

/** Headers that say what to do must be signed, or one could be added to somebody else's request. */
function headerFault({ headers }: WireRequest, { signedHeaders }: SignatureClaim): SignatureFault | null {
  const meant = Object.keys(headers).filter((name) => name.startsWith("x-amz-"));
  return meant.every((name) => signedHeaders.includes(name)) ? null : "unsignedHeader";
}
