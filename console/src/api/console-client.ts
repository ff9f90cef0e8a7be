import { type Client, createClient } from "@drover/client";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import { renewToken } from "../session/oidc.ts";
import type { SessionStore } from "../session/session-store.ts";

export type ConsoleClient = Client<DroverApi>;

const renewBeforeMilliseconds = 60_000;

/** Asks the API that the page came from. A token that is over is renewed when that can be done, else the session ends. */
export function createConsoleClient(store: SessionStore, config: ConsoleConfig): ConsoleClient {
  let renewing: Promise<boolean> | undefined;
  const renew = (): Promise<boolean> => {
    const { signIn } = config;
    if (signIn === null) return Promise.resolve(false);
    // Whoever finds it over while it is renewed waits for the same one.
    renewing ??= renewToken(signIn, store).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  const token = async (): Promise<string | undefined> => {
    const { token: held } = store.current();
    if (held === undefined) return undefined;
    const ends = expiryOf(held);
    if (ends !== undefined && ends - Date.now() < renewBeforeMilliseconds) await renew();
    return store.current().token;
  };
  const ask: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 401) return response;
    if (!(await renew())) {
      store.signOut(true);
      return response;
    }
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${store.current().token}`);
    return fetch(input, { ...init, headers });
  };
  return createClient<DroverApi>({ apiUrl: window.location.origin, token, fetch: ask });
}

/** When a JWT ends, in milliseconds since 1970; undefined when it does not say. Not checked: the farm does that. */
function expiryOf(token: string): number | undefined {
  try {
    const part = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims: unknown = JSON.parse(atob(part));
    const ends = typeof claims === "object" && claims !== null && "exp" in claims ? claims.exp : undefined;
    return typeof ends === "number" ? ends * 1_000 : undefined;
  } catch {
    return undefined;
  }
}
