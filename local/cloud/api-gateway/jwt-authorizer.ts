import { type CryptoKey, errors, type JWTPayload, jwtVerify } from "jose";
import type { JwtClaims } from "./api-event.ts";
import { farmKeyAlgorithm } from "./farm-key.ts";

interface JwtAuthorizerOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly publicKey: CryptoKey;
  readonly clock: () => Date;
}

type Authorization =
  | { readonly ok: true; readonly claims: JwtClaims }
  /** `challenge` is the `www-authenticate` header, `reason` what is wrong in words. */
  | { readonly ok: false; readonly challenge: string; readonly reason: string };

/**
 * Checks a bearer token as API Gateway's JWT authorizer does: signature, issuer, audience (`client_id` when there is no
 * `aud`), expiry, not-before, issued-at.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function createJwtAuthorizer(options: JwtAuthorizerOptions) {
  return async (authorization: string | undefined): Promise<Authorization> => {
    if (authorization === undefined) {
      return { ok: false, challenge: "Bearer", reason: "The request has no Authorization header." };
    }
    const token = authorization.replace(/^Bearer\s+/i, "");
    try {
      const { payload } = await jwtVerify(token, options.publicKey, {
        algorithms: [farmKeyAlgorithm],
        issuer: options.issuer,
        currentDate: options.clock(),
        requiredClaims: ["exp"],
      });
      const audiences = [payload.aud ?? payload.client_id].flat();
      if (!audiences.includes(options.audience)) return invalid("the token does not have a valid audience");
      if (payload.iat !== undefined && payload.iat * 1_000 > options.clock().getTime())
        return invalid("the token was issued in the future");
      return { ok: true, claims: textClaims(payload) };
    } catch (error) {
      return invalid(faultOf(error));
    }
  };
}

const invalid = (reason: string): Authorization => ({
  ok: false,
  challenge: `Bearer scope="" error="invalid_token" error_description="${reason}"`,
  reason: `The token is refused: ${reason}.`,
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
