import { createHash, randomUUID } from "node:crypto";
import { startLoopbackServer } from "@drover/aws-local/loopback-server";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";

const clientId = "console";
const machine = { clientId: "ci", secret: "s3cret/+=" } as const;
const keyId = "k1";
const lifetimeSeconds = 300;

interface Pending {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

const json = (value: unknown, status = 200): WireResponse => ({
  status,
  headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
  body: JSON.stringify(value),
});
const refused = (error: string, words?: string): WireResponse =>
  json({ error, ...(words === undefined ? {} : { error_description: words }) }, 400);

/**
 * An OpenID provider whose only person has signed in already: code flow with PKCE, refresh tokens, their revocation, and where it
 * is wished sign-in by a device's code, for one public client; and one machine with a secret.
 */
export async function startIssuer({ byDevice = false } = {}) {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const codes = new Map<string, Pending>();
  const refreshTokens = new Set<string>();
  const good = new Set<string>();
  /** What the next asks for a device's code are told, then it is signed in. */
  const deviceAnswers: string[] = [];
  const asked: Readonly<Record<string, string>>[] = [];
  let url = "";

  const signed = (claims: Readonly<Record<string, unknown>>, audience?: string): Promise<string> => {
    const token = new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: "RS256", kid: keyId })
      .setIssuer(url)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds} seconds`);
    return (audience === undefined ? token : token.setAudience(audience)).sign(privateKey);
  };

  async function accessFor(subject: string, scope: string): Promise<Readonly<Record<string, unknown>>> {
    const access = await signed({ sub: subject, tenant: "acme", scope });
    good.add(access);
    return { access_token: access, token_type: "Bearer", expires_in: lifetimeSeconds };
  }

  async function tokensFor(nonce?: string): Promise<WireResponse> {
    const refreshToken = randomUUID();
    refreshTokens.add(refreshToken);
    const idToken = nonce === undefined ? {} : { id_token: await signed({ nonce, sub: "ada" }, clientId) };
    return json({ ...(await accessFor("ada", "jobs:read")), refresh_token: refreshToken, ...idToken });
  }

  function authorize(query: URLSearchParams): WireResponse {
    const given = Object.fromEntries(query);
    if (
      given.client_id !== clientId ||
      given.response_type !== "code" ||
      given.code_challenge_method !== "S256"
    )
      return refused("invalid_request");
    const code = randomUUID();
    const redirectUri = given.redirect_uri ?? "";
    codes.set(code, { challenge: given.code_challenge ?? "", nonce: given.nonce ?? "", redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", given.state ?? "");
    return { status: 302, headers: { location: back.href }, body: "" };
  }

  const grants: Readonly<
    Record<string, (form: URLSearchParams, authorization: string) => Promise<WireResponse>>
  > = {
    refresh_token: async (form) =>
      refreshTokens.delete(form.get("refresh_token") ?? "") ? tokensFor() : refused("invalid_grant"),
    client_credentials: async (form, authorization) => {
      const basic = [machine.clientId, machine.secret].map(encodeURIComponent).join(":");
      if (authorization !== `Basic ${Buffer.from(basic).toString("base64")}`)
        return json({ error: "invalid_client", error_description: "The secret is wrong" }, 401);
      return json(await accessFor(machine.clientId, form.get("scope") ?? "jobs:read jobs:write"));
    },
    "urn:ietf:params:oauth:grant-type:device_code": async () => {
      const answer = deviceAnswers.shift();
      return answer === undefined ? tokensFor("") : refused(answer);
    },
    authorization_code: async (form) => {
      const pending = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (pending?.challenge !== challenge || pending.redirectUri !== form.get("redirect_uri"))
        return refused("invalid_grant");
      return tokensFor(pending.nonce);
    },
  };

  async function posted(path: string, form: URLSearchParams, authorization: string): Promise<WireResponse> {
    asked.push(Object.fromEntries(form));
    if (path === "/revoke") {
      refreshTokens.delete(form.get("token") ?? "");
      return json({});
    }
    if (path === "/device" && byDevice)
      return json({
        device_code: "d-1",
        user_code: "ABCD-EFGH",
        verification_uri: `${url}/activate`,
        expires_in: 600,
        interval: 1,
      });
    const grant = path === "/token" ? grants[form.get("grant_type") ?? ""] : undefined;
    return grant === undefined ? json({}, 404) : grant(form, authorization);
  }

  async function answer({ method, path, query, headers, body }: WireRequest): Promise<WireResponse> {
    if (path === "/.well-known/openid-configuration") {
      return json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        revocation_endpoint: `${url}/revoke`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        ...(byDevice ? { device_authorization_endpoint: `${url}/device` } : {}),
      });
    }
    if (path === "/jwks")
      return json({ keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: "RS256" }] });
    if (path === "/authorize") return authorize(new URLSearchParams(query));
    if (method !== "POST") return json({}, 404);
    return posted(path, new URLSearchParams(body.toString()), headers.authorization ?? "");
  }

  const pages: string[] = [];
  const server = await startLoopbackServer({
    answer,
    pages: () => pages,
    bodyLimitBytes: 10_000,
    tooLarge: json({}, 413),
  });
  url = server.url;
  return {
    url,
    clientId,
    machine,
    /** A page of that origin may ask it. */
    letIn: (origin: string): void => void pages.push(origin),
    /** The forms of all requests that changed something. */
    asked,
    /** What the next asks of a device are told. */
    answerDevice: (...answers: readonly string[]): void => void deviceAnswers.push(...answers),
    accepts: (accessToken: string): boolean => good.has(accessToken),
    /** Access tokens handed out so far are good no more. */
    endTokens: (): void => good.clear(),
    /** And those that renew them neither. */
    endSessions: (): void => refreshTokens.clear(),
    close: () => server.close(),
  };
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
