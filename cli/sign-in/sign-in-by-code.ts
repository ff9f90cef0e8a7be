import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import * as oauth from "oauth4webapi";
import { callbackAddress, callbackPath } from "#shared/contracts/farm/sign-in.ts";
import type { WireResponse } from "#shared/http/wire.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { type Issuer, keptTokens } from "./issuer.ts";
import type { Tokens } from "./profile-file.ts";

interface CodeOptions {
  readonly scope: string;
  /** Of this machine, where the browser may come back to; the first that is free is taken. */
  readonly ports: readonly number[];
  /** Gets the issuer's page before a person, or tells him its address. */
  readonly show: (address: string) => Promise<void>;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** A command has no secret to keep: what proves that it is the same one is PKCE's verifier. */
const noSecret = oauth.None();

/** A person signs in on the issuer's page, which sends his browser back to this machine (RFC 8252). */
export async function signInByCode(issuer: Issuer, options: CodeOptions): Promise<Tokens> {
  const { server, client } = issuer;
  if (server.authorization_endpoint === undefined)
    throw new CommandFailure(exitCodes.error, `${server.issuer} has no sign-in page.`);
  const state = oauth.generateRandomState();
  await using waiting = await waitForBrowser(state, options);
  const redirectUri = callbackAddress(waiting.port);
  const verifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const page = new URL(server.authorization_endpoint);
  const asked = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: options.scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
  await options.show(page.href);
  const given = oauth.validateAuthResponse(server, client, await waiting.cameBack, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    noSecret,
    given,
    redirectUri,
    verifier,
    issuer.options,
  );
  const isOpenId = options.scope.split(" ").includes("openid");
  const expected = isOpenId ? { expectedNonce: nonce, requireIdToken: true } : {};
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
  return keptTokens(tokens, "person", options.now());
}

interface Waiting extends AsyncDisposable {
  readonly port: number;
  readonly cameBack: Promise<URL>;
}

/** Whoever else calls this port knows no state, and is left standing. */
async function waitForBrowser(
  state: string,
  { ports, signal }: Pick<CodeOptions, "ports" | "signal">,
): Promise<Waiting> {
  const { promise, resolve, reject } = Promise.withResolvers<URL>();
  // Nobody may be waiting for it yet when it fails.
  promise.catch(() => undefined);
  const late = (): void => reject(new CommandFailure(exitCodes.interrupted, "Nobody signed in."));
  signal.addEventListener("abort", late, { once: true });
  if (signal.aborted) late();
  const server = await onFreePort(ports, async ({ path, query }) => {
    if (path !== callbackPath || new URLSearchParams(query).get("state") !== state) return said(404, "No.");
    resolve(new URL(`${callbackAddress(0)}?${query}`));
    return said(200, "You are signed in. Close this page and return to the command line.");
  });
  return {
    port: server.port,
    cameBack: promise,
    async [Symbol.asyncDispose]() {
      signal.removeEventListener("abort", late);
      await server.close();
    },
  };
}

async function onFreePort(
  ports: readonly number[],
  answer: Parameters<typeof startLoopbackServer>[0]["answer"],
): Promise<LoopbackServer> {
  for (const port of ports) {
    const server = await startLoopbackServer({
      answer,
      port,
      bodyLimitBytes: 0,
      tooLarge: said(413, "No."),
    }).catch(() => null);
    if (server !== null) return server;
  }
  throw new CommandFailure(exitCodes.error, `The ports ${ports.join(", ")} are all in use.`, [
    "The issuer redirects the browser to one of these ports. Free one of them.",
  ]);
}

const said = (status: number, words: string): WireResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: `${words}\n`,
});
