import * as oauth from "oauth4webapi";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import type { SessionStore } from "./session-store.ts";

export type SignInSettings = NonNullable<ConsoleConfig["signIn"]>;

/** What waits in the tab's own storage while the person is at the issuer. */
const pendingKey = "drover.signing-in";
interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where he wanted to go. */
  readonly returnTo: string;
}

const clientOf = ({ clientId }: SignInSettings): oauth.Client => ({ client_id: clientId });
/** A page has no secret to keep: what proves that it is the same one is PKCE's verifier. */
const noSecret = oauth.None();
const redirectUri = (): string => `${window.location.origin}/`;

/** An issuer on this machine, as in tests and trials, may speak plain HTTP. */
const transport = ({ issuer }: SignInSettings) => ({
  [oauth.allowInsecureRequests]: /^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(`${issuer}/`),
});

async function serverOf(settings: SignInSettings): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(settings.issuer);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, transport(settings)));
}

/** Sends the browser to the issuer; it comes back with a code in the address. */
export async function beginSignIn(settings: SignInSettings): Promise<void> {
  const server = await serverOf(settings);
  if (server.authorization_endpoint === undefined) throw new Error("The issuer names no page to sign in on.");
  const pending: Pending = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo: `${window.location.pathname}${window.location.search}`,
  };
  window.sessionStorage.setItem(pendingKey, JSON.stringify(pending));
  const page = new URL(server.authorization_endpoint);
  const asked = {
    client_id: settings.clientId,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: settings.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
    ...(settings.resource === undefined ? {} : { resource: settings.resource }),
  };
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
  window.location.assign(page);
}

/** Whether the issuer sent the browser back here just now. */
export function cameBack(): boolean {
  const given = new URLSearchParams(window.location.search);
  return (given.has("code") || given.has("error")) && window.sessionStorage.getItem(pendingKey) !== null;
}

/**
 * Changes the code in the address for a token, and the address for that which the person wanted.
 * @throws Error in words when the issuer refused or the answer is not of this tab's own request
 */
export async function finishSignIn(settings: SignInSettings, store: SessionStore): Promise<void> {
  const pending = JSON.parse(window.sessionStorage.getItem(pendingKey) ?? "null") as Pending;
  window.sessionStorage.removeItem(pendingKey);
  const given = new URL(window.location.href);
  window.history.replaceState(null, "", pending.returnTo);
  const server = await serverOf(settings);
  const client = clientOf(settings);
  const code = oauth.validateAuthResponse(server, client, given, pending.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    noSecret,
    code,
    redirectUri(),
    pending.verifier,
    transport(settings),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: pending.nonce,
  });
  store.signIn(tokens.access_token, tokens.refresh_token);
}

/** A new token for one that is over, when the issuer gave leave to renew it; false: the person has to sign in again. */
export function renewToken(settings: SignInSettings, store: SessionStore): Promise<boolean> {
  const { token } = store.current();
  // One tab at a time: an issuer may take a refresh token once.
  return navigator.locks.request("drover.renew", () => {
    store.read();
    return store.current().token === token ? renewed(settings, store) : true;
  });
}

async function renewed(settings: SignInSettings, store: SessionStore): Promise<boolean> {
  const refreshToken = store.refreshToken();
  if (refreshToken === undefined) return false;
  try {
    const server = await serverOf(settings);
    const client = clientOf(settings);
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      noSecret,
      refreshToken,
      transport(settings),
    );
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    store.signIn(tokens.access_token, tokens.refresh_token ?? refreshToken);
    return true;
  } catch {
    return false;
  }
}
