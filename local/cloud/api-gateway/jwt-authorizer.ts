import { type CryptoKey, errors, type JWTPayload, jwtVerify } from "jose";
import type { JwtClaims } from "./api-event.ts";
import { farmKeyAlgorithm } from "./farm-key.ts";

interface JwtAuthorizerOptions {
  readonly issuer: string;
  /** Of each client whose tokens are taken. */
  readonly audiences: readonly string[];
  readonly publicKey: CryptoKey;
  readonly clock: () => Date;
}

type Authorization =
  | { readonly ok: true; readonly claims: JwtClaims }
  /** `challenge` is the `www-authenticate` header, which says what is wrong. */
  | { readonly ok: false; readonly challenge: string };

/**
 * Checks a bearer token as API Gateway's JWT authorizer does: signature, issuer, audience (`client_id` when there is no
 * `aud`), expiry, not-before, issued-at.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function createJwtAuthorizer(options: JwtAuthorizerOptions) {
  const accepted = new Map<string, Accepted>();
  return async (authorization: string | undefined): Promise<Authorization> => {
    if (authorization === undefined) return { ok: false, challenge: "Bearer" };
    const token = authorization.replace(/^Bearer\s+/i, "");
    const before = accepted.get(token);
    if (before !== undefined && isStillGood(before, options.clock())) return before;
    try {
      const { payload } = await jwtVerify(token, options.publicKey, {
        algorithms: [farmKeyAlgorithm],
        issuer: options.issuer,
        currentDate: options.clock(),
        requiredClaims: ["exp"],
      });
      const given = [payload.aud ?? payload.client_id].flat();
      if (!options.audiences.some((one) => given.includes(one)))
        return invalid("the token does not have a valid audience");
      if (payload.iat !== undefined && payload.iat * 1_000 > options.clock().getTime())
        return invalid("the token was issued in the future");
      const { exp = 0, nbf = 0, iat = 0 } = payload;
      const goodFrom = Math.max(nbf, iat);
      const answer = { ok: true, claims: textClaims(payload), goodFrom, goodUntil: exp } as const;
      if (accepted.size >= rememberedTokens) accepted.clear();
      accepted.set(token, answer);
      return answer;
    } catch (error) {
      return invalid(faultOf(error));
    }
  };
}

/** A signature that was good once is good again, which is not worth a hop to another thread for each request. */
interface Accepted {
  readonly ok: true;
  readonly claims: JwtClaims;
  /** Both in seconds since 1970. */
  readonly goodFrom: number;
  readonly goodUntil: number;
}
const rememberedTokens = 100;

function isStillGood({ goodFrom, goodUntil }: Accepted, now: Date): boolean {
  const seconds = now.getTime() / 1_000;
  return seconds >= goodFrom && seconds < goodUntil;
}

const invalid = (reason: string): Authorization => ({
  ok: false,
  challenge: `Bearer scope="" error="invalid_token" error_description="${reason}"`,
});

function faultOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === "iss"
      ? "the token does not have a valid issuer"
      : `the claim ${error.claim} is not valid`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return "the signature is not valid";
  return "the token is no valid JWT";
}

/** API Gateway hands every claim on as text: a list as `[a b]`. */
const textClaims = (payload: JWTPayload): JwtClaims =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(" ")}]` : String(value),
    ]),
  );
