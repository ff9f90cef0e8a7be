import type { ConsoleConfig } from "#shared/contracts/farm/console-config.ts";
import type { TokenRules } from "#shared/contracts/farm/token-rules.ts";
import type { Settings } from "./settings.ts";

/** Whose tokens the deployment takes, and how it reads them. */
export interface Identity {
  readonly issuer: string;
  /** `aud` of the tokens, or their `client_id` where there is no `aud`. */
  readonly audiences: readonly string[];
  readonly tokenRules: TokenRules;
  /** How people sign in on the console and with the command. */
  readonly signIn: ConsoleConfig["signIn"];
}

/** An issuer that somebody has already, as the settings describe it. */
export function ownIdentity(settings: Settings): Identity {
  const {
    jwtIssuer: issuer,
    jwtAudience,
    jwtTenantClaim,
    jwtScopePrefix,
    consoleClientId,
    consoleScope,
  } = settings;
  if (issuer === undefined) throw new Error("there is no issuer, neither your own nor a user pool");
  return {
    issuer,
    audiences: [jwtAudience],
    tokenRules: { tenantClaim: jwtTenantClaim, scopePrefix: jwtScopePrefix },
    signIn: consoleClientId === undefined ? null : { issuer, clientId: consoleClientId, scope: consoleScope },
  };
}
