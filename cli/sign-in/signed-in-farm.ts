import type { ApiAddress } from "../call-route.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { keepProfile, type Profile, readProfile, type Tokens } from "./profile-file.ts";

const renewBeforeMilliseconds = 60_000;

/**
 * The farm of a profile: a token that is nearly over is renewed before it is used, and one that is refused again, while whoever
 * asks waits for the same renewal.
 */
export function signedInFarm(name: string, profile: Profile, now: () => Date = () => new Date()): ApiAddress {
  const { endpoint } = profile;
  if (endpoint === undefined)
    throw new CommandFailure(exitCodes.usage, `The profile '${name}' has no endpoint.`, [
      `Sign in: drover login --profile ${name} --endpoint https://…`,
    ]);
  if (profile.tokens === undefined) throw notSignedIn(name);
  let tokens: Tokens = profile.tokens;
  let renewing: Promise<boolean> | undefined;
  const renew = (): Promise<boolean> => {
    renewing ??= renewed(name, { ...profile, tokens }, now())
      .then((better) => {
        tokens = better ?? tokens;
        return better !== null;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };
  return {
    apiUrl: endpoint,
    async token() {
      if (isNearlyOver(tokens, now())) await renew();
      return tokens.access;
    },
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (response.status !== 401 || !(await renew())) return response;
      await response.body?.cancel();
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${tokens.access}`);
      return fetch(input, { ...init, headers });
    },
  };
}

function isNearlyOver({ expiresAt }: Tokens, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - now.getTime() < renewBeforeMilliseconds;
}

/** Keeps what was renewed. An issuer may take a refresh token once: another command may have been first, and kept what it got. */
async function renewed(name: string, profile: Profile, now: Date): Promise<Tokens | null> {
  const others = async (): Promise<Tokens | null> => {
    const { tokens } = await readProfile(name);
    return tokens === undefined || tokens.access === profile.tokens?.access ? null : tokens;
  };
  const before = await others();
  if (before !== null) return before;
  // Loaded when it is needed: most commands find a token that is good.
  const { renewTokens } = await import("./renew-tokens.ts");
  const tokens = await renewTokens(profile, now);
  if (tokens === null) return others();
  await keepProfile(name, { ...(await readProfile(name)), tokens });
  return tokens;
}

const notSignedIn = (name: string): CommandFailure =>
  new CommandFailure(exitCodes.usage, `Nobody is signed in with the profile '${name}'.`, [
    `Sign in: drover login --profile ${name}`,
  ]);
